"""The computer, the Python under examination and what surrounds it, as facts."""

from typing import Literal

import msgspec

from mps_doctor.facts.unknown import Fact, Section, missing


class Gpu(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A graphics processor as the system lists it (`system_profiler SPDisplaysDataType`)."""

    name: str
    vendor: Fact[str] = missing("gpu.vendor")
    metal: Fact[str] = missing("gpu.metal")
    """Metal support in the system's own words: "Metal 3", "spdisplays_metal3", "not supported"."""


class MetalDevice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A device as Metal itself lists it (`MTLCopyAllDevices`, the call that torch makes)."""

    name: str
    low_power: Fact[bool] = missing("metal_device.low_power")
    families: Fact[tuple[int, ...]] = missing("metal_device.families")
    """MTLGPUFamily numbers it supports, of those asked: 1007 (Apple7, M1), 2002 (Mac2)."""
    recommended_bytes: Fact[int] = missing("metal_device.recommended_bytes")
    command_queue: Fact[bool] = missing("metal_device.command_queue")
    """Whether a command queue could be made: False is the mark of some sandboxes."""


class Host(Section, frozen=True, kw_only=True, omit_defaults=True):
    """The computer and its operating system."""

    system: Fact[str] = missing("host.system")
    """`Darwin`, `Linux`, `Windows`: the kernel that runs the interpreter."""
    kernel_release: Fact[str] = missing("host.kernel_release")
    macos_version: Fact[str] = missing("host.macos_version")
    """The real one: `sw_vers` with SYSTEM_VERSION_COMPAT=0, or the kernel's major version."""
    macos_build: Fact[str] = missing("host.macos_build")
    macos_version_reported: Fact[str] = missing("host.macos_version_reported")
    """What the interpreter is told (`platform.mac_ver()`): 10.16 or 16.0 with old SDKs."""
    hardware_architecture: Fact[str] = missing("host.hardware_architecture")
    """`arm64` or `x86_64` of the processor, whatever the process is translated to."""
    chip: Fact[str] = missing("host.chip")
    model: Fact[str] = missing("host.model")
    memory_bytes: Fact[int] = missing("host.memory_bytes")
    virtual_machine: Fact[bool] = missing("host.virtual_machine")
    container: Fact[str] = missing("host.container")
    """`none`, or the kind: `docker`, `podman`, `kubernetes`, …"""
    apple_marks: Fact[tuple[str, ...]] = missing("host.apple_marks")
    """On Linux: the signs that the hardware below is a Mac (CPU implementer, DMI, kernel name)."""
    distribution: Fact[str] = missing("host.distribution")
    """Name and version of a Linux distribution."""
    gpus: Fact[tuple[Gpu, ...]] = missing("host.gpus")
    metal_devices: Fact[tuple[MetalDevice, ...]] = missing("host.metal_devices")
    session: Fact[str] = missing("host.session")
    """`gui`, `ssh` or `background`: how the process was started."""
    sandbox: Fact[tuple[str, ...]] = missing("host.sandbox")
    """Signs that this process is in a sandbox, e.g. `CODEX_SANDBOX=seatbelt`; empty for none."""
    ci: Fact[str] = missing("host.ci")
    """`none`, or the CI service whose variables are set: `github-actions`, `gitlab`, …"""


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
