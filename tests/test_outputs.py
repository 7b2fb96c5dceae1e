"""Where results go: several formats at once, whole files, the summary of a job, plain words."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import venv
from pathlib import Path
from xml.etree import ElementTree

import pytest

HERE = Path(__file__).parent
MACHINES = HERE / "machines"
ROSETTA = MACHINES / "conda-osx-64-under-rosetta.json"
HEALTHY = MACHINES / "healthy-m2pro-macos-15-torch-2.14.1.json"
CAUSE = "python-x86_64-on-apple-silicon"


@pytest.fixture(scope="module")
def bare_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an interpreter without any package."""
    folder = tmp_path_factory.mktemp("bare") / "venv"
    venv.create(folder, symlinks=True)
    return folder / "bin" / "python"


def doctor(
    folder: Path, *arguments: str | Path, snapshot: Path = ROSETTA, **env: str
) -> subprocess.CompletedProcess[str]:
    return run(folder, "--snapshot", snapshot, *arguments, **env)


def run(folder: Path, *arguments: str | Path, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mps_doctor"]
    kept = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "GITHUB_STEP_SUMMARY")
    clean = {name: value for name, value in os.environ.items() if name not in kept}
    return subprocess.run(
        [*command, *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**clean, **env},
        timeout=120,
        check=False,
    )


def test_several_formats_say_the_same(tmp_path: Path) -> None:
    files = {name: tmp_path / f"report.{name}" for name in ("json", "junit", "html", "markdown")}
    formats = [f"--format={name}={file}" for name, file in files.items()]
    done = doctor(tmp_path, *formats, "--format", "console")
    assert done.returncode == 1
    assert done.stderr == ""
    assert CAUSE in done.stdout
    assert done.stdout == doctor(tmp_path).stdout
    assert json.loads(files["json"].read_text())["verdict"]["cause"] == CAUSE
    assert ElementTree.parse(files["junit"]).getroot() is not None
    for file in files.values():
        assert CAUSE in file.read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        f.name for f in files.values()
    )


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["compare", HEALTHY, ROSETTA], id="compare"),
        pytest.param(["fix", "--snapshot", ROSETTA], id="fix"),
        pytest.param(["plan", "--snapshot", ROSETTA, "--macos", "26"], id="plan"),
        pytest.param(["diagnose", HERE.parent / "docs" / "examples" / "issue.txt"], id="diagnose"),
        pytest.param(["fleet", "report", MACHINES / "macos-beta.json"], id="fleet"),
        pytest.param(["bench", "--device", "cuda", "--python", "BARE"], id="bench"),
    ],
)
def test_every_command_that_writes_documents_takes_several_formats(
    tmp_path: Path, command: list[str | Path], bare_python: Path
) -> None:
    arguments = [bare_python if argument == "BARE" else argument for argument in command]
    several = run(
        *(tmp_path, *arguments, "--format", "json=a.json", "--format", "html=a.html"),
        *("--format", "junit", "-o", "a.xml"),
    )
    assert (several.stdout, several.stderr) == ("", "")
    assert json.loads((tmp_path / "a.json").read_text())["tool"]["name"] == "mps-doctor"
    assert (tmp_path / "a.html").read_text().startswith("<!DOCTYPE html>")
    assert ElementTree.parse(tmp_path / "a.xml").getroot().tag == "testsuites"
    plain = run(tmp_path, *arguments, "--plain", FORCE_COLOR="0")
    assert plain.returncode == several.returncode
    assert not set("\N{BALLOT X}\N{CHECK MARK}\N{MIDDLE DOT}\x1b") & set(plain.stdout)


def test_the_summary_of_a_job_holds_a_comparison(tmp_path: Path) -> None:
    summary = tmp_path / "summary.md"
    done = run(
        *(tmp_path, "compare", HEALTHY, ROSETTA, "--format", "github"),
        GITHUB_STEP_SUMMARY=str(summary),
    )
    assert done.stdout.startswith("::error")
    assert summary.read_text().startswith("### mps-doctor compare")


def test_a_file_holds_what_standard_output_would(tmp_path: Path) -> None:
    doctor(tmp_path, "--format", "json=a.json", "--format", "markdown", "-o", "b.md")
    assert (tmp_path / "b.md").read_text() == doctor(tmp_path, "--format", "markdown").stdout
    assert json.loads((tmp_path / "a.json").read_text())["verdict"]["cause"] == CAUSE


