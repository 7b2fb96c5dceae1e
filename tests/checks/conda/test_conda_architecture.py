"""Does the conda environment use packages for this Mac's processor?"""

from typing import Any

import pytest
from outcomes import NOT_APPLICABLE, PASSED, judged

from mps_doctor_checks.conda.conda_architecture import conda_architecture

ROSETTA = "python-x86_64-on-apple-silicon"
M1 = {"system": "Darwin", "chip": "Apple M1", "hardware_architecture": "arm64"}
INTEL = {"system": "Darwin", "chip": "Intel(R) Core(TM) i9", "hardware_architecture": "x86_64"}


@pytest.mark.parametrize(
    ("host", "python", "conda", "expected"),
    [
        (M1, {}, {"active": False}, NOT_APPLICABLE),
        (M1, {}, {"active": True, "subdir": "osx-arm64"}, PASSED),
        (M1, {}, {"active": True, "subdir": "osx-64"}, ROSETTA),
        (INTEL, {}, {"active": True, "subdir": "osx-64"}, PASSED),
        (M1, {"architecture": "arm64"}, {"subdir": "osx-64"}, "native-arch-mismatch warning"),
    ],
)
def test_conda_architecture(
    host: dict[str, Any], python: dict[str, Any], conda: dict[str, Any], expected: str
) -> None:
    assert judged(conda_architecture, host=host, python=python, conda=conda) == expected
