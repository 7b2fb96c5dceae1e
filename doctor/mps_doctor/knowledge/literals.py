"""Tells where a text holds which of a thousand literals: one pass over the text finds them all."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

MOST_PLACES = 200
"""Places of one literal that are told: keeps a text made of literals from costing much."""

SEARCHED_AT_ONCE = 200_000
"""Characters whose finds are held in memory: a text made of literals has one every few."""

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class Literals:
    """Literals in lower case; `places_in` tells where a text has them.

    The automaton is Aho's and Corasick's, of the package ahocorasick_rs; it is loaded only where
    a text is read.
    """

    def __init__(self, literals: Iterable[str]) -> None:
        from ahocorasick_rs import AhoCorasick

        self._literals = tuple(dict.fromkeys(literals))
        self._automaton = AhoCorasick(self._literals)
        self._longest = max(map(len, self._literals))

    def places_in(self, lowered: str) -> dict[str, list[int]]:
        """Return the literals that a text in lower case holds, each with its first places.

        The places of a literal ascend, and there are `MOST_PLACES` of them at most.  A literal
        that begins or ends with a blank may stand at that end of the text, too.
        """
        lowered = f" {lowered} "
        places: defaultdict[int, list[int]] = defaultdict(list)
        for begin in range(0, len(lowered), SEARCHED_AT_ONCE):
            # What begins before the end of a part may reach into the next one.
            end = begin + SEARCHED_AT_ONCE
            for number, place, _ in self._finds(lowered[begin : end + self._longest]):
                if place < SEARCHED_AT_ONCE:
                    places[number].append(max(0, begin + place - 1))
            for known in places.values():
                del known[MOST_PLACES:]
        return {self._literals[number]: known for number, known in places.items()}

    def finds_in(self, lowered: str) -> list[tuple[str, int]]:
        """Return every literal that a short text in lower case holds, with each of its places."""
        literals = self._literals
        return [(literals[number], place) for number, place, _ in self._finds(lowered)]

    def held_in(self, lowered: str) -> set[str]:
        """Return the literals that a short text in lower case holds."""
        literals = self._literals
        return {literals[number] for number, _, _ in self._finds(lowered)}

    def _finds(self, text: str) -> list[tuple[int, int, int]]:
        try:
            return self._automaton.find_matches_as_indexes(text, overlapping=True)
        except UnicodeEncodeError:
            # Half of a pair, as a terminal's undecodable bytes give: no literal has one.
            text = _LONE_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)
            return self._automaton.find_matches_as_indexes(text, overlapping=True)
