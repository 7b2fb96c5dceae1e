"""System commands that hang, fail, flood or are missing cost their own fact and nothing else."""

from __future__ import annotations

import sys
import time

import pytest
from probe_commands import Commands
from probe_gather import NotKnownError


def python(code: str, seconds: float = 20) -> tuple[tuple[str, ...], float]:
    return ((sys.executable, "-I", "-S", "-c", code), seconds)


HUNG = python("import time; time.sleep(60)", seconds=0.4)


def reason(commands: Commands, name: str) -> str:
    with pytest.raises(NotKnownError) as error:
        commands.text(name)
    return str(error.value)


def test_one_bad_command_does_not_hold_up_the_others(tmp_path):
    (tmp_path / "locked").touch()
    commands = Commands(
        {
            "good": python("print('14.5')"),
            "slow": python("import time; time.sleep(60)", seconds=0.5),
            "failing": python("import sys; sys.exit('no such thing')"),
            "missing": (("/usr/sbin/no-such-command",), 5),
            "locked": ((str(tmp_path / "locked"),), 5),
            "flood": python("while True: print('x' * 100000)"),
            "silent": python("import os, time; os.close(1); os.close(2); time.sleep(60)", 0.5),
        }
    )

    assert commands.text("good") == "14.5\n"
    assert reason(commands, "slow") == "command timed out"
    assert reason(commands, "failing") == "command failed: exit status 1: no such thing"
    assert reason(commands, "missing") == "not on this system"
    assert reason(commands, "locked") == "permission"
    assert "wrote more than" in reason(commands, "flood")
    assert reason(commands, "silent") == "command timed out"


def test_a_command_sees_plain_english_and_the_true_macos(monkeypatch):
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    monkeypatch.setenv("LC_MESSAGES", "de_DE.UTF-8")
    monkeypatch.setenv("SYSTEM_VERSION_COMPAT", "1")
    monkeypatch.setenv("SECRET", "x")
    names = "LC_ALL LC_MESSAGES SYSTEM_VERSION_COMPAT SECRET"
    commands = Commands(
        {"env": python(f"import os\nfor n in {names.split()}: print(n, os.environ.get(n))")}
    )

    assert commands.text("env").split("\n")[:4] == [
        "LC_ALL C",
        "LC_MESSAGES None",
        "SYSTEM_VERSION_COMPAT 0",
        "SECRET None",
    ]


def test_bytes_that_are_no_text():
    commands = Commands({"odd": python("import os; os.write(1, bytes(range(256)))")})

    assert commands.text("odd").startswith("\0\1")


def test_what_answered_in_time_counts_however_late_it_is_read():
    commands = Commands({"quick": python("print('14.5')", 0.4), "hung": HUNG})
    time.sleep(1.0)

    assert commands.text("quick") == "14.5\n"
    assert reason(commands, "hung") == "command timed out"


def test_an_answer_longer_than_a_pipe_waits_for_its_reader():
    commands = Commands({"long": python("print('x' * 1000000)", 0.4)})
    time.sleep(1.0)

    assert len(commands.text("long")) == 1000001


def test_a_command_that_left_a_child_has_answered():
    code = (
        "import os, subprocess, sys; print('14.5'); sys.stdout.flush();"
        "subprocess.Popen(['sleep', '4'], start_new_session=True)"
    )
    commands = Commands({"parent": python(code, 1.0)})

    assert commands.text("parent") == "14.5\n"
