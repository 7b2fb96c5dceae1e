"""Each recorded machine gets the one cause and the status that its file was recorded for."""

import json
from pathlib import Path

import pytest

from mps_doctor.facts import Machine, Unknown, decode_machine
from mps_doctor.judgement.checking import Result
from mps_doctor.judgement.engine import judge, load_checks
from mps_doctor.judgement.verdict import Verdict, reach_verdict

MACHINES = Path(__file__).parents[1] / "machines"
EXPECTED = json.loads((MACHINES / "expected.json").read_text())
CATALOGUE = load_checks(plugins=False)


def read(name: str) -> Machine:
    return decode_machine((MACHINES / f"{name}.json").read_bytes())


def examine(machine: Machine) -> tuple[tuple[Result, ...], Verdict]:
    results = judge(machine, CATALOGUE)
    return results, reach_verdict(results, machine)


@pytest.mark.parametrize("name", EXPECTED)
def test_cause_and_status(name: str) -> None:
    results, verdict = examine(read(name))
    assert not [result for result in results if result.outcome == "errored"]
    assert (verdict.cause, verdict.status) == (EXPECTED[name]["cause"], EXPECTED[name]["status"])


@pytest.mark.parametrize("name", EXPECTED)
def test_one_cause_is_named(name: str) -> None:
    """What follows from the cause is skipped, and names the check that explains it."""
    results, _ = examine(read(name))
    named = {result.cause for result in results if result.is_finding}
    expected = {EXPECTED[name]["cause"], *EXPECTED[name].get("also", ())} - {None}
    assert named == expected
    failed = {result.check for result in results if result.outcome == "failed"}
    for result in results:
        if result.outcome == "skipped":
            assert set(result.because_of) <= failed


@pytest.mark.parametrize("name", EXPECTED)
def test_findings_are_complete(name: str) -> None:
    """A finding says what is wrong, why we think so, and what to do."""
    results, verdict = examine(read(name))
    for result in results:
        if result.outcome == "failed":
            assert result.message
            assert result.have
            assert result.need
            assert result.evidence
            assert result.fixes
            assert all(fix.commands or fix.steps for fix in result.fixes)
            assert all(fix.verify for fix in result.fixes)
    if verdict.status in ("broken", "degraded", "not-applicable"):
        assert verdict.prescription


@pytest.mark.parametrize("name", EXPECTED)
def test_what_proves_a_fix_names_the_environment(name: str) -> None:
    """Typed as it stands, `mps-doctor` examines whatever environment is active there."""
    machine = read(name)
    results, _ = examine(machine)
    proofs = [argv for result in results for fix in result.fixes for argv in fix.verify]
    for argv in proofs:
        if argv[0] == "mps-doctor" and not isinstance(machine.python.executable, Unknown):
            assert {"--python", "--env", "--version"} & set(argv)


def test_every_file_is_expected_and_says_where_it_comes_from() -> None:
    files = {path.stem for path in MACHINES.glob("*.json")} - {"expected"}
    assert files == set(EXPECTED)
    reports = set()
    for name in files:
        origin = read(name).origin
        assert origin.note
        if origin.kind != "synthetic":  # a public report, or the snapshot of a real Mac
            assert origin.name.startswith("https://github.com/")
            reports.add(origin.name)
    assert len(files) >= 30
    assert len(reports) >= 15


def test_healthy_machines_have_no_findings() -> None:
    healthy = [name for name in EXPECTED if name.startswith("healthy-")]
    assert len(healthy) >= 10
    for name in healthy:
        results, verdict = examine(read(name))
        assert verdict.status == "healthy"
        assert not [result for result in results if result.is_finding]
