"""Derives from the symptoms' patterns the words that they need: see `needed_words.py`.

`python -m mps_doctor.pasted.deriving_words` writes `needed_words.json`; a test compares
the file and the patterns.  Only who changes a pattern runs this.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from mps_doctor.pasted.needed_words import Groups, frequency, write_words
from mps_doctor.pasted.symptom_order import SYMPTOMS
from mps_doctor.patterns import written

MOST_GROUPS = 3
"""Groups that are kept of a pattern, the rarest first: more would not spare much."""

MOST_TEXTS = 64
"""Ways to write a part of a pattern that are told apart; one with more is looked through."""

LARGEST_RANGE = 8
"""Letters or digits of a range, `[1-5]`, that are told apart."""


def derive(pattern: re.Pattern[str]) -> Groups:
    """Return the groups of words that a pattern for texts in lower case needs."""
    groups = {_shortest(group) for group in _needed(_parse(*written(pattern)))}
    whole = [group for group in groups if not any("\n" in word for word in group)]
    return tuple(sorted(whole, key=lambda group: (frequency(group), group))[:MOST_GROUPS])


def _shortest(words: Iterable[str]) -> tuple[str, ...]:
    """Return the words without those that hold another one."""
    every = set(words)
    return tuple(sorted(w for w in every if not any(other != w and other in w for other in every)))


def _parse(text: str, flags: int) -> Any:
    # Of the standard library, without a promise to stay as it is.
    if sys.version_info >= (3, 11):
        from re import _parser as parser
    else:
        import sre_parse as parser
    return parser.parse(text, flags)


def _needed(parts: Any) -> Iterator[set[str]]:
    """Yield the groups of a sequence of parts, as the parser of the standard library returns it."""
    run = {""}
    for operator, value in parts:
        texts = _texts(operator, value)
        if texts is not None and len(run) * len(texts) <= MOST_TEXTS:
            run = {before + text for before, text in product(run, texts)}
            continue
        if all(run):
            yield run
        run = {""}
        yield from _needed_by(str(operator), value)
    if all(run):
        yield run


def _needed_by(operator: str, value: Any) -> Iterator[set[str]]:
    if operator == "SUBPATTERN":
        yield from _needed(value[3])
    elif operator == "ASSERT":
        yield from _needed(value[1])
    elif operator in ("MAX_REPEAT", "MIN_REPEAT") and value[0]:
        yield from _needed(value[2])
    elif operator == "BRANCH":
        every = [min(_needed(branch), key=frequency, default=None) for branch in value[1]]
        if None not in every:
            yield set().union(*(words for words in every if words))


def _texts(operator: Any, value: Any) -> set[str] | None:
    """Return all that a part may match, where that is little; None where it is much."""
    match str(operator):
        case "LITERAL":
            return {chr(value)}
        case "AT" | "ASSERT_NOT":
            return {""}
        case "IN":
            return _letters(value)
        case "SUBPATTERN":
            return _texts_in_line(value[3])
        case "BRANCH":
            every = [_texts_in_line(branch) for branch in value[1]]
            return None if None in every else set().union(*(texts for texts in every if texts))
        case "MAX_REPEAT" | "MIN_REPEAT" if value[1] == 1:
            texts = _texts_in_line(value[2])
            return texts if texts is None or value[0] else texts | {""}
    return None


def _texts_in_line(parts: Any) -> set[str] | None:
    run = {""}
    for operator, value in parts:
        texts = _texts(operator, value)
        if texts is None or len(run) * len(texts) > MOST_TEXTS:
            return None
        run = {before + text for before, text in product(run, texts)}
    return run


def _letters(members: Any) -> set[str] | None:
    letters: set[str] = set()
    for operator, value in members:
        match str(operator):
            case "LITERAL":
                letters.add(chr(value))
            case "RANGE" if value[1] - value[0] < LARGEST_RANGE:
                letters.update(map(chr, range(value[0], value[1] + 1)))
            case _:
                return None
    return letters


if __name__ == "__main__":
    write_words((symptom.pattern, derive(symptom.pattern)) for symptom in SYMPTOMS)
