"""What the system tells of its memory, its power and its temperature while the bench runs."""

import os
import sys

from probe_commands import Commands
from probe_gather import NotKnownError, ask, unexpected
from probe_macos_sources import COMMANDS

SECONDS = 5.0


def power():
    """Return what macOS says of heat, power source and low power mode, in its own words."""
    if sys.platform != "darwin":
        raise NotKnownError("not on this system")
    commands = Commands(
        {
            "therm": (COMMANDS["pmset-therm"], SECONDS),
            "batt": (COMMANDS["pmset-batt"], SECONDS),
            "settings": (COMMANDS["pmset"], SECONDS),
        }
    )
    return {
        "thermal": ask(lambda: thermal_lines(commands.text("therm"))),
        "source": ask(lambda: power_source(commands.text("batt"))),
        "low_power_mode": ask(lambda: low_power_mode(commands.text("settings"))),
    }


def thermal_lines(text):
    """Return the lines of `pmset -g therm` that speak of heat: warnings, and a slower CPU.

    Where the kernel keeps a CPU power status, on Intel above all, it is printed at full speed too.
    Sources: show_thermal_warning_level and its neighbours in pmset/pmset.m of PowerManagement;
    iokit/IOKit/pwr_mgt/IOPM.h of xnu
    """
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if not any(line.startswith(("Note: No ", *LIMITS)) or LEVEL in line for line in lines):
        raise unexpected("pmset", text)
    return [line for line in lines if _tells_of_heat(line)]


LEVEL = "Warning Level = "
LIMITS = ("CPU_Speed_Limit", "CPU_Scheduler_Limit")
"""Per cent of full speed; `CPU_Available_CPUs` beside them is a count."""


def _tells_of_heat(line):
    name, _, number = line.rpartition("=")
    number = number.strip()
    if not number.isdigit():
        return False
    return int(number) > 0 if LEVEL in line else name.strip() in LIMITS and int(number) < 100


def power_source(text):
    """Return the source that `pmset -g batt` names: "AC Power", "Battery Power"."""
    first = text.split("\n")[0]
    parts = first.split("'")
    if len(parts) < 3:
        raise unexpected("pmset", first)
    return parts[1]


def low_power_mode(text):
    """Return whether `pmset -g` says that low power mode is on."""
    for line in text.split("\n"):
        words = line.split()
        if len(words) >= 2 and words[0] in ("lowpowermode", "powermode"):
            return words[1] == "1"
    raise NotKnownError("pmset does not tell")


def device_facts(torch, device):
    """Return what torch says of the device."""
    facts = {"device_name": ask(_device_name, torch, device)}
    if device == "mps":
        facts["gpu_cores"] = ask(lambda: int(torch.backends.mps.get_core_count()))
    free = free_bytes(torch, device)
    if free is not None:
        facts["free_bytes"] = free
    return facts


def _device_name(torch, device):
    if device == "cuda":
        return torch.cuda.get_device_name()
    if device == "mps":
        return torch.backends.mps.get_name()
    raise NotKnownError("torch does not name it")


def free_bytes(torch, device):
    """Return how much memory work on a device can take now; None where nobody tells."""
    if device == "cuda":
        return int(torch.cuda.mem_get_info()[0])
    host = ask(host_free_bytes)
    host = host if isinstance(host, int) else None
    if device != "mps":
        return host
    allowed = ask(lambda: int(torch.mps.recommended_max_memory()))
    if not isinstance(allowed, int):
        return host
    used = ask(lambda: int(torch.mps.driver_allocated_memory()))
    allowed -= used if isinstance(used, int) else 0
    return max(0, allowed if host is None else min(allowed, host))


def host_free_bytes():
    """Return the memory that programs can have without others being paged out."""
    if sys.platform == "darwin":
        commands = Commands({"vm_stat": (COMMANDS["vm_stat"], SECONDS)})
        return free_of_vm_stat(commands.text("vm_stat"))
    limit = _cgroup_free()
    with open("/proc/meminfo") as file:
        for line in file:
            if line.startswith("MemAvailable:"):
                available = int(line.split()[1]) * 1024
                return available if limit is None else min(available, limit)
    raise NotKnownError("/proc/meminfo does not tell")


def free_of_vm_stat(text):
    """Return the free, inactive, purgeable and speculative bytes of `vm_stat`."""
    head, _, rest = text.partition("\n")
    page = [int(word) for word in head.split() if word.isdigit()]
    if not page:
        raise unexpected("vm_stat", head)
    counted = 0
    for line in rest.split("\n"):
        name, _, value = line.partition(":")
        if name in ("Pages free", "Pages inactive", "Pages purgeable", "Pages speculative"):
            counted += int(value.strip(" ."))
    return counted * page[0]


def _cgroup_free():
    """Return what is left under the limit of a container, None where there is none."""
    folder = "/sys/fs/cgroup"
    try:
        with open(os.path.join(folder, "memory.max")) as file:
            limit = file.read().strip()
        with open(os.path.join(folder, "memory.current")) as file:
            used = int(file.read())
    except (OSError, ValueError):
        return None
    return max(0, int(limit) - used) if limit.isdigit() else None
