"""Texts from the code as Markdown that means what they say."""

from __future__ import annotations

import re
from collections.abc import Iterable

_ADDRESS = re.compile(r"(?<![<(\]\w])(https?://[^\s<>`)]*[^\s<>`).,;:])")
_CODE = re.compile(r"(`[^`]*`)")


def prose(text: str) -> str:
    """Return a text of the code for a page: addresses become links, markup signs are kept."""
    parts = _CODE.split(text)
    return "".join(part if index % 2 else _plain(part) for index, part in enumerate(parts))


def _plain(text: str) -> str:
    # `<` would begin HTML, `*` and `_` inside a word emphasis, `[` a link.
    pieces = _ADDRESS.split(text)
    return "".join(
        f"<{piece}>" if index % 2 else re.sub(r"([<*_\[\]{}|$])", r"\\\1", piece)
        for index, piece in enumerate(pieces)
    )


def cell(text: str) -> str:
    """Return a text for a cell of a table."""
    return " ".join(prose(text).split()).replace("|", "\\|").replace("\\\\|", "\\|")


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a Markdown table; the cells are Markdown already."""
    head = list(head)
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in lines)


def code(text: str, language: str = "text") -> str:
    """Return a fenced block whose fence the text cannot close."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"
