"""markdown: to paste into an issue; verdict, cause and facts, the rest folded."""

from __future__ import annotations

from collections.abc import Iterable

from mps_doctor.fixes.fix import Argv, Fix
from mps_doctor.judgement.checking import Result
from mps_doctor.judgement.report import Document, ErrorReport, Report, ReportList
from mps_doctor.render.markdown_text import code_block, code_span, prose, table_cell
from mps_doctor.render.safe_text import in_ascii, shortened
from mps_doctor.render.screen import Screen
from mps_doctor.render.shell import in_shell
from mps_doctor.render.signs import STATUSES, sign_of
from mps_doctor.views import reading, subject

LONGEST_EVIDENCE = 4000
"""Characters of one problem's evidence: the text of an issue may have 65 536 in all."""

MOST_CONSEQUENCES = 5
MOST_MISSING_FACTS = 6
"""The table of every check has the others."""


def render(document: Document, screen: Screen) -> str:
    """Return the document as Markdown of GitHub's kind."""
    match document:
        case ErrorReport():
            blocks = [f"**mps-doctor:** {prose(document.error.message)}"]
            if document.error.hint:
                blocks.append(prose(document.error.hint))
        case ReportList():
            blocks = [_comparison(document)]
            for report in document.reports:
                blocks.extend(_blocks(report, screen))
        case Report():
            blocks = _blocks(document, screen)
    text = "\n\n".join(block for block in blocks if block) + "\n"
    return text if screen.unicode else in_ascii(text)


def _blocks(report: Report, screen: Screen) -> list[str]:
    sign = STATUSES[report.verdict.status]
    blocks = [
        f"### mps-doctor: {sign.glyph} {sign.word}",
        _sentence(report),
        _facts(report),
    ]
    if screen.verbosity < 0:
        return blocks[:2]
    problems, advice = reading.problems_of(report), reading.advice_of(report)
    for problem in (*problems, *(() if problems else advice)):
        blocks.extend(_problem(problem, screen))
    if problems and advice:  # beside what is wrong it has one line
        blocks.append("\n".join(f"- advice: {prose(item.result.message)}" for item in advice))
    for result in reading.broken_checks_of(report):
        blocks.append(f"#### ✗ check broke: {code_span(result.check)}")
        blocks.append(prose(result.message))
    missing = reading.missing_facts_of(report)
    if missing and report.verdict.status == "inconclusive":
        shown = missing[:MOST_MISSING_FACTS]
        facts = "\n".join(f"- {prose(fact)} {prose(reason)}".rstrip() for fact, reason in shown)
        blocks.append(f"These facts would decide:\n\n{facts}")
    blocks.append(_every_result(report))
    return blocks


def _sentence(report: Report) -> str:
    numbers = subject.describe_smoke(report.facts.smoke)
    shown = f" ({prose(numbers)})" if numbers and report.verdict.status == "healthy" else ""
    return f"**{prose(report.verdict.sentence)}**{shown}"


def _facts(report: Report) -> str:
    facts = report.facts
    pasted = report.target.kind == "pasted"
    unknown = [code_span(part) for part in subject.NOTHING_KNOWN]
    rows = (
        ("cause", code_span(report.verdict.cause or "")),
        ("Python", code_span(subject.name_python(facts.python))),
        ("interpreter", code_span(subject.name_executable(report))),
        ("torch", code_span(subject.name_torch(facts))),
        ("computer", code_span(subject.name_host(facts.host))),
        ("examined because", prose(report.target.chosen_because if not pasted else "")),
        ("note", prose(report.target.note)),
        ("mps-doctor", code_span(report.tool.version)),
    )
    return _table(("", ""), [row for row in rows if row[1] and row[1] not in unknown])


def _problem(problem: reading.Problem, screen: Screen) -> list[str]:
    result = problem.result
    sign = sign_of(result)
    cause = code_span(result.cause or "")
    blocks = [
        f"#### {sign.glyph} {sign.word}: {code_span(result.check)} {cause}",
        prose(result.message),
        _have_and_need(result),
    ]
    if result.evidence:
        evidence = shortened("\n".join(result.evidence), LONGEST_EVIDENCE)
        blocks.append(f"Evidence:\n\n{code_block([evidence])}")
    if problem.consequences:
        follows = reading.name_some(
            tuple(map(code_span, problem.consequences)), MOST_CONSEQUENCES, "checks"
        )
        blocks.append(f"Not checked because of this: {follows}")
    if result.fixes and problem.fix_shown_before:
        blocks.append(f"Fix: {prose(result.fixes[0].summary)}, as above.")
    elif result.fixes:
        best, *others = result.fixes
        blocks.extend(_fix(best, screen))
        for other in others:
            blocks.extend(_alternative(other, best, screen))
    return blocks


def _alternative(fix: Fix, best: Fix, screen: Screen) -> list[str]:
    said = f"Or: {prose(reading.alternative_of(fix, best))}"
    if not (fix.commands or fix.steps):
        return [said]
    _, *done = _fix(fix, screen)
    return ["<details>\n<summary>Another way</summary>", said, *done, "</details>"]


def _have_and_need(result: Result) -> str:
    pairs = (("have", result.have), ("need", result.need))
    return "\n".join(f"- {word}: {code_span(value)}" for word, value in pairs if value)


def _fix(fix: Fix, screen: Screen) -> list[str]:
    blocks = [f"Fix: {prose(reading.summary_of(fix))}"]
    if fix.commands:
        blocks.append(_commands(fix.commands, screen))
    if fix.steps:
        blocks.append("\n".join(f"{n}. {prose(step)}" for n, step in enumerate(fix.steps, 1)))
    if fix.verify:
        blocks.append(f"Then check:\n\n{_commands(fix.verify, screen)}")
    return blocks


def _commands(commands: Iterable[Argv], screen: Screen) -> str:
    return code_block((in_shell(argv, unicode=screen.unicode) for argv in commands), "sh")


def _every_result(report: Report) -> str:
    rows = [
        (
            sign_of(result).glyph,
            code_span(f"{result.family}/{result.check}"),
            sign_of(result).word,
            prose(result.message) or code_span(", ".join(result.because_of)),
            code_span(result.have),
        )
        for result in report.results
    ]
    ignored = "".join(
        f"\n\nIgnored: {code_span(item.check)} ({prose(item.reason)})" for item in report.ignored
    )
    table = _table(("", "check", "outcome", "message", "have"), rows)
    summary = f"<summary>Every check ({len(rows)})</summary>"
    return f"<details>\n{summary}\n\n{table}{ignored}\n\n</details>"


def _comparison(document: ReportList) -> str:
    rows = [
        (
            STATUSES[report.verdict.status].word,
            code_span(report.target.name),
            code_span(subject.name_python(report.facts.python)),
            code_span(subject.name_torch(report.facts)),
            code_span(report.verdict.cause or ""),
        )
        for report in document.reports
    ]
    return _table(("verdict", "environment", "Python", "torch", "cause"), rows)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = tuple(head)
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(table_cell, line))} |" for line in lines)
