"""What is known of many hosts: one entry for each environment, and what they have in common."""

from typing import Literal, TypeAlias

import msgspec

from mps_doctor.fixes.fix import Fix
from mps_doctor.judgement.report import Envelope

Direction: TypeAlias = Literal["worse", "better", "other", "new", "gone"]

KNOWN_TO_WORK = ("healthy", "degraded")
"""Statuses of an environment that needs nobody's attention."""

COLUMNS = ("host", "status", "cause", "macOS", "chip", "PyTorch", "Python", "recorded")
"""Heads of the table of hosts."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One environment of one host: its status, or the reason why nothing is known of it."""

    host: str
    """No two computers have the same: the beginning of the id, or a number, tells them apart."""
    named: bool = False
    """Whether the host, or who asked it, gave that name; else it is that of the file."""
    id: str = ""
    """A salted hash of the hardware's id: the same computer under two names has the same one."""
    python: str = ""
    """The interpreter that was examined."""
    reason: str = ""
    """One word of a closed list for a host that gave no facts: `refused`, `no-python`, …"""
    message: str = ""
    """The words behind that reason, as they came."""
    status: str = ""
    cause: str = ""
    causes: tuple[str, ...] = ()
    """All that failed, the verdict's cause first."""
    sentence: str = ""
    exit_code: int = 4
    fix: Fix | None = None
    system: str = ""
    macos: str = ""
    chip: str = ""
    python_version: str = ""
    torch: str = ""
    recorded: str = ""
    source: str = ""
    """The file that it was read from."""


class Count(msgspec.Struct, frozen=True, kw_only=True):
    """How many environments share a value; an empty value is not known."""

    value: str
    count: int


class Remedy(msgspec.Struct, frozen=True, kw_only=True):
    """A fix, and the hosts that need exactly this one.

    In its commands `PYTHON` stands for each host's own interpreter, `ENV` for the folder of its
    environment, where those differ; then it has no `verify`.
    """

    fix: Fix
    hosts: tuple[str, ...]


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """A cause or a reason, the hosts behind it, and what to do, the fix for most hosts first."""

    name: str
    title: str
    hosts: tuple[str, ...]
    fixes: tuple[Remedy, ...] = ()


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """An environment whose verdict is another one than before, or a host that is new or gone."""

    kind: Direction
    host: str
    python: str = ""
    before: str = ""
    after: str = ""


class FleetReport(Envelope, frozen=True, kw_only=True):
    """Many hosts in one document."""

    fleet: Literal[1] = 1
    hosts: int
    environments: int
    statuses: tuple[Count, ...]
    causes: tuple[Group, ...]
    """Root causes of what is wrong, the most frequent first."""
    silent: tuple[Group, ...]
    """Why hosts gave no facts, the most frequent first."""
    versions: dict[str, tuple[Count, ...]]
    """How many environments have which `macOS`, `PyTorch`, `chip` and `Python`."""
    oldest: str = ""
    newest: str = ""
    """When the oldest and the newest facts were recorded."""
    superseded: int = 0
    """Answers left out because a newer one of the same environment is there."""
    left_out: tuple[str, ...] = ()
    """Files that are no answers: reports of ours, and of folders hidden or other files."""
    interrupted: bool = False
    earlier: str = ""
    """Name of the earlier report that it was compared with."""
    changes: tuple[Change, ...] = ()
    entries: tuple[Entry, ...]
    started: str
    seconds: float
    exit_code: int
