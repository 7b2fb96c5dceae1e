"""Lines that differ in their digits alone are looked at once, and each is read as if alone."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest
import reading

from mps_doctor.pasted import parse_text
from mps_doctor.pasted.claims import Claims
from mps_doctor.pasted.lines import _may_tell, read_alone
from mps_doctor.pasted.symptoms import _told_by, _told_by_shape
from mps_doctor.patterns import is_in_a_line, shape_of, tells_digits_apart


@cache
def lines() -> tuple[str, ...]:
    """Return the lines of the texts of which is recorded what is read, with other digits, too."""
    found = reading.lines()
    chance = random.Random(0)
    changed = (re.sub(r"\d", lambda _: str(chance.randint(0, 9)), line) for line in sorted(found))
    return tuple(sorted({*found, *changed}))


def test_a_shape_tells_what_each_of_its_lines_tells() -> None:
    shared = 0
    for line in (line.lower() for line in lines()):
        told = _told_by_shape(shape_of(line))
        assert told is None or told == _told_by(line), line
        shared += told is not None
    assert shared > len(lines()) / 6


def test_a_line_is_left_out_only_where_nothing_is_read_of_it() -> None:
    left_out = [line for line in lines() if not _may_tell(shape_of(line))]
    for line in left_out:
        claims = Claims()
        read_alone(line, claims)
        assert not claims.anything(), line
    assert len(left_out) > len(lines()) / 4


@pytest.mark.parametrize(
    ("expression", "apart"),
    [
        (r"\bloss \d+\.\d{2,4}\b", False),
        (r"[0-9]+ of [^\n]{0,40} gpus?", False),
        (r"\bm[1-5]\b", True),
        (r"float64", True),
        (r"(\w+) or \1", True),
        (r"[2-9] gpus", True),
    ],
)
def test_a_pattern_tells_digits_apart(expression: str, apart: bool) -> None:
    assert tells_digits_apart(re.compile(expression)) is apart


def test_a_remembered_line_does_not_answer_for_another_digit() -> None:
    pattern = re.compile(r"\bm[1-5]\b")
    assert is_in_a_line(pattern, "a mac\nwith m1")
    assert not is_in_a_line(pattern, "a mac\nwith m9")


@pytest.mark.parametrize("version", ["2.2.2", "2.7.1"])
def test_rows_of_one_shape_keep_their_versions(version: str) -> None:
    assert parse_text(f"torch=={version}\n").torch.version == version
