"""Where results go: several formats at once, whole files, the summary of a job, a live line."""

import json
import os
import pty
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import samples
from tables import cases

ROSETTA = samples.machine(samples.ROSETTA)
CAUSE = "python-x86_64-on-apple-silicon"


def test_several_formats_say_the_same(tmp_path: Path, run: Any) -> None:
    files = {name: tmp_path / f"report.{name}" for name in ("json", "junit", "html", "markdown")}
    formats = [f"--format={name}={file}" for name, file in files.items()]
    done = run("--snapshot", ROSETTA, *formats, "--format", "console")
    assert (done.code, done.err) == (1, "")
    assert done.out == run("--snapshot", ROSETTA).out
    shown = run("--snapshot", ROSETTA, "--format", "junit", "-o", tmp_path / "report.junit")
    assert (shown.code, shown.out) == (1, "")
    assert json.loads(files["json"].read_text())["verdict"]["cause"] == CAUSE
    assert ElementTree.parse(files["junit"]).getroot().tag == "testsuites"
    assert "Python is an Intel build" in files["html"].read_text()
    assert sorted(tmp_path.iterdir()) == sorted(files.values())


def test_a_file_holds_what_standard_output_would_and_is_unicode(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    command = [sys.executable, "-m", "mps_doctor", "--snapshot", str(ROSETTA)]
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [*command, "--format", f"markdown={file}", "--format", "console"],
        capture_output=True, env=env, timeout=60, check=False,
    )  # fmt: skip
    assert done.stdout.startswith(b"[x] PyTorch can't")
    assert file.read_text(encoding="utf-8").startswith("#### ✗ PyTorch can't use")


@cases
def test_two_results_need_two_places(
    options: list[str], said: str, tmp_path: Path, run: Any
) -> None:
    given = [option.replace("{f}", str(tmp_path / "x")) for option in options]
    done = run("--snapshot", ROSETTA, *given)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert said in done.err


@cases
def test_no_command_overwrites_what_it_reads(
    arguments: list[str], tmp_path: Path, run: Any
) -> None:
    file, link = tmp_path / "mac.json", tmp_path / "link.json"
    content = "" if "--config" in arguments else ROSETTA.read_text()
    file.write_text(content)
    link.symlink_to(file)
    names = {"{f}": file, "{link}": link, "{folder}": tmp_path, "{other}": ROSETTA}
    done = run(*(re.sub(r"{\w+}", lambda name: str(names[name[0]]), word) for word in arguments))
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "it is an input of this command" in done.err
    assert file.read_text() == content


def test_the_summary_of_a_job_is_added_to(
    tmp_path: Path, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    done = run("--snapshot", ROSETTA, "--format", "github")
    assert done.out.startswith("::error title=mps-doctor%3A PyTorch can't use")
    assert summary.read_text().startswith("before\n#### ✗ PyTorch can't use this Mac's GPU")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path))
    done = run("--snapshot", ROSETTA, "--format", "github")
    assert done.code == 1
    assert done.err.startswith("mps-doctor: cannot write the job summary")


def on_a_terminal(*arguments: str, **env: str) -> str:
    """Run the command with a terminal for its stderr and return what it shows there."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "mps_doctor", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        env={**os.environ, **env},
    )
    os.close(theirs)
    shown = b""

    def read() -> None:
        nonlocal shown
        try:
            while data := os.read(ours, 4096):
                shown += data
        except OSError:  # the other end was closed
            pass

    reader = threading.Thread(target=read)
    reader.start()
    process.wait(timeout=120)
    reader.join(timeout=10)
    os.close(ours)
    return shown.decode()


SLOW_PYTHON = '#!/bin/sh\nsleep 2.5\nexec {python} "$@"\n'


def test_a_live_line_says_what_is_going_on_and_for_how_long(tmp_path: Path) -> None:
    python = tmp_path / "python3"
    python.write_text(SLOW_PYTHON.format(python=sys.executable))
    python.chmod(0o755)
    shown = on_a_terminal("--python", str(python), "--level", "quick", "--no-config")
    steps = [step.strip("\r") for step in shown.split("\x1b[K") if step.strip("\r")]
    assert steps[0] == "starting Python… 0 s"
    assert any(step.startswith("starting Python… 2 s") for step in steps)  # it ticks by itself
    assert any(step.startswith("reading system facts… ") for step in steps)
    assert shown.endswith("\r\x1b[K")  # the line is taken off again


@pytest.mark.parametrize("option", ["--plain", "--quiet", "--format=json"])
def test_nobody_watches_what_is_for_a_program(option: str) -> None:
    assert on_a_terminal("--python", sys.executable, "--level", "quick", option) == ""


def test_many_are_counted_on_the_live_line(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / f"{name}.txt").write_text("torch 2.9.1")
    assert "judging reports (3 of 3)" in on_a_terminal("diagnose", str(tmp_path))
