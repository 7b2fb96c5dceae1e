"""Macs by their macOS and their hardware: what follows from the two, each with its source.

A machine's file names a release and a hardware of macs.toml and adds what is its own; a test may
name any pair that Apple has made.
Apple's repositories are named by their last word (xnu, system_cmds, …); a release stands for the
sources that its release.json in distribution-macOS names.
"""

from pathlib import Path
from typing import Any

import msgspec

Machine = dict[str, Any]


class Release(msgspec.Struct, frozen=True):
    """One version of macOS."""

    build: str
    darwin: str


class Hardware(msgspec.Struct, frozen=True):
    """A Mac as Apple sells it."""

    model: str
    chip: str
    memory_gb: int
    cores: int
    soc: str = ""
    families: tuple[int, ...] = ()

    @property
    def is_apple_silicon(self) -> bool:
        """Whether the processor is Apple's own."""
        return self.chip.startswith("Apple")

    @property
    def is_virtual(self) -> bool:
        """Whether it is a guest of Apple's virtualization."""
        return self.model.startswith("Virtual")

    @property
    def memory(self) -> int:
        """The memory in bytes."""
        return self.memory_gb << 30


class Tables(msgspec.Struct, frozen=True):
    """The content of macs.toml."""

    releases: dict[str, Release]
    hardware: dict[str, Hardware]
    gpus: dict[str, Machine]
    readable: dict[str, tuple[str, ...]]


_TABLES = msgspec.toml.decode(Path(__file__).with_suffix(".toml").read_bytes(), type=Tables)
RELEASES, HARDWARE, GPUS = _TABLES.releases, _TABLES.hardware, _TABLES.gpus

MAC2, METAL3, METAL4 = 2002, 5001, 5002


def numbers(macos: str) -> tuple[int, int]:
    """Return the first two numbers of a version."""
    parts = [int(part) for part in macos.split(".")]
    return parts[0], parts[1] if len(parts) > 1 else 0


def described(machine: Machine) -> Machine:
    """Return a machine with all that follows from its `macos` and `hardware`, where it says none.

    `translated` makes its Python an Intel one under Rosetta.
    """
    macos, hardware = machine["macos"], HARDWARE[machine["hardware"]]
    release = RELEASES[macos]
    intel_process = machine.get("translated", False) or not hardware.is_apple_silicon
    base: Machine = {
        "build": release.build,
        "uname": {
            "sysname": "Darwin",
            "nodename": "sim-mac.local",
            "release": release.darwin,
            "version": f"Darwin Kernel Version {release.darwin}: simulated; "
            f"root:xnu~1/RELEASE_{f'ARM64_{hardware.soc}' if hardware.soc else 'X86_64'}",
            # Under Rosetta too, by code that is not published; seen in rust-lang/rustup#3438.
            "machine": "x86_64" if intel_process else "arm64",
            # By the slice that runs: uname/uname.c of shell_cmds.
            "processor": "i386" if intel_process else "arm",
        },
        "sysctl": kernel_values(macos, hardware, translated=machine.get("translated", False)),
        "metal_devices": metal_devices(macos, hardware),
        "system_profiler": {"SPDisplaysDataType": displays(hardware)},
        "python_slices": ["x86_64"] if intel_process else ["arm64"],
        "deployment_target": "10.13" if intel_process else "11.0",
        "developer_dir": "/Library/Developer/CommandLineTools",
        "receipts": {"com.apple.pkg.CLTools_Executables": "15.3.0.0.1.1708646388"},
        "files": {"/Library/Developer/CommandLineTools/usr/bin/clang": "not run\n"},
        "behaviour": behaviour(macos, hardware),
    }
    if machine.get("confined"):
        base["metal_devices"] = []  # openai/codex#17644: the list is empty
    values = {**base["sysctl"], **machine.get("sysctl", {})}
    readable = _TABLES.readable[machine["confined"]] if machine.get("confined") else values
    refused = [name for name in values if name not in readable]
    return {**base, **machine, "sysctl": values, "refused": refused}


