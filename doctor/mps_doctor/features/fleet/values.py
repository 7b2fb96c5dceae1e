"""What is known of many hosts: one entry for each environment, and what they have in common."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from mps_doctor.fixes.fix import Argv
from mps_doctor.judgement.report import SCHEMA_VERSION, Tool

Outcome: TypeAlias = Literal["judged", "told", "unreachable", "no-answer", "unreadable"]
"""`told`: judged on the host itself, where only the line of its verdict came home."""


KNOWN_TO_WORK = ("healthy", "degraded")
"""Statuses of an environment that needs nobody's attention."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One environment of one host, or why nothing is known of it."""

    host: str
    """No two computers have the same: the beginning of the id, or a number, tells them apart."""
    named: bool = False
    """Whether the host, or who asked it, gave that name; else it is that of the file."""
    id: str = ""
    """A salted hash of the hardware's id: the same computer under two names has the same one."""
    python: str = ""
    """The interpreter that was examined."""
    outcome: Outcome
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
    fix: tuple[Argv, ...] = ()
    """The commands of the first fix."""
    system: str = ""
    macos: str = ""
    chip: str = ""
    python_version: str = ""
    torch: str = ""
    recorded: str = ""
    source: str = ""
    """The file that told it."""


class Count(msgspec.Struct, frozen=True, kw_only=True):
    """How many environments share a value; an empty value is not known."""

    value: str
    count: int


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """A cause or a reason, and the hosts behind it."""

    name: str
    title: str = ""
    hosts: tuple[str, ...]


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """An environment whose verdict is another one than before."""

    host: str
    python: str
    before: str
    after: str


class FleetChange(msgspec.Struct, frozen=True, kw_only=True):
    """What is different from an earlier run."""

    earlier: str
    """Name of the earlier folder or file."""
    better: tuple[Move, ...]
    worse: tuple[Move, ...]
    other: tuple[Move, ...]
    new: tuple[str, ...]
    """Hosts that the earlier run lacks."""
    gone: tuple[str, ...]


class FleetReport(msgspec.Struct, frozen=True, kw_only=True):
    """Many hosts in one document."""

    schema_version: str = SCHEMA_VERSION
    tool: Tool = Tool()
    fleet: Literal[1] = 1
    hosts: int
    environments: int
    statuses: tuple[Count, ...]
    causes: tuple[Group, ...]
    """Root causes of what is wrong, the most frequent first."""
    silent: tuple[Group, ...]
    """Why hosts gave no facts, the most frequent first."""
    macos: tuple[Count, ...]
    torch: tuple[Count, ...]
    chips: tuple[Count, ...]
    pythons: tuple[Count, ...]
    oldest: str = ""
    newest: str = ""
    """When the oldest and the newest facts were recorded."""
    superseded: int = 0
    """Answers left out because a newer one of the same environment is there."""
    left_out: tuple[str, ...] = ()
    """Files that are no answers: reports of ours, and files of another kind in a folder."""
    interrupted: bool = False
    change: FleetChange | None = None
    entries: tuple[Entry, ...]
    started: str
    seconds: float
    exit_code: int
