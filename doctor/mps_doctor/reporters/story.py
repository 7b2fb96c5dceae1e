"""A story: what a document of a command tells, in blocks that every format can draw.

Fixes, comparisons, plans and benches are told once, here as values, and drawn by `format_story`.
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


@dataclass(frozen=True)
class Bar:
    """One measured value: what it is of, and how it is written."""

    label: str
    value: float
    words: tuple[str, ...]
    """One for each column of the chart."""
    beside: bool = False
    """Whether it stands there for comparison only."""


@dataclass(frozen=True)
class Bars:
    """Values on one scale; where there is no room for bars, the words alone."""

    title: str
    columns: tuple[str, ...]
    """What the words of a bar are; the last are left out first where there is no room."""
    bars: tuple[Bar, ...]


Block: TypeAlias = Heading | Say | Items | Table | Bars | Commands | Quote


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
    """`fix`, `compare`, `plan` or `bench`."""
    about: tuple[str, ...]
    """Who or what it is about; the first line of a screen."""
    sign: Sign
    sentence: str
    blocks: tuple[Block, ...]
    cases: tuple[Case, ...]
    exit_code: int
    seconds: float = 0.0
