"""From the report on many hosts to text: one module per format."""

from __future__ import annotations

import importlib
from typing import cast

from mps_doctor.fleet_results import FleetReport
from mps_doctor.reporters.screen import Screen

FORMATS = ("console", "json", "html", "csv", "junit")
"""Each has the module `fleet_<name>`, with a function `render(report, screen)`."""


def render(report: FleetReport, format: str, screen: Screen) -> str:
    """Return the report in a format."""
    if format not in FORMATS:
        raise ValueError(f"no format is called {format[:80]!r}")
    module = importlib.import_module(f"mps_doctor.reporters.fleet_{format}")
    return cast("str", module.render(report, screen))
