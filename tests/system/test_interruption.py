"""A signal is not lost, wherever Python happens to be."""

import subprocess
import sys

IN_A_CALLBACK = """
import signal, weakref
from mps_doctor.system.interruption import interrupt, raise_if_asked

signal.signal(signal.SIGINT, interrupt)

class Thing: pass

def end(_):
    signal.raise_signal(signal.SIGINT)

thing = Thing()
reference = weakref.ref(thing, end)
del thing
try:
    raise_if_asked()
except KeyboardInterrupt:
    print("asked")
"""


def test_a_signal_in_a_callback_that_may_not_raise_is_remembered() -> None:
    argv = [sys.executable, "-c", IN_A_CALLBACK]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=60)
    assert done.stdout == "asked\n"
