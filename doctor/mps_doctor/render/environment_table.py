"""Several environments side by side on the console: this one works, that one does not, because."""

from __future__ import annotations

import msgspec

from mps_doctor.facts.machine import known_or
from mps_doctor.judgement.report import Report, ReportList
from mps_doctor.render.page import Page
from mps_doctor.render.signs import STATUSES, Role
from mps_doctor.render.wrapping import cells
from mps_doctor.views import reading, subject

HEAD = ("", "environment", "Python", "arch", "torch")

MOST_MISSING_FACTS = 6

BESIDE = 2
"""Blanks between two columns."""


class Row(msgspec.Struct, frozen=True):
    """One environment in the table."""

    cells: tuple[str, ...]
    because: str
    role: Role


def say_table(page: Page, document: ReportList) -> None:
    """Add a table where it fits, else a block for each environment; then how many work."""
    rows = [_row(page, report) for report in document.reports]
    reasons = ["", *(row.because for row in rows)]
    rows = [
        msgspec.structs.replace(row, because="of the same")
        if row.because and row.because == before
        else row
        for row, before in zip(rows, reasons, strict=False)
    ]
    if page.screen.verbosity >= 0:
        widths = [
            max(cells(page.shown(column)) for column in columns)
            for columns in zip(HEAD, *(row.cells for row in rows), strict=True)
        ]
        if sum(widths) + BESIDE * (len(widths) - 1) <= page.width:
            _say_rows(page, rows, widths)
        else:
            _say_blocks(page, rows)
        page.blank()
    page.say(_summary(document))


def _say_rows(page: Page, rows: list[Row], widths: list[int]) -> None:
    page.row(list(zip(HEAD, widths, strict=True)), role="dim")
    page.rule(sum(widths) + BESIDE * (len(widths) - 1))
    for row in rows:
        page.row(list(zip(row.cells, widths, strict=True)), role=row.role)
        if row.because:
            indent = widths[0] + BESIDE
            page.say(row.because, lead="because ", indent=indent, hang=indent + BESIDE)


def _say_blocks(page: Page, rows: list[Row]) -> None:
    for row in rows:
        page.blank()
        word, name, *others = row.cells
        page.say(name, lead=f"{word}  ", role=row.role)
        about = zip(HEAD[2:], others, strict=True)
        page.parts([f"{head} {cell}" for head, cell in about if cell != "-"])
        if row.because:
            page.say(row.because, lead="because ", indent=2, hang=4)


def _row(page: Page, report: Report) -> Row:
    verdict, facts = report.verdict, report.facts
    sign = STATUSES[verdict.status]
    columns = (
        f"{page.sign(sign)}{sign.word.lower()}",
        report.target.name or subject.name_executable(report) or "-",
        known_or(facts.python.version, "-"),
        known_or(facts.python.architecture, "-"),
        subject.torch_version(facts) or ("none" if facts.torch.installed is False else "-"),
    )
    return Row(columns, _because(report), sign.role)


def _because(report: Report) -> str:
    causes = [
        f"{problem.result.cause}: {problem.result.message}"
        for problem in reading.problems_of(report)
    ]
    if report.verdict.status == "inconclusive" and not causes:
        missing = [fact for fact, _ in reading.missing_facts_of(report)]
        named = reading.name_some(missing, MOST_MISSING_FACTS, "facts")
        return f"not known: {named}" if missing else report.verdict.sentence
    return "; ".join(causes)


def _summary(document: ReportList) -> str:
    count = len(document.reports)
    healthy = [r.target.name for r in document.reports if r.verdict.status == "healthy"]
    if not healthy:
        return f"None of {count} environments was seen to use the GPU."
    return f"{len(healthy)} of {count} environments can use the GPU: {', '.join(healthy)}."
