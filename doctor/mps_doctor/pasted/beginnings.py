"""Tells soon which parts a text cannot hold: by how the words of both begin."""

from __future__ import annotations

import re

LETTERS = 4
"""Letters of a word that are compared."""

_WORD = re.compile(r"\w+")
_BOUND = re.compile(rf"(?<=\W)(?:\w+(?=\W)|\w{{{LETTERS},}})")
"""A word that stands whole in a part, or begins there and is long enough."""


def beginnings_of(text: str) -> frozenset[str]:
    """Return how the words of a text begin."""
    return frozenset([word[:LETTERS] for word in _WORD.findall(text)])


def beginnings_in(part: str) -> frozenset[str]:
    """Return how the words of a part begin, those left out that may be within another one.

    A text whose words do not begin so does not hold the part.
    """
    return frozenset([word[:LETTERS] for word in _BOUND.findall(part)])
