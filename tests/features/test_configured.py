"""What a project's file makes the doctor do."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tables import cases

from mps_doctor.features.examination import run_checks

MACHINES = Path(__file__).parents[1] / "machines"
HEALTHY = MACHINES / "healthy-m2pro-macos-15-torch-2.14.1.json"
SMALL = MACHINES / "healthy-m1-8gb.json"
ROSETTA = MACHINES / "conda-osx-64-under-rosetta.json"


def configured(folder: Path, text: str) -> Path:
    file = folder / "mps-doctor.toml"
    file.write_text(text, encoding="utf-8")
    return file


def doctor(folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mps_doctor", *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, cwd=folder, timeout=120, check=False
    )


def judged(folder: Path, *arguments: str | Path) -> dict[str, Any]:
    done = doctor(folder, "--snapshot", SMALL, "--format", "json", *arguments)
    assert done.stderr == ""
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def outcome(document: dict[str, Any], check: str) -> str:
    return next(str(row["outcome"]) for row in document["results"] if row["check"] == check)


WHOLE = """
select = ["host", "torch", "project"]
fail-on = "warning"
level = "quick"
[ignore]
memory = "the models here are small"
[severity]
torch-version = "off"
[require]
torch = ">=2.6"
"""


def test_every_key_does_what_it_says_and_the_command_line_wins(tmp_path: Path) -> None:
    configured(tmp_path, WHOLE)
    document = judged(tmp_path)
    assert document["verdict"]["fail_on"] == "warning"
    assert {"check": "memory", "reason": "the models here are small"} in document["ignored"]
    assert {"check": "torch-version", "reason": "its severity is set to off"} in document["ignored"]
    assert outcome(document, "smoke-test") == "not-run"
    assert outcome(document, "torch-installed") == "passed"
    assert outcome(document, "project-requirements") == "passed"

    given = ("--select", "memory", "--ignore", "host-system", "--fail-on", "error")
    document = judged(tmp_path, *given)
    assert outcome(document, "memory") == "failed"
    assert [row["check"] for row in document["ignored"]] == ["host-system", "torch-version"]
    assert document["verdict"]["fail_on"] == "error"

    assert judged(tmp_path, "--no-config")["ignored"] == []


def test_a_severity_is_replaced_and_what_is_off_is_listed(tmp_path: Path) -> None:
    assert run_checks(snapshot=SMALL).verdict.status == "healthy"
    for key in ("memory", "gpu-memory-small"):  # the check, or its cause
        file = configured(tmp_path, f'[severity]\n{key} = "error"\n')
        verdict = run_checks(snapshot=SMALL, config=file).verdict
        assert (verdict.status, verdict.cause) == ("broken", "gpu-memory-small")
    before = run_checks(snapshot=ROSETTA).verdict
    file = configured(tmp_path, f'[severity]\n{before.cause} = "off"\ntorch-not-installed = "off"')
    report = run_checks(snapshot=ROSETTA, config=file)
    assert report.verdict.cause != before.cause
    listed = {item.check: item.reason for item in report.ignored}
    assert str(before.cause) in listed[before.candidates[0].check]
    assert "torch-installed" not in listed  # that was not found


@cases
def test_requirements(tmp_path: Path, stated: str, expected: str, have: str) -> None:
    report = run_checks(snapshot=HEALTHY, config=configured(tmp_path, f"[require]\n{stated}\n"))
    result = next(row for row in report.results if row.check == "project-requirements")
    assert (result.outcome, result.have if expected == "failed" else "") == (expected, have)
    if expected == "failed":
        assert report.verdict.cause == "project-requirement-unmet"
        assert report.verdict.headline == "This environment doesn't meet the project's requirements"
        assert "mps-doctor.toml" in result.evidence[0]
        assert result.fixes


def test_a_fix_is_for_what_the_project_asks(tmp_path: Path) -> None:
    file = configured(tmp_path, '[require]\ntorch = ">=99"\n')
    causes = [item.cause for item in run_checks(snapshot=ROSETTA, config=file).verdict.candidates]
    assert causes[:2] == ["python-x86_64-on-apple-silicon", "project-requirement-unmet"]
    fix = ("fix", "--snapshot", HEALTHY, "--format", "json")
    asked = json.loads(doctor(tmp_path, *fix).stdout)
    assert asked["before"]["cause"] == "project-requirement-unmet"
    assert "torch>=99" in str(asked["steps"])


def test_a_mistake_is_found_before_anything_is_started(tmp_path: Path) -> None:
    marker, python = tmp_path / "started", tmp_path / "python"
    python.write_text(f"#!/bin/sh\ntouch {marker}\n")
    python.chmod(0o755)
    configured(tmp_path, 'ignore = ["memry"]')
    done = doctor(tmp_path, "--snapshot", HEALTHY)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "mps-doctor.toml:1: no check is called 'memry'; did you mean 'memory'" in done.stderr
    configured(tmp_path, "selekt = []")
    assert doctor(tmp_path, "--python", python).returncode == 2
    assert not marker.exists()
