"""Tables of the probe that people edit: names of variables and packages, sources of macOS."""
