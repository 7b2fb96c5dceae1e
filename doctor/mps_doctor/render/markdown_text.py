"""Writes untrusted text into Markdown so that it is read and nothing else.

On GitHub, text can mention people (`@name`), link other issues (`#1`, addresses), and hold HTML.
None of that happens in code spans and code blocks, so all that is not a plain word goes there.
"""

import re
from collections.abc import Iterable

from mps_doctor.render.safe_text import defused, visible, visible_lines

_PLAIN_WORD = re.compile(
    r"[(“‘\"']*[^\W_](?:[\w.,/+×–'’-]*[^\W_])?[)”’\"']*[.,;:!?…%]*[)]?|[–—×=-]|[<>]=|--?[a-z][a-z-]*[a-z]?[.,;:]?|[.,;:?]|[(]|[)][.,;:?]?"
)
"""A word, number or option with its punctuation; marks of Markdown, addresses, markup are not."""

_LINKS_ITSELF = re.compile(r"(?i)www\.|\bgh-\d|\b[0-9a-f]{7,40}\b|/\w*\d+$")
"""Words that GitHub turns into links: host names, issues, commits."""

_CODE = re.compile(r"`([^`]+)`")


def prose(text: str) -> str:
    """Return one line of text; words that Markdown or GitHub could take for more are code."""
    parts = _CODE.split(visible(text))
    return "".join(
        code_span(part) if index % 2 else re.sub(r"\S+", _word, re.sub(r"\s+", " ", part))
        for index, part in enumerate(parts)
    )


def code_span(text: str) -> str:
    """Return one line of text as code."""
    clean = defused(visible(text))
    if not clean.strip():
        return ""
    fence = "`" * (_longest_run(clean) + 1)
    blank = " " if clean[0] == "`" or clean[-1] == "`" else ""
    return f"{fence}{blank}{clean}{blank}{fence}"


def code_block(lines: Iterable[str], language: str = "text") -> str:
    """Return lines as a block of code."""
    clean = [defused(line) for text in lines for line in visible_lines(text)]
    fence = "`" * max(3, _longest_run("\n".join(clean)) + 1)
    return "\n".join((f"{fence}{language}", *clean, fence))


def table_cell(text: str) -> str:
    """Return Markdown that is finished as a cell: a bar would end it, in code too."""
    return text.replace("|", "\\|") or " "


def _word(found: re.Match[str]) -> str:
    word = found[0]
    if _PLAIN_WORD.fullmatch(word) and not _LINKS_ITSELF.search(word):
        return word
    before, inner, after = _peeled(word)
    return f"{before}{code_span(inner)}{after}"


def _peeled(word: str) -> tuple[str, str, str]:
    """Return the bracket before a word, the word, and the punctuation after it."""
    inner = word.rstrip(",.;:") or word
    after = word[len(inner) :]
    if inner.startswith("(") and "(" not in inner[1:]:
        closes = inner.endswith(")")
        return "(", inner[1:-1] if closes else inner[1:], f"){after}" if closes else after
    if inner.endswith(")") and "(" not in inner:
        return "", inner[:-1], f"){after}"
    return "", inner, after


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)
