"""The view of a plan: whether MPS will work, what changes with it, the command."""

from collections.abc import Iterator

from mps_doctor.features.plan.values import Answer, Forecast, PlanReport, Versions
from mps_doctor.knowledge.macos import macos_name
from mps_doctor.views.document import (
    Actions,
    Block,
    Document,
    Items,
    Paragraph,
    Row,
    Rows,
    Section,
    Sign,
    Table,
)
from mps_doctor.views.report import fix_blocks

ANSWERS: dict[Answer, Sign] = {
    "yes": Sign("✓", "[ok]", "YES", "fine"),
    "no": Sign("✗", "[x]", "NO", "error"),
    "unknown": Sign("?", "[?]", "NOT KNOWN", "warning"),
}


def view_plan(report: PlanReport) -> Document:
    """Return the document of a plan."""
    forecast = report.forecast
    return Document(
        name=report.target.name,
        sign=ANSWERS[forecast.answer],
        headline=forecast.sentence.rstrip("."),
        blocks=tuple(_blocks(forecast)),
        sections=tuple(_sections(forecast)),
        exit_code=forecast.exit_code,
    )


def _blocks(forecast: Forecast) -> Iterator[Block]:
    note = Sign("!", "[!]", "NOTE", "info")
    sign = note if forecast.answer == "yes" else ANSWERS[forecast.answer]
    if forecast.reasons:
        yield Rows(tuple(Row(sign, "", reason) for reason in forecast.reasons))
    now, then = _named(forecast.now), _named(forecast.then)
    rows = [(what, now[what], then[what]) for what in now if now[what] or then[what]]
    have = forecast.companions_now
    rows += [(name, have.get(name, ""), to) for name, to in forecast.companions.items()]
    yield Table(("", "now", "then"), tuple(rows))
    for lead, changes in (("Gains", forecast.gained), ("Loses", forecast.lost)):
        if changes:
            yield Paragraph("; ".join(change.title for change in changes), lead=lead)
    for step in forecast.steps:
        yield Paragraph(step, lead="Instead" if forecast.answer == "no" else "First")
    if forecast.fix is not None:
        yield from fix_blocks(forecast.fix)
        yield Actions(tuple(("Verify", argv) for argv in forecast.fix.verify[:1]))


def _named(versions: Versions) -> dict[str, str]:
    return {
        "PyTorch": versions.torch,
        "macOS": macos_name(versions.macos).removeprefix("macOS ") if versions.macos else "",
        "Python": " ".join(filter(None, (versions.python, versions.architecture))),
    }


def _sections(forecast: Forecast) -> Iterator[Section]:
    for title, changes in (("Gains", forecast.gained), ("Loses", forecast.lost)):
        if changes:
            items = ((each.title, f"{each.rule} (source: {each.source})") for each in changes)
            yield Section(title, (Items(tuple(items)),))
    yield Section("Data", (Paragraph(f"of {forecast.known_until}; nothing was installed"),))
