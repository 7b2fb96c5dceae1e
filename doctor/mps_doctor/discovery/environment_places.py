"""Where environments are kept: beside the project, and in the folders of each tool.

Each function yields the environments of one kind; the file system is read, nothing is run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mps_doctor.discovery.layout import (
    conda_name,
    is_conda,
    is_pixi,
    is_venv,
    python_in,
    settings_of,
)
from mps_doctor.discovery.surroundings import (
    Surroundings,
    folders_in,
    is_absolute,
    is_file,
    is_folder,
    names_in,
    printable,
    read_text,
)

MAX_PARENTS = 12
"""Folders looked at on the way up from the current one to the project's root."""

MAX_CHILDREN = 2_000
"""Folders of one project folder, and of one tool's, that are looked at."""

_REPOSITORY = (".git", ".hg", ".jj")
_PROJECT_FILES = (
    "pyproject.toml",
    "pixi.toml",
    "uv.lock",
    "setup.py",
    "Pipfile",
    "requirements.txt",
    "environment.yml",
    "environment.yaml",
)

_CONDA_FOLDERS = (
    "miniforge3",
    "miniconda3",
    "anaconda3",
    "mambaforge",
    "micromamba",
    "miniconda",
    "anaconda",
    "opt/miniconda3",
    "opt/anaconda3",
    "opt/miniforge3",
    ".local/share/mamba",
    ".conda",
)
"""Where the installers of conda and its relatives put themselves below the home folder."""

_CONDA_ROOTS = (
    "opt/miniforge3",
    "opt/miniconda3",
    "opt/anaconda3",
    "opt/conda",
    "opt/homebrew/anaconda3",
    "opt/homebrew/Caskroom/miniforge/base",
    "opt/homebrew/Caskroom/miniconda/base",
    "opt/homebrew/Caskroom/mambaforge/base",
    "usr/local/anaconda3",
    "usr/local/miniconda3",
    "usr/local/Caskroom/miniforge/base",
    "usr/local/Caskroom/miniconda/base",
    "usr/local/Caskroom/mambaforge/base",
)
"""The same, for all users of a machine; Homebrew's casks among them."""


class Place(NamedTuple):
    """An interpreter that lies somewhere: the folder it belongs to, its kind, and its name."""

    python: Path
    folder: Path
    kind: str
    name: str


def project_folders(around: Surroundings) -> tuple[Path, ...]:
    """Return the current folder and those above it up to the project's root.

    The root is the first with a repository in it; without one, the highest with a project file.
    The home folder and what is above it are no project, unless one is the current folder.
    """
    folders = [around.cwd]
    for parent in (around.cwd, *around.cwd.parents)[: MAX_PARENTS + 1]:
        if parent != around.cwd:
            if parent == around.home or parent == parent.parent:
                break
            folders.append(parent)
        if any(is_folder(parent / name) or is_file(parent / name) for name in _REPOSITORY):
            return tuple(folders)
    while len(folders) > 1 and not any(is_file(folders[-1] / name) for name in _PROJECT_FILES):
        folders.pop()
    return tuple(folders)


def project_venvs(around: Surroundings) -> Iterator[Place]:
    """Yield the virtual environments near the project: `.venv`, other children, tox's, nox's."""
    for folder in project_folders(around):
        children = [folder / name for name in (".venv", "venv", "env")]
        children += [folder / name for name in names_in(folder)[:MAX_CHILDREN]]
        children += [child for tool in (".tox", ".nox") for child in folders_in(folder / tool)]
        named = around.environ.get("UV_PROJECT_ENVIRONMENT", "")
        if named and "\0" not in named:
            children.append(folder / named)
        for child in dict.fromkeys(children):
            yield from venv_at(child, "venv", around)


def venv_at(folder: Path, kind: str, around: Surroundings) -> Iterator[Place]:
    """Yield the virtual environment in a folder, if there is one with a Python."""
    if not is_venv(folder):
        return
    python = python_in(folder)
    if python is not None:
        yield Place(python, folder, kind, around.shown(folder))


def prompt_of(folder: Path) -> str:
    """Return the name that a virtual environment was given; empty for none."""
    return settings_of(folder).get("prompt", "").strip("'\"() ")


def pixi_environments(around: Surroundings) -> Iterator[Place]:
    """Yield the environments of the pixi project that the current folder is in."""
    for folder in project_folders(around):
        for prefix in folders_in(folder / ".pixi" / "envs")[:MAX_CHILDREN]:
            yield from conda_at(prefix)


def conda_at(prefix: Path) -> Iterator[Place]:
    """Yield the conda environment in a folder, if there is one with a Python."""
    if not is_conda(prefix):
        return
    python = python_in(prefix)
    if python is not None:
        kind = "pixi" if is_pixi(prefix) else "conda"
        yield Place(python, prefix, kind, printable(conda_name(prefix)))


