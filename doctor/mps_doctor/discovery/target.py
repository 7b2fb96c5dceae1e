"""Which Python is meant: the one that was named, or the one that the user is working in.

File system only: a candidate is never run here, so one that is no Python at all is found out later.
"""

import os
import stat
from pathlib import Path
from typing import NamedTuple

from mps_doctor.discovery import pythons
from mps_doctor.discovery.environment import (
    Surroundings,
    environment_of,
    extended_environment,
    identity,
    is_apple_stub,
    is_conda,
    is_dangling,
    is_runnable,
    is_venv,
    name_of,
    python_in,
    real,
    tool_of,
)
from mps_doctor.system.errors import InputError, suggest

RUNNING = "the Python that runs mps-doctor"
_LISTS = "mps-doctor check --all lists the Pythons that are there"


class Target(NamedTuple):
    """The interpreter to examine, and why it is this one."""

    python: Path
    chosen_because: str
    """For the first line of the screen: "active conda environment (CONDA_PREFIX)"."""
    name: str
    """Of the environment, or its path, for people."""
    note: str = ""
    """What else a user should know of the choice; empty for nothing."""


def choose(
    around: Surroundings,
    running: Path,
    running_prefix: Path,
    *,
    python: str | None = None,
    env: str | None = None,
) -> Target:
    """Choose what --python or --env names, else the active environment, ./.venv, or `running`.

    `running` and `running_prefix` are sys.executable and sys.prefix of the doctor itself.
    Raises InputError where what was named cannot be used, or nothing is left to choose.
    """
    tool = tool_of(running_prefix, around)
    if tool:
        around = _without_tools(around)
    if python is not None and env is not None:
        raise InputError("--python and --env name two interpreters", "give one of them")
    if python is not None:
        return _target(_named(python, "--python", around), "named by --python", around)
    if env is not None:
        return _target(_named(env, "--env", around), "named by --env", around)
    return _unnamed(around, running, running_prefix, tool)


def _without_tools(around: Surroundings) -> Surroundings:
    """Return the surroundings with a PATH that leads to no tool's environment.

    `uvx` and `uv run --with` put their own first, where it hides what the user's shell has there.
    """
    folders = [str(f) for f in around.folders("PATH") if not tool_of(f.parent, around)]
    return around._replace(environ={**around.environ, "PATH": os.pathsep.join(folders)})


def _target(python: Path, because: str, around: Surroundings, *notes: str) -> Target:
    """Return the target of an interpreter; pyenv's shims are followed, placeholders refused."""
    if is_apple_stub(python, around):
        raise _stub(python)
    if python.parent.name == "shims":
        shim, python = python, pythons.behind_shim(python, around)
        notes = (*notes, f"{shim} is pyenv's shim for {python}" if python != shim else "")
    return Target(python, because, name_of(python), "; ".join(filter(None, notes)))


# ---- a Python that was named ----------------------------------------------------------------


def _named(value: str, option: str, around: Surroundings) -> Path:
    """Return the interpreter that a user named by a path, a name or a version."""
    if not value.strip() or "\0" in value:
        raise InputError(f"{option} {value!r} names no Python", "give a path or a name")
    # As in a shell, a slash makes a path; so do a leading `~` and a leading dot.
    if "/" in value or value.startswith("."):
        return _at(around.absolute(value) or around.cwd / value)
    here = around.cwd / value
    if option == "--python" and not _is_environment(here):
        python = pythons.first_on_path((pythons.program_of(value),), around)
        if python is not None:
            return python
    found = pythons.find_named(value, around)
    if _is_environment(here) or _is_environment(here / ".venv"):
        python = _at(here)
        found = {identity(python): python, **found}
    if len(found) == 1:
        return next(iter(found.values()))
    if found:
        listed = ", ".join(str(python.parent.parent) for python in found.values())
        raise InputError(f"{value} is more than one: {listed}", f"name one: {option} FOLDER")
    raise _unknown(value, option, around)


