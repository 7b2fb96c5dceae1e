"""Machine: what is known of one computer and one Python environment, as typed facts.

Facts carry no judgement.
A fact that could not be had is an `Unknown` with its reason, never None, "" or False.
Every source (probe, snapshot, pasted text, fleet host) yields a `Machine`; every check reads one.
"""

# No `from __future__ import annotations` here: msgspec would evaluate each text again, which takes
# longer than all the rest of this module.

from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

SCHEMA_VERSION = "1.0"
"""Version of the Machine (snapshot) document: it only grows within one major version."""

MAX_SNAPSHOT_BYTES = 50_000_000
"""Larger snapshots are refused: a real one is about 20 kB."""

LONGEST_REASON = 300
"""Characters of what a decoder says: it quotes the wrong value, however long that is."""

NOT_GIVEN = "not in the report"

T = TypeVar("T")


class Unknown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fact that could not be had: `unknown` is the reason, `fact` its dotted name."""

    unknown: str
    fact: str = ""


Fact: TypeAlias = T | Unknown
"""A value, or the reason why there is none."""


class MissingFact(Exception):  # noqa: N818  # a signal to the engine, not an error
    """Raised by `known`; the engine turns it into the outcome `unknown`."""

    def __init__(self, missing: Unknown) -> None:
        super().__init__(missing)
        self.missing = missing

    def __str__(self) -> str:
        return f"{self.missing.fact}: {self.missing.unknown}"


def known(value: T | Unknown) -> T:
    """Return the value of a fact that a check cannot do without.

    Raises MissingFact, which makes the check's outcome `unknown` and names the fact.
    """
    if isinstance(value, Unknown):
        raise MissingFact(value)
    return value


def known_or(value: T | Unknown, default: T) -> T:
    """Return the value of a fact, or `default` where the fact is unknown."""
    return default if isinstance(value, Unknown) else value


def missing(fact: str) -> Unknown:
    """Return the default of a field: the fact `section.field` was not given."""
    return Unknown(NOT_GIVEN, fact)


class Section(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A group of facts that are gathered together.

    `unknown` says why the whole section is missing, e.g. "not run: --level quick".
    """

    unknown: str = ""

    def __post_init__(self) -> None:
        for place, value in enumerate(msgspec.structs.astuple(self)):
            if type(value) is Unknown and not value.fact:
                name = self.__struct_fields__[place]
                named = Unknown(value.unknown, self.fact_name(name))
                msgspec.structs.force_setattr(self, name, named)

    def reason(self, fact: Unknown) -> Unknown:
        """Return why a fact of this section is unknown: the section's reason where it has none."""
        if self.unknown and fact.unknown == NOT_GIVEN:
            return Unknown(self.unknown, fact.fact)
        return fact

    @classmethod
    def fact_name(cls, field: str) -> str:
        """Return the dotted name of a field's fact: `host.chip`."""
        # Every field of a section has a default, in the order of the fields.
        default = cls.__struct_defaults__[cls.__struct_fields__.index(field)]
        return default.fact if isinstance(default, Unknown) else field