def conda_environments(around: Surroundings) -> Iterator[Place]:
    """Yield the environments of conda, mamba and micromamba that hold a Python."""
    for prefix in conda_prefixes(around):
        yield from conda_at(prefix)


def conda_prefixes(around: Surroundings) -> tuple[Path, ...]:
    """Return the folders that may be conda environments: registered, or near an install."""
    prefixes: list[Path] = []
    for root in conda_roots(around):
        prefixes += [root, *folders_in(root / "envs")[:MAX_CHILDREN]]
    for folder in conda_environment_folders(around):
        prefixes += folders_in(folder)[:MAX_CHILDREN]
    prefixes += registered_conda_prefixes(around)
    return tuple(dict.fromkeys(prefixes))


def conda_roots(around: Surroundings) -> tuple[Path, ...]:
    """Return the folders that conda or a relative of it may be installed in."""
    named: list[Path] = []
    for variable in ("CONDA_EXE", "_CONDA_EXE"):
        program = around.folder_variable(variable)  # …/bin/conda
        if program is not None:
            named.append(program.parent.parent)
    for variable in ("MAMBA_ROOT_PREFIX", "CONDA_ROOT", "_CONDA_ROOT"):
        root = around.folder_variable(variable)
        if root is not None:
            named.append(root)
    active = around.folder_variable("CONDA_PREFIX")
    if active is not None and not is_pixi(active):
        named.append(active.parent.parent if active.parent.name == "envs" else active)
    named += [place for name in _CONDA_FOLDERS for place in around.under_home(*name.split("/"))]
    named += [around.root / name for name in _CONDA_ROOTS]
    return tuple(dict.fromkeys(named))


def conda_environment_folders(around: Surroundings) -> tuple[Path, ...]:
    """Return the folders that conda's settings name for environments (`envs_dirs`)."""
    folders: list[str] = []
    for variable in ("CONDA_ENVS_DIRS", "CONDA_ENVS_PATH"):
        folders += around.environ.get(variable, "").split(os.pathsep)
    for name in (".condarc", ".conda/.condarc", ".mambarc"):
        for file in around.under_home(*name.split("/")):
            folders += listed_in(read_text(file), "envs_dirs")
    found: list[Path] = []
    for folder in folders:
        if folder.startswith("~/"):
            found += around.under_home(folder[2:])
        elif is_absolute(folder):
            found.append(Path(folder))
    return tuple(dict.fromkeys(found))


def listed_in(settings: str, key: str) -> list[str]:
    """Return the items of one plain YAML list: `key:` and the lines `- item` below it."""
    items: list[str] = []
    inside = False
    for line in settings.splitlines():
        text = line.split(" #")[0].strip()
        if inside and text.startswith("- "):
            items.append(text[2:].strip().strip("'\""))
        elif text and not text.startswith("#"):
            inside = text == f"{key}:"
    return items


def registered_conda_prefixes(around: Surroundings) -> tuple[Path, ...]:
    """Return the environments that conda has noted in ~/.conda/environments.txt."""
    lines = [
        line.strip()
        for file in around.under_home(".conda", "environments.txt")
        for line in read_text(file).split("\n")
    ]
    return tuple(Path(line) for line in lines[:MAX_CHILDREN] if is_absolute(line))


def collected_venvs(around: Surroundings) -> Iterator[Place]:
    """Yield the virtual environments that poetry, pipenv and virtualenvwrapper collect."""
    for kind, collection in venv_collections(around):
        for folder in folders_in(collection)[:MAX_CHILDREN]:
            for place in venv_at(folder, kind, around):
                yield place._replace(name=printable(folder.name))


def venv_collections(around: Surroundings) -> tuple[tuple[str, Path], ...]:
    """Return the folders that hold many virtual environments, each with its tool."""
    collections: list[tuple[str, Path]] = []
    poetry = around.folder_variable("POETRY_VIRTUALENVS_PATH")
    if poetry is not None:
        collections.append(("poetry", poetry))
    cache = around.folder_variable("POETRY_CACHE_DIR")
    if cache is not None:
        collections.append(("poetry", cache / "virtualenvs"))
    collections += [
        ("poetry", folder / "pypoetry" / "virtualenvs") for folder in around.cache_home()
    ]
    workon = around.folder_variable("WORKON_HOME")
    if workon is not None:
        collections.append(("virtualenvwrapper", workon))
    collections += [("virtualenvwrapper", folder) for folder in around.under_home(".virtualenvs")]
    collections += [("pipenv", folder / "virtualenvs") for folder in around.data_home()]
    return tuple(dict.fromkeys(collections))
