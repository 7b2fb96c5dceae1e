"""Each call that may fail does, once: one clear line, the documented exit code, nothing lost.

`one_failing_call.py` makes a call of the doctor's own process fail: to open, write or rename a
file, to start a process, to wait for one, to end one.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import pytest

HARNESS = Path(__file__).with_name("one_failing_call.py")
MACHINES = Path(__file__).parents[1] / "machines"
KINDS = ("open", "write", "rename", "fork", "wait", "kill")
COMMANDS = ("check", "fix", "fleet")
QUICK = {"check": KINDS, "fix": ("write", "kill"), "fleet": ("open", "rename")}
"""Of these kinds the last calls are tried in the ordinary suite."""

MARK = "MPS_DOCTOR_TEST_OF_FAILING_CALLS"

PIP = """
import json, pathlib, sys
site = pathlib.Path(__file__).parent.parent
torch, info = site / "torch", site / "torch-2.9.1.dist-info"
if "--report" in sys.argv:
    report = {"install": [{"metadata": {"name": "torch", "version": "2.9.1"}}]}
    pathlib.Path(sys.argv[sys.argv.index("--report") + 1]).write_text(json.dumps(report))
elif "install" in sys.argv:
    torch.mkdir()
    (torch / "__init__.py").write_text("__version__ = '2.9.1'")
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\\nName: torch\\nVersion: 2.9.1\\n")
    names = ("torch/__init__.py", f"{info.name}/METADATA", f"{info.name}/RECORD")
    (info / "RECORD").write_text("".join(f"{name},,\\n" for name in names))
"""
"""What the fix asks of pip, in a tenth of its time."""


class Visit(NamedTuple):
    """What one run gave."""

    exit_code: int
    stderr: str
    file: str
    """The content of the file that the result goes to."""
    calls: dict[str, list[int]]
    """Of each kind the first call from each place in the code."""


class House:
    """An environment without torch, hosts' answers, and a file that holds an earlier result."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.output = folder, folder / "out" / "result.json"
        self.home, self.hosts, self.prefix = folder / "home", folder / "hosts", folder / "env"
        for path in (self.home, self.hosts, self.output.parent):
            path.mkdir()
        for number, machine in enumerate(sorted(MACHINES.glob("*.json"))[:3]):
            shutil.copy(machine, self.hosts / f"host{number}.json")
        venv.EnvBuilder(symlinks=True).create(self.prefix)
        self.site = next((self.prefix / "lib").iterdir()) / "site-packages"
        for name, text in (("pip/__init__.py", ""), ("pip/__main__.py", PIP)):
            (self.site / name).parent.mkdir(exist_ok=True)
            (self.site / name).write_text(text)
        (self.site / "pip-25.0.dist-info").mkdir()
        metadata = "Metadata-Version: 2.1\nName: pip\nVersion: 25.0\n"
        (self.site / "pip-25.0.dist-info" / "METADATA").write_text(metadata)
        self.prefix.rename(folder / "as it was")

    @property
    def torch(self) -> Path:
        """What the fix installs."""
        return self.site / "torch"

    def restore(self) -> None:
        """Make everything as it was before the last visit."""
        self.output.write_text("an earlier result")
        shutil.rmtree(self.prefix, ignore_errors=True)
        shutil.copytree(self.folder / "as it was", self.prefix, symlinks=True)

    def visit(self, command: str, kind: str = "none", number: int = 0) -> Visit:
        """Run a command in which the call of this number and kind fails."""
        self.restore()
        examined = ("--python", self.prefix / "bin" / "python", "--device", "cpu")
        arguments = {
            "check": ("check", *examined, "--level", "quick"),
            "fix": ("fix", *examined, "--level", "quick", "--apply", "--yes"),
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
    if visit.exit_code not in (0, 1, 2, 4) or "Traceback" in visit.stderr:
        return f"exit code {visit.exit_code}"
    if visit.exit_code == 2:
        lines = visit.stderr.splitlines()
        if len(lines) != 1 or not lines[0].startswith("mps-doctor: "):
            return "an error that is not one line"
    elif not document:
        return "no result, and no error"
    verdict = document.get("verdict") or document.get("before") or {}
    if verdict.get("cause", "") not in ("", "torch-not-installed"):
        return f"another diagnosis: {verdict['cause']}"
    if sorted(os.listdir(house.output.parent)) != ["result.json"]:
        return "a temporary file is left"
    if command == "fleet" and document and not all(f"host{n}" in visit.file for n in range(3)):
        return "a host has vanished"
    if not (house.prefix / "bin" / "python").exists() or not (house.site / "pip").is_dir():
        return "the environment is broken"
    if house.torch.exists():
        if not list(house.prefix.glob(".mps-doctor/*/journal.json")):
            return "changed without a way back"
    elif command == "fix" and visit.exit_code == 0:
        return "a success that is none"
    return f"children are left: {left}" if (left := house.children_left()) else ""


def failures(house: House, command: str, kind: str, numbers: list[int]) -> list[str]:
    found = []
    for number in numbers:
        visit = house.visit(command, kind, number)
        if wrong := wrong_in(house, command, visit):
            found.append(f"{kind} {number}: {wrong}: {visit.stderr[-600:]}")
    return found


@pytest.mark.parametrize("command", COMMANDS)
def test_a_failing_call(house: House, command: str) -> None:
    whole = house.visit(command)
    assert wrong_in(house, command, whole) == ""
    assert whole.file != "an earlier result"
    found = []
    for kind in QUICK[command]:
        last = 2 if command == "fix" else 1  # the last but one is after the proof
        found += failures(house, command, kind, whole.calls[kind][-last:])
    assert found == []


@pytest.mark.full
@pytest.mark.parametrize("command", COMMANDS)
def test_every_failing_call(house: House, command: str) -> None:
    whole = house.visit(command)
    found = []
    for kind in KINDS:
        found += failures(house, command, kind, whole.calls[kind])
    assert found == []
