"""Two processes do not hold one folder, and the end of a process is the end of its lock."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mps_doctor.system.errors import InputError
from mps_doctor.system.files import locked

HOLDS = """
import sys, time
from pathlib import Path
from mps_doctor.system.files import locked
with locked(Path(sys.argv[1]), doing="another test runs"):
    print("held", flush=True)
    time.sleep(600)
"""


def test_a_folder_that_another_process_holds_is_refused(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, tmp_path], stdout=subprocess.PIPE, text=True
    ) as other:
        try:
            assert other.stdout is not None
            assert other.stdout.readline() == "held\n"
            with pytest.raises(InputError) as raised, locked(tmp_path, doing="another fix runs"):
                pass
            assert str(raised.value) == f"another fix runs in {tmp_path}"
            assert raised.value.hint
        finally:
            other.send_signal(signal.SIGKILL)
    with locked(tmp_path, doing="another fix runs"):
        assert os.listdir(tmp_path) == []


def test_a_lock_ends_with_its_block_and_a_child_does_not_inherit_it(tmp_path: Path) -> None:
    children = []

    def fail_with_a_child() -> None:
        with locked(tmp_path, doing="a test runs"):
            argv = [sys.executable, "-c", "input()"]
            children.append(subprocess.Popen(argv, stdin=subprocess.PIPE, stderr=subprocess.PIPE))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_with_a_child()
    with locked(tmp_path, doing="a test runs"):
        pass
    children[0].communicate(timeout=60)


def test_what_is_no_folder_is_an_input_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path / "no"):
        with pytest.raises(InputError, match="cannot lock"), locked(path, doing="a test runs"):
            pass
