"""`list` and `explain`: the checks, the causes, the variables, the known error texts."""
