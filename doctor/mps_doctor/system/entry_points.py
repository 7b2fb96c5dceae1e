"""The entry points of installed plug-ins, read from the files of their distributions.

`importlib.metadata` says the same, but importing it takes four times as long as starting Python
does.
"""

import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from mps_doctor.system.errors import InputError

GROUP = "mps_doctor.checks"
FACTS_GROUP = "mps_doctor.facts"
"""Each names a module, standard library only, that gathers facts where torch is."""

BUILTIN = "builtin"
"""Name of the entry point of the built-in checks; of other distributions it is not accepted."""

DISTRIBUTION = "mps_doctor"


class EntryPoint(NamedTuple):
    """A plug-in: its name, and the module that holds its checks."""

    name: str
    module: str


def entry_points(group: str = GROUP) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group that the installed distributions declare.

    Of two with one name the second is called `distribution:name`.
    """
    found: dict[str, str] = {}
    for distribution, of_group, name, module in _declared(tuple(sys.path)):
        if of_group == group:
            ours = (name == BUILTIN) == (distribution == DISTRIBUTION)
            found[name if ours and name not in found else f"{distribution}:{name}"] = module
    return tuple(EntryPoint(name, module) for name, module in found.items())


@cache
def _declared(path: tuple[str, ...]) -> tuple[tuple[str, str, str, str], ...]:
    """Return distribution, group, name and module of each entry point on a path."""
    folders: dict[str, str] = {}
    for place in path:
        try:
            names = os.listdir(place or ".")  # pathlib costs as much as the rest
        except (FileNotFoundError, NotADirectoryError, PermissionError):
            continue
        except OSError as error:
            raise _unreadable(error) from None
        for name in names:
            if name.endswith((".dist-info", ".egg-info")):
                # Of a distribution that is there twice, Python imports the first.
                folders.setdefault(name.partition("-")[0], os.path.join(place, name))
    return tuple(
        (distribution, *point)
        for distribution, folder in folders.items()
        for point in _read(folder)
    )


def _read(folder: str) -> Iterator[tuple[str, str, str]]:
    try:
        with open(f"{folder}/entry_points.txt", encoding="utf-8") as stream:
            lines = stream.read().splitlines()
    except (FileNotFoundError, NotADirectoryError, PermissionError, UnicodeDecodeError):
        return
    except OSError as error:
        raise _unreadable(error) from None
    group = ""
    for line in map(str.strip, lines):
        name, sign, target = line.partition("=")
        if line.startswith("["):
            group = line.strip("[] ")
        elif sign and group in (GROUP, FACTS_GROUP) and not line.startswith("#"):
            yield group, name.strip(), re.split(r"[:\[]", target)[0].strip()


def _unreadable(error: OSError) -> InputError:
    # What is not known to be without checks is not passed over: a report would lack some.
    return InputError(f"cannot look for checks in {error.filename}: {error.strerror}")


def file_of(module: str) -> str:
    """Return the file of a module without importing it or its package; empty where it has none."""
    parts = module.split(".")
    if all(part.isidentifier() for part in parts):
        for folder in sys.path:
            file = os.path.abspath(f"{os.path.join(folder, *parts)}.py")
            if os.path.isfile(file):
                return file
    return ""
