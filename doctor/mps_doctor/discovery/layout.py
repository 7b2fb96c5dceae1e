"""What a Python environment looks like on disk: its interpreter, its kind, whose tool it serves."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from mps_doctor.discovery.surroundings import (
    Surroundings,
    is_file,
    is_folder,
    is_link,
    names_in,
    read_text,
    real,
)

PYTHON_NAME = re.compile(r"python(3(\.\d{1,2})?t?)?")
"""Names of an interpreter in a `bin` folder: python, python3, python3.13, python3.13t."""

_UV_CACHE_BUCKET = re.compile(r"(archive|environments|builds)-v\d+")
"""Folders of uv's cache that hold the environments of `uvx` and of `uv run --with`."""


def is_runnable(path: Path) -> bool:
    """Say whether a path is a file that may be executed."""
    return is_file(path) and os.access(path, os.X_OK)


def is_script(path: Path) -> bool:
    """Say whether a file starts with `#!`: a shim or wrapper, not an interpreter."""
    if not is_file(path):
        return False
    try:
        with path.open("rb") as stream:
            return stream.read(2) == b"#!"
    except OSError:
        return False


def is_shim(path: Path) -> bool:
    """Say whether a `python` is a version manager's stand-in that picks the real one when run.

    pyenv's and asdf's are scripts; mise's are links to mise itself, in a folder named `shims`.
    """
    return is_script(path) or path.parent.name == "shims"


def python_in(folder: Path) -> Path | None:
    """Return the interpreter of an environment folder; None where it has none.

    A link to a Python that is gone is returned too if nothing better is there: the environment
    exists, and that it cannot start is for the examination to tell.
    """
    folder = folder / "bin"
    usual = (folder / "python", folder / "python3")
    for path in usual:
        if is_runnable(path):
            return path
    versioned = [folder / name for name in names_in(folder) if PYTHON_NAME.fullmatch(name)]
    for path in sorted(versioned, key=lambda path: version_key(path.name), reverse=True):
        if is_runnable(path):
            return path
    return next((path for path in (*usual, *versioned) if is_dangling(path)), None)


def is_dangling(path: Path) -> bool:
    """Say whether a path is a link that leads nowhere, or in a circle."""
    return is_link(path) and not is_file(path) and not is_folder(path)


def version_key(text: str) -> tuple[int, ...]:
    """Return the numbers in a name, to sort `python3.9` before `python3.12`."""
    return tuple(int(number) for number in re.findall(r"\d{1,9}", text, re.ASCII))


def is_venv(folder: Path) -> bool:
    """Say whether a folder is a virtual environment (`pyvenv.cfg` marks it, PEP 405)."""
    return is_file(folder / "pyvenv.cfg")


def is_conda(folder: Path) -> bool:
    """Say whether a folder is an environment of conda, mamba, micromamba or pixi."""
    return is_folder(folder / "conda-meta")


def is_pixi(folder: Path) -> bool:
    """Say whether a conda environment belongs to a pixi project (`.pixi/envs/NAME`)."""
    return folder.parent.name == "envs" and folder.parent.parent.name == ".pixi"


def is_conda_base(folder: Path) -> bool:
    """Say whether a conda environment is the one that conda itself was installed into."""
    return is_folder(folder / "condabin") or is_file(folder / "bin" / "conda")


def conda_name(folder: Path) -> str:
    """Return the name of a conda environment: its folder's, or `base`."""
    return "base" if is_conda_base(folder) else folder.name


def environment_of(python: Path) -> Path | None:
    """Return the environment folder that an interpreter starts in; None for a plain install.

    Python looks for `pyvenv.cfg` beside the path it is called by, before it follows any link.
    """
    folder = python.parent.parent
    if is_venv(folder):
        return folder
    for prefix in (folder, real(python).parent.parent):
        if is_conda(prefix):
            return prefix
    return None


def identity(python: Path) -> Path:
    """Return what makes two interpreters the same: environment folder or binary, links followed."""
    folder = environment_of(python)
    return real(python if folder is None else folder)


def settings_of(folder: Path) -> Mapping[str, str]:
    """Return the `key = value` lines of a virtual environment's pyvenv.cfg."""
    pairs = (line.partition("=") for line in read_text(folder / "pyvenv.cfg").splitlines())
    return {key.strip().lower(): value.strip() for key, mark, value in pairs if mark}


