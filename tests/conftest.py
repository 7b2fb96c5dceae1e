"""Fixtures of all tests."""

import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from pinned_releases import pin_releases
from simulated_mac import NoCompilerError, SimMac

from mps_doctor.system import processes

pin_releases()

# A shell lets a job in the background ignore Ctrl-C, nohup a hang-up; children inherit both.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test that needs Linux, for the reason that its mark gives."""
    mark = item.get_closest_marker("linux_only")
    if mark is not None and sys.platform != "linux":
        pytest.skip(mark.args[0])


@pytest.fixture
def simulated_mac(tmp_path: Path) -> Callable[..., SimMac]:
    """Return a maker of simulated Macs: `simulated_mac("m2_macos145", mps="available=0")`.

    The test is skipped where torch or the compiler for its simulated device is missing.
    """

    def make(machine: str | dict[str, Any] = "m2_macos145", **options: Any) -> SimMac:
        if options.get("torch", True):
            pytest.importorskip("torch", reason="the simulated mps device needs torch")
        try:
            return SimMac(tmp_path / f"mac{len(list(tmp_path.iterdir()))}", machine, **options)
        except NoCompilerError as error:
            pytest.skip(str(error))

    return make


@pytest.fixture
def pass_deadline(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Callable[[str], None]]:
    """Return a maker of `on_step`: `examine(…, timeout=600, on_step=pass_deadline("smoke.mm"))`.

    Once that step has begun ("" is the start, before any), the clock jumps to its deadline, or by
    as many seconds as are given: nobody waits for what hangs, and a busy machine has all the time
    it needs for the rest.
    """
    awaited: dict[str, float | None] = {}
    begun: list[float | None] = []
    ahead = [0.0]
    real_clock, real_read = time.monotonic, processes.Child.read_line

    def read_line(child: processes.Child, deadline: float) -> bytes | None:
        if begun:
            time.sleep(0.5)  # a moment for it to hang indeed
            jump = begun.pop()
            ahead[0] += deadline - time.monotonic() if jump is None else jump
        return real_read(child, deadline)

    def on_step(step: str) -> None:
        if step in awaited:
            begun.append(awaited.pop(step))

    def make(step: str, seconds: float | None = None) -> Callable[[str], None]:
        if step:
            awaited[step] = seconds
        else:
            begun.append(seconds)
        return on_step

    monkeypatch.setattr(time, "monotonic", lambda: real_clock() + ahead[0])
    monkeypatch.setattr(processes.Child, "read_line", read_line)
    return make
