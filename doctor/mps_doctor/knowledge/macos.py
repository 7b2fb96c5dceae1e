"""Versions of macOS: their names and kernels, who gets updates, and which Macs can run them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from mps_doctor.probe.macos_versions import is_compatibility_version as is_compatibility_version
from mps_doctor.probe.macos_versions import macos_of_kernel as macos_of_kernel

DATA = Path(__file__).with_name("macos.json")

Support: TypeAlias = Literal["supported", "ended", "unknown"]


class MacOS(NamedTuple):
    """A version of macOS by its first two numbers: it compares as a pair, `str()` gives "14.0"."""

    major: int
    minor: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"


class MacOSRow(msgspec.Struct, frozen=True, kw_only=True):
    """One major version of macOS."""

    major: int
    name: str
    darwin: int
    """The major version of its kernel."""
    released: str
    support: Support
    """Whether Apple still publishes security updates for it, on the day of the data."""
    update: str
    """The newest release that was seen, and when Apple published it."""
    updated: str
    last_for: tuple[str, ...]
    """Models of Intel Macs (`sysctl hw.model`) that can install it and nothing newer.

    Every Mac with Apple silicon can install all versions that are newer than itself.
    """
    source: str
    """Apple's page on the Macs that can run it."""


class _Older(msgspec.Struct, frozen=True, kw_only=True):
    """A version before the major number was raised for each: people still name it."""

    version: str
    name: str
    darwin: int
    source: str


class _Data(msgspec.Struct, frozen=True, kw_only=True):
    read: str
    note: tuple[str, ...]
    updates: str
    older: tuple[_Older, ...]
    rows: tuple[MacOSRow, ...]


@cache
def _data() -> _Data:
    return msgspec.json.decode(DATA.read_bytes(), type=_Data)


@lru_cache(maxsize=4096)
def parse_macos(version: str | tuple[int, ...]) -> MacOS | None:
    """Return a version that compares, from "14", "14.5" or "14.5.1"; None for anything else."""
    if isinstance(version, tuple):
        return MacOS(version[0], version[1] if len(version) > 1 else 0) if version else None
    found = re.fullmatch(r"(\d+)(?:\.(\d+))?(?:\.\d+)*", version.strip())
    return MacOS(int(found[1]), int(found[2] or 0)) if found else None


class Hardware(NamedTuple):
    """What decides which macOS a Mac can install; an empty text or None is not known."""

    model: str
    """As `sysctl hw.model` names it: `MacBookPro12,1`."""
    apple_silicon: bool | None
    running: str = ""
    """The macOS that it runs."""


def last_macos_of(mac: Hardware) -> MacOS | None:
    """Return the newest major version that a Mac can install; None where that is not known.

    An Intel Mac that already runs a newer one than Apple offers it is not as its model says:
    patched, or a virtual machine.
    """
    if mac.apple_silicon:
        return newest_macos_known()
    last = next((row for row in _data().rows if mac.model in row.last_for), None)
    now = parse_macos(mac.running)
    if last is None or (now is not None and now.major > last.major):
        return None
    return MacOS(last.major, 0)


def can_install(version: str | MacOS, mac: Hardware) -> bool | None:
    """Return whether a Mac can install a macOS, as far as that is known; None where it is not."""
    need = parse_macos(version)
    last = last_macos_of(mac)
    if need is None or (mac.apple_silicon and need.major > newest_macos_known().major):
        return None
    if last is not None:
        return need.major <= last.major
    last_for_intel = max(row.major for row in _data().rows if row.last_for)
    return False if mac.apple_silicon is False and need.major > last_for_intel else None


def oldest_supported() -> MacOS:
    """Return the oldest version that still gets updates, on the day of the data."""
    return MacOS(min(row.major for row in _data().rows if row.support == "supported"), 0)


def read_on() -> str:
    """Return the day on which the data was read, as ISO 8601."""
    return _data().read


def newest_macos_known() -> MacOS:
    """Return the newest major version of macOS that the data knows as released."""
    return MacOS(max(row.major for row in _data().rows), 0)


def is_macos_newer_than_known(version: str | tuple[int, ...]) -> bool:
    """Return whether a macOS has a major version that the data does not know yet."""
    parsed = parse_macos(version)
    return parsed is not None and parsed.major > newest_macos_known().major


@cache
def macos_by_name() -> Mapping[str, str]:
    """Return the first version of each macOS by its name, oldest first: "sonoma" is "14"."""
    older = {row.name.lower(): row.version for row in _data().older}
    return older | {row.name.lower(): str(row.major) for row in _data().rows}


def macos_name(version: str | tuple[int, ...]) -> str:
    """Return "macOS 14.5 (Sonoma)", or "macOS 14.5" where the name is not known."""
    parsed = parse_macos(version)
    text = version if isinstance(version, str) else str(parsed or "")
    row = _row(parsed)
    return f"macOS {text} ({row.name})" if row else f"macOS {text}".rstrip()


def support_status(version: str | tuple[int, ...]) -> Support:
    """Return whether Apple still publishes security updates, on the day of the data."""
    row = _row(parse_macos(version))
    return row.support if row else "unknown"


def _row(version: MacOS | None) -> MacOSRow | None:
    if version is None:
        return None
    return next((row for row in _data().rows if row.major == version.major), None)


def misleads(value: str) -> bool:
    """Return whether a value of SYSTEM_VERSION_COMPAT gives programs another number.

    The system reads it as C's strtol with base 0 does: 1 is the Mac's compatibility number, 2 that
    of iOS, and anything else, no number included, the truth.
    Source: init.c of apple-oss-distributions/Libsystem (Libsystem-1292 to -1356)
    """
    text = value.lstrip(" \t\n\v\f\r")
    sign = -1 if text[:1] == "-" else 1
    text = text[1:] if text[:1] in ("+", "-") else text
    base, digits = 10, "0123456789"
    if text[:2] in ("0x", "0X"):
        base, digits, text = 16, "0123456789abcdefABCDEF", text[2:]
    elif text[:1] == "0":
        base, digits = 8, "01234567"
    end = 0
    while end < len(text) and text[end] in digits:
        end += 1
    return bool(end) and sign * int(text[:end], base) in (1, 2)
