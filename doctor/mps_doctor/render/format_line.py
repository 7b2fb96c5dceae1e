"""line: one line for a chat, a log, or the inventory field of a device manager."""

from __future__ import annotations

from mps_doctor.judgement.report import Document, ErrorReport, Report, ReportList
from mps_doctor.render.safe_text import defused, in_ascii, shortened, visible
from mps_doctor.render.screen import Screen
from mps_doctor.render.shell import in_shell
from mps_doctor.render.signs import STATUSES, sign_of
from mps_doctor.views import reading, subject

LONGEST_TEXT = 300
"""Characters of the sentence, and of the subject."""


def render(document: Document, screen: Screen) -> str:
    """Return a line for each report: verdict, causes, sentence, subject, first command."""
    match document:
        case ErrorReport():
            lines = [f"mps-doctor: ERROR {document.error.message}"]
        case ReportList():
            lines = [_line(report, screen) for report in document.reports]
        case Report():
            lines = [_line(document, screen)]
    shown = [defused(visible(line)) for line in lines]
    return "".join(f"{line if screen.unicode else in_ascii(line)}\n" for line in shown)


def _line(report: Report, screen: Screen) -> str:
    problems = reading.problems_of(report)
    causes = ", ".join(
        f"{item.result.check}={item.result.cause} ({sign_of(item.result).word})"
        for item in problems
    )
    parts = [
        STATUSES[report.verdict.status].word,
        causes,
        shortened(report.verdict.sentence, LONGEST_TEXT),
        shortened(", ".join(subject.name_subject(report)), LONGEST_TEXT),
        _first_fix(report, screen),
    ]
    return "mps-doctor: " + " | ".join(part for part in parts if part)


def _first_fix(report: Report, screen: Screen) -> str:
    if not report.verdict.prescription:
        return ""
    fix = report.verdict.prescription[0]
    # The words go through `visible` with the line; the commands are quoted so that it changes none.
    commands = [in_shell(argv, unicode=screen.unicode) for argv in fix.commands]
    return "fix: " + (" && ".join(commands) or fix.summary)
