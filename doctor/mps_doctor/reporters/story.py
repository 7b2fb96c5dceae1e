"""A story: what a document about change tells, in blocks that every format can draw.

Fixes, comparisons and plans are told once, here as values, and drawn by `format_story`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from mps_doctor.checking import Argv
from mps_doctor.reporters.signs import Sign


@dataclass(frozen=True)
class Heading:
    """The start of a part."""

    text: str
    sign: Sign | None = None


@dataclass(frozen=True)
class Say:
    """A paragraph, or one line with what it is about before it."""

    text: str
    label: str = ""


@dataclass(frozen=True)
class Items:
    """Several things, each with an optional label."""

    items: tuple[tuple[str, str], ...]
    numbered: bool = False


@dataclass(frozen=True)
class Table:
    """Rows under a head; narrow screens show them as items."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Commands:
    """Commands that can be copied."""

    title: str
    commands: tuple[Argv, ...]


@dataclass(frozen=True)
class Quote:
    """Lines of another program, in its own words."""

    title: str
    lines: tuple[str, ...]


Block: TypeAlias = Heading | Say | Items | Table | Commands | Quote


@dataclass(frozen=True)
class Case:
    """One thing that went well or did not, for formats that count them."""

    name: str
    failed: bool
    message: str
    skipped: bool = False


@dataclass(frozen=True)
class Story:
    """A whole document in words."""

    kind: str
    """`fix`, `compare` or `plan`."""
    about: tuple[str, ...]
    """Who or what it is about; the first line of a screen."""
    sign: Sign
    sentence: str
    blocks: tuple[Block, ...]
    cases: tuple[Case, ...]
    exit_code: int
    seconds: float = 0.0
