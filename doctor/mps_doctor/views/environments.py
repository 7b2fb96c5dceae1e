"""The view of several examinations: which environment works, which does not, and why."""

from collections.abc import Sequence

from mps_doctor.judgement.report import Report, ReportList
from mps_doctor.knowledge import causes as known_causes
from mps_doctor.views import subject
from mps_doctor.views.document import (
    FAILED,
    PASSED,
    STATUSES,
    Actions,
    Block,
    Document,
    Row,
    Rows,
    Section,
)
from mps_doctor.views.report import view_report

BEST_FIRST = ("healthy", "degraded", "unproven")
"""Statuses of environments in which nothing is broken."""


def view_environments(document: ReportList) -> Document:
    """Return the document of several examinations, a line each, and which one to use or repair."""
    reports = document.reports
    views = [view_report(report) for report in reports]
    alike = len(reports) > 1 and len({report.verdict.headline for report in reports}) == 1
    usable = [report for report in reports if report.verdict.status in BEST_FIRST]
    live = all(report.target.kind == "interpreter" for report in reports)
    return Document(
        name="environments",
        sign=STATUSES[reports[0].verdict.status] if alike else PASSED if usable else FAILED,
        headline=reports[0].verdict.headline if alike else _headline(reports, usable),
        blocks=(
            Rows(tuple(_row(report, with_why=not alike) for report in reports)),
            *(_advice(usable, reports) if live else ()),
        ),
        sections=tuple(
            Section(f"{report.target.name}: {view.headline}", view.blocks)
            for report, view in zip(reports, views, strict=True)
        ),
        parts=tuple(views),
        exit_code=max(report.verdict.exit_code for report in reports),
        seconds=max(report.seconds for report in reports),
    )


def _headline(reports: Sequence[Report], usable: Sequence[Report]) -> str:
    if any(report.target.kind == "pasted" for report in reports):
        return f"{len(reports)} report{'s' if len(reports) > 1 else ''} judged"
    proven = [report for report in usable if report.verdict.status != "unproven"]
    if usable and not proven:
        return f"{len(usable)} of {len(reports)} environments have no known problem (not tested)"
    place = "CPU" if any(each.facts.smoke.device == "cpu" for each in reports) else "GPU"
    return f"{len(proven)} of {len(reports)} environments can use the {place}"


def _advice(usable: Sequence[Report], reports: Sequence[Report]) -> tuple[Block, ...]:
    """Return the one thing to do next: the environment to use, or else the one to repair."""
    if usable:
        best = min(usable, key=lambda report: BEST_FIRST.index(report.verdict.status))
        return (Actions((("Use", (best.target.python or best.target.name,)),)),)
    fixable = [
        report
        for report in reports
        if any(fix.kind == "run" and fix.commands for fix in report.verdict.prescription)
    ]
    if not fixable:
        return ()
    # An environment that has torch is nearer to what its user wants than one that has none.
    nearest = min(fixable, key=lambda report: not subject.torch_version(report.facts))
    command = ("mps-doctor", "fix", "--python", nearest.target.python or nearest.target.name)
    return (Actions((("Repair", command),)),)


def _row(report: Report, *, with_why: bool) -> Row:
    verdict, facts = report.verdict, report.facts
    python, torch = subject.name_python(facts.python), subject.torch_version(facts)
    absent = "no PyTorch" if facts.torch.installed is False else ""
    parts = [f"Python {python}" if python else "", f"PyTorch {torch}" if torch else absent]
    said = [", ".join(filter(None, parts))]
    if with_why and verdict.status != "healthy":
        said.append(known_causes.cause_of(verdict.cause or "").headline or verdict.headline)
    name = report.target.name or subject.name_executable(report) or "-"
    return Row(STATUSES[verdict.status], name, ": ".join(filter(None, said)))
