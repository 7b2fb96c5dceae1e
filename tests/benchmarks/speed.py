"""Weigh the doctor against what a user would type instead, in processor time, in pairs.

    python tests/benchmarks/speed.py [--pairs 11] [--only standard]

Run it by an environment in which mps-doctor is installed as users install it (not editable: its
byte-code is then there), with torch.
Each pair runs A and B in turn (A B A B …); the figure is the median of the ratios of the pairs,
after one pair that does not count.
Processor time counts the processes that A starts, too, and other work on the machine changes it
little.
B0 is `python -c pass`, B1 the bare program (import torch, one matmul).
Nothing here is a test: a busy machine is no bug.
"""

import argparse
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

PYTHON = os.path.realpath(sys.executable) if sys.prefix == sys.base_prefix else sys.executable
DOCTOR = [str(Path(sys.executable).with_name("mps-doctor"))]
B0 = [PYTHON, "-c", "pass"]
B1 = [PYTHON, "-c", "import torch; a = torch.ones(1024, 1024); print((a @ a)[0, 0].item())"]
STANDARD = [*DOCTOR, "--python", PYTHON, "--device", "cpu"]
UNWANTED = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "PYTHONPATH")
"""Variables that make one side compile its modules at every start."""

REPORT = (
    """PyTorch version: 2.6.0
OS: macOS 15.{minor} (x86_64)
Python version: 3.12.8 | packaged by Anaconda, Inc. (64-bit runtime)
Python platform: macOS-10.16-x86_64-i386-64bit
CPU:
Apple M2 Pro
RuntimeError: MPS BFloat16 is only supported on MacOS 14 or newer
"""
    + "epoch {number}: loss 0.{number}\n" * 100
)

REPORTS = 2000
REPORTS_A_SECOND = 500
"""What a pile of reports is to be judged at, on two cores."""


def run(command: Sequence[str | Path]) -> None:
    """Run a command to its end, in a folder without a project."""
    env = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(command, env=env, cwd=folder, capture_output=True, check=False)


def seconds(command: Sequence[str | Path]) -> float:
    """Run a command and return the processor time that it and its children took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rows(report: Path) -> Iterator[tuple[str, float, Sequence[str | Path], Sequence[str]]]:
    """Yield each comparison: its name, the ratio that it is to stay under, A and B."""
    yield "standard / B1", 0.70, STANDARD, B1
    yield "quick / B0", 7, [*STANDARD, "--level", "quick"], B0
    yield "--help / B0", 4, [*DOCTOR, "--help"], B0
    yield "diagnose / B0", 9, [*DOCTOR, "diagnose", report], B0
    collect = [PYTHON, "-m", "torch.utils.collect_env"]
    yield "standard / collect_env", 0.55, STANDARD, collect


def main() -> None:
    """Measure the rows that were asked for and print one line each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=11)
    parser.add_argument("--only", default="", help="rows whose name contains this")
    options = parser.parse_args()
    print(f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, ", end="")
    print(f"Python {platform.python_version()}, {options.pairs} pairs, {time.strftime('%Y-%m-%d')}")
    with tempfile.TemporaryDirectory() as name:
        for number in range(REPORTS):
            text = REPORT.format(minor=number % 7, number=number)
            (Path(name) / f"{number}.txt").write_text(text, encoding="utf-8")
        for row, target, a, b in rows(Path(name) / "0.txt"):
            if options.only in row:
                seconds(a), seconds(b)
                ratios = sorted(seconds(a) / seconds(b) for _ in range(options.pairs))
                median = statistics.median(ratios)
                word = "met" if median <= target else "MISSED"
                spread = f"({ratios[0]:.2f} .. {ratios[-1]:.2f})"
                print(f"{row:24} {median:6.2f} {spread:18} target {target:5.2f} {word}")
        if options.only in "reports a second":
            started = time.perf_counter()
            run([*DOCTOR, "diagnose", name, "--format", "jsonl"])
            speed = REPORTS / (time.perf_counter() - started)
            word = "met" if speed >= REPORTS_A_SECOND else "MISSED"
            print(f"reports a second         {speed:6.0f} target {REPORTS_A_SECOND} {word}")


if __name__ == "__main__":
    main()
