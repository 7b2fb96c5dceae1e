"""From which version on accelerate, transformers and Lightning do what with mps."""

from mps_doctor.knowledge.rows.frameworks import FRAMEWORK_FEATURES, FrameworkFeature
from mps_doctor.knowledge.versions import meets, release_of

SAME_CODE = {"lightning": "pytorch-lightning", "lightning-fabric": "pytorch-lightning"}
"""Packages that hold the same code under another name, with the same version numbers."""

PROCESSORS_LIGHTNING_TAKES = ("arm", "arm64")
"""What `platform.processor()` must say for Lightning to use mps, whatever torch says.

Under Rosetta and on an Intel Mac it is `i386`, and empty where `uname -p` fails.
Source: accelerators/mps.py of lightning-fabric 2.6.0;
https://github.com/Lightning-AI/pytorch-lightning/issues/14634
"""


def feature(package: str, name: str) -> FrameworkFeature | None:
    """Return what is known of a feature of a package, or None."""
    package = SAME_CODE.get(package, package)
    rows = (row for row in FRAMEWORK_FEATURES if (row.package, row.feature) == (package, name))
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
    pairs = [(version, row.since), *([(torch, row.torch)] if row.torch else [])]
    answers = [
        None if (release := release_of(have)) is None else meets(str(release), f">={need}")
        for have, need in pairs
    ]
    return False if False in answers else None if None in answers else True
