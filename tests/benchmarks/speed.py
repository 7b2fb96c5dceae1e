"""Time the doctor against what a user would type instead: ratios of whole processes, in pairs.

    python tests/benchmarks/speed.py [--pairs 11] [--only standard]

Run it by an environment in which mps-doctor is installed as users install it (not editable: its
byte-code is then there), with torch; the row of accelerate needs that too.
What else is installed there matters: collect_env lists it all, and accelerate imports some of it.
Each pair runs A and B in turn (A B A B …) in the same environment; the figure is the median of the
ratios of the pairs, after one pair that does not count.
B0 is `python -c pass`, B1 the bare program (import torch, one matmul), B2 the same with the
collector off and `os._exit`.  Nothing here is a test: a busy machine is no bug.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import json
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import environments

PYTHON = str(Path(sys.executable))
DOCTOR = [str(Path(sys.executable).with_name("mps-doctor"))]
MATMUL = "a = torch.ones(1024, 1024); print((a @ a)[0, 0].item())"
B0 = [PYTHON, "-c", "pass"]
B1 = [PYTHON, "-c", f"import torch; {MATMUL}"]
B2 = [
    PYTHON,
    "-c",
    f"import gc; gc.disable(); import os, sys, torch; {MATMUL}; sys.stdout.flush(); os._exit(0)",
]
STANDARD = [*DOCTOR, "--python", PYTHON, "--device", "cpu"]
QUICK = [*STANDARD, "--level", "quick"]
DEEP = [*STANDARD, "--format", "json", "--level", "deep"]
ENVIRONMENTS = 8
PACKAGES = 600
OWN_PEAK = (
    "import sys, resource\n"
    "def peak():\n"
    "    try:\n"
    "        lines = open('/proc/self/status').read().splitlines()\n"
    "        kilobytes = [line.split()[1] for line in lines if line.startswith('VmHWM')][0]\n"
    "    except OSError:\n"
    "        kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
    "    sys.stderr.write(f'\\npeak {kilobytes}')\n"
    "import atexit; atexit.register(peak)\n"
)
"""Tells at exit what the process itself took; what its parent is told counts its children too."""
REPORT = """PyTorch version: 2.6.0
OS: macOS 15.3 (x86_64)
Python version: 3.12.8 | packaged by Anaconda, Inc. (64-bit runtime)
Python platform: macOS-10.16-x86_64-i386-64bit
CPU:
Apple M2 Pro
RuntimeError: MPS BFloat16 is only supported on MacOS 14 or newer
"""


@dataclass(frozen=True)
class Row:
    """One figure: what it is called, the ratio that it is to stay under, and how to take it."""

    name: str
    target: float
    sample: Callable[[], float]
    most: int = 1000
    """So many samples are enough; one that is alone takes minutes, and counts."""


@dataclass(frozen=True)
class Run:
    """What one process took: seconds of wall time, seconds of processor time, peak bytes."""

    wall: float
    cpu: float
    peak: int


def measure(
    command: Sequence[str], *, one_core: bool = False, variables: Mapping[str, str] | None = None
) -> Run:
    """Run a command to its end and return what it took, with all that it started."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    process = subprocess.Popen(
        ["taskset", "-c", "0", *command] if one_core else list(command),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**plain_environment(), **(variables or {})},
        cwd=tempfile.gettempdir() if variables is None else variables["PWD"],
    )
    _, _, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
    return Run(wall=wall, cpu=cpu, peak=usage.ru_maxrss)


def plain_environment() -> dict[str, str]:
    """Return the variables without those that make one side compile its modules at every start."""
    unwanted = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "PYTHONPATH")
    return {name: value for name, value in os.environ.items() if name not in unwanted}


def pair(
    a: Sequence[str],
    b: Sequence[str],
    figure: str = "wall",
    *,
    one_core: bool = False,
    cold: bool = False,
    variables: Mapping[str, str] | None = None,
) -> Callable[[], float]:
    """Return what runs A and B once each, and gives the ratio of what they took."""

    def run(command: Sequence[str]) -> float:
        if cold:
            environments.evict(sysconfig.get_path("purelib"), sysconfig.get_path("stdlib"))
        taken = measure(command, one_core=one_core, variables=variables)
        return float(getattr(taken, figure))

    return lambda: run(a) / run(b)


def own_peak(arguments: Sequence[str]) -> int:
    """Return the peak memory in kB of a Python that runs these lines, without its children's."""
    done = subprocess.run(
        [PYTHON, "-c", OWN_PEAK + arguments[0], *arguments[1:]],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=plain_environment(),
        check=False,
    )
    return int(done.stderr.rpartition("peak ")[2])


def parent_memory() -> float:
    """Return the peak memory of the doctor's own process in a standard run, in that of B0."""
    main = "from mps_doctor.__main__ import main; main()"
    return own_peak([main, *STANDARD[1:]]) / own_peak(["pass"])


