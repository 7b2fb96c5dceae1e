"""Where Pythons themselves are kept: PATH, version managers, Homebrew, installers, Xcode, Jupyter.

Each function yields the interpreters of one kind; the file system is read, nothing is run.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from mps_doctor.discovery.environment_places import MAX_CHILDREN, Place
from mps_doctor.discovery.layout import (
    PYTHON_NAME,
    developer_pythons,
    environment_of,
    is_apple_stub,
    is_runnable,
    is_script,
    is_shim,
    python_in,
    version_key,
)
from mps_doctor.discovery.surroundings import (
    Surroundings,
    folders_in,
    is_absolute,
    names_in,
    printable,
    read_text,
    real,
)

MAX_PATH_FOLDERS = 200
"""Folders of PATH that are looked at."""


def path_pythons(around: Surroundings) -> Iterator[Place]:
    """Yield the interpreters on PATH, without stand-ins that would pick another when run."""
    for folder in around.path_folders()[:MAX_PATH_FOLDERS]:
        for name in names_in(folder):
            python = followed(folder / name, around) if PYTHON_NAME.fullmatch(name) else None
            if python is not None:
                yield place_of(python, "PATH", around)


def followed(python: Path, around: Surroundings) -> Path | None:
    """Return the interpreter that a path on PATH stands for; None if there is none to run.

    pyenv's shims are followed to the version that they would pick.
    """
    if is_ordinary(python, around):
        return python
    return behind_pyenv_shim(python, around) if is_runnable(python) else None


def is_ordinary(python: Path, around: Surroundings) -> bool:
    """Say whether a path may be run as the interpreter that it says it is."""
    return is_runnable(python) and not is_shim(python) and not is_apple_stub(python, around)


def place_of(python: Path, kind: str, around: Surroundings) -> Place:
    """Return the place of an interpreter, named after its environment, or else itself."""
    folder = environment_of(python)
    if folder is None:
        return Place(python, python.parent.parent, kind, around.shown(python))
    return Place(python, folder, kind, around.shown(folder))


def version_folders(folders: Iterable[Path], kind: str) -> Iterator[Place]:
    """Yield the Pythons of a version manager: one folder each, named after the version."""
    for folder in folders:
        for version in folders_in(folder)[:MAX_CHILDREN]:
            python = python_in(version)
            if python is not None and not is_script(python):
                yield Place(python, version, kind, printable(version.name))


def pyenv_root(around: Surroundings) -> tuple[Path, ...]:
    """Return the folder of pyenv."""
    named = around.folder_variable("PYENV_ROOT")
    return (named,) if named else around.under_home(".pyenv")


def pyenv_pythons(around: Surroundings) -> Iterator[Place]:
    """Yield pyenv's versions and the virtual environments among them; never its shims."""
    yield from version_folders((root / "versions" for root in pyenv_root(around)), "pyenv")


def uv_pythons(around: Surroundings) -> Iterator[Place]:
    """Yield the Pythons that uv has installed."""
    named = around.folder_variable("UV_PYTHON_INSTALL_DIR")
    folders = (named,) if named else tuple(home / "uv" / "python" for home in around.data_home())
    yield from version_folders(folders, "uv")


def asdf_pythons(around: Surroundings) -> Iterator[Place]:
    """Yield the Pythons of asdf and mise."""
    asdf = around.folder_variable("ASDF_DATA_DIR")
    roots = (asdf,) if asdf else around.under_home(".asdf")
    yield from version_folders((root / "installs" / "python" for root in roots), "asdf")
    mise = around.folder_variable("MISE_DATA_DIR")
    roots = (mise,) if mise else tuple(home / "mise" for home in around.data_home())
    yield from version_folders((root / "installs" / "python" for root in roots), "mise")


def homebrew_pythons(around: Surroundings) -> Iterator[Place]:
    """Yield Homebrew's Pythons, of both its prefixes: arm64 and Intel."""
    for prefix in (around.root / "opt/homebrew", around.root / "usr/local"):
        for name in names_in(prefix / "opt"):
            if re.fullmatch(r"python@3(\.\d{1,2})?", name):
                yield from versioned_pythons(prefix / "opt" / name, "Homebrew", around)


def framework_pythons(around: Surroundings) -> Iterator[Place]:
    """Yield the Pythons of python.org's installer."""
    versions = around.root / "Library/Frameworks/Python.framework/Versions"
    for folder in folders_in(versions)[:MAX_CHILDREN]:
        yield from versioned_pythons(folder, "python.org", around)


