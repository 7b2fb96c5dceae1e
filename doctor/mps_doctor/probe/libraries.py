"""Loads libraries of macOS, those of the table only."""

from .rows.macos import CALLS


def load(library):
    """Load a library that has a row; ImportError or OSError where this Python or macOS cannot."""
    import ctypes

    if library not in CALLS:
        raise KeyError(library)
    return ctypes.CDLL(library, use_errno=True)


def function(library, name):
    """Return a function of a library that has a row; AttributeError where the library lacks it."""
    if name not in CALLS[library]:
        raise KeyError(name)
    return getattr(load(library), name)
