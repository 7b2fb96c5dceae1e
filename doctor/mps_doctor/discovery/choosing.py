"""Chooses the Python to examine: the one that was named, or the one that the user is working in.

File system only: a candidate is never run here, so one that is no Python at all is found out later.
Links are followed to compare, never for the path that is run: the Python of a virtual environment
is a link, and only by the link does it know its environment.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from mps_doctor.discovery.addressing import ChoiceError as ChoiceError
from mps_doctor.discovery.addressing import (
    ambiguous,
    apple_stub,
    environment_at,
    interpreter_at,
    is_environment,
    path_of,
    unknown_environment,
    unknown_python,
)
from mps_doctor.discovery.environment_places import Place
from mps_doctor.discovery.layout import (
    conda_name,
    environment_of,
    extended_environment,
    is_apple_stub,
    is_conda,
    is_pixi,
    is_runnable,
    is_venv,
    python_in,
    tool_of,
)
from mps_doctor.discovery.surroundings import (
    Surroundings,
    home_folder,
    is_folder,
    printable,
    same,
)


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
    *,
    python: str | None = None,
    env: str | None = None,
    environ: Mapping[str, str],
    cwd: Path,
    running: Path,
    running_prefix: Path,
    root: Path = Path("/"),
    system: str = sys.platform,
) -> Target:
    """Choose the interpreter: `--python`, `--env`, the active environment, `./.venv`, or `running`.

    `running` and `running_prefix` are sys.executable and sys.prefix of the doctor itself.
    Raises ChoiceError where what was named cannot be used, or nothing is left to choose.
    """
    around = Surroundings(environ, cwd, home_folder(environ), root, system)
    tool = tool_of(running_prefix, around)
    if tool:
        around = without_tools(around)
    if python is not None and env is not None:
        raise ChoiceError("--python and --env name two interpreters", "give one of them")
    if python is not None:
        return choose_python(python, around)
    if env is not None:
        return choose_environment(env, around)
    return choose_unnamed(around, running, running_prefix, tool)


def choose_python(value: str, around: Surroundings) -> Target:
    """Return the target of `--python`: a file, an environment's folder, a version or a name."""
    because = "named by --python"
    path = path_of(value, around)
    if path is None and not is_environment(around.cwd / value):
        # Looking up names takes many folders: loaded where a name was given only.
        from mps_doctor.discovery import naming

        found = naming.pythons_named(value, around)
        if len(found) == 1:
            return target_of(found[0].python, because, around)
        if found:
            raise ambiguous(value, found, "--python PATH", around)
        raise unknown_python(value, around)
    path = path or around.cwd / value
    return target_of(interpreter_at(path, value, around), because, around)


def choose_environment(value: str, around: Surroundings) -> Target:
    """Return the target of `--env`: an environment's folder, its project's, or its name."""
    because = "named by --env"
    path = path_of(value, around)
    if path is not None:
        return target_of(environment_at(path, value, around), because, around)
    from mps_doctor.discovery import naming

    found = list(naming.environments_named(value, around))
    here = around.cwd / value
    if is_environment(here) or is_environment(here / ".venv"):
        python = environment_at(here, value, around)
        found.insert(0, Place(python, here, "folder", around.shown(here)))
    distinct = naming.distinct(found)
    if len(distinct) == 1:
        return target_of(distinct[0].python, because, around)
    if distinct:
        raise ambiguous(value, distinct, "--env FOLDER", around)
    raise unknown_environment(value, around)


def target_of(python: Path, because: str, around: Surroundings, note: str = "") -> Target:
    """Return the target of an interpreter; pyenv's shims are followed, placeholders refused."""
    if is_apple_stub(python, around):
        raise apple_stub(around.shown(python))
    if python.parent.name == "shims":
        from mps_doctor.discovery.python_places import behind_pyenv_shim  # for shims only

        behind = behind_pyenv_shim(python, around)
        if behind is not None:
            note = f"{around.shown(python)} is pyenv's shim for {around.shown(behind)}"
            python = behind
    return Target(python, because, name_of(python, around), note)


def name_of(python: Path, around: Surroundings) -> str:
    """Return what people call the environment of an interpreter: its name or its path."""
    folder = environment_of(python)
    if folder is None:
        return around.shown(python)
    if is_conda(folder) and not is_venv(folder):
        return printable(conda_name(folder))
    return around.shown(folder)


