"""Reads computers: their chips and graphics cards, their systems, and what these run in."""

import re

from mps_doctor.facts import Gpu
from mps_doctor.knowledge.macos import is_compatibility_version
from mps_doctor.pasted.claims import FIELD, LISTED, PROSE, Claims
from mps_doctor.pasted.rows import computers as patterns, systems
from mps_doctor.pasted.sentences import line_at, mentioned, narrowed, only_version


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
    of_macs = re.search(patterns.OF_MACS, whole) is not None
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
    if of_macs and not apple and not re.search(patterns.WITH_ROCM, text):
        read_gpu(text, claims, PROSE)


def _named(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    """Return the finds that the words before them do not deny: "not of the M series"."""
    return list(mentioned(pattern, text, patterns.DENIED))


def _is_of_a_mac(text: str, found: re.Match[str]) -> bool:
    """In prose `Intel` alone may be MKL, OpenMP or a compiler; near a word for a Mac it is one."""
    if re.match(patterns.OF_A_PROGRAM, text[found.end() : found.end() + 40]):
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


def read_system(value: str, claims: Claims, weight: int = FIELD) -> None:
    """Read the value of a line about the operating system."""
    if re.match(systems.BARE_BETA, value):
        value = f"macOS {value.strip()}"
    if not _read_elsewhere(value, claims, weight):
        read_macos(value, claims, weight)


def read_macos(value: str, claims: Claims, weight: int = FIELD) -> None:
    """Read a macOS version with its name, build and architecture."""
    found = re.search(systems.MACOS, value)
    named = re.search(systems.NAMED, value)
    if not found and not named and not re.search(systems.WORD, value):
        return
    claims.add("host.system", "Darwin", weight)
    if found:
        _add_version(found[1], claims, weight)
    elif named:
        _add_version(named[2] or systems.NAMED_MACOS[named[1].lower()], claims, weight)
    if build := re.search(systems.BUILD, value):
        claims.add("host.macos_build", build[1], weight)
    if re.search(systems.BETA, value):
        claims.add("beta", value, weight)
    arch = re.search(systems.ARCHITECTURE, value)
    if arch and not re.search(r"\bDarwin \d{2}\.\d+\.\d+[ (]{1,2}$", value[: arch.start()]):
        # Beside the system's name stands the architecture of the process that asked.
        name = {"x64": "x86_64", "amd64": "x86_64"}.get(arch[1].lower(), arch[1].lower())
        claims.add("python.architecture", name, weight)


def read_macos_version(value: str, claims: Claims, weight: int = FIELD) -> None:
    """Read a bare version whose label said macOS."""
    plain = value.lstrip("'\"(")
    read_macos(value if re.search(systems.WORD, plain) else f"macOS {plain}", claims, weight)


def _read_elsewhere(value: str, claims: Claims, weight: int) -> bool:
    """Read Linux and Windows; a value that names macOS as well is about macOS."""
    mac = re.search(systems.WORD, value) or re.search(systems.NAMED, value)
    found = re.search(systems.LINUX, value)
    if found and not (mac and mac.start() < found.start()):
        claims.add("host.system", "Linux", weight)
        if found[1].lower() != "linux":
            title = found[1] if found[1][0].isupper() else found[1].title()
            claims.add("host.distribution", f"{title} {found[2] or ''}".strip(), weight)
        return True
    if (found := re.search(systems.WINDOWS, value)) and not mac:
        claims.add("host.system", "Windows", weight)
        if found[1]:
            claims.add("host.distribution", f"Windows {found[1]}", weight)
        return True
    return False


def _add_version(version: str, claims: Claims, weight: int) -> None:
    if is_compatibility_version(version):
        # No program was given 20 to 25 yet: they are numbers of kernels.
        fact = "host.macos_version_reported" if version[:1] == "1" else "kernel"
        claims.add(fact, version, weight)
        return
    claims.add("host.macos_version", version, weight)


def read_macos_in_prose(text: str, claims: Claims) -> None:
    """Read a macOS version from sentences, where they name one only."""
    if updated := re.search(systems.UPDATED_TO, text):
        name, version, bare = updated.groups()
        version = version or bare or systems.NAMED_MACOS[name.lower()]
    else:
        version = only_version(text, _versions_in)
    if version and not is_compatibility_version(version):
        claims.add("host.macos_version", version, PROSE)
        claims.add("host.system", "Darwin", 0)


def _versions_in(text: str) -> set[str]:
    versions = {
        found[1] or found[3] or systems.NAMED_MACOS[found[2].lower()]
        for found in mentioned(systems.PROSE_MACOS, text, systems.REQUIREMENT)
    }
    return versions - {"10.16"}


def read_elsewhere_in_prose(text: str, claims: Claims, whole: str) -> None:
    """Read Windows or a Linux that a sentence names, where nothing speaks of a Mac.

    `whole` is the text with its error texts, which may speak of one.
    """
    if re.search(systems.ANY_MAC, whole) or re.search(r"(?i)\bmps\b", text):
        return
    for found in mentioned(systems.PROSE_ELSEWHERE, text, systems.OF_A_SERVICE):
        _read_elsewhere(found[0], claims, PROSE)


def read_paths(text: str, claims: Claims) -> None:
    """Claim the system that the paths belong to, where they belong to one only."""
    own = re.search(systems.OWN_HOME, text)
    if own and not re.search(systems.PATHS["Darwin"], text):
        claims.add("host.system", "Linux", LISTED, line_at(text, own.start()))
    found = {system for system, places in systems.PATHS.items() if re.search(places, text)}
    if found == {"Darwin"}:
        claims.add("host.system", "Darwin", 0)
        if "/opt/homebrew/" in text:
            # Homebrew lies there on Apple silicon only; on Intel it is in /usr/local.
            claims.add("host.hardware_architecture", "arm64", PROSE)
    elif len(found) == 1 and "mac" not in claims and "host.macos_version" not in claims:
        claims.add("host.system", found.pop(), PROSE)
