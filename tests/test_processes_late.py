"""A machine so busy that each look at the clock comes a second later: nothing said is lost."""

from __future__ import annotations

import itertools
import math
import sys
import time
from types import SimpleNamespace

import psutil
import pytest

from mps_doctor.system import processes


@pytest.mark.parametrize("lines", [1, 5000])
def test_what_was_said_before_the_end_is_read(monkeypatch: pytest.MonkeyPatch, lines: int) -> None:
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
