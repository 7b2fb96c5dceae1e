"""The view of a comparison: how two examinations differ, and which difference explains it."""

from collections.abc import Iterator

from mps_doctor.features.compare.differences import CompareReport, Difference, Relation, Side
from mps_doctor.views.document import (
    STATUSES,
    Block,
    Document,
    Heading,
    Items,
    Paragraph,
    Row,
    Rows,
    Section,
    Sign,
    Table,
)

RELATIONS: dict[Relation, Sign] = {
    "equal": Sign("=", "[=]", "EQUAL", "fine"),
    "better": Sign("✓", "[ok]", "BETTER", "fine"),
    "worse": Sign("✗", "[x]", "WORSE", "error"),
    "different": Sign("!", "[!]", "DIFFERENT", "warning"),
}


def view_comparison(report: CompareReport) -> Document:
    """Return the document of a comparison; what nothing explains is folded."""
    others = [item for item in report.differences if not item.explains]
    return Document(
        name=f"{report.a.name}, {report.b.name}",
        sign=RELATIONS[report.relation],
        headline=report.sentence.rstrip("."),
        blocks=tuple(_blocks(report)),
        sections=(Section("Other differences", (_table(others),)),) if others else (),
        exit_code=report.exit_code,
    )


def _blocks(report: CompareReport) -> Iterator[Block]:
    explaining = [item for item in report.differences if item.explains]
    # What explains a cause names it.
    causes = {side.cause for side in (report.a, report.b)} if explaining else set()
    sides = (("A", report.a), ("B", report.b))
    yield Rows(tuple(_side(letter, side, bool(explaining)) for letter, side in sides))
    if explaining:
        yield Heading("What explains it")
        yield _table(explaining)
        yield from (Paragraph(item.why, role="dim") for item in explaining)
    for title, findings in (("New in B", report.new), ("Gone in B", report.gone)):
        shown = [each for each in findings if each.rpartition(": ")[2] not in causes]
        if shown:
            yield Heading(title)
            yield Items(tuple((finding, "") for finding in shown))
    others = len(report.differences) - len(explaining)
    if others:
        what = "1 other difference" if others == 1 else f"{others} other differences"
        yield Paragraph(f"{what}: see --verbose", role="dim")


def _table(differences: list[Difference]) -> Table:
    rows = tuple((item.what, item.a, item.b) for item in differences)
    return Table(("", "A", "B"), rows)


def _side(letter: str, side: Side, explained: bool) -> Row:
    python = f"Python {side.python}" if side.python else ""
    torch = f"PyTorch {side.torch}" if side.torch else ""
    known = ", ".join(filter(None, (None if explained else side.cause, torch, python, side.host)))
    return Row(STATUSES[side.status], letter, known, side.name)