def _at(path: Path) -> Path:
    """Return the interpreter at a path: itself, its folder's, or that of the project's .venv."""
    if is_dangling(path):
        if environment_of(path) is not None:
            return path  # an environment whose base is gone: its examination says so
        raise InputError(f"{path} is a link to {path.readlink()}, which does not exist", _LISTS)
    try:
        mode = path.stat().st_mode
    except OSError as error:
        raise InputError(f"cannot examine {path}: {error.strerror}", _LISTS) from None
    if stat.S_ISDIR(mode):
        for folder in (path, path / ".venv"):
            if (python := python_in(folder)) is not None:
                return python
        if is_conda(path):
            raise InputError(f"{path} is a conda environment without a Python", _NO_PYTHON)
        raise InputError(f"{path} is a folder without a Python in it", _HOLDS)
    if not stat.S_ISREG(mode) or not is_runnable(path):
        raise InputError(f"{path} is not an executable file", "name the Python: …/bin/python")
    return path


_NO_PYTHON = "install a Python into it with conda, or name another environment"
_HOLDS = "the folder of an environment holds bin/python"


def _is_environment(folder: Path) -> bool:
    return is_venv(folder) or is_conda(folder)


def _unknown(value: str, option: str, around: Surroundings) -> InputError:
    """Return the error for a name that nothing has, with what looks like it."""
    stub = around.root / "usr/bin" / value
    if is_runnable(stub) and is_apple_stub(stub, around):
        return _stub(stub)
    for folder in pythons.conda_folders(around):
        if folder.name == value and python_in(folder) is None:
            return InputError(f"{folder} is a conda environment without a Python", _NO_PYTHON)
    known = pythons.known_names(around)
    if option == "--python":
        return InputError(suggest(value, ["python3", *known], what="Python"), _LISTS)
    return InputError(suggest(value, known, what="environment"), _LISTS)


def _stub(python: Path) -> InputError:
    return InputError(
        f"{python} is Apple's placeholder: it only opens an install dialog here",
        "name another Python, or install the command-line tools: xcode-select --install",
    )


# ---- nothing was named ----------------------------------------------------------------------


class _Active(NamedTuple):
    """What a variable says of the active environment, and what is at that place."""

    variable: str
    folder: Path
    python: Path | None

    @property
    def because(self) -> str:
        """Why it is examined, in words."""
        kind = "virtual" if self.variable == "VIRTUAL_ENV" else "conda"
        if self.folder.parent.parent.name == ".pixi":
            kind = "pixi"
        return f"active {kind} environment ({self.variable})"

    @property
    def gone(self) -> str:
        """What is wrong with the place."""
        what = "which holds no Python" if os.path.isdir(self.folder) else "which does not exist"
        return f"{self.variable} names {self.folder}, {what}"


def _unnamed(around: Surroundings, running: Path, running_prefix: Path, tool: str) -> Target:
    """Return the active environment, else `./.venv`, else a running Python."""
    own = f"mps-doctor itself lives in a {tool} environment" if tool else ""
    extended = extended_environment(running_prefix) if tool else None
    if extended is not None and (python := python_in(extended)) is not None:
        return _target(python, "project environment (uv run)", around, own)
    active = [each for each in _active(around) if not (tool and each.folder == running_prefix)]
    gone = [each for each in active if each.python is None]
    notes = [own, *(each.gone for each in gone)]
    there = [(each, each.python) for each in active if each.python is not None]
    if there:
        first, python = there[0]
        others = [each for each, _ in there if real(each.folder) != real(first.folder)]
        notes += [f"{each.variable} names {each.folder} too" for each in others]
        return _target(python, first.because, around, *notes)
    for name in (".venv", "venv"):
        if (python := python_in(around.cwd / name)) is not None:
            return _target(python, f"{name} in the current folder", around, *notes)
    for each in gone:
        if not is_conda(each.folder):
            hint = "run `deactivate`, or name another: --python PATH, --env NAME"
            raise InputError(each.gone, hint)
    if tool:
        python = pythons.first_on_path(("python3", "python"), around)
        if python is not None:
            return _target(python, f"first {python.name} on PATH", around, *notes)
        notes.append("no other Python is on PATH")
    if not is_runnable(running):
        raise InputError(f"{RUNNING} is not known by a path ({running})", "name one: --python PATH")
    return _target(running, RUNNING, around, *notes)


def _active(around: Surroundings) -> list[_Active]:
    """Return what VIRTUAL_ENV and CONDA_PREFIX name, first what comes first on PATH."""
    found = []
    for variable in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        value = around.environ.get(variable, "").replace("\0", "")
        if value:
            folder = around.cwd / value
            found.append(_Active(variable, folder, python_in(folder)))
    path = [real(folder) for folder in around.folders("PATH")]
    places = {each: real(each.folder / "bin") for each in found}
    return sorted(found, key=lambda each: path.index(places[each]) if places[each] in path else 999)
