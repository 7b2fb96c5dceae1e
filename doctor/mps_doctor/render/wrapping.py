"""Breaks text into lines that fit a screen, measured in cells: a wide character takes two."""

import re

_NARROW = re.compile("[ -~\u00a1-\u02ff✓✗·…→←≥≤×•–—−‘’“”─≈│]*")
"""Characters that take one cell each: with these alone nothing has to be looked up."""

_WHOLE = re.compile(r"https?://\S+|[^`]*`[^`]* [^`]*`[^`]*")

_WORD = re.compile(r"(?:`[^`]+`|\S)+")
"""A command or code in backticks is one word, with the punctuation beside it."""


def cells(text: str) -> int:
    """Return how many cells a text takes on a terminal."""
    if _NARROW.fullmatch(text):
        return len(text)
    # The tables of widths cost milliseconds, and few texts need them.
    from rich.cells import cell_len

    return cell_len(text)


def wrap(text: str, width: int, *, first: int | None = None) -> list[str]:
    """Return the text in lines of at most `width` cells, the first of at most `first`.

    There is at least one line.  An address of a web page stays whole, as it would be useless in
    pieces, and so does a command in backticks: half a command does something else.
    """
    lines: list[str] = []
    current = ""
    room = width if first is None else first
    for word in _WORD.findall(text):
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
    if cells(word) <= width or _WHOLE.fullmatch(word):
        return [word]
    pieces: list[str] = []
    current, used = "", 0
    for index, character in enumerate(word):
        size = cells(character)
        if used + size > width and current:
            # `::` at the start of a line is a command for a CI service: it keeps its neighbour.
            kept = current[-1] if len(current) > 1 and word.startswith("::", index) else ""
            pieces.append(current[: len(current) - len(kept)])
            current, used = kept, cells(kept)
        current += character
        used += size
    return [*pieces, current]
