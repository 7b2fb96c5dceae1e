"""The interpreter: which Python the first pip on PATH installs into."""

import pytest

from mps_doctor.probe.gather import ask
from mps_doctor.probe.python import pip_python


@pytest.mark.parametrize(
    ("script", "interpreter"),
    [
        ("#!/opt/v/bin/python3\nimport pip\n", "/opt/v/bin/python3"),
        ("#!/opt/environment/bin/python\n", "/opt/environment/bin/python"),
        ("#!/bin/sh\n'''exec' \"/a long/path/python\" \"$0\"\n", "/a long/path/python"),
        *((text, None) for text in ("#!/usr/bin/env bash\n", "#!/bin/bash\n", "", "\x7fELF")),
    ],
)
def test_the_interpreter_of_pip(script, interpreter, tmp_path, monkeypatch):
    (tmp_path / "pip").write_text(script)
    (tmp_path / "pip").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    why = {"unknown": f"the first pip on PATH is no Python script: {tmp_path}/pip"}
    assert ask(pip_python) == (interpreter or why)


def test_no_pip_on_the_path(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ask(pip_python) == {"unknown": "no pip on PATH"}
