"""System commands that hang, fail, flood or are missing cost their own fact and nothing else."""

import sys
import time

import pytest

from mps_doctor.probe.commands import Command
from mps_doctor.probe.gather import NotKnownError, ask


def python(code: str, seconds: float = 20) -> Command:
    return Command((sys.executable, "-I", "-S", "-c", code), seconds)


def reason(command: Command) -> str:
    return ask(command.text)["unknown"]


def test_one_bad_command_does_not_hold_up_the_others(tmp_path):
    (tmp_path / "locked").touch()
    bad = {
        "command timed out": python("import time; time.sleep(60)", 0.5),
        "command failed: exit status 1: no such thing": python("raise SystemExit('no such thing')"),
        "not on this system": Command(("/usr/sbin/no-such-command",), 5),
        "permission": Command((str(tmp_path / "locked"),), 5),
        "command failed: it wrote more than 4 MB": python("while True: print('x' * 100000)"),
    }
    silent = python("import os, time; os.close(1); os.close(2); time.sleep(60)", 0.5)
    good = python("print('14.5')")

    assert good.text() == "14.5\n"
    assert {why: reason(command) for why, command in bad.items()} == {why: why for why in bad}
    assert reason(silent) == "command timed out"


def test_a_command_sees_plain_english_and_the_true_macos(monkeypatch):
    for name, value in (("LANG", "de_DE.UTF-8"), ("LC_MESSAGES", "de_DE.UTF-8"), ("SECRET", "x")):
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("SYSTEM_VERSION_COMPAT", "1")
    names = "LC_ALL LC_MESSAGES SYSTEM_VERSION_COMPAT SECRET"
    command = python(f"import os\nprint([os.environ.get(name) for name in {names.split()}])")

    assert command.text() == "['C', None, '0', None]\n"


def test_what_answered_in_time_counts_however_late_it_is_read():
    quick, hung = python("print('14.5')", 10), python("import time; time.sleep(60)", 0.4)
    long = python("print('x' * 1000000)", 10)
    with pytest.raises(NotKnownError, match="command timed out"):
        hung.text()
    quick._deadline = long._deadline = time.monotonic() - 1  # the deadline is over when it is asked

    assert quick.text() == "14.5\n"
    assert len(long.text()) == 1000001


def test_a_command_that_left_a_child_has_answered():
    code = (
        "import os, subprocess, sys; print('14.5'); sys.stdout.flush();"
        "subprocess.Popen(['sleep', '4'], start_new_session=True)"
    )
    assert python(code, 1.0).text() == "14.5\n"
