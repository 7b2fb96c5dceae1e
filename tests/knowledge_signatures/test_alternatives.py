"""Each alternative of a pattern can be found: texts made from the pattern hold one of its literals.

A text is searched for a pattern only where it holds a literal of the row, so an alternative
without one would lie there dead.
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from expressions import constants as ops
from expressions import parser

from mps_doctor.knowledge.signatures import Signature, all_signatures, pattern_of

TRIES = 120
CATEGORIES = {"CATEGORY_DIGIT": "7", "CATEGORY_SPACE": " ", "CATEGORY_WORD": "q"}


@pytest.mark.parametrize("row", all_signatures().values(), ids=lambda row: row.id)
def test_a_text_of_the_pattern_holds_a_literal(row: Signature) -> None:
    pattern = pattern_of(row.id)
    parsed = parser.parse(row.pattern or re.escape(row.literal))
    dice = random.Random(row.id)
    texts = {_text_of(parsed, dice, {}).lower() for _ in range(TRIES)}
    found = {text for text in texts if pattern.search(text)}
    for words in ((row.literal, *row.or_literals), row.beside):
        assert not words or not {text for text in found if not any(item in text for item in words)}


def _text_of(parsed: Any, dice: random.Random, groups: dict[int, str]) -> str:
    """Return a text that the pattern matches, where nothing around it is asked for."""
    return "".join(_part(op, value, dice, groups) for op, value in parsed)


def _part(op: Any, value: Any, dice: random.Random, groups: dict[int, str]) -> str:
    if op is ops.LITERAL:
        return chr(value)
    if op is ops.IN:
        return _one_of(value, dice)
    if op is ops.BRANCH:
        return _text_of(dice.choice(value[1]), dice, groups)
    if op is ops.SUBPATTERN:
        text = _text_of(value[3], dice, groups)
        groups[value[0] or 0] = text
        return text
    if op in (ops.MAX_REPEAT, ops.MIN_REPEAT):
        low, high, inner = value
        times = low or dice.randint(0, min(1, high))
        return "".join(_text_of(inner, dice, groups) for _ in range(times))
    if op is ops.GROUPREF:
        return groups.get(value, "")
    return "~" if op in (ops.ANY, ops.NOT_LITERAL) else ""


def _one_of(members: Any, dice: random.Random) -> str:
    if members[0][0] is ops.NEGATE:
        return "~"
    op, value = dice.choice(members)
    if op is ops.LITERAL:
        return chr(value)
    return chr(value[0]) if op is ops.RANGE else CATEGORIES.get(str(value), "~")
