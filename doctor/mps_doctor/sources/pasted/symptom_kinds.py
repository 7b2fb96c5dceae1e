"""What a symptom is, and the words for the two devices that all symptoms share."""

from __future__ import annotations

import re
from typing import NamedTuple

GPU = r"(?:\bmps\b|\bgpus?\b|\bmetal\b)"
CPU = r"\bcpus?\b"

FLAGS = re.IGNORECASE | re.ASCII
"""A word ends where a sign of Chinese or Japanese follows it without a space."""

ON_MPS = re.compile(r"\bmps\b|\bmetal\b|\b(?:apple|mac|m[1-5])(?:'s)? gpu\b", FLAGS)
"""What speaks of the GPU of a Mac anywhere in a text."""


def words(text: str) -> tuple[str, ...]:
    """Return the words of a text, as needles."""
    return tuple(text.split())


class Symptom(NamedTuple):
    """A symptom: its word, the words of which one must be in the text, and its pattern.

    With `by_line` the pattern is tried on the lines that hold a needle, else on the whole text.
    Where there is a `beside`, such a line must hold one of these words too.
    Where there is an `along`, the text must speak of that anywhere.
    Where there is an `unless`, what stands before the find in its line must not match it.
    """

    name: str
    needles: tuple[str, ...]
    pattern: re.Pattern[str]
    by_line: bool = True
    beside: tuple[str, ...] = ()
    along: re.Pattern[str] | None = None
    unless: re.Pattern[str] | None = None