class Gpu(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A graphics processor as the system lists it (`system_profiler SPDisplaysDataType`)."""

    name: str
    vendor: Fact[str] = missing("gpu.vendor")
    cores: Fact[int] = missing("gpu.cores")
    metal: Fact[str] = missing("gpu.metal")
    """Metal support in the system's own words: "Metal 3", "spdisplays_metal3", "not supported"."""


class MetalDevice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A device as Metal itself lists it (`MTLCopyAllDevices`, the call that torch makes)."""

    name: str
    low_power: Fact[bool] = missing("metal_device.low_power")
    unified_memory: Fact[bool] = missing("metal_device.unified_memory")
    families: Fact[tuple[int, ...]] = missing("metal_device.families")
    """MTLGPUFamily numbers it supports, of those asked: 1007 (Apple7, M1), 2002 (Mac2)."""
    recommended_bytes: Fact[int] = missing("metal_device.recommended_bytes")
    max_buffer_bytes: Fact[int] = missing("metal_device.max_buffer_bytes")
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
    """`platform.platform()`: `macOS-14.5-arm64-arm-64bit`."""
    processor: Fact[str] = missing("python.processor")
    """`platform.processor()`: `arm`, `i386`, or empty; Lightning keys on it."""
    prefix: Fact[str] = missing("python.prefix")
    base_prefix: Fact[str] = missing("python.base_prefix")
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
    """Manager of the project in the current folder by its lock file: `uv`, `poetry`, `none`, …"""
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


class TorchCopy(msgspec.Struct, frozen=True, kw_only=True):
    """One torch found on the interpreter's path: package folder, metadata, or both."""

    location: str
    version: str
    package: bool
    metadata: bool


class TorchInstall(Section, frozen=True, kw_only=True, omit_defaults=True):
    """torch as it lies on disk, read without importing it."""

    installed: Fact[bool] = missing("torch.installed")
    version: Fact[str] = missing("torch.version")
    location: Fact[str] = missing("torch.location")
    installer: Fact[str] = missing("torch.installer")
    """`pip`, `uv`, `conda`, …: the INSTALLER file of its metadata."""
    wheel_tags: Fact[tuple[str, ...]] = missing("torch.wheel_tags")
    copies: Fact[tuple[TorchCopy, ...]] = missing("torch.copies")
    architectures: Fact[tuple[str, ...]] = missing("torch.architectures")
    """Of `torch/lib/libtorch_cpu.dylib`, by its Mach-O header; `elf-…` for a Linux library."""
    deployment_target: Fact[str] = missing("torch.deployment_target")
    sdk: Fact[str] = missing("torch.sdk")
    mps_linked: Fact[bool] = missing("torch.mps_linked")
    """Whether that library loads MetalPerformanceShadersGraph: the build has MPS."""
    stated_minimum_macos: Fact[str] = missing("torch.stated_minimum_macos")
    """The version in the library's own text; wrong for 2.5, and no proof of the cause."""
    metal_target: Fact[str] = missing("torch.metal_target")
    """The lowest macOS for which the library holds compiled Metal kernels."""
    git_version: Fact[str] = missing("torch.git_version")
    editable: Fact[bool] = missing("torch.editable")
    """Installed from a source tree (development build)."""
    source_url: Fact[str] = missing("torch.source_url")
    """Where the install came from, if its metadata says (`direct_url.json`)."""
    missing_files: Fact[tuple[str, ...]] = missing("torch.missing_files")
    """Files that its RECORD names and the disk lacks, or whose size differs."""
    leftovers: Fact[tuple[str, ...]] = missing("torch.leftovers")
    """Remains of another version: `~orch…` folders, second dist-info."""


class Package(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An installed package: its normalised name and version."""

    name: str
    version: str
    installer: str = ""
    requires_torch: str = ""
    """What its own metadata demands of torch, e.g. `==2.8.0`; empty where it demands nothing."""


class Packages(Section, frozen=True, kw_only=True, omit_defaults=True):
    """Other packages that matter to torch on a Mac."""

    installed: Fact[tuple[Package, ...]] = missing("packages.installed")


class OpenMPRuntime(msgspec.Struct, frozen=True, kw_only=True):
    """An OpenMP library in the environment."""

    path: str
    architectures: tuple[str, ...]
    package: str
    """The package whose folder it is in (`torch`, `scikit-learn`), or the prefix's `lib`."""


class OpenMP(Section, frozen=True, kw_only=True, omit_defaults=True):
    """The OpenMP runtimes that could meet in one process."""

    runtimes: Fact[tuple[OpenMPRuntime, ...]] = missing("openmp.runtimes")
    torch_loads: Fact[tuple[str, ...]] = missing("openmp.torch_loads")
    """The runtime that libtorch_cpu asks for in its load commands."""


class Variable(msgspec.Struct, frozen=True, kw_only=True):
    """An environment variable that is set."""

    name: str
    value: str


class Variables(Section, frozen=True, kw_only=True, omit_defaults=True):
    """Environment variables of an allow-list: no others are ever read into facts."""

    values: Fact[tuple[Variable, ...]] = missing("variables.values")
    set_after_import: Fact[tuple[str, ...]] = missing("variables.set_after_import")
    """Variables that the program sets only after `import torch` (known from pasted code)."""


class MacOSAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What torch answers to "is this macOS `version` or newer?"."""

    version: str
    answer: bool


class TorchImport(Section, frozen=True, kw_only=True, omit_defaults=True):
    """`import torch` in a child process, and what torch then says of itself."""

    outcome: Fact[Literal["imported", "raised", "crashed", "hung", "exited", "not-installed"]] = (
        missing("torch_import.outcome")
    )
    seconds: Fact[float] = missing("torch_import.seconds")
    signal: Fact[str] = missing("torch_import.signal")
    exit_code: Fact[int] = missing("torch_import.exit_code")
    error_type: Fact[str] = missing("torch_import.error_type")
    error_message: Fact[str] = missing("torch_import.error_message")
    stderr: Fact[tuple[str, ...]] = missing("torch_import.stderr")
    """The last lines it wrote on stderr."""
    version: Fact[str] = missing("torch_import.version")
    file: Fact[str] = missing("torch_import.file")
    cuda_build: Fact[str] = missing("torch_import.cuda_build")
    """`torch.version.cuda`; `none` for a build without CUDA (every Mac build)."""
    mps_module: Fact[bool] = missing("torch_import.mps_module")
    """Whether `torch.backends.mps` exists (torch 1.12)."""
    mps_built: Fact[bool] = missing("torch_import.mps_built")
    mps_available: Fact[bool] = missing("torch_import.mps_available")
    answers_error: Fact[str] = missing("torch_import.answers_error")
    """How an imported torch failed where it was to say what it is built with and has."""
    device_name: Fact[str] = missing("torch_import.device_name")
    gpu_cores: Fact[int] = missing("torch_import.gpu_cores")
    recommended_bytes: Fact[int] = missing("torch_import.recommended_bytes")
    cuda_available: Fact[bool] = missing("torch_import.cuda_available")
    macos_at_least: Fact[tuple[MacOSAnswer, ...]] = missing("torch_import.macos_at_least")
    """Answers of `torch.backends.mps.is_macos_or_newer(major, minor)`."""


class SmokeTest(Section, frozen=True, kw_only=True, omit_defaults=True):
    """Real work on the device: `torch.ones`, its matmul, a random matmul against float64."""

    device: Fact[str] = missing("smoke.device")
    outcome: Fact[Literal["completed", "raised", "crashed", "hung", "exited"]] = missing(
        "smoke.outcome"
    )
    step: Fact[str] = missing("smoke.step")
    """The last step begun: `allocate`, `copy`, `multiply-ones`, `multiply-random`, `read-back`."""
    size: Fact[int] = missing("smoke.size")
    """n of the n × n matrices of ones."""
    random_size: Fact[int] = missing("smoke.random_size")
    """n of the n × n random matrices: `zeros` and `not_finite` are of n² entries."""
    ones_wrong: Fact[int] = missing("smoke.ones_wrong")
    """How many entries of `ones(n, n) @ ones(n, n)` differ from n."""
    not_finite: Fact[int] = missing("smoke.not_finite")
    """How many entries of the random product are NaN or infinite."""
    zeros: Fact[int] = missing("smoke.zeros")
    """How many entries of the random product are exactly zero."""
    relative_error: Fact[float] = missing("smoke.relative_error")
    """Frobenius norm of (device − float64 reference) over that of the reference, float32."""
    copy_wrong: Fact[int] = missing("smoke.copy_wrong")
    """How many entries changed on the way to the device and back."""
    first_seconds: Fact[float] = missing("smoke.first_seconds")
    warm_seconds: Fact[float] = missing("smoke.warm_seconds")
    """Median of the warm matmuls, synchronised."""
    signal: Fact[str] = missing("smoke.signal")
    exit_code: Fact[int] = missing("smoke.exit_code")
    error_type: Fact[str] = missing("smoke.error_type")
    error_message: Fact[str] = missing("smoke.error_message")
    stderr: Fact[tuple[str, ...]] = missing("smoke.stderr")


class ProbeOutcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One deep probe: what became of it, and how far its results were from the CPU's.

    The numbers stand where `outcome` is `compared`: over all entries of all comparisons.
    """

    probe: str
    """`matmul-fp32`: the operation and the dtype."""
    operation: str = ""
    dtype: str = ""
    device: str = ""
    outcome: Literal["compared", "raised", "skipped", "absent", "crashed", "hung", "exited"]
    """`skipped`: another device's, or too little memory; `absent`: not in this torch."""
    entries: int = 0
    outside: int = 0
    """How many entries lie outside the tolerance."""
    not_finite: int = 0
    """How many are NaN or infinite where the CPU's are finite."""
    all_zero: bool = False
    """Whether a result was zero throughout where the CPU's was not."""
    wrong_shape: str = ""
    largest_error: float = 0.0
    norm_error: float = 0.0
    """Frobenius norm of the difference over that of the reference."""
    absolute_tolerance: float = 0.0
    relative_tolerance: float = 0.0
    norm_tolerance: float = 0.0
    seconds: float = 0.0
    reason: str = ""
    """Why it was skipped, or what this torch lacks."""
    error_type: str = ""
    error_message: str = ""
    signal: str = ""
    exit_code: Fact[int] = missing("probe_outcome.exit_code")
    warnings: tuple[str, ...] = ()
    stderr: tuple[str, ...] = ()
    """What was written on stderr meanwhile: GPU faults show only there up to torch 2.14."""


class OperatorPlace(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where an operator ran, seen by torch's own warning."""

    operator: str
    with_variable: bool
    """Whether PYTORCH_ENABLE_MPS_FALLBACK was on."""
    outcome: Literal["on-device", "on-cpu", "not-implemented", "raised"]
    message: str = ""


class Deep(Section, frozen=True, kw_only=True, omit_defaults=True):
    """Many operations on the device, each compared with the CPU (`--level deep`)."""

    results: Fact[tuple[ProbeOutcome, ...]] = missing("deep.results")
    fallback: Fact[tuple[OperatorPlace, ...]] = missing("deep.fallback")
    not_run_because: Fact[str] = missing("deep.not_run_because")
    """Why the rest of the probes was not reached; empty where all were."""


class DeviceMemory(Section, frozen=True, kw_only=True, omit_defaults=True):
    """What the device's memory did: taken in steps, given back, limited, used over and over."""

    device: Fact[str] = missing("device_memory.device")
    recommended_bytes: Fact[int] = missing("device_memory.recommended_bytes")
    block_bytes: Fact[int] = missing("device_memory.block_bytes")
    steps: Fact[tuple[int, ...]] = missing("device_memory.steps")
    """Bytes that torch counted as in use after each further block."""
    wrong_values: Fact[int] = missing("device_memory.wrong_values")
    """Entries of the blocks that did not hold what was written."""
    left_after_release: Fact[int] = missing("device_memory.left_after_release")
    held_after_release: Fact[int] = missing("device_memory.held_after_release")
    """Bytes that the driver still held for this process, above those of the start."""
    growth_steps: Fact[int] = missing("device_memory.growth_steps")
    growth_bytes: Fact[int] = missing("device_memory.growth_bytes")
    """Bytes in use that so many training steps added."""
    growth_held_bytes: Fact[int] = missing("device_memory.growth_held_bytes")
    limit_refused: Fact[bool] = missing("device_memory.limit_refused")
    """Whether an allocation beyond a limit that had been set was refused."""
    limit_message: Fact[str] = missing("device_memory.limit_message")
    steps_error: Fact[str] = missing("device_memory.steps_error")
    growth_error: Fact[str] = missing("device_memory.growth_error")
    limit_error: Fact[str] = missing("device_memory.limit_error")


class FrameworkOutcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One training step with a framework that is installed."""

    framework: str
    version: str = ""
    device: str = ""
    """The device under examination."""
    outcome: Literal["completed", "raised", "skipped", "crashed", "hung", "exited"]
    picked: str = ""
    """The device that the framework picked by itself; empty for one that picks none."""
    step_device: str = ""
    """Where the weights were when the step was done."""
    loss: Fact[float] = missing("framework_outcome.loss")
    weights_moved: bool = False
    wrong_values: int = 0
    error_type: str = ""
    error_message: str = ""
    signal: str = ""
    exit_code: Fact[int] = missing("framework_outcome.exit_code")
    warnings: tuple[str, ...] = ()
    stderr: tuple[str, ...] = ()


class FrameworkSetting(msgspec.Struct, frozen=True, kw_only=True):
    """A setting that decides about devices or processes: where it is, its name and value."""

    origin: str
    """`environment`, or the path of a configuration file."""
    key: str
    value: str


class Frameworks(Section, frozen=True, kw_only=True, omit_defaults=True):
    """Frameworks on top of torch in this environment."""

    results: Fact[tuple[FrameworkOutcome, ...]] = missing("frameworks.results")
    """One training step with each (`--level deep`)."""
    settings: Fact[tuple[FrameworkSetting, ...]] = missing("frameworks.settings")


class MessageMatch(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A known error text that was found: the signature's id, the text, and the line's number."""

    signature: str
    text: str
    line: int = 0
    quote: str = ""
    """The line around the text, for people to read; empty where the text says it all."""

    @property
    def shown(self) -> str:
        """The text with what stands around it, as far as that is quoted."""
        return self.quote or self.text


class TellingLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line that tells a symptom in words."""

    symptom: str
    line: int
    quote: str


class StatedFact(msgspec.Struct, frozen=True, kw_only=True):
    """Where a text states a fact: its dotted name (`host.chip`, `packages.numpy`), and the line."""

    fact: str
    line: int


class Messages(Section, frozen=True, kw_only=True, omit_defaults=True):
    """Known error texts in what a user pasted, or in what a program under `run` printed."""

    about: Fact[str] = missing("messages.about")
    """The runtime that the text is about where that is not PyTorch, e.g. `Ollama`."""
    matches: Fact[tuple[MessageMatch, ...]] = missing("messages.matches")
    contradictions: Fact[tuple[str, ...]] = missing("messages.contradictions")
    """Facts that two blocks of one text state differently."""
    reported: Fact[tuple[str, ...]] = missing("messages.reported")
    """What the text says of symptoms without an error text, in words of a closed list."""
    telling: tuple[TellingLine, ...] = ()
    """The lines that tell these symptoms."""
    stated: tuple[StatedFact, ...] = ()
    """Which facts a pasted text states, and where."""


class ProjectRequirement(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a project demands of an environment."""

    subject: Literal["torch", "macos", "python", "device", "level"]
    need: str
    """A version specifier for the first three (`>=2.6`), a word for the others."""


class Project(Section, frozen=True, kw_only=True, omit_defaults=True):
    """What the project states of itself: the doctor's configuration, not the probe, gives it."""

    requirements: Fact[tuple[ProjectRequirement, ...]] = missing("project.requirements")
    stated_in: Fact[str] = missing("project.stated_in")
    """The file that states them, or the call."""


class Extra(Section, frozen=True, kw_only=True, omit_defaults=True):
    """Facts that plug-ins gather: under the name of each, what its own probe said."""

    facts: dict[str, Any] = msgspec.field(default_factory=dict)
    """A mapping of names to values in JSON; `{"unknown": reason}` where a probe gave none."""

    def fact(self, name: str) -> Any:
        """Return the fact `plugin.name`, or the Unknown with its reason."""
        plugin, _, key = name.partition(".")
        said = self.facts.get(plugin)
        if not isinstance(said, dict):
            return Unknown(self.unknown or NOT_GIVEN, f"extra.{name}")
        value = said.get(key, Unknown(str(said.get("unknown", NOT_GIVEN)), f"extra.{name}"))
        if isinstance(value, dict) and value.keys() == {"unknown"}:
            return Unknown(str(value["unknown"]), f"extra.{name}")
        return value


class Origin(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where the facts come from."""

    kind: Literal["interpreter", "snapshot", "pasted", "host", "report", "synthetic"]
    name: str = ""
    """A path, a file name, a host, or the address of a public report."""
    note: str = ""
    recorded: str = ""
    """When, as ISO 8601 in UTC."""


class Machine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that is known of one machine and one environment."""

    schema_version: str = msgspec.field(default_factory=lambda: SCHEMA_VERSION)
    origin: Origin
    host: Host = Host()
    python: Interpreter = Interpreter()
    conda: Conda = Conda()
    toolchain: Toolchain = Toolchain()
    torch: TorchInstall = TorchInstall()
    packages: Packages = Packages()
    openmp: OpenMP = OpenMP()
    variables: Variables = Variables()
    torch_import: TorchImport = TorchImport()
    smoke: SmokeTest = SmokeTest()
    deep: Deep = Deep()
    device_memory: DeviceMemory = DeviceMemory()
    frameworks: Frameworks = Frameworks()
    messages: Messages = Messages()
    project: Project = Project()
    extra: Extra = Extra()


SECTIONS: dict[str, type[Section]] = {
    "host": Host,
    "python": Interpreter,
    "conda": Conda,
    "toolchain": Toolchain,
    "torch": TorchInstall,
    "packages": Packages,
    "openmp": OpenMP,
    "variables": Variables,
    "torch_import": TorchImport,
    "smoke": SmokeTest,
    "deep": Deep,
    "device_memory": DeviceMemory,
    "frameworks": Frameworks,
    "messages": Messages,
    "project": Project,
    "extra": Extra,
}
"""Section name in the document to its type: what a check's parameters are matched with."""

NOT_PROBED = ("messages", "project", "extra")
"""Sections that the probe does not fill: they come from texts, configuration and plug-ins."""


class SnapshotError(ValueError):
    """A snapshot that cannot be read; its text is one line for the user."""


_decoder = msgspec.json.Decoder(Machine)
_encoder = msgspec.json.Encoder()


class _Versioned(msgspec.Struct):
    schema_version: str


def decode_machine(document: bytes) -> Machine:
    """Decode a snapshot strictly.

    Raises SnapshotError with one clear line for text that is too large, truncated, not JSON,
    of another major schema version, or of a wrong type.
    """
    if len(document) > MAX_SNAPSHOT_BYTES:
        raise SnapshotError(
            f"is {len(document) // 1_000_000} MB; a snapshot is at most "
            f"{MAX_SNAPSHOT_BYTES // 1_000_000} MB"
        )
    try:
        version = msgspec.json.decode(document, type=_Versioned).schema_version
    except msgspec.ValidationError as error:
        raise SnapshotError(f"is not a snapshot: {str(error)[:LONGEST_REASON]}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SnapshotError(f"is not complete JSON: {error}") from None
    if version.split(".")[0] != SCHEMA_VERSION.split(".")[0]:
        raise SnapshotError(
            f"has schema version {version[:20]!r}, this mps-doctor reads {SCHEMA_VERSION}"
        )
    try:
        return _decoder.decode(document)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SnapshotError(f"is not a snapshot: {str(error)[:LONGEST_REASON]}") from None


def encode_machine(machine: Machine) -> bytes:
    """Encode a machine as the snapshot document; facts that nobody gave are left out."""
    return _encoder.encode(machine)
