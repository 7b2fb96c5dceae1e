"""Versions of macOS: their names and kernels, who gets updates, and which Macs can run them."""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from mps_doctor.knowledge.rows.macos import MACOS, OLDER_NAMES, READ as READ, MacOSRow, Support
from mps_doctor.probe.macos_versions import (
    is_compatibility_version as is_compatibility_version,
    macos_of_kernel as macos_of_kernel,
)

NEWEST = max(row.major for row in MACOS)
LAST_FOR_INTEL = max(row.major for row in MACOS if row.last_for)


class MacOS(NamedTuple):
    """A version of macOS by its first two numbers: it compares as a pair, `str()` gives "14.0"."""

    major: int
    minor: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"


class Hardware(NamedTuple):
    """What decides which macOS a Mac can install; an empty text or None is not known."""

    model: str
    """As `sysctl hw.model` names it: `MacBookPro12,1`."""
    apple_silicon: bool | None
    running: str = ""
    """The macOS that it runs."""


@lru_cache(maxsize=4096)
def parse_macos(version: str) -> MacOS | None:
    """Return a version that compares, from "14", "14.5" or "14.5.1"; None for anything else."""
    found = re.fullmatch(r"(\d+)(?:\.(\d+))?(?:\.\d+)*", version.strip())
    return MacOS(int(found[1]), int(found[2] or 0)) if found else None


def last_macos_of(mac: Hardware) -> MacOS | None:
    """Return the newest major version that a Mac can install; None where that is not known.

    An Intel Mac that runs a newer one than Apple offers it is patched, or a virtual machine.
    """
    if mac.apple_silicon:
        return MacOS(NEWEST, 0)
    last = next((row.major for row in MACOS if mac.model in row.last_for), None)
    now = parse_macos(mac.running)
    return None if last is None or (now and now.major > last) else MacOS(last, 0)


def can_install(version: str, mac: Hardware) -> bool | None:
    """Return whether a Mac can install a macOS, as far as that is known; None where it is not."""
    need, last = parse_macos(version), last_macos_of(mac)
    if need is None or (mac.apple_silicon and need.major > NEWEST):
        return None
    if last is not None:
        return need.major <= last.major
    return False if mac.apple_silicon is False and need.major > LAST_FOR_INTEL else None


def oldest_supported() -> MacOS:
    """Return the oldest version that still gets updates, on the day of the data."""
    return MacOS(min(row.major for row in MACOS if row.support == "supported"), 0)


def is_macos_newer_than_known(version: str) -> bool:
    """Return whether a macOS has a major version that the data does not know yet."""
    parsed = parse_macos(version)
    return parsed is not None and parsed.major > NEWEST


@cache
def macos_by_name() -> dict[str, str]:
    """Return the first version of each macOS by its name, oldest first: "sonoma" is "14"."""
    older = {name.lower(): version for version, name in OLDER_NAMES.items()}
    return older | {row.name.lower(): str(row.major) for row in MACOS}


def macos_name(version: str) -> str:
    """Return "macOS 14.5 (Sonoma)", or "macOS 14.5" where the name is not known."""
    row = _row(version)
    return f"macOS {version} ({row.name})" if row else f"macOS {version}".rstrip()


def support_status(version: str) -> Support:
    """Return whether Apple still publishes security updates, on the day of the data."""
    row = _row(version)
    return row.support if row else "unknown"


def _row(version: str) -> MacOSRow | None:
    parsed = parse_macos(version)
    return next((row for row in MACOS if parsed and row.major == parsed.major), None)


_MISLEADING = re.compile(
    r"[ \t\n\v\f\r]*\+?(?:[12](?![0-9])|0+[12](?![0-7])|0[xX]0*[12](?![0-9a-fA-F]))"
)
"""1 or 2 as C's strtol with base 0 reads it: decimal, octal or hexadecimal."""


def misleads(value: str) -> bool:
    """Return whether a value of SYSTEM_VERSION_COMPAT gives programs another number.

    1 is the Mac's compatibility number, 2 that of iOS, and anything else the truth.
    Source: init.c of apple-oss-distributions/Libsystem (Libsystem-1292 to -1356)
    """
    return _MISLEADING.match(value) is not None
