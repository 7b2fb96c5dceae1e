"""The view of one examination: headline, areas, the fix, how to verify it; the rest is folded."""

from collections import Counter
from collections.abc import Iterator, Sequence

from mps_doctor.facts import NOT_GIVEN, known_or
from mps_doctor.fixes.fix import Argv, Fix
from mps_doctor.fixes.managers import left_to_you
from mps_doctor.judgement.deep_matrix import Row as MatrixRow, Standing
from mps_doctor.judgement.report import Report
from mps_doctor.judgement.verdict import Candidate
from mps_doctor.knowledge.causes import all_causes
from mps_doctor.knowledge.topics import find_topics
from mps_doctor.views import document as doc, subject
from mps_doctor.views.areas import area_rows, findings_in_areas
from mps_doctor.views.cases import cases_of
from mps_doctor.views.document import SEVERITIES, STATUSES

MOST_QUOTES = 3
MOST_OTHERS = 4
MOST_MISSING = 6

LIMIT = "This is a limit of MPS, not a fault of your environment"
MISTAKE = "The program has to change, not your environment"

MARKS: dict[Standing, str] = {
    "works": "✓",
    "wrong results": "✗ wrong",
    "crashes": "✗ crashes",
    "not implemented": "- missing",
    "needs newer": "- needs newer",
    "no memory": "- no memory",
    "not run": "",
}

ELSEWHERE = doc.Actions(
    (
        ("Test this machine", ("mps-doctor", "--device", "cpu")),
        ("Test its NVIDIA GPU", ("mps-doctor", "--device", "cuda")),
        ("Diagnose a report", ("mps-doctor", "diagnose", "issue.txt")),
        ("Judge a recorded Mac", ("mps-doctor", "--snapshot", "mac.json")),
    )
)
"""What can be done on a computer that is not a Mac."""

ASK = doc.Actions(
    (("", ("mps-doctor",)), ("", ("python", "-m", "torch.utils.collect_env"))),
    "To diagnose it, paste the output of one of these, run in that environment:",
)
"""What prints the facts that a text lacks."""


def view_report(report: Report) -> doc.Document:
    """Return the document of one examination."""
    verdict = report.verdict
    blocks = tuple(_blocks(report))
    return doc.Document(
        name=report.target.name or "mps-doctor",
        sign=SEVERITIES["info"] if _is_a_note(report) else STATUSES[verdict.status],
        headline=verdict.headline,
        blocks=blocks,
        sections=tuple(_sections(report, blocks)),
        cases=cases_of(report),
        line=_line(report),
        properties=(
            ("verdict", verdict.status),
            ("cause", verdict.cause or ""),
            ("headline", verdict.headline),
            ("subject", subject.describe_examination(report)),
            ("tool", f"{report.tool.name} {report.tool.version}"),
        ),
        exit_code=verdict.exit_code,
        started=report.started,
        seconds=report.seconds,
    )


def _blocks(report: Report) -> Iterator[doc.Block]:
    verdict = report.verdict
    chief = verdict.candidates[0] if verdict.cause else None
    if expected := verdict.expected:
        found = ", as found" if expected.met else f"; found {verdict.cause or verdict.status}"
        yield doc.Paragraph(f"{expected.value}{found}", lead="Expected")
    if report.target.note:
        yield doc.Paragraph(report.target.note, lead="Note")
    if verdict.cause == "not-macos-host" and verdict.status == "not-applicable":
        yield ELSEWHERE
    elif verdict.status == "inconclusive" and report.target.kind == "pasted":
        yield from _ask(report)
    else:
        if _shows_areas(report):
            yield doc.Rows(area_rows(report))
        yield from _quotes(chief)
        if verdict.status == "inconclusive":
            yield from _missing(report)
        for fix in _fix_shown(report):
            yield from _fix(report, fix)
        for fix in _fixes_of_chief(report)[:1] if _is_a_note(report) else ():
            yield doc.Paragraph(fix.summary, lead="Tip")
    yield from _others(report)
    if verdict.status == "limited" and chief is not None and chief.kind == "limit":
        yield doc.Paragraph(MISTAKE if _is_a_mistake(report, chief) else LIMIT)
    if chief is not None and chief.cause != "not-macos-host":
        about = chief.cause if chief.cause in all_causes() else chief.check
        yield doc.Actions((("More", ("mps-doctor", "explain", about)),))


