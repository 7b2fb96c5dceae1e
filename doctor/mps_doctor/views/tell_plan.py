"""Tells what an upgrade would bring: whether MPS will work, what goes with it, the command."""

from __future__ import annotations

from mps_doctor.features.plan.values import FeatureChange, PlanReport, Versions
from mps_doctor.render.screen import Screen
from mps_doctor.render.signs import Sign
from mps_doctor.views.story import Block, Case, Commands, Heading, Items, Say, Story

ANSWERS = {
    "yes": Sign("✓", "[ok]", "YES", "fine"),
    "no": Sign("✗", "[x]", "NO", "error"),
    "unknown": Sign("?", "[?]", "NOT KNOWN", "warning"),
}


def tell_plan(report: PlanReport, screen: Screen) -> Story:
    """Return the story of a plan."""
    forecast = report.forecast
    blocks: list[Block] = [
        Say(_versions(forecast.now), "Now"),
        Say(_versions(forecast.then), "Then"),
    ]
    if forecast.reasons:
        blocks += [Heading("Why"), Items(tuple(("", reason) for reason in forecast.reasons))]
    if forecast.companions:
        blocks.append(Heading("Companions"))
        blocks.append(Items(tuple(forecast.companions.items())))
    for title, changes in (("Gained", forecast.gained), ("Lost", forecast.lost)):
        if changes:
            blocks += [Heading(title), Items(_features(changes, screen))]
    if forecast.commands or forecast.steps:
        blocks.append(Heading("How"))
    if forecast.steps:
        blocks.append(Items(tuple(("", step) for step in forecast.steps), numbered=True))
    blocks.append(Commands("Commands", forecast.commands))
    blocks.append(Commands("Then check", forecast.verify))
    blocks.append(Say(f"the knowledge of {forecast.known_until}; nothing was installed", "From"))
    return Story(
        kind="plan",
        about=(report.target.name, _versions(forecast.then)),
        sign=ANSWERS[forecast.answer],
        sentence=forecast.sentence,
        blocks=tuple(blocks),
        cases=(
            Case(
                name=f"MPS with {_versions(forecast.then)}",
                failed=forecast.answer != "yes",
                message="; ".join((forecast.sentence, *forecast.reasons)),
            ),
        ),
        exit_code=forecast.exit_code,
    )


def _features(changes: tuple[FeatureChange, ...], screen: Screen) -> tuple[tuple[str, str], ...]:
    if screen.verbosity > 0:
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
