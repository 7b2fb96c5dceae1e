"""One judgement for every command: policy and facts become a report."""

import json
from typing import Any

import msgspec
import pytest
import samples

from mps_doctor import MPSUnavailableError, Report
from mps_doctor.facts import Project, ProjectRequirement
from mps_doctor.judgement.assess import Policy, assess
from mps_doctor.judgement.report import Target, decode
from mps_doctor.system.errors import InputError

TARGET = Target(kind="snapshot", name="mac.json")
FACTS = samples.report(samples.HEALTHY).facts


def judged(**policy: Any) -> Report:
    return assess(FACTS, Policy(plugins=False, **policy), TARGET)


def test_what_is_left_out_is_listed_with_its_reason() -> None:
    report = judged(ignore={"memory": "small models", "settings": "not ours"})
    assert [(row.check, row.reason) for row in report.ignored] == [
        ("memory", "small models"), ("mps-variables", "not ours"), ("self", "not ours"),
    ]  # fmt: skip


def test_a_cause_switched_off_is_listed_where_it_was_found() -> None:
    facts = samples.report(samples.DEGRADED).facts
    cause = samples.report(samples.DEGRADED).verdict.cause
    policy = Policy(plugins=False, severities={str(cause): "off", "memory": "off"})
    report = assess(facts, policy, TARGET)
    assert report.verdict.status == "healthy"
    assert [row.check for row in report.ignored] == ["memory", "torch-companions"]


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        ({"select": ("torch-instaled",)}, "did you mean 'torch-installed'"),
        ({"ignore": {"hosst": ""}}, "did you mean 'host'"),
        ({"severities": {"memry": "off"}}, "no check or cause is called 'memry'"),
        ({"expect": "sandbox-no-device"}, "did you mean 'sandbox-no-metal-device'"),
    ],
)
def test_a_name_that_nothing_has_is_refused(policy: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        judged(**policy)


def test_a_projects_name_for_a_plug_in_that_is_left_out_is_passed_over() -> None:
    place_of = {"disk-space": "pyproject.toml:3"}.get
    report = judged(ignore={"disk-space": "big disk"}, place_of=lambda name: place_of(name, ""))
    assert report.ignored == ()
    policy = Policy(ignore={"disk-space": ""}, place_of=lambda name: place_of(name, ""))
    with pytest.raises(InputError, match=r"pyproject.toml:3: no check is called 'disk-space'"):
        assess(FACTS, policy, TARGET)


def test_what_a_project_requires_is_judged_with_the_rest() -> None:
    need = ProjectRequirement(subject="torch", need=">=99")
    report = judged(project=Project(requirements=(need,), stated_in="pyproject.toml"))
    assert report.verdict.cause == "project-requirement-unmet"
    assert report.facts.project.stated_in == "pyproject.toml"


def test_an_expected_verdict_is_in_the_report() -> None:
    document = judged(expect="healthy").to_dict()
    assert document["verdict"]["expected"] == {"value": "healthy", "met": True}  # type: ignore[index]
    assert "expected" not in judged().to_dict()["verdict"]  # type: ignore[operator]


def test_a_report_goes_out_and_comes_back() -> None:
    report = judged()
    assert decode(report.to_json().encode()) == report
    assert json.loads(report.to_json()) == report.to_dict()


def test_a_report_raises_where_its_exit_code_says_so() -> None:
    judged().raise_for_status()
    report = samples.report(samples.ROSETTA)
    with pytest.raises(MPSUnavailableError, match="python-x86_64-on-apple-silicon") as caught:
        report.raise_for_status()
    assert caught.value.report is report
    assert report.verdict.headline in str(caught.value)
    verdict = msgspec.structs.replace(report.verdict, cause=None)
    with pytest.raises(MPSUnavailableError, match=r"\(broken; "):
        msgspec.structs.replace(report, verdict=verdict).raise_for_status()


def test_it_reads_well_at_a_prompt() -> None:
    report = samples.report(samples.ROSETTA)
    assert repr(report) == (
        "<Report broken (python-x86_64-on-apple-silicon), exit code 1: "
        "PyTorch can't use this Mac's GPU: Python is an Intel build>"
    )
    assert str(report).startswith("✗ PyTorch can't use this Mac's GPU: Python is an Intel build\n")
    assert "\x1b" not in str(report)
