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
    env = {**place.env, "COLUMNS": "100", "TERM": "xterm"}
    streams = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
    process = psutil.Popen(command, env=env, cwd=place.project, start_new_session=True, **streams)
    os.close(theirs)
    screen, until = b"", time.monotonic() + LONGEST
    while data := _read(ours, process):
        screen += data
        if time.monotonic() > until:
            process.kill()
            pytest.fail(f"the doctor did not end: {screen!r}")
        if QUESTION in screen and answer and process.status() == psutil.STATUS_SLEEPING:
            if answer == b"\x03":
                process.send_signal(signal.SIGINT)
            else:
                os.write(ours, answer)
            answer = b""
    os.close(ours)
    return process.wait(timeout=LONGEST), screen.replace(b"\0", b"")


def _read(terminal: int, process: psutil.Popen) -> bytes:
    """Return what is on the screen anew, a zero byte where that is nothing, and b"" at the end."""
    if not select.select([terminal], [], [], 0.2)[0]:
        return b"\0" if process.poll() is None else b""
    try:
        return os.read(terminal, 65536)
    except OSError:  # the end of a terminal on Linux
        return b""


@pytest.mark.parametrize(
    ("answer", "options", "code", "says"),
    [
        (b"n\n", (), 5, b"Nothing was changed"),
        (b"\n", (), 5, b"Nothing was changed"),
        (b"\x03", (), 130, b"you stopped it"),
        (b"y\n", (), 0, b"1 of 1 steps done"),
        (b"", ("--yes",), 0, b"1 of 1 steps done"),
    ],
)
def test_an_answer(
    place: Place, answer: bytes, options: tuple[str, ...], code: int, says: bytes
) -> None:
    place.install("torch==2.9.1", "torch-needs", "torchvision==0.23.0")
    before = place.installed()
    found, screen = at_a_terminal(place, answer, *options)
    assert found == code, screen
    assert says in screen
    asked, question, _ = screen.partition(QUESTION)
    assert bool(question) is bool(answer)
    assert not answer or b"torchvision 0.23.0 to 0.24.1" in asked
    assert place.installed() == {**before, "torchvision": "0.24.1" if not code else "0.23.0"}
