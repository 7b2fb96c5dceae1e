"""The view of a comparison: how two examinations differ, and which difference explains their verdicts."""

from __future__ import annotations

from mps_doctor.features.compare.values import CompareReport, Relation, Side
from mps_doctor.views.document import (
    Block,
    Case,
    Document,
    Heading,
    Items,
    Paragraph,
    Sign,
    Table,
)
from mps_doctor.views.signs import STATUSES

RELATIONS: dict[Relation, Sign] = {
    "equal": Sign("=", "[=]", "EQUAL", "fine"),
    "better": Sign("✓", "[ok]", "BETTER", "fine"),
    "worse": Sign("✗", "[x]", "WORSE", "error"),
    "different": Sign("!", "[!]", "DIFFERENT", "warning"),
}


def view_comparison(report: CompareReport, *, every: bool = False) -> Document:
    """Return the document of a comparison; `every` adds what was not known on one side."""
    sides = (("A", report.a), ("B", report.b))
    blocks: list[Block] = [
        Items(tuple((f"{letter} {side.name}", _side(side)) for letter, side in sides)),
    ]
    explaining = [item for item in report.differences if item.explains]
    others = [item for item in report.differences if not item.explains]
    if explaining:
        blocks.append(Heading("What explains the verdict"))
        blocks.append(
            Items(
                tuple(
                    (item.what, f"{item.a} in A, {item.b} in B ({item.why})") for item in explaining
                )
            )
        )
    if others:
        blocks.append(Heading("What else differs"))
        rows = tuple((item.what, item.a, item.b) for item in others)
        blocks.append(Table(("", "A", "B"), rows))
    shown = [r for r in report.results if every or "failed" in f"{r.a} {r.b}"]
    if shown:
        blocks.append(Heading("Checks that ended differently"))
        blocks.append(Table(("check", "A", "B"), tuple((r.check, r.a, r.b) for r in shown)))
        if len(shown) < len(report.results):
            more = len(report.results) - len(shown)
            blocks.append(
                Paragraph(f"{more} more were not known or not run on one side (--verbose)")
            )
        if every:
            said = tuple((r.check, r.message) for r in report.results if r.message)
            blocks.append(Items(said))
    if report.new:
        blocks += [Heading("New in B"), Items(tuple((item, "") for item in report.new))]
    if report.gone:
        blocks += [Heading("Gone in B"), Items(tuple((item, "") for item in report.gone))]
    return Document(
        kind="compare",
        name=f"{report.a.name}, {report.b.name}",
        sign=RELATIONS[report.relation],
        headline=report.sentence.rstrip("."),
        blocks=tuple(blocks),
        cases=tuple(
            Case(
                name=item.check,
                group="compare",
                outcome="failed" if _is_new(item.check, report) and report.exit_code else "passed",
                level="error" if _is_new(item.check, report) else "notice",
                word=report.relation,
                message=f"{item.a}, then {item.b}",
            )
            for item in report.results
        ),
        exit_code=report.exit_code,
    )


def _is_new(check: str, report: CompareReport) -> bool:
    return any(item.startswith(f"{check}: ") for item in report.new)


def _side(side: Side) -> str:
    word = STATUSES[side.status].word if side.status in STATUSES else side.status
    cause = f" ({side.cause})" if side.cause else ""
    return f"{word}{cause}; {side.torch}, {side.python}, {side.host}"
