"""Evidence names the line of the pasted text that says so."""

from pathlib import Path

import pytest

from mps_doctor import Report, diagnose, run_checks
from mps_doctor.judgement.report import decode

MACHINES = Path(__file__).parents[1] / "machines"

TRANSLATED = """\
My MacBook Air (M2) does not find its GPU.

platform.machine(): x86_64
torch.backends.mps.is_available(): False
torch 2.2.2, macOS 14.4
"""

LISTED = """\
macOS 14.5, Apple M1
torch==2.4.0
numpy==1.26.4
torchvision==0.15.2
"""

SWITCHED_OFF = """\
Apple M3, macOS 15.1
accelerate==0.34.0
torch==2.5.1
ACCELERATE_USE_CPU=true
"""


def evidence_of(report: Report) -> list[str]:
    return [line for item in report.verdict.candidates for line in item.evidence]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (TRANSLATED, "process: x86_64 (line 3)"),
        (TRANSLATED, "chip: Apple M2 (line 1)"),
        (LISTED, "torch: 2.4.0 (line 2)"),
        (LISTED, "torchvision: 0.15.2 (line 4)"),
        (SWITCHED_OFF, "ACCELERATE_USE_CPU=true (line 4)"),
    ],
)
def test_the_line_stands_behind_what_is_seen(text: str, told: str) -> None:
    assert told in evidence_of(diagnose(text))


def test_line_numbers_are_those_of_the_text_as_it_was_pasted() -> None:
    quoted = "Hello,\n\n" + "".join(f"> {line}\n" for line in TRANSLATED.splitlines())
    assert "process: x86_64 (line 5)" in evidence_of(diagnose(quoted))


def test_what_the_text_does_not_state_has_no_line() -> None:
    report = diagnose("macOS 12.7.6\nApple M1\ntorch 2.1.0\n")
    (ended,) = (item for item in report.results if item.check == "unsupported-os")
    stated, other = ended.evidence
    assert stated == "macOS: 12.7.6 (line 1)"
    assert other.startswith("data of ")
    assert "line" not in other


def test_a_report_that_is_pasted_keeps_the_lines_of_its_text() -> None:
    report = diagnose(TRANSLATED)
    document = report.to_json().encode()
    assert evidence_of(diagnose(document)) == evidence_of(decode(document))


def test_of_an_examined_environment_no_line_is_named() -> None:
    report = run_checks(snapshot=MACHINES / "conda-osx-64-under-rosetta.json")
    assert report.verdict.status == "broken"
    assert not [line for line in evidence_of(report) if "(line" in line]
