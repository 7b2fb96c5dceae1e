"""From the report on many hosts to text: one module per format."""

from __future__ import annotations

import importlib
from typing import cast

from mps_doctor.features.fleet.values import FleetReport
from mps_doctor.render.formats import FLEET_FORMATS
from mps_doctor.render.screen import Screen


def render(report: FleetReport, format: str, screen: Screen) -> str:
    """Return the report in a format, each of which has the module `fleet_<name>`."""
    if format not in FLEET_FORMATS:
        raise ValueError(f"no format is called {format[:80]!r}")
    module = importlib.import_module(f"mps_doctor.render.fleet_{format}")
    return cast("str", module.render(report, screen))
