"""Finds the plug-ins that are installed, and the checks that one declares.

`importlib.metadata` says which there are, too, but importing it takes four times as long as
starting Python does: the files are read here, and it is asked where they say nothing.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
import sys
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from mps_doctor.judgement.checking import API_VERSION, Check, CheckDefinitionError
from mps_doctor.knowledge.causes import all_causes

GROUP = "mps_doctor.checks"
FACTS_GROUP = "mps_doctor.facts"
"""Each names a module, standard library only, that gathers facts where torch is."""

BUILTIN = "builtin"
"""Name of the entry point of the built-in checks; of other distributions it is not accepted."""

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_OWN_CAUSE = re.compile(r"[a-z0-9-]+:[a-z0-9-]+")

API_DECLARATION = "MPS_DOCTOR_API"
"""Name in a plug-in's module: the version of the interface that it was written for."""

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_OWN_CAUSE = re.compile(r"[a-z0-9-]+:[a-z0-9-]+")


def foreign_checks(name: str) -> list[Check[Any]]:
    """Import a plug-in and return its checks; runs in the plug-in's own process.

    name: str
    module: str


def entry_points(group: str = GROUP) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group that the installed distributions declare.

    Of two with one name the second is called `distribution:name`.
    """
    found: dict[str, str] = {}
    declared = _declared(tuple(sys.path))
    for distribution, of_group, name, module in declared:
        if of_group == group:
            ours = (name == BUILTIN) == (distribution == DISTRIBUTION)
            found[name if ours and name not in found else f"{distribution}:{name}"] = module
    if not declared:
        # Installed in a zip file, or behind an import hook.
        from importlib import metadata

        found = {point.name: point.module for point in metadata.entry_points(group=group)}
    return tuple(EntryPoint(name, module) for name, module in found.items())


@cache
def _declared(path: tuple[str, ...]) -> tuple[tuple[str, str, str, str], ...]:
    """Return distribution, group, name and module of each entry point on a path."""
    folders: dict[str, str] = {}
    for place in path:
        try:
            names = os.listdir(place or ".")  # noqa: PTH208  # pathlib costs as much as the rest
        except OSError:
            continue
        for name in names:
            if name.endswith((".dist-info", ".egg-info")):
                # Of a distribution that is there twice, Python imports the first.
                folders.setdefault(name.partition("-")[0], os.path.join(place, name))  # noqa: PTH118
    return tuple(
        (distribution, *point)
        for distribution, folder in folders.items()
        for point in _read(folder)
    )


def _read(folder: str) -> Iterator[tuple[str, str, str]]:
    try:
        with open(f"{folder}/entry_points.txt", encoding="utf-8") as stream:  # noqa: PTH123
            lines = stream.read().splitlines()
    except (OSError, UnicodeDecodeError):
        return
    group = ""
    for line in map(str.strip, lines):
        name, sign, target = line.partition("=")
        if line.startswith("["):
            group = line.strip("[] ")
        elif sign and group in (GROUP, FACTS_GROUP) and not line.startswith("#"):
            yield group, name.strip(), re.split(r"[:\[]", target)[0].strip()


def file_of(module: str) -> str:
    """Return the file of a module without importing it or its package; empty where it has none."""
    parts = module.split(".")
    if all(part.isidentifier() for part in parts):
        for folder in sys.path:
            file = os.path.abspath(f"{os.path.join(folder, *parts)}.py")  # noqa: PTH100, PTH118
            if os.path.isfile(file):  # noqa: PTH113
                return file
    return ""


def checks_in(package: ModuleType) -> list[Check[Any]]:
    """Return the checks declared in a module, or anywhere below a package."""
    found = [
        value
        for value in vars(package).values()
        if isinstance(value, Check) and value.function.__module__ == package.__name__
    ]
    for entry in pkgutil.iter_modules(getattr(package, "__path__", ())):
        found += checks_in(importlib.import_module(f"{package.__name__}.{entry.name}"))
    return found


def foreign_checks(name: str) -> list[Check[Any]]:
    """Import a plug-in and return its checks; runs in the plug-in's own process.

    Raises CheckDefinitionError for an interface newer than ours, and for ids that are none.
    """
    module = importlib.import_module(name)
    stated = getattr(module, API_DECLARATION, API_VERSION)
    if not isinstance(stated, int):
        raise CheckDefinitionError(f"{API_DECLARATION} is {stated!r:.40}, not a number")
    if stated > API_VERSION:
        raise CheckDefinitionError(
            f"it needs version {stated} of the plug-in interface; "
            f"this mps-doctor has version {API_VERSION}"
        )
    checks = checks_in(module)
    if not checks:
        raise CheckDefinitionError("it declares no check")
    for item in checks:
        for word in (item.id, item.family):
            if not _ID.fullmatch(str(word)):
                raise CheckDefinitionError(f"{word!r:.80} is not lower case with hyphens")
        for cause in item.causes:
            if cause not in all_causes() and not _OWN_CAUSE.fullmatch(str(cause)):
                raise CheckDefinitionError(
                    f"the cause {cause!r:.80} is not in the vocabulary; write your own as plugin:cause"
                )
    return checks