def behaviour(macos: str, hardware: Hardware) -> Machine:
    """Return how the commands and libraries of a release differ from those of others."""
    version = numbers(macos)
    return {
        # One file for all old programs (system-version-compat.c of xnu): python/cpython#135675.
        # For 27 its content is not published; 16.0 goes on being said here.
        "compatibility_version": "16.0" if version >= (26, 0) else "10.16",
        # strtol with base 0 in init.c of Libsystem. 2 asks for the file of iOS: what that says is
        # not published, and where it is missing the true one is opened
        # (_system_version_compat_open_shim in system-version-compat.c of xnu).
        "heeded_switch": r"\s*[+]?(?:0[xX]0*1(?![0-9a-fA-F])|0*1(?![0-9]))",
        # vm_stat.c of system_cmds prints the kernel's page size; libsyscall/mach/mach_init.c of
        # xnu reads it from the comm page, which a translated process shares.
        "kernel_page": 16384 if hardware.is_apple_silicon else 4096,
    }


def kernel_values(macos: str, hardware: Hardware, *, translated: bool) -> Machine:
    """Return what the kernel says to a process; numbers that no test asks for are left out."""
    silicon, virtual = hardware.is_apple_silicon, hardware.is_virtual
    major = numbers(macos)[0]
    values: Machine = {
        "hw.model": hardware.model,
        "hw.memsize": hardware.memory,
        "hw.logicalcpu": hardware.cores,
        "machdep.cpu.brand_string": hardware.chip,
        # bsd/kern/kern_sysctl.c: on ARM always 0 in xnu-7195 (11), the device tree's from 8019 on.
        "kern.hv_vmm_present": int(virtual and major > 11),
    }
    if silicon:
        # Only under __arm64__ in bsd/kern/kern_mib.c; seen as 1 under Rosetta too (archspec).
        values["hw.optional.arm64"] = 1
        # CONFIG_ROSETTA in bsd/kern/kern_sysctl.c; Apple's page on Rosetta: ENOENT on Intel.
        values["sysctl.proc_translated"] = int(translated)
        if major == 11:
            # make_brand_string in bsd/dev/arm64/sysctl.c of xnu-7195; archspec's bigsur-m1.
            values["machdep.cpu.brand_string"] = "Apple processor"
    return values


def metal_devices(macos: str, hardware: Hardware) -> list[Machine]:
    """Return what Metal lists.

    Metal3 is of 13 and Metal4 of 26 (metal-cpp's MTL::GPUFamily); that each M chip has Metal4 is
    Apple's announcement.
    """
    major = numbers(macos)[0]
    newer = [METAL3] * (major >= 13)
    if hardware.is_virtual:
        devices, families = [GPUS["virtual"]], [*range(1001, 1006), MAC2]
    elif hardware.is_apple_silicon:
        recommended = hardware.memory * 2 // 3
        devices = [{"name": hardware.chip, "low_power": False, "recommended_bytes": recommended}]
        newer += [METAL4] * (major >= 26)
        families = [*range(1001, 1007), *hardware.families, MAC2, *newer]
    else:
        devices = [GPUS["amd"], GPUS["uhd"]] if "i9" in hardware.chip else [GPUS["uhd"]]
        families = [MAC2, *newer]
    return [{**one, "families": families, "command_queue": True} for one in devices]


def displays(hardware: Hardware) -> list[Machine]:
    """Return what `system_profiler SPDisplaysDataType -json` lists.

    The keys: timmo001/system-bridge#3408.
    In guests of hosted runners it lists nothing: modular/rules_mojo#56.
    """
    if hardware.is_virtual:
        return []
    if hardware.is_apple_silicon:
        listed = {hardware.chip: "Apple"}
    else:
        listed = {"Intel UHD Graphics 630": "Intel"}
        if "i9" in hardware.chip:
            listed[GPUS["amd"]["name"]] = "amd"
    return [
        {"_name": name, "sppci_model": name, "spdisplays_vendor": f"sppci_vendor_{vendor}"}
        for name, vendor in listed.items()
    ]
