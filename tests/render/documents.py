"""Documents for the renderers: of real reports, and one that has every block there is."""

from functools import cache

import samples

from mps_doctor.judgement.report import ReportList
from mps_doctor.views import document as doc
from mps_doctor.views.document import SEVERITIES, STATUSES
from mps_doctor.views.environments import view_environments
from mps_doctor.views.report import view_report

EVERY_BLOCK = doc.Document(
    name="~/ml",
    sign=STATUSES["degraded"],
    headline="Every block there is",
    blocks=(
        doc.Paragraph("a text", lead="Note"),
        doc.Paragraph("a dim text", role="dim"),
        doc.Heading("A heading", SEVERITIES["error"]),
        doc.Items((("label", "text"), ("", "text without one"))),
        doc.Items((("", "first"), ("", "second")), numbered=True),
        doc.Commands("do this", (("pip", "install", "torch"),), lead="Fix"),
        doc.Commands("nothing to type", ()),
        doc.Actions(
            (("", ("mps-doctor",)), ("Verify", ("mps-doctor", "-v")))
        ),
        doc.Actions((("Use", ("python",)),), "One of these:"),
        doc.Quote("line 3", ("  an error", "  of two lines")),
        doc.Table(("", "A", "B"), (("torch", "2.9.1", "2.10.0"), ("macOS", "14", ""))),
        doc.Rows((doc.Row(SEVERITIES["error"], "cause", "2 hosts", filter="=cause"),)),
        doc.Records(
            ("host", "status"),
            (
                doc.Record(("mac1", "BROKEN"), (("Fix", "pip install torch"), ("Note", ""))),
                doc.Record(("=mac2", "-HEALTHY"), (("Fix", "@none"), ("Note", "+x"))),
            ),
            {"BROKEN": "error"},
        ),
    ),
    sections=(doc.Section("More", (doc.Paragraph("folded"),)),),
    cases=(
        doc.Case(name="one", group="bench", outcome="passed", message="fine"),
        doc.Case(name="two", group="bench", outcome="failed", level="error", word="failed",
             message="slow", details=("slow", "evidence: 3 s"), seconds=1.5),
        doc.Case(name="three", group="bench", outcome="skipped", message="not asked"),
        doc.Case(name="four", group="bench", outcome="errored", level="error", word="crashed",
             message="KeyError"),
        doc.Case(name="five", group="bench", outcome="noted", level="warning", word="warning",
             message="hot", details=("hot", "90 °C")),
    ),
    exit_code=1,
)  # fmt: skip


JUNIT = {
    "testsuites": ({"testsuite"}, {"name", "tests", "failures", "errors"}),
    "testsuite": (
        {"properties", "testcase"},
        {"name", "tests", "failures", "errors", "skipped", "time", "timestamp"},
    ),
    "properties": ({"property"}, set()),
    "property": (set(), {"name", "value"}),
    "testcase": ({"failure", "error", "skipped", "system-out"}, {"name", "classname", "time"}),
    "failure": (set(), {"type", "message"}),
    "error": (set(), {"type", "message"}),
    "skipped": (set(), {"message"}),
    "system-out": (set(), set()),
}
"""Children and attributes of each element, by the rules of Jenkins' junit-10.xsd in our words."""


@cache
def all_documents() -> dict[str, doc.Document]:
    """Return the documents by name."""
    names = (samples.HEALTHY, samples.ROSETTA, samples.DEEP, samples.LINUX, *samples.TEXTS)
    reports = {name: samples.report(name) for name in names}
    return {
        **{name: view_report(report) for name, report in reports.items()},
        "environments": view_environments(ReportList(reports=tuple(reports.values()))),
        "every-block": EVERY_BLOCK,
    }
