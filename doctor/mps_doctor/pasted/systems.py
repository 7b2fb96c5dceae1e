"""Reads operating systems: macOS and its names, platform strings, uname, Linux, Windows."""

import re

from mps_doctor.knowledge.macos import is_compatibility_version
from mps_doctor.pasted.claims import FIELD, LISTED, PROSE, Claims
from mps_doctor.pasted.quoting import line_at
from mps_doctor.pasted.rows import systems as patterns
from mps_doctor.pasted.sentences import narrowed


def read_system(value: str, claims: Claims, weight: int = FIELD) -> None:
    """Read the value of a line about the operating system."""
    if re.match(patterns.BARE_BETA, value):
        value = f"macOS {value.strip()}"
    if not _read_elsewhere(value, claims, weight):
        read_macos(value, claims, weight)


def read_macos(value: str, claims: Claims, weight: int = FIELD) -> None:
    """Read a macOS version with its name, build and architecture."""
    found = re.search(patterns.MACOS, value)
    named = re.search(patterns.NAMED, value)
    if not found and not named and not re.search(patterns.WORD, value):
        return
    claims.add("host.system", "Darwin", weight)
    if found:
        _add_version(found[1], claims, weight)
    elif named:
        _add_version(named[2] or patterns.NAMED_MACOS[named[1].lower()], claims, weight)
    if build := re.search(patterns.BUILD, value):
        claims.add("host.macos_build", build[1], weight)
    if re.search(patterns.BETA, value):
        claims.add("beta", value, weight)
    arch = re.search(patterns.ARCHITECTURE, value)
    if arch and not re.search(r"\bDarwin \d{2}\.\d+\.\d+[ (]{1,2}$", value[: arch.start()]):
        # Beside the system's name stands the architecture of the process that asked.
        name = {"x64": "x86_64", "amd64": "x86_64"}.get(arch[1].lower(), arch[1].lower())
        claims.add("python.architecture", name, weight)


def read_version(value: str, claims: Claims, weight: int = FIELD) -> None:
    """Read a bare version whose label said macOS."""
    plain = value.lstrip("'\"(")
    read_macos(value if re.search(patterns.WORD, plain) else f"macOS {plain}", claims, weight)


def _read_elsewhere(value: str, claims: Claims, weight: int) -> bool:
    """Read Linux and Windows; a value that names macOS as well is about macOS."""
    mac = re.search(patterns.WORD, value) or re.search(patterns.NAMED, value)
    found = re.search(patterns.LINUX, value)
    if found and not (mac and mac.start() < found.start()):
        claims.add("host.system", "Linux", weight)
        if found[1].lower() != "linux":
            title = found[1] if found[1][0].isupper() else found[1].title()
            claims.add("host.distribution", f"{title} {found[2] or ''}".strip(), weight)
        return True
    if (found := re.search(patterns.WINDOWS, value)) and not mac:
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
    if updated := re.search(patterns.UPDATED_TO, text):
        name, version, bare = updated.groups()
        versions = {version or bare or patterns.NAMED_MACOS[name.lower()]}
    else:
        for part in narrowed(text):
            versions = {
                found[1] or found[3] or patterns.NAMED_MACOS[found[2].lower()]
                for found in re.finditer(patterns.PROSE_MACOS, part)
                if not patterns.REQUIREMENT.search(part, max(0, found.start() - 40), found.start())
            }
            versions = most_exact(versions - {"10.16"})
            if len(versions) < 2:
                break
    if len(versions) == 1 and not is_compatibility_version(version := versions.pop()):
        claims.add("host.macos_version", version, PROSE)
        claims.add("host.system", "Darwin", 0)


def most_exact(versions: set[str]) -> set[str]:
    """Return the versions without those that another one says more exactly: 12 beside 12.0.1."""
    return {one for one in versions if not any(other.startswith(f"{one}.") for other in versions)}


def read_elsewhere_in_prose(text: str, claims: Claims, whole: str) -> None:
    """Read Windows or a Linux that a sentence names, where nothing speaks of a Mac.

    `whole` is the text with its error texts, which may speak of one.
    """
    if re.search(patterns.ANY_MAC, whole) or re.search(r"(?i)\bmps\b", text):
        return
    for found in re.finditer(patterns.PROSE_ELSEWHERE, text):
        if not re.search(patterns.OF_A_SERVICE, text[max(0, found.start() - 32) : found.start()]):
            _read_elsewhere(found[0], claims, PROSE)


def read_paths(text: str, claims: Claims) -> None:
    """Claim the system that the paths belong to, where they belong to one only."""
    own = re.search(patterns.OWN_HOME, text)
    if own and not re.search(patterns.PATHS["Darwin"], text):
        claims.add("host.system", "Linux", LISTED, line_at(text, own.start()))
    found = {system for system, places in patterns.PATHS.items() if re.search(places, text)}
    if found == {"Darwin"}:
        claims.add("host.system", "Darwin", 0)
        if "/opt/homebrew/" in text:
            # Homebrew lies there on Apple silicon only; on Intel it is in /usr/local.
            claims.add("host.hardware_architecture", "arm64", PROSE)
    elif len(found) == 1 and not claims.has("mac"):
        claims.add("host.system", found.pop(), PROSE)
