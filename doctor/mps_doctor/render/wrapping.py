"""Breaks text into lines that fit a screen, measured in cells: a wide character takes two."""

import re
import unicodedata
from functools import cache

_NARROW = re.compile("[ -~\u00a1-\u02ff✓✗·…→←≥≤×•–—−‘’“”─≈│]*")
"""Characters that take one cell each: with these alone nothing has to be looked up."""

_ADDRESS = re.compile(r"https?://\S+")


def cells(text: str) -> int:
    """Return how many cells a text takes on a terminal."""
    return len(text) if _NARROW.fullmatch(text) else sum(map(_cells_of, text))


def wrap(text: str, width: int, *, first: int | None = None) -> list[str]:
    """Return the text in lines of at most `width` cells, the first of at most `first`.

    There is at least one line.  An address of a web page stays whole, as it would be useless in
    pieces.
    """
    lines: list[str] = []
    current = ""
    room = width if first is None else first
    for word in text.split():
        joined = f"{current} {word}" if current else word
        if cells(joined) <= room:
            current = joined
            continue
        if current:
            lines.append(current)
            room = width
        elif room < cells(word) <= width and not lines:
            # Whole on the second line rather than in pieces on a first one that has less room.
            lines.append("")
            room = width
        *whole, current = _pieces(word, room)
        if whole:
            lines.extend(whole)
            room = width
    return [*lines, current]


def wrap_verbatim(text: str, width: int) -> list[str]:
    """Return a line of a program's output in lines that fit, its blanks kept."""
    if cells(text) <= width:
        return [text]
    indent = text[: len(text) - len(text.lstrip())][: width // 2]
    return [indent + line for line in wrap(text, width - len(indent))]


def pad(text: str, width: int) -> str:
    """Return the text followed by blanks up to a width."""
    return text + " " * (width - cells(text))


def _pieces(word: str, width: int) -> list[str]:
    if cells(word) <= width or _ADDRESS.fullmatch(word):
        return [word]
    pieces: list[str] = []
    current, used = "", 0
    for index, character in enumerate(word):
        size = _cells_of(character)
        if used + size > width and current:
            # `::` at the start of a line is a command for a CI service: it keeps its neighbour.
            kept = current[-1] if len(current) > 1 and word.startswith("::", index) else ""
            pieces.append(current[: len(current) - len(kept)])
            current, used = kept, cells(kept)
        current += character
        used += size
    return [*pieces, current]


@cache
def _cells_of(character: str) -> int:
    if unicodedata.category(character).startswith("M"):
        return 0  # it stands on the letter before
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
