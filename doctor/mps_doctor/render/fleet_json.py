"""json, for many hosts: the whole document."""

from __future__ import annotations

from mps_doctor.features.fleet.values import FleetReport
from mps_doctor.render import format_json
from mps_doctor.render.screen import Screen


def render(report: FleetReport, screen: Screen) -> str:
    """Return the document, indented, with a newline at its end."""
    return format_json.render(report, screen)
