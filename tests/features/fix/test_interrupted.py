"""A fix that is stopped or killed half-way: its child ends, and the undo puts things back."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from environments import Place, kill, torch_files, wait_for, write_index, write_wheel

pytestmark = pytest.mark.linux_only("a Mac is prescribed a torch that the tests' index lacks")

PARTS = 4000
"""Files of a torch whose install takes a while."""


@pytest.fixture
def slow_place(make_place: Callable[..., Place], tmp_path: Path) -> Place:
    """Return an environment with a damaged torch, and an index whose torch is slow to install."""
    index = tmp_path / "index"
    write_index(index)
    for wheel in index.glob("torch-*.whl"):
        wheel.unlink()
    write_wheel(index, "torch", "2.9.1", torch_files("2.9.1", parts=PARTS), ("torch-needs",))
    place = make_place(index)
    place.install("torch==2.9.1", "torch-needs")
    (place.site / "torch" / "version.py").unlink()
    return place


def pip_below(process: psutil.Process) -> psutil.Process | None:
    """Return the pip install that a doctor has started, if it runs now."""
    for child in process.children(recursive=True):
        with contextlib.suppress(psutil.Error):
            if "install" in child.cmdline() and "pip" in child.cmdline():
                return child
    return None


def start_and_wait(place: Place) -> tuple[object, psutil.Process]:
    """Start a fix, and return it with its installer once that is at work on torch's files."""
    doctor = place.start_fix("--apply", "--yes")
    found: list[psutil.Process] = []

    class Installing:
        """Looks like a path that exists once the installer writes files."""

        def exists(self) -> bool:
            pip = pip_below(psutil.Process(doctor.pid))
            written = place.site / "torch" / "parts" / "part_1.py"
            if pip is not None and written.exists():
                found.append(pip)
            return bool(found)

    wait_for(Installing(), doctor)  # type: ignore[arg-type]
    return doctor, found[-1]


def restore(place: Place) -> None:
    back = place.fix("--undo", place.saved(), "--apply", "--yes")
    assert back.exit_code == 0, back.summary
    assert back.document["after"]["status"] == "healthy", back.summary


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(slow_place: Place, number: int) -> None:
    before = slow_place.installed()
    doctor, pip = start_and_wait(slow_place)
    os.kill(doctor.pid, number)
    stdout, stderr = doctor.communicate(timeout=60)
    assert doctor.returncode == 130, stderr
    assert not pip.is_running() or pip.status() == psutil.STATUS_ZOMBIE
    assert '"result": "interrupted"' in stdout
    assert "--requirement" in stdout
    restore(slow_place)
    assert slow_place.installed() == before


def test_the_installer_is_killed(slow_place: Place) -> None:
    before = slow_place.installed()
    doctor, pip = start_and_wait(slow_place)
    kill(pip.pid)
    stdout, stderr = doctor.communicate(timeout=120)
    assert doctor.returncode == 1, f"{stderr}{stdout}"
    assert "SIGKILL" in stdout
    restore(slow_place)
    assert slow_place.installed() == before


def test_the_doctor_itself_is_killed(slow_place: Place) -> None:
    """What was saved before is enough: its commands, or `--undo`."""
    before = slow_place.installed()
    doctor, pip = start_and_wait(slow_place)
    kill(pip.pid)
    kill(doctor.pid)
    doctor.communicate(timeout=60)
    assert (slow_place.saved() / "undo.txt").read_text().count("\n") == 2
    restore(slow_place)
    assert slow_place.installed() == before
