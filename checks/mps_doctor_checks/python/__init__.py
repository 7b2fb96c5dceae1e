"""Checks of the interpreter, and of where its packages come from."""
