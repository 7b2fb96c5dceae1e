"""Versions of macOS: their names, and which of them still get updates."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from mps_doctor.probe.probe_macos_versions import (
    is_compatibility_version as is_compatibility_version,
)
from mps_doctor.probe.probe_macos_versions import macos_of_kernel as macos_of_kernel

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
    released: str
    support: Support
    """Whether Apple still publishes security updates for it, on the day of the data."""
    source: str


class _Older(msgspec.Struct, frozen=True, kw_only=True):
    """A version before the major number was raised for each: people still name it."""

    version: str
    name: str
    source: str


class _Data(msgspec.Struct, frozen=True, kw_only=True):
    read: str
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
