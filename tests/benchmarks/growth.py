"""Show how time grows with the number of packages in an environment, and of checks.

    python tests/benchmarks/growth.py

At each step: the processor time, and how much faster than the size it grew since the step before
(1.0 is linear, below it is better).  The smallest of several runs: what a run takes beyond that is
the machine's doing.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import environments
from speed import measure, probe_command

from mps_doctor.facts import Host, Machine, Origin
from mps_doctor.judgement.checking import Outcomes, Passed, check
from mps_doctor.judgement.engine import AnyCheck, Catalogue, judge, order_checks

PACKAGES = (10, 100, 600, 2000)
CHECKS = (20, 200, 2000)
RUNS = 7


def main() -> None:
    """Measure both and print a line for each size."""
    print(f"Python {sys.version.split()[0]}, {time.strftime('%Y-%m-%d')}, smallest of {RUNS} runs")
    with tempfile.TemporaryDirectory() as name:
        pythons = {n: environments.filled(Path(name) / str(n), n) for n in PACKAGES}
        show(
            "packages: the probe's static facts, beyond B0", PACKAGES, lambda n: static(pythons[n])
        )
    show("checks: order and judge them", CHECKS, judging)


def show(title: str, sizes: Sequence[int], seconds: Callable[[int], float]) -> None:
    """Print the time at each size, and its growth in that of the size."""
    print(title)
    taken = [seconds(size) for size in sizes]
    print(f"{sizes[0]:8}  {taken[0] * 1000:9.2f} ms")
    for (before, size), (earlier, later) in zip(pairwise(sizes), pairwise(taken), strict=True):
        growth = (later / earlier) / (size / before)
        print(f"{size:8}  {later * 1000:9.2f} ms  {growth:5.2f} of linear")


def static(python: Path) -> float:
    """Return the processor seconds of the quick probe, without those of starting Python."""
    bare = min(measure([str(python), "-c", "pass"]).cpu for _ in range(RUNS))
    probe = probe_command(str(python), "quick")
    return min(measure(probe).cpu for _ in range(RUNS)) - bare


def judging(count: int) -> float:
    """Return the seconds for so many checks, each of which requires the one ten before it."""
    checks = [declare(number) for number in range(count)]
    machine = Machine(origin=Origin(kind="snapshot", name="growth", recorded=""))
    return min(judge_once(checks, machine) for _ in range(RUNS))


def judge_once(checks: Sequence[AnyCheck], machine: Machine) -> float:
    """Return the seconds that ordering and running the checks took."""
    started = time.thread_time()
    judge(machine, Catalogue(order_checks(checks)))
    return time.thread_time() - started


def declare(number: int) -> AnyCheck:
    """Return a check that passes."""
    requires = (f"check-{number - 10}",) if number >= 10 else ()

    @check(f"check-{number}", title="A check", causes=(), requires=requires)
    def passes(host: Host) -> Outcomes:
        """Look at a fact."""
        return Passed(message=str(host.system))

    return passes


if __name__ == "__main__":
    main()
