"""What only a Mac can answer: version, processor, GPUs, Metal devices."""

import json
import os
import sys

from .commands import Command
from .gather import NOT_HERE, NotKnownError, ask, ask_all, some, unexpected
from .kernel import AbsentError, Kernel
from .macos_sources import COMMANDS, SYSTEM, function
from .macos_versions import is_compatibility_version, macos_of_kernel

SECONDS = {
    "sw_vers": 5,
    "uname": 3,
    "launchctl": 3,
    "ioreg": 5,
    "xcode-select": 3,
    "pkgutil": 5,
}
"""The commands that are started at once, and how long each may take."""

METAL_SECONDS = 5
PROFILER_SECONDS = 10


class Mac:
    """A Mac, as its commands and its kernel describe it."""

    def __init__(self, commands, kernel=None):
        """`commands` run already, or have run: name to Command."""
        self.commands = commands
        self._kernel = kernel or Kernel()

    @classmethod
    def start(cls, probe):
        """Start what takes long; `probe` is the folder or zipapp of the probe."""
        commands = {name: Command(COMMANDS[name], seconds) for name, seconds in SECONDS.items()}
        # In a process of its own: asking Metal has been seen to fault where no GPU is in reach.
        ask_metal = (sys.executable, "-I", "-S", "-B", probe, "--metal-devices")
        commands["metal"] = Command(ask_metal, METAL_SECONDS)
        return cls(commands)

    def facts(self):
        """Return the facts that a Mac has."""
        return ask_all(
            {
                "macos_version": self.version,
                "macos_build": lambda: self._sw_vers("BuildVersion"),
                "macos_version_reported": version_reported,
                "hardware_architecture": self.architecture,
                "chip": lambda: self._kernel.value("machdep.cpu.brand_string"),
                "model": lambda: self._kernel.value("hw.model"),
                "memory_bytes": lambda: self._kernel.value("hw.memsize"),
                "virtual_machine": self.virtual_machine,
                "container": lambda: "none",
                "gpus": self.gpus,
                "metal_devices": self.metal_devices,
            }
        )

    def version(self):
        """Return what `sw_vers` says, unless that is a number which macOS has for old programs.

        Then, and where `sw_vers` does not answer, the kernel tells the major version alone.
        """
        try:
            told = self._sw_vers("ProductVersion")
            if not all(part.isdigit() for part in told.split(".")):
                raise unexpected("sw_vers", told)
            if is_compatibility_version(told):
                raise NotKnownError("sw_vers says %s, which is no version of macOS" % told)
        except NotKnownError:
            major = macos_of_kernel(os.uname().release)
            if not major:
                raise
            return major
        return told

    def _sw_vers(self, key):
        text = self.commands["sw_vers"].text()
        for line in text.split("\n"):
            name, colon, value = line.partition(":")
            if colon and name.strip() == key and value.strip()[:1].isalnum():
                return value.strip()
        raise unexpected("sw_vers", text)

    def architecture(self):
        """Return `arm64` or `x86_64` of the processor, whatever this process is translated to.

        Kernels for Intel lack `hw.optional.arm64`; that a sandbox refuses it says nothing.
        """
        if os.uname().machine == "arm64":
            return "arm64"
        try:
            return "arm64" if self._kernel.value("hw.optional.arm64") == 1 else "x86_64"
        except AbsentError:
            return "x86_64"
        except NotKnownError:
            chip = self._value_or_none("machdep.cpu.brand_string") or ""
            if "Intel" in chip:
                return "x86_64"
            if not self._is_apples(chip):
                raise
            return "arm64"

    def _is_apples(self, chip):
        """Return whether anything names a processor or a GPU that only Apple silicon has."""
        names = [chip]
        for asked in (self._gpus_of_ioreg, self.metal_devices):
            found = ask(asked)
            names += [item["name"] for item in found] if isinstance(found, list) else []
        # The virtual GPU is called Apple's on an Intel host as well.
        return any(name.startswith("Apple") and "aravirtual" not in name for name in names)

    def _value_or_none(self, name):
        try:
            return self._kernel.value(name)
        except NotKnownError:
            return None

    def translated(self):
        """Return whether Rosetta translates this process.

        The kernel is asked by this process itself: a command would answer for its own.
        Where that fails, it follows from the two architectures: code for Intel runs on Apple's
        processors in no other way.
        """
        try:
            return self._kernel.value("sysctl.proc_translated") == 1
        except NotKnownError:
            return os.uname().machine != "arm64" and self.architecture() == "arm64"

    def virtual_machine(self):
        """Return whether macOS is a guest.

        On Apple silicon the kernel of macOS 11 never says so, and the model of a guest always does.
        Source: hv_vmm_present in bsd/kern/kern_sysctl.c of xnu (xnu-7195)
        """
        model = self._value_or_none("hw.model") or ""
        chip = self._value_or_none("machdep.cpu.brand_string") or ""
        if model.startswith("VirtualMac") or chip.endswith("(Virtual)"):
            return True
        try:
            return self._kernel.value("kern.hv_vmm_present") != 0
        except NotKnownError:
            if not model or ask(self.architecture) != "arm64":
                raise
            return False

    def gpus(self):
        """Return the GPUs: those of the registry if it has one of Apple's, else system_profiler's.

        A Mac whose GPUs are not listed has some all the same.
        """
        found = ask(self._gpus_of_ioreg)
        if isinstance(found, list) and found:
            return found
        profiler = Command(COMMANDS["system_profiler"], PROFILER_SECONDS)
        return some(gpus_of_profiler(profiler.text()), "system_profiler lists no GPU")

    def _gpus_of_ioreg(self):
        return gpus_of_ioreg(self.commands["ioreg"].text())

    def metal_devices(self):
        """Return the devices that Metal lists, as the child process told them."""
        command = self.commands["metal"].wait()
        if (command.status or 0) < 0:
            words = "command failed: asking Metal ended with signal %d"
            raise NotKnownError(words % -command.status)
        return json.loads(command.text())


