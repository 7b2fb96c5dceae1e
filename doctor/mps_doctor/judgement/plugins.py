"""The entry points of installed plug-ins, read from their files.

`importlib.metadata` says the same, and takes longer to import than a quick examination may take
(email, zipfile and socket come with it); it is asked where the files say nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

GROUP = "mps_doctor.checks"
FACTS_GROUP = "mps_doctor.facts"
"""Each names a module, of the standard library alone, that gathers facts where torch is."""

BUILTIN = "builtin"
"""Name of the entry point of our own checks, and the distribution that alone may use it."""

DISTRIBUTION = "mps_doctor"


def file_of(module: str, path: Sequence[str] | None = None) -> str:
    """Return the file of a module without importing it or its package; empty where it has none."""
    parts = module.split(".")
    if not all(part.isidentifier() for part in parts):
        return ""
    for folder in sys.path if path is None else path:
        file = os.path.join(folder or ".", *parts) + ".py"  # noqa: PTH118
        if os.path.isfile(file):  # noqa: PTH113
            return os.path.abspath(file)  # noqa: PTH100
    return ""


class EntryPoint(NamedTuple):
    """A plug-in: its name, and the module that holds its checks."""

    name: str
    module: str


def entry_points(
    path: Sequence[str] | None = None, *, group: str = GROUP
) -> tuple[EntryPoint, ...]:
    """Return the plug-ins that the distributions on `path` (sys.path) declare, each name once."""
    found: dict[str, str] = {}
    declared = _declared(tuple(sys.path if path is None else path))
    for distribution, of_group, name, module in declared:
        if of_group != group:
            continue
        # A name of ours, or one that another plug-in has, does not replace what it names.
        ours = (name == BUILTIN) == (distribution == DISTRIBUTION)
        found[name if ours and name not in found else f"{distribution}:{name}"] = module
    if not declared and path is None:
        # A distribution inside a zip file, or behind an import hook.
        import importlib.metadata

        points = importlib.metadata.entry_points(group=group)
        found = {point.name: point.module for point in points}
    return tuple(EntryPoint(name, module) for name, module in found.items())


@cache
def _declared(path: tuple[str, ...]) -> tuple[tuple[str, str, str, str], ...]:
    return tuple(_declarations(path))


def _declarations(path: Sequence[str]) -> Iterator[tuple[str, str, str, str]]:
    seen: set[str] = set()
    for folder in path:
        try:
            names = os.listdir(folder or ".")  # noqa: PTH208  # pathlib costs as much as the rest
        except OSError:
            continue
        for name in names:
            distribution = name.partition("-")[0]
            if not name.endswith((".dist-info", ".egg-info")) or distribution in seen:
                continue
            seen.add(distribution)
            file = os.path.join(folder, name, "entry_points.txt")  # noqa: PTH118
            yield from ((distribution, *point) for point in _read(file))


def _read(file: str) -> Iterator[tuple[str, str, str]]:
    try:
        with open(file, encoding="utf-8") as stream:  # noqa: PTH123
            lines = stream.read().splitlines()
    except (OSError, UnicodeDecodeError):
        return
    group = ""
    for line in map(str.strip, lines):
        if line.startswith("["):
            group = line.strip("[]").strip()
        elif group in (GROUP, FACTS_GROUP) and "=" in line and not line.startswith("#"):
            name, _, target = line.partition("=")
            yield group, name.strip(), target.partition("[")[0].partition(":")[0].strip()
