"""What to ask a manager for: torch and its companions, with the versions that fit."""

import re
from collections.abc import Mapping

import msgspec
from packaging.version import Version

from mps_doctor.facts import Package, Packages, known_or
from mps_doctor.fixes.managers import is_final
from mps_doctor.fixes.situation import Situation
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.macos import parse_macos
from mps_doctor.knowledge.versions import meets

UNIFIED_MEMORY_SINCE = "2.13"
"""From here torch's MPS refuses a GPU with separate memory, as Intel Macs have.

Source: libtorch_cpu.dylib of torch 2.13.0; https://github.com/pytorch/pytorch/issues/169874
"""

WORTH_HAVING_SINCE = "1.13"
"""The first torch whose MPS is more than a preview: where no version can be named, from here."""


_IN_WORDS = {"==": "{} {}", ">=": "{} {} or newer", ">": "{} newer than {}"}


class Requirement(msgspec.Struct, frozen=True):
    """What an environment needs of one package, and why."""

    package: str
    specifier: str = ""
    """As pip writes it: `==2.15.0`, `>=1.13,<2.9`; empty for any version."""
    why: str = ""
    """What it has to fit; completes "install torchvision 0.23.0 for …"."""

    def __str__(self) -> str:
        return self.package + self.specifier

    @property
    def words(self) -> str:
        """It as people say it: `torch 2.15.0`, `accelerate 0.20.0 or newer`, `numpy<2`."""
        found = re.fullmatch(r"(==|>=|>)([\w.+]+)", self.specifier)
        return _IN_WORDS[found[1]].format(self.package, found[2]) if found else str(self)


NUMPY_1 = Requirement("numpy", "<2")
"""For a torch that was built for NumPy 1: https://github.com/pytorch/pytorch/issues/122056"""


def installed_companions(packages: Packages) -> tuple[str, ...]:
    """Return which of torchvision and torchaudio are installed."""
    installed = {item.name for item in known_or(packages.installed, ())}
    return tuple(name for name in releases.COMPANIONS if name in installed)


def companions_for(
    release: releases.Release | None, situation: Situation, packages: Packages
) -> dict[str, str]:
    """Return what goes with a torch there of those companions that are installed."""
    installed = installed_companions(packages)
    if release is None or not installed:
        return {}
    held = releases.companions(release.version)  # elsewhere the wheels are others than ours
    if situation.is_mac:
        held = releases.companions_for(release.version, *situation.place)
    return {name: held[name] for name in installed if name in held}


def newest_for(
    situation: Situation, packages: Packages, among: tuple[str, ...] = ()
) -> releases.Release | None:
    """Return the newest torch that installs and can use MPS there; None if too little is known.

    On a Mac that cannot have MPS it is the newest that installs, for the CPU.
    A release for which the installed companions exist is preferred to a newer one without them.
    `among` names the versions to choose from.
    """
    if not (situation.is_mac and situation.is_complete):
        return None
    return releases.newest_torch(
        architecture=situation.process,
        macos=situation.macos,
        python=situation.python,
        free_threaded=situation.free_threaded,
        companions=installed_companions(packages),
        with_mps=not situation.cannot_have_mps,
        among=among,
    )


def refusing(packages: Packages, then: Mapping[str, str]) -> tuple[Package, ...]:
    """Return the packages that do not accept these versions of torch and its companions."""
    return tuple(
        item
        for item in known_or(packages.installed, ())
        if item.name not in (*then, *releases.COMPANIONS)
        and not all(accepts(item.demands.get(name, ""), then[name]) for name in then)
    )


def newest_for_all(situation: Situation, packages: Packages) -> releases.Release | None:
    """Return the newest torch for here that all packages accept, and its companions; else None."""
    among = tuple(
        row.version
        for row in releases.all_releases()
        if not refusing(
            packages, {"torch": row.version, **companions_for(row, situation, packages)}
        )
    )
    if situation.is_mac:
        return newest_for(situation, packages, among) if among else None
    return releases.release(among[-1]) if among else None


def accepts(demand: str, version: str) -> bool:
    """Return whether a demand takes a version; one that cannot be read is no reason to refuse."""
    try:
        return not demand or meets(version, demand)
    except ValueError:
        return True


def requirements_for(
    newest: releases.Release | None,
    situation: Situation,
    packages: Packages,
    *,
    conda: bool,
    present: str = "",
) -> tuple[Requirement, ...]:
    """Return the pins of a release and of those companions that are installed, torch first.

    conda gets bounds instead of one version, as its channels skip some releases; it finds the
    companions and the numpy that fit.
    Where no version can be named, it is bounds by the macOS: pip would take a torch on
    macOS 11 to 13 that cannot use MPS there.
    A `present` torch within the bounds is excluded: an installer would be content with it.
    """
    names = installed_companions(packages)
    if newest is None:
        bounds = _bounds(WORTH_HAVING_SINCE, situation, present) if situation.is_mac else ""
        return (Requirement("torch", bounds), *map(Requirement, names))
    why = "the CPU" if situation.cannot_have_mps else f"macOS {situation.macos}"
    if conda:
        bounds = _bounds(_first_of_its_kind(newest), situation, present)
        return (Requirement("torch", bounds, why), *map(Requirement, names))
    held = companions_for(newest, situation, packages)
    lacking = [name for name in names if name not in held]
    why += f" (no {' or '.join(lacking)} fits)" if lacking else ""
    pins = (Requirement(name, f"=={version}") for name, version in held.items())
    old = () if releases.knows_numpy_2(newest.version) else (NUMPY_1,)
    return (Requirement("torch", f"=={newest}", why), *pins, *old)


def _first_of_its_kind(newest: releases.Release) -> str:
    """Return the first minor version with the same minimum; as a lower bound it makes conda act."""
    first = {row.mps_minimum_macos: row.minor for row in reversed(releases.all_releases())}
    return max(first[newest.mps_minimum_macos], WORTH_HAVING_SINCE, key=Version)


def _bounds(lower: str, situation: Situation, present: str = "") -> str:
    """Return `>=1.13,<2.9` where 2.9 is the first torch that needs a newer macOS than this.

    It is `>2.2.2,<2.9` with a torch 2.2.2 present that has to go, if there is a newer one.
    """
    macos = parse_macos(situation.macos)
    too_new = [
        row.minor
        for row in releases.all_releases()
        if macos is not None
        and row.recommended_macos is not None
        and row.recommended_macos > macos
        and Version(row.minor) > Version(lower)
    ]
    if situation.hardware == "x86_64":
        too_new.append(UNIFIED_MEMORY_SINCE)
    upper = min(too_new, key=Version) if too_new else ""
    least = f">{present}" if _has_successors(present, lower, upper, situation) else f">={lower}"
    return f"{least},<{upper}" if upper else least


def _has_successors(present: str, lower: str, upper: str, situation: Situation) -> bool:
    """Return whether a torch is within the bounds, and a newer one is too; few are for Intel."""
    if not is_final(present) or "x86_64" in (situation.hardware, situation.process):
        return False
    known = (Version(row.version) for row in releases.all_releases())
    newest = max(item for item in known if not upper or item < Version(upper))
    return Version(lower) <= Version(present) < newest
