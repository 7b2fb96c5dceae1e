"""The folders that Python searches for packages, and the distributions installed in them."""

import os

from .files import names_in, read_text
from .import_path import LIBRARY, is_library


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
        self.library = LIBRARY
        self.packages = [folder for folder in self.all if not is_library(folder)]
        """Folders that hold installed packages."""

    def distributions(self):
        """Yield (name, version, path) of each installed distribution, from directory names only."""
        for folder in self.packages:
            for entry in names_in(folder):
                if is_metadata(entry):
                    name, version = split_name(entry)
                    yield name, version, os.path.join(folder, entry)


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
