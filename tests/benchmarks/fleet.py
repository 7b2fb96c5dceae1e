"""Measure how many recorded hosts a second are read, judged and reported, and in how much memory.

    python tests/benchmarks/fleet.py [--hosts 1000 10000] [--processes 2] [--format html]

The hosts are made from the recorded machines: each gets its own memory size, timings, home folder
and time, so that none equals another.  They lie on disk as `fleet run` leaves them, one file each;
a snapshot is a report's facts.  Nothing here is a test: a busy machine is no bug.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil

MACHINES = Path(__file__).resolve().parents[1] / "machines"


def make_hosts(folder: Path, count: int) -> int:
    """Write the hosts; return their bytes."""
    chance = random.Random(7)
    machines = [
        json.loads(file.read_bytes())
        for file in sorted(MACHINES.glob("*.json"))
        if file.name != "expected.json" and not file.name.startswith("deep-")
    ]
    size = 0
    for number in range(count):
        machine = json.loads(json.dumps(machines[number % len(machines)]))
        machine["origin"] = {
            "kind": "host",
            "name": f"mac-{number:05}",
            "recorded": f"2026-11-{1 + number % 20:02}T08:00:00Z",
        }
        if isinstance(machine.get("smoke", {}).get("warm_seconds"), float):
            machine["smoke"]["warm_seconds"] *= 1 + chance.random()
            machine["smoke"]["first_seconds"] = chance.random()
        if isinstance(machine.get("torch_import", {}).get("seconds"), float):
            machine["torch_import"]["seconds"] = round(chance.uniform(0.8, 4), 4)
        if isinstance(machine.get("python", {}).get("executable"), str):
            executable = machine["python"]["executable"]
            machine["python"]["executable"] = f"/opt/lab{number % 40}{executable}"
        text = json.dumps(machine)
        size += len(text)
        (folder / f"mac-{number:05}.json").write_text(text)
    return size


class Watch(threading.Thread):
    """Watches the memory of a process and its children (PSS where the system tells it)."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._process = psutil.Process(pid)
        self.most = 0
        self.most_of_parent = 0
        self.cpu = 0.0

    def run(self) -> None:
        while True:
            try:
                tree = [self._process, *self._process.children(recursive=True)]
                sizes = [_bytes_of(process) for process in tree]
            except psutil.NoSuchProcess:
                return
            except psutil.Error:
                continue
            self.most = max(self.most, sum(sizes))
            self.most_of_parent = max(self.most_of_parent, sizes[0])
            time.sleep(0.2)  # asking costs time on the cores that are measured


def _bytes_of(process: psutil.Process) -> int:
    memory = process.memory_full_info()
    return getattr(memory, "pss", 0) or memory.rss


def main() -> None:
    """Print a row for each number of hosts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hosts", type=int, nargs="+", default=[1000, 10_000])
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--format", default="html")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    print(f"load before: {os.getloadavg()[0]:.1f}")
    for count in options.hosts:
        with tempfile.TemporaryDirectory() as name:
            size = make_hosts(Path(name), count)
            best: tuple[float, Watch, int] | None = None
            for _ in range(options.runs):
                seconds, watch, written = _run(Path(name), options.format, options.processes)
                if best is None or seconds < best[0]:
                    best = (seconds, watch, written)
            assert best is not None
            seconds, watch, written = best
            print(
                f"{count:>6} hosts, {size / 1e6:.1f} MB read, {written / 1e6:.1f} MB written: "
                f"{seconds:.2f} s, {count / seconds:.0f} hosts/s, {watch.cpu:.2f} s of CPU, "
                f"{count / watch.cpu:.0f} hosts for each of them, "
                f"memory {watch.most / 1e6:.0f} MB (parent {watch.most_of_parent / 1e6:.0f} MB)"
            )


def _run(folder: Path, form: str, processes: int) -> tuple[float, Watch, int]:
    with tempfile.NamedTemporaryFile() as report:
        command = [sys.executable, "-m", "mps_doctor", "fleet", "report", str(folder)]
        command += ["--format", form, "-o", report.name, "--processes", str(processes)]
        before = os.times()
        began = time.perf_counter()
        process = subprocess.Popen(command)
        watch = Watch(process.pid)
        watch.start()
        status = process.wait()
        seconds = time.perf_counter() - began
        assert status == 1, f"exit status {status}"
        after = os.times()
        watch.cpu = sum(after[2:4]) - sum(before[2:4])
        return seconds, watch, Path(report.name).stat().st_size


if __name__ == "__main__":
    main()
