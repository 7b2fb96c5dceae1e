"""How the program starts and ends, whatever was closed or set before it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-m", "mps_doctor"]


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_no_trouble(closed: str) -> None:
    line = f'exec "$@" {closed}'
    done = subprocess.run(
        ["bash", "-c", line, "x", *PROGRAM, "list"], capture_output=True, timeout=60
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_folders_of_the_user_come_last(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise RuntimeError('the user')\n")
    env = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}/nowhere"}
    done = subprocess.run([*PROGRAM, "list"], capture_output=True, text=True, env=env, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_current_folder_that_was_removed_is_no_trouble(tmp_path: Path) -> None:
    line = 'mkdir "$0/gone"; cd "$0/gone"; rmdir "$0/gone"; exec "$@"'
    done = subprocess.run(
        ["bash", "-c", line, str(tmp_path), *PROGRAM, "list"], capture_output=True, timeout=60
    )
    assert done.returncode == 0


def test_a_shell_that_waits_for_commands_is_not_opened() -> None:
    env = {**os.environ, "PYTHONINSPECT": "1"}
    done = subprocess.run(
        [*PROGRAM, "list"],
        capture_output=True,
        text=True,
        env=env,
        stdin=subprocess.DEVNULL,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
