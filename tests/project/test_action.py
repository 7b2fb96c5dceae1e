"""The composite action for GitHub: its script run here, and its wiring read from the file."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import shells

yaml = pytest.importorskip("yaml", reason="reads the action")

ACTION = Path(__file__).resolve().parents[2] / ".github" / "actions" / "mps-doctor"
TEXT = (ACTION / "action.yml").read_text(encoding="utf-8")
STEPS = yaml.safe_load(TEXT)["runs"]["steps"]


def run(tmp_path: Path, shell: str = "sh", **inputs: str) -> tuple[int, dict[str, str], str, str]:
    output, summary = tmp_path / "output", tmp_path / "summary"
    files = {"GITHUB_OUTPUT": str(output), "GITHUB_STEP_SUMMARY": str(summary)}
    given = {f"INPUT_{name.upper()}": value for name, value in inputs.items()}
    done = subprocess.run(
        [*shells.words_of(shell), str(ACTION / "examine.sh"), sys.executable],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "RUNNER_TEMP": str(tmp_path), **files, **given},
        timeout=120,
    )
    outputs = dict(line.split("=", 1) for line in output.read_text().splitlines())
    return done.returncode, outputs, done.stdout, summary.read_text() if summary.exists() else ""


@pytest.mark.linux_only("says what is said of a Linux")
@pytest.mark.parametrize("shell", shells.NAMES)
def test_outputs_annotations_summary_and_exit_code(tmp_path: Path, shell: str) -> None:
    code, outputs, said, summary = run(tmp_path, shell, python=sys.executable, level="quick")
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
@pytest.mark.parametrize(("expect", "expected"), [("not-macos-host", 0), ("healthy", 1)])
def test_a_known_limit_is_no_failure(tmp_path: Path, expect: str, expected: int) -> None:
    code, outputs, _, _ = run(tmp_path, python=sys.executable, level="quick", expect=expect)
    assert (code, outputs["exit-code"]) == (expected, str(expected))


def test_a_wrong_input_fails_the_job_and_runs_nothing(tmp_path: Path) -> None:
    code, outputs, _, _ = run(tmp_path, level="quick; touch ran", python=sys.executable)
    assert (code, outputs) == (2, {"exit-code": "2"})
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("shell", shells.NAMES)
def test_it_installs_itself_with_a_python_that_is_new_enough(tmp_path: Path, shell: str) -> None:
    commands = tmp_path / "bin"
    commands.mkdir()

    def found() -> str:
        words = [*shells.words_of(shell), str(ACTION / "find.sh")]
        path = {"PATH": f"{commands}:/nowhere"}
        done = subprocess.run(words, env=path, check=True, timeout=60, capture_output=True)
        return done.stdout.decode()

    def put(name: str, line: str) -> None:
        (commands / name).write_text(f"#!/bin/sh\n{line}\n")
        (commands / name).chmod(0o755)

    put("python3", "exit 1")  # Apple's
    put("python3.14", "exit 1")  # a shim of pyenv
    assert found() == "python=\n"
    put("python3.12", "exit 0")
    assert found() == f"python={commands}/python3.12\n"


def test_the_shell_that_installs_it(tmp_path: Path) -> None:
    """Where no Python was found, the one that another action brought is used."""
    (install,) = [step["run"] for step in STEPS if step.get("id") == "install"]
    python, log = tmp_path / "python", tmp_path / "log"
    python.write_text(
        f'#!/bin/sh\necho "$@" >>{log}\nmkdir -p "$3/bin"\n'
        f'printf \'#!/bin/sh\\necho "$@" >>{log}\\n\' >"$3/bin/pip"\nchmod +x "$3/bin/pip"\n'
    )
    python.chmod(0o755)
    environment = {"PATH": "/usr/bin:/bin", "PYTHON": str(python), "RUNNER_TEMP": str(tmp_path)}
    environment["GITHUB_ACTION_PATH"] = str(ACTION)
    subprocess.run(["sh", "-e", "-c", install], env=environment, check=True)
    made, installed = log.read_text().splitlines()
    assert made == f"-m venv {tmp_path}/mps-doctor"
    assert Path(installed.split()[-1]).resolve() == ACTION.parents[2]


def test_every_input_is_read_and_every_output_is_written() -> None:
    declared = set(re.findall(r"^  ([a-z-]+):$", TEXT.partition("outputs:")[0], re.MULTILINE))
    assert declared == {"python", "level", "device", "fail-on", "expect"}
    used = {name.lower().replace("_", "-") for name in re.findall(r"INPUT_([A-Z_]+):", TEXT)}
    assert used == declared
    wanted = set(re.findall(r"steps\.examine\.outputs\.([a-z-]+)", TEXT))
    assert wanted == {"verdict", "cause", "exit-code", "report"}
