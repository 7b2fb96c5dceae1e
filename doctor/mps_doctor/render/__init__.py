"""From a document to text: one file a format, each a pure function of document and screen."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING

from mps_doctor.render.screen import Screen, screen_for

if TYPE_CHECKING:
    from mps_doctor.views.document import Document

__all__ = ["DRAWN", "FORMATS", "OF_VALUES", "Screen", "load", "render", "screen_for"]

OF_VALUES = ("json", "jsonl")
"""Formats that come from the value itself, not from its document."""

DRAWN = ("console", "line", "junit", "github", "html", "markdown")
FORMATS = ("console", "json", "jsonl", *DRAWN[1:])
"""The formats of every result; those with records have `csv` as well."""


def render(value: object, view: Callable[[], Document], format: str, screen: Screen) -> str:
    """Return a value in a format: JSON of the value itself, all others of its view's document."""
    if format in OF_VALUES:
        from mps_doctor.render import json

        writer = json.render if format == "json" else json.render_lines
        return writer(value, unicode=screen.unicode)
    return str(load(format).render(view(), screen))


def load(format: str) -> ModuleType:
    """Import a format that draws documents, and return its module."""
    # A run needs one format, and pays for one.
    return importlib.import_module(f"mps_doctor.render.{format}")
