"""Pairs of torch and macOS that are known to be bad, each with its source."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

import msgspec
from packaging.version import InvalidVersion, Version

from mps_doctor.knowledge.demands import meets
from mps_doctor.knowledge.macos import parse_macos

DATA = Path(__file__).with_name("defects.json")


class Defect(msgspec.Struct, frozen=True, kw_only=True):
    """One published torch that is bad, everywhere or on certain versions of macOS."""

    id: str
    cause: str
    severity: Literal["error", "warning", "info"]
    torch: str
    """Which versions, as a specifier: `>=2.2.0,<2.3.0`."""
    macos_from: str = ""
    macos_below: str = ""
    conda_build: str = ""
    """How the build string of the conda package ends; empty for wheels and all builds."""
    in_virtual_machine: bool = False
    """Whether it was seen in virtual machines only."""
    says: str
    read: str
    source: str


@cache
def all_defects() -> tuple[Defect, ...]:
    """Return every row of the data."""
    return msgspec.json.decode(DATA.read_bytes(), type=tuple[Defect, ...])


@lru_cache(maxsize=1024)
def known_defects(
    torch: str, *, macos: str = "", conda_build: str = "", virtual: bool = False
) -> tuple[Defect, ...]:
    """Return what is known to be bad about this torch on this macOS.

    A defect of certain systems, conda builds or virtual machines is named only where those facts
    are known.
    """
    try:
        version = str(Version(torch.partition("+")[0]))
    except InvalidVersion:
        return ()
    return tuple(
        row
        for row in all_defects()
        if meets(version, row.torch)
        and _is_on(row, macos)
        and (virtual or not row.in_virtual_machine)
        and (not row.conda_build or conda_build.endswith(row.conda_build))
    )


def _is_on(row: Defect, macos: str) -> bool:
    if not row.macos_from:
        return True
    version, first, end = (parse_macos(text) for text in (macos, row.macos_from, row.macos_below))
    if version is None or first is None:
        return False
    return first <= version and (end is None or version < end)
