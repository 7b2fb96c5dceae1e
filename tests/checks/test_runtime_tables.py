"""Checks of the runtime family, called as plain functions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parent))

from outcome_words import CONDA, MAC, NOT_APPLICABLE, NOTHING, PASSED, PYTHON, said

from mps_doctor.facts import Host, Interpreter, SmokeTest, TorchImport, TorchInstall
from mps_doctor.judgement.checking import Failed
from mps_doctor_checks.runtime import mps_available, smoke_test


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
    outcome = mps_available(MAC, PYTHON, TorchInstall(), TorchImport(**answers))
    assert said(outcome) == expected


def test_mps_available_names_the_facts_that_would_decide() -> None:
    outcome = mps_available(
        Host(system="Darwin"), Interpreter(), TorchInstall(), TorchImport(mps_available=False)
    )
    assert isinstance(outcome, Failed)
    for fact in ("macOS version", "virtual machine", "sandbox", "torch version"):
        assert f"unknown: {fact}" in outcome.evidence


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
    install = TorchInstall(version="2.15.0")
    outcome = smoke_test(MAC, PYTHON, CONDA, NOTHING, install, SmokeTest(**smoke))
    assert said(outcome) == expected


def test_smoke_test_names_what_the_facts_say_of_the_system() -> None:
    install = TorchInstall(version="2.2.1")
    wrong = SmokeTest(**{**GOOD, "ones_wrong": 9})
    sonoma = Host(system="Darwin", hardware_architecture="arm64", macos_version="14.4.1")
    intel = Host(system="Darwin", hardware_architecture="x86_64", macos_version="13.3")
    beta = Host(system="Darwin", hardware_architecture="arm64", macos_build="23A5276g")
    crashed = SmokeTest(outcome="crashed", step="multiply-ones")
    for host, smoke, cause in (
        (sonoma, wrong, "mps-wrong-results-os-version"),
        (intel, wrong, "intel-mac-amd-gpu-unreliable"),
        (beta, crashed, "mps-crash-os-version"),
    ):
        python = Interpreter(version="3.11.8")
        outcome = smoke_test(host, python, CONDA, NOTHING, install, smoke)
        assert said(outcome) == f"{cause} error"


def test_smoke_test_of_another_device_speaks_of_that_device() -> None:
    smoke = SmokeTest(device="cpu", outcome="raised", error_message="watermark ratio")
    outcome = smoke_test(MAC, PYTHON, CONDA, NOTHING, TorchInstall(), smoke)
    assert isinstance(outcome, Failed)
    assert outcome.cause == "mps-smoke-failed"
    assert "cpu" in outcome.message
