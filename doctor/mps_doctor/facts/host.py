"""The computer and its operating system, as facts."""

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
