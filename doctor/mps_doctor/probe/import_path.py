"""The user's import path: set aside while facts are gathered, restored before `import torch`."""

import os
import sys

from .rows.packages import LIBRARY_MODULES
from .shadowing import hiding

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
            for item in hiding(entry, "other", LIBRARY_MODULES):
                if item["module"] not in self._at_start:
                    sys.modules.pop(item["module"], None)
