"""Where Pythons are looked for, and what an environment looks like on disk.

File system only, and `os.path` throughout: where pathlib raises for a folder that may not be seen,
it answers that nothing is there.
"""

from __future__ import annotations

import glob
import os
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from mps_doctor.system.files import beginning_of, current_folder, own_home

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

PYTHON_NAME = re.compile(r"python(3(\.\d{1,2})?t?)?")
"""Names of an interpreter in a `bin` folder: python, python3, python3.13, python3.13t."""

_UV_CACHE_BUCKET = re.compile(r"(archive|environments|builds)-v\d+")
"""Folders of uv's cache that hold the environments of `uvx` and of `uv run --with`."""


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


# ---- environments ---------------------------------------------------------------------------


def python_in(folder: Path) -> Path | None:
    """Return the interpreter of an environment's folder; None where it has none.

    A link to a Python that is gone is returned too if nothing better is there: the environment
    exists, and that it cannot start is for the examination to say.
    """
    pythons = [folder / "bin" / name for name in ("python", "python3")]
    try:
        names = [name for name in os.listdir(folder / "bin") if PYTHON_NAME.fullmatch(name)]
    except (OSError, ValueError):
        names = []
    pythons += [folder / "bin" / name for name in sorted(names, key=version_in, reverse=True)]
    for is_one in (is_runnable, is_dangling):
        for path in pythons:
            if is_one(path):
                return path
    return None


def version_in(text: str) -> tuple[int, ...]:
    """Return the numbers in a name, to sort `python3.9` before `python3.12`."""
    return tuple(int(number) for number in re.findall(r"\d{1,9}", text, re.ASCII))


def is_venv(folder: Path) -> bool:
    """Return whether a folder is a virtual environment (`pyvenv.cfg` marks it, PEP 405)."""
    return os.path.isfile(folder / "pyvenv.cfg")


def is_conda(folder: Path) -> bool:
    """Return whether a folder is an environment of conda, mamba, micromamba or pixi."""
    return os.path.isdir(folder / "conda-meta")


def environment_of(python: Path) -> Path | None:
    """Return the environment's folder that an interpreter starts in; None for a plain install.

    Python looks for `pyvenv.cfg` beside the path it is called by, before it follows any link.
    """
    folder = python.parent.parent
    if is_venv(folder):
        return folder
    return next(filter(is_conda, (folder, real(python).parent.parent)), None)


def name_of(python: Path) -> str:
    """Return what people call the environment of an interpreter: conda's name, else the path."""
    folder = environment_of(python)
    if folder is None:
        return str(python)
    if is_venv(folder):
        return str(folder)
    is_base = os.path.isdir(folder / "condabin") or os.path.isfile(folder / "bin" / "conda")
    return "base" if is_base else folder.name


def identity(python: Path) -> Path:
    """Return what makes two interpreters the same: environment or binary, links followed."""
    return real(environment_of(python) or python)


def settings_of(folder: Path) -> dict[str, str]:
    """Return the `key = value` lines of a virtual environment's pyvenv.cfg."""
    lines = (line.partition("=") for line in read_settings(folder / "pyvenv.cfg").splitlines())
    return {key.strip().lower(): value.strip() for key, sign, value in lines if sign}


def tool_of(prefix: Path | None, around: Surroundings) -> str:
    """Return which tool made an environment for one program only; empty for a user's own.

    Seen with uv 0.13 and pipx 1.18: `uv tool install` leaves uv-receipt.toml, `uvx` and
    `uv run --with` use folders of uv's cache, pipx leaves pipx_metadata.json.
    """
    if prefix is None:
        return ""
    for name, tool in (("uv-receipt.toml", "uv tool"), ("pipx_metadata.json", "pipx")):
        if os.path.isfile(prefix / name):
            return tool
    resolved = real(prefix)
    if _UV_CACHE_BUCKET.fullmatch(resolved.parent.name) and "uv" in settings_of(prefix):
        return "uvx" if extended_environment(prefix) is None else "temporary uv"
    if resolved.name == "libexec" and "Cellar" in resolved.parts:
        return "Homebrew formula"
    homes = [*around.matches("$PIXI_HOME/envs"), *around.matches("~/.pixi/envs")]
    return "pixi global" if resolved.parent in map(real, homes) else ""


def extended_environment(prefix: Path) -> Path | None:
    """Return the user's environment that `uv run --with` put its temporary one in front of."""
    value = settings_of(prefix).get("extends-environment", "")
    return Path(value) if value.startswith("/") and "\0" not in value else None


_CHOSEN_DEVELOPER = (
    *("/var/select/developer_dir", "/var/db/xcode_select_link"),
    "/usr/share/xcode-select/xcode_dir_link",
)
"""Where `xcode-select --switch` has kept its choice; the first that is there counts."""

_USUAL_DEVELOPER = (
    *("/Applications/Xcode.app/Contents/Developer", "/Library/Developer/CommandLineTools"),
    "/Applications/Xcode-beta.app/Contents/Developer",
)
"""What is tried where nothing was chosen.

libxcselect, which decides all this, is not published; the order is by report.
Source: https://macops.ca/developer-binaries-on-os-x-xcode-select-and-xcrun
"""


def is_apple_stub(python: Path, around: Surroundings) -> bool:
    """Return whether a path leads to Apple's placeholder in /usr/bin, which must not be run.

    /usr/bin/python3 only passes on to the developer tools; where those are missing it opens an
    install dialog, and where the root is chosen for them it never ends.  The chosen folder decides,
    even one that is gone: DEVELOPER_DIR, then the link of xcode-select.
    Source: Library/Homebrew/shims/shared/git of Homebrew/brew
    """
    stubs = real(around.root / "usr/bin")
    if around.system != "darwin" or real(python).parent != stubs:
        return False
    if around.folders("DEVELOPER_DIR"):
        chosen = [*around.matches("$DEVELOPER_DIR")]
    else:
        links = [path for place in _CHOSEN_DEVELOPER for path in around.matches(place)]
        usual = (path for place in _USUAL_DEVELOPER for path in around.matches(place))
        chosen = links[:1] or [*usual]
    # DEVELOPER_DIR may name the app or the developer folder in it.
    parts = ("usr/bin/python3", "Contents/Developer/usr/bin/python3")
    behind = [folder / part for folder in chosen for part in parts]
    return not any(is_runnable(path) and real(path).parent != stubs for path in behind)
