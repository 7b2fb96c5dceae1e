"""The user's import path, set aside while facts are gathered, and what on it hides torch.

Files that would be imported instead of torch or a module it needs are found without importing.
"""

import os
import sys

from .gather import names_in
from .rows.packages import LIBRARY_MODULES, SHADOWED, SIGNS_OF_A_PACKAGE

LIBRARY = os.path.dirname(os.path.realpath(os.__file__))  # the folder of the standard library
COMPILED_PARTS = ("lib-dynload", "DLLs")  # folders of its compiled modules


def is_library(folder):
    """Return whether a folder of the path holds the standard library or a part of it."""
    return os.path.realpath(folder) == LIBRARY or os.path.basename(folder) in COMPILED_PARTS


class ImportPath:
    """The user's sys.path; creating this leaves only the standard library on sys.path.

    So a json.py on PYTHONPATH cannot break the probe.
    """

    def __init__(self, probe):
        """`probe` is the folder or zipapp of the probe, which Python puts first on the path."""
        self.probe = probe
        self.users = [entry for entry in sys.path if entry != probe]
        self._at_start = frozenset(sys.modules)
        library = [entry for entry in self.users if is_library(entry) or entry.endswith(".zip")]
        sys.path[:] = library or self.users

    def restore(self):
        """Restore the user's path, and unload modules that a file on it shadows."""
        sys.path[:] = self.users
        for entry in self.users:
            if os.path.realpath(entry) == LIBRARY:
                break
            for item in hiding(names_in(entry), entry, "other", LIBRARY_MODULES):
                if item["module"] not in self._at_start:
                    sys.modules.pop(item["module"], None)


def shadowed(folders):
    """Return the files and folders that hide the package or module of their name.

    A program's own folder comes first on its path, so the current folder is looked at as that.
    Raises PermissionError where macOS keeps that folder from this process, though maybe not from
    the user's terminal, and nothing is found elsewhere.
    """
    found, refused = [], None
    here = _current_folder()
    known = {LIBRARY, *map(os.path.realpath, folders.all)}
    if here and os.path.realpath(here) not in known:
        try:
            found += hiding(os.listdir(here), here, "current folder", SHADOWED + LIBRARY_MODULES)
        except PermissionError as error:
            refused = error
    named = [entry for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry]
    on_pythonpath = {os.path.realpath(entry) for entry in named}
    before_library = True
    for folder in folders.all:
        real = os.path.realpath(folder)
        if real == LIBRARY:
            before_library = False
            continue
        where = "other"
        if real in on_pythonpath:
            where = "PYTHONPATH"
        elif os.path.basename(folder) in ("site-packages", "dist-packages"):
            where = "site-packages"
        there = names_in(folder)  # from one that cannot be read Python takes nothing either
        if before_library:
            found += hiding(there, folder, where, LIBRARY_MODULES)
        others = hiding(there, folder, where, SHADOWED)
        found += [item for item in others if not _is_real(folder, item)]
    if refused is not None and not found:
        raise refused
    return found


def _current_folder():
    if os.environ.get("PYTHONSAFEPATH") or getattr(sys.flags, "safe_path", False):
        return ""
    try:
        return os.getcwd()
    except OSError:
        return ""


def hiding(there, folder, where, names):
    """Return which of the names Python would import from a folder that lists `there`.

    It compares them with the listing: most Macs' volumes find `Random.py` for `random.py` too, and
    Python takes it only where PYTHONCASEOK is set.
    Source: FileFinder and _relax_case in Lib/importlib/_bootstrap_external.py of python/cpython
    """
    found, there = [], set(there)
    for name in names:
        path = os.path.join(folder, name)
        if name not in there or not os.path.isfile(os.path.join(path, "__init__.py")):
            path += ".py"
            if name + ".py" not in there or not os.path.isfile(path):
                continue
        found.append({"module": name, "path": path, "where": where})
    return found


def _is_real(folder, item):
    """Whether it is the package itself: a folder that carries a version, as all of them do."""
    path = item["path"]
    if path.endswith(".py"):
        return False
    if any(os.path.exists(os.path.join(path, name)) for name in SIGNS_OF_A_PACKAGE):
        return True
    return any(entry.startswith(item["module"] + "-") for entry in os.listdir(folder))
