"""`list` and `explain`: checks, causes, variables, error texts, topics."""
