"""Tells how two examinations differ, and which difference explains their verdicts."""

from __future__ import annotations

from mps_doctor.features.compare.values import CompareReport, Relation, Side
from mps_doctor.render.screen import Screen
from mps_doctor.render.signs import STATUSES, Sign
from mps_doctor.views.story import Block, Case, Heading, Items, Say, Story, Table

RELATIONS: dict[Relation, Sign] = {
    "equal": Sign("=", "[=]", "EQUAL", "fine"),
    "better": Sign("✓", "[ok]", "BETTER", "fine"),
    "worse": Sign("✗", "[x]", "WORSE", "error"),
    "different": Sign("!", "[!]", "DIFFERENT", "warning"),
}


def tell_compare(report: CompareReport, screen: Screen) -> Story:
    """Return the story of a comparison."""
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
    shown = [r for r in report.results if screen.verbosity > 0 or "failed" in f"{r.a} {r.b}"]
    if shown:
        blocks.append(Heading("Checks that ended differently"))
        blocks.append(Table(("check", "A", "B"), tuple((r.check, r.a, r.b) for r in shown)))
        if len(shown) < len(report.results):
            more = len(report.results) - len(shown)
            blocks.append(Say(f"{more} more were not known or not run on one side (--verbose)"))
        if screen.verbosity > 0:
            said = tuple((r.check, r.message) for r in report.results if r.message)
            blocks.append(Items(said))
    if report.new:
        blocks += [Heading("New in B"), Items(tuple((item, "") for item in report.new))]
    if report.gone:
        blocks += [Heading("Gone in B"), Items(tuple((item, "") for item in report.gone))]
    return Story(
        kind="compare",
        about=(report.a.name, report.b.name),
        sign=RELATIONS[report.relation],
        sentence=report.sentence,
        blocks=tuple(blocks),
        cases=tuple(
            Case(
                name=item.check,
                failed=_is_new(item.check, report),
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
