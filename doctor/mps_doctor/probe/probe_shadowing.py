"""Finds files that would be imported instead of torch or a module it needs, without importing."""

import os
import sys

PACKAGES = ("torch", "numpy", "torchvision", "torchaudio", "transformers", "accelerate")

LIBRARY_MODULES = tuple(
    """
    argparse array ast asyncio base64 bisect calendar cmd code codecs collections concurrent
    contextlib copy copyreg csv ctypes dataclasses datetime decimal difflib dis email enum fractions
    functools getpass glob gzip hashlib heapq html http importlib inspect io ipaddress json keyword
    linecache locale logging multiprocessing numbers opcode operator pathlib pickle pkgutil platform
    pprint profile queue random re secrets select selectors shlex shutil signal socket ssl stat
    statistics string struct subprocess sysconfig tarfile tempfile textwrap threading timeit token
    tokenize traceback types typing unittest urllib uuid warnings weakref xml zipfile
    """.split()  # noqa: SIM905  (a list to read)
)
"""Modules of the standard library that `import torch` needs, directly or not."""

AT_START = ("codecs", "io", "stat")
"""Loaded before any user's path is in reach: a file of that name is never imported."""


def shadowed(folders):
    """Return the files and folders that hide the package or module of their name.

    A program's own folder comes first on its path, so the current folder is looked at as that.
    """
    found = []
    here = _current_folder()
    known = {os.path.realpath(folder) for folder in folders.all}
    if here and os.path.realpath(here) not in known and os.path.realpath(here) != folders.library:
        found += _in_folder(here, "current folder", PACKAGES + LIBRARY_MODULES)
    named = [entry for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry]
    on_pythonpath = {os.path.realpath(entry) for entry in named}
    before_library = True
    for folder in folders.all:
        real = os.path.realpath(folder)
        if real == folders.library:
            before_library = False
            continue
        where = "other"
        if real in on_pythonpath:
            where = "PYTHONPATH"
        elif os.path.basename(folder) in ("site-packages", "dist-packages"):
            where = "site-packages"
        if before_library:
            found += _in_folder(folder, where, LIBRARY_MODULES)
        found += [
            item for item in _in_folder(folder, where, PACKAGES) if not _is_real(folder, item)
        ]
    return found


def _current_folder():
    if os.environ.get("PYTHONSAFEPATH") or getattr(sys.flags, "safe_path", False):
        return ""
    try:
        return os.getcwd()
    except OSError:
        return ""


def _in_folder(folder, where, names):
    found = []
    for name in names:
        package = os.path.join(folder, name)
        for path in (os.path.join(package, "__init__.py"), package + ".py"):
            if name not in AT_START and os.path.isfile(path):
                hiding = package if path.startswith(package + os.sep) else path
                found.append({"module": name, "path": hiding, "where": where})
                break
    return found


def _is_real(folder, item):
    """Whether it is the package itself: a folder that carries a version, as all of them do."""
    if item["path"].endswith(".py"):
        return False
    return any(
        os.path.exists(os.path.join(item["path"], name))
        for name in ("version.py", "_version.py", "lib", "_core", "core", "utils")
    ) or any(entry.startswith(item["module"] + "-") for entry in os.listdir(folder))
