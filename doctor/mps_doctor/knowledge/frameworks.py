"""From which version on accelerate, transformers and Lightning do what with mps."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

import msgspec
from packaging.version import InvalidVersion, Version

DATA = Path(__file__).with_name("frameworks.json")

SAME_CODE = {"lightning": "pytorch-lightning", "lightning-fabric": "pytorch-lightning"}
"""Packages that hold the same code under another name, with the same version numbers."""

PROCESSORS_LIGHTNING_TAKES = ("arm", "arm64")
"""What `platform.processor()` must say for Lightning to use mps, whatever torch says.

Under Rosetta and on an Intel Mac it is `i386`, and empty where `uname -p` fails.
Source: accelerators/mps.py of lightning-fabric 2.6.0;
https://github.com/Lightning-AI/pytorch-lightning/issues/14634
"""


class FrameworkFeature(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a framework does with mps from one of its versions on."""

    package: str
    feature: str
    since: str
    """The first version of the package that has it; empty where that was not read."""
    torch: str
    """The torch that it needs too; empty where any will do."""
    without: str
    """What is the case in versions before."""
    source: str


@cache
def all_features() -> tuple[FrameworkFeature, ...]:
    """Return every row of the data."""
    return msgspec.json.decode(DATA.read_bytes(), type=tuple[FrameworkFeature, ...])


def feature(package: str, name: str) -> FrameworkFeature | None:
    """Return what is known of a feature of a package, or None."""
    package = SAME_CODE.get(package, package)
    rows = (row for row in all_features() if row.package == package and row.feature == name)
    return next(rows, None)


def short(version: str) -> str:
    """Return a version as people write it: "1.11" for "1.11.0"."""
    return version.removesuffix(".0") if version.count(".") > 1 else version


def needs_of(package: str, name: str) -> str:
    """Return what a feature needs in words: "accelerate 1.11 or newer with torch 2.8 or newer".

    Raises KeyError for a feature that the data does not have.
    """
    row = feature(package, name)
    if row is None:
        raise KeyError(f"{package} {name}")
    asked = ((package, row.since), ("torch", row.torch))
    return " with ".join(f"{who} {short(what)} or newer" for who, what in asked if what)


def has_feature(package: str, version: str, name: str, *, torch: str = "") -> bool | None:
    """Return whether this version of a package, with this torch, has a feature.

    None where that is not known: no such row, a version that does not parse, or a torch that
    matters and was not given.
    """
    row = feature(package, name)
    if row is None:
        return None
    answers = [_reaches(version, row.since)]
    if row.torch:
        answers.append(_reaches(torch, row.torch))
    if False in answers:
        return False
    return None if None in answers else True


@lru_cache(maxsize=1024)
def _reaches(version: str, needed: str) -> bool | None:
    try:
        return Version(Version(version).base_version) >= Version(needed)
    except InvalidVersion:
        return None
