"""What a text is about, and whether it counts as a report: the cases of the one gate."""

from typing import Any

import pytest
from tables import cases, table_of

from mps_doctor import diagnose
from mps_doctor.facts import known_or
from mps_doctor.pasted.gate import judge_scope
from mps_doctor.pasted.parsing import parse_text
from mps_doctor.pasted.rows.runtimes import RUNTIMES
from mps_doctor.pasted.symptom import Runtime

TROUBLE = "On my M1 with mps training ends with a loss of nan.\n"
ERROR = "AssertionError: Torch not compiled with CUDA enabled\n"
BLOCK = "PyTorch version: 2.4.0\nOS: macOS 12.0 (arm64)\n"


@pytest.mark.parametrize("case", table_of(__file__, "gate.toml")["case"])
def test_scope(case: dict[str, Any]) -> None:
    scope = judge_scope(case["text"])
    messages = parse_text(case["text"]).messages
    said = {
        "topics": sorted(scope.topics),
        "form": scope.form,
        "about": known_or(messages.about, ""),
    }
    asked = [name for name in said if name in case]
    assert {name: said[name] for name in asked} == {name: case[name] for name in asked}


@pytest.mark.parametrize("form", ["fix: nan\n\n", "Feature request: mps\n\n", ""])
def test_only_a_report_tells_symptoms(form: str) -> None:
    told = known_or(parse_text(form + TROUBLE).messages.reported, ())
    assert bool(told) is (form == "")


@pytest.mark.parametrize("before", ["Feature request: mps\n\n", "It was my mistake.\n", ""])
def test_an_error_text_and_an_environment_count_in_any_form(before: str) -> None:
    assert diagnose(f"{before}{BLOCK}").verdict.cause == "macos-too-old-for-torch"
    assert diagnose(f"{before}On my M1:\n{ERROR}").verdict.cause == "app-requires-cuda"


def test_a_note_on_a_change_that_quotes_an_error_reports_none() -> None:
    note = f"Ask for mps before cuda.\n\nOn an M1 this no longer raises\n{ERROR}\nCloses #12\n"
    report = diagnose(note)
    assert report.facts.messages.form == "change"
    assert report.verdict.cause is None


@cases
def test_an_error_text_counts_where_it_is_printed_and_about_torch(
    text: str, cause: str | None
) -> None:
    assert diagnose(text).verdict.cause == cause


@pytest.mark.parametrize("row", RUNTIMES, ids=lambda row: row.name)
def test_another_runtime_is_named_and_left_alone(row: Runtime) -> None:
    for text in row.examples:
        assert judge_scope(text).about == row.name
        trouble = f"{text}\nThe results on my M1's GPU are wrong, the CPU is right."
        report = diagnose(trouble)
        assert report.facts.messages.about == row.name
        assert report.verdict.cause is None
