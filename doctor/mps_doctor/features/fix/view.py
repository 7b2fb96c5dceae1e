"""The view of a fix: what it would do or has done, the way back, before and after."""

from mps_doctor.features.fix.values import FixReport, FixResult, FixStep, StepOutcome
from mps_doctor.judgement.verdict import Verdict
from mps_doctor.views.document import (
    STATUSES,
    Block,
    Commands,
    Document,
    Heading,
    Items,
    Paragraph,
    Quote,
    Sign,
)

RISK_WORDS = {
    "safe": "installs nothing",
    "changes-environment": "installs packages",
    "destructive": "deletes files",
}

NEED_WORDS = {
    "sudo": "an administrator's password",
    "gui": "a desktop session",
    "restart": "a restart",
    "new-environment": "a new environment",
    "network": "the network",
}

RESULTS: dict[FixResult, Sign] = {
    "nothing-to-fix": Sign("✓", "[ok]", "NOTHING TO FIX", "fine"),
    "planned": Sign("i", "[i]", "PLAN", "info"),
    "fixed": Sign("✓", "[ok]", "FIXED", "fine"),
    "improved": Sign("!", "[!]", "IMPROVED", "warning"),
    "unchanged": Sign("✗", "[x]", "UNCHANGED", "error"),
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


def view_fix(report: FixReport, *, every: bool = False) -> Document:
    """Return the document of a fix; with `every`, steps that are done are shown in full."""
    blocks: list[Block] = []
    if report.after is not None and report.result != "undone":
        blocks.append(Paragraph(_verdict(report.before), "Before"))
    for number, step in enumerate(report.steps, 1):
        blocks += step_blocks(step, number, every=every)
    if report.undo:
        blocks += [Heading("The way back"), Commands("Undo", report.undo)]
    if report.after is not None:
        blocks += [
            Heading("The whole check, once more"),
            Paragraph(report.examined_after, "Examined"),
            Paragraph(_verdict(report.after), "After"),
        ]
    if report.command:
        blocks += [Heading("To do it"), Commands("Each step is asked for", (report.command,))]
    return Document(
        name=report.target.name or report.target.python,
        sign=RESULTS[report.result],
        headline=report.sentence.rstrip("."),
        blocks=tuple(blocks),
        exit_code=report.exit_code,
        started=report.started,
        seconds=report.seconds,
    )


def step_blocks(step: FixStep, number: int, *, every: bool) -> list[Block]:
    """Return one step: what is run where, what it changes, risks and needs, how it goes back."""
    sign = None if step.outcome == "planned" else OUTCOMES[step.outcome]
    blocks: list[Block] = [Heading(f"Step {number}: {step.summary}", sign)]
    if step.message:
        blocks.append(Paragraph(step.message))
    if step.output:
        blocks.append(Quote("It said", step.output))
    if step.outcome == "done" and not every:
        return blocks
    blocks.append(Commands("Commands" if step.commands else "Steps", step.commands))
    if step.steps:
        blocks.append(Items(tuple(("", text) for text in step.steps), numbered=True))
    if step.folder:
        blocks.append(Paragraph(step.folder, "Runs in"))
    if step.changes:
        blocks.append(Paragraph(step.changes, "Changes"))
    needs = ", ".join(NEED_WORDS[need] for need in step.needs)
    words = RISK_WORDS[step.risk]
    if "new-environment" in step.needs:
        words = "changes no environment that exists"
    blocks.append(Paragraph(f"{words}; needs {needs}" if needs else words, "Risk"))
    if step.left_to_you and step.left_to_you != step.message:
        blocks.append(Paragraph(step.left_to_you, "Left to you"))
    if step.undo:
        title = "Undo (what it adds stays)" if step.install is not None else "Undo"
        blocks.append(Commands(title, step.undo))
    if step.verify:
        blocks.append(Commands("Verify", step.verify))
    return blocks


def _verdict(verdict: Verdict) -> str:
    cause = f", {verdict.cause}" if verdict.cause else ""
    return f"{STATUSES[verdict.status].word}{cause}. {verdict.headline}"
