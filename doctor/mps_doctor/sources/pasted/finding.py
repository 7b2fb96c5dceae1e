"""Finds the known error texts, with their lines, and quotes them without private names."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate

from mps_doctor.knowledge.signatures import find_signatures
from mps_doctor.machine import MessageMatch
from mps_doctor.redacting import redact
from mps_doctor.sources.pasted.quoting import quote_around

MAX_EVIDENCE = 400
"""Characters of an error text that are kept as evidence."""

RECOGNISED = 16
"""Characters by which an error text is found again in its line."""

NAMES = frozenset({"paravirtual-device"})
"""Known texts that are no messages but names, which a sentence holds."""

MAX_MATCHES = 60
"""Error texts that are kept: a log may repeat hundreds."""


def find_messages(
    text: str, flat: str, names: frozenset[str], places: Mapping[str, list[int]]
) -> tuple[MessageMatch, ...]:
    """Return the known error texts in a text, each with its line, redacted.

    `flat` is the text with single spaces, and `places` are those of the literals in it.
    """
    finds = find_signatures(flat, places)[:MAX_MATCHES]
    if not finds:
        return ()
    lines = text.split("\n")
    # Both forms have the same words: those before a find tell its line.
    words = list(accumulate(len(line.split()) for line in lines))
    matches = []
    for find in finds:
        kept = _kept(flat, find.start, find.end)
        number = bisect_right(words, flat.count(" ", 0, find.start)) + 1
        matches.append(
            MessageMatch(
                signature=find.signature.id,
                text=redact(kept, names),
                line=number,
                quote=quote_around(kept, lines[number - 1], names),
            )
        )
    return tuple(matches)


def without_messages(text: str, matches: tuple[MessageMatch, ...]) -> str:
    """Return the text with each line cut where a known error text begins or an error is named."""
    lines = text.split("\n")
    for match in matches:
        if match.line <= len(lines) and match.signature not in NAMES:
            line = lines[match.line - 1]
            # A text that was wrapped or redacted is not found there; the whole line goes.
            lines[match.line - 1] = line[: max(0, line.find(match.text[:RECOGNISED]))]
    for word in ("Error: ", "Warning: "):
        if word in text:
            lines = [line.partition(word)[0] for line in lines]
    return "\n".join(lines)


def _kept(flat: str, start: int, end: int) -> str:
    held = flat[start:end]
    # All the versions that pip was offered tell more than some: its signature bounds them.
    return held if "from versions" in held else held[:MAX_EVIDENCE]