def test_a_file_alone_leaves_standard_output_empty(tmp_path: Path) -> None:
    done = doctor(tmp_path, "--format", "json=a.json")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")


def test_a_file_is_unicode_whatever_the_terminal_is(tmp_path: Path) -> None:
    doctor(tmp_path, "--format", "console=a.txt", PYTHONIOENCODING="ascii", FORCE_COLOR="1")
    text = (tmp_path / "a.txt").read_text(encoding="utf-8")
    assert "\N{BALLOT X}" in text
    assert "\x1b" not in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--format", "json", "--format", "console"], "--format json=FILE"),
        (["--format", "json=a", "--format", "console=a"], "two formats"),
        (["--format", "json=a", "-o", "b"], "--output needs"),
        (["--format", "json", "--format", "line=a", "-o", "a"], "two formats"),
        (["--format", "jsn=a"], "did you mean 'json'"),
        (["--format", "json=no/such/a"], "does not exist"),
        (["--format", "json=."], "is a folder"),
    ],
)
def test_what_cannot_be_is_said_before_the_work(
    tmp_path: Path, arguments: list[str], said: str
) -> None:
    done = doctor(tmp_path, *arguments)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert said in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_summary_of_a_job_is_appended(tmp_path: Path) -> None:
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    done = doctor(tmp_path, "--format", "github", GITHUB_STEP_SUMMARY=str(summary))
    assert done.stdout.startswith("::error")
    text = summary.read_text()
    assert text.startswith("before\n")
    assert CAUSE in text
    doctor(tmp_path, "--format", "console", GITHUB_STEP_SUMMARY=str(summary))
    assert summary.read_text() == text


def test_a_summary_that_cannot_be_written_changes_no_exit_code(tmp_path: Path) -> None:
    done = doctor(tmp_path, "--format", "github", GITHUB_STEP_SUMMARY=str(tmp_path / "no" / "x"))
    assert done.returncode == 1
    assert "job summary" in done.stderr


def test_a_watched_run_of_the_deep_level_shows_how_far_it_is(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    watched, terminal = pty.openpty()
    command = [sys.executable, "-m", "mps_doctor", "--device", "cpu", "--format", "html=page.html"]
    command += ["--python", sys.executable, "--probe", "matmul", "--probe", "copy-views"]
    subprocess.run(command, cwd=tmp_path, stderr=terminal, timeout=120, check=True)
    os.close(terminal)
    said = os.read(watched, 65536).decode()
    os.close(watched)
    shown = [line for line in said.split("\r\x1b[K") if line.startswith("[")]
    assert shown == [
        f"[{'#' * (20 * place // 5):.<20}] {place}/5 {probe} …"
        for place, probe in enumerate(
            ("copy-views-fp32", "matmul-fp32", "matmul-fp16", "matmul-bf16", "matmul-complex64"), 1
        )
    ]
    assert said.endswith("\r\x1b[K")  # the line is taken off again


@pytest.mark.parametrize("options", [[], ["-v"], ["-q"]])
@pytest.mark.parametrize("snapshot", [ROSETTA, HEALTHY], ids=["broken", "healthy"])
def test_plain_output_is_words(tmp_path: Path, options: list[str], snapshot: Path) -> None:
    done = doctor(tmp_path, "--plain", *options, snapshot=snapshot, FORCE_COLOR="0")
    usual = doctor(tmp_path, *options, snapshot=snapshot)
    for sign in "\N{BALLOT X}\N{CHECK MARK}\N{MIDDLE DOT}\x1b":
        assert sign not in done.stdout
    assert done.returncode == usual.returncode
    last = " ".join(done.stdout.split("\n\n")[-1].split())
    assert last in " ".join(usual.stdout.split())
    if not options and snapshot is HEALTHY:
        assert "passed:" in done.stdout


@pytest.mark.parametrize("style", ["console", "markdown"])
def test_advice_beside_what_is_wrong_has_one_line(tmp_path: Path, style: str) -> None:
    """What keeps PyTorch from the GPU is no reason to hear at length that macOS is old."""
    done = doctor(tmp_path, "--format", style, snapshot=MACHINES / "free-threaded-macos-13.json")
    told = [line for line in done.stdout.splitlines() if "no more updates" in line]
    assert any("advice" in line and "macOS 13.7.4 (Ventura)" in line for line in told)
    assert "Update macOS" not in done.stdout
