"""Does NumPy fit PyTorch?"""

import pytest
from outcomes import PASSED, judged

from mps_doctor.facts import Package
from mps_doctor_checks.companions.numpy_compatibility import numpy_compatibility


@pytest.mark.parametrize(
    ("torch", "numpy", "expected"),
    [
        ("2.1.2", "2.0.2", "numpy2-abi-mismatch"),
        ("2.2.2", "2.0.0b1", "numpy2-abi-mismatch"),
        ("2.2.2", "1.26.4", PASSED),
        ("2.3.0", "2.2.6", PASSED),
        ("2.1.2", None, PASSED),
    ],
)
def test_numpy_compatibility(torch: str, numpy: str | None, expected: str) -> None:
    packages = {"installed": (Package(name="numpy", version=numpy),) if numpy else ()}
    assert judged(numpy_compatibility, packages=packages, torch={"version": torch}) == expected
