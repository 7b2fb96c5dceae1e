"""A document: what a result says, in blocks that every format can draw.

A view turns one kind of result into a `Document`; a renderer turns a `Document` into one format.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from mps_doctor.fixes.fix import Argv
from mps_doctor.judgement.checking import OutcomeName, Result, Severity
from mps_doctor.judgement.verdict import Status

Role: TypeAlias = Literal["error", "warning", "info", "fine", "bold", "dim", "command", "plain"]
"""What a text is for; a format gives each its colour."""


class Sign(msgspec.Struct, frozen=True):
    """How a judgement is shown: glyph, word and colour each carry it without the others."""

    glyph: str
    ascii: str
    word: str
    role: Role

    def drawn(self, unicode: bool) -> str:
        """Return the glyph, or its likeness in ASCII."""
        return self.glyph if unicode else self.ascii


PASSED = Sign("✓", "[ok]", "passed", "fine")
FAILED = Sign("✗", "[x]", "failed", "error")
NOTHING = Sign("-", "[-]", "skipped", "dim")

SEVERITIES: dict[Severity, Sign] = {
    "error": Sign("✗", "[x]", "error", "error"),
    "warning": Sign("!", "[!]", "warning", "warning"),
    "info": Sign("i", "[i]", "tip", "info"),
}

OUTCOMES: dict[OutcomeName, Sign] = {
    "passed": PASSED,
    "failed": FAILED,
    "skipped": NOTHING,
    "not-applicable": Sign("-", "[-]", "not applicable", "dim"),
    "not-run": Sign("-", "[-]", "not run", "dim"),
    "unknown": Sign("?", "[?]", "unknown", "dim"),
    "errored": Sign("✗", "[x]", "check crashed", "error"),
}

STATUSES: dict[Status, Sign] = {
    "healthy": Sign("✓", "[ok]", "HEALTHY", "fine"),
    "unproven": Sign("?", "[?]", "UNPROVEN", "info"),
    "degraded": Sign("!", "[!]", "DEGRADED", "warning"),
    "limited": Sign("✗", "[x]", "LIMITED", "error"),
    "broken": Sign("✗", "[x]", "BROKEN", "error"),
    "not-applicable": Sign("-", "[-]", "NOT APPLICABLE", "dim"),
    "inconclusive": Sign("?", "[?]", "INCONCLUSIVE", "warning"),
}


def sign_of(result: Result) -> Sign:
    """Return the sign of a result: of its severity where it failed, else of its outcome."""
    if result.outcome == "failed":
        return SEVERITIES[result.severity or "info"]
    return OUTCOMES[result.outcome]


class Row(msgspec.Struct, frozen=True):
    """One line that passes or fails: its sign, what it is about, the fact that decides."""

    sign: Sign
    label: str
    text: str
    note: str = ""
    """Less important, such as a path."""
    children: tuple[Row, ...] = ()
    """The single checks behind it, which `--verbose` shows."""
    evidence: tuple[str, ...] = ()
    minor: bool = False
    """Whether a short page leaves it out."""
    filter: str = ""
    """Words by which a page finds this row's records."""


class Rows(msgspec.Struct, frozen=True):
    """Lines whose labels stand below each other."""

    rows: tuple[Row, ...]


class Paragraph(msgspec.Struct, frozen=True):
    """A text, with an optional lead such as `Tip`."""

    text: str
    lead: str = ""
    role: Role = "plain"


class Heading(msgspec.Struct, frozen=True):
    """The start of a part."""

    text: str
    sign: Sign | None = None


class Items(msgspec.Struct, frozen=True):
    """Several things, each with an optional label."""

    items: tuple[tuple[str, str], ...]
    numbered: bool = False
    listed: bool = False
    """Whether a single one, too, has the mark of a list."""


class Commands(msgspec.Struct, frozen=True):
    """Commands to copy, each on lines of its own, below a title."""

    title: str
    commands: tuple[Argv, ...]
    lead: str = ""
    """What the title begins with, such as `Fix`."""


class Actions(msgspec.Struct, frozen=True):
    """Commands behind their labels, below each other: `Verify:  mps-doctor --env mps`."""

    actions: tuple[tuple[str, Argv], ...]
    title: str = ""


class Quote(msgspec.Struct, frozen=True):
    """Lines of another program, or of a pasted text, in its own words."""

    label: str
    lines: tuple[str, ...]


class Table(msgspec.Struct, frozen=True):
    """Rows under a head; narrow screens show them as items."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Record(msgspec.Struct, frozen=True):
    """One line of a long table, and what is shown when it is opened."""

    cells: tuple[str, ...]
    details: tuple[tuple[str, str], ...] = ()


class Records(msgspec.Struct, frozen=True):
    """A long table: a page can search and sort it, a spreadsheet read it; a screen shows a part."""

    head: tuple[str, ...]
    records: tuple[Record, ...]
    role_of: dict[str, Role] = {}
    """Which cells are coloured how."""


Block: TypeAlias = Rows | Paragraph | Heading | Items | Commands | Actions | Quote | Table | Records


class Section(msgspec.Struct, frozen=True):
    """A part that is folded until somebody wants it: `--verbose` on the console."""

    title: str
    blocks: tuple[Block, ...]


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that went well or did not, for formats that count them."""

    name: str
    group: str
    """The family of a check, or the kind of the document."""
    outcome: Literal["passed", "failed", "skipped", "errored", "noted"]
    """`noted`: a failure that leaves the exit code 0."""
    level: Literal["error", "warning", "notice"] = "notice"
    word: str = ""
    message: str = ""
    details: tuple[str, ...] = ()
    seconds: float = 0.0


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """A result in words."""

    name: str
    """What was examined, for a suite of cases."""
    sign: Sign
    headline: str
    blocks: tuple[Block, ...] = ()
    sections: tuple[Section, ...] = ()
    cases: tuple[Case, ...] = ()
    line: str = ""
    """The result in one line; empty for sign and headline."""
    parts: tuple[Document, ...] = ()
    """The documents of several examinations, for formats that count or list them."""
    properties: tuple[tuple[str, str], ...] = ()
    exit_code: int = 0
    started: str = ""
    seconds: float = 0.0


def parts_of(document: Document) -> tuple[Document, ...]:
    """Return the documents of several examinations, or the document itself."""
    return document.parts or (document,)
