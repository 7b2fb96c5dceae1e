"""Follows what a user wrote to an interpreter, or says in one line why that leads nowhere."""

from __future__ import annotations

import errno
import stat
from collections.abc import Iterable
from pathlib import Path

from mps_doctor.discovery.environment_places import Place
from mps_doctor.discovery.layout import (
    environment_of,
    is_apple_stub,
    is_conda,
    is_dangling,
    is_runnable,
    is_venv,
    python_in,
)
from mps_doctor.discovery.surroundings import Surroundings, is_folder, names_in, printable

_NO_PYTHON = "install a Python into it with conda, or name another environment"
_INSTALL_DIALOG = "Apple's placeholder: it only opens an install dialog here"
_INSTEAD_OF_STUB = "name another Python, or install the command-line tools: xcode-select --install"


class ChoiceError(ValueError):
    """No interpreter could be chosen: one line, and what to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def path_of(value: str, around: Surroundings) -> Path | None:
    """Return the path that a user's text is; None for a name.

    As in a shell: a slash makes a path.  So do a leading `~` and a leading dot.
    """
    if not value.strip() or "\0" in value:
        raise ChoiceError(f"{printable(value)!r} names no Python", "give a path or a name")
    if value.startswith("~/") and around.home is not None:
        return around.home / value[2:]
    if "/" in value or value.startswith("."):
        return around.cwd / value
    return None


def shown_value(value: str, around: Surroundings) -> str:
    """Return what a user wrote, for a message: the home folder as `~`, in one printable line."""
    return around.shown(Path(value)) if value.startswith("/") else printable(value)


def is_environment(folder: Path) -> bool:
    """Say whether a folder is a virtual or conda environment."""
    return is_venv(folder) or is_conda(folder)


def interpreter_at(path: Path, value: str, around: Surroundings) -> Path:
    """Return the interpreter at a path that a user named; raises ChoiceError with the reason."""
    shown = shown_value(value, around)
    if is_dangling(path):
        if environment_of(path) is not None:
            return path  # an environment whose base is gone: its examination tells
        leads_to = around.shown(path.readlink())
        raise ChoiceError(
            f"{shown} is a link to {leads_to}, which does not lead to a file",
            "name another Python: --python PATH",
        )
    mode = mode_of(path, shown, around)
    if stat.S_ISDIR(mode):
        return interpreter_in(path, shown, around)
    if not stat.S_ISREG(mode):
        raise ChoiceError(f"{shown} is neither a file nor a folder", "name a Python")
    if not is_runnable(path):
        raise ChoiceError(f"{shown} is not executable", "name the Python itself: …/bin/python")
    return path


def interpreter_in(folder: Path, shown: str, around: Surroundings) -> Path:
    """Return the interpreter of a folder; raises ChoiceError where it is no environment."""
    python = python_in(folder)
    if python is not None:
        return python
    for child in (".venv", "venv"):
        if python_in(folder / child) is not None:
            hint = f"did you mean {around.shown(folder / child)}?"
            raise ChoiceError(f"{shown} is a folder without a Python in it", hint)
    if is_conda(folder):
        raise ChoiceError(f"{shown} is a conda environment without a Python", _NO_PYTHON)
    hint = "an environment's folder holds bin/python"
    raise ChoiceError(f"{shown} is a folder without a Python in it", hint)


def environment_at(path: Path, value: str, around: Surroundings) -> Path:
    """Return the interpreter of the environment in a folder, or of the project's `.venv` there."""
    shown = shown_value(value, around)
    if not stat.S_ISDIR(mode_of(path, shown, around)):
        raise ChoiceError(f"{shown} is not a folder", f"did you mean --python {shown}?")
    if python_in(path) is None and is_environment(path / ".venv"):
        path = path / ".venv"
    return interpreter_in(path, shown, around)


def mode_of(path: Path, shown: str, around: Surroundings) -> int:
    """Return what kind of thing is at a path; raises ChoiceError where nothing can be seen."""
    try:
        return path.stat().st_mode
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ENOTDIR):
            raise ChoiceError(f"{shown} cannot be looked at: {error.strerror}") from None
    raise ChoiceError(f"{shown} does not exist", near_miss(path, around))


def near_miss(path: Path, around: Surroundings) -> str:
    """Return a hint that names what exists and looks like a missing path."""
    from mps_doctor.discovery.naming import similar  # for a mistyped path only

    missing = path
    while missing != missing.parent and not is_folder(missing.parent):
        missing = missing.parent
    found = similar(missing.name, names_in(missing.parent))
    if not found:
        return "mps-doctor check --all lists the Pythons that are there"
    meant = missing.parent / found[0]
    below = meant / path.relative_to(missing)
    return f"did you mean {around.shown(below if is_runnable(below) else meant)}?"


def apple_stub(shown: str) -> ChoiceError:
    """Return the error for Apple's placeholder in /usr/bin."""
    return ChoiceError(f"{shown} is {_INSTALL_DIALOG}", _INSTEAD_OF_STUB)


def ambiguous(value: str, found: Iterable[Place], option: str, around: Surroundings) -> ChoiceError:
    """Return the error for a name that several have; it lists them."""
    listed = ", ".join(f"{around.shown(place.folder)} ({place.kind})" for place in found)
    return ChoiceError(f"{printable(value)} is more than one: {listed}", f"name one: {option}")


def unknown_python(value: str, around: Surroundings) -> ChoiceError:
    """Return the error for a Python that was not found, with what looks like its name."""
    from mps_doctor.discovery import naming, python_places

    shown = printable(value)
    stub = around.root / "usr/bin" / value
    if stub.parent in around.path_folders() and is_runnable(stub) and is_apple_stub(stub, around):
        return apple_stub(f"{shown} on PATH")
    if is_runnable(around.cwd / value):
        hint = f"a file of that name is in the current folder: --python ./{shown}"
        return ChoiceError(f"no Python named {shown} was found", hint)
    places = [*python_places.path_pythons(around), *naming.installed_pythons(around)]
    known = {place.folder.name for place in places} | {place.python.name for place in places}
    if naming.environments_named(value, around):
        hint = f"did you mean --env {shown}?"
    else:
        hint = did_you_mean(naming.similar(value, known), "Pythons")
    return ChoiceError(f"no Python named {shown} was found", hint)


def unknown_environment(value: str, around: Surroundings) -> ChoiceError:
    """Return the error for an environment that was not found, with what looks like its name."""
    from mps_doctor.discovery import naming

    shown = printable(value)
    empty = naming.conda_without_python(value, around)
    if empty is not None:
        shown = around.shown(empty)
        return ChoiceError(f"{shown} is a conda environment without a Python", _NO_PYTHON)
    if is_folder(around.cwd / value):
        hint = "an environment's folder holds bin/python"
        return ChoiceError(f"{shown} is a folder without a Python in it", hint)
    known = (name for place in naming.named_environments(around) for name in naming.names_of(place))
    hint = did_you_mean(naming.similar(value, known), "environments")
    return ChoiceError(f"no environment named {shown} was found", hint)


def did_you_mean(similar: tuple[str, ...], what: str) -> str:
    """Return the hint that names what looks alike, or where all of them are listed."""
    if similar:
        return f"did you mean {' or '.join(similar)}?"
    return f"mps-doctor check --all lists the {what} that are there"
