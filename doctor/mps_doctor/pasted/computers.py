"""Reads computers: Apple's chips, Intel Macs and their graphics cards."""

import re

from mps_doctor.facts import Gpu
from mps_doctor.pasted.claims import FIELD, LISTED, PROSE, Claims
from mps_doctor.pasted.mentions import mentioned, narrowed
from mps_doctor.pasted.rows import computers as patterns


def read_machine(value: str, claims: Claims, weight: int = FIELD) -> None:
    """Read the value of a line about the computer."""
    if found := patterns.CHIP.search(value):
        _add_apple(_chip_name(found), claims, weight)
    elif _named(patterns.SILICON, value):
        _add_apple("Apple silicon", claims, weight)
    elif intel := _named(patterns.INTEL, value):
        _add_intel(value.strip() if len(value) < 60 else intel[0][0], claims, weight)
    elif patterns.BEFORE_M1.search(value):
        _add_intel("Intel", claims, weight)
    if patterns.MAC.search(value):
        claims.add("host.system", "Darwin", min(weight, LISTED))
        claims.add("mac", value, weight)
    read_gpu(value, claims)


def read_gpu(value: str, claims: Claims, weight: int = FIELD) -> bool:
    """Read a discrete AMD or an integrated Intel GPU; return whether there is one."""
    if found := patterns.AMD.search(value):
        name = "AMD " + re.sub("(?i)^amd ", "", found[0].strip())
        claims.add("gpu", Gpu(name=name), weight)
        return True
    if found := patterns.INTEGRATED.search(value):
        claims.add("gpu", Gpu(name=found[0], vendor="Intel"), weight)
        return True
    return False


def read_computer_in_prose(text: str, claims: Claims, whole: str) -> None:
    """Read the computer that sentences name; a text that speaks of two kinds says nothing.

    `whole` is the text with its error texts, which may name mps.
    """
    of_macs = patterns.OF_MACS.search(whole) is not None
    for part in narrowed(text):
        chips = {_chip_name(each) for each in mentioned(patterns.CHIP, part, patterns.DENIED)}
        apple = bool(chips or _named(patterns.SILICON, part))
        intel = patterns.BEFORE_M1.search(part) is not None or any(
            _is_of_a_mac(part, found) for found in _named(patterns.INTEL, part)
        )
        if not (apple and intel):
            break
    else:
        return
    if claims.value("host.hardware_architecture") == "x86_64":
        apple = False  # the kernel knows: a program's log may speak of both kinds
    if apple:
        _add_apple(chips.pop() if len(chips) == 1 else "Apple silicon", claims, PROSE)
    elif intel:
        _add_intel("Intel", claims, PROSE)
    if patterns.MAC.search(text):
        claims.add("host.system", "Darwin", 0)
        claims.add("mac", "a Mac", PROSE)
    if of_macs and not apple and not patterns.WITH_ROCM.search(text):
        read_gpu(text, claims, PROSE)


def _named(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    """Return the finds that the words before them do not deny: "not of the M series"."""
    return list(mentioned(pattern, text, patterns.DENIED))


def _is_of_a_mac(text: str, found: re.Match[str]) -> bool:
    """In prose `Intel` alone may be MKL, OpenMP or a compiler; near a word for a Mac it is one."""
    if patterns.OF_A_PROGRAM.match(text, found.end()):
        return False
    near = text[max(0, found.start() - 32) : found.end() + 20].lower()
    if any(word in near for word in ("mkl", "openmp", "oneapi", "iomp")):
        return False
    model = re.search(r"(?i)\d|xeon", found[0]) is not None  # a processor, and no compiler
    return (
        model or any(word in near for word in ("chip", "darwin")) or bool(patterns.MAC.search(near))
    )


def _chip_name(found: re.Match[str]) -> str:
    variant = f" {found[2].title()}" if found[2] else ""
    return f"Apple M{found[1]}{variant}{' (Virtual)' if found[3] else ''}"


def _add_apple(name: str, claims: Claims, weight: int) -> None:
    claims.add("host.chip", name, weight)
    claims.add("host.hardware_architecture", "arm64", weight)
    claims.add("mac", name, weight)
    claims.add("host.system", "Darwin", min(weight, LISTED))


def _add_intel(name: str, claims: Claims, weight: int) -> None:
    claims.add("host.chip", name if "intel" in name.lower() else f"Intel {name}", weight)
    claims.add("host.hardware_architecture", "x86_64", weight)
