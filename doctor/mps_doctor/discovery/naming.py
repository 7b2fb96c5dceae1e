"""Looks up what a user named: a Python by version or program, an environment by its name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from mps_doctor.discovery import environment_places, python_places
from mps_doctor.discovery.environment_places import Place
from mps_doctor.discovery.layout import (
    conda_name,
    identity,
    is_conda,
    is_venv,
    python_in,
    version_key,
)
from mps_doctor.discovery.surroundings import Surroundings, printable

_REQUEST = re.compile(
    r"(?:cpython|python)?[-@]?(?P<version>\d{1,2}(?:\.\d{1,3}){0,2})(?P<free>t|\+freethreaded)?",
    re.ASCII,
)
"""A version as users write it: 3.12, python3.12, cpython-3.12, cpython@3.12.4, 3.13t."""

_FOLDER = re.compile(
    r"(?:cpython-|python@)?(?P<version>\d{1,2}(?:\.\d{1,3}){1,2})(?P<free>t|\+freethreaded)?"
    r"(?:-(?:macos|linux|darwin).*)?",
    re.ASCII,
)
"""The folder of a version: 3.12.1 (pyenv), cpython-3.12.4-macos-aarch64-none (uv), python@3.12."""

_HASHED = re.compile(r"(?P<name>.+)-[\w-]{8}(?:-py\d+(?:\.\d+)*)?", re.ASCII)
"""A folder that poetry (`app-Q2xhc3M_-py3.12`) or pipenv (`app-Q2xhc3M_`) made for a project."""


MAX_SIMILAR = 100
"""Characters of a name that is compared with others: the comparison is quadratic."""


class Version(NamedTuple):
    """A Python version that was asked for, or that a folder is named after."""

    numbers: tuple[int, ...]
    free_threaded: bool

    def includes(self, other: Version) -> bool:
        """Say whether another version is this one, or a more exact form of it."""
        beginning = other.numbers[: len(self.numbers)]
        return beginning == self.numbers and other.free_threaded == self.free_threaded


def requested_version(name: str) -> Version | None:
    """Return the version that a name asks for; None for a name that is no version."""
    return _version(_REQUEST.fullmatch(name))


def folder_version(name: str) -> Version | None:
    """Return the version that a folder of a version manager is named after."""
    return _version(_FOLDER.fullmatch(name))


def _version(match: re.Match[str] | None) -> Version | None:
    return match and Version(version_key(match["version"]), match["free"] is not None)


def pythons_named(name: str, around: Surroundings) -> tuple[Place, ...]:
    """Return the interpreters of that name: one is found, several are ambiguous.

    What PATH has under that name comes first, as in a shell; then the version managers' folders,
    of each the newest version that fits.
    """
    wanted = requested_version(name)
    python = first_on_path((program_name(name, wanted),), around)
    if python is not None:
        return (python_places.place_of(python, "PATH", around),)
    places = [place for place in installed_pythons(around) if name in names_of(place)]
    if not places and wanted is not None:
        places = newest_of_each_kind(installed_pythons(around), wanted)
    return distinct(places)


def program_name(name: str, wanted: Version | None) -> str:
    """Return what a version is called on PATH: `3.12` is `python3.12`; other names are kept."""
    if wanted is None:
        return name
    if len(wanted.numbers) > 2:
        return ""  # no program is named after a patch release
    version = ".".join(str(number) for number in wanted.numbers)
    return f"python{version}{'t' if wanted.free_threaded else ''}"


def first_on_path(programs: Iterable[str], around: Surroundings) -> Path | None:
    """Return the first of these programs on PATH that is an interpreter one may run.

    pyenv's shims are followed; other stand-ins and Apple's placeholder are passed over.
    """
    wanted = [program for program in programs if python_places.is_plain_name(program)]
    for folder in around.path_folders()[: python_places.MAX_PATH_FOLDERS]:
        for program in wanted:
            python = python_places.followed(folder / program, around)
            if python is not None:
                return python
    return None


def installed_pythons(around: Surroundings) -> Iterator[Place]:
    """Yield the Pythons whose folder tells their version."""
    yield from python_places.pyenv_pythons(around)
    yield from python_places.uv_pythons(around)
    yield from python_places.asdf_pythons(around)
    yield from python_places.homebrew_pythons(around)
    yield from python_places.framework_pythons(around)


def newest_of_each_kind(places: Iterable[Place], wanted: Version) -> list[Place]:
    """Return of each kind the newest that fits: several only where they share that version."""
    newest: dict[str, tuple[Version, list[Place]]] = {}
    for place in places:
        version = folder_version(place.folder.name)
        if version is None or not wanted.includes(version):
            continue
        best, same = newest.get(place.kind, (version, []))
        if version > best:
            newest[place.kind] = (version, [place])
        elif version == best:
            newest[place.kind] = (best, [*same, place])
    return [place for _, same in newest.values() for place in same]


def environments_named(name: str, around: Surroundings) -> tuple[Place, ...]:
    """Return the environments of that name, of whatever tool: several are ambiguous."""
    return distinct(place for place in named_environments(around) if name in names_of(place))


def named_environments(around: Surroundings) -> Iterator[Place]:
    """Yield every environment that has a name to be called by."""
    yield from environment_places.project_venvs(around)
    yield from environment_places.pixi_environments(around)
    yield from environment_places.conda_environments(around)
    yield from environment_places.collected_venvs(around)
    yield from python_places.pyenv_pythons(around)


def names_of(place: Place) -> frozenset[str]:
    """Return what a place may be called: its name, its folder's, the project's, its prompt."""
    names = {place.name, place.folder.name}
    if place.kind == "conda":
        names = {place.name}  # `base` is never called by its folder: `miniforge3`
    elif is_venv(place.folder):
        names.add(environment_places.prompt_of(place.folder))
    hashed = _HASHED.fullmatch(place.folder.name)
    if hashed and place.kind in ("poetry", "pipenv"):
        names.add(hashed["name"])
    return frozenset(names - {""})


def distinct(places: Iterable[Place]) -> tuple[Place, ...]:
    """Return places without those that are the same environment or binary as an earlier one."""
    found: dict[Path, Place] = {}
    for place in places:
        found.setdefault(identity(place.python), place)
    return tuple(found.values())


def conda_without_python(name: str, around: Surroundings) -> Path | None:
    """Return the conda environment of that name which holds no Python, if there is one."""
    for prefix in environment_places.conda_prefixes(around):
        if is_conda(prefix) and conda_name(prefix) == name and python_in(prefix) is None:
            return prefix
    return None


def similar(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the known names that look like a mistyped one, the closest first."""
    import difflib  # only a mistyped name needs it

    if len(name) > MAX_SIMILAR:
        return ()
    choices = sorted({other for other in known if len(other) <= MAX_SIMILAR})
    return tuple(printable(found) for found in difflib.get_close_matches(name, choices, n=3))
