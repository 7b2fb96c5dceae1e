"""Does PyTorch find the GPU?"""

from typing import Any

import pytest
from outcomes import NOT_APPLICABLE, PASSED, judged, outcome_of

from mps_doctor.judgement.checking import Failed
from mps_doctor_checks.runtime.mps_available import mps_available


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({"mps_available": True}, PASSED),
        ({"mps_available": False}, "mps-unavailable-unexplained"),
        ({"mps_available": False, "mps_built": False}, NOT_APPLICABLE),
        ({"mps_module": False}, NOT_APPLICABLE),
        ({"answers_error": "it was ended by SIGSEGV"}, "mps-unavailable-unexplained"),
        (
            {"mps_built": True, "answers_error": "is_available() raises RuntimeError: x"},
            "mps-unavailable-unexplained",
        ),
    ],
)
def test_mps_available(answers: dict[str, Any], expected: str) -> None:
    assert judged(mps_available, torch_import=answers) == expected


def test_mps_available_names_the_facts_that_would_decide() -> None:
    host, answers = {"system": "Darwin"}, {"mps_available": False}
    outcome = outcome_of(mps_available, host=host, torch_import=answers)
    assert isinstance(outcome, Failed)
    for fact in ("macOS version", "virtual machine", "sandbox", "torch version"):
        assert f"unknown: {fact}" in outcome.evidence
