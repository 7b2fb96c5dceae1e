"""The bench: what the GPU gains over the CPU, measured in the environment of the user.

The work is done by a child in the target interpreter, as the examination is.
What ends that child is noted, and the rest of the plan goes on in a new one.
"""

import time
from collections.abc import Callable, Sequence
from datetime import datetime, timezone
from typing import Any, cast

import msgspec

from mps_doctor.discovery.interpreter import PROBE, probe_environment, start
from mps_doctor.facts import Machine, known_or
from mps_doctor.features.bench.values import (
    MODES,
    TITLES,
    Bench,
    BenchReport,
    Row,
    RowOutcome,
    title_of,
)
from mps_doctor.features.examination import QUICK_TIMEOUT, describe, wait_for
from mps_doctor.fixes.fix import Fix
from mps_doctor.fixes.installs import install_packages
from mps_doctor.fixes.requirements import Requirement
from mps_doctor.fixes.situation import environment_of
from mps_doctor.system import processes
from mps_doctor.system.redaction import redact

MATMUL_SIZES = (256, 1024, 4096)
MATMUL_TYPES = ("float32", "float16", "bfloat16")

HELLO_SECONDS = 30.0
MOST_CHILDREN = 6
"""A device on which everything crashes is not asked for ever."""

LEAST_BUDGET = 5.0

Item = tuple[str, str, str, str]
"""Kind, name, detail and device of a row."""


def plan_bench(device: str) -> tuple[Item, ...]:
    """Return what is measured, in order."""
    devices = dict.fromkeys((device, "cpu"))
    work = [("matmul", name, str(size)) for name in MATMUL_TYPES for size in MATMUL_SIZES]
    work += [("model", name, mode) for name in TITLES for mode in MODES]
    return tuple((*each, where) for each in work for where in devices)


def run_bench(
    *,
    python: str | None = None,
    env: str | None = None,
    device: str = "mps",
    budget: float = 60.0,
    items: Sequence[Item] | None = None,
    on_step: Callable[[str, int, int], object] = lambda *_: None,
) -> BenchReport:
    """Measure an environment and return the report; raises InputError.

    `budget` is in seconds, for the measurements: importing torch comes on top.
    `on_step` gets each piece of work as it begins, how many are done, and of how many.
    """
    started = time.time()
    running = start(python=python, env=env, device=device, level="quick", timeout=QUICK_TIMEOUT)
    machine = wait_for(running)
    reading = _Reading(device, items or plan_bench(device), on_step)
    # Of a Python that is too old, or does not start.
    reading.facts["problem"] = known_or(machine.python.start_error, "") or machine.python.unknown
    reading.read(str(running.chosen.python), budget)
    rows = tuple(reading.rows)
    known = {"device": device, "budget_seconds": budget, "rows": rows, **reading.facts}
    bench = msgspec.convert({**known, "install": _install(machine, rows)}, Bench)
    return BenchReport(
        target=describe(running.chosen),
        bench=bench,
        facts=machine,
        started=datetime.fromtimestamp(started, timezone.utc).isoformat(timespec="seconds"),
        seconds=round(time.time() - started, 3),
    )


def _install(machine: Machine, rows: Sequence[Row]) -> Fix | None:
    """Return what installs the packages that are missing, in the user's own manager."""
    wanted = [Requirement(name) for name in dict.fromkeys(row.package for row in rows) if name]
    if not wanted:
        return None
    return install_packages(*wanted, environment=environment_of(machine), id="install-networks")


class _Reading:
    """The rows as they come, from as many children as it takes."""

    def __init__(
        self, device: str, plan: Sequence[Item], on_step: Callable[[str, int, int], object]
    ) -> None:
        self.facts: dict[str, Any] = {}
        self.rows: list[Row] = []
        self._device = device
        self._plan = plan
        self._words = {":".join(item): f"{title_of(*item[:3])} on {item[3]}" for item in plan}
        self._on_step = on_step
        self._begun = ""
        self._silent_until = 0.0

    def read(self, python: str, budget: float) -> None:
        """Start children until the plan is done or the device has ended too many of them."""
        until = time.monotonic() + budget
        for _ in range(MOST_CHILDREN):
            if self.facts["problem"] or not self._left:
                return
            self._read_child(python, max(LEAST_BUDGET, until - time.monotonic()))
        for item in self._left:
            self._add_ended(item, "skipped", f"{MOST_CHILDREN} processes had ended before it")

    @property
    def _left(self) -> Sequence[Item]:
        return self._plan[len(self.rows) :]

    def _read_child(self, python: str, budget: float) -> None:
        argv = [
            *(python, "-B", str(PROBE), "--bench", "--device", self._device),
            *("--budget", f"{budget:.3f}", "--items", ",".join(map(":".join, self._left))),
        ]
        try:
            child = processes.Child(argv, environment=probe_environment())
        except OSError as error:
            self.facts["problem"] = f"this Python cannot be started: {error.strerror}"
            return
        self._begun = ""
        self._silent_until = time.monotonic() + HELLO_SECONDS
        timed_out = True
        try:
            while (line := child.read_line(self._silent_until)) is not None:
                self._take(line)
            timed_out = False
        except TimeoutError:
            pass
        finally:
            finished = child.finish(timed_out=timed_out)
        if self._left and not self.facts["problem"]:
            self._died(finished)

    def _take(self, line: bytes) -> None:
        """Take one line; one that is no JSON is noise."""
        try:
            said = msgspec.json.decode(line)
        except (ValueError, RecursionError):
            return
        match said:
            case {"begin": str(step), "seconds": int() | float() as seconds}:
                self._begun = step
                self._silent_until = time.monotonic() + seconds
                self._on_step(self._words.get(step, step), len(self.rows), len(self._plan))
            case {"section": "bench", "facts": dict(facts)}:
                self.facts.update(cast("dict[str, Any]", facts))
            case {"section": "bench.row", "facts": row}:
                self.rows.append(msgspec.convert(row, Row))

    def _died(self, finished: processes.Finished) -> None:
        """Note what ended a child: the item it was at, or all, where it was not at one."""
        said = [line for line in finished.stderr if not line.startswith("\x1e")]
        words = finished.ending + (f": {redact(said[-1])}" if said else "")
        hung = finished.timed_out or any(line.startswith("Timeout (") for line in said)
        if self._begun == ":".join(self._left[0]):
            self._add_ended(self._left[0], "hung" if hung else "crashed", words)
        elif not any(row.measured for row in self.rows):
            self.facts["problem"] = f"{self._begun or 'the start'} failed: {words}"

    def _add_ended(self, item: Item, outcome: RowOutcome, reason: str) -> None:
        kind, name, detail, device = item
        row = {"kind": kind, "name": name, "detail": detail, "device": device}
        self.rows.append(msgspec.convert({**row, "outcome": outcome, "reason": reason}, Row))
