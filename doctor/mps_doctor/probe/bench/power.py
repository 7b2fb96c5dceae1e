"""Heat, power source and low power mode of a Mac while the bench runs."""

import sys

from ..commands import Command
from ..gather import NOT_HERE, NotKnownError, ask_all, unexpected
from ..rows.macos import COMMANDS

LEVEL = "Warning Level = "
LIMITS = ("CPU_Speed_Limit", "CPU_Scheduler_Limit")
"""Per cent of full speed; `CPU_Available_CPUs` beside them is a count."""


def power():
    """Return heat, power source and low power mode; raises NotKnownError on other systems."""
    if sys.platform != "darwin":
        raise NotKnownError(NOT_HERE)
    names = ("pmset-therm", "pmset-batt", "pmset")
    heat, source, settings = [Command(COMMANDS[name]) for name in names]
    return ask_all(
        {
            "thermal": lambda: thermal_lines(heat.text()),
            "source": lambda: power_source(source.text()),
            "low_power_mode": lambda: low_power_mode(settings.text()),
        }
    )


def thermal_lines(text):
    """Return the lines of `pmset -g therm` that speak of heat: warnings, and a slower CPU.

    Macs with a CPU power status, mostly Intel, print it at full speed too.
    Sources: show_thermal_warning_level and its neighbours in pmset/pmset.m of PowerManagement;
    iokit/IOKit/pwr_mgt/IOPM.h of xnu
    """
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if not any(line.startswith(("Note: No ", *LIMITS)) or LEVEL in line for line in lines):
        raise unexpected("pmset", text)
    return [line for line in lines if _tells_of_heat(line)]


def _tells_of_heat(line):
    name, _, number = line.rpartition("=")
    if not number.strip().isdigit():
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
    for words in map(str.split, text.split("\n")):
        if len(words) >= 2 and words[0] in ("lowpowermode", "powermode"):
            return words[1] == "1"
    raise NotKnownError("pmset does not tell")
