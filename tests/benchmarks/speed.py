"""Time the doctor against what a user would type instead: ratios of whole processes, in pairs.

    python tests/benchmarks/speed.py [--pairs 11] [--only standard]

Each pair runs A and B in turn (A B A B …) in the same environment; the figure is the median of the
ratios of the pairs.  Needs torch in the environment that runs it; accelerate for its row.
B0 is `python -c pass`, B1 the bare program (import torch, one matmul), B2 the same with the
collector off and `os._exit`.  Nothing here is a test: a busy machine is no bug.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

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
HERE = ["--python", PYTHON]
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
    """One comparison: A against B, and the ratio that A is to stay under."""

    name: str
    a: Sequence[str]
    b: Sequence[str]
    target: float
    figure: str = "wall"
    one_core: bool = False


@dataclass(frozen=True)
class Run:
    """What one process took: seconds of wall time, seconds of processor time, peak bytes."""

    wall: float
    cpu: float
    peak: int


def rows(report: str) -> tuple[Row, ...]:
    """Return the comparisons of the performance issue that one machine can make."""
    standard = [*DOCTOR, *HERE, "--device", "cpu"]
    quick = [*DOCTOR, *HERE, "--device", "cpu", "--level", "quick"]
    return (
        Row("standard / B1", standard, B1, 0.75),
        Row("standard / B2", standard, B2, 1.10),
        Row("standard / B2, one core", standard, B2, 1.20, one_core=True),
        Row("standard / collect_env", standard, [PYTHON, "-m", "torch.utils.collect_env"], 0.55),
        Row("standard / accelerate env", standard, ["accelerate", "env"], 0.45),
        Row("standard / B2, CPU time", standard, B2, 1.20, figure="cpu"),
        Row("quick / B0", quick, B0, 12),
        Row("quick / import torch", quick, B1, 0.10),
        Row("--version / B0", [*DOCTOR, "--version"], B0, 5),
        Row("--help / B0", [*DOCTOR, "--help"], B0, 5),
        Row("explain / B0", [*DOCTOR, "explain", "smoke-test"], B0, 10),
        Row("list / B0", [*DOCTOR, "list"], B0, 10),
        Row("diagnose / B0", [*DOCTOR, "diagnose", report], B0, 10),
        Row("import mps_doctor / B0", [PYTHON, "-c", "import mps_doctor"], B0, 4),
    )


def measure(command: Sequence[str], environment: dict[str, str], *, one_core: bool) -> Run:
    """Run a command to its end and return what it took, with all that it started."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    pinned = ["taskset", "-c", "0", *command] if one_core else list(command)
    process = subprocess.Popen(
        pinned,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
    )
    _, _, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
    return Run(wall=wall, cpu=cpu, peak=usage.ru_maxrss * 1024)


def compare(row: Row, pairs: int) -> list[float]:
    """Return the ratio A/B of each pair, after one run of each that is not counted."""
    # A shell's own settings must not make one side recompile its modules at every start.
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
    }
    ratios = []
    for index in range(pairs + 1):
        a = measure(row.a, environment, one_core=row.one_core)
        b = measure(row.b, environment, one_core=row.one_core)
        if index:
            ratios.append(getattr(a, row.figure) / getattr(b, row.figure))
    return ratios


def main() -> None:
    """Measure the rows that were asked for and print one line each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=11)
    parser.add_argument("--only", default="", help="rows whose name contains this")
    options = parser.parse_args()
    torch = importlib.metadata.version("torch")
    print(f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, ", end="")
    print(f"Python {platform.python_version()}, torch {torch}, {options.pairs} pairs")
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(REPORT * 10)
        file.flush()
        for row in rows(file.name):
            if options.only not in row.name:
                continue
            if "accelerate" in row.name and importlib.util.find_spec("accelerate") is None:
                print(f"{row.name:28} not measured: accelerate is not installed")
                continue
            ratios = sorted(compare(row, options.pairs))
            median = statistics.median(ratios)
            word = "met" if median <= row.target else "MISSED"
            spread = f"({ratios[0]:.2f} .. {ratios[-1]:.2f})"
            print(f"{row.name:28} {median:6.2f} {spread:18} target {row.target:5.2f} {word}")


if __name__ == "__main__":
    main()
