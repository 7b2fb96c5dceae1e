"""Which torch exists for which Mac: releases, their wheels, and the macOS that their MPS needs.

The wheel's tag says where pip installs torch; where its MPS works is another question: torch 2.11
installs on macOS 11 and can use MPS from macOS 14 on.
The data is dated (`read_on`): what is newer than it is said to be newer, and nothing is guessed.
"""

import re
from functools import cache, lru_cache
from pathlib import Path

import msgspec
from packaging.version import Version

from mps_doctor.knowledge.macos import MacOS, parse_macos
from mps_doctor.knowledge.versions import meets, parse_version, release_of

DATA = Path(__file__).with_name("releases.json")

COMPANIONS = ("torchvision", "torchaudio")
"""The packages that are built for one torch and have to match it."""

FIRST_WITH_MPS = Version("1.12")
"""Source: https://pytorch.org/blog/introducing-accelerated-pytorch-training-on-mac/"""

NUMPY_2_SINCE = Version("2.3.0")
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
    def minor(self) -> str:
        """Its minor version: `2.15` of 2.15.0."""
        return self.version.rpartition(".")[0]

    @property
    def has_mps(self) -> bool:
        """Whether this release can use MPS on some macOS."""
        return bool(self.mps_minimum_macos)

    @property
    def recommended_macos(self) -> MacOS | None:
        """The macOS from which MPS is both working and meant to work: the higher of the two."""
        real, stated = parse_macos(self.mps_minimum_macos), parse_macos(self.mps_stated_macos)
        return max(real, stated) if real and stated else real


class _Data(msgspec.Struct, frozen=True, kw_only=True):
    read: str
    torch: tuple[Release, ...]
    """The oldest first."""
    torchvision: tuple[Companion, ...]
    torchaudio: tuple[Companion, ...]


@cache
def _data() -> _Data:
    return msgspec.json.decode(DATA.read_bytes(), type=_Data)


def read_on() -> str:
    """Return the day on which the data was read, as ISO 8601."""
    return _data().read


def all_releases() -> tuple[Release, ...]:
    """Return every release of torch that has wheels for macOS, the oldest first."""
    return _data().torch


def newest_known() -> Release:
    """Return the newest release of torch that the data knows."""
    return _data().torch[-1]


def release(version: str) -> Release | None:
    """Return the release that a version belongs to, or None where the data has none.

    A local part, a post-release and a development build are read as their release:
    `2.6.0a0+git1eba9b3`, `2.6.0+cpu` and `2.6.0.post1` are 2.6.0, and `2.6` is 2.6.0.
    """
    parsed = parse_version(version)
    if parsed is None:
        return None
    whole = f"{parsed.major}.{parsed.minor}.{parsed.micro}"
    return next((row for row in _data().torch if row.version == whole), None)


def minimum_macos(version: str) -> MacOS | None:
    """Return the macOS that MPS of this torch really needs.

    None for a torch without MPS (below 1.12), and for one that is not in the data.
    """
    row = release(version)
    return parse_macos(row.mps_minimum_macos) if row else None


def minimum_of_files(metal_target: str, stated: str, deployment_target: str) -> MacOS | None:
    """Return the macOS that MPS needs by torch's own libtorch_cpu; None where it says nothing.

    The target of its compiled kernels decides: in 2.6 to 2.15, all that have some, it is the
    real minimum, even where the text of the library names another (2.15).
    A build without compiled kernels (torch up to 2.5) has that text only.
    """
    needs = (parse_macos(metal_target) or parse_macos(stated), parse_macos(deployment_target))
    return max((macos for macos in needs if macos is not None), default=None)


@cache
def gates() -> tuple[MacOS, ...]:
    """Return the versions of macOS from which another torch can use MPS, the lowest first."""
    return tuple(sorted({macos for row in _data().torch if (macos := row.recommended_macos)}))


def is_newer_than_known(version: str) -> bool:
    """Return whether a torch is newer than the data; a text that is no version is not."""
    ours = release_of(version)
    return ours is not None and ours > Version(newest_known().version)


def is_python_newer_than_known(python: str) -> bool:
    """Return whether a Python is newer than all that the data has wheels for."""
    known = {name for row in _data().torch for wheels in row.wheels for name in wheels.pythons}
    return _minor(python) > max(map(_minor, known))


