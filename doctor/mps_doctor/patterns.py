"""Patterns that are compiled when they are first used, and the text that they are tried on."""

from __future__ import annotations

import re
from typing import Any, cast


class _Late:
    def __init__(self, pattern: str, flags: int) -> None:
        self._written = (pattern, flags)

    def __getattr__(self, name: str) -> Any:
        value = getattr(re.compile(*self._written), name)
        setattr(self, name, value)  # from now on it is found without coming here
        return value


def late(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return what behaves as `re.compile(pattern, flags)`; a wrong pattern shows at first use."""
    return cast("re.Pattern[str]", _Late(pattern, flags))


def written(pattern: re.Pattern[str]) -> tuple[str, int]:
    """Return the expression and the flags of a pattern without compiling it."""
    late: object = pattern
    return late._written if isinstance(late, _Late) else (pattern.pattern, pattern.flags)


def in_lower_case(text: str) -> tuple[str, str]:
    """Return a text and its lower case, in which every sign has the same place."""
    lowered = text.lower()
    # A few letters (İ) grow when lowered, and places would shift: then both are in lower case.
    return (text, lowered) if len(lowered) == len(text) else (lowered, lowered)
