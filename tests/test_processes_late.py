"""A machine so busy that each look at the clock comes a second later: nothing said is lost."""

from __future__ import annotations

import itertools
import math
import sys

import pytest

from mps_doctor import processes


@pytest.mark.parametrize("lines", [1, 5000])
def test_what_was_said_before_the_end_is_read(monkeypatch: pytest.MonkeyPatch, lines: int) -> None:
    code = f"for number in range({lines}): print('line', number)"
    child = processes.Child([sys.executable, "-c", code + "\nprint('last')"])
    clock = itertools.count()
    monkeypatch.setattr(processes.time, "monotonic", lambda: float(next(clock)))

    said = []
    while (line := child.read_line(math.inf)) is not None:
        said.append(line)
    child.finish()

    assert (len(said), said[-1]) == (lines + 1, b"last")
