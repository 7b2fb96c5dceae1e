"""The probe as one script: any Python runs it, and `diagnose` judges what it prints."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from simulated_mac import SimMac

from mps_doctor.features.examination import diagnose
from mps_doctor.features.probe_script import make_probe_script


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "mps_probe.py"
    path.write_text(make_probe_script(), encoding="utf-8")
    return path


def run(script: Path, *options: str, **environment: str) -> str:
    command = [sys.executable, str(script), *options]
    env = {**os.environ, **environment}
    return subprocess.run(
        command, env=env, stdout=subprocess.PIPE, text=True, timeout=120, check=True
    ).stdout


def test_its_output_is_judged_also_within_an_issue(script: Path) -> None:
    said = run(script, "--level", "quick")
    report = diagnose(f"It does not work, see below.\n\n```\n{said}```\nThank you")
    assert (report.verdict.status, report.verdict.cause) == ("not-applicable", "not-macos-host")


def test_it_names_nobody_and_leaves_nothing(script: Path, tmp_path: Path) -> None:
    home, temporary = tmp_path / "jane-d0e", tmp_path / "temporary"
    temporary.mkdir()
    said = run(script, "--level", "quick", HOME=str(home), USER="jane-d0e", TMPDIR=str(temporary))
    assert "jane" not in said
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize(
    ("mps", "status", "cause"),
    [
        ("", "healthy", None),
        ("fault:aten::mm=abort,x.mm:1: failed assertion `boom'", "broken", "mps-smoke-failed"),
    ],
)
def test_a_mac(
    script: Path, simulated_mac: Callable[..., SimMac], mps: str, status: str, cause: str | None
) -> None:
    mac = simulated_mac("m2_macos145", mps=mps)
    report = diagnose(mac.run(script).stdout)
    assert (report.verdict.status, report.verdict.cause) == (status, cause)
