"""Does mps-doctor's data know this PyTorch, macOS and Python?"""

import pytest
from outcomes import PASSED, judged

from mps_doctor_checks.settings.self import self_check


@pytest.mark.parametrize(
    ("host", "python", "torch", "expected"),
    [
        ("15.5", "3.12.8", "2.15.0", PASSED),
        ("15.5", "3.12.8", "2.99.0", "doctor-data-outdated"),
        # No data will ever hold these: an update is no help.
        ("15.5", "3.12.8", "2.99.0.dev20270101", PASSED),
        ("15.5", "3.12.8", "2.99.0a0+git0123456", PASSED),
        ("99.0", "3.12.8", "2.15.0", "doctor-data-outdated"),
        ("15.5", "3.99.0", "2.15.0", "doctor-data-outdated"),
    ],
)
def test_self(host: str, python: str, torch: str, expected: str) -> None:
    facts = {"host": {"macos_version": host}, "python": {"version": python}}
    assert judged(self_check, torch={"version": torch}, **facts) == expected
