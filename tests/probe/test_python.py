"""Which interpreter the first pip on PATH installs into, by the first lines of its script."""

from __future__ import annotations

import pytest

from mps_doctor.probe import python
from mps_doctor.probe.gather import NotKnownError


@pytest.mark.parametrize(
    ("script", "interpreter"),
    [
        ("#!/opt/v/bin/python3\nimport pip\n", "/opt/v/bin/python3"),
        ("#!/opt/conda/envs/torch/bin/python\n", "/opt/conda/envs/torch/bin/python"),
        ("#!/opt/environment/bin/python\n", "/opt/environment/bin/python"),
        ("#!/bin/sh\n'''exec' \"/a long/path/python\" \"$0\"\n", "/a long/path/python"),
    ],
)
def test_the_interpreter_of_pip(script, interpreter, tmp_path, monkeypatch):
    (tmp_path / "pip").write_text(script)
    (tmp_path / "pip").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert python.pip_python() == interpreter


@pytest.mark.parametrize("script", ["#!/usr/bin/env bash\n", "#!/bin/bash\n", "", "\x7fELF"])
def test_a_pip_that_is_no_python_script_is_not_known(script, tmp_path, monkeypatch):
    (tmp_path / "pip").write_text(script)
    (tmp_path / "pip").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotKnownError, match="no Python script"):
        python.pip_python()
