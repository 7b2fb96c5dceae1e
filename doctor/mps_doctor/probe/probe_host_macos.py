"""What only a Mac can answer: version, chip, GPUs, Metal devices."""

import json
import os
import sys

from probe_commands import Commands
from probe_gather import NOT_HERE, NotKnownError, ask, ask_all

SYSCTLS = (
    "hw.optional.arm64",
    "hw.memsize",
    "hw.model",
    "machdep.cpu.brand_string",
    "kern.hv_vmm_present",
)


def commands(main):
    """Return the commands to start at once; `main` is the folder or zipapp of the probe."""
    return {
        "sw_vers": (("/usr/bin/sw_vers",), 5),
        "sysctl": (("/usr/sbin/sysctl", *SYSCTLS), 5),
        "uname": (("/usr/bin/uname", "-p"), 3),
        "launchctl": (("/bin/launchctl", "managername"), 3),
        "ioreg": (("/usr/sbin/ioreg", "-rc", "AGXAccelerator", "-d1"), 5),
        "xcode-select": (("/usr/bin/xcode-select", "-p"), 3),
        "pkgutil": (("/usr/sbin/pkgutil", "--pkg-info=com.apple.pkg.CLTools_Executables"), 5),
        # In a process of its own: asking Metal has been seen to fault where no GPU is in reach.
        "metal": ((sys.executable, "-I", "-S", "-B", main, "--metal-devices"), 5),
    }


def facts(answers):
    """Return the facts that a Mac has."""
    values = _Sysctl(answers)
    return ask_all(
        {
            "macos_version": lambda: version(answers),
            "macos_build": lambda: _sw_vers(answers, "BuildVersion"),
            "macos_version_reported": version_reported,
            "hardware_architecture": values.architecture,
            "chip": lambda: values.text("machdep.cpu.brand_string"),
            "model": lambda: values.text("hw.model"),
            "memory_bytes": lambda: int(values.text("hw.memsize")),
            "virtual_machine": values.virtual_machine,
            "container": lambda: "none",
            "gpus": lambda: gpus(answers),
            "metal_devices": lambda: metal_devices(answers),
        }
    )


def version(answers):
    """Return the macOS version of `sw_vers`, or the major alone of the kernel where they differ.

    With an old SDK a program is told 10.16 or 16; the kernel's number is never bent.
    """
    major = kernel_major(os.uname().release)
    told = ask(_sw_vers, answers, "ProductVersion")
    if isinstance(told, str) and (major is None or told.split(".")[0] == major):
        return told
    if major is None:
        raise NotKnownError(told["unknown"])
    return major


def kernel_major(release):
    """Return the macOS major of a Darwin kernel: 23 is macOS 14, 24 is 15, 25 is 26."""
    first = release.split(".")[0]
    if not first.isdigit() or int(first) < 20:
        return None
    return str(int(first) - 9 if int(first) <= 24 else int(first) + 1)


def version_reported():
    """Return the macOS version that this interpreter is told."""
    import platform

    told = platform.mac_ver()[0]
    if not told:
        raise NotKnownError(NOT_HERE)
    return told


def _sw_vers(answers, key):
    text = answers.text("sw_vers")
    for line in text.split("\n"):
        name, colon, value = line.partition(":")
        if colon and name.strip() == key and value.strip()[:1].isalnum():
            return value.strip()
    raise NotKnownError("command failed: unexpected answer of sw_vers: %r" % text[:80])


class _Sysctl:
    """Answers of one `sysctl` call; a name that this Mac lacks is an error line only."""

    def __init__(self, answers):
        self._answers = answers

    def values(self):
        answer = self._answers.answer("sysctl")
        if answer.problem:
            raise NotKnownError(answer.problem)
        lines = [line.partition(": ") for line in answer.out.split("\n")]
        found = {name.strip(): value.strip() for name, colon, value in lines if colon}
        if not found:
            raise NotKnownError(
                "command failed: unexpected answer of sysctl: %r" % answer.text()[:80]
            )
        return found

    def text(self, name):
        value = self.values().get(name)
        if not value:
            raise NotKnownError("command failed: sysctl gave no %s" % name)
        return value

    def architecture(self):
        """`hw.optional.arm64` is 1 under Rosetta too, and missing on Intel."""
        if os.uname().machine == "arm64":
            return "arm64"
        return "arm64" if self.values().get("hw.optional.arm64") == "1" else "x86_64"

    def virtual_machine(self):
        values = self.values()
        if "kern.hv_vmm_present" not in values and "hw.model" not in values:
            raise NotKnownError(
                "command failed: sysctl gave neither kern.hv_vmm_present nor hw.model"
            )
        return (
            values.get("kern.hv_vmm_present") == "1"
            or values.get("hw.model", "").startswith("VirtualMac")
            or values.get("machdep.cpu.brand_string", "").endswith("(Virtual)")
        )


def gpus(answers):
    """Return the GPUs: from the registry where it has an Apple one, else from system_profiler."""
    answer = answers.answer("ioreg")
    found = [] if answer.problem else gpus_of_ioreg(answer.out)
    return found or gpus_of_profiler(
        Commands(
            {"profiler": (("/usr/sbin/system_profiler", "SPDisplaysDataType", "-json"), 10)}
        ).text("profiler")
    )


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
    document = json.loads(text)
    found = []
    for item in document.get("SPDisplaysDataType", []):
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


def metal_devices(answers):
    """Return the devices that Metal lists, as the child process told them."""
    answer = answers.answer("metal")
    if answer.problem:
        raise NotKnownError(answer.problem)
    if answer.status != 0 and answer.status < 0:
        raise NotKnownError("command failed: asking Metal ended with signal %d" % -answer.status)
    return json.loads(answer.text())


def system_call(name):
    """Return an integer of the kernel, asked inside this process; NotKnownError without it."""
    import ctypes

    value = ctypes.c_int(0)
    size = ctypes.c_size_t(ctypes.sizeof(value))
    call = ctypes.CDLL(None, use_errno=True).sysctlbyname
    if call(name.encode("ascii"), ctypes.byref(value), ctypes.byref(size), None, 0) != 0:
        raise NotKnownError("sysctl %s: %s" % (name, os.strerror(ctypes.get_errno())))
    return value.value


def in_sandbox():
    """Return whether the kernel says that this process is confined; False where it cannot say."""
    try:
        import ctypes

        return bool(ctypes.CDLL(None).sandbox_check(os.getpid(), None, 0) == 1)
    except (ImportError, OSError, AttributeError):
        return False
