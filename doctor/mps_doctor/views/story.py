"""A story: what a document of a command tells, in blocks that every format can draw.

Fixes, comparisons, plans and benches are told once, here as values, and drawn by `format_story`.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from mps_doctor.fixes.fix import Argv
from mps_doctor.render.signs import Sign


class Heading(msgspec.Struct, frozen=True):
    """The start of a part."""

    text: str
    sign: Sign | None = None


class Say(msgspec.Struct, frozen=True):
    """A paragraph, or one line with what it is about before it."""

    text: str
    label: str = ""


class Items(msgspec.Struct, frozen=True):
    """Several things, each with an optional label."""

    items: tuple[tuple[str, str], ...]
    numbered: bool = False


class Table(msgspec.Struct, frozen=True):
    """Rows under a head; narrow screens show them as items."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Commands(msgspec.Struct, frozen=True):
    """Commands that can be copied."""

    title: str
    commands: tuple[Argv, ...]


class Quote(msgspec.Struct, frozen=True):
    """Lines of another program, in its own words."""

    title: str
    lines: tuple[str, ...]


class Bar(msgspec.Struct, frozen=True):
    """One measured value: what it is of, and how it is written."""

    label: str
    value: float
    words: tuple[str, ...]
    """One for each column of the chart."""
    beside: bool = False
    """Whether it stands there for comparison only."""


class Bars(msgspec.Struct, frozen=True):
    """Values on one scale; where there is no room for bars, the words alone."""

    title: str
    columns: tuple[str, ...]
    """What the words of a bar are; the last are left out first where there is no room."""
    bars: tuple[Bar, ...]


Block: TypeAlias = Heading | Say | Items | Table | Bars | Commands | Quote


class Case(msgspec.Struct, frozen=True):
    """One thing that went well or did not, for formats that count them."""

    name: str
    failed: bool
    message: str
    skipped: bool = False


class Story(msgspec.Struct, frozen=True):
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
