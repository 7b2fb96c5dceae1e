"""The Python under examination, what surrounds it and what it is told, as facts."""

from typing import Literal

import msgspec

from mps_doctor.facts.unknown import Fact, Section, missing


class ShadowedModule(msgspec.Struct, frozen=True, kw_only=True):
    """A file or folder that is imported instead of the package or module of that name."""

    module: str
    path: str
    where: Literal["current folder", "PYTHONPATH", "site-packages", "other"]


class IndexSetting(msgspec.Struct, frozen=True, kw_only=True):
    """A package index that pip or uv is told to use: where the setting is, its name and value."""

    origin: str
    key: str
    value: str


class Interpreter(Section, frozen=True, kw_only=True, omit_defaults=True):
    """The Python under examination."""

    executable: Fact[str] = missing("python.executable")
    version: Fact[str] = missing("python.version")
    implementation: Fact[str] = missing("python.implementation")
    architecture: Fact[str] = missing("python.architecture")
    """Of the running process: `arm64`, `x86_64`, `i386`, `aarch64`."""
    translated: Fact[bool] = missing("python.translated")
    """Whether the process runs under Rosetta 2 (`sysctl.proc_translated`, asked in-process)."""
    slices: Fact[tuple[str, ...]] = missing("python.slices")
    """Architectures in the binary: two of them for universal2."""
    platform_tag: Fact[str] = missing("python.platform_tag")
    """`sysconfig.get_platform()`: `macosx-11.0-arm64`."""
    platform: Fact[str] = missing("python.platform")
    """`platform.platform()`, of a text that quotes it: `macOS-14.5-arm64-arm-64bit`."""
    processor: Fact[str] = missing("python.processor")
    """`platform.processor()`: `arm`, `i386`, or empty; Lightning keys on it."""
    prefix: Fact[str] = missing("python.prefix")
    environment: Fact[str] = missing("python.environment")
    """What holds its packages: `venv`, `uv`, `conda`, `pixi`, `poetry`, `none`."""
    provider: Fact[str] = missing("python.provider")
    """Who made the binary: `homebrew`, `pyenv`, `uv`, `conda`, `framework`, `xcode`, `system`, …"""
    free_threaded: Fact[bool] = missing("python.free_threaded")
    externally_managed: Fact[bool] = missing("python.externally_managed")
    has_pip: Fact[bool] = missing("python.has_pip")
    pip_python: Fact[str] = missing("python.pip_python")
    """The interpreter that the first `pip` on PATH installs into."""
    project_manager: Fact[str] = missing("python.project_manager")
    """The tool that keeps the environment, for a project or for one program; by its folder.

    `uv`, `poetry`, `pdm`, `pipenv`, `hatch`, `pixi`, `pipx`, `uv-tool`, `none`, or `several`.
    """
    project: Fact[str] = missing("python.project")
    """The folder of that project."""
    indexes: Fact[tuple[IndexSetting, ...]] = missing("python.indexes")
    shadowed: Fact[tuple[ShadowedModule, ...]] = missing("python.shadowed")
    broken_modules: Fact[tuple[str, ...]] = missing("python.broken_modules")
    """Modules of the standard library that do not import, each with its error."""
    needs_isolation: Fact[str] = missing("python.needs_isolation")
    """How a plain start failed, where only a start with `-I` worked; empty when a plain one did."""
    start_error: Fact[str] = missing("python.start_error")
    """Why the interpreter gave no facts at all: its last words; empty when it did."""


class Conda(Section, frozen=True, kw_only=True, omit_defaults=True):
    """The conda environment that holds the interpreter, if one does."""

    active: Fact[bool] = missing("conda.active")
    """Whether the interpreter is in a conda environment (`conda-meta` beside it)."""
    tool: Fact[str] = missing("conda.tool")
    """`conda`, `mamba`, `micromamba` or `pixi`: whose commands fit this environment."""
    name: Fact[str] = missing("conda.name")
    prefix: Fact[str] = missing("conda.prefix")
    subdir: Fact[str] = missing("conda.subdir")
    """`osx-64`, `osx-arm64`, `linux-64`, …: the platform of the environment."""
    torch_channel: Fact[str] = missing("conda.torch_channel")
    torch_build: Fact[str] = missing("conda.torch_build")
    """Build string: `cpu_generic_py312h99d64c8_6` is the normal MPS build of conda-forge."""


class Toolchain(Section, frozen=True, kw_only=True, omit_defaults=True):
    """Xcode or its command-line tools."""

    developer_dir: Fact[str] = missing("toolchain.developer_dir")
    """Answer of `xcode-select -p`; empty when none is set."""
    developer_dir_exists: Fact[bool] = missing("toolchain.developer_dir_exists")
    clang: Fact[bool] = missing("toolchain.clang")
    """Whether that folder holds `usr/bin/clang` (or Xcode's toolchain does)."""
    tools_version: Fact[str] = missing("toolchain.tools_version")
    xcode_version: Fact[str] = missing("toolchain.xcode_version")


class Variable(msgspec.Struct, frozen=True, kw_only=True):
    """An environment variable that is set."""

    name: str
    value: str


class Variables(Section, frozen=True, kw_only=True, omit_defaults=True):
    """Environment variables of an allow-list: no others are ever read into facts."""

    values: Fact[tuple[Variable, ...]] = missing("variables.values")
    set_after_import: Fact[tuple[str, ...]] = missing("variables.set_after_import")
    """Variables that the program sets only after `import torch` (known from pasted code)."""
