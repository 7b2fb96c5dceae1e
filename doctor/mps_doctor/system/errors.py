"""Errors that are the user's to mend: one line, and what to do about it."""

from collections.abc import Iterable
from typing import Any

FEW = 12
"""So many names still fit into an error line."""


class InputError(ValueError):
    """Something that the user gave cannot be used."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def ensure_type(argument: str, value: object, kind: Any, said: str) -> None:
    """Raise InputError where an argument has another type; `said` is what it should be."""
    if not isinstance(value, kind):
        raise InputError(f"{argument} is {said}, not {value!r:.80}")


def suggest(name: str, known: Iterable[str], *, what: str) -> str:
    """Return "no check is called 'x'; did you mean 'y'?", or all names where they are few."""
    # Only a mistake needs it.
    import difflib

    names = list(known)
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
    hint = f"; known: {', '.join(names) or 'none'}" if len(names) <= FEW else ""
    if near:
        hint = f"; did you mean {' or '.join(map(repr, near))}?"
    return f"no {what} is called {name[:80]!r}{hint}"
