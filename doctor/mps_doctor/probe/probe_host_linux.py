"""What a Linux host can answer, above all whether the hardware below is a Mac."""

import os

from probe_gather import NotKnownError, ask_all, read_text

APPLE_IMPLEMENTER = "0x61"
APPLE_VM_IMPLEMENTER = "0x00"
"""What a virtual machine on an M1 or M2 shows as `CPU implementer` (docker/for-mac#6512)."""


def facts():
    """Return the facts that a Linux host has."""
    return ask_all(
        {
            "hardware_architecture": lambda: os.uname().machine,
            "chip": chip,
            "memory_bytes": memory,
            "virtual_machine": virtual_machine,
            "container": container,
            "apple_marks": apple_marks,
            "distribution": distribution,
        }
    )


def _cpu_values(key):
    text = read_text("/proc/cpuinfo", 200000)
    lines = [line.partition(":") for line in text.split("\n")]
    return [value.strip() for name, _, value in lines if name.strip() == key]


def chip():
    """Return the processor's name, which many ARM kernels do not tell."""
    names = _cpu_values("model name")
    if not names:
        raise NotKnownError("not in /proc/cpuinfo")
    return names[0]


def memory():
    """Return the size of main memory."""
    for line in read_text("/proc/meminfo").split("\n"):
        if line.startswith("MemTotal:"):
            return int(line.split()[1]) * 1024
    raise NotKnownError("not in /proc/meminfo")


def virtual_machine():
    """Return whether a hypervisor is below: the processor's flag, or the board's own name."""
    flags = _cpu_values("flags")
    if flags and "hypervisor" in flags[0].split():
        return True
    names = " ".join(_dmi())
    if not names and not flags:
        raise NotKnownError("neither processor flags nor DMI")
    return any(mark in names for mark in ("Virtual", "QEMU", "KVM", "VMware", "Bochs"))


def container():
    """Return the kind of container this process is in, `none` where no mark is seen."""
    if os.environ.get("KUBERNETES_SERVICE_HOST"):
        return "kubernetes"
    if os.path.exists("/run/.containerenv"):
        return "podman"
    if os.path.exists("/.dockerenv"):
        return "docker"
    try:
        groups = read_text("/proc/1/cgroup")
    except OSError:
        groups = ""
    for mark, name in (("kubepods", "kubernetes"), ("docker", "docker"), ("lxc", "lxc")):
        if mark in groups:
            return name
    return "none"


def apple_marks():
    """Return the signs that the hardware is a Mac; each alone can be hidden by a container."""
    path = "/proc/device-tree/compatible"
    tree = read_text(path, 1000) if os.access(path, os.R_OK) else ""
    return marks_of(os.uname().release, os.uname().machine, _cpu_values, _dmi(), tree)


def marks_of(release, machine, cpu_values, dmi, device_tree):
    """Return the signs of a Mac in what the kernel tells; `cpu_values` gives those of a key."""
    marks = []
    arm = machine in ("aarch64", "arm64")
    if "orbstack" in release or (arm and "linuxkit" in release):
        marks.append("kernel release %s" % release)
    telling = (APPLE_IMPLEMENTER, APPLE_VM_IMPLEMENTER) if arm else ()
    implementers = sorted(set(cpu_values("CPU implementer")))
    marks += ["CPU implementer %s" % name for name in implementers if name in telling]
    marks += sorted({name for name in cpu_values("model name") if "VirtualApple" in name})
    marks += [name for name in dmi if name.startswith("Apple")]
    if "apple," in device_tree:
        marks.append("device tree of Apple")
    return marks


def _dmi():
    found = []
    for name in ("sys_vendor", "product_name"):
        path = "/sys/class/dmi/id/" + name
        if os.access(path, os.R_OK):
            found.append(read_text(path, 200).strip())
    return [name for name in found if name]


def distribution():
    """Return name and version out of os-release."""
    for path in ("/etc/os-release", "/usr/lib/os-release"):
        if os.path.exists(path):
            lines = [line.partition("=") for line in read_text(path, 20000).split("\n")]
            values = {key.strip(): value.strip().strip("\"'") for key, _, value in lines}
            name = values.get("PRETTY_NAME") or " ".join(
                (values.get("NAME", ""), values.get("VERSION_ID", ""))
            )
            if name.strip():
                return name.strip()
    raise NotKnownError("no os-release file")
