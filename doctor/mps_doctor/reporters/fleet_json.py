"""json, for many hosts: the whole document."""

from __future__ import annotations

from mps_doctor.fleet_results import FleetReport
from mps_doctor.reporters import format_json
from mps_doctor.reporters.screen import Screen


def render(report: FleetReport, screen: Screen) -> str:
    """Return the document, indented, with a newline at its end."""
    return format_json.render(report, screen)
