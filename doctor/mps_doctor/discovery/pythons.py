"""Every place where Pythons are kept, and the Pythons that are there.

The file system is read; nothing is run, nothing is fetched, and no folder is walked to its depths.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from mps_doctor.discovery.environment import (
    PYTHON_NAME,
    Surroundings,
    children,
    environment_of,
    identity,
    is_apple_stub,
    is_conda,
    is_runnable,
    is_venv,
    name_of,
    python_in,
    read_settings,
    settings_of,
    tool_of,
    version_in,
)
from mps_doctor.discovery.rows.places import PLACES
from mps_doctor.system.files import beginning_of

MOST_FOUND = 500
"""Interpreters in one answer: more than a person reads, or a deadline allows."""


class Found(NamedTuple):
    """An interpreter: its path, the ways in which it was found, its name for people."""

    python: Path
    """To be run as it is: with its links followed it would be another environment's."""
    kinds: tuple[str, ...]
    name: str


_WITHOUT_NAME = ("active", "PATH", "Xcode", "Jupyter kernel")
"""Kinds of installs whose folder may be called anything."""

_ASKED = re.compile(
    r"(?:cpython|python)?[-@]?(?P<version>\d{1,2}(?:\.\d{1,3})?)(?P<free>t|\+freethreaded)?",
    re.ASCII,
)
"""A version as users write it: 3.12, python3.12, cpython-3.12, cpython@3.12, 3.13t.

No program is named after a patch release.
"""

_HASHED = re.compile(r"(.+)-[\w-]{8}(?:-py\d+(?:\.\d+)*)?", re.ASCII)
"""A folder that poetry (`app-Q2xhc3M_-py3.12`) or pipenv (`app-Q2xhc3M_`) made for a project."""


def find_pythons(around: Surroundings) -> tuple[Found, ...]:
    """Return the interpreters on this machine, each environment and binary once.

    Left out: environments that a tool made for itself (pipx, uv tool), shims of version managers,
    and Apple's placeholder in /usr/bin, which opens a dialog.
    """
    found: dict[Path, Found] = {}
    for python, kind in _everywhere(around):
        key = identity(python)
        if key in found:
            kinds = dict.fromkeys((*found[key].kinds, kind))
            found[key] = found[key]._replace(kinds=tuple(kinds))
        elif len(found) < MOST_FOUND and not tool_of(environment_of(python), around):
            found[key] = Found(python, (kind,), name_of(python))
    return tuple(found.values())


def find_named(name: str, around: Surroundings) -> dict[Path, Path]:
    """Return the interpreters of that name, each once, by what identifies them.

    One is found, several are ambiguous.
    """
    named = (python for python, kind in _everywhere(around) if name in _names(python, kind))
    return {identity(python): python for python in named}


def known_names(around: Surroundings) -> list[str]:
    """Return every name that an environment or install can be asked for by."""
    return sorted({name for place in _everywhere(around) for name in _names(*place)})


def conda_folders(around: Surroundings) -> Iterator[Path]:
    """Yield the environments of conda and its relatives, whether they hold a Python or not."""
    for place in PLACES:
        if place.marker == "conda-meta":
            matches = (match for pattern in place.patterns for match in around.matches(pattern))
            yield from filter(is_conda, matches)


def first_on_path(programs: tuple[str, ...], around: Surroundings) -> Path | None:
    """Return the first of these programs on PATH that is an interpreter one may run.

    pyenv's shims are followed; other stand-ins and Apple's placeholder are passed over.
    """
    for folder in around.folders("PATH"):
        for program in programs:
            python = behind_shim(folder / program, around)
            if is_install(python) and not is_apple_stub(python, around):
                return python
    return None


def program_of(name: str) -> str:
    """Return what a version is called on PATH: `3.12` is `python3.12`; other names are kept."""
    asked = _ASKED.fullmatch(name)
    return f"python{asked['version']}{'t' if asked['free'] else ''}" if asked else name


def behind_shim(python: Path, around: Surroundings) -> Path:
    """Return the interpreter that a shim of pyenv would run here; another path as it is.

    pyenv's own order: PYENV_VERSION, `.python-version` here or above, its global `version` file.
    """
    versions = python.parent.parent / "versions"
    if python.parent.name != "shims" or not os.path.isdir(versions):
        return python
    variable = around.environ.get("PYENV_VERSION", "").replace(":", "\n")
    files = (folder / ".python-version" for folder in (around.cwd, *around.cwd.parents))
    for text in (variable, *map(read_settings, (*files, versions.parent / "version"))):
        # The file may be a stranger's: only a plain name, no path.
        names = re.findall(r"^[ \t]*(\w[\w.+-]*)", text, re.MULTILINE)
        for name in names:
            begun = sorted(children(versions, f"{name}.*"), key=lambda path: version_in(path.name))
            for folder in (versions / name, *reversed(begun)):
                chosen: Path = folder / "bin" / python.name
                if is_install(chosen):
                    return chosen
        if names:
            break
    return python


def is_install(python: Path) -> bool:
    """Return whether a path is an interpreter itself, no version manager's stand-in for one.

    pyenv's and asdf's shims are scripts; mise's are links to mise itself, in a folder `shims`.
    """
    if not is_runnable(python) or python.parent.name == "shims":
        return False
    beginning = beginning_of(python, 2)
    return beginning is not None and beginning != b"#!"


def _everywhere(around: Surroundings) -> Iterator[tuple[Path, str]]:
    """Yield each interpreter that may be run, with its kind, as often as it is found."""
    for place in PLACES:
        matches = (match for pattern in place.patterns for match in around.matches(pattern))
        for python in (python for match in matches for python in _pythons_at(match, around)):
            marked = python is not None and os.path.exists(python.parent.parent / place.marker)
            if python is None or not marked or is_apple_stub(python, around):
                continue
            # That the Python of an environment is gone is for its examination to say.
            if place.marker or is_install(python):
                yield python, place.kind


def _pythons_at(match: Path, around: Surroundings) -> Iterator[Path | None]:
    """Yield the interpreter of a folder, or those that a file is or names."""
    folders: Iterable[Path | None] = ()
    if os.path.isdir(match):
        folders = (match,)
    elif PYTHON_NAME.fullmatch(match.name):
        yield behind_shim(match, around)
    elif match.name == "kernel.json":
        yield _python_of_kernel(match, around)
    else:  # conda's list of all that it has made
        folders = map(around.absolute, map(str.strip, read_settings(match).split("\n")))
    yield from (python_in(folder) for folder in folders if folder is not None)


def _python_of_kernel(specification: Path, around: Surroundings) -> Path | None:
    """Return the Python that a kernel.json starts by its full path; None for other kernels.

    One that names a bare `python` runs in the environment it lies in, which is found anyway.
    """
    try:
        argv = json.loads(read_settings(specification))["argv"]
        python = around.absolute(argv[0])
    except (ValueError, RecursionError, TypeError, LookupError, AttributeError):
        return None
    return python if python is not None and PYTHON_NAME.fullmatch(python.name) else None


def _names(python: Path, kind: str) -> set[str]:
    """Return what one may be called: its name, its folder's, the project's, its prompt."""
    folder = environment_of(python)
    if folder is None:
        return set() if kind in _WITHOUT_NAME else {python.parent.parent.name}
    if not is_venv(folder):
        return {name_of(python)}  # `base` is never called by its folder: `miniforge3`
    names = {folder.name, settings_of(folder).get("prompt", "").strip("'\"() ")}
    if kind in ("poetry", "pipenv") and (hashed := _HASHED.fullmatch(folder.name)):
        names.add(hashed[1])
    return names - {""}
