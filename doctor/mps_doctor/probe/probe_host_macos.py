"""What only a Mac can answer: version, processor, GPUs, Metal devices."""

import json
import os
import sys

from probe_commands import Commands
from probe_gather import NOT_HERE, NotKnownError, ask, ask_all, unexpected, unknown
from probe_kernel import AbsentError, Kernel
from probe_macos_sources import COMMANDS, SYSTEM, function
from probe_macos_versions import is_compatibility_version, macos_of_kernel

SECONDS = {
    "sw_vers": 5,
    "uname": 3,
    "launchctl": 3,
    "ioreg": 5,
    "xcode-select": 3,
    "pkgutil": 5,
}
"""The commands that are started at once, and how long each may take."""


def commands(main):
    """Return the commands to start at once; `main` is the folder or zipapp of the probe."""
    found = {name: (COMMANDS[name], seconds) for name, seconds in SECONDS.items()}
    # In a process of its own: asking Metal has been seen to fault where no GPU is in reach.
    found["metal"] = ((sys.executable, "-I", "-S", "-B", main, "--metal-devices"), 5)
    return found


def start(main):
    """Start what takes long, and return the Mac that answers by it."""
    return Mac(Commands(commands(main)))


class Mac:
    """A Mac, as its commands and its kernel describe it."""

    def __init__(self, answers, kernel=None):
        """`answers` are those of the commands that run already."""
        self.answers = answers
        self.kernel = kernel or Kernel()
        self._gpus = None
        self._metal = None

    def facts(self):
        """Return the facts that a Mac has."""
        return ask_all(
            {
                "macos_version": self.version,
                "macos_build": self.build,
                "macos_version_reported": version_reported,
                "hardware_architecture": self.architecture,
                "chip": lambda: self.kernel.text("machdep.cpu.brand_string"),
                "model": lambda: self.kernel.text("hw.model"),
                "memory_bytes": lambda: self.kernel.number("hw.memsize"),
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
        told = ask(self._sw_vers, "ProductVersion")
        if isinstance(told, str) and not all(part.isdigit() for part in told.split(".")):
            told = unknown(str(unexpected("sw_vers", told)))
        if isinstance(told, str) and not is_compatibility_version(told):
            return told
        major = macos_of_kernel(os.uname().release)
        if major:
            return major
        if isinstance(told, str):
            told = unknown("sw_vers says %s, which is no version of macOS" % told)
        raise NotKnownError(told["unknown"])

    def build(self):
        """Return the build of macOS: "24F74"."""
        return self._sw_vers("BuildVersion")

    def _sw_vers(self, key):
        text = self.answers.text("sw_vers")
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
            return "arm64" if self.kernel.number("hw.optional.arm64") == 1 else "x86_64"
        except AbsentError:
            return "x86_64"
        except NotKnownError as why:
            refused = why
        chip = ask(self.kernel.text, "machdep.cpu.brand_string")
        if isinstance(chip, str) and "Intel" in chip:
            return "x86_64"
        if self._is_apples(chip):
            return "arm64"
        raise refused

    def _is_apples(self, chip):
        """Return whether anything names a processor or a GPU that only Apple silicon has."""
        names = [chip]
        for asked in (self._gpus_of_ioreg, self.metal_devices):
            found = ask(asked)
            names += [item["name"] for item in found] if isinstance(found, list) else []
        # The virtual GPU is called Apple's on an Intel host as well.
        return any(
            isinstance(name, str) and name.startswith("Apple") and "aravirtual" not in name
            for name in names
        )

    def translated(self):
        """Return whether Rosetta translates this process.

        The kernel is asked by this process itself: a command would answer for its own.
        Where that fails, it follows from the two architectures: code for Intel runs on Apple's
        processors in no other way.
        """
        try:
            return self.kernel.number("sysctl.proc_translated") == 1
        except NotKnownError:
            return os.uname().machine != "arm64" and self.architecture() == "arm64"

    def virtual_machine(self):
        """Return whether macOS is a guest.

        On Apple silicon the kernel of macOS 11 never says so, and the model of a guest always does.
        Source: hv_vmm_present in bsd/kern/kern_sysctl.c of xnu (xnu-7195)
        """
        model = ask(self.kernel.text, "hw.model")
        chip = ask(self.kernel.text, "machdep.cpu.brand_string")
        present = ask(self.kernel.number, "kern.hv_vmm_present")
        if isinstance(model, str) and model.startswith("VirtualMac"):
            return True
        if isinstance(chip, str) and chip.endswith("(Virtual)"):
            return True
        if isinstance(present, int):
            return present != 0
        if isinstance(model, str) and ask(self.architecture) == "arm64":
            return False
        raise NotKnownError(present["unknown"])

    def gpus(self):
        """Return the GPUs: those of the registry if it has one of Apple's, else system_profiler's.

        A Mac whose GPUs are not listed has some all the same.
        """
        if self._gpus is None:
            self._gpus = ask(self._list_gpus)
        return _known(self._gpus)

    def _list_gpus(self):
        found = ask(self._gpus_of_ioreg)
        if isinstance(found, list) and found:
            return found
        profiler = Commands({"profiler": (COMMANDS["system_profiler"], 10)})
        found = gpus_of_profiler(profiler.text("profiler"))
        if not found:
            raise NotKnownError("system_profiler lists no GPU")
        return found

    def _gpus_of_ioreg(self):
        return gpus_of_ioreg(self.answers.text("ioreg"))

    def metal_devices(self):
        """Return the devices that Metal lists, as the child process told them."""
        if self._metal is None:
            self._metal = ask(self._list_metal_devices)
        return _known(self._metal)

    def _list_metal_devices(self):
        answer = self.answers.answer("metal")
        if answer.problem:
            raise NotKnownError(answer.problem)
        if answer.status < 0:
            raise NotKnownError(
                "command failed: asking Metal ended with signal %d" % -answer.status
            )
        return json.loads(answer.text())


def _known(found):
    if isinstance(found, dict):
        raise NotKnownError(found["unknown"])
    return found


def version_reported():
    """Return the macOS version that this interpreter is told."""
    import platform

    told = platform.mac_ver()[0]
    if not told:
        raise NotKnownError(NOT_HERE)
    return told


def gpus_of_ioreg(text):
    """Return the Apple GPUs in the output of `ioreg -rc AGXAccelerator -d1`."""
    found = []
    for block in text.split("+-o ")[1:]:
        values = {}
        for line in block.split("\n"):
            key, equals, value = line.strip(" |").partition(" = ")
            if equals:
                values[key.strip('"')] = value.strip().strip('<>"')
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
        for key in sorted(item):
            if "metal" in key or "mtl" in key:
                gpu["metal"] = str(item[key])
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
