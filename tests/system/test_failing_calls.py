"""Each call that may fail does, once: one clear line, the documented exit code, nothing lost.

`one_failing_call.py` makes a call of the doctor's own process fail: to open or rename a
file, to start a process, to wait for one, to end one.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import pytest

HARNESS = Path(__file__).with_name("one_failing_call.py")
MACHINES = Path(__file__).parents[1] / "machines"
KINDS = ("open", "rename", "fork", "wait", "kill")
QUICK = {"check": KINDS, "fleet": ("open", "rename")}
"""Of these kinds the last call is tried in the ordinary suite."""

MARK = "MPS_DOCTOR_TEST_OF_FAILING_CALLS"


class Visit(NamedTuple):
    """What one run gave."""

    exit_code: int
    stderr: str
    file: str
    """The content of the file that the result goes to."""
    calls: dict[str, list[int]]
    """Of each kind the first call from each place in the code."""


class House:
    """Hosts' answers, and a file that holds an earlier result."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.output = folder, folder / "out" / "result.json"
        self.home, self.hosts = folder / "home", folder / "hosts"
        for path in (self.home, self.hosts, self.output.parent):
            path.mkdir()
        for number, machine in enumerate(sorted(MACHINES.glob("*.json"))[:3]):
            shutil.copy(machine, self.hosts / f"host{number}.json")

    def visit(self, command: str, kind: str = "none", number: int = 0) -> Visit:
        """Run a command in which the call of this number and kind fails."""
        self.output.write_text("an earlier result")
        arguments = {
            "check": ("check", "--python", sys.executable, "--device", "cpu", "--level", "quick"),
            "fleet": ("fleet", "report", self.hosts),
        }[command]
        counts = self.folder / "counts.json"
        argv = [sys.executable, HARNESS, kind, number, counts, *arguments]
        done = subprocess.run(
            [*map(str, argv), "--format", "json", "-o", str(self.output)],
            env={**os.environ, "HOME": str(self.home), MARK: str(self.folder)},
            cwd=self.home,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        file = self.output.read_text()
        return Visit(done.returncode, done.stderr, file, json.loads(counts.read_text()))

    def children_left(self) -> list[int]:
        """Return the processes of the last visit that are still there after a while."""
        until = time.monotonic() + 20
        while left := list(self._children()):
            if time.monotonic() > until:
                break
            time.sleep(0.1)
        return left

    def _children(self) -> Iterator[int]:
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error, OSError):
                if process.environ().get(MARK) == str(self.folder):
                    yield process.pid


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(tmp_path_factory.mktemp("failing"))


def wrong_in(house: House, command: str, visit: Visit) -> str:
    """Return what a visit did that it may not do; empty where it did well."""
    document: dict[str, Any] = {}
    if visit.file != "an earlier result":
        document = json.loads(visit.file)
    crashed = any(each["outcome"] == "errored" for each in document.get("results", ()))
    if visit.exit_code not in (0, 1, 2, 4, 3 * crashed) or "Traceback" in visit.stderr:
        return f"exit code {visit.exit_code}"
    if visit.exit_code == 2:
        lines = visit.stderr.splitlines()
        if len(lines) != 1 or not lines[0].startswith("mps-doctor: "):
            return "an error that is not one line"
    elif not document:
        return "no result, and no error"
    if sorted(os.listdir(house.output.parent)) != ["result.json"]:
        return "a temporary file is left"
    if command == "fleet" and document and not all(f"host{n}" in visit.file for n in range(3)):
        return "a host has vanished"
    return f"children are left: {left}" if (left := house.children_left()) else ""


def failures(house: House, command: str, kind: str, numbers: list[int]) -> list[str]:
    visits = {number: house.visit(command, kind, number) for number in numbers}
    found = {number: wrong_in(house, command, visit) for number, visit in visits.items()}
    return [f"{kind} {number}: {wrong}" for number, wrong in found.items() if wrong]


@pytest.mark.parametrize("command", QUICK)
def test_a_failing_call(house: House, command: str) -> None:
    whole = house.visit(command)
    assert wrong_in(house, command, whole) == ""
    assert whole.file != "an earlier result"
    for kind in QUICK[command]:
        assert failures(house, command, kind, whole.calls[kind][-1:]) == []


@pytest.mark.full
@pytest.mark.parametrize("command", QUICK)
def test_every_failing_call(house: House, command: str) -> None:
    whole = house.visit(command)
    for kind in KINDS:
        assert failures(house, command, kind, whole.calls[kind]) == []
