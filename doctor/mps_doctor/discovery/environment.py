"""What an environment looks like on disk: its interpreter, its kind, whose tool it serves."""

import os
import re
from pathlib import Path

from mps_doctor.discovery.surroundings import (
    Surroundings,
    is_dangling,
    is_runnable,
    read_settings,
    real,
)

PYTHON_NAME = re.compile(r"python(3(\.\d{1,2})?t?)?")
"""Names of an interpreter in a `bin` folder: python, python3, python3.13, python3.13t."""

_UV_CACHE_BUCKET = re.compile(r"(archive|environments|builds)-v\d+")
"""Folders of uv's cache that hold the environments of `uvx` and of `uv run --with`."""


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
    chosen = [*around.matches("$DEVELOPER_DIR")] if around.folders("DEVELOPER_DIR") else None
    if chosen is None:
        links = [path for place in _CHOSEN_DEVELOPER for path in around.matches(place)]
        chosen = links[:1]
        if not links:
            chosen = [path for place in _USUAL_DEVELOPER for path in around.matches(place)]
    # DEVELOPER_DIR may name the app or the developer folder in it.
    parts = ("usr/bin/python3", "Contents/Developer/usr/bin/python3")
    behind = [folder / part for folder in chosen for part in parts]
    return not any(is_runnable(path) and real(path).parent != stubs for path in behind)
