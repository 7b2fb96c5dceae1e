"""Section `host`: the computer and its operating system; that of a Mac is in `host_macos`."""

import os
import sys

from .gather import NOT_HERE, NotKnownError, ask, ask_all, read_text, some, unexpected, unknown
from .rows.macos import SESSIONS
from .rows.variables import OF_CI, OF_SANDBOXES, OF_SSH

FIELDS_OF_ONE_SYSTEM = tuple(
    """
    macos_version macos_build macos_version_reported chip model memory_bytes virtual_machine
    container apple_marks distribution gpus metal_devices
    """.split()  # noqa: SIM905  (a list to read)
)

APPLE_IMPLEMENTER = "0x61"
APPLE_VM_IMPLEMENTER = "0x00"
"""What a virtual machine on an M1 or M2 shows as `CPU implementer` (docker/for-mac#6512)."""

HYPERVISORS = ("Virtual", "QEMU", "KVM", "VMware", "Bochs")
"""Parts of the board's name in virtual machines."""


def facts(mac):
    """Return the facts of this host; `mac` is None on another system than macOS."""
    found = dict.fromkeys(FIELDS_OF_ONE_SYSTEM, unknown(NOT_HERE))
    found.update(
        ask_all(
            {
                "system": system_name,
                # The same in every compatibility mode.
                "kernel_release": lambda: os.uname().release,
                "session": lambda: session(mac),
                "sandbox": lambda: sandbox(mac),
                "ci": ci,
            }
        )
    )
    if mac is not None:
        found.update(mac.facts())
    elif system_name() == "Linux":
        found.update(facts_of_linux())
    else:
        found["hardware_architecture"] = ask(windows_architecture)
    return found


def system_name():
    """Return the kernel's name as `platform.system()` gives it."""
    if hasattr(os, "uname"):
        return os.uname().sysname
    return {"win32": "Windows"}.get(sys.platform, sys.platform)


def windows_architecture():
    """Return the processor as Windows names it."""
    import platform

    return platform.machine()


def session(mac):
    """Return how this process was started: over ssh, in a graphical session, or neither."""
    if any(os.environ.get(name) for name in OF_SSH):
        return "ssh"
    if mac is None:
        if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
            return "gui"
        raise NotKnownError(NOT_HERE)
    name = mac.commands["launchctl"].text().strip()
    if name not in SESSIONS:
        raise unexpected("launchctl", name)
    return SESSIONS[name]


def sandbox(mac):
    """Return the signs that this process is confined."""
    there = [name for name in OF_SANDBOXES if os.environ.get(name)]
    signs = ["%s=%s" % (name, os.environ[name][:40]) for name in there]
    if mac is not None:
        from .host_macos import in_sandbox

        signs += ["sandbox_check=1"] * in_sandbox()
    return signs


def ci():
    """Return the CI service whose variables are set."""
    for variable, name in OF_CI.items():
        if os.environ.get(variable, "").lower() not in ("", "false", "0"):
            return name
    return "none"


# ---- Linux ----------------------------------------------------------------------------------


def facts_of_linux():
    """Return the facts that a Linux host has."""
    return ask_all(
        {
            "hardware_architecture": lambda: os.uname().machine,
            "chip": lambda: some(_cpu_values("model name"), "not in /proc/cpuinfo")[0],
            "memory_bytes": lambda: memory_of("MemTotal"),
            "virtual_machine": virtual_machine,
            "container": container,
            "apple_marks": apple_marks,
            "distribution": distribution,
        }
    )


def _pairs(path, sign, limit):
    """Return what stands before and after a sign in each line of a file."""
    lines = [line.partition(sign) for line in read_text(path, limit).split("\n")]
    return [(key.strip(), value.strip()) for key, _, value in lines]


def _cpu_values(key):
    return [value for name, value in _pairs("/proc/cpuinfo", ":", 200000) if name == key]


def memory_of(key):
    """Return the bytes that /proc/meminfo gives for a key: `MemTotal`, `MemAvailable`."""
    for name, value in _pairs("/proc/meminfo", ":", 100000):
        if name == key:
            return int(value.split()[0]) * 1024
    raise NotKnownError("not in /proc/meminfo")


def virtual_machine():
    """Return whether this is a virtual machine, by the processor's flag or the board's name."""
    flags = _cpu_values("flags")
    if flags and "hypervisor" in flags[0].split():
        return True
    names = " ".join(_dmi())
    if not names and not flags:
        raise NotKnownError("neither processor flags nor DMI")
    return any(mark in names for mark in HYPERVISORS)


def container():
    """Return the kind of container this process is in, or `none`."""
    if os.environ.get("KUBERNETES_SERVICE_HOST"):
        return "kubernetes"
    for file, name in (("/run/.containerenv", "podman"), ("/.dockerenv", "docker")):
        if os.path.exists(file):
            return name
    try:
        groups = read_text("/proc/1/cgroup")
    except OSError:
        groups = ""
    for mark, name in (("kubepods", "kubernetes"), ("docker", "docker"), ("lxc", "lxc")):
        if mark in groups:
            return name
    return "none"


def apple_marks():
    """Return the signs that the hardware is a Mac; a container can hide some of them."""
    release, machine = os.uname().release, os.uname().machine
    marks = []
    arm = machine in ("aarch64", "arm64")
    if "orbstack" in release or (arm and "linuxkit" in release):
        marks.append("kernel release %s" % release)
    telling = (APPLE_IMPLEMENTER, APPLE_VM_IMPLEMENTER) if arm else ()
    implementers = sorted(set(_cpu_values("CPU implementer")))
    marks += ["CPU implementer %s" % name for name in implementers if name in telling]
    marks += sorted({name for name in _cpu_values("model name") if "VirtualApple" in name})
    marks += [name for name in _dmi() if name.startswith("Apple")]
    path = "/proc/device-tree/compatible"
    if os.access(path, os.R_OK) and "apple," in read_text(path, 1000):
        marks.append("device tree of Apple")
    return marks


def _dmi():
    paths = ["/sys/class/dmi/id/" + name for name in ("sys_vendor", "product_name")]
    names = [read_text(path, 200).strip() for path in paths if os.access(path, os.R_OK)]
    return [name for name in names if name]


def distribution():
    """Return name and version out of os-release."""
    for path in ("/etc/os-release", "/usr/lib/os-release"):
        if os.path.exists(path):
            values = {key: value.strip("\"'") for key, value in _pairs(path, "=", 20000)}
            plain = "%s %s" % (values.get("NAME", ""), values.get("VERSION_ID", ""))
            name = values.get("PRETTY_NAME") or plain.strip()
            if name:
                return name
    raise NotKnownError("no os-release file")
