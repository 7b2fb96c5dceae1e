"""The view of a plan: whether MPS will work, what goes with it, the command."""

from __future__ import annotations

from mps_doctor.features.plan.values import FeatureChange, PlanReport, Versions
from mps_doctor.views.document import (
    Block,
    Case,
    Commands,
    Document,
    Heading,
    Items,
    Paragraph,
    Sign,
)

ANSWERS = {
    "yes": Sign("✓", "[ok]", "YES", "fine"),
    "no": Sign("✗", "[x]", "NO", "error"),
    "unknown": Sign("?", "[?]", "NOT KNOWN", "warning"),
}


def view_plan(report: PlanReport, *, every: bool = False) -> Document:
    """Return the document of a plan; `every` names the source of each feature."""
    forecast = report.forecast
    blocks: list[Block] = [
        Paragraph(_versions(forecast.now), "Now"),
        Paragraph(_versions(forecast.then), "Then"),
    ]
    if forecast.reasons:
        blocks += [Heading("Why"), Items(tuple(("", reason) for reason in forecast.reasons))]
    if forecast.companions:
        blocks.append(Heading("Companions"))
        blocks.append(Items(tuple(forecast.companions.items())))
    for title, changes in (("Gained", forecast.gained), ("Lost", forecast.lost)):
        if changes:
            blocks += [Heading(title), Items(_features(changes, every=every))]
    if forecast.commands or forecast.steps:
        blocks.append(Heading("How"))
    if forecast.steps:
        blocks.append(Items(tuple(("", step) for step in forecast.steps), numbered=True))
    if forecast.commands:
        blocks.append(Commands("Commands", forecast.commands))
    if forecast.verify:
        blocks.append(Commands("Verify", forecast.verify))
    blocks.append(
        Paragraph(f"the knowledge of {forecast.known_until}; nothing was installed", "From")
    )
    failed = forecast.answer != "yes"
    return Document(
        kind="plan",
        name=report.target.name,
        sign=ANSWERS[forecast.answer],
        headline=forecast.sentence.rstrip("."),
        blocks=tuple(blocks),
        cases=(
            Case(
                name=f"MPS with {_versions(forecast.then)}",
                group="plan",
                outcome="failed" if failed else "passed",
                level="error" if failed else "notice",
                word=forecast.answer,
                message="; ".join((forecast.sentence, *forecast.reasons)),
            ),
        ),
        exit_code=forecast.exit_code,
    )


def _features(changes: tuple[FeatureChange, ...], *, every: bool) -> tuple[tuple[str, str], ...]:
    if every:
        return tuple((item.title, f"{item.rule} (source: {item.source})") for item in changes)
    return tuple((item.title, item.rule) for item in changes)


def _versions(versions: Versions) -> str:
    parts = [
        f"torch {versions.torch}" if versions.torch else "no torch",
        f"macOS {versions.macos}" if versions.macos else "",
        f"Python {versions.python}" if versions.python else "",
        versions.architecture,
    ]
    return ", ".join(part for part in parts if part)
