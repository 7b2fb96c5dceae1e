"""Documents for the renderers: of real reports, and one that has every block there is."""

from functools import cache

import samples

from mps_doctor.judgement.report import ErrorDetail, ErrorReport, ReportList
from mps_doctor.views.document import (
    Action,
    Actions,
    Bar,
    Bars,
    Case,
    Commands,
    Document,
    Heading,
    Items,
    Paragraph,
    Quote,
    Record,
    Records,
    Row,
    Rows,
    Section,
    Table,
)
from mps_doctor.views.environments import view_environments
from mps_doctor.views.error import view_error
from mps_doctor.views.report import view_report
from mps_doctor.views.signs import SEVERITIES, STATUSES

EVERY_BLOCK = Document(
    kind="bench",
    name="~/ml",
    sign=STATUSES["degraded"],
    headline="Every block there is",
    blocks=(
        Paragraph("a text", lead="Note", sign=SEVERITIES["info"]),
        Paragraph("a dim text", role="dim"),
        Heading("A heading", SEVERITIES["error"]),
        Items((("label", "text"), ("", "text without one"))),
        Items((("", "first"), ("", "second")), numbered=True),
        Commands("do this", (("pip", "install", "torch"),), lead="Fix"),
        Commands("nothing to type", ()),
        Actions((Action("", ("mps-doctor",)), Action("Verify", ("mps-doctor", "-v"), "or so"))),
        Actions((Action("Use", ("python",)),), "One of these:"),
        Quote("line 3", ("  an error", "  of two lines")),
        Table(("", "A", "B"), (("torch", "2.9.1", "2.10.0"), ("macOS", "14", ""))),
        Bars(
            "Networks",
            ("speed", "gain"),
            (
                Bar("resnet50", 300.0, ("300 images/s", "12×")),
                Bar("bert", 20.0, ("20 texts/s", "")),
                Bar("the CPU", 25.0, ("25 images/s", ""), reference=True),
            ),
        ),
        Rows((Row(SEVERITIES["error"], "cause", "2 hosts", filter="=cause"),)),
        Records(
            ("host", "status"),
            (
                Record(("mac1", "BROKEN"), (("Fix", "pip install torch"), ("Note", ""))),
                Record(("=mac2", "-HEALTHY"), (("Fix", "@none"), ("Note", "+x"))),
            ),
            {"BROKEN": "error"},
        ),
    ),
    sections=(Section("More", (Paragraph("folded"),)),),
    cases=(
        Case(name="one", group="bench", outcome="passed", message="fine"),
        Case(name="two", group="bench", outcome="failed", level="error", word="failed",
             message="slow", details=("slow", "evidence: 3 s"), seconds=1.5),
        Case(name="three", group="bench", outcome="skipped", message="not asked"),
        Case(name="four", group="bench", outcome="errored", level="error", word="crashed",
             message="KeyError"),
        Case(name="five", group="bench", outcome="noted", level="warning", word="warning",
             message="hot", details=("hot", "90 °C")),
    ),
    exit_code=1,
)  # fmt: skip


@cache
def all_documents() -> dict[str, Document]:
    """Return the documents by name."""
    names = (samples.HEALTHY, samples.ROSETTA, samples.DEEP, samples.LINUX, *samples.TEXTS)
    reports = {name: samples.report(name) for name in names}
    detail = ErrorDetail(kind="input", message="no such file", hint="name another")
    return {
        **{name: view_report(report) for name, report in reports.items()},
        "environments": view_environments(ReportList(reports=tuple(reports.values()))),
        "error": view_error(ErrorReport(error=detail)),
        "every-block": EVERY_BLOCK,
    }