def _fixes_of_chief(report: Report) -> list[Fix]:
    cause = report.verdict.cause
    return [fix for each in report.results if each.cause == cause for fix in each.fixes]


def _fix_shown(report: Report) -> tuple[Fix, ...]:
    """Return the fix that the page has room for: that of the verdict's cause."""
    return report.verdict.prescription[:1] if _fixes_of_chief(report) else ()


def _is_a_note(report: Report) -> bool:
    """Whether the verdict rests on a note that reports nothing wrong, such as a warning."""
    return report.verdict.status == "unproven" and report.verdict.cause is not None


def _is_a_mistake(report: Report, chief: Candidate) -> bool:
    """Whether the program is wrong, by its cause or by what the text says instead of the cause."""
    row = all_causes()[chief.cause]
    itself = f"{row.headline[:1].upper()}{row.headline[1:]}"
    return row.mistake or (chief.source == "text" and report.verdict.headline != itself)


def _shows_areas(report: Report) -> bool:
    """Whether the page shows the areas: not where the program alone explains what happened."""
    verdict = report.verdict
    return verdict.status not in ("limited", "not-applicable") or (
        verdict.cause == "linux-guest-on-mac"
    )


def _quotes(chief: Candidate | None) -> Iterator[doc.Quote]:
    """Yield the lines of a pasted text that show the cause, or else the evidence from it."""
    if chief is None:
        return
    lines = [line.partition(": ")[::2] for line in chief.evidence if line.startswith("line ")]
    # Of one line, what was quoted first is the error text.
    placed = sorted(
        dict(reversed(lines)).items(),
        key=lambda line: int(line[0].removeprefix("line ").partition(" ")[0] or 0),
    )
    if not placed and chief.source == "text":
        placed = [("", line) for line in chief.evidence]
    for place, text in placed[:MOST_QUOTES]:
        yield doc.Quote(place, (text,))


def _ask(report: Report) -> Iterator[doc.Block]:
    """Yield what to paste, where a text says too little."""
    if known := subject.describe_examination(report):
        yield doc.Paragraph(known, lead="Known")
    if about := known_or(report.facts.messages.about, ""):
        if find_topics(about):
            yield doc.Actions((("More", ("mps-doctor", "explain", about.lower())),))
        return
    yield ASK
    yield doc.Paragraph("and the whole error message.")


def _missing(report: Report) -> Iterator[doc.Block]:
    """Yield the facts that would decide, each with the reason why it is unknown."""
    reasons: dict[str, str] = {}
    for result in report.results:
        for fact in result.because_of if result.outcome == "unknown" else ():
            reason = result.message.removeprefix(f"{fact}: ")
            reasons.setdefault(fact, "" if reason == NOT_GIVEN else reason)
    if missing := report.verdict.missing_facts[:MOST_MISSING]:
        yield doc.Paragraph("To diagnose this, mps-doctor needs:")
        yield doc.Items(tuple((fact, reasons.get(fact, "")) for fact in missing))


def _fix(report: Report, fix: Fix) -> Iterator[doc.Block]:
    yield from fix_blocks(fix)
    actions = [("Verify", argv) for argv in fix.verify[:1]]
    if command := apply_command(report, fix):
        label = "On that Mac, run" if report.target.kind == "snapshot" else "Or run"
        actions.append((label, command))
    if actions:
        yield doc.Actions(tuple(actions))


def fix_blocks(fix: Fix, note: str = "") -> Iterator[doc.Block]:
    """Yield what a fix does, its side effects, its commands and its steps."""
    summary = fix.summary
    if summary.partition(" ")[0][1:].islower():
        summary = f"{summary[:1].lower()}{summary[1:]}"
    effects = []
    if "sudo" in fix.needs:
        effects.append("asks for an administrator's password")
    if "gui" in fix.needs and fix.kind == "run":
        effects.append("needs a desktop session")
    if "restart" in fix.needs and "restart" not in summary.lower():
        effects.append("restarts your Mac")
    notes = ", ".join(filter(None, (note, *effects)))
    yield doc.Commands(f"{summary} ({notes})" if notes else summary, fix.commands, lead="Fix")
    if fix.steps:
        yield doc.Items(tuple(("", step) for step in fix.steps), numbered=len(fix.steps) > 1)


