"""The work grows in step with the text: counted, not timed."""

import sys
from collections.abc import Callable

from tables import cases, cases_and

from mps_doctor import diagnose
from mps_doctor.pasted.error_texts import all_error_texts
from mps_doctor.pasted.parsing import parse_text

LARGEST_REPORT = 400_000
LITERALS = " ".join(literal for row in all_error_texts().values() for literal in row.literals)


def calls_of(function: Callable[[], object]) -> int:
    """Count the calls of Python functions and of built-in ones that a call makes."""
    count = 0

    def counted(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count


@cases
def test_twice_the_text_is_at_most_about_twice_the_work(unit: str) -> None:
    once, twice = unit * 400, unit * 800
    parse_text(once)  # compile the patterns first
    assert calls_of(lambda: parse_text(twice)) <= 2.5 * calls_of(lambda: parse_text(once)) + 500


@cases_and({"unit": f"{LITERALS} "})
def test_malice_comes_to_an_end_and_a_short_report(unit: str) -> None:
    """A pattern that grew with the square of the text would not end within the test's life."""
    report = diagnose(unit * (300_000 // len(unit)))
    assert report.facts.origin.kind == "pasted"
    assert len(report.to_json()) < LARGEST_REPORT