class Active(NamedTuple):
    """What a variable says of the active environment, and what is at that place."""

    variable: str
    folder: Path
    python: Path | None


def without_tools(around: Surroundings) -> Surroundings:
    """Return the surroundings with a PATH that leads to no tool's environment.

    `uvx` and `uv run --with` put their own first, where it hides what the user's shell has there.
    """
    folders = [
        str(folder) for folder in around.path_folders() if not tool_of(folder.parent, around)
    ]
    return around._replace(environ={**around.environ, "PATH": os.pathsep.join(folders)})


def choose_unnamed(around: Surroundings, running: Path, running_prefix: Path, tool: str) -> Target:
    """Choose without being told: the active environment, else `./.venv`, else a running Python."""
    own = "" if not tool else f"mps-doctor itself lives in a {tool} environment"
    extended = extended_environment(running_prefix) if tool else None
    if extended is not None and (python := python_in(extended)) is not None:
        return target_of(python, "project environment (uv run)", around, own)
    active = [
        entry
        for entry in active_environments(around)
        if not (tool and same(entry.folder, running_prefix))
    ]
    gone = [entry for entry in active if entry.python is None]
    notes = [reason_gone(entry, around) for entry in gone]
    chosen = first_active([entry for entry in active if entry.python is not None], around)
    if chosen is not None and chosen.python is not None:
        notes += [
            f"{other.variable} names {around.shown(other.folder)} too"
            for other in active
            if other.python is not None and not same(other.folder, chosen.folder)
        ]
        return target_of(chosen.python, because_active(chosen), around, joined(own, *notes))
    for name in (".venv", "venv"):
        folder = around.cwd / name
        python = python_in(folder)
        if python is not None:
            because = f"{name} in the current folder"
            return target_of(python, because, around, joined(own, *notes))
    unusable = [entry for entry in gone if not is_conda(entry.folder)]
    if unusable:
        hint = "run `deactivate`, or name another: --python PATH, --env NAME"
        raise ChoiceError(reason_gone(unusable[0], around), hint)
    if tool:
        return choose_beside_tool(around, running, joined(own, *notes))
    return target_of(runnable(running, around), RUNNING, around, joined(*notes))


RUNNING = "the Python that runs mps-doctor"


def choose_beside_tool(around: Surroundings, running: Path, note: str) -> Target:
    """Choose for a doctor in an environment of its own: what the user's shell calls `python3`."""
    from mps_doctor.discovery.naming import first_on_path  # for tool environments only

    python = first_on_path(("python3", "python"), around)
    if python is not None:
        return target_of(python, f"first {python.name} on PATH", around, note)
    note = joined(note, "no other Python is on PATH")
    return target_of(runnable(running, around), RUNNING, around, note)


def active_environments(around: Surroundings) -> Iterable[Active]:
    """Return what VIRTUAL_ENV and CONDA_PREFIX name, in this order."""
    found = []
    for variable in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        value = around.environ.get(variable, "")
        if value and "\0" not in value:
            folder = around.cwd / value
            found.append(Active(variable, folder, python_in(folder)))
    return found


def first_active(active: list[Active], around: Surroundings) -> Active | None:
    """Return the active environment that comes first on PATH; the first one if none is on it."""
    for folder in around.path_folders():
        for entry in active:
            if same(folder, entry.folder / "bin"):
                return entry
    return active[0] if active else None


def because_active(entry: Active) -> str:
    """Return why an active environment was chosen, in words."""
    if entry.variable == "VIRTUAL_ENV":
        return "active virtual environment (VIRTUAL_ENV)"
    kind = "pixi" if is_pixi(entry.folder) else "conda"
    return f"active {kind} environment (CONDA_PREFIX)"


def reason_gone(entry: Active, around: Surroundings) -> str:
    """Return what is wrong with the place that a variable names."""
    shown = around.shown(entry.folder)
    if is_folder(entry.folder):
        return f"{entry.variable} names {shown}, which holds no Python"
    return f"{entry.variable} names {shown}, which does not exist"


def joined(*notes: str) -> str:
    """Return several notes as one."""
    return "; ".join(note for note in notes if note)


def runnable(running: Path, around: Surroundings) -> Path:
    """Return the doctor's own interpreter; raises ChoiceError where it cannot be run again."""
    if is_runnable(running):
        return running
    raise ChoiceError(
        f"the Python that runs mps-doctor is not known by a path ({around.shown(running)})",
        "name one: --python PATH",
    )