def deep_overhead() -> float:
    """Return how long a deep run takes, in the time of its probes and of the import."""
    started = time.perf_counter()
    done = subprocess.run(
        DEEP, stdin=subprocess.DEVNULL, capture_output=True, env=plain_environment(), check=False
    )
    wall = time.perf_counter() - started
    facts = json.loads(done.stdout)["facts"]
    probes = sum(result.get("seconds", 0.0) for result in facts["deep"]["results"])
    return wall / float(probes + facts["torch_import"]["seconds"])


def rows(folder: Path) -> Iterator[Row]:
    """Yield the comparisons of the performance issue that one machine can make."""
    collect = [PYTHON, "-m", "torch.utils.collect_env"]
    yield Row("standard / B1", 0.75, pair(STANDARD, B1))
    yield Row("standard / B2", 1.10, pair(STANDARD, B2))
    yield Row("standard / B2, CPU time", 1.20, pair(STANDARD, B2, "cpu"))
    if shutil.which("taskset"):
        yield Row("standard / B2, one core", 1.20, pair(STANDARD, B2, one_core=True))
    yield Row("standard / collect_env", 0.55, pair(STANDARD, collect))
    if accelerate := shutil.which("accelerate", path=str(Path(PYTHON).parent)):
        yield Row("standard / accelerate env", 0.45, pair(STANDARD, [accelerate, "env"]))
    if hasattr(os, "posix_fadvise"):
        yield Row("standard / B1, cold files", 0.90, pair(STANDARD, B1, cold=True), most=3)
    yield Row("quick / B0", 12, pair(QUICK, B0))
    yield Row("quick / import torch", 0.10, pair(QUICK, [PYTHON, "-c", "import torch"]))
    yield Row("--version / B0", 5, pair([*DOCTOR, "--version"], B0))
    yield Row("--help / B0", 5, pair([*DOCTOR, "--help"], B0))
    report = folder / "report.txt"
    report.write_text(REPORT * 10, encoding="utf-8")
    yield Row("explain / B0", 10, pair([*DOCTOR, "explain", "smoke-test"], B0))
    yield Row("list / B0", 10, pair([*DOCTOR, "list"], B0))
    yield Row("diagnose / B0", 10, pair([*DOCTOR, "diagnose", str(report)], B0))
    yield Row("import mps_doctor / B0", 4, pair([PYTHON, "-c", "import mps_doctor"], B0))
    yield Row("deep / its probes and one import", 1.15, deep_overhead, most=1)
    yield Row("peak memory of the parent / B0", 3, parent_memory, most=5)
    probe = probe_command(PYTHON, "standard")
    yield Row("peak memory of the probe / B1", 1.05, pair(probe, B1, "peak"), most=5)
    yield from rows_of_environments(folder)


def probe_command(python: str, level: str) -> list[str]:
    """Return the command of a probe alone, in an interpreter."""
    spec = importlib.util.find_spec("mps_doctor")
    assert spec is not None
    assert spec.origin is not None
    file = Path(spec.origin).with_name("probe") / "__main__.py"
    return [python, "-B", str(file), "--level", level, "--device", "cpu"]


def rows_of_environments(folder: Path) -> Iterator[Row]:
    """Yield the comparisons that need environments of their own."""
    crowded = str(environments.filled(folder / "crowded", PACKAGES))
    name = f"probe in {PACKAGES} packages / B0"
    yield Row(name, 3, pair(probe_command(crowded, "quick"), [crowded, "-c", "pass"]))
    home = folder / "home"
    pythons = [
        environments.sharing(home / ".virtualenvs" / f"environment-{number}")
        for number in range(ENVIRONMENTS)
    ]
    # Nothing else is to be found: no PATH, and a home of their own.
    alone = {"HOME": str(home), "PATH": str(folder), "PWD": str(home)}
    alone |= dict.fromkeys(("VIRTUAL_ENV", "PYENV_ROOT", "CONDA_PREFIX"), "")
    every = [*DOCTOR, "check", "--all", "--device", "cpu"]
    one = [*DOCTOR, "check", "--python", str(pythons[0]), "--device", "cpu"]
    name = f"--all, {ENVIRONMENTS} environments / one"
    yield Row(name, 4.5, pair(every, one, variables=alone), most=5)


def main() -> None:
    """Measure the rows that were asked for and print one line each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=11)
    parser.add_argument("--only", default="", help="rows whose name contains this")
    options = parser.parse_args()
    torch = importlib.metadata.version("torch")
    print(f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, ", end="")
    print(f"Python {platform.python_version()}, torch {torch}, ", end="")
    print(f"{len(list(importlib.metadata.distributions()))} distributions, ", end="")
    print(f"{options.pairs} pairs, {time.strftime('%Y-%m-%d')}")
    with tempfile.TemporaryDirectory() as name:
        for row in rows(Path(name)):
            if options.only not in row.name:
                continue
            if row.most > 1:
                row.sample()
            ratios = sorted(row.sample() for _ in range(min(options.pairs, row.most)))
            median = statistics.median(ratios)
            word = "met" if median <= row.target else "MISSED"
            spread = f"({ratios[0]:.2f} .. {ratios[-1]:.2f})"
            print(f"{row.name:32} {median:6.2f} {spread:18} target {row.target:5.2f} {word}")


if __name__ == "__main__":
    main()
