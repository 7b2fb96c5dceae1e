"""Examines many interpreters side by side, within one deadline for all of them."""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from mps_doctor.discovery import interpreter
from mps_doctor.discovery.discovering import Found
from mps_doctor.facts import Machine
from mps_doctor.system import interruption

PATIENCE = 60.0
"""Seconds that one interpreter has however many wait: a first `import torch` may take that long."""

LEAST = 10.0
"""Seconds below which none is begun: cut off so soon, a healthy torch would seem to hang."""


def examine_all(
    found: Sequence[Found],
    *,
    level: str = "standard",
    device: str = "mps",
    timeout: float = 120.0,
    jobs: int | None = None,
    on_done: Callable[[Found], None] | None = None,
) -> tuple[Machine | str, ...]:
    """Return for each interpreter its facts, or one line that says why there are none.

    `timeout` is in seconds, for all of them together; `jobs` are examined at a time, by default
    one per processor.  `on_done` is called in this thread, as each is ready.
    """
    if not found:
        return ()
    workers = max(1, min(jobs or os.cpu_count() or 1, len(found)))
    round_ = _Round(level, device, timeout, workers, len(found))
    with ThreadPoolExecutor(workers, thread_name_prefix="examine") as pool:
        try:
            futures = {pool.submit(round_.examine, item): item for item in found}
            for future in as_completed(futures):
                future.result()  # an error of ours is raised here, not kept as an answer
                if on_done is not None:
                    on_done(futures[future])
        except BaseException:
            # Ctrl-C, most of all: without this the pool would wait for every probe to end.
            with interruption.asked():
                pool.shutdown(cancel_futures=True)
            raise
    return tuple(future.result() for future in futures)


class _Round:
    """One run over all interpreters: the time that is left, and the examinations under way."""

    def __init__(self, level: str, device: str, timeout: float, workers: int, waiting: int) -> None:
        self._level = level
        self._device = device
        self._timeout = timeout
        self._deadline = time.monotonic() + timeout
        self._workers = workers
        self._waiting = waiting
        self._lock = threading.Lock()

    def examine(self, item: Found) -> Machine | str:
        """Return the facts of one interpreter, or why there are none."""
        seconds = self._share()
        if seconds is None:
            return f"not examined: the {self._timeout:g} s for all interpreters were used up"
        try:
            examination = interpreter.start(
                item.python, level=self._level, device=self._device, timeout=seconds
            )
            return examination.finish()
        except interpreter.InterpreterError as error:
            return str(error)

    def _share(self) -> float | None:
        """Return the seconds that the next interpreter has; None where it should not be begun."""
        with self._lock:
            rounds = math.ceil(self._waiting / self._workers)
            self._waiting -= 1
            left = self._deadline - time.monotonic()
            if left < min(LEAST, self._timeout / 2):
                return None
            return min(left, max(PATIENCE, left / rounds))
