"""What a symptom is, and the short forms in which the modules of symptoms write theirs.

The words that many of them share are in `symptom_words.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from mps_doctor.patterns import is_in_a_line, late

FLAGS = re.ASCII
"""A word ends where a sign of Chinese or Japanese follows it without a space.

The patterns are for texts in lower case: one that disregards case takes several times as long.
"""

SENTENCE = re.MULTILINE
"""What `sentence` needs besides: a line begins a sentence."""

_WITHIN = r"(?:[^\n.!?]|[.!?](?=\S)){0,300}?"
"""Some of one sentence: the dot of a version does not end it."""


def sentence(*parts: str, without: str = "") -> str:
    """Return a pattern of sentences that hold every part, in whatever order they stand."""
    denied = rf"(?!{_WITHIN}(?:{without}))" if without else ""
    return r"(?:^|(?<=[.!?;] ))" + denied + "".join(rf"(?={_WITHIN}(?:{part}))" for part in parts)


def anywhere(*parts: str, without: str = "") -> str:
    """Return a pattern of texts that hold every part, in whatever order they stand."""
    denied = rf"(?![\s\S]*?(?:{without}))" if without else ""
    return r"\A" + denied + "".join(rf"(?=[\s\S]*?(?:{part}))" for part in parts)


def words(text: str) -> tuple[str, ...]:
    """Return the words of a text, as needles."""
    return tuple(text.split())


class Speaking(NamedTuple):
    """What lines of a text must speak of, each of something, and what none of them may say.

    The text may not end as in `not_ending`.
    """

    of: tuple[re.Pattern[str], ...]
    without: re.Pattern[str]
    not_ending: tuple[str, ...] = ()

    def search(self, text: str) -> bool:
        """Return whether a text in lower case speaks so."""
        return (
            not text.rstrip().endswith(self.not_ending)
            and not is_in_a_line(self.without, text)
            and all(is_in_a_line(pattern, text) for pattern in self.of)
        )


class Apart(NamedTuple):
    """A text must name two versions of one thing that cannot be the same, and not as alike."""

    of: re.Pattern[str]
    names: Mapping[str, str]
    """The version that a name stands for."""
    without: re.Pattern[str]

    def search(self, text: str) -> bool:
        """Return whether a text in lower case names two."""
        if self.without.search(text):
            return False
        found: set[str] = set()
        for each in self.of.finditer(text):
            name, *numbers = each.groups()
            number = next(filter(None, numbers), "") or self.names[name]
            found.add(number.replace(".x", ""))
        return any(_differ(one, other) for one in found for other in found)


def _differ(one: str, other: str) -> bool:
    """Return whether two versions cannot be the same: "14" may be any 14.x."""
    return any(a != b for a, b in zip(one.split("."), other.split("."), strict=False))


class Symptom(NamedTuple):
    """A symptom: its word, the words of which one must be in the text, if any, and its pattern.

    With `by_line` the pattern is tried on the lines that hold a needle, else on the whole text;
    lines without a word that the pattern itself needs are left out (`needed_words.py`).
    Where there is a `beside`, such a line, or the text, must hold one of these words too.
    Where there is an `along`, the text must speak of that anywhere.
    Where there is an `unless`, what stands before the find in its line must not match it.
    """

    name: str
    needles: tuple[str, ...]
    pattern: re.Pattern[str]
    by_line: bool = True
    beside: tuple[str, ...] = ()
    along: re.Pattern[str] | Speaking | Apart | None = None
    unless: re.Pattern[str] | None = None


def told(
    name: str,
    pattern: str,
    *,
    needles: str | tuple[str, ...] = (),
    by_line: bool = True,
    beside: str | tuple[str, ...] = (),
    along: str | re.Pattern[str] | Speaking | Apart | None = None,
    unless: str | re.Pattern[str] | None = None,
) -> Symptom:
    """Return a symptom; words in one string are parted by spaces, expressions are compiled late.

    Needles are for what the pattern alone would find too often, or too slowly: the words without
    which it matches nothing are looked for anyway (`needed_words.py`).
    """
    return Symptom(
        name,
        words(needles) if isinstance(needles, str) else needles,
        late(pattern, FLAGS | SENTENCE),
        by_line=by_line,
        beside=words(beside) if isinstance(beside, str) else beside,
        along=late(along, FLAGS) if isinstance(along, str) else along,
        unless=late(unless, FLAGS) if isinstance(unless, str) else unless,
    )


def speaking(
    *of: str | re.Pattern[str], without: str | re.Pattern[str], not_ending: tuple[str, ...] = ()
) -> Speaking:
    """Return what a text must speak of; expressions are compiled late."""
    patterns = tuple(late(each, FLAGS) if isinstance(each, str) else each for each in of)
    denied = late(without, FLAGS) if isinstance(without, str) else without
    return Speaking(patterns, denied, not_ending)
