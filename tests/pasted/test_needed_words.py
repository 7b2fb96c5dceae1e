"""The words that a pattern needs are in every text that it matches."""

from __future__ import annotations

import re
from functools import cache

import pytest
from reading import lines

from mps_doctor.pasted.deriving_words import derive
from mps_doctor.pasted.needed_words import needed_words
from mps_doctor.pasted.symptom_kinds import Symptom
from mps_doctor.pasted.symptom_order import SYMPTOMS

EVERY = 8
"""Of the lines for a symptom without needles: all of them would take long."""

COMMAND = "run: python -m mps_doctor.pasted.deriving_words"


@cache
def lowered_lines() -> list[str]:
    return sorted({line.lower() for line in lines()})


@pytest.mark.parametrize("symptom", SYMPTOMS, ids=lambda symptom: symptom.name)
def test_the_file_is_that_of_the_patterns(symptom: Symptom) -> None:
    assert needed_words(symptom.pattern) == derive(symptom.pattern), COMMAND


@pytest.mark.parametrize("symptom", SYMPTOMS, ids=lambda symptom: symptom.name)
def test_what_is_matched_has_a_word_of_each_group(symptom: Symptom) -> None:
    near = [line for line in lowered_lines() if any(needle in line for needle in symptom.needles)]
    if not symptom.needles:
        near = lowered_lines()[::EVERY]
    for line in filter(symptom.pattern.search, near):
        for group in derive(symptom.pattern):
            assert any(word in line for word in group), (line, group)


@pytest.mark.parametrize(
    ("expression", "groups"),
    [
        (r"\bno gpu\b", {("no gpu",)}),
        (r"(?:black|blank) images?", {("black image", "blank image")}),
        (
            r"m[1-3] (?:pro )?chip",
            {("m1 chip", "m1 pro chip", "m2 chip", "m2 pro chip", "m3 chip", "m3 pro chip")},
        ),
        (r"crash\w* (?:on|with) mps", {("crash",), (" on mps", " with mps")}),
        (r"(?=.*slow)(?=.*\bmps)(?!.*cuda)", {("slow",), ("mps",)}),
        (r"(?:freez\w+|hangs) [^.]{0,40}\bgpu|stuck", {("freez", "hangs", "stuck")}),
        (r"(?:nan)?s", {("s",)}),
        (r"(?:metal)?[^.]*", set()),
        (r"\d+ gpus?|\w+", set()),
    ],
)
def test_words_follow_from_an_expression(expression: str, groups: set[tuple[str, ...]]) -> None:
    assert set(derive(re.compile(expression))) == groups


def test_a_pattern_that_has_changed_asks_for_the_command() -> None:
    with pytest.raises(LookupError, match="deriving_words"):
        needed_words(re.compile("never derived"))
