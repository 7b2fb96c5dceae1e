"""Patterns that are compiled when they are first used, and the text that they are tried on."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, TypeVar, cast

T = TypeVar("T")


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


_OTHER_DIGITS = str.maketrans("123456789", "0" * 9)

_ANY_DIGIT = re.compile(r"\\d|\[0-9\]|\{[\d,]+\}")
"""What has digits, or stands for them, and takes one for as good as another."""


def shape_of(text: str) -> str:
    """Return a text with a 0 for each of its digits."""
    return text.translate(_OTHER_DIGITS)


@lru_cache(maxsize=1024)
def tells_digits_apart(pattern: re.Pattern[str]) -> bool:
    """Return whether a pattern may match a text and not another one of its shape."""
    expression, _ = written(pattern)
    return any(sign in "0123456789" for sign in _ANY_DIGIT.sub("", expression))


LONGEST_REMEMBERED = 200
"""Characters of a line of which is remembered what it holds: longer ones hardly come again."""


class Remembered(dict[str, T]):
    """What a function says of a line: `remembered[line]` asks it of each line once.

    Reports have most of their lines in common, and the lines of a log differ in their digits.
    """

    def __init__(self, function: Callable[[str], T], most: int = 2048) -> None:
        super().__init__()
        self._function = function
        self._most = most

    def __missing__(self, line: str) -> T:
        value = self._function(line)
        if len(line) <= LONGEST_REMEMBERED:
            if len(self) >= self._most:
                self.clear()  # memory stays as it is
            self[line] = value
        return value


def is_in_a_line(pattern: re.Pattern[str], text: str) -> bool:
    """Return whether a line of the text holds what the pattern matches."""
    of_line = _searches(pattern)
    return any(map(of_line.__getitem__, _lines_of(text, shapes=not tells_digits_apart(pattern))))


@lru_cache(maxsize=2)
def _lines_of(text: str, *, shapes: bool) -> list[str]:
    """Return the lines of a text, or their shapes, each once; several patterns ask for them."""
    return list(dict.fromkeys((shape_of(text) if shapes else text).split("\n")))


@cache
def _searches(pattern: re.Pattern[str]) -> Remembered[bool]:
    return Remembered(lambda line: pattern.search(line) is not None)
