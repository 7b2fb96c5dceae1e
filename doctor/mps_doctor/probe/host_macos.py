"""Facts of a Mac: version, processor, GPUs, Metal devices."""

import json
import os
import sys

from .commands import Command
from .gather import NOT_HERE, NotKnownError, ask, ask_all, some, unexpected
from .libraries import AbsentError, function, kernel_value
from .macos_versions import is_compatibility_version, macos_of_kernel
from .rows.macos import COMMANDS, SYSTEM

AT_ONCE = ("sw_vers", "uname", "launchctl", "ioreg", "xcode-select", "pkgutil")
"""The commands that are started before anything else is asked."""

PROFILER_SECONDS = 10.0  # deadline: it asks every display driver


class Mac:
    """A Mac, as its commands and its kernel describe it."""

    def __init__(self, commands, value=kernel_value):
        """`commands` run already, or have run: name to Command; `value` asks the kernel."""
        self.commands = commands
        self._value = value

    @classmethod
    def start(cls, probe):
        """Start what takes long; `probe` is the folder or zipapp of the probe."""
        commands = {name: Command(COMMANDS[name]) for name in AT_ONCE}
        # In a separate process: without a GPU, asking Metal has been seen to crash.
        ask_metal = (sys.executable, "-I", "-S", "-B", probe, "--metal-devices")
        commands["metal"] = Command(ask_metal)
        return cls(commands)

    def facts(self):
        """Return the facts that a Mac has."""
        return ask_all(
            {
                "macos_version": self.version,
                "macos_build": lambda: self._sw_vers("BuildVersion"),
                "macos_version_reported": version_reported,
                "hardware_architecture": self.architecture,
                "chip": lambda: self._value("machdep.cpu.brand_string"),
                "model": lambda: self._value("hw.model"),
                "memory_bytes": lambda: self._value("hw.memsize"),
                "virtual_machine": self.virtual_machine,
                "container": lambda: "none",
                "gpus": self.gpus,
                "metal_devices": self.metal_devices,
            }
        )

    def version(self):
        """Return what `sw_vers` says, unless that is a number which macOS reports to old programs.

        In that case, and if `sw_vers` does not answer, the kernel gives the major version.
        """
        try:
            version = self._sw_vers("ProductVersion")
            if not all(part.isdigit() for part in version.split(".")):
                raise unexpected("sw_vers", version)
            if is_compatibility_version(version):
                raise NotKnownError("sw_vers says %s, which is no version of macOS" % version)
        except NotKnownError:
            major = macos_of_kernel(os.uname().release)
            if not major:
                raise
            return major
        return version

    def _sw_vers(self, key):
        command = self.commands["sw_vers"].wait()
        for line in command.out.split("\n")[:-1]:  # whole lines, whatever became of the rest
            name, colon, value = line.partition(":")
            if colon and name.strip() == key and value.strip()[:1].isalnum():
                return value.strip()
        raise unexpected("sw_vers", command.text())

    def architecture(self):
        """Return `arm64` or `x86_64` of the processor, even under Rosetta.

        Kernels for Intel lack `hw.optional.arm64`; a sandbox that refuses it proves nothing.
        """
        if os.uname().machine == "arm64":
            return "arm64"
        try:
            return "arm64" if self._value("hw.optional.arm64") == 1 else "x86_64"
        except AbsentError:
            return "x86_64"
        except NotKnownError:
            chip = self._text("machdep.cpu.brand_string")
            if "Intel" in chip:
                return "x86_64"
            if not chip.startswith("Apple"):
                raise
            return "arm64"

    def _text(self, name):
        """Return a text of the kernel, empty where it is unknown."""
        try:
            return self._value(name)
        except NotKnownError:
            return ""

    def translated(self):
        """Return whether Rosetta translates this process.

        This process asks the kernel, because a command would answer for itself.
        If that fails, the architectures decide: Intel code runs on Apple silicon only under
        Rosetta.
        """
        try:
            return self._value("sysctl.proc_translated") == 1
        except NotKnownError:
            return os.uname().machine != "arm64" and self.architecture() == "arm64"

    def virtual_machine(self):
        """Return whether macOS is a guest.

        On Apple silicon the kernel of macOS 11 never says so, and the model of a guest always does.
        Source: hv_vmm_present in bsd/kern/kern_sysctl.c of xnu (xnu-7195)
        """
        model, chip = self._text("hw.model"), self._text("machdep.cpu.brand_string")
        if model.startswith("VirtualMac") or chip.endswith("(Virtual)"):
            return True
        try:
            return self._value("kern.hv_vmm_present") != 0
        except NotKnownError:
            if not model or ask(self.architecture) != "arm64":
                raise
            return False

    def gpus(self):
        """Return the GPUs: Apple's from ioreg, or else those of system_profiler.

        Every Mac has a GPU: an empty list means that it is unknown.
        """
        found = ask(self._gpus_of_ioreg)
        if isinstance(found, list) and found:
            return found
        profiler = Command(COMMANDS["system_profiler"], PROFILER_SECONDS)
        return some(gpus_of_profiler(profiler.text()), "system_profiler lists no GPU")

    def _gpus_of_ioreg(self):
        return gpus_of_ioreg(self.commands["ioreg"].text())

    def metal_devices(self):
        """Return the devices that Metal lists, asked by the child process."""
        command = self.commands["metal"].wait()
        if (command.status or 0) < 0:
            words = "command failed: asking Metal ended with signal %d"
            raise NotKnownError(words % -command.status)
        return json.loads(command.text())


def version_reported():
    """Return the macOS version that this interpreter sees."""
    import platform

    return some(platform.mac_ver()[0], NOT_HERE)


def gpus_of_ioreg(text):
    """Return the Apple GPUs in the output of `ioreg -rc AGXAccelerator -d1`."""
    found = []
    for block in text.split("+-o ")[1:]:
        lines = [line.strip(" |").partition(" = ") for line in block.split("\n")]
        values = {key.strip('"'): value.strip().strip('<>"') for key, _, value in lines}
        if values.get("model"):
            found.append({"name": values["model"], "vendor": "Apple"})
    return found


def gpus_of_profiler(text):
    """Return the GPUs in the output of `system_profiler SPDisplaysDataType -json`.

    The keys differ between releases of macOS: any that contains "metal" counts.
    Displays are left out, because they have serial numbers.
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
        metal = [str(item[key]) for key in sorted(item) if "metal" in key or "mtl" in key]
        if metal:
            gpu["metal"] = metal[-1]
        found.append(gpu)
    return found


def in_sandbox():
    """Return whether the kernel says that this process is sandboxed; False if it cannot say.

    Any answer but 0 is a yes, as WebKit takes it (UIProcess/Cocoa/SandboxUtilities.mm): the
    function is not public.
    """
    try:
        return function(SYSTEM, "sandbox_check")(os.getpid(), None, 0) != 0
    except (ImportError, OSError, AttributeError):
        return False
