"""The line on a terminal that says what is going on, and for how long."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from typing import TYPE_CHECKING

from mps_doctor.render.safe_text import visible

if TYPE_CHECKING:
    from mps_doctor.cli.output import Destination

STEPS = {
    "start": "starting Python",
    "host": "reading system facts",
    "torch": "reading torch's files",
    "torch_import": "importing torch",
    "torch_answers": "asking torch about its devices",
    "smoke": "running the GPU test",
    "deep": "testing operations",
    "frameworks": "training with the frameworks",
}
"""What the probe's steps are called for people, by the part before the dot."""

TICK = 1.0


class LiveLine:
    """One line on stderr that says what is going on and for how long, on a terminal only."""

    def __init__(self, destination: Destination) -> None:
        self._live = destination.live
        self._started = time.monotonic()
        self._words = ""

    def __enter__(self) -> LiveLine:
        if self._live:
            # A thread would be in the way where a plug-in's process is forked.
            signal.signal(signal.SIGALRM, lambda *_: self._draw())
            self.show("start")
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Take the line off the screen; `show` draws it again."""
        if self._live:
            signal.setitimer(signal.ITIMER_REAL, 0)
            self._words = ""
            _write_to_terminal("\r\x1b[K")

    def show(self, step: str, done: int = 0, total: int = 0) -> None:
        """Replace the line by the name of a step, with its place where it is one of many."""
        if not self._live:
            return
        first, _, rest = step.partition(".")
        place = f" ({done} of {total})" if total else f" ({rest})" if first == "deep" else ""
        # The name of an environment is foreign text.
        self._words = visible(f"{STEPS.get(first, step)[:60]}{place}")
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        self._draw()

    def _draw(self) -> None:
        if self._words:
            seconds = time.monotonic() - self._started
            _write_to_terminal(f"\r\x1b[K{self._words}… {seconds:.0f} s")


def _write_to_terminal(text: str) -> None:
    """Write to stderr past its buffer: a signal may come while that is being written to."""
    with contextlib.suppress(OSError):
        os.write(2, text.encode(sys.stderr.encoding or "ascii", "replace"))
