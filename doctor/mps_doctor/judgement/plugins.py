"""The checks that a plug-in declares."""

import importlib
import os
import pkgutil
import re
from types import ModuleType
from typing import Any

from mps_doctor.judgement.checking import API_VERSION, Check, CheckDefinitionError
from mps_doctor.knowledge.causes import all_causes
from mps_doctor.system.errors import InputError

API_DECLARATION = "MPS_DOCTOR_API"
"""Name in a plug-in's module: the version of the interface that it was written for."""

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_OWN_CAUSE = re.compile(r"[a-z0-9-]+:[a-z0-9-]+")


class PluginError(Exception):
    """A plug-in did not do what was asked of it; the text is one line."""


def checks_in(package: ModuleType) -> list[Check[Any]]:
    """Return the checks declared in a module, or below a package in what is not private.

    Raises InputError for a folder in it that cannot be read: a report would lack its checks.
    """
    for folder in getattr(package, "__path__", ()):
        for _ in os.walk(folder, onerror=_refuse_unreadable):
            pass  # pkgutil takes such a folder for an empty one
    return _declared_in(package)


def _refuse_unreadable(error: OSError) -> None:
    if not isinstance(error, (FileNotFoundError, NotADirectoryError)):  # in a zip file
        raise InputError(f"cannot look for checks in {error.filename}: {error.strerror}")


def _declared_in(package: ModuleType) -> list[Check[Any]]:
    found = [
        value
        for value in vars(package).values()
        if isinstance(value, Check) and value.function.__module__ == package.__name__
    ]
    for entry in pkgutil.iter_modules(getattr(package, "__path__", ())):
        if not entry.name.startswith("_"):
            found += _declared_in(importlib.import_module(f"{package.__name__}.{entry.name}"))
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
                own = "write one of your own as plugin:cause"
                raise CheckDefinitionError(f"the cause {cause!r:.80} is not known; {own}")
    return checks
