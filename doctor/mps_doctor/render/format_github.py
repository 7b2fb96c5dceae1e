"""github: annotations for a workflow of GitHub Actions, and the summary of its job."""

from __future__ import annotations

from typing import Literal

from mps_doctor.judgement.checking import Result, Severity
from mps_doctor.judgement.report import Document, ErrorReport, Report, ReportList
from mps_doctor.render.safe_text import in_ascii, shortened, visible
from mps_doctor.render.screen import Screen
from mps_doctor.render.shell import in_shell
from mps_doctor.render.signs import STATUSES
from mps_doctor.views import reading, subject

MOST_ANNOTATIONS = 10
"""GitHub shows ten annotations of a kind for one step and drops the others unseen.

Source: https://docs.github.com/en/rest/checks/runs and the notes on annotations there.
"""

LONGEST_TEXT = 2000
LONGEST_SUMMARY = 900_000
"""Bytes; GitHub refuses a job summary of more than 1 MiB."""

Level = Literal["error", "warning", "notice"]

_LEVELS: dict[Severity, Level] = {"error": "error", "warning": "warning", "info": "notice"}


def render(document: Document, screen: Screen) -> str:
    """Return workflow commands, at most ten: the verdict, then the findings."""
    match document:
        case ErrorReport():
            message = f"{document.error.message}\n{document.error.hint}".strip()
            commands = [annotation("error", "mps-doctor", message, screen)]
        case ReportList():
            commands = [
                command
                for report in document.reports
                for command in (_verdict(report, screen), *_findings(report, screen))
            ]
        case Report():
            commands = [_verdict(document, screen), *_findings(document, screen)]
    return as_many_as_shown(commands, screen)


def as_many_as_shown(commands: list[str], screen: Screen) -> str:
    """Return the lines of as many commands as GitHub shows; the last one says how many more."""
    if len(commands) > MOST_ANNOTATIONS:
        shown = commands[: MOST_ANNOTATIONS - 1]
        more = f"{len(commands) - len(shown)} more: see the job summary or another format"
        commands = [*shown, annotation("notice", "mps-doctor", more, screen)]
    return "".join(f"{command}\n" for command in commands)


def summarize(markdown: str) -> str:
    """Return what of a document belongs into the file that GITHUB_STEP_SUMMARY names."""
    fitting = markdown.encode("utf-8", "replace")[:LONGEST_SUMMARY].decode("utf-8", "ignore")
    return shortened(markdown, len(fitting))


def _verdict(report: Report, screen: Screen) -> str:
    verdict = report.verdict
    level: Level = "error" if verdict.exit_code else "notice"
    if verdict.status == "degraded" and not verdict.exit_code:
        level = "warning"
    title = f"mps-doctor: {STATUSES[verdict.status].word}"
    lines = [verdict.sentence, ", ".join(subject.name_subject(report))]
    if verdict.missing_facts and verdict.status == "inconclusive":
        lines.append(f"not known: {', '.join(verdict.missing_facts)}")
    return annotation(level, title, "\n".join(lines), screen)


def _findings(report: Report, screen: Screen) -> list[str]:
    found = [problem.result for problem in reading.problems_of(report)]
    commands = [
        annotation(
            _LEVELS[result.severity or "info"],
            f"{result.check}: {result.cause}",
            _details(result, screen),
            screen,
        )
        for result in found
    ]
    broken = [
        annotation("error", f"{result.check}: the check broke", result.message, screen)
        for result in reading.broken_checks_of(report)
    ]
    return [*commands, *broken]


def _details(result: Result, screen: Screen) -> str:
    lines = [result.message]
    lines += [
        f"{word}: {value}"
        for word, value in (("have", result.have), ("need", result.need))
        if value
    ]
    lines += result.evidence
    if result.fixes:
        fix = result.fixes[0]
        commands = [in_shell(argv, unicode=screen.unicode) for argv in fix.commands]
        lines += [f"Fix: {fix.summary}", *commands, *fix.steps]
    return "\n".join(shortened(line, LONGEST_TEXT) for line in lines)


def annotation(level: Level, title: str, message: str, screen: Screen) -> str:
    """Return one workflow command."""

    def shown(text: str) -> str:
        clean = "\n".join(map(visible, text.split("\n")))
        return clean if screen.unicode else in_ascii(clean)

    return f"::{level} title={_escape_property(shown(title))}::{_escape(shown(message))}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")
