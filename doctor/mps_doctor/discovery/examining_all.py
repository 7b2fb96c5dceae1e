"""Examines many interpreters side by side, within one deadline for all of them."""

import math
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from mps_doctor.discovery import interpreter
from mps_doctor.discovery.pythons import Found
from mps_doctor.facts import Machine
from mps_doctor.system import interruption
from mps_doctor.system.errors import InputError

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
    deadline = time.monotonic() + timeout
    rounds = iter([math.ceil(left / workers) for left in range(len(found), 0, -1)])

    def examine(item: Found) -> Machine | str:
        left = deadline - time.monotonic()
        share = min(left, max(PATIENCE, left / next(rounds)))
        if left < min(LEAST, timeout / 2):
            return f"not examined: the {timeout:g} s for all interpreters were used up"
        try:
            return interpreter.examine(item.python, level=level, device=device, timeout=share)
        except InputError as error:
            return str(error)

    with ThreadPoolExecutor(workers, thread_name_prefix="examine") as pool:
        try:
            futures = {pool.submit(examine, item): item for item in found}
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
