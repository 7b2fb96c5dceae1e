"""Tells what a fix would do, or has done: step by step, the way back, before and after."""

from __future__ import annotations

from mps_doctor.features.fix.values import FixReport, FixResult, FixStep, StepOutcome
from mps_doctor.render.screen import Screen
from mps_doctor.render.signs import STATUSES, Sign
from mps_doctor.views.reading import NEED_WORDS, RISK_WORDS
from mps_doctor.views.story import Block, Case, Commands, Heading, Items, Quote, Say, Story

RESULTS: dict[FixResult, Sign] = {
    "nothing-to-fix": Sign("✓", "[ok]", "NOTHING TO FIX", "fine"),
    "planned": Sign("i", "[i]", "PLAN", "info"),
    "fixed": Sign("✓", "[ok]", "FIXED", "fine"),
    "improved": Sign("!", "[!]", "IMPROVED", "warning"),
    "unchanged": Sign("✗", "[x]", "UNCHANGED", "error"),
    "worse": Sign("✗", "[x]", "WORSE", "error"),
    "undone": Sign("✓", "[ok]", "UNDONE", "fine"),
    "interrupted": Sign("!", "[!]", "INTERRUPTED", "warning"),
}

OUTCOMES: dict[StepOutcome, Sign] = {
    "planned": Sign("·", "[.]", "to do", "bold"),
    "done": Sign("✓", "[ok]", "done", "fine"),
    "failed": Sign("✗", "[x]", "failed", "error"),
    "not-verified": Sign("✗", "[x]", "did not help", "error"),
    "declined": Sign("-", "[-]", "declined", "dim"),
    "by-hand": Sign("!", "[!]", "for you to do", "warning"),
    "not-asked": Sign("-", "[-]", "not run", "dim"),
    "not-reached": Sign("-", "[-]", "not reached", "dim"),
    "interrupted": Sign("!", "[!]", "interrupted", "warning"),
}


def tell_fix(report: FixReport, screen: Screen) -> Story:
    """Return the story of a fix."""
    blocks: list[Block] = []
    if report.result != "undone":
        blocks.append(Say(_verdict(report, after=False), "Before"))
    for number, step in enumerate(report.steps, 1):
        blocks += tell_step(step, number, screen)
    if report.saved_in:
        blocks += [Heading("The way back"), Say(report.saved_in, "Saved in")]
        blocks.append(
            Commands(
                "What was saved can be put back at once",
                (("mps-doctor", "fix", "--undo", report.saved_in, "--apply"),),
            )
        )
    elif report.undo:
        blocks.append(Heading("The way back"))
    if report.undo:
        blocks.append(Commands("Or by these commands" if report.saved_in else "Undo", report.undo))
    if report.after is not None:
        blocks += [
            Heading("The whole check, once more"),
            Say(report.examined_after, "Examined"),
            Say(_verdict(report, after=True), "After"),
        ]
    if report.command:
        blocks += [Heading("To do it"), Commands("Each step is asked for", (report.command,))]
    return Story(
        kind="fix",
        about=(report.target.name or report.target.python, report.target.python),
        sign=RESULTS[report.result],
        sentence=report.sentence,
        blocks=tuple(blocks),
        cases=tuple(
            Case(
                name=f"step {number}: {step.id}",
                failed=step.outcome in ("failed", "not-verified", "planned", "by-hand"),
                message=f"{step.summary}. {step.message}".strip(),
                skipped=step.outcome in ("declined", "not-asked", "not-reached"),
            )
            for number, step in enumerate(report.steps, 1)
        ),
        exit_code=report.exit_code,
        seconds=report.seconds,
    )


def tell_step(step: FixStep, number: int, screen: Screen) -> list[Block]:
    """Return one step: what is run where, what it changes, risks and needs, how it goes back."""
    sign = None if step.outcome == "planned" else OUTCOMES[step.outcome]
    blocks: list[Block] = [Heading(f"Step {number}: {step.summary}", sign)]
    if step.message:
        blocks.append(Say(step.message))
    if step.output:
        blocks.append(Quote("It said", step.output))
    if step.outcome == "done" and screen.verbosity <= 0:
        return blocks
    blocks.append(Commands("Commands", step.commands))
    if step.steps:
        blocks.append(Items(tuple(("", text) for text in step.steps), numbered=True))
    if step.commands:
        blocks.append(Say(step.folder or "the current folder", "Runs in"))
    blocks.append(Say(step.changes, "Changes"))
    needs = ", ".join(NEED_WORDS[need] for need in step.needs)
    words = RISK_WORDS["safe" if "new-environment" in step.needs else step.risk]
    risk = words + ("" if step.automatic else "; never done by --yes")
    blocks.append(Say(f"{risk}; needs {needs}" if needs else risk, "Risk"))
    if step.undo:
        blocks.append(Commands("Can be undone by", step.undo))
    elif step.commands:
        how = "yes: what is installed is saved first" if step.undoable else "no"
        blocks.append(Say(how, "Can be undone"))
    blocks.append(Commands("Proved by", step.verify))
    return blocks


def _verdict(report: FixReport, *, after: bool) -> str:
    verdict = report.after if after and report.after is not None else report.before
    cause = f", {verdict.cause}" if verdict.cause else ""
    return f"{STATUSES[verdict.status].word}{cause}. {verdict.sentence}"
