"""The doctor asks no network and changes no file, whatever it is told to do."""

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from patient import Patient, Visit
from tables import cases

WITNESS = """
import os, sys
log = os.open({log!r}, os.O_WRONLY | os.O_APPEND)

def tell(text):
    os.write(log, (text + "\\n").encode("utf-8", "backslashreplace"))

def witness(event, arguments):
    if event in {network!r}:
        tell("network " + event + " " + repr(arguments[1:])[:200])
    elif event in {changes!r}:
        tell("change " + event + " " + repr(arguments)[:200])
    elif event == "open" and isinstance(arguments[2], int):
        writes = arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        if writes and arguments[0] != os.devnull:
            tell("change open " + repr(arguments)[:200])

sys.addaudithook(witness)
tell("began " + " ".join(sys.orig_argv if hasattr(sys, "orig_argv") else []))
"""

NETWORK = (
    *("socket.__new__", "socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"),
    *("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo"),
    *("urllib.Request", "http.client.connect", "ftplib.connect", "smtplib.connect"),
)
CHANGES = (
    *("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate"),
    *("os.chmod", "os.chown", "os.utime", "os.setxattr", "os.removexattr"),
    *("tempfile.mkstemp", "tempfile.mkdtemp", "shutil.copyfile", "shutil.move", "shutil.rmtree"),
)
"""Audit events of CPython: https://docs.python.org/3/library/audit_events.html"""

TEXT = (
    "PyTorch version: 2.9.1\nIs debug build: False\nOS: macOS 14.5 (arm64)\nMPS available: False\n"
)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "witness.log"
    path.touch()
    return path


@pytest.fixture
def watched(tmp_path: Path, log: Path) -> Patient:
    """Return a patient in which each Python tells what it does to network and files."""
    patient = Patient(tmp_path / "patient")
    patient.torch("raise ImportError('as ever')\n")
    code = WITNESS.format(log=str(log), network=NETWORK, changes=CHANGES)
    patient.write("witness/sitecustomize.py", code)
    patient.write("issue.txt", TEXT)
    machine: dict[str, Any] = {"schema_version": "1.0", "origin": {"kind": "synthetic"}}
    patient.write("machine.json", json.dumps(machine))
    patient.env |= {
        "PYTHONPATH": str(patient.folder / "witness"),
        "PYTHONDONTWRITEBYTECODE": "1",  # the doctor's own modules; the probe's never are written
        "VIRTUAL_ENV": str(patient.prefix),
    }
    return patient


def visit(patient: Patient, arguments: list[str]) -> Visit:
    places = {"python": patient.python, "folder": patient.folder}
    given = [argument.format(**places) for argument in arguments]
    if given[0] == "check":
        argv = patient.command(*given[1:])
    else:
        argv = [sys.executable, "-m", "mps_doctor", *given]
    return patient.visit(argv=without_network(argv))


def without_network(argv: list[str]) -> list[str]:
    """Return the command in a network of its own that has nothing, where that is permitted."""
    unshare = shutil.which("unshare")
    may = unshare and subprocess.run([unshare, "-n", "true"], capture_output=True).returncode == 0
    return ["unshare", "-n", *argv] if may else argv


@cases
def test_no_command_asks_the_network_or_changes_a_file(
    watched: Patient, log: Path, arguments: list[str]
) -> None:
    done = visit(watched, arguments)

    assert done.exit_code in (0, 1, 2, 4), done.stderr
    assert "Traceback" not in done.stderr
    assert done.left == []
    lines = log.read_text().splitlines()
    began = [line for line in lines if line.startswith("began")]
    assert began, "the witness saw nothing"
    if arguments[0] == "check" and not {"--snapshot", "--env", "--no-such"} & set(arguments):
        assert any("probe" in line for line in began), began
    assert [line for line in lines if not line.startswith("began")] == []


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs torch")
@pytest.mark.parametrize("level", ["standard", pytest.param("deep", marks=pytest.mark.full)])
def test_real_work_with_torch_asks_no_network_and_changes_no_file(
    watched: Patient, log: Path, level: str
) -> None:
    named = ["--python", sys.executable, "--device", "cpu"]

    done = visit(watched, ["check", *named, "--level", level, "--timeout", "110"])

    assert done.exit_code == 0, done.summary
    assert done.left == []
    ours = [line for line in log.read_text().splitlines() if not line.startswith("began")]
    assert [line for line in ours if line.startswith("network")] == []
    if level == "standard":
        assert ours == []


def test_output_is_the_only_file_that_is_written(watched: Patient, log: Path) -> None:
    file = watched.cwd / "report.json"

    done = visit(watched, ["check", "-o", str(file)])

    assert done.exit_code == 1
    assert done.left == [f"made {file}"]
    assert json.loads(file.read_text())["verdict"]["cause"] == "torch-import-failed"


def test_nothing_is_left_where_the_environment_is_read_only(watched: Patient) -> None:
    line = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
    namespaces = ["unshare", "-m", "bash", "-c", line, str(watched.prefix)]
    if (
        shutil.which("unshare") is None
        or subprocess.run([*namespaces, "true"], capture_output=True).returncode
    ):
        pytest.skip("no folder can be made read-only here")

    done = watched.visit(argv=[*namespaces, *watched.command()])

    assert done.left == []
    assert done.verdict["cause"] == "torch-import-failed"
