"""What is known of the deep probes: their names, and known bugs."""

from functools import cache
from typing import Any

from mps_doctor.knowledge.rows.probe_bugs import BUGS, ProbeBug
from mps_doctor.knowledge.versions import meets, parse_version


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
