"""Does PyTorch have builds for this Python?"""

from typing import Any

import pytest
from outcomes import PASSED, judged

from mps_doctor_checks.python.python_version import python_version

M1 = {"system": "Darwin", "chip": "Apple M1", "hardware_architecture": "arm64"}
INTEL = {"system": "Darwin", "chip": "Intel(R) Core(TM) i9", "hardware_architecture": "x86_64"}
NO_TORCH = {"installed": False}


@pytest.mark.parametrize(
    ("host", "python", "torch", "expected"),
    [
        ({}, {"version": "2.7.18"}, {}, "python-too-old"),
        ({}, {"version": "3.6.15"}, {}, "python-too-old"),
        ({"system": "Linux"}, {"version": "3.20.0"}, NO_TORCH, PASSED),
        (M1, {"version": "3.12.1"}, NO_TORCH, PASSED),
        (M1, {"version": "3.20.0"}, NO_TORCH, "python-version-no-wheel"),
        (M1, {"version": "3.20.0"}, {"installed": True, "version": "2.15.0"}, PASSED),
        ({**M1, "macos_version": "12.6"}, {"version": "3.12.1"}, NO_TORCH, PASSED),
        (
            {**M1, "macos_version": "12.6"},
            {"version": "3.13.1"},
            NO_TORCH,
            "python-version-no-wheel",
        ),
        ({**M1, "macos_version": "11.7"}, {"version": "3.12.1"}, NO_TORCH, PASSED),
        (M1, {"version": "3.13.1", "free_threaded": True}, NO_TORCH, PASSED),
        (M1, {"version": "3.12.1", "free_threaded": True}, NO_TORCH, "python-version-no-wheel"),
        (M1, {"version": "3.11.13", "implementation": "CPython"}, NO_TORCH, PASSED),
        (M1, {"version": "3.11.13", "implementation": "pypy"}, NO_TORCH, "python-version-no-wheel"),
        (
            {"system": "Linux"},
            {"version": "3.11.13", "implementation": "pypy"},
            NO_TORCH,
            "python-version-no-wheel",
        ),
        (INTEL, {"version": "3.12.1", "architecture": "x86_64"}, NO_TORCH, PASSED),
        (INTEL, {"version": "3.13.1", "architecture": "x86_64"}, NO_TORCH, "intel-mac-no-wheel"),
    ],
)
def test_python_version(
    host: dict[str, Any], python: dict[str, Any], torch: dict[str, Any], expected: str
) -> None:
    facts = {"architecture": "arm64", **python}
    assert judged(python_version, host=host, python=facts, torch=torch) == expected
