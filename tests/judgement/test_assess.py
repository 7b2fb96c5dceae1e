"""One judgement for every command: policy and facts become results, and a report."""

import json
from typing import Any

import msgspec
import pytest
import samples
from samples import check_that, failed, result
from tables import cases

from mps_doctor import Failed, MPSUnavailableError, Report
from mps_doctor.facts import (
    Deep,
    Host,
    Machine,
    Messages,
    Origin,
    Package,
    Packages,
    Project,
    ProjectRequirement,
    StatedFact,
    TorchImport,
    Variable,
    Variables,
)
from mps_doctor.judgement.assess import Policy, assess, cite, judge
from mps_doctor.judgement.catalogue import Catalogue, order_checks
from mps_doctor.judgement.checking import Result
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


@cases
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
    assert 0 <= report.seconds < 60
    assert json.loads(report.to_json()) == report.to_dict()


@cases
def test_a_check_that_failed_to_run_is_no_verdict(status: Any, code: int, raises: bool) -> None:
    report = msgspec.structs.replace(judged(), results=(result("a", "errored", message="boom"),))
    verdict = msgspec.structs.replace(report.verdict, status=status, exit_code=code)
    report = msgspec.structs.replace(report, verdict=verdict)
    warned = pytest.warns(UserWarning, match="a failed to run: boom")
    with pytest.raises(MPSUnavailableError) if raises else warned:
        report.raise_for_status()


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


MACHINE = Machine(origin=Origin(kind="synthetic"))
BROKEN = Failed(cause="python-broken", message="broken")
ADVICE = Failed(cause="torch-below-recommended", message="old")


def results(*checks: Any, **policy: Any) -> tuple[Result, ...]:
    return judge(MACHINE, Catalogue(order_checks(checks)), Policy(**policy))


def outcomes(*checks: Any, **policy: Any) -> dict[str, str]:
    return {result.check: result.outcome for result in results(*checks, **policy)}


def test_a_consequence_is_skipped_and_names_its_root() -> None:
    found = results(
        check_that(id="c", requires=("b",)),
        check_that(id="b", requires=("a",)),
        check_that(BROKEN, "a"),
        check_that(id="other"),
    )
    assert {each.check: (each.outcome, each.because_of) for each in found} == {
        "a": ("failed", ()), "b": ("skipped", ("a",)), "c": ("skipped", ("a",)),
        "other": ("passed", ()),
    }  # fmt: skip


def test_advice_blocks_nothing() -> None:
    checks = check_that(ADVICE, "a"), check_that(id="b", requires=("a",))
    assert outcomes(*checks)["b"] == "passed"


def test_what_is_not_run_says_why() -> None:
    a, b = check_that(id="a"), check_that(id="b", family="torch")
    c = check_that(id="c", level="standard", concerns="any")
    assert outcomes(a, b, c, select=("torch",)) == {"a": "not-run", "b": "passed", "c": "not-run"}
    assert outcomes(a, b, c, level="quick")["c"] == "not-run"
    assert outcomes(a, b, c, device="cpu") == {
        "a": "not-applicable", "b": "not-applicable", "c": "passed",
    }  # fmt: skip
    for why, said in (("small models", "small models"), ("", "--ignore")):
        (found,) = results(a, ignore={"a": why})
        assert (found.outcome, found.message) == ("not-run", said)


def test_a_severity_is_what_the_user_says() -> None:
    checks = (check_that(BROKEN, "a"), check_that(id="b", requires=("a",)))
    softer = results(*checks, severities={"python-broken": "info"})
    assert [(r.outcome, r.severity) for r in softer] == [("failed", "info"), ("passed", None)]
    off = results(*checks, severities={"python-broken": "off"})
    assert (off[0].outcome, off[0].cause) == ("not-run", "python-broken")
    assert results(*checks, severities={"a": "off"})[0].outcome == "not-run"
    assert results(*checks, severities={"memory": "off"})[0].severity == "error"


def machine(*stated: tuple[str, int]) -> Machine:
    return Machine(
        origin=Origin(kind="pasted"),
        host=Host(macos_version="14.5"),
        torch_import=TorchImport(mps_available=False),
        packages=Packages(installed=(Package(name="numpy", version="2.0.2"),)),
        variables=Variables(values=(Variable(name="USE_MPS", value="0"),)),
        messages=Messages(stated=tuple(StatedFact(fact=fact, line=line) for fact, line in stated)),
    )


@cases
def test_a_line_is_named_where_the_text_states_the_fact(
    stated: tuple[str, int], evidence: str, cited: str
) -> None:
    passed = result("b")
    finding = failed("a", "python-broken", evidence=(evidence,))
    found, other = cite((finding, passed), machine(stated))
    assert found.evidence == (cited,)
    assert other is passed


def test_of_two_lines_the_first_is_named_and_without_a_text_nothing_changes() -> None:
    found = (failed("a", "python-broken", evidence=("macOS: 14.5",)),)
    twice = machine(("host.macos_version", 8), ("host.macos_version", 2))
    assert cite(found, twice)[0].evidence == ("macOS: 14.5 (line 2)",)
    assert cite(found, machine()) is found


def test_the_matrix_has_a_row_for_each_operation() -> None:
    tried = {"operation": "mm", "outcome": "compared"}
    document = {
        "results": [
            {"probe": "mm-fp32", "dtype": "float32", **tried},
            {"probe": "mm-fp16", "dtype": "float16", **tried, "outcome": "hung"},
            {"probe": "add-fp32", "dtype": "float32", **tried, "operation": "add"},
        ]
    }
    facts = msgspec.structs.replace(FACTS, deep=msgspec.convert(document, Deep))
    rows = assess(facts, Policy(plugins=False), TARGET).measurements.deep
    assert {row.operation: row.standings for row in rows} == {
        "mm": {"float32": "works", "float16": "crashes"}, "add": {"float32": "works"},
    }  # fmt: skip
    assert judged().measurements.deep == ()
