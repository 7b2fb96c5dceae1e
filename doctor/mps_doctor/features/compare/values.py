"""How two examinations differ, as typed values: part of the JSON contract."""

from typing import Literal, TypeAlias

import msgspec

from mps_doctor.judgement.report import Envelope
from mps_doctor.judgement.verdict import Status

Relation: TypeAlias = Literal["equal", "better", "worse", "different"]
"""Of the second to the first; `different`: as good or bad, for another reason."""


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is not the same on both sides."""

    what: str
    """`macOS`, `torch`, `processor of Python`, …"""
    facts: tuple[str, ...]
    """The dotted names of the facts that differ."""
    a: str
    b: str
    explains: bool = False
    """Whether the verdicts differ because of it."""
    why: str = ""
    """How that is known."""


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One of the two examinations, in short."""

    name: str
    kind: str
    status: Status
    cause: str | None
    sentence: str
    python: str
    torch: str
    host: str
    exit_code: int


class CompareReport(Envelope, frozen=True, kw_only=True):
    """Two examinations side by side."""

    a: Side
    b: Side
    relation: Relation
    sentence: str
    differences: tuple[Difference, ...]
    """Those that explain the verdict first."""
    new: tuple[str, ...] = ()
    """Findings of the second that the first lacks, each as `check: cause`."""
    gone: tuple[str, ...] = ()
    exit_code: int
