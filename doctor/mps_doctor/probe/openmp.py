"""Section `openmp`: the OpenMP runtimes in the environment that could meet in one process."""

import os
import sys

from . import macho
from .files import names_in
from .gather import ask
from .rows.packages import PACKAGE_OF_FOLDER

STEMS = ("libomp", "libiomp5", "libgomp")

MOST = 60


def facts(folders):
    """Return the facts of the section: each OpenMP library with its architectures."""
    found = []
    for folder, package in _places(folders):
        for name in filter(_is_runtime, names_in(folder)):
            path = os.path.join(folder, name)
            kinds = ask(macho.architectures, path)
            if isinstance(kinds, list):
                found.append({"path": path, "architectures": kinds, "package": package})
    return {"runtimes": found[:MOST]}


def _places(folders):
    """Yield the folders that packages keep libraries in, each with its package."""
    yield os.path.join(sys.prefix, "lib"), "lib"
    for folder in folders.packages:
        for name in names_in(folder):
            inside = os.path.join(folder, name)
            if name.endswith(".libs"):
                package = name[: -len(".libs")].replace("_", "-")
                yield inside, PACKAGE_OF_FOLDER.get(name, package)
            elif "." not in name and not name.startswith("_"):
                for inner in (".dylibs", "lib"):
                    yield os.path.join(inside, inner), PACKAGE_OF_FOLDER.get(name, name)


def _is_runtime(name):
    return name.startswith(STEMS) and (name.endswith((".dylib", ".so")) or ".so." in name)
