"""What holds for every built-in check: its words, its causes, its place in the graph."""

import json
import re
from pathlib import Path

import pytest

import mps_doctor_checks
from mps_doctor.facts import Machine, Origin, decode_machine
from mps_doctor.judgement.assess import Policy, judge
from mps_doctor.judgement.catalogue import load_checks
from mps_doctor.judgement.checking import Check, run_check
from mps_doctor.judgement.plugins import checks_in
from mps_doctor.knowledge.causes import all_causes

CATALOGUE = load_checks(plugins=False)
OURS = [item for item in CATALOGUE.checks if item.family != "messages"]
MACHINES = Path(__file__).parents[1] / "machines"
NAMES = sorted(json.loads((MACHINES / "expected.json").read_text()))

HEADINGS = ["## Why it matters", "## Fix", "## References"]

ONLY_IN_ERROR_TEXTS = {
    "macos-too-old-for-op": "which operators a program uses is no fact of the environment",
    "openmp-header-missing": "shown by the compiler that torch.compile calls",
    "wheel-tag-mismatch": "shown by the installer, of one file",
    "package-no-macos-wheel": "shown by the installer, of another package",
    "torch-mps-namespace-missing": "which functions a program calls is no fact of the environment",
}
"""Causes of the kind environment that no check raises from facts, and why."""


@pytest.fixture(scope="module")
def outcomes() -> dict[str, set[str]]:
    """What became of each check on the recorded machines, where nothing above it had failed."""
    seen: dict[str, set[str]] = {item.id: set() for item in OURS}
    for name in NAMES:
        machine = decode_machine((MACHINES / f"{name}.json").read_bytes())
        for level in ("quick", "standard", "deep"):
            for result in judge(machine, CATALOGUE, Policy(level=level)):
                seen.get(result.check, set()).add(result.outcome)
    return seen


@pytest.mark.parametrize("item", OURS, ids=lambda item: item.id)
def test_fails_on_one_machine_and_passes_on_another(
    item: Check[...], outcomes: dict[str, set[str]]
) -> None:
    assert {"failed", "passed"} <= outcomes[item.id]


@pytest.mark.parametrize("item", OURS, ids=lambda item: item.id)
def test_page(item: Check[...]) -> None:
    first, *rest = item.page.split("\n\n")
    assert re.fullmatch(r"[A-Z`].*\.", first.replace("\n", " "), re.DOTALL), "a full sentence first"
    found = re.findall(r"^## .*$", item.page, re.MULTILINE)
    assert found == HEADINGS
    references = item.page.partition("## References")[2]
    assert "- https://" in references
    assert rest


@pytest.mark.parametrize("item", OURS, ids=lambda item: item.id)
def test_declaration(item: Check[...]) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", item.id)
    assert item.title
    assert not item.title.endswith(".")
    assert item.causes
    assert set(item.causes) <= all_causes().keys()
    assert len(set(item.causes)) == len(item.causes)
    assert len(set(item.requires)) == len(item.requires)


def test_ids_are_unique_and_each_module_is_collected() -> None:
    ids = [item.id for item in checks_in(mps_doctor_checks)]
    assert len(ids) == len(set(ids))
    assert set(ids) == {item.id for item in CATALOGUE.checks}


def test_each_check_comes_after_those_it_requires() -> None:
    seen: set[str] = set()
    for item in CATALOGUE.checks:
        assert set(item.requires) <= seen, item.id
        seen.add(item.id)


def test_with_no_facts_nothing_fails_and_nothing_breaks() -> None:
    """Not-known is never reported as wrong."""
    for item in CATALOGUE.checks:
        for result in run_check(item, Machine(origin=Origin(kind="snapshot"))):
            assert result.outcome in ("unknown", "passed", "not-applicable"), result


def test_every_cause_of_the_environment_is_raised_or_explained() -> None:
    declared = {cause for item in OURS for cause in item.causes}
    environment = {id for id, cause in all_causes().items() if cause.kind == "environment"}
    assert environment - declared == set(ONLY_IN_ERROR_TEXTS)


def test_every_cause_is_raised_on_a_recorded_machine() -> None:
    raised: set[str | None] = set()
    for name in NAMES:
        machine = decode_machine((MACHINES / f"{name}.json").read_bytes())
        raised |= {result.cause for result in judge(machine, CATALOGUE)}
    environment = {id for id, cause in all_causes().items() if cause.kind == "environment"}
    assert environment - set(ONLY_IN_ERROR_TEXTS) <= raised
