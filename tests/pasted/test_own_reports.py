"""A report of ours that was pasted back, from a screen or a comment, names the cause it named."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from mps_doctor import diagnose, run_checks
from mps_doctor.judgement.report import Report
from mps_doctor.pasted.documents import without_own_words
from mps_doctor.render import Screen, render

MACHINES = Path(__file__).parents[1] / "machines"
REPORTS = {
    path.stem: run_checks(snapshot=path)
    for path in sorted(MACHINES.glob("*.json"))
    if path.stem != "expected"
}
SCREENS = {
    "80 columns": Screen(width=80),
    "40 columns": Screen(width=40),
    "ASCII": Screen(width=80, unicode=False),
    "every check": Screen(width=80, verbosity=1),
}


def cause_of(text: str) -> str | None:
    return diagnose(text).verdict.cause


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("machine", REPORTS)
def test_as_it_stood_on_a_screen(machine: str, screen: str) -> None:
    report: Report = REPORTS[machine]
    assert cause_of(render(report, "console", SCREENS[screen])) == report.verdict.cause


@pytest.mark.parametrize("machine", REPORTS)
def test_as_a_comment(machine: str) -> None:
    report: Report = REPORTS[machine]
    text = render(report, "markdown", Screen(width=80))
    assert cause_of(text) == report.verdict.cause
    assert cause_of(textwrap.indent(text, "> ")) == report.verdict.cause


def test_what_stands_beside_it_is_read() -> None:
    healthy = REPORTS["homebrew-externally-managed"]
    error = (
        "NotImplementedError: The operator 'aten::eigh' is not currently implemented for the MPS"
    )
    text = render(healthy, "console", Screen(width=80))
    assert cause_of(f"{text}\n{error} device.\n") == "op-not-implemented"
    assert cause_of(f"{error} device.\n\n{text}") == "op-not-implemented"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "✗ error  a: b\n  torch 2.1\n",
        "The doctor says it is broken\n  torch 2.1",
        "! HEALTHY food",
    ],
)
def test_any_other_text_is_left_as_it_is(text: str) -> None:
    assert without_own_words(text) == text
