"""What is known of the deep probes: what each covers, how to show it, and the bugs it would meet.

`probes.json` is made from the probes themselves; `probe_bugs.json` is kept by hand.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from mps_doctor.knowledge.versions import meets

FOLDER = Path(__file__).parent


class KnownProbe(msgspec.Struct, frozen=True, kw_only=True):
    """A probe of the deep level."""

    id: str
    operation: str
    dtype: str
    covers: str
    reproduction: tuple[str, ...]
    """Lines of a program to paste into an issue."""


class ProbeBug(msgspec.Struct, frozen=True, kw_only=True):
    """A report of wrong results that a probe would meet."""

    operation: str
    issue: str
    torch: str
    """Versions that the report names, as a specifier; empty where it names none."""
    macos: str
    """The same for macOS."""
    note: str = ""

    @property
    def names_versions(self) -> bool:
        """Whether the report says where it applies."""
        return bool(self.torch or self.macos)


@cache
def all_probes() -> dict[str, KnownProbe]:
    """Return every probe by its id, in the order in which they run."""
    text = (FOLDER / "probes.json").read_bytes()
    return {row.id: row for row in msgspec.json.decode(text, type=list[KnownProbe])}


@cache
def all_bugs() -> tuple[ProbeBug, ...]:
    """Return every known bug."""
    return tuple(
        msgspec.json.decode((FOLDER / "probe_bugs.json").read_bytes(), type=list[ProbeBug])
    )


def find_probes(name: str) -> tuple[str, ...]:
    """Return the ids that a name means: of one probe, or of an operation in every dtype."""
    return tuple(row.id for row in all_probes().values() if name in (row.id, row.operation))


def bugs_of(operation: str, torch: str = "", macos: str = "") -> tuple[ProbeBug, ...]:
    """Return the bugs known for an operation that the versions given do not rule out.

    Those whose versions fit come first, those that name no version last; an empty version rules
    nothing out.
    """
    fitting = [
        bug
        for bug in all_bugs()
        if bug.operation == operation and _fits(torch, bug.torch) and _fits(macos, bug.macos)
    ]
    return tuple(sorted(fitting, key=lambda bug: not bug.names_versions))


def _fits(version: str, specifier: str) -> bool:
    if not version or not specifier:
        return True
    try:
        return meets(version.split("+")[0], specifier)
    except ValueError:
        return True
