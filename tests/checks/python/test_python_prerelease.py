"""Is Python a finished release?"""

import pytest
from outcomes import PASSED, judged

from mps_doctor_checks.python.python_prerelease import python_prerelease


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("3.13.0", PASSED),
        ("3.12.8 | packaged by Anaconda, Inc.", PASSED),
        ("3.15.0rc1", "python-prerelease"),
        ("3.15.0a7", "python-prerelease"),
        ("3.14.0b2+", "python-prerelease"),
    ],
)
def test_python_prerelease(version: str, expected: str) -> None:
    assert judged(python_prerelease, python={"version": version}) == expected
