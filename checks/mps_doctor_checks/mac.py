"""What kind of Mac the facts speak of: read from whichever fact happens to be known."""

from __future__ import annotations

from functools import lru_cache

from packaging.version import InvalidVersion, Version

from mps_doctor.facts import (
    Fact,
    Host,
    Interpreter,
    TorchImport,
    TorchInstall,
    Unknown,
    known_or,
)
from mps_doctor.facts.mac import ARM as ARM
from mps_doctor.facts.mac import INTEL as INTEL
from mps_doctor.facts.mac import hardware
from mps_doctor.facts.mac import interpreter_architecture as interpreter_architecture
from mps_doctor.facts.mac import is_darwin as is_darwin
from mps_doctor.facts.mac import real_macos as real_macos

FIRST_TORCH_WITH_MPS = "1.12.0"
"""The first release whose `torch.backends.mps` exists."""


def is_apple_silicon(host: Host, python: Interpreter | None = None) -> Fact[bool]:
    """Return whether the processor is Apple's own, whatever the process is translated to."""
    processor = hardware(host, python)
    return processor if isinstance(processor, Unknown) else processor == "arm64"


def macos_name(host: Host) -> str:
    """Return "macOS 15.5 (24F74)", as far as it is known."""
    version = known_or(real_macos(host), "")
    build = known_or(host.macos_build, "")
    name = f"macOS {version}" if version else "macOS"
    return f"{name} ({build})" if build else name


def virtual_machine_marks(host: Host) -> tuple[str, ...]:
    """Return the signs that macOS itself runs as a guest in a virtual machine."""
    marks = []
    if known_or(host.virtual_machine, False):
        marks.append("the kernel says that a hypervisor is present")
    model = known_or(host.model, "")
    if model.startswith("VirtualMac"):
        marks.append(f"model {model}")
    chip = known_or(host.chip, "")
    if "(Virtual)" in chip:
        marks.append(f"chip {chip}")
    names = [gpu.name for gpu in known_or(host.gpus, ())]
    names += [device.name for device in known_or(host.metal_devices, ())]
    marks += [f"GPU {name}" for name in dict.fromkeys(names) if "paravirtual" in name.lower()]
    return tuple(marks)


def is_below(macos: str, need: Version) -> bool:
    """Return whether a macOS is older than another, as far as its numbers go.

    Names and kernels give the major version alone: "12" is not older than 12.3.
    """
    version = parse_version(macos)
    if version is None:
        return False
    if "." not in macos and version.major == need.major:
        return False
    return version < need


@lru_cache(maxsize=4096)
def parse_version(text: str) -> Version | None:
    """Return a version that can be compared, or None where the text is none."""
    try:
        return Version(text)
    except InvalidVersion:
        return None


def torch_version(torch: TorchInstall, torch_import: TorchImport | None = None) -> Fact[str]:
    """Return torch's version: as installed, or else as it calls itself once imported."""
    if not isinstance(torch.version, Unknown):
        return torch.version
    if torch_import is not None and not isinstance(torch_import.version, Unknown):
        return torch_import.version
    return torch.version


@lru_cache(maxsize=4096)
def release_of(version: str) -> Version | None:
    """Return the release that a version belongs to: 2.6.0 for `2.6.0a0+git1eba9b3`."""
    parsed = parse_version(version)
    return None if parsed is None else Version(parsed.base_version)
