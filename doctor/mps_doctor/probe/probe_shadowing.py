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
    Raises PermissionError where macOS keeps that folder from this process, though maybe not from
    the user's terminal, and nothing is found elsewhere.
    """
    found, refused = [], None
    here = _current_folder()
    known = {os.path.realpath(folder) for folder in folders.all}
    if here and os.path.realpath(here) not in known and os.path.realpath(here) != folders.library:
        try:
            found += _among(os.listdir(here), here, "current folder", PACKAGES + LIBRARY_MODULES)
        except PermissionError as error:
            refused = error
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
            found += hiding(folder, where, LIBRARY_MODULES)
        found += [item for item in hiding(folder, where, PACKAGES) if not _is_real(folder, item)]
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


def hiding(folder, where, names):
    """Return what a folder of the path has of these names; from one it cannot read Python takes
    nothing either.
    """
    try:
        there = os.listdir(folder)
    except OSError:
        return []
    return _among(there, folder, where, names)


def _among(there, folder, where, names):
    """Return which of the names Python would import from a folder that lists `there`.

    It compares them with the listing: most Macs' volumes find `Random.py` for `random.py` too, and
    Python takes it only where PYTHONCASEOK is set.
    Source: FileFinder and _relax_case in Lib/importlib/_bootstrap_external.py of python/cpython
    """
    ignores_case = "PYTHONCASEOK" in os.environ
    listed = {name.lower() for name in there} if ignores_case else set(there)
    found = []
    for name in names:
        package = os.path.join(folder, name)
        if name in AT_START:
            continue
        if name in listed and os.path.isfile(os.path.join(package, "__init__.py")):
            found.append({"module": name, "path": package, "where": where})
        elif name + ".py" in listed and os.path.isfile(package + ".py"):
            found.append({"module": name, "path": package + ".py", "where": where})
    return found


def _is_real(folder, item):
    """Whether it is the package itself: a folder that carries a version, as all of them do."""
    if item["path"].endswith(".py"):
        return False
    return any(
        os.path.exists(os.path.join(item["path"], name))
        for name in ("version.py", "_version.py", "lib", "_core", "core", "utils")
    ) or any(entry.startswith(item["module"] + "-") for entry in os.listdir(folder))
