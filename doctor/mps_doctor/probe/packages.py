"""Sections `packages` and `openmp`: what is installed, by the names of folders and files."""

import os
import sys

from . import macho
from .gather import ask, names_in, read_text
from .import_path import is_library
from .rows.packages import PACKAGE_OF_FOLDER, REPORTED

RUNTIMES = ("libomp", "libiomp5", "libgomp")
"""Beginnings of the names of OpenMP runtimes."""

COMPANIONS = ("torchvision", "torchaudio")


class Folders:
    """The user's own search path, each folder listed once and no package imported."""

    def __init__(self, users_path):
        """Keep the folders of `users_path`, the `sys.path` of the user's programs, that exist."""
        by_real_path = {}
        for entry in users_path:
            folder = os.path.abspath(entry)
            if os.path.isdir(folder):
                by_real_path.setdefault(os.path.realpath(folder), folder)
        self.all = list(by_real_path.values())
        self.packages = [folder for folder in self.all if not is_library(folder)]
        """Folders that hold installed packages."""

    def distributions(self):
        """Yield (name, version, path) of each installed distribution, from directory names only."""
        for folder in self.packages:
            for entry in names_in(folder):
                if is_metadata(entry):
                    name, version = split_name(entry)
                    yield name, version, os.path.join(folder, entry)


def packages(folders):
    """Return the packages of the list that are installed; the first of a name is the one used."""
    found = {}
    for name, version, path in folders.distributions():
        if name in REPORTED and name not in found:
            package = {"name": name, "version": version, "installer": installer_of(path)}
            asked = ask(demands, path)
            if isinstance(asked, dict) and "unknown" not in asked:
                package["requires_torch"] = asked.pop("torch", "")
                package["requires_companions"] = asked
            found[name] = package
    return {"installed": [found[name] for name in sorted(found)]}


def demands(path):
    """Return what a distribution's metadata demands of torch and its companions, by their names.

    What is for an extra or for other systems is left out.
    """
    found = {}
    for line in metadata_lines(path):
        key, _, value = line.partition(":")
        requirement, _, marker = value.partition(";")
        if key != "Requires-Dist" or not applies(marker):
            continue
        requirement = requirement.strip()
        end = 0
        while end < len(requirement) and (requirement[end].isalnum() or requirement[end] in "._-"):
            end += 1
        name = normal(requirement[:end])
        if name == "torch" or name in COMPANIONS:
            demand = requirement[end:].strip().strip("()").replace(" ", "")
            found.setdefault(name, demand)
    return {name: demand for name, demand in found.items() if demand}


def applies(marker):
    """Return whether a requirement with this marker is for everybody, or for a Mac."""
    if "extra" in marker:
        return False
    if "platform" not in marker:
        return True
    return ("darwin" in marker.lower()) != ("!=" in marker)


def is_metadata(entry):
    """Return whether a name in a folder of packages is that of a distribution's metadata."""
    return entry.endswith((".dist-info", ".egg-info"))


def split_name(entry):
    """Return normalised name and version: `Name-1.0.dist-info`, `Name-1.0-py3.8.egg-info`."""
    parts = entry.rpartition(".")[0].split("-")
    return normal(parts[0]), parts[1] if len(parts) > 1 else ""


def normal(name):
    """Return a distribution's name as PEP 503 normalises it."""
    words = name.replace("_", "-").replace(".", "-").lower().split("-")
    return "-".join(word for word in words if word)


def metadata_lines(path):
    """Return the header lines of a distribution's metadata: METADATA, PKG-INFO, egg-info file."""
    for file in (os.path.join(path, "METADATA"), os.path.join(path, "PKG-INFO"), path):
        if os.path.isfile(file):
            text = read_text(file, 400000).replace("\r\n", "\n")
            return text.split("\n\n", 1)[0].split("\n")
    return []


def installer_of(path):
    """Return who installed a distribution (`pip`, `uv`, `conda`), empty where it does not say."""
    try:
        return read_text(os.path.join(path, "INSTALLER"), 100).strip().split("\n")[0]
    except OSError:
        return ""


# ---- OpenMP runtimes that could meet in one process -----------------------------------------


def openmp(folders):
    """Return each OpenMP library in the environment with its architectures."""
    found = []
    for folder, package in _places(folders):
        if not os.access(folder, os.R_OK):  # most packages have no such folder
            continue
        for name in filter(_is_runtime, names_in(folder)):
            path = os.path.join(folder, name)
            kinds = ask(macho.architectures, path)
            if isinstance(kinds, list):
                found.append({"path": path, "architectures": kinds, "package": package})
    return {"runtimes": found}


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
    return name.startswith(RUNTIMES) and (name.endswith((".dylib", ".so")) or ".so." in name)