def tool_of(prefix: Path, around: Surroundings) -> str:
    """Return which tool made an environment for one program only; empty for a user's own.

    Seen with uv 0.13 and pipx 1.18: `uv tool install` leaves uv-receipt.toml, `uvx` and
    `uv run --with` use folders of uv's cache, pipx leaves pipx_metadata.json.
    """
    if is_file(prefix / "uv-receipt.toml"):
        return "uv tool"
    if is_file(prefix / "pipx_metadata.json"):
        return "pipx"
    resolved = real(prefix)
    if _UV_CACHE_BUCKET.fullmatch(resolved.parent.name) and "uv" in settings_of(prefix):
        return "uvx" if extended_environment(prefix) is None else "temporary uv"
    if resolved.name == "libexec" and "Cellar" in resolved.parts:
        return "Homebrew formula"
    pixi = (around.folder_variable("PIXI_HOME"), *around.under_home(".pixi"))
    if any(home is not None and resolved.parent == real(home / "envs") for home in pixi):
        return "pixi global"
    return ""


def extended_environment(prefix: Path) -> Path | None:
    """Return the user's environment that `uv run --with` put its temporary one in front of."""
    value = settings_of(prefix).get("extends-environment", "")
    return Path(value) if value.startswith("/") and "\0" not in value else None


STUB_FOLDER = "usr/bin"
DEVELOPER_LINKS = (
    "var/select/developer_dir",
    "var/db/xcode_select_link",
    "usr/share/xcode-select/xcode_dir_link",
)
"""Where `xcode-select --switch` has kept its choice; the first that is there counts."""

DEVELOPER_FOLDERS = (
    "Applications/Xcode.app/Contents/Developer",
    "Library/Developer/CommandLineTools",
    "Applications/Xcode-beta.app/Contents/Developer",
)
"""What is tried where nothing was chosen.

libxcselect, which decides all this, is not published; the order is by report.
Source: https://macops.ca/developer-binaries-on-os-x-xcode-select-and-xcrun
"""


def is_apple_stub(python: Path, around: Surroundings) -> bool:
    """Say whether a path leads to Apple's placeholder in /usr/bin, which must not be run.

    /usr/bin/python3 only passes on to the developer tools; where those are missing it opens an
    install dialog, and where the root is chosen for them it never ends.
    Source: Library/Homebrew/shims/shared/git of Homebrew/brew
    """
    if around.system != "darwin":
        return False
    return _is_in_stub_folder(python, around) and not has_developer_python(around)


def _is_in_stub_folder(path: Path, around: Surroundings) -> bool:
    return real(path).parent == real(around.root / STUB_FOLDER)


def has_developer_python(around: Surroundings) -> bool:
    """Say whether Xcode or its command-line tools are there to stand behind /usr/bin/python3.

    The chosen folder decides, even one that is gone: DEVELOPER_DIR, then the link of xcode-select.
    """
    selected = around.folder_variable("DEVELOPER_DIR")
    if selected is None:
        links = (around.root / link for link in DEVELOPER_LINKS)
        selected = next((link for link in links if is_link(link)), None)
    if selected is None:
        folders = tuple(around.root / folder for folder in DEVELOPER_FOLDERS)
    else:
        folders = tuple(selected / part for part in _DEVELOPER_PARTS)
    pythons = [folder / "usr/bin/python3" for folder in folders]
    return any(is_runnable(path) and not _is_in_stub_folder(path, around) for path in pythons)


_DEVELOPER_PARTS = ("", "Contents/Developer")
"""DEVELOPER_DIR may name the app or the developer folder in it."""


def developer_pythons(around: Surroundings) -> tuple[Path, ...]:
    """Return where Xcode and its command-line tools keep their Python."""
    applications = around.root / "Applications"
    xcodes = sorted(
        name
        for name in names_in(applications)
        if name.startswith("Xcode") and name.endswith(".app")
    )
    return (
        around.root / "Library/Developer/CommandLineTools/usr/bin/python3",
        *(applications / name / "Contents/Developer/usr/bin/python3" for name in xcodes),
    )
