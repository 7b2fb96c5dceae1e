"""What kind of Mac the facts speak of: each answer is read from whichever fact happens to be known.

One source that was refused or left out silences no other.
"""

import re

from mps_doctor.facts.host import Host, Interpreter
from mps_doctor.facts.unknown import Fact, Unknown, known_or
from mps_doctor.knowledge.macos import is_compatibility_version, macos_of_kernel

ARM = ("arm64", "arm64e", "aarch64")
INTEL = ("x86_64", "i386", "x86_64h")


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
    if known_or(is_darwin(host), False):
        major = macos_of_kernel(known_or(host.kernel_release, ""))
        if major:
            return major
    if isinstance(host.macos_version, Unknown):
        return host.macos_version
    return Unknown(f"{host.macos_version} is no version of macOS", "host.macos_version")


def hardware(host: Host, python: Interpreter | None = None) -> Fact[str]:
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
    if names_apple_gpu(host):
        return "arm64"
    process = interpreter_architecture(python) if python is not None else ""
    if python is not None and known_or(python.translated, False):
        return "arm64"
    if process in ARM:
        return "arm64"
    # An Intel process that is known not to be translated runs on an Intel Mac.
    if python is not None and python.translated is False and process in INTEL:
        return "x86_64"
    return Unknown("not in the report", "host.hardware_architecture")


def names_apple_gpu(host: Host) -> bool:
    """Return whether a GPU is listed that only Apple silicon has.

    The virtual one is called Apple's on an Intel host as well.
    """
    names = [gpu.name for gpu in known_or(host.gpus, ())]
    names += [device.name for device in known_or(host.metal_devices, ())]
    return any(re.match(r"Apple [AM]\d", name) for name in names)


def interpreter_architecture(python: Interpreter) -> Fact[str]:
    """Return the architecture of the running process, by any fact that tells it."""
    if not isinstance(python.architecture, Unknown):
        return python.architecture
    tag = known_or(python.platform_tag, "")
    platform = known_or(python.platform, "")
    for text in (tag, platform):
        # A universal2 tag names both halves and says nothing of the one that runs.
        if re.search(r"-arm64\b", text):
            return "arm64"
        if re.search(r"-x86_64\b", text):
            return "x86_64"
    if python.processor == "arm":
        return "arm64"
    if python.processor == "i386":
        return "x86_64"
    return python.architecture