@lru_cache(maxsize=4096)
def newest_torch(
    *,
    architecture: str,
    macos: str,
    python: str,
    free_threaded: bool = False,
    companions: tuple[str, ...] = (),
    with_mps: bool = True,
    among: tuple[str, ...] = (),
) -> Release | None:
    """Return the newest release that installs there by its tag and can use MPS there.

    `with_mps=False` asks only whether it installs; `among` names the versions to choose from.
    An unknown macOS (`""`) rules nothing out.
    With `companions`, a release that has them all for this Python is preferred to a newer one
    that lacks some: torchvision has no wheel that accepts Python 3.14.1 after torch 2.10.
    """
    best, most = None, -1
    for row in reversed(_data().torch):
        if (with_mps and not _works(row, macos)) or (among and row.version not in among):
            continue
        if not _fits(row, architecture, macos, python, free_threaded):
            continue
        there = (row.version, architecture, macos, python, free_threaded)
        held = companions_for(*there) if companions else ()
        count = sum(name in held for name in companions)
        if count > most:
            best, most = row, count
        if count == len(companions):
            break
    return best


def installs(
    version: str, architecture: str, macos: str, python: str, free_threaded: bool = False
) -> bool:
    """Return whether this torch has a wheel that pip takes there, whatever its MPS needs."""
    row = release(version)
    return row is not None and _fits(row, architecture, macos, python, free_threaded)


def companions(version: str) -> dict[str, str]:
    """Return the newest torchvision and torchaudio that go with this torch, on any Python."""
    return {name: item.version for name in COMPANIONS for item in _companions_of(name, version)}


def companions_for(
    version: str, architecture: str, macos: str, python: str, free_threaded: bool = False
) -> dict[str, str]:
    """Return the newest companions of this torch that have a wheel for that Mac and Python."""
    return {
        name: item.version
        for name in COMPANIONS
        for item in _companions_of(name, version)
        if _fits(item, architecture, macos, python, free_threaded)
    }


@cache
def _companions_of(name: str, torch: str) -> tuple[Companion, ...]:
    """Return the companions that go with a torch, the newest last."""
    items: tuple[Companion, ...] = getattr(_data(), name)
    row = release(torch)
    return tuple(item for item in items if row is not None and meets(row.version, item.torch))


def torch_of_companion(name: str, version: str) -> tuple[str, ...]:
    """Return the versions of torch that a torchvision or torchaudio goes with; () if unknown."""
    parsed = parse_version(version)
    public = parsed.public if parsed and name in COMPANIONS else ""
    items: tuple[Companion, ...] = getattr(_data(), name) if public else ()
    demands = [item.torch for item in items if Version(item.version) == Version(public)]
    return tuple(
        row.version for row in _data().torch if any(meets(row.version, d) for d in demands)
    )


def pythons_for(version: str, architecture: str) -> tuple[str, ...]:
    """Return the Pythons that this torch has wheels for: "3.12", free-threaded as "3.14t"."""
    row = release(version)
    fitting = [item for item in row.wheels if item.architecture == architecture] if row else []
    names = {name for wheels in fitting for name in wheels.pythons}
    return tuple(sorted(names, key=lambda name: (_minor(name), name)))


def knows_numpy_2(version: str) -> bool | None:
    """Return whether this torch works with NumPy 2; None for a text that is no version."""
    ours = release_of(version)
    return None if ours is None else ours >= NUMPY_2_SINCE


def _works(row: Release, macos: str) -> bool:
    have, needs = parse_macos(macos), row.recommended_macos
    return needs is not None and (have is None or have >= needs)


def _fits(
    item: Release | Companion, architecture: str, macos: str, python: str, free_threaded: bool
) -> bool:
    whole = re.match(r"\d+\.\d+\.\d+", python)
    if whole and not meets(whole[0], item.requires_python):
        return False
    major, minor = _minor(python)
    names = {f"{major}.{minor}{'t' if free_threaded else ''}", ANY_PYTHON}
    version = parse_macos(macos)
    return any(
        wheels.architecture == architecture
        and not names.isdisjoint(wheels.pythons)
        and (version is None or version >= (parse_macos(wheels.macos) or version))
        for wheels in item.wheels
    )


def _minor(python: str) -> tuple[int, int]:
    """Return (3, 14) of "3.14.1" and "3.14t"; (0, 0) of what names no Python."""
    found = re.match(r"(\d+)\.(\d+)", python)
    return (int(found[1]), int(found[2])) if found else (0, 0)
