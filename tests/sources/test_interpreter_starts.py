"""Interpreters that start badly, or are none: said as what they are, with what another can tell."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from probing import executable

from mps_doctor.discovery.interpreter import InterpreterError, examine

THE_START = ""
"""What comes before the first step."""

BAD_STARTS = {
    "PYTHONHOME": {"PYTHONHOME": "/nowhere"},
    "sitecustomize that leaves": {"PYTHONPATH": "{tmp}/leaves"},
    "sitecustomize that hangs": {"PYTHONPATH": "{tmp}/hangs"},
}


@pytest.mark.parametrize("settings", BAD_STARTS.values(), ids=BAD_STARTS.keys())
def test_a_start_that_only_works_isolated(settings, tmp_path, monkeypatch, pass_deadline):
    for name, code in (("leaves", "import os; os._exit(9)"), ("hangs", "while True: pass")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "sitecustomize.py").write_text(code)
    for name, value in settings.items():
        monkeypatch.setenv(name, value.format(tmp=tmp_path))

    if "{tmp}/hangs" in settings.values():
        pass_deadline(THE_START)
    machine = examine(sys.executable, level="quick", timeout=600)
    assert isinstance(machine.python.needs_isolation, str)
    assert machine.python.needs_isolation
    assert machine.python.start_error == ""
    assert machine.python.version == "{}.{}.{}".format(*sys.version_info[:3])


def test_settings_that_change_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONSTARTUP", "/nowhere")
    monkeypatch.setenv("PYTHONINSPECT", "1")

    machine = examine(sys.executable, level="quick", timeout=30)
    assert (machine.python.needs_isolation, machine.python.start_error) == ("", "")


def found_python(version: str) -> str:
    for place in sorted(Path.home().glob(f".pyenv/versions/{version}*/bin/python")):
        return str(place)
    path = shutil.which(f"python{version}")
    if path is None or subprocess.run([path, "-c", ""], check=False).returncode != 0:
        pytest.skip(f"no Python {version} here")
    return path


@pytest.mark.parametrize("version", ["2.7", "3.6"])
def test_a_python_that_is_too_old(version):
    machine = examine(found_python(version), timeout=30)

    assert machine.python.version.startswith(version)
    assert machine.host.system == platform.system()  # that, another Python can tell
    assert "too old" in machine.torch_import.unknown


def test_paths_that_are_no_python(tmp_path):
    plain = tmp_path / "plain"
    plain.touch()
    cases = {
        tmp_path / "missing": "does not exist",
        tmp_path: "is a directory",
        plain: "is not executable",
        executable(tmp_path / "script", b"#!/bin/sh\nexit 0\n"): "is not a Python interpreter",
        executable(tmp_path / "python", b"#!/bin/sh\necho hi\n"): "is not a Python interpreter",
        executable(tmp_path / "empty", b""): "is not a Python interpreter",
        executable(tmp_path / "rubbish", bytes(range(256))): "is not a Python interpreter",
        Path("/bin/ls"): "is not a Python interpreter",
    }
    for path, text in cases.items():
        with pytest.raises(InterpreterError, match=text) as error:
            examine(path, level="quick", timeout=20)
        assert "\n" not in str(error.value)


def test_a_venv_whose_python_was_removed(tmp_path):
    (tmp_path / "bin").mkdir()
    link = tmp_path / "bin" / "python3"
    link.symlink_to(tmp_path / "gone" / "python3")

    machine = examine(link, timeout=10)
    assert "which does not exist" in machine.python.start_error
    assert machine.host.system == platform.system()  # that, another Python can tell
    assert machine.torch.unknown == "the interpreter does not start"


def test_a_python_that_cannot_find_its_library(tmp_path):
    broken = tmp_path / "python3"
    shutil.copy(os.path.realpath(shutil.which("true") or "true"), broken)
    silent = examine(broken, level="quick", timeout=20)
    assert "without an answer" in silent.python.start_error

    script = executable(
        tmp_path / "wrapped",
        b"#!/bin/sh\necho 'Fatal Python error: init_fs_encoding' >&2\nexit 1\n",
    )
    machine = examine(script, level="quick", timeout=20)
    assert "Fatal Python error" in machine.python.start_error


def test_a_wrapper_of_a_python_is_one(tmp_path):
    path = executable(tmp_path / "wrapper", f'#!/bin/sh\nexec "{sys.executable}" "$@"\n'.encode())

    machine = examine(path, level="quick", timeout=30)
    assert machine.python.start_error == ""
