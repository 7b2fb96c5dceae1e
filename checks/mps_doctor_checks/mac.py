"""What Mac the facts speak of, and which torch: read from whichever fact happens to be known."""

import re

from packaging.version import Version

from mps_doctor.facts import Fact, Host, Interpreter, TorchImport, TorchInstall, Unknown, known_or
from mps_doctor.facts.mac import ARM, hardware, real_macos
from mps_doctor.knowledge.macos import MacOS
from mps_doctor.knowledge.versions import parse_version

_BETA_BUILD = re.compile(r"\d+[A-Z]5\d{3}[a-z]")
"""Builds of betas: 23A5276g. Rapid security responses end in a letter too, with more digits."""


def is_apple_silicon(host: Host, python: Interpreter | None = None) -> Fact[bool]:
    """Return whether the processor is Apple's own, whatever the process is translated to."""
    processor = hardware(host, python)
    return processor if isinstance(processor, Unknown) else processor == "arm64"


def macos_name(host: Host) -> str:
    """Return "macOS 15.5 (24F74)", without the parts that are not known."""
    version = known_or(real_macos(host), "")
    build = known_or(host.macos_build, "")
    return f"macOS {version}{f' ({build})' if build else ''}".replace("  ", " ").rstrip()


def is_beta(host: Host) -> bool:
    """Return whether the build number is that of a beta."""
    return _BETA_BUILD.fullmatch(known_or(host.macos_build, "")) is not None


def is_below(macos: str, need: MacOS | Version) -> bool:
    """Return whether a macOS is older than another, as far as its numbers go.

    Names and kernels give the major version only: "12" is not older than 12.3.
    """
    version = parse_version(macos)
    if version is None or ("." not in macos and version.major == need.major):
        return False
    return version < Version(str(need))


def virtual_machine_marks(host: Host) -> tuple[str, ...]:
    """Return the signs that macOS itself runs as a guest in a virtual machine."""
    marks = []
    if known_or(host.virtual_machine, False):
        marks.append("the kernel reports a hypervisor")
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


def loads(process: str, library: str) -> bool:
    """Return whether a process loads a library of an architecture: arm64 and aarch64 are one."""
    return library == process or (library in ARM and process in ARM)


def torch_version(torch: TorchInstall, torch_import: TorchImport | None = None) -> Fact[str]:
    """Return torch's version: as installed, or else as it calls itself once imported."""
    if not isinstance(torch.version, Unknown):
        return torch.version
    if torch_import is not None and not isinstance(torch_import.version, Unknown):
        return torch_import.version
    return torch.version
