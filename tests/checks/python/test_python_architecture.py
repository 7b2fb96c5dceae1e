"""Is Python built for this Mac's processor?"""

from typing import Any

import pytest
from outcomes import PASSED, judged, outcome_of

from mps_doctor.judgement.checking import Failed
from mps_doctor_checks.python.python_architecture import python_architecture

ROSETTA = "python-x86_64-on-apple-silicon"
M1 = {"system": "Darwin", "chip": "Apple M1", "hardware_architecture": "arm64"}
INTEL = {"system": "Darwin", "chip": "Intel(R) Core(TM) i9", "hardware_architecture": "x86_64"}


@pytest.mark.parametrize(
    ("host", "python", "expected"),
    [
        ({}, {"architecture": "arm64"}, PASSED),
        (M1, {"architecture": "x86_64"}, ROSETTA),
        (M1, {"architecture": "i386"}, ROSETTA),
        (INTEL, {"architecture": "x86_64"}, PASSED),
        ({}, {"architecture": "x86_64", "translated": True}, ROSETTA),
        ({}, {"architecture": "x86_64", "translated": False}, PASSED),
        ({"chip": "Apple M2 Pro"}, {"processor": "i386"}, ROSETTA),
        ({"chip": "Apple M2 Pro"}, {"platform": "macOS-10.16-x86_64-i386-64bit"}, ROSETTA),
        ({"chip": "Apple M2 Pro"}, {"platform_tag": "macosx-11.0-arm64"}, PASSED),
        (
            {"chip": "Apple M3"},
            {"platform_tag": "macosx-10.9-universal2", "processor": "i386"},
            ROSETTA,
        ),
        ({"chip": "VirtualApple @ 2.50GHz processor"}, {"architecture": "x86_64"}, ROSETTA),
    ],
)
def test_python_architecture(host: dict[str, Any], python: dict[str, Any], expected: str) -> None:
    assert judged(python_architecture, host=host, python=python) == expected


def test_python_architecture_needs_the_processor() -> None:
    facts = {"host": {"system": "Darwin"}, "python": {"architecture": "x86_64"}}
    assert judged(python_architecture, **facts) == "unknown host.hardware_architecture"


def test_rosetta_evidence_holds_what_lightning_asks() -> None:
    python = {"architecture": "x86_64", "processor": "i386", "translated": True}
    outcome = outcome_of(python_architecture, host=M1, python=python)
    assert isinstance(outcome, Failed)
    assert "platform.processor(): i386" in outcome.evidence
