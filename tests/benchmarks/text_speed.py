"""Measure how fast pasted texts are judged, in how much memory, and how that grows.

    python tests/benchmarks/text_speed.py [--reports 100 1000 10000] [--cores 2]

The reports are made (`pasted_reports.py`), 3 kB each and no two alike.  Of `diagnose FOLDER`: the
wall time, the processor time, and the memory of all its processes together, for each number of
reports; the rate counts the start of the processes, too.  Then the growth with the length of one
text, and the reading of our own reports beside `json.loads`.  Nothing here is a test: a busy
machine is no bug, and its load is printed.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from fleet import Watch
from growth import show
from pasted_reports import make_reports, report
from speed import DOCTOR, plain_environment

from mps_doctor.features.examination import diagnose
from mps_doctor.judgement.report import decode

RATE = 500
"""Reports a second that two cores are to judge."""
READING = 2.0
"""How many times as fast as `json.loads` a report is to be read and validated."""
READ_BYTES = 20_000
LENGTHS = (1_000, 10_000, 100_000, 1_000_000, 20_000_000)
RUNS = 5


def main() -> None:
    """Measure all and print a line for each figure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reports", type=int, nargs="+", default=[100, 1000, 10_000])
    parser.add_argument("--cores", type=int, default=2)
    options = parser.parse_args()
    print(f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, ", end="")
    print(f"Python {platform.python_version()}, {time.strftime('%Y-%m-%d')}, ", end="")
    print(f"load {os.getloadavg()[0]:.1f}")
    for count in options.reports:
        with tempfile.TemporaryDirectory() as name:
            make_reports(Path(name) / "reports", count)
            judge_folder(Path(name) / "reports", count, options.cores)
    texts = {length: text_of(length) for length in LENGTHS}
    show(
        f"one text, in bytes of it: judged by one core, smallest of {RUNS}",
        LENGTHS,
        lambda length: seconds_of(lambda: diagnose(texts[length])),
    )
    read_reports()


def judge_folder(folder: Path, count: int, cores: int) -> None:
    """Let the command judge a folder, and print what it took."""
    pin = ["taskset", "-c", f"0-{cores - 1}"] if shutil.which("taskset") else []
    before = os.times()
    began = time.perf_counter()
    process = subprocess.Popen(
        [*pin, *DOCTOR, "diagnose", str(folder), "--format", "jsonl"],
        stdout=subprocess.DEVNULL,
        env=plain_environment(),
    )
    watch = Watch(process.pid)
    watch.start()
    process.wait()
    wall = time.perf_counter() - began
    after = os.times()
    cpu = sum(after[2:4]) - sum(before[2:4])
    rate = count / wall
    word = "" if count < 10_000 else "met" if rate >= RATE else f"MISSED ({RATE})"
    print(
        f"{count:7} reports, {cores} cores: {wall:.2f} s, {rate:.0f} reports/s {word}; "
        f"{cpu:.2f} s of CPU, {cpu / count * 1000:.2f} ms a report; "
        f"memory {watch.most / 1e6:.0f} MB (parent {watch.most_of_parent / 1e6:.0f} MB)"
    )


def text_of(length: int) -> str:
    """Return a text of that length: reports one after the other."""
    return "\n".join(report(number) for number in range(length // 3000 + 1))[:length]


def seconds_of(work: Callable[[], object]) -> float:
    """Return the processor seconds of the fastest run."""
    taken = []
    for _ in range(RUNS):
        started = time.process_time()
        work()
        taken.append(time.process_time() - started)
        if taken[-1] > 1:
            break
    return min(taken)


def read_reports() -> None:
    """Compare reading and validating reports with reading them as any JSON."""
    documents = [diagnose(report(number)).to_json().encode() for number in range(300)]
    documents = [document for document in documents if len(document) >= READ_BYTES][:50]
    plain = seconds_of(lambda: [json.loads(document) for document in documents])
    typed = seconds_of(lambda: [decode(document) for document in documents])
    size = sum(map(len, documents)) // len(documents)
    word = "met" if plain / typed >= READING else "MISSED"
    print(
        f"reading reports of {size} bytes: {plain / typed:.2f} times the rate of json.loads, "
        f"target {READING:.1f} {word}"
    )


if __name__ == "__main__":
    main()
