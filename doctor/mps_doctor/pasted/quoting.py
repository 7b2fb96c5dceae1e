"""Quotes what shows something as it stands in the text, short and without private names."""

import re

from mps_doctor.system.redaction import redact

WIDTH = 240
"""Characters that are quoted."""

BEFORE = 80
"""Characters that are kept before what is shown, where its line is longer."""


def line_at(text: str, place: int) -> int:
    """Return the number of the line that holds one place, from 1."""
    return text.count("\n", 0, place) + 1


def line_of_word(word: str, text: str) -> int:
    """Return the first line of a text that holds a word by itself; 0 for none."""
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)
    return line_at(text, found.start()) if found else 0


def quote_around(part: str, line: str, names: frozenset[str]) -> str:
    """Return a line as it is quoted for a part of it; empty where the part says as much.

    A part that was wrapped does not stand in one line, and speaks for itself.
    """
    line = " ".join(line.split())
    place = line.find(part)
    if place < 0 or line == part:
        return ""
    start = max(0, place - BEFORE) if len(line) > WIDTH else 0
    end = min(len(line), max(start + WIDTH, place + min(len(part), 2 * WIDTH)))
    before, after = "… " if start else "", " …" if end < len(line) else ""
    return f"{before}{redact(line[start:end], names)}{after}"


def shortened(sentence: str) -> str:
    """Return a sentence as it is quoted."""
    return sentence if len(sentence) <= WIDTH else f"{sentence[:WIDTH]} …"
