"""Does the environment meet what the project requires?"""

from typing import Any

import pytest
from outcomes import APPLE, judged, outcome_of

from mps_doctor.facts import MissingFact, ProjectRequirement
from mps_doctor.judgement.checking import Passed
from mps_doctor_checks.project.project_requirements import project_requirements


def facts(*pairs: tuple[str, str], **sections: Any) -> dict[str, Any]:
    rows = tuple(ProjectRequirement(subject=name, need=need) for name, need in pairs)  # type: ignore[arg-type]
    return {
        "project": {"requirements": rows, "stated_in": "pyproject.toml"},
        "host": APPLE,
        "python": {"version": "3.12.8", "prefix": "/opt/v"},
        "conda": {"active": False},
        "torch": {"version": "2.9.1"},
        **sections,
    }


@pytest.mark.parametrize(
    ("pair", "expected"),
    [
        (("torch", ">=2.9"), "passed"),
        (("torch", ">=2.10"), "project-requirement-unmet"),
        (("python", "<3.12"), "project-requirement-unmet"),
        (("macos", ">=15"), "passed"),
        (("macos", ">=26"), "project-requirement-unmet"),
    ],
)
def test_versions(pair: tuple[str, str], expected: str) -> None:
    assert judged(project_requirements, **facts(pair)) == expected


@pytest.mark.parametrize(
    ("pair", "smoke", "why"),
    [
        (("level", "standard"), {}, "this run was not at --level standard"),
        (("level", "deep"), {}, "this run was not at --level deep"),
        (("device", "mps"), {}, "nothing ran on a device"),
        (
            ("device", "mps"),
            {"device": "cpu", "outcome": "completed"},
            "cpu was examined, not mps",
        ),
    ],
)
def test_what_this_run_did_not_show_is_unknown(
    pair: tuple[str, str], smoke: dict[str, Any], why: str
) -> None:
    with pytest.raises(MissingFact) as error:
        outcome_of(project_requirements, **facts(pair, smoke=smoke))
    assert error.value.missing.unknown == why


def test_the_level_and_device_that_ran_are_met() -> None:
    smoke = {"device": "mps", "outcome": "completed"}
    wanted = ("level", "standard"), ("device", "mps")
    found = outcome_of(project_requirements, **facts(*wanted, smoke=smoke))
    assert isinstance(found, Passed)
    assert found.have == "level standard, device mps"
