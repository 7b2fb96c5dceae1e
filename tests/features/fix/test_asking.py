"""At a terminal each step is asked for: no, yes, and Ctrl-C at the question."""

import os
import pty
import select
import signal
import time

import psutil
import pytest
from environments import LONGEST, Place

QUESTION = b"Do this step?"


def at_a_terminal(place: Place, answer: bytes, *options: str) -> tuple[int, bytes]:
    """Run the fix on a terminal, give one answer, and return the exit code and the screen.

    The answer comes when the doctor waits for it, as a person's does: a signal between its last
    look for signals and its read is seen after the read only (CPython's input()).
    """
    ours, theirs = pty.openpty()
    command = place.command("--apply", "--format", "console", *options)
    process = psutil.Popen(
        command,
        env={**place.env, "COLUMNS": "100", "TERM": "xterm"},
        cwd=place.project,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    screen, answered = b"", False
    until = time.monotonic() + LONGEST
    while True:
        if time.monotonic() > until:
            process.kill()
            pytest.fail(f"the doctor did not end: {screen!r}")
        ready, _, _ = select.select([ours], [], [], 0.2)
        if ready:
            try:
                data = os.read(ours, 65536)
            except OSError:  # the end of a terminal on Linux
                break
            if not data:
                break
            screen += data
        elif process.poll() is not None:
            break
        elif QUESTION in screen and not answered and process.status() == psutil.STATUS_SLEEPING:
            answered = True
            if answer == b"\x03":
                process.send_signal(signal.SIGINT)
            else:
                os.write(ours, answer)
    os.close(ours)
    return process.wait(timeout=LONGEST), screen


@pytest.fixture
def mismatched(place: Place) -> Place:
    """Return an environment whose torchvision is another torch's."""
    place.install("torch==2.9.1", "torch-needs", "torchvision==0.23.0")
    return place


def test_no_and_a_plain_enter_change_nothing(mismatched: Place) -> None:
    before = mismatched.installed()
    for answer in (b"n\n", b"\n"):
        code, screen = at_a_terminal(mismatched, answer)
        assert code == 5, screen
        assert b"torchvision 0.23.0 to 0.24.1" in screen.partition(QUESTION)[0]
        assert b"Nothing was changed" in screen
    assert mismatched.installed() == before


def test_yes_does_it(mismatched: Place) -> None:
    code, screen = at_a_terminal(mismatched, b"y\n")
    assert code == 0, screen
    assert b"1 of 1 steps done" in screen
    assert mismatched.installed()["torchvision"] == "0.24.1"


def test_ctrl_c_at_the_question(mismatched: Place) -> None:
    before = mismatched.installed()
    code, screen = at_a_terminal(mismatched, b"\x03")
    assert code == 130, screen
    assert b"you stopped it" in screen
    assert mismatched.installed() == before


def test_yes_asks_nothing(mismatched: Place) -> None:
    code, screen = at_a_terminal(mismatched, b"", "--yes")
    assert code == 0, screen
    assert QUESTION not in screen
