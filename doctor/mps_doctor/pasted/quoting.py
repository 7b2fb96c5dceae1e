"""Quotes what shows something as it stands in the text, short and without private names."""

from __future__ import annotations

from mps_doctor.pasted.cleaning import flatten
from mps_doctor.patterns import late
from mps_doctor.system.redaction import redact

WIDTH = 240
"""Characters that are quoted."""

BEFORE = 80
"""Characters that are kept before what is shown, where its line is longer."""

_END = late(r"[.?!]\s|\n")
"""Where a sentence ends, or a line."""


def quote_around(part: str, line: str, names: frozenset[str]) -> str:
    """Return a line as it is quoted for a part of it; empty where the part says as much.

    A part that was wrapped does not stand in one line, and speaks for itself.
    """
    line = flatten(line)
    place = line.find(part)
    if place < 0 or line == part:
        return ""
    start = max(0, place - BEFORE) if len(line) > WIDTH else 0
    end = max(start + WIDTH, place + len(part))
    return _marked(redact(line[start:end], names), start > 0, end < len(line))


def sentence_at(text: str, place: int) -> str:
    """Return the sentence, or the line, of a text that holds a place."""
    line = text.rfind("\n", 0, place) + 1
    before = [found.end() for found in _END.finditer(text, line, place)]
    after = _END.search(text, place)
    sentence = flatten(text[before[-1] if before else line : after.end() if after else len(text)])
    return _marked(sentence[:WIDTH], False, len(sentence) > WIDTH)


def _marked(quoted: str, before: bool, after: bool) -> str:
    return f"{'… ' if before else ''}{quoted}{' …' if after else ''}"