def apply_command(report: Report, fix: Fix) -> Argv:
    """Return what applies the fix where it was examined; empty where it is only prescribed."""
    command: Argv = ("mps-doctor", "fix", "--apply")
    if left_to_you(fix, report.facts.python, report.facts.conda):
        return ()
    if report.target.kind == "snapshot":
        return command
    if report.target.kind != "interpreter":
        return ()
    # What proves a fix names the device that was asked for.
    proof = next(iter(fix.verify), ())
    if "--device" in proof:
        place = proof.index("--device")
        command = (*command, *proof[place : place + 2])
    named = report.target.chosen_because.startswith(("named by", "it ran"))
    return (*command, "--python", report.target.python) if named else command


def _others(report: Report) -> Iterator[doc.Block]:
    """Yield one line for each other finding, errors first; tips where nothing is wrong."""
    verdict = report.verdict
    shown = findings_in_areas(report) if _shows_areas(report) else set()
    others = [
        each
        for each in verdict.candidates
        if each.cause != verdict.cause and (each.check, each.cause) not in shown
    ]
    if rows := [
        *(
            doc.Row(SEVERITIES[each.severity], "", each.message)
            for each in others
            if each.severity != "info"
        ),
        *(
            doc.Row(doc.sign_of(each), "", f"{each.check} failed to run: {each.message}")
            for each in report.results
            if each.outcome == "errored"
        ),
    ]:
        yield doc.Rows(tuple(rows[:MOST_OTHERS]))
    if len(rows) > MOST_OTHERS:
        yield doc.Paragraph(f"{len(rows) - MOST_OTHERS} more with --verbose", role="dim")
    # A text's tip is all there is to say where nothing else was recognised.
    sources = ("facts", "text") if verdict.status == "inconclusive" else ("facts",)
    tips = [each for each in others if each.severity == "info" and each.source in sources]
    for tip in tips[:MOST_OTHERS] if not verdict.cause else ():
        yield doc.Paragraph(tip.message, lead="Tip")


def _sections(report: Report, blocks: tuple[doc.Block, ...]) -> Iterator[doc.Section]:
    if not any(isinstance(block, doc.Rows) and block.rows[0].label for block in blocks):
        yield doc.Section("Every check", (doc.Rows(area_rows(report)),))
    if fixes := tuple(_other_fixes(report)):
        yield doc.Section("Other fixes", fixes)
    if matrix := tuple(_matrix(report.measurements.deep)):
        yield doc.Section("Operations by dtype", matrix)
    if report.ignored:
        items = tuple((each.check, each.reason) for each in report.ignored)
        yield doc.Section("Ignored", (doc.Items(items),))


def _other_fixes(report: Report) -> Iterator[doc.Block]:
    """Yield the fixes that the page has no room for: of other findings, and alternatives."""
    seen = {(fix.commands, fix.steps) for fix in _fix_shown(report)}
    for result in report.results:
        for fix in result.fixes if result.outcome == "failed" else ():
            substance = (fix.commands, fix.steps)
            if substance not in seen and any(substance):
                seen.add(substance)
                yield from fix_blocks(fix, result.cause or "")


def _matrix(rows: Sequence[MatrixRow]) -> Iterator[doc.Block]:
    """Yield the counts and the table; nothing where no probe ran."""
    if not rows:
        return
    counts = Counter(standing for row in rows for standing in row.standings.values())
    yield doc.Paragraph(", ".join(f"{counts[each]} {each}" for each in MARKS if counts[each]))
    dtypes = [name for name, _ in Counter(d for row in rows for d in row.standings).most_common()]
    yield doc.Table(
        ("operation", *dtypes),
        tuple(
            (
                row.operation,
                *(MARKS[row.standings[d]] if d in row.standings else "" for d in dtypes),
            )
            for row in rows
        ),
    )


def _line(report: Report) -> str:
    """Return the report in one line: status, cause, headline, subject."""
    verdict = report.verdict
    parts = (
        STATUSES[verdict.status].word,
        verdict.cause or "",
        verdict.headline,
        subject.describe_examination(report),
    )
    return " | ".join(filter(None, parts))
