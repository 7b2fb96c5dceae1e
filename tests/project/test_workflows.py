"""The shell of the workflows, run here as it stands in them, and what it runs."""

import json
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import shells

import mps_doctor

yaml = pytest.importorskip("yaml", reason="reads the workflows")

ROOT = Path(__file__).resolve().parents[2]
RUNS = [
    *("snapshot", "standard-mps", "deep-mps", "bench-mps"),
    *("standard-cpu", "deep-cpu", "bench-cpu"),
]

UV = """
import sys, venv
if sys.argv[1] == "venv":
    venv.create(sys.argv[-1], symlinks=True)
else:
    sys.exit("no index can be reached")
"""
"""An installer that makes an environment, and can fetch nothing for it."""


def job(workflow: str, name: str) -> dict[str, Any]:
    text = (ROOT / ".github" / "workflows" / f"{workflow}.yml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(text)["jobs"][name]
    return found


def run(
    workflow: str, job_name: str, step: str, cwd: Path, shell: str = "bash", **env: str
) -> subprocess.CompletedProcess[str]:
    """Run the shell of one step, as a runner does."""
    (line,) = [each["run"] for each in job(workflow, job_name)["steps"] if each.get("name") == step]
    path = os.pathsep.join([str(cwd), str(Path(sys.executable).parent), os.environ["PATH"]])
    command = [*shells.words_of(shell), "-e", "-c", line]
    env = {**os.environ, "PATH": path, **env}
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=300)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a folder that is a checkout as far as the scripts are concerned."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    (folder / ".ci").symlink_to(ROOT / ".ci")
    return folder


def examine(checkout: Path, **replaced: str) -> subprocess.CompletedProcess[str]:
    """Run the step that examines a Mac, with a row of the matrix and some modules replaced."""
    folder = checkout / "replaced"
    folder.mkdir()
    for name, code in replaced.items():
        (folder / f"{name}.py").write_text(code)
    rows = job("evidence", "hosted")["strategy"]["matrix"]["include"]
    row = next(row for row in rows if row.get("expect") == "healthy")
    names = ("image", "torch", "python", "packages", "expect")
    env = {"INDEX": "", "PYTHONPATH": str(folder), **{name.upper(): row[name] for name in names}}
    return run("evidence", "hosted", "Examine", checkout, **env)


def summary(checkout: Path) -> list[str]:
    """Run the step that writes the table, and return its lines."""
    file = checkout / "summary.md"
    done = run("evidence", "table", "Table", checkout, GITHUB_STEP_SUMMARY=str(file))
    assert done.returncode == 0, done.stderr
    return file.read_text().splitlines()


@pytest.mark.full
def test_the_evidence_of_a_machine_where_nothing_can_be_installed(checkout: Path) -> None:
    """What cannot be installed is not the doctor's failure: it judges what is there."""
    done = examine(checkout, uv=UV)

    assert done.returncode == 0, done.stdout + done.stderr
    gathered = checkout / "evidence"
    about = json.loads((gathered / "run.json").read_text())
    assert [(each["name"], each["failure"]) for each in about["runs"]] == [(n, "") for n in RUNS]
    assert "no index can be reached" in (gathered / "install.txt").read_text()
    assert "$ uname -srvm\n" in (gathered / "host.txt").read_text()
    cause = json.loads((gathered / "standard-mps.json").read_text())["verdict"]["cause"]
    rows = [line for line in summary(checkout) if line.startswith("| macos-15 |")]
    assert len(rows) == 1
    assert f"| healthy | {cause} |" in rows[0]


def test_a_doctor_that_fails_makes_the_job_red_and_is_named_in_the_table(checkout: Path) -> None:
    done = examine(checkout, uv=UV, mps_doctor="import os; os.write(2, b'no | idea'); os._exit(3)")

    assert done.returncode == 1
    lines = summary(checkout)
    assert [line for line in lines if line.startswith("| macos-15 |")]
    failures = [line for line in lines if line.startswith("- ")]
    assert failures == [f"- evidence, {name}: exit code 3: no / idea" for name in RUNS]


def test_a_table_of_nothing_is_an_error(checkout: Path) -> None:
    done = run("evidence", "table", "Table", checkout, GITHUB_STEP_SUMMARY="summary.md")
    assert done.returncode == 1


