"""jsonl: one report a line, so that the runs of many machines can be appended to one file."""

from __future__ import annotations

from mps_doctor.judgement.report import Document, ReportList
from mps_doctor.render.format_json import in_one_line
from mps_doctor.render.screen import Screen


def render(document: Document, screen: Screen) -> str:
    """Return each report as one line, which validates against the published schema."""
    documents = document.reports if isinstance(document, ReportList) else (document,)
    return "".join(f"{in_one_line(item, screen)}\n" for item in documents)
