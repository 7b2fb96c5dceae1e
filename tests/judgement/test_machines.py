"""Each recorded machine gets the one cause and the status that its file was recorded for."""

import json
from functools import cache
from pathlib import Path

import pytest

from mps_doctor.facts import Machine, Unknown, decode_machine
from mps_doctor.judgement.assess import judge
from mps_doctor.judgement.catalogue import load_checks
from mps_doctor.judgement.checking import Result
from mps_doctor.judgement.verdict import Verdict, reach_verdict

MACHINES = Path(__file__).parents[1] / "machines"
EXPECTED = json.loads((MACHINES / "expected.json").read_text())
CATALOGUE = load_checks(plugins=False)


def read(name: str) -> Machine:
    return decode_machine((MACHINES / f"{name}.json").read_bytes())


@cache
def examine(name: str) -> tuple[tuple[Result, ...], Verdict]:
    results = judge(read(name), CATALOGUE)
    return results, reach_verdict(results, read(name))


@pytest.mark.parametrize("name", EXPECTED)
def test_one_cause_is_named_and_what_follows_from_it_is_skipped(name: str) -> None:
    results, verdict = examine(name)
    assert not [result for result in results if result.outcome == "errored"]
    assert (verdict.cause, verdict.status) == (EXPECTED[name]["cause"], EXPECTED[name]["status"])
    named = {result.cause for result in results if result.is_finding}
    assert named == {EXPECTED[name]["cause"], *EXPECTED[name].get("also", ())} - {None}
    failed = {result.check for result in results if result.outcome == "failed"}
    for result in results:
        if result.outcome == "skipped":
            assert set(result.because_of) <= failed


@pytest.mark.parametrize("name", EXPECTED)
def test_findings_are_complete(name: str) -> None:
    """A finding says what is wrong, why we think so, what to do, and how to verify it there."""
    results, verdict = examine(name)
    known = not isinstance(read(name).python.executable, Unknown)
    for result in results:
        if result.outcome == "failed":
            assert result.message
            assert result.have
            assert result.need
            assert result.evidence
            assert result.fixes
            assert all((fix.commands or fix.steps) and fix.verify for fix in result.fixes)
        for argv in (argv for fix in result.fixes for argv in fix.verify):
            # Typed as it stands, `mps-doctor` examines whatever environment is active there.
            if argv[0] == "mps-doctor" and known:
                assert {"--python", "--env", "--version"} & set(argv)
    if verdict.status in ("broken", "degraded", "not-applicable"):
        assert verdict.prescription


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
        results, verdict = examine(name)
        assert verdict.status == "healthy"
        assert not [result for result in results if result.is_finding]
