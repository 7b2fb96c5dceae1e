"""Do programs see the real version of macOS?"""

from typing import Any

import pytest
from outcomes import PASSED, judged, outcome_of, said

from mps_doctor.facts import MacOSAnswer, Variable
from mps_doctor.judgement.checking import Failed
from mps_doctor_checks.host.macos_version_reported import macos_version_reported

MAC = {"system": "Darwin", "hardware_architecture": "arm64"}
YES = (MacOSAnswer(version="26.0", answer=True),)
NO = (MacOSAnswer(version="26.0", answer=False),)


@pytest.mark.parametrize(
    ("real", "told", "answers", "expected"),
    [
        ("26.2", "26.2", {}, PASSED),
        ("26.2", "26.2", {"macos_at_least": YES}, PASSED),
        ("26.2", "16.0", {}, "macos-version-misreported warning"),
        ("26.2", "16.0", {"macos_at_least": YES}, "macos-version-misreported info"),
        ("26.2", "16.0", {"macos_at_least": NO}, "macos-version-misreported warning"),
        ("26.2", "26.2", {"macos_at_least": NO}, "macos-version-misreported warning"),
        ("15.5", "15.5", {"macos_at_least": NO}, PASSED),
        ("14.5", "10.16", {}, "macos-version-misreported warning"),
        ("27.0", "17.0", {}, "macos-version-misreported warning"),
        (
            "27.1",
            "27.1",
            {"macos_at_least": (MacOSAnswer(version="27.0", answer=False),)},
            PASSED,  # torch denies majors that it does not know
        ),
        (
            "26.3",
            "26.3",
            {"version": "2.8.0", "macos_at_least": (MacOSAnswer(version="26.0", answer=False),)},
            PASSED,  # it knows 26 from 2.9 on
        ),
    ],
)
def test_macos_version_reported(
    real: str, told: str, answers: dict[str, Any], expected: str
) -> None:
    host = {**MAC, "macos_version": real, "macos_version_reported": told}
    assert judged(macos_version_reported, host=host, torch_import=answers) == expected


@pytest.mark.parametrize(
    ("real", "told", "architecture", "value", "expected", "unset"),
    [
        # An Intel Python of an old SDK, as nearly all are, on whatever macOS.
        ("14.5", "10.16", "x86_64", None, "macos-version-misreported info", False),
        ("26.2", "16.0", "x86_64", None, "macos-version-misreported info", False),
        ("14.5", "10.16", "x86_64", "1", "macos-version-misreported warning", True),
        ("26.2", "16.0", "arm64", "0x1", "macos-version-misreported warning", True),
        # macOS takes what is no number for 0.
        ("26.2", "16.0", "arm64", "yes", "macos-version-misreported warning", False),
        ("26.2", "16.0", "arm64", "", "macos-version-misreported warning", False),
    ],
)
def test_the_variable_is_blamed_where_macos_heeds_it(
    real: str, told: str, architecture: str, value: str | None, expected: str, unset: bool
) -> None:
    switch = () if value is None else (Variable(name="SYSTEM_VERSION_COMPAT", value=value),)
    outcome = outcome_of(
        macos_version_reported,
        host={**MAC, "macos_version": real, "macos_version_reported": told},
        python={"architecture": architecture},
        variables={"values": switch},
    )
    assert said(outcome) == expected
    assert isinstance(outcome, Failed)
    assert any(fix.id == "unset-system-version-compat" for fix in outcome.fixes) is unset
