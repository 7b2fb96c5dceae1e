"""A signal is not lost, wherever Python happens to be, and nothing but our own line is printed."""

import subprocess
import sys

import pytest

IN_A_CALLBACK = """
import signal, weakref
from mps_doctor.system.interruption import interrupt, raise_if_asked

signal.signal(signal.SIGINT, interrupt)

class Thing: pass

def end(_):
    try:
        signal.raise_signal(signal.SIGINT)
    finally:
        {then}

thing = Thing()
reference = weakref.ref(thing, end)
del thing
try:
    raise_if_asked()
except KeyboardInterrupt:
    print("asked")
"""


@pytest.mark.parametrize(
    ("then", "told"), [("pass", ""), ("1 / 0", "ZeroDivisionError")], ids=["alone", "with another"]
)
def test_a_signal_in_a_callback_that_may_not_raise_is_remembered(then: str, told: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", IN_A_CALLBACK.format(then=then)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout == "asked\n"
    # Another exception that Python drops there is told as Python tells it.
    assert (told in done.stderr) if told else (done.stderr == "")
