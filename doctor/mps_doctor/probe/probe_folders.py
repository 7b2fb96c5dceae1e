"""The folders that Python searches for packages, and what lies in them."""

import os

from probe_gather import open_file


class Folders:
    """The user's own search path, each folder listed once and no package imported."""

    def __init__(self, users_path):
        """Keep the folders of `users_path`, the `sys.path` of the user's programs, that exist."""
        self.all = []
        seen = set()
        for entry in users_path:
            folder = os.path.abspath(entry)
            real = os.path.realpath(folder)
            if real not in seen and os.path.isdir(folder):
                seen.add(real)
                self.all.append(folder)
        self.library = os.path.dirname(os.path.realpath(os.__file__))
        self._names = {}

    @property
    def packages(self):
        """Folders that hold installed packages: all but those of the standard library."""
        return [
            folder
            for folder in self.all
            if os.path.realpath(folder) != self.library
            and os.path.basename(folder) not in ("lib-dynload", "DLLs")
        ]

    def names(self, folder):
        """Return the names in a folder, sorted; empty where it cannot be read."""
        if folder not in self._names:
            try:
                self._names[folder] = sorted(os.listdir(folder))
            except OSError:
                self._names[folder] = []
        return self._names[folder]

    def distributions(self):
        """Yield (name, version, path) of each installed distribution, by directory names alone."""
        for folder in self.packages:
            for entry in self.names(folder):
                if entry.endswith((".dist-info", ".egg-info")):
                    name, version = split_name(entry)
                    yield name, version, os.path.join(folder, entry)


def split_name(entry):
    """Return normalised name and version: `Name-1.0.dist-info`, `Name-1.0-py3.8.egg-info`."""
    parts = entry.rpartition(".")[0].split("-")
    return normal(parts[0]), parts[1] if len(parts) > 1 else ""


def normal(name):
    """Return a distribution's name as PEP 503 normalises it."""
    for sign in "_.":
        name = name.replace(sign, "-")
    while "--" in name:
        name = name.replace("--", "-")
    return name.lower()


def metadata_lines(path):
    """Return the header lines of a distribution's metadata: METADATA, PKG-INFO, egg-info file."""
    for name in ("METADATA", "PKG-INFO", ""):
        file = os.path.join(path, name) if name else path
        if os.path.isfile(file):
            with open_file(file) as stream:
                text = stream.read(400000).decode("utf-8", "replace")
            return text.replace("\r\n", "\n").split("\n\n", 1)[0].split("\n")
    return []


def installer_of(path):
    """Return who installed a distribution (`pip`, `uv`, `conda`), empty where it does not say."""
    try:
        with open_file(os.path.join(path, "INSTALLER")) as stream:
            return stream.read(100).decode("utf-8", "replace").strip().split("\n")[0]
    except OSError:
        return ""
