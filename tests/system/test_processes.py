"""Processes are ended with their tree at the deadline, and keep no more than their last words."""

import itertools
import math
import sys
import time
from types import SimpleNamespace

import psutil
import pytest

from mps_doctor.system import processes


def run(code: str, timeout: float = 30.0) -> processes.Finished:
    return processes.run([sys.executable, "-c", code], timeout=timeout)


def alive(pid: int) -> bool:
    """Whether a process still runs; one that waits to be reaped by its new parent does not."""
    patience = time.monotonic() + 60
    while time.monotonic() < patience:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return False
        except psutil.NoSuchProcess:
            return False
        time.sleep(0.05)
    return True


def test_output_and_status():
    done = run("import sys; print('a'); print('b'); print('c', file=sys.stderr); sys.exit(3)")

    assert (done.stdout, done.stderr) == (b"a\nb\n", ("c",))
    assert (done.exit_code, done.signal, done.timed_out) == (3, "", False)
    assert done.ending == "exit status 3"


def test_a_signal_has_its_name():
    done = run("import os; os.abort()")

    assert (done.exit_code, done.signal, done.ending) == (None, "SIGABRT", "SIGABRT")


def test_nothing_can_be_typed_in():
    assert run("import sys; print(repr(sys.stdin.read()))").stdout == b"''\n"


def test_the_deadline_ends_the_whole_tree(monkeypatch):
    clock, said = time.monotonic, []
    monkeypatch.setattr(time, "monotonic", lambda: clock() + 600 * len(said))

    code = (
        "import os, subprocess, sys, time\n"
        "code = 'import time; time.sleep(600)'\n"
        "here = subprocess.Popen([sys.executable, '-c', code])\n"
        "away = subprocess.Popen([sys.executable, '-c', code], start_new_session=True)\n"
        "print(here.pid, away.pid, flush=True)\n"
        "time.sleep(600)"
    )
    done = processes.run([sys.executable, "-c", code], timeout=600, on_line=said.append)

    assert done.timed_out
    here, away = map(int, done.stdout.split())
    assert not alive(here)
    assert not alive(away)


def test_a_grandchild_that_keeps_the_pipes_is_not_waited_for():
    done = run(
        "import subprocess, sys\n"
        "one = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print(one.pid)"
    )

    assert (done.timed_out, done.exit_code) == (False, 0)
    assert not alive(int(done.stdout))


def test_a_flood_on_stderr_leaves_the_last_lines():
    done = run(
        "import os\nfor _ in range(2000): os.write(2, b'x' * 99999 + b'\\n')\nos.write(2, b'last')"
    )

    assert done.stderr[-1] == "last"
    assert sum(map(len, done.stderr)) <= processes.LAST_LINES * processes.LONGEST_LINE


def test_a_flood_on_stdout_is_ended(monkeypatch):
    monkeypatch.setattr(processes, "MOST_OUTPUT", 1_000_000)

    done = run("import os\nwhile True: os.write(1, b'x' * 9999 + b'\\n')")
    assert (done.signal, done.timed_out) == ("SIGKILL", False)
    assert len(done.stdout) < 3_000_000


def test_a_process_that_ends_before_it_is_read_loses_no_line() -> None:
    child = processes.Child([sys.executable, "-c", "print('\\nfirst\\nsecond')"])
    while psutil.Process(child.pid).status() != psutil.STATUS_ZOMBIE:
        time.sleep(0.01)
    lines = [child.read_line(time.monotonic() + 30) for _ in range(4)]
    child.finish()
    assert lines == [b"", b"first", b"second", None]


@pytest.mark.parametrize("lines", [1, 5000])
def test_a_busy_machine_loses_nothing_that_was_said(
    monkeypatch: pytest.MonkeyPatch, lines: int
) -> None:
    """Each look at the clock comes a second later."""
    code = f"for number in range({lines}): print('line', number)"
    child = processes.Child([sys.executable, "-c", code + "\nprint('last')"])
    while psutil.Process(child.pid).status() != psutil.STATUS_ZOMBIE:
        time.sleep(0.01)
    clock = itertools.count()
    slow = SimpleNamespace(monotonic=lambda: float(next(clock)), sleep=time.sleep)
    monkeypatch.setattr(processes, "time", slow)
    said = []
    while (line := child.read_line(math.inf)) is not None:
        said.append(line)
    child.finish()
    assert (len(said), said[-1]) == (lines + 1, b"last")
