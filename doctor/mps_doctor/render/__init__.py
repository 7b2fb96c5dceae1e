"""From a report to text: one file per format, each a pure function of the report and the screen."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import cast

from mps_doctor.judgement.report import Document
from mps_doctor.render.formats import FORMATS
from mps_doctor.render.screen import Screen, screen_for

__all__ = ["FORMATS", "Screen", "load", "render", "screen_for"]


def render(report: Document, format: str, screen: Screen) -> str:
    """Return a report, a list of them or an error in a format; raises ValueError for no format.

    Each format has the module `format_<name>`, with a function `render(document, screen)`.
    """
    return cast("str", load(format).render(report, screen))


def load(format: str) -> ModuleType:
    """Import a format and return its module; raises ValueError for no format."""
    if format not in FORMATS:
        raise ValueError(f"no format is called {format[:80]!r}")
    # A run needs one format, and pays for one.
    return importlib.import_module(f"mps_doctor.render.format_{format}")
