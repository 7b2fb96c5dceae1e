"""Is macOS a finished release that still gets updates?"""

from typing import Any

import pytest
from outcomes import PASSED, judged, outcome_of, said

from mps_doctor.facts import Unknown
from mps_doctor.judgement.checking import Failed
from mps_doctor_checks.host.unsupported_os import unsupported_os

MAC = {"system": "Darwin", "hardware_architecture": "arm64"}
INTEL = {"system": "Darwin", "hardware_architecture": "x86_64"}


@pytest.mark.parametrize(
    ("macos", "build", "smoke", "expected"),
    [
        ("26.2", "25C56", {}, PASSED),
        ("26.0", "25A5279m", {}, "macos-unsupported-or-beta"),
        ("14.0", "23A5276g", {"outcome": "crashed"}, "macos-unsupported-or-beta info"),
        ("13.4.1", "22F770820b", {}, "macos-unsupported-or-beta info"),  # a security response
        ("12.7.6", "21H1320", {}, "macos-unsupported-or-beta info"),
        ("14.8.9", "23J631", {}, "macos-unsupported-or-beta info"),
        ("15.8.2", "", {}, PASSED),
        ("27.0", "26A428", {}, PASSED),
        ("99.0", "88A123", {}, PASSED),  # newer than the data
    ],
)
def test_unsupported_os(macos: str, build: str, smoke: dict[str, Any], expected: str) -> None:
    host = {**MAC, "macos_version": macos, "macos_build": build}
    assert judged(unsupported_os, host=host, smoke=smoke) == expected


@pytest.mark.parametrize(
    ("model", "macos", "expected"),
    [
        ("MacBookPro12,1", "12.7.6", PASSED),  # its last, and nothing newer gets updates there
        ("MacBookAir8,1", "13.7.8", PASSED),  # its last is 14, which gets none either
        ("MacBookPro16,1", "13.7.8", "macos-unsupported-or-beta info"),
        ("", "13.7.8", "macos-unsupported-or-beta info"),
    ],
)
def test_no_advice_that_an_intel_mac_cannot_follow(model: str, macos: str, expected: str) -> None:
    host = {**INTEL, "macos_version": macos, "model": model or Unknown("refused")}
    outcome = outcome_of(unsupported_os, host=host)
    assert said(outcome) == expected
    if isinstance(outcome, Failed):
        assert "27" not in outcome.fixes[0].steps[1]
