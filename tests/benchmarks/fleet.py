"""Measure how fast many hosts are read, judged and reported, and in how much memory.

    python tests/benchmarks/fleet.py [--hosts 1000 10000] [--format html]

The hosts are made from the recorded machines; each has its own name, timings, interpreter and time.
They lie on disk as `fleet run` leaves them, one file each.
Nothing here is a test: a busy machine is no bug.
"""

import argparse
import json
import os
import platform
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MACHINES = Path(__file__).resolve().parents[1] / "machines"


def make_hosts(folder: Path, count: int) -> None:
    """Write the hosts."""
    chance = random.Random(7)
    machines = [
        file.read_bytes()
        for file in sorted(MACHINES.glob("*.json"))
        if file.name != "expected.json" and not file.name.startswith("deep-")
    ]
    for number in range(count):
        machine = json.loads(machines[number % len(machines)])
        name, day = f"mac-{number:06}", 1 + number % 20
        machine["origin"] = {
            "kind": "host",
            "name": name,
            "recorded": f"2026-11-{day:02}T08:00:00Z",
        }
        machine.get("torch_import", {})["seconds"] = round(chance.uniform(0.8, 4), 4)
        executable = machine.get("python", {}).get("executable")
        if isinstance(executable, str):
            machine["python"]["executable"] = f"/opt/lab{number % 40}{executable}"
        (folder / f"{name}.json").write_text(json.dumps(machine))


def main() -> None:
    """Print a line for each number of hosts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hosts", type=int, nargs="+", default=[1000, 10_000])
    parser.add_argument("--format", default="html")
    options = parser.parse_args()
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    print(f"load before: {os.getloadavg()[0]:.1f}")
    for count in options.hosts:
        with tempfile.TemporaryDirectory() as name:
            make_hosts(Path(name), count)
            page = Path(name, "report")
            words = ["fleet", "report", name, "--format", options.format, "-o", str(page)]
            began, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run([sys.executable, "-m", "mps_doctor", *words], check=False)
            seconds, now = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
            assert done.returncode == 1, f"exit status {done.returncode}"
            cpu = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
            peak = now.ru_maxrss * (1 if sys.platform == "darwin" else 1024)  # man 2 getrusage
            print(
                f"{count:>7,} hosts: {seconds:.1f} s, {cpu:.1f} s of CPU, {count / cpu:.0f} hosts "
                f"for each of them, {peak / 1e6:.0f} MB, {page.stat().st_size / 1e6:.2f} MB written"
            )


if __name__ == "__main__":
    main()
