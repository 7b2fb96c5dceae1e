"""The composite action for GitHub: its script run here, and its wiring read from the file."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ACTION = Path(__file__).resolve().parents[2] / ".github" / "actions" / "mps-doctor"
TEXT = (ACTION / "action.yml").read_text(encoding="utf-8")


def run(tmp_path: Path, **inputs: str) -> tuple[int, dict[str, str], str, str]:
    output, summary = tmp_path / "output", tmp_path / "summary"
    clean = {name: value for name, value in os.environ.items() if not name.startswith("INPUT_")}
    done = subprocess.run(
        [str(ACTION / "examine.sh"), sys.executable],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={
            **clean,
            "RUNNER_TEMP": str(tmp_path),
            "GITHUB_OUTPUT": str(output),
            "GITHUB_STEP_SUMMARY": str(summary),
            **{f"INPUT_{name.upper()}": value for name, value in inputs.items()},
        },
        timeout=120,
        check=False,
    )
    outputs = dict(line.split("=", 1) for line in output.read_text().splitlines())
    return done.returncode, outputs, done.stdout, summary.read_text() if summary.exists() else ""


@pytest.mark.linux_only("says what is said of a Linux")
def test_outputs_annotations_summary_and_exit_code(tmp_path: Path) -> None:
    code, outputs, said, summary = run(tmp_path, python=sys.executable, level="quick")
    assert code == 1
    assert outputs["verdict"] == "not-applicable"
    assert outputs["cause"] == "not-macos-host"
    assert outputs["exit-code"] == "1"
    assert json.loads(Path(outputs["report"]).read_text())["verdict"]["exit_code"] == 1
    assert said.startswith("::error title=mps-doctor")
    assert "Not a Mac" in summary


def test_where_nothing_is_wrong_the_job_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    code, outputs, _, _ = run(tmp_path, python=sys.executable, device="cpu", level="standard")
    assert (code, outputs["verdict"], outputs["cause"]) == (0, "healthy", "")


@pytest.mark.linux_only("says what is said of a Linux")
@pytest.mark.parametrize(
    ("expect", "expected"), [("not-macos-host", 0), ("healthy", 1), ("no-such-cause", 2)]
)
def test_a_known_limit_is_no_failure(tmp_path: Path, expect: str, expected: int) -> None:
    code, outputs, _, _ = run(tmp_path, python=sys.executable, level="quick", expect=expect)
    assert (code, outputs["exit-code"]) == (expected, str(expected))
    assert outputs.get("cause", "not-macos-host") == "not-macos-host"


def test_a_wrong_input_fails_the_job_and_runs_nothing(tmp_path: Path) -> None:
    code, outputs, _, _ = run(tmp_path, level="quick; touch ran", python=sys.executable)
    assert code == 2
    assert outputs == {"exit-code": "2"}
    assert not (tmp_path / "ran").exists()


def test_it_installs_itself_with_a_python_that_is_new_enough(tmp_path: Path) -> None:
    commands, environment = tmp_path / "commands", tmp_path / "environment"
    (environment / "bin").mkdir(parents=True)
    commands.mkdir()
    log = tmp_path / "log"
    for path, line in (
        (commands / "python3.14", "exit 1"),  # a shim of pyenv, or one that is too old
        (commands / "python3.12", f'echo "$1 $2" >>{log}'),
        (environment / "bin" / "pip", f'echo "$3" >>{log}'),
    ):
        path.write_text(f"#!/bin/sh\n{line}\n")
        path.chmod(0o755)

    subprocess.run(
        [str(ACTION / "install.sh"), str(environment)],
        env={"PATH": f"{commands}:/usr/bin:/bin"},
        check=True,
        timeout=60,
    )

    assert log.read_text().splitlines()[-2:] == ["-m venv", str(ACTION.parents[2])]


def test_no_input_stands_in_a_script_and_every_output_is_written() -> None:
    """An expression inside `run` would be code of whoever chooses the input."""
    for script in re.findall(r"run: \|\n((?: {8}.*\n|\n)+)", TEXT):
        assert "${{" not in script
    declared = set(re.findall(r"^  ([a-z-]+):$", TEXT.partition("outputs:")[0], re.MULTILINE))
    assert declared == {"python", "level", "device", "fail-on", "expect"}
    used = {name.lower().replace("_", "-") for name in re.findall(r"INPUT_([A-Z_]+):", TEXT)}
    assert used == declared
    wanted = set(re.findall(r"steps\.examine\.outputs\.([a-z-]+)", TEXT))
    assert wanted == {"verdict", "cause", "exit-code", "report"}
