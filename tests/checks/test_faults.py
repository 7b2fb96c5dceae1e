"""One fault gives one cause; two independent faults are both found; every edge is real."""

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tables import table_of

from mps_doctor.facts import Machine, decode_machine
from mps_doctor.judgement.assess import judge
from mps_doctor.judgement.catalogue import FAMILIES, load_checks
from mps_doctor.judgement.checking import Result, run_check
from mps_doctor.judgement.verdict import reach_verdict

CATALOGUE = load_checks(plugins=False)
MACHINES = Path(__file__).parents[1] / "machines"
RECORDED = sorted(json.loads((MACHINES / "expected.json").read_text()))
FAULTS = table_of(__file__, "faults.toml")
SURFACE = FAULTS["surface"]


def spoil(machine: Machine, fault: dict[str, Any]) -> Machine:
    """Return the machine with a fault."""
    facts: dict[str, Any] = msgspec.to_builtins(machine)
    for section, values in fault.items():
        if section not in ("cause", "add"):
            facts[section] = values if "unknown" in values else {**facts[section], **values}
    for section, lists in fault.get("add", {}).items():
        for key, items in lists.items():
            names = {item["name"] for item in items if "name" in item}
            rest = [item for item in facts[section][key] if item.get("name") not in names]
            facts[section] = {**facts[section], key: [*rest, *items]}
    return msgspec.convert(facts, Machine)


PAIRS = list(itertools.combinations(SURFACE, 2))


def examine(machine: Machine) -> tuple[tuple[Result, ...], list[Result]]:
    results = judge(machine, CATALOGUE)
    assert not [result for result in results if result.outcome == "errored"]
    return results, [result for result in results if result.is_finding]


@pytest.mark.parametrize("name", SURFACE)
def test_one_fault_gives_one_cause(healthy: Callable[..., Machine], name: str) -> None:
    cause, machine = SURFACE[name]["cause"], spoil(healthy(), SURFACE[name])
    results, findings = examine(machine)
    assert {result.cause for result in findings} == {cause}
    assert reach_verdict(results, machine).cause == cause


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_faults_are_both_found(healthy: Callable[..., Machine], one: str, other: str) -> None:
    machine = spoil(spoil(healthy(), SURFACE[one]), SURFACE[other])
    results, findings = examine(machine)
    causes = {SURFACE[one]["cause"], SURFACE[other]["cause"]}
    assert {result.cause for result in findings} == causes
    candidates = reach_verdict(results, machine).candidates
    named = [item for item in candidates if item.severity != "info"]
    severities = [("error", "warning").index(item.severity) for item in named]
    assert severities == sorted(severities)


def test_of_two_alike_the_more_fundamental_comes_first(healthy: Callable[..., Machine]) -> None:
    """Host before Python before torch before what is built on it, in whatever order they came."""
    families = {item.id: FAMILIES.index(item.family) for item in CATALOGUE.checks}
    for one, other in (
        ("pre-release", "torchvision"),
        ("torchvision", "beta"),
        ("kept on the CPU", "json.py"),
        ("late fallback", "two OpenMP"),
        ("two torches", "beta"),
    ):
        machine = spoil(spoil(healthy(), SURFACE[one]), SURFACE[other])
        results, _ = examine(machine)
        candidates = reach_verdict(results, machine).candidates
        named = [families[item.check] for item in candidates if item.severity == "warning"]
        assert named == sorted(named)


def _machines(healthy: Callable[..., Machine]) -> list[Machine]:
    recorded = [decode_machine((MACHINES / f"{name}.json").read_bytes()) for name in RECORDED]
    faults = [*FAULTS["deep"].values(), *SURFACE.values()]
    spoilt = [spoil(healthy(), fault) for fault in faults]
    pairs = [
        spoil(spoilt[first], faults[second])
        for first, second in itertools.permutations(range(len(faults)), 2)
    ]
    return [*recorded, *spoilt, *pairs]


def test_every_edge_is_real(healthy: Callable[..., Machine]) -> None:
    """For each requirement there is a machine where the check fails for what it requires.

    There the required check stands failed or explained, and the check, run without regard to it,
    would fail too or could not be answered: skipping it hides a consequence, not a cause.
    """
    wanted = {(item.id, other) for item in CATALOGUE.checks for other in item.requires}
    for machine in _machines(healthy):
        blocked = {
            result.check
            for result in judge(machine, CATALOGUE)
            if result.outcome == "skipped"
            or (result.outcome == "failed" and result.severity == "error")
        }
        for item in CATALOGUE.checks:
            edges = {(item.id, other) for other in item.requires if other in blocked} & wanted
            if not edges:
                continue
            outcomes = {result.outcome for result in run_check(item, machine)}
            if "failed" in outcomes:
                wanted -= edges
            elif "unknown" in outcomes:
                # No Mac has no facts of a Mac; after a failed smoke test nothing deeper is run.
                wanted -= {(item.id, "host-system"), (item.id, "smoke-test")} & edges
    assert not wanted