def version_reported():
    """Return the macOS version that this interpreter is told."""
    import platform

    return some(platform.mac_ver()[0], NOT_HERE)


def gpus_of_ioreg(text):
    """Return the Apple GPUs in the output of `ioreg -rc AGXAccelerator -d1`."""
    found = []
    for block in text.split("+-o ")[1:]:
        lines = [line.strip(" |").partition(" = ") for line in block.split("\n")]
        values = {key.strip('"'): value.strip().strip('<>"') for key, _, value in lines}
        if values.get("model"):
            gpu = {"name": values["model"], "vendor": "Apple"}
            if values.get("gpu-core-count", "").isdigit():
                gpu["cores"] = int(values["gpu-core-count"])
            found.append(gpu)
    return found


def gpus_of_profiler(text):
    """Return the GPUs in the output of `system_profiler SPDisplaysDataType -json`.

    The keys changed from release to release: whichever holds "metal" is taken.
    Displays, with their serial numbers, are left out.
    """
    try:
        listed = json.loads(text).get("SPDisplaysDataType", [])
        items = [item for item in listed if isinstance(item, dict)]
    except (ValueError, AttributeError, TypeError):
        raise unexpected("system_profiler", text) from None
    found = []
    for item in items:
        name = item.get("sppci_model") or item.get("_name")
        if not isinstance(name, str):
            continue
        gpu = {"name": name}
        if isinstance(item.get("spdisplays_vendor"), str):
            gpu["vendor"] = item["spdisplays_vendor"].replace("sppci_vendor_", "")
        if str(item.get("sppci_cores", "")).isdigit():
            gpu["cores"] = int(item["sppci_cores"])
        metal = [str(item[key]) for key in sorted(item) if "metal" in key or "mtl" in key]
        if metal:
            gpu["metal"] = metal[-1]
        found.append(gpu)
    return found


def in_sandbox():
    """Return whether the kernel says that this process is confined; False where it cannot say.

    Any answer but 0 is a yes, as WebKit takes it (UIProcess/Cocoa/SandboxUtilities.mm): the
    function is not public.
    """
    try:
        return function(SYSTEM, "sandbox_check")(os.getpid(), None, 0) != 0
    except (ImportError, OSError, AttributeError):
        return False