HEALTHY = ROOT / "tests" / "machines" / "healthy-m1-8gb.json"
TRACEBACK = "Traceback (most recent call last):\n  File …\nKeyError: 'x'"


@pytest.mark.parametrize(
    ("code", "out", "err", "failure"),
    [
        (0, HEALTHY.read_bytes(), "", ""),
        (4, HEALTHY.read_bytes(), "a warning", ""),
        (2, b"", "mps-doctor: no such file", "exit code 2: mps-doctor: no such file"),
        (-11, b"", "", "exit code -11: nothing on stderr"),
        (0, HEALTHY.read_bytes(), TRACEBACK, "a traceback"),
        (0, b"\xff", "", "no JSON: "),
        (0, HEALTHY.read_bytes()[:-9], "", "no JSON: "),
        (0, b'{"schema_version": "1.0"}', "", "not what the schema says: "),
    ],
)
def test_only_a_doctor_that_fails_itself_is_a_failure(
    code: int, out: bytes, err: str, failure: str
) -> None:
    gather = runpy.run_path(str(ROOT / ".ci" / "evidence" / "gather.py"))
    said = gather["failure_of"](code, out, err)
    assert said.startswith(failure)
    assert bool(said) == bool(failure)


@pytest.mark.parametrize(("tag", "code"), [(f"v{mps_doctor.__version__}", 0), ("v0.0.0.1", 1)])
def test_a_release_has_the_version_of_its_tag(tag: str, code: int) -> None:
    step = "The tag and the version are the same"
    assert run("release", "build", step, ROOT, GITHUB_REF_NAME=tag).returncode == code


DANGEROUS = """$(touch ran) `touch ran` '; touch ran; '" ${{ github.token }} %0A::error:: @octo"""
OUT_OF_MEMORY = "RuntimeError: MPS backend out of memory (MPS allocated: 8.00 GB)"

GH = """#!/bin/sh
echo "$*" >calls
cat "$7" >body
"""


def triage(folder: Path, title: str, body: str | None, shell: str = "sh") -> tuple[str, str, str]:
    """Run both jobs on an issue; return what the first found, and the call of gh with its text."""
    (folder / "gh").write_text(GH)
    (folder / "gh").chmod(0o755)
    event, output = folder / "event.json", folder / "output"
    event.write_text(json.dumps({"issue": {"title": title, "body": body, "number": 7}}))
    env = {"GITHUB_EVENT_PATH": str(event), "GITHUB_OUTPUT": str(output)}
    env |= {"RUNNER_TEMP": str(folder), "NUMBER": "7", "GITHUB_REPOSITORY": "a/b"}
    done = run("triage", "diagnose", "Diagnose the text of the issue", folder, shell, **env)
    assert done.returncode == 0, done.stderr
    found = output.read_text()
    if found != "found=true\n":
        return found, "", ""
    done = run("triage", "comment", "Comment on the issue", folder, shell, **env)
    assert done.returncode == 0, done.stderr
    return found, (folder / "calls").read_text(), (folder / "body").read_text()


@pytest.mark.parametrize("shell", shells.NAMES)
def test_a_new_issue_gets_a_diagnosis(tmp_path: Path, shell: str) -> None:
    text = f"{DANGEROUS}\n\n{OUT_OF_MEMORY} {DANGEROUS}\ud800\0\n"
    found, call, comment = triage(tmp_path, DANGEROUS, text, shell)
    assert found == "found=true\n"
    assert call == f"issue comment 7 --repo a/b --body-file {tmp_path}/body.md\n"
    assert comment.startswith("#### ✗ MPS ran out of memory")
    assert "An automatic diagnosis by [mps-doctor]" in comment
    # GitHub mentions nobody who is named in code.
    shown = re.sub(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", "", comment, flags=re.DOTALL)
    assert "@octo" not in shown
    assert not list(tmp_path.rglob("ran"))


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Add a chapter on MPS", "It would be nice."),
        ("Thanks", None),
        ("It works on my M2 now", "PyTorch version: 2.9.0\nIs MPS available: True\n"),
    ],
)
def test_an_issue_in_which_nothing_is_recognised_gets_no_comment(
    tmp_path: Path, title: str, body: str | None
) -> None:
    assert triage(tmp_path, title, body) == ("found=false\n", "", "")
