"""torch and the packages around it, on disk and imported, and what ran on the device, as facts."""

from typing import Literal

import msgspec

from mps_doctor.facts.unknown import Fact, Section, missing


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
    requires_companions: dict[str, str] = {}
    """What it demands of torchvision and torchaudio, by their names."""

    @property
    def demands(self) -> dict[str, str]:
        """What it demands of torch and of its companions."""
        torch = {"torch": self.requires_torch} if self.requires_torch else {}
        return torch | self.requires_companions


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
    norm_tolerance: float = 0.0
    seconds: float = 0.0
    reason: str = ""
    """Why it was skipped, or what this torch lacks."""
    error_type: str = ""
    error_message: str = ""
    signal: str = ""
    exit_code: Fact[int] = missing("probe_outcome.exit_code")
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
    growth_steps: Fact[int] = missing("device_memory.growth_steps")
    growth_bytes: Fact[int] = missing("device_memory.growth_bytes")
    """Bytes in use that so many training steps added."""


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
