"""Which versions go together (torch, macOS, MPS features, frameworks), and their known bugs."""

from functools import cache
from typing import Any

from mps_doctor.knowledge.macos import parse_macos
from mps_doctor.knowledge.rows.defects import DEFECTS, Defect as Defect
from mps_doctor.knowledge.rows.features import FEATURES as FEATURES, Feature
from mps_doctor.knowledge.rows.frameworks import FRAMEWORK_FEATURES, FrameworkFeature
from mps_doctor.knowledge.rows.probe_bugs import BUGS, ProbeBug
from mps_doctor.knowledge.versions import meets, parse_version, release_of

SAME_CODE = {"lightning": "pytorch-lightning", "lightning-fabric": "pytorch-lightning"}
"""Packages that hold the same code under another name, with the same version numbers."""

PROCESSORS_LIGHTNING_TAKES = ("arm", "arm64")
"""What `platform.processor()` must say for Lightning to use mps, whatever torch says.

Under Rosetta and on an Intel Mac it is `i386`, and empty where `uname -p` fails.
Source: accelerators/mps.py of lightning-fabric 2.6.0;
https://github.com/Lightning-AI/pytorch-lightning/issues/14634
"""


def known_defects(
    torch: str, *, macos: str = "", conda_build: str = "", virtual: bool = False
) -> tuple[Defect, ...]:
    """Return what is known to be bad about this torch on this macOS.

    A defect of certain systems, conda builds or virtual machines is named only where those facts
    are known.
    """
    version, system = parse_version(torch), parse_macos(macos)
    if version is None:
        return ()
    return tuple(
        row
        for row in DEFECTS
        if meets(version.public, row.torch)
        and (not row.macos or (system is not None and meets(str(system), row.macos)))
        and (not row.in_virtual_machine or virtual)
        and (not row.conda_build or conda_build.endswith(row.conda_build))
    )


def has_feature(feature: Feature, torch: str, macos: str) -> bool | None:
    """Return whether a torch on a macOS has a feature; None where that is not known."""
    version, system = release_of(torch), parse_macos(macos)
    if version is None:
        return None
    fitting = [rule for rule in feature.rules if meets(str(version), rule.torch)]
    if not fitting or any(not rule.macos for rule in fitting):
        return bool(fitting)
    if system is None:
        return None
    return any(meets(str(system), f">={rule.macos}") for rule in fitting)


def framework_feature(package: str, name: str) -> FrameworkFeature:
    """Return what is known of a feature of a framework.

    Raises KeyError for one that the data does not have.
    """
    package = SAME_CODE.get(package, package)
    for row in FRAMEWORK_FEATURES:
        if (row.package, row.feature) == (package, name):
            return row
    raise KeyError(f"{package} {name}")


def framework_has(row: FrameworkFeature, version: str, torch: str = "") -> bool | None:
    """Return whether this version of its package, with this torch, has a feature.

    None where that is not known: a version that does not parse, or a torch that matters and was
    not given.
    """
    pairs = [(version, row.since), *([(torch, row.torch)] if row.torch else [])]
    answers = [
        None if (release := release_of(have)) is None else meets(str(release), f">={need}")
        for have, need in pairs
    ]
    return False if False in answers else None if None in answers else True


def needs_of(package: str, name: str) -> str:
    """Return what a feature needs in words: "accelerate 1.11 or newer with torch 2.8 or newer"."""
    row = framework_feature(package, name)
    asked = ((package, row.since), ("torch", row.torch))
    return " with ".join(f"{who} {short(what)} or newer" for who, what in asked if what)


def short(version: str) -> str:
    """Return a version as people write it: "1.11" for "1.11.0"."""
    return version.removesuffix(".0") if version.count(".") > 1 else version


@cache
def all_probes() -> dict[str, Any]:
    """Return every probe by its id, in the order in which they run."""
    from mps_doctor.probe.deep.rows import PROBES  # most runs name no probe

    return {probe.id: probe for probe in PROBES}


def find_probes(name: str) -> tuple[str, ...]:
    """Return the ids that a name means: of one probe, or of an operation in every dtype."""
    return tuple(probe.id for probe in all_probes().values() if name in (probe.id, probe.operation))


def bugs_of(operation: str, torch: str = "", macos: str = "") -> tuple[ProbeBug, ...]:
    """Return the bugs known for an operation that the versions given do not rule out.

    Those whose versions fit come first, those that name no version last; an empty version rules
    nothing out.
    """
    fitting = [
        bug
        for bug in BUGS
        if bug.operation == operation and _fits(torch, bug.torch) and _fits(macos, bug.macos)
    ]
    return tuple(sorted(fitting, key=lambda bug: not bug.names_versions))


def _fits(version: str, specifier: str) -> bool:
    parsed = parse_version(version)
    return parsed is None or meets(parsed.public, specifier)
