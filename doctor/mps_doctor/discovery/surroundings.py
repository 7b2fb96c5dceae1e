"""What discovery may look at: variables, the current folder, home, and patterns of paths.

File system only, and `os.path` throughout: where pathlib raises for a folder that may not be seen,
it answers that nothing is there.
"""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from mps_doctor.system.files import beginning_of
from mps_doctor.system.folders import current_folder, own_home

MOST_MATCHES = 2_000
"""Paths taken of one pattern: a project folder may hold any number of files."""

MOST_PARENTS = 12
"""Folders looked at on the way up from the current one to the project's root."""

MOST_TEXT = 65_536
"""Bytes read of one settings file: real ones have a few hundred."""

_REPOSITORY = (".git", ".hg", ".jj")
_PROJECT_FILES = (
    *("pyproject.toml", "pixi.toml", "uv.lock", "setup.py", "Pipfile"),
    *("requirements.txt", "environment.yml", "environment.yaml"),
)


class Surroundings(NamedTuple):
    """Where an interpreter is looked for.

    `root` is where the absolute places (`/opt/homebrew`, `/Library`) begin.
    """

    environ: Mapping[str, str]
    cwd: Path
    home: Path | None
    root: Path = Path("/")
    system: str = sys.platform

    @classmethod
    def here(cls) -> Surroundings:
        """Return those of this process."""
        return cls(os.environ, current_folder(), own_home())

    def folders(self, variable: str) -> list[Path]:
        """Return the absolute folders that a variable lists, each once.

        Empty and relative entries mean the current folder: nothing is taken from there unasked.
        """
        entries = self.environ.get(variable, "").split(os.pathsep)
        paths = (self.absolute(entry) for entry in entries)
        return list(dict.fromkeys(path for path in paths if path is not None))

    def absolute(self, text: str) -> Path | None:
        """Return the absolute path that a text is; None for another text."""
        if text.startswith("~/") and self.home is not None:
            return self.home / text[2:]
        return Path(text) if text.startswith("/") and "\0" not in text else None

    def matches(self, pattern: str) -> Iterator[Path]:
        """Yield the paths that match, in order.

        A pattern begins with `/`, `~/` (home), `./` (each folder of the project), or `$NAME/` (each
        folder that a variable lists); `./$NAME` is what a variable names there.
        """
        begun, _, rest = pattern.partition("/")
        bases: list[Path] | tuple[Path, ...] = [self.root]
        if begun == ".":
            bases = self.project_folders()
        elif begun == "~":
            bases = [self.home] if self.home is not None else []
        elif begun.startswith("$"):
            bases = self.folders(begun[1:])
        if rest.startswith("$"):
            rest = glob.escape(self.environ.get(rest[1:], "").replace("\0", ""))
        for base in bases:
            yield from children(base, rest)

    def project_folders(self) -> tuple[Path, ...]:
        """Return the current folder and those above it up to the project's root.

        The root is the first with a repository in it; without one, the highest with a project file.
        The home folder and what is above it are no project, unless one is the current folder.
        """
        folders = [self.cwd]
        for parent in (self.cwd, *self.cwd.parents)[: MOST_PARENTS + 1]:
            if parent != self.cwd:
                if parent in (self.home, parent.parent):
                    break
                folders.append(parent)
            if any(os.path.exists(parent / name) for name in _REPOSITORY):
                return tuple(folders)
        while folders[1:] and not any(os.path.isfile(folders[-1] / n) for n in _PROJECT_FILES):
            folders.pop()
        return tuple(folders)


def children(folder: Path, pattern: str = "*") -> list[Path]:
    """Return what matches a pattern below a folder, in order, at most MOST_MATCHES."""
    path = os.path.normpath(os.path.join(glob.escape(str(folder)), pattern))
    return [Path(found) for found in sorted(glob.glob(path))[:MOST_MATCHES]]


def read_settings(path: Path) -> str:
    """Return the beginning of a settings file; empty where there is none or it cannot be read.

    Bytes that are not UTF-8 are kept as Python keeps them in file names.
    """
    return (beginning_of(path, MOST_TEXT) or b"").decode("utf-8", "surrogateescape")


def is_runnable(path: Path) -> bool:
    """Return whether a path is a file that may be executed."""
    return os.path.isfile(path) and os.access(path, os.X_OK)


def is_dangling(path: Path) -> bool:
    """Return whether a path is a link that leads nowhere, or in a circle."""
    return os.path.islink(path) and not os.path.exists(path)


def real(path: Path) -> Path:
    """Return a path with its links followed: to compare with, never to run.

    The Python of a virtual environment is a link, and only by it does it know its environment.
    """
    return Path(os.path.realpath(path))
