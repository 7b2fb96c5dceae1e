"""What holds for every built-in check, and on every recorded machine."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import mps_doctor_checks
from mps_doctor.facts import Machine, Origin, Unknown, decode_machine
from mps_doctor.judgement.assess import Policy, judge
from mps_doctor.judgement.catalogue import load_checks
from mps_doctor.judgement.checking import Check, Result, run_check
from mps_doctor.judgement.plugins import checks_in
from mps_doctor.judgement.verdict import reach_verdict
from mps_doctor.knowledge.causes import all_causes

CATALOGUE = load_checks(plugins=False)
OURS = [item for item in CATALOGUE.checks if item.family != "messages"]
MACHINES = Path(__file__).parents[1] / "machines"
EXPECTED: dict[str, Any] = json.loads((MACHINES / "expected.json").read_text())
ENVIRONMENT = {id for id, cause in all_causes().items() if cause.kind == "environment"}
ONLY_IN_ERROR_TEXTS = {
    "macos-too-old-for-op": "which operators a program uses is no fact of the environment",
    "openmp-header-missing": "shown by the compiler that torch.compile calls",
    "wheel-tag-mismatch": "shown by the installer, of one file",
    "package-no-macos-wheel": "shown by the installer, of another package",
    "torch-mps-namespace-missing": "which functions a program calls is no fact of the environment",
}
"""Causes of the kind environment that no check raises from facts, and why."""


def read(name: str) -> Machine:
    return decode_machine((MACHINES / f"{name}.json").read_bytes())


@cache
def judged(name: str, level: Any = "standard") -> tuple[Result, ...]:
    return judge(read(name), CATALOGUE, Policy(level=level))


@pytest.mark.parametrize("item", OURS, ids=lambda item: item.id)
def test_fails_on_one_machine_and_passes_on_another(item: Check[...]) -> None:
    levels = ("quick", "standard", "deep")
    results = [result for name in EXPECTED for level in levels for result in judged(name, level)]
    seen = {result.outcome for result in results if result.check == item.id}
    lacking = [outcome for outcome in ("failed", "passed") if outcome not in seen]
    assert lacking == [], f"on no recorded machine it {' or '.join(lacking)}: add a machine"


@pytest.mark.parametrize("item", OURS, ids=lambda item: item.id)
def test_its_words_and_its_declaration(item: Check[...]) -> None:
    first, *rest = item.page.split("\n\n")
    assert re.fullmatch(r"[A-Z`].*\.", first.replace("\n", " "), re.DOTALL), "a full sentence first"
    headings = re.findall(r"^## .*$", item.page, re.MULTILINE)
    assert headings == ["## Why it matters", "## Fix", "## References"]
    assert "- https://" in item.page.partition("## References")[2]
    assert rest
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", item.id)
    assert item.title
    assert not item.title.endswith(".")
    assert item.causes
    assert set(item.causes) <= all_causes().keys()
    for named in (item.causes, item.requires):
        assert len(set(named)) == len(named)


def test_each_module_is_collected_and_comes_after_those_it_requires() -> None:
    ids = [item.id for item in CATALOGUE.checks]
    assert sorted(ids) == sorted(item.id for item in checks_in(mps_doctor_checks))
    for number, item in enumerate(CATALOGUE.checks):
        assert set(item.requires) <= set(ids[:number]), item.id


def test_with_no_facts_nothing_fails_and_nothing_breaks() -> None:
    """Not-known is never reported as wrong."""
    for item in CATALOGUE.checks:
        for result in run_check(item, Machine(origin=Origin(kind="snapshot"))):
            assert result.outcome in ("unknown", "passed", "not-applicable"), result


def test_every_cause_is_raised_on_a_recorded_machine_or_explained() -> None:
    declared = {cause for item in OURS for cause in item.causes}
    assert ENVIRONMENT - declared == set(ONLY_IN_ERROR_TEXTS)
    raised = {result.cause for name in EXPECTED for result in judged(name)}
    assert ENVIRONMENT - set(ONLY_IN_ERROR_TEXTS) <= raised


@pytest.mark.parametrize("name", EXPECTED)
def test_one_cause_is_named_and_what_follows_from_it_is_skipped(name: str) -> None:
    expected, results = EXPECTED[name], judged(name)
    verdict = reach_verdict(results, read(name))
    assert not [result for result in results if result.outcome == "errored"]
    assert (verdict.cause, verdict.status) == (expected["cause"], expected["status"])
    named = {result.cause for result in results if result.is_finding}
    assert named == {expected["cause"], *expected.get("also", ())} - {None}
    failed = {result.check for result in results if result.outcome == "failed"}
    for result in results:
        if result.outcome == "skipped":
            assert set(result.because_of) <= failed
    if name.startswith("healthy-"):
        assert verdict.status == "healthy"


@pytest.mark.parametrize("name", EXPECTED)
def test_findings_are_complete(name: str) -> None:
    """A finding says what is wrong, why we think so, what to do, and how to verify it there."""
    verdict = reach_verdict(judged(name), read(name))
    known = not isinstance(read(name).python.executable, Unknown)
    for result in judged(name):
        if result.outcome == "failed":
            assert all((result.message, result.have, result.need, result.evidence, result.fixes))
            assert all((fix.commands or fix.steps) and fix.verify for fix in result.fixes)
        for argv in (argv for fix in result.fixes for argv in fix.verify):
            # Typed as it stands, `mps-doctor` examines whatever environment is active there.
            if argv[0] == "mps-doctor" and known:
                assert {"--python", "--env", "--version"} & set(argv)
    if verdict.status in ("broken", "degraded", "not-applicable"):
        assert verdict.prescription


def test_every_machine_is_expected_and_says_where_it_comes_from() -> None:
    files = {path.stem for path in MACHINES.glob("*.json")} - {"expected"}
    assert files == set(EXPECTED)
    assert len([name for name in files if name.startswith("healthy-")]) >= 10
    origins = [read(name).origin for name in files]
    assert all(origin.note for origin in origins)
    # A public report, or the snapshot of a real Mac.
    reports = {origin.name for origin in origins if origin.kind != "synthetic"}
    assert all(name.startswith("https://github.com/") for name in reports)
    assert len(reports) >= 15
