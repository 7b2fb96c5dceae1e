"""What Mac the facts speak of, and which torch: read from whichever fact happens to be known.

One source that was refused or left out silences no other.
"""

import re

from packaging.version import Version

from mps_doctor.facts.host import Host, Interpreter
from mps_doctor.facts.torch import TorchImport, TorchInstall
from mps_doctor.facts.unknown import Fact, Unknown, known_or
from mps_doctor.knowledge.macos import MacOS, is_compatibility_version, macos_of_kernel
from mps_doctor.knowledge.versions import parse_version

ARM = ("arm64", "arm64e", "aarch64")
INTEL = ("x86_64", "i386", "x86_64h")

_BETA_BUILD = re.compile(r"\d+[A-Z]5\d{3}[a-z]")
"""Builds of betas: 23A5276g. Rapid security responses end in a letter too, with more digits."""


def is_darwin(host: Host) -> Fact[bool]:
    """Return whether macOS runs the interpreter."""
    if isinstance(host.system, Unknown):
        return host.system
    return host.system.lower() in ("darwin", "macos")


def real_macos(host: Host) -> Fact[str]:
    """Return the macOS version; the kernel tells it where the others are unknown or a lie."""
    for fact in (host.macos_version, host.macos_version_reported):
        version = known_or(fact, "")
        if version and not is_compatibility_version(version):
            return version
    major = macos_of_kernel(known_or(host.kernel_release, ""))
    if major and known_or(is_darwin(host), False):
        return major
    if isinstance(host.macos_version, Unknown):
        return host.macos_version
    return Unknown(f"{host.macos_version} is no version of macOS", "host.macos_version")


def hardware(host: Host, python: Interpreter) -> Fact[str]:
    """Return `arm64` or `x86_64` of the processor, whatever the process is translated to."""
    chip = known_or(host.chip, "")
    if chip.startswith(("Apple", "VirtualApple")):
        return "arm64"
    if "intel" in chip.lower():
        return "x86_64"
    if host.hardware_architecture in ARM:
        return "arm64"
    if host.hardware_architecture in INTEL:
        return "x86_64"
    process = interpreter_architecture(python)
    if names_apple_gpu(host) or known_or(python.translated, False) or process in ARM:
        return "arm64"
    # An Intel process that is known not to be translated runs on an Intel Mac.
    if python.translated is False and process in INTEL:
        return "x86_64"
    return Unknown("not in the report", "host.hardware_architecture")


def names_apple_gpu(host: Host) -> bool:
    """Return whether a GPU is listed that only Apple silicon has.

    The virtual one is called Apple's on an Intel host as well.
    """
    return any(re.match(r"Apple [AM]\d", name) for name in _gpu_names(host))


def _gpu_names(host: Host) -> list[str]:
    """Return the GPUs that the system lists, and those that Metal lists."""
    listed = (gpu.name for gpu in known_or(host.gpus, ()))
    return [*listed, *(device.name for device in known_or(host.metal_devices, ()))]


def interpreter_architecture(python: Interpreter) -> Fact[str]:
    """Return the architecture of the running process, by any fact that tells it."""
    if not isinstance(python.architecture, Unknown):
        return python.architecture
    # A universal2 tag names both halves and says nothing of the one that runs.
    texts = f"{known_or(python.platform_tag, '')} {known_or(python.platform, '')}"
    if found := re.search(r"-(arm64|x86_64)\b", texts):
        return found[1]
    of_processor = {"arm": "arm64", "i386": "x86_64"}
    return of_processor.get(known_or(python.processor, ""), python.architecture)


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
    if version is None:
        return False
    return version < Version(str(need)) if "." in macos else version.major < need.major


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
    names = dict.fromkeys(_gpu_names(host))
    return (*marks, *(f"GPU {name}" for name in names if "paravirtual" in name.lower()))


def loads(process: str, library: str) -> bool:
    """Return whether a process loads a library of an architecture: arm64 and aarch64 are one."""
    return library == process or (library in ARM and process in ARM)


def torch_version(torch: TorchInstall, torch_import: TorchImport) -> Fact[str]:
    """Return torch's version: as installed, or else as it calls itself once imported."""
    if isinstance(torch.version, Unknown) and not isinstance(torch_import.version, Unknown):
        return torch_import.version
    return torch.version
