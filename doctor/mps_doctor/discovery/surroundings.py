"""Surroundings: what choosing and discovering may look at, and how they look without failing.

File system only: nothing here runs a program.
A folder that cannot be read is an empty one; a file that is no regular file is never opened.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

LIST_LIMIT = 20_000
"""Names read of one folder; a project folder with more is not searched to its end."""

TEXT_LIMIT = 65_536
"""Bytes read of one settings file: real ones have a few hundred."""


class Surroundings(NamedTuple):
    """The environment variables, current folder and home that an interpreter is looked for in.

    `root` is where the absolute places (`/opt/homebrew`, `/Library`) begin.
    """

    environ: Mapping[str, str]
    cwd: Path
    home: Path | None
    root: Path = Path("/")
    system: str = sys.platform

    def folder_variable(self, name: str) -> Path | None:
        """Return the absolute folder that an environment variable names, if it names one."""
        value = self.environ.get(name, "")
        if value.startswith("~/") and self.home is not None:
            return self.home / value[2:]
        return Path(value) if is_absolute(value) else None

    def under_home(self, *parts: str) -> tuple[Path, ...]:
        """Return a place in the home folder; none where there is no home."""
        return () if self.home is None else (self.home.joinpath(*parts),)

    def data_home(self) -> tuple[Path, ...]:
        """Return the data folder by the XDG rule, which uv and pipenv follow on macOS too."""
        named = self.folder_variable("XDG_DATA_HOME")
        return (named,) if named else self.under_home(".local", "share")

    def cache_home(self) -> tuple[Path, ...]:
        """Return the user's cache folders: by the XDG rule, and that of macOS."""
        named = self.folder_variable("XDG_CACHE_HOME")
        xdg = (named,) if named else self.under_home(".cache")
        return (*self.under_home("Library", "Caches"), *xdg)

    def path_folders(self) -> tuple[Path, ...]:
        """Return the absolute folders of PATH, each once.

        Empty and relative entries mean the current folder: nothing is taken from there unasked.
        """
        entries = self.environ.get("PATH", "").split(os.pathsep)
        return tuple(dict.fromkeys(Path(entry) for entry in entries if is_absolute(entry)))

    def shown(self, path: Path) -> str:
        """Return a path for people: the home folder as `~`, no control character left."""
        if self.home is not None and path.is_relative_to(self.home):
            inside = path.relative_to(self.home)
            return printable("~" if inside == Path() else f"~/{inside}")
        return printable(str(path))


def home_folder(environ: Mapping[str, str]) -> Path | None:
    """Return the home folder that HOME names; None where it names none."""
    value = environ.get("HOME", "")
    return Path(value) if is_absolute(value) and value.strip("/") else None


def is_absolute(value: str) -> bool:
    """Say whether a text is an absolute path that the file system can be asked about."""
    return "\0" not in value and Path(value).is_absolute()


def printable(text: str) -> str:
    """Return text in which what a terminal would not print is written as an escape.

    Covers line ends, terminal escapes, bidirectional marks, and bytes that are not UTF-8.
    """
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else ascii(character)[1:-1] for character in text
    )


def is_file(path: Path) -> bool:
    """Say whether a path leads to a regular file; False where that cannot be seen."""
    try:
        return path.is_file()
    except (OSError, ValueError):  # no permission on a folder above; a NUL in the name
        return False


def is_folder(path: Path) -> bool:
    """Say whether a path leads to a folder; False where that cannot be seen."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def is_link(path: Path) -> bool:
    """Say whether a path is a symbolic link, wherever it leads."""
    try:
        return path.is_symlink()
    except (OSError, ValueError):
        return False


def real(path: Path) -> Path:
    """Return a path with its links followed, for comparison only: loops are left as they are."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):
        return path


def same(one: Path, other: Path) -> bool:
    """Say whether two paths lead to one place."""
    return real(one) == real(other)


def names_in(folder: Path) -> tuple[str, ...]:
    """Return the sorted names in a folder, at most LIST_LIMIT; none if it cannot be read."""
    names: list[str] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                names.append(entry.name)
                if len(names) == LIST_LIMIT:
                    break
    except (OSError, ValueError):
        return tuple(sorted(names))
    return tuple(sorted(names))


def folders_in(folder: Path) -> tuple[Path, ...]:
    """Return the folders in a folder, sorted, without the hidden ones."""
    paths = (folder / name for name in names_in(folder) if not name.startswith("."))
    return tuple(path for path in paths if is_folder(path))


def read_text(path: Path) -> str:
    """Return the beginning of a settings file; empty where there is none or it cannot be read.

    Bytes that are not UTF-8 are kept as Python keeps them in file names.
    """
    if not is_file(path):
        return ""
    try:
        with path.open("rb") as stream:
            return stream.read(TEXT_LIMIT).decode("utf-8", "surrogateescape")
    except OSError:
        return ""
