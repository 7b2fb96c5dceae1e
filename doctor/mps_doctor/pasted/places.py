"""From a place in a text to its line."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from mps_doctor.patterns import late


def line_at(text: str, place: int) -> int:
    """Return the number of the line that holds one place, from 1."""
    return text.count("\n", 0, place) + 1


def place_of_word(word: str, text: str) -> int:
    """Return the first place where the word stands in the text for itself, or -1."""
    place = text.find(word)
    while place >= 0:
        around = text[max(0, place - 1) : place] + text[place + len(word) : place + len(word) + 1]
        if not any(sign.isalnum() or sign == "_" for sign in around):
            return place
        place = text.find(word, place + 1)
    return -1


def places_of(words: Iterable[str], text: str) -> list[int]:
    """Return where the words stand, in order; found faster so than by an expression."""
    places = []
    for word in words:
        place = -1
        while (place := text.find(word, place + 1)) >= 0:
            places.append(place)
    return sorted(places)


def lines_around(text: str, places: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield where the lines begin and end that hold the places, which are given in order."""
    end = -1
    for place in places:
        if place > end:
            start = text.rfind("\n", 0, place) + 1
            end = text.find("\n", place)
            end = len(text) if end < 0 else end
            yield start, end


class Places:
    """The lines of one text, for many places: its line ends are counted once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends: list[int] | None = None

    def line(self, place: int) -> int:
        """Return the number of the line that holds a place, from 1."""
        if self._ends is None:
            self._ends = []
            end = self._text.find("\n")
            while end >= 0:
                self._ends.append(end)
                end = self._text.find("\n", end + 1)
        return bisect_left(self._ends, place) + 1


_ENTRY = late(r"\(\[?#\d{1,6}\]?(?:\(\S{1,120}\))?\)\s*$")
"""How an entry of a list of changes ends: with the number of its pull request."""


def is_in_entry(text: str, place: int) -> bool:
    """Return whether the line of a place is an entry of a list of changes, or their title."""
    end = text.find("\n", place)
    line = text[text.rfind("\n", 0, place) + 1 : end if end >= 0 else len(text)]
    return _ENTRY.search(line[-160:]) is not None
