"""What the tests of examining an interpreter share: programs that speak as a probe, and manners."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path

import psutil

from mps_doctor.facts import Machine, Unknown

HELLO = '{"probe": 1, "python": "3.12.1"}'
"""The first line of a probe."""


def facts_before_torch_are_there(machine: Machine) -> bool:
    return (
        machine.host.system == os.uname().sysname
        and machine.python.version == "{}.{}.{}".format(*sys.version_info[:3])
        and machine.torch.version == "2.9.1"
        and not isinstance(machine.packages.installed, Unknown)
    )


def nothing_is_left() -> bool:
    """Whether no process that was started from here runs on; dying ones get a moment."""
    patience = time.monotonic() + 60
    while children() and time.monotonic() < patience:
        time.sleep(0.05)
    return not children()


def children() -> list[psutil.Process]:
    """Return what runs below this process, but for the servant of Python's own multiprocessing."""
    found = []
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            if "resource_tracker" not in " ".join(child.cmdline()):
                found.append(child)
    return found


def executable(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    path.chmod(0o755)
    return path


def speaker(tmp_path: Path, *lines: str, then: str = "") -> Path:
    """Return a program that says these lines as a probe would."""
    said = "".join(f"print({line!r}, flush=True)\n" for line in lines)
    return executable(tmp_path / "speaker", f"#!{sys.executable}\n{said}{then}\n".encode())
