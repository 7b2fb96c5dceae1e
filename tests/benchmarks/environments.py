"""Environments to measure: some that share one torch, some with many packages."""

from __future__ import annotations

import os
import sysconfig
import venv
from pathlib import Path

HERE = sysconfig.get_path("purelib")
"""The packages of the environment that runs the benchmark, torch among them."""


def sharing(folder: Path) -> Path:
    """Make an environment that finds the packages of this one, and return its Python."""
    venv.create(folder, symlinks=True, with_pip=False)
    packages = next(folder.glob("lib/python3*/site-packages"))
    (packages / "shared.pth").write_text(HERE + "\n", encoding="utf-8")
    return folder / "bin" / "python"


def filled(folder: Path, count: int) -> Path:
    """Make an environment with so many installed distributions, and return its Python."""
    venv.create(folder, symlinks=True, with_pip=False)
    packages = next(folder.glob("lib/python3*/site-packages"))
    for number in range(count):
        package = packages / f"package_{number}"
        package.mkdir()
        (package / "__init__.py").touch()
        metadata = packages / f"package_{number}-1.{number}.dist-info"
        metadata.mkdir()
        (metadata / "INSTALLER").write_text("pip\n", encoding="utf-8")
        head = f"Metadata-Version: 2.1\nName: package-{number}\nVersion: 1.{number}\n"
        (metadata / "METADATA").write_text(head, encoding="utf-8")
        (metadata / "RECORD").write_text(f"package_{number}/__init__.py,,0\n", encoding="utf-8")
    return folder / "bin" / "python"


def evict(*folders: str) -> None:
    """Ask the system to drop the files below the folders from its page cache; Linux only."""
    for folder in folders:
        for place, _, names in os.walk(folder):
            for name in names:
                _drop(os.path.join(place, name))  # a Path for each takes longer


def _drop(file: str) -> None:
    try:
        descriptor = os.open(file, os.O_RDONLY)
    except OSError:
        return  # a link to nothing
    try:
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(descriptor)
