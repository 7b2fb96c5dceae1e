"""Facts of a Mac: version, processor, GPUs, Metal devices; and its developer tools."""

import json
import os
import sys

from .commands import Command
from .gather import (
    NOT_HERE,
    NotKnownError,
    ask,
    ask_all,
    exists,
    open_file,
    some,
    unexpected,
)
from .libraries import AbsentError, function, kernel_value
from .macos_versions import is_compatibility_version, macos_of_kernel
from .rows.macos import (
    CLANG,
    COMMAND_LINE_TOOLS,
    COMMANDS,
    STUBS,
    SYSTEM,
    XCODE_FOLDER,
    XCODE_TOOLCHAIN,
    XCODE_VERSION,
)

AT_ONCE = ("sw_vers", "uname", "launchctl", "xcode-select", "pkgutil")
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
        value = ask(self._value, name)
        return value if isinstance(value, str) else ""

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
        """Return the GPUs: those that Metal lists, or else those of system_profiler.

        Every Mac has a GPU: an empty list means that it is unknown.
        """
        listed = ask(self.metal_devices)
        if isinstance(listed, list) and listed:
            return [{"name": device["name"]} for device in listed]
        profiler = Command(COMMANDS["system_profiler"], PROFILER_SECONDS)
        return some(gpus_of_profiler(profiler.text()), "system_profiler lists no GPU")

    def metal_devices(self):
        """Return the devices that Metal lists, asked by the child process."""
        command = self.commands["metal"].wait()
        if (command.status or 0) < 0:
            words = "command failed: asking Metal ended with signal %d"
            raise NotKnownError(words % -command.status)
        return json.loads(command.text())

    def toolchain(self):
        """Return the facts of the section `toolchain`: Xcode or its command-line tools.

        `clang`, `git`, `python3` and others in /usr/bin are stubs that open a dialog: none is run.
        """
        folder = ask(developer_dir, self.commands["xcode-select"])
        found = {
            "developer_dir": folder,
            "tools_version": ask(tools_version, self.commands["pkgutil"]),
        }
        if isinstance(folder, str):
            questions = {
                "developer_dir_exists": lambda: bool(folder) and exists(folder),
                "clang": lambda: bool(folder) and has_clang(folder),
                "xcode_version": lambda: xcode_version(folder),
            }
            found.update(ask_all(questions))
        return found


def version_reported():
    """Return the macOS version that this interpreter sees."""
    import platform

    return some(platform.mac_ver()[0], NOT_HERE)


def gpus_of_profiler(text):
    """Return the GPUs in the output of `system_profiler SPDisplaysDataType -json`.

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


# ---- Xcode and the command-line tools -------------------------------------------------------


def developer_dir(xcode_select):
    """Return the folder that `xcode-select -p` names, empty where it names none.

    Its exit status is ignored: which one it has without tools is nowhere documented.
    """
    if xcode_select.wait().problem:
        raise NotKnownError(xcode_select.problem)
    folder = xcode_select.out.strip()
    if folder.startswith("/") and "\n" not in folder:
        return folder
    if not folder and (xcode_select.status == 0 or "xcode-select" in xcode_select.error):
        return ""
    raise unexpected("xcode-select", xcode_select.words())


def has_clang(folder):
    """Return whether a developer folder holds a compiler; a stub in /usr/bin is none."""
    for inside in ("", XCODE_TOOLCHAIN, os.path.join(XCODE_FOLDER, XCODE_TOOLCHAIN)):
        path = os.path.join(folder, inside, CLANG)
        if exists(path) and os.path.dirname(os.path.realpath(path)) != STUBS:
            return True
    return False


def tools_version(pkgutil):
    """Return the version of the command-line tools; their receipt may outlive them."""
    if not exists(os.path.join(COMMAND_LINE_TOOLS, CLANG)):
        raise NotKnownError("no command-line tools in %s" % COMMAND_LINE_TOOLS)
    for line in pkgutil.text().split("\n"):
        name, _, value = line.partition(":")
        if name.strip() in ("version", "pkg-version"):
            return value.strip()
    raise NotKnownError("command failed: pkgutil named no version")


def xcode_version(folder):
    """Return the version of the Xcode that holds the developer folder, or that it is."""
    if folder.endswith("/" + XCODE_FOLDER):
        path = os.path.join(os.path.dirname(folder), XCODE_VERSION)
    elif folder.endswith(".app"):  # DEVELOPER_DIR may name the bundle itself
        path = os.path.join(folder, "Contents", XCODE_VERSION)
    else:
        raise NotKnownError("no Xcode is selected")
    import plistlib

    with open_file(path) as file:
        return plistlib.load(file)["CFBundleShortVersionString"]