def versioned_pythons(folder: Path, kind: str, around: Surroundings) -> Iterator[Place]:
    """Yield the Python of an install whose `bin` may hold only `python3` and `python3.12`."""
    python = python_in(folder)
    if python is not None and is_ordinary(python, around):
        yield Place(python, folder, kind, around.shown(python))


def xcode_pythons(around: Surroundings) -> Iterator[Place]:
    """Yield the Pythons of Xcode and its command-line tools, where they really are."""
    for python in developer_pythons(around):
        if is_ordinary(python, around):
            yield Place(python, python.parent.parent, "Xcode", around.shown(python))


def jupyter_kernels(around: Surroundings) -> Iterator[Place]:
    """Yield the Pythons that Jupyter's kernels start.

    A kernel that names a bare `python` runs in the environment it lies in: that one is found
    by other ways.
    """
    for folder in jupyter_folders(around):
        for kernel in folders_in(folder / "kernels")[:MAX_CHILDREN]:
            python = kernel_python(kernel / "kernel.json")
            if python is not None and is_ordinary(python, around):
                yield place_of(python, "Jupyter kernel", around)


def jupyter_folders(around: Surroundings) -> tuple[Path, ...]:
    """Return the data folders that Jupyter searches, as its documentation lists them."""
    folders = [
        Path(entry)
        for entry in around.environ.get("JUPYTER_PATH", "").split(os.pathsep)
        if is_absolute(entry)
    ]
    own = around.folder_variable("JUPYTER_DATA_DIR")
    if own is not None:
        folders.append(own)
    folders += around.under_home("Library", "Jupyter")
    folders += [home / "jupyter" for home in around.data_home()]
    for variable in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        active = around.folder_variable(variable)
        if active is not None:
            folders.append(active / "share" / "jupyter")
    folders += [around.root / "usr/local/share/jupyter", around.root / "usr/share/jupyter"]
    folders.append(around.root / "opt/homebrew/share/jupyter")
    return tuple(dict.fromkeys(folders))


def kernel_python(specification: Path) -> Path | None:
    """Return the Python that a kernel.json starts by its full path; None for other kernels."""
    try:
        document = json.loads(read_text(specification))
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict):
        return None
    argv = document.get("argv")
    if not isinstance(argv, list) or not argv or not isinstance(argv[0], str):
        return None
    program = Path(argv[0]) if is_absolute(argv[0]) else None
    return program if program is not None and PYTHON_NAME.fullmatch(program.name) else None


def behind_pyenv_shim(shim: Path, around: Surroundings) -> Path | None:
    """Return the interpreter that a pyenv shim would run in the current folder.

    pyenv's own order: PYENV_VERSION, `.python-version` here or above, its global `version` file.
    """
    for root in pyenv_root(around):
        if real(shim.parent) != real(root / "shims"):
            continue
        for name in pyenv_selection(root, around):
            python = pyenv_version(root, name, shim.name)
            if python is not None:
                return python
    return None


def pyenv_selection(root: Path, around: Surroundings) -> tuple[str, ...]:
    """Return the versions that pyenv has selected for the current folder, in order."""
    chosen = around.environ.get("PYENV_VERSION", "").split(":")
    if chosen != [""]:
        return tuple(chosen)
    files = [folder / ".python-version" for folder in (around.cwd, *around.cwd.parents)]
    for file in (*files, root / "version"):
        names = [
            line.split()[0]
            for line in read_text(file).splitlines()
            if line.split() and not line.lstrip().startswith("#")
        ]
        if names:
            return tuple(names)
    return ()


def pyenv_version(root: Path, name: str, program: str) -> Path | None:
    """Return a program of the pyenv version of that name, or of the newest that it begins."""
    if not is_plain_name(name):
        return None
    versions = root / "versions"
    longer = [other for other in names_in(versions) if other.startswith(f"{name}.")]
    for version in (name, *sorted(longer, key=version_key, reverse=True)):
        python = versions / version / "bin" / program
        if is_runnable(python) and not is_script(python):
            return python
    return None


def is_plain_name(name: str) -> bool:
    """Say whether a text is the name of one thing in a folder, and no path out of it."""
    return bool(name) and "/" not in name and "\0" not in name and name not in (".", "..")
