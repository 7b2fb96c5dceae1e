"""Does work on the device give right results?"""

from typing import Any

import pytest
from outcomes import APPLE, PASSED, judged, outcome_of

from mps_doctor.judgement.checking import Failed
from mps_doctor.knowledge import releases
from mps_doctor_checks.runtime.smoke_test import smoke_test

GOOD = {"outcome": "completed", "relative_error": 3e-7, "ones_wrong": 0, "not_finite": 0}


@pytest.mark.parametrize(
    ("smoke", "expected"),
    [
        (GOOD, PASSED),
        ({**GOOD, "relative_error": 9.9e-5}, PASSED),
        ({**GOOD, "relative_error": 1.1e-4}, "mps-smoke-failed error"),
        ({**GOOD, "relative_error": float("nan")}, "mps-smoke-failed error"),
        ({**GOOD, "ones_wrong": 1}, "mps-smoke-failed error"),
        ({**GOOD, "not_finite": 1}, "mps-smoke-failed error"),
        ({**GOOD, "copy_wrong": 1}, "mps-smoke-failed error"),
        (
            {**GOOD, "stderr": ("Error: command buffer exited with error status.",)},
            "mps-smoke-failed error",
        ),
        ({"outcome": "hung"}, "mps-smoke-failed error"),
        ({"outcome": "crashed", "signal": "SIGABRT"}, "mps-smoke-failed error"),
        ({"outcome": "exited", "exit_code": 1}, "mps-smoke-failed error"),
        (
            {"outcome": "raised", "error_message": "MPS backend out of memory (MPS allocated: 9"},
            "mps-out-of-memory error",
        ),
        (
            {
                "outcome": "raised",
                "error_message": "aten::x is not currently implemented for the MPS device",
            },
            "op-not-implemented error",
        ),
        (
            {"outcome": "crashed", "stderr": ("Unable to reach MTLCompilerService",)},
            "metal-compiler-service-unreachable error",
        ),
    ],
)
def test_smoke_test(smoke: dict[str, Any], expected: str) -> None:
    assert judged(smoke_test, host=APPLE, torch={"version": "2.15.0"}, smoke=smoke) == expected


def test_smoke_test_names_what_the_facts_say_of_the_system() -> None:
    wrong = {**GOOD, "ones_wrong": 9}
    crashed = {"outcome": "crashed", "step": "multiply-ones"}
    for host, smoke, cause in (
        ({**APPLE, "macos_version": "14.4.1"}, wrong, "mps-wrong-results-os-version"),
        (
            {"system": "Darwin", "hardware_architecture": "x86_64"},
            wrong,
            "intel-mac-amd-gpu-unreliable",
        ),
        ({**APPLE, "macos_build": "23A5276g"}, crashed, "mps-crash-os-version"),
    ):
        python, torch = {"version": "3.11.8"}, {"version": "2.2.1"}
        outcome = judged(smoke_test, host=host, python=python, torch=torch, smoke=smoke)
        assert outcome == f"{cause} error"


@pytest.mark.parametrize(
    ("error", "fixes"),
    [
        ("MPS backend out of memory (MPS allocated: 9", ["free-memory"]),
        ("invalid high watermark ratio", ["unset-pytorch-mps-high-watermark-ratio"]),
        (
            "aten::x is not currently implemented for the MPS device",
            ["set-pytorch-enable-mps-fallback"],
        ),
        ("odd", ["try-again-or-report"]),
    ],
)
def test_the_remedy_fits_the_failure(error: str, fixes: list[str]) -> None:
    smoke = {"outcome": "raised", "error_message": error}
    newest = {"version": releases.newest_known().version}
    outcome = outcome_of(smoke_test, host=APPLE, torch=newest, smoke=smoke)
    assert isinstance(outcome, Failed)
    assert [fix.id for fix in outcome.fixes] == fixes
    assert not any("restart" in fix.needs for fix in outcome.fixes)


def test_smoke_test_of_another_device_speaks_of_that_device() -> None:
    smoke = {"device": "cpu", "outcome": "raised", "error_message": "watermark ratio"}
    outcome = outcome_of(smoke_test, smoke=smoke)
    assert isinstance(outcome, Failed)
    assert outcome.cause == "mps-smoke-failed"
    assert "cpu" in outcome.message
