"""How a text is judged beside the facts: loaded where there is one."""
