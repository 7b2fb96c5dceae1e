"""Finds every interpreter that `check --all` should examine.

File system only: nothing is run, nothing is fetched, and no folder is walked to its depths.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from mps_doctor.discovery import environment_places, python_places
from mps_doctor.discovery.environment_places import Place
from mps_doctor.discovery.layout import environment_of, identity, is_apple_stub, tool_of
from mps_doctor.discovery.surroundings import Surroundings

MAX_FOUND = 500
"""Interpreters in one answer: more than a person reads, or a deadline allows."""


class Found(NamedTuple):
    """An interpreter to examine: where it is, the ways it was found, and its name for people."""

    python: Path
    kinds: tuple[str, ...]
    name: str


_WAYS: tuple[Callable[[Surroundings], Iterator[Place]], ...] = (
    environment_places.project_venvs,
    environment_places.pixi_environments,
    environment_places.conda_environments,
    environment_places.collected_venvs,
    python_places.path_pythons,
    python_places.pyenv_pythons,
    python_places.uv_pythons,
    python_places.asdf_pythons,
    python_places.homebrew_pythons,
    python_places.framework_pythons,
    python_places.xcode_pythons,
    python_places.jupyter_kernels,
)
"""In the order of the rows: what is nearest to the user's work comes first."""


def discover(
    *,
    environ: Mapping[str, str],
    cwd: Path,
    home: Path | None,
    root: Path = Path("/"),
    system: str = sys.platform,
) -> tuple[Found, ...]:
    """Return every interpreter on this machine, each environment and binary once.

    Left out: environments that a tool made for itself (pipx, uv tool), shims of version
    managers, and Apple's placeholder in /usr/bin, which opens a dialog.
    """
    around = Surroundings(environ, cwd, home, root, system)
    found: dict[Path, Found] = {}
    for way in (active_environments, *_WAYS):
        for place in way(around):
            key = identity(place.python)
            if key in found:
                found[key] = also_found(found[key], place.kind)
            elif len(found) < MAX_FOUND and may_be_examined(place, around):
                found[key] = Found(place.python, (place.kind,), place.name)
    return tuple(found.values())


def also_found(row: Found, kind: str) -> Found:
    """Return a row with one more way in which it was found."""
    return row if kind in row.kinds else row._replace(kinds=(*row.kinds, kind))


def may_be_examined(place: Place, around: Surroundings) -> bool:
    """Say whether a user works in a place, and its Python may be run.

    The environment of one program is no such place, nor one made of Apple's placeholder.
    """
    folder = environment_of(place.python)
    is_of_a_tool = folder is not None and tool_of(folder, around) != ""
    return not is_of_a_tool and not is_apple_stub(place.python, around)


def active_environments(around: Surroundings) -> Iterator[Place]:
    """Yield what VIRTUAL_ENV and CONDA_PREFIX name."""
    virtual = around.folder_variable("VIRTUAL_ENV")
    if virtual is not None:
        yield from environment_places.venv_at(virtual, "active", around)
    conda = around.folder_variable("CONDA_PREFIX")
    if conda is not None:
        for place in environment_places.conda_at(conda):
            yield place._replace(kind="active")
