"""Which torch exists for which Mac: releases, their wheels, and the macOS that their MPS needs.

The wheel's tag says where pip installs torch; where its MPS works is another question: torch 2.11
installs on macOS 11 and can use MPS from macOS 14 on.
The data is dated (`read_on`): what is newer than it is said to be newer, and nothing is guessed.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeAlias

import msgspec
from packaging.version import InvalidVersion, Version

from mps_doctor.knowledge.demands import meets
from mps_doctor.knowledge.macos import MacOS, macos_name, newest_macos_known, parse_macos

__all__ = [
    "COMPANIONS",
    "Companion",
    "MacOS",
    "Release",
    "all_releases",
    "companions",
    "companions_for",
    "gates",
    "installs",
    "is_newer_than_known",
    "is_python_newer_than_known",
    "knows_numpy_2",
    "macos_name",
    "minimum_macos",
    "minimum_of_files",
    "newest_known",
    "newest_macos_known",
    "newest_torch",
    "pythons_for",
    "read_on",
    "release",
    "stated_minimum_macos",
    "torch_of_companion",
]

DATA = Path(__file__).with_name("releases.json")

Python: TypeAlias = str | tuple[int, int]
"""A version of Python: "3.12", "3.14.1", or (3, 12)."""

COMPANIONS = ("torchvision", "torchaudio")
"""The packages that are built for one torch and have to match it."""

NUMPY_2_SINCE = "2.3.0"
"""The first torch whose binaries know NumPy 2 (they name `numpy._core`)."""

ANY_PYTHON = "any"


class Wheels(msgspec.Struct, frozen=True, kw_only=True):
    """The wheels of one version for one architecture and one platform tag."""

    architecture: str
    macos: str
    """The lowest macOS of the platform tag: "11.0" for `macosx_11_0_arm64`."""
    pythons: tuple[str, ...]
    """Versions of CPython, free-threaded ones with a t: "3.12", "3.14t"; "any" for py3."""


class Companion(msgspec.Struct, frozen=True, kw_only=True):
    """One version of torchvision or torchaudio that has wheels for macOS."""

    version: str
    torch: str
    """The versions of torch that it goes with: `==2.8.0`, `>=2.14.0`."""
    requires_python: str = ""
    wheels: tuple[Wheels, ...]

    def __str__(self) -> str:
        return self.version


class Release(msgspec.Struct, frozen=True, kw_only=True):
    """One release of torch; `str()` gives its version."""

    version: str
    date: str
    requires_python: str
    wheels: tuple[Wheels, ...]
    mps_minimum_macos: str = ""
    """The macOS that its MPS really needs; empty for a torch without MPS."""
    mps_stated_macos: str = ""
    """The macOS that its own error text names: too low in 2.5, higher than the code in 2.15."""

    def __str__(self) -> str:
        return self.version

    @property
    def has_mps(self) -> bool:
        """Whether this release can use MPS at all."""
        return bool(self.mps_minimum_macos)

    @property
    def recommended_macos(self) -> MacOS | None:
        """The macOS from which MPS is both working and meant to work: the higher of the two."""
        real, stated = parse_macos(self.mps_minimum_macos), parse_macos(self.mps_stated_macos)
        if real is None or stated is None:
            return real
        return max(real, stated)


class _Data(msgspec.Struct, frozen=True, kw_only=True):
    read: str
    torch: tuple[Release, ...]
    """The oldest first."""
    torchvision: tuple[Companion, ...]
    torchaudio: tuple[Companion, ...]


@cache
def _data() -> _Data:
    return msgspec.json.decode(DATA.read_bytes(), type=_Data)


@cache
def _by_version() -> dict[str, Release]:
    return {row.version: row for row in _data().torch}


@cache
def _companions_of(name: str, torch: str) -> tuple[Companion, ...]:
    items: tuple[Companion, ...] = getattr(_data(), name)
    return tuple(item for item in items if meets(torch, item.torch))


def read_on() -> str:
    """Return the day on which the data was read, as ISO 8601."""
    return _data().read


def all_releases() -> tuple[Release, ...]:
    """Return every release of torch that has wheels for macOS, the oldest first."""
    return _data().torch


@lru_cache(maxsize=1024)
def release(version: str) -> Release | None:
    """Return the release that a version belongs to, or None where the data has none.

    A local part, a post-release and a development build are read as their release:
    `2.6.0a0+git1eba9b3`, `2.6.0+cpu` and `2.6.0.post1` are 2.6.0, and `2.6` is 2.6.0.
    """
    parsed = _parse(version)
    if parsed is None:
        return None
    numbers = (*parsed.release, 0, 0)[:3]
    return _by_version().get(".".join(str(number) for number in numbers))


def minimum_macos(version: str) -> MacOS | None:
    """Return the macOS that MPS of this torch really needs.

    None for a torch without MPS (below 1.12) and for one that the data does not know.
    """
    row = release(version)
    return parse_macos(row.mps_minimum_macos) if row else None


def stated_minimum_macos(version: str) -> MacOS | None:
    """Return the macOS that this torch names in its error text, which may be wrong."""
    row = release(version)
    return parse_macos(row.mps_stated_macos) if row else None


def minimum_of_files(metal_target: str, stated: str, deployment_target: str) -> MacOS | None:
    """Return the macOS that MPS needs by torch's own libtorch_cpu; None where it says nothing.

    The target of its compiled kernels tells it best: in 2.6 to 2.15, all that have some, it is the
    real minimum, even where the text of the library names another (2.15).
    A build without compiled kernels (torch up to 2.5) has that text only.
    """
    needs = (parse_macos(metal_target) or parse_macos(stated), parse_macos(deployment_target))
    return max((macos for macos in needs if macos is not None), default=None)


def gates() -> tuple[MacOS, ...]:
    """Return the versions of macOS from which another torch can use MPS, the lowest first."""
    found = {row.recommended_macos for row in _data().torch}
    return tuple(sorted(macos for macos in found if macos is not None))


@cache
def newest_known() -> Release:
    """Return the newest release of torch that the data knows."""
    return max(_data().torch, key=lambda row: Version(row.version))


@lru_cache(maxsize=1024)
def is_newer_than_known(version: str) -> bool:
    """Return whether a torch is newer than the data; a text that is no version is not."""
    parsed = _parse(version)
    return parsed is not None and Version(parsed.base_version) > Version(newest_known().version)


@lru_cache(maxsize=1024)
def is_python_newer_than_known(python: Python) -> bool:
    """Return whether a Python is newer than every one that the data has wheels for."""
    minor, _ = _python(python)
    known = {name for row in _data().torch for wheels in row.wheels for name in wheels.pythons}
    return minor > max(_python(name)[0] for name in known)


@lru_cache(maxsize=4096)
def newest_torch(
    *,
    architecture: str,
    macos: str | tuple[int, ...],
    python: Python,
    free_threaded: bool = False,
    companions: tuple[str, ...] = (),
    with_mps: bool = True,
) -> Release | None:
    """Return the newest release that installs there by its tag and can use MPS there.

    `with_mps=False` asks only whether it installs.
    An unknown macOS (`""`) rules nothing out.
    With `companions`, a release that has them all for this Python is preferred to a newer one
    that lacks some: torchvision has no wheel that accepts Python 3.14.1 after torch 2.10.
    """
    version = parse_macos(macos)
    best, most = None, -1
    for row in reversed(_data().torch):
        if with_mps and not _works(row, version):
            continue
        if not _fits(row, architecture, macos, python, free_threaded):
            continue
        held = companions_for(
            row.version,
            architecture=architecture,
            macos=macos,
            python=python,
            free_threaded=free_threaded,
        )
        count = sum(name in held for name in companions)
        if count > most:
            best, most = row, count
        if count == len(companions):
            break
    return best


def installs(
    version: str,
    architecture: str,
    macos: str | tuple[int, ...],
    python: Python,
    *,
    free_threaded: bool = False,
) -> bool:
    """Return whether this torch has a wheel that pip takes there, whatever its MPS needs."""
    row = release(version)
    return row is not None and _fits(row, architecture, macos, python, free_threaded)


def companions(version: str) -> dict[str, str]:
    """Return the newest torchvision and torchaudio that go with this torch, on any Python."""
    return dict(_newest_companions(version))


@lru_cache(maxsize=1024)
def _newest_companions(version: str) -> tuple[tuple[str, str], ...]:
    row = release(version)
    if row is None:
        return ()
    found = ((name, _companions_of(name, row.version)) for name in COMPANIONS)
    return tuple((name, items[-1].version) for name, items in found if items)


def companions_for(
    version: str,
    *,
    architecture: str,
    macos: str | tuple[int, ...],
    python: Python,
    free_threaded: bool = False,
) -> dict[str, str]:
    """Return the newest companions of this torch that have a wheel for that Mac and Python."""
    row = release(version)
    if row is None:
        return {}
    found: dict[str, str] = {}
    for name in COMPANIONS:
        for item in _companions_of(name, row.version):
            if _fits(item, architecture, macos, python, free_threaded):
                found[name] = item.version
    return found


@lru_cache(maxsize=1024)
def torch_of_companion(name: str, version: str) -> tuple[str, ...]:
    """Return the versions of torch that a torchvision or torchaudio goes with; () if unknown."""
    parsed = _parse(version)
    if name not in COMPANIONS or parsed is None:
        return ()
    item = _by_public_version(name).get(Version(parsed.public))
    if item is None:
        return ()
    return tuple(row.version for row in _data().torch if meets(row.version, item.torch))


@cache
def _by_public_version(name: str) -> dict[Version, Companion]:
    items: tuple[Companion, ...] = getattr(_data(), name)
    return {Version(item.version): item for item in reversed(items)}


def pythons_for(version: str, architecture: str) -> tuple[str, ...]:
    """Return the Pythons that this torch has wheels for: "3.12", free-threaded as "3.14t"."""
    row = release(version)
    if row is None:
        return ()
    names = {
        name
        for wheels in row.wheels
        if wheels.architecture == architecture
        for name in wheels.pythons
    }
    return tuple(sorted(names, key=lambda name: (_python(name)[0], name)))


@lru_cache(maxsize=1024)
def knows_numpy_2(version: str) -> bool | None:
    """Return whether this torch works with NumPy 2; None for a text that is no version."""
    parsed = _parse(version)
    return None if parsed is None else Version(parsed.base_version) >= Version(NUMPY_2_SINCE)


def _works(row: Release, macos: MacOS | None) -> bool:
    needs = row.recommended_macos
    return needs is not None and (macos is None or macos >= needs)


def _fits(
    item: Release | Companion,
    architecture: str,
    macos: str | tuple[int, ...],
    python: Python,
    free_threaded: bool,
) -> bool:
    minor, whole = _python(python)
    if whole is not None and not meets(str(whole), item.requires_python):
        return False
    name = f"{minor[0]}.{minor[1]}{'t' if free_threaded else ''}"
    version = parse_macos(macos)
    return any(
        wheels.architecture == architecture
        and (name in wheels.pythons or ANY_PYTHON in wheels.pythons)
        and (version is None or version >= (parse_macos(wheels.macos) or version))
        for wheels in item.wheels
    )


@lru_cache(maxsize=4096)
def _parse(version: str) -> Version | None:
    try:
        return Version(version)
    except InvalidVersion:
        return None


@lru_cache(maxsize=4096)
def _python(python: Python) -> tuple[tuple[int, int], Version | None]:
    """Return the minor version, and the whole one where the patch level is known."""
    if isinstance(python, tuple):
        return python, None
    found = re.match(r"(\d+)\.(\d+)(\.\d+)?", python)
    if found is None:
        return (0, 0), None
    whole = Version(found[0]) if found[3] else None
    return (int(found[1]), int(found[2])), whole
