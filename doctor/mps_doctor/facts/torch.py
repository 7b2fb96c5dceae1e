"""torch and the packages around it, on disk and imported, as facts."""

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
    gpu_cores: Fact[int] = missing("torch_import.gpu_cores")
    recommended_bytes: Fact[int] = missing("torch_import.recommended_bytes")
    cuda_available: Fact[bool] = missing("torch_import.cuda_available")
    macos_at_least: Fact[tuple[MacOSAnswer, ...]] = missing("torch_import.macos_at_least")
    """Answers of `torch.backends.mps.is_macos_or_newer(major, minor)`."""
