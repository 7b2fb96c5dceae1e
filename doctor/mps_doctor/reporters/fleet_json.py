"""json, for many hosts: the whole document."""

from __future__ import annotations

import re

import msgspec

from mps_doctor.fleet_results import FleetReport
from mps_doctor.reporters.cleaning import visible
from mps_doctor.reporters.screen import Screen

_BEYOND_ASCII = re.compile(r"[^\x00-\x7e]+")


def render(report: FleetReport, screen: Screen) -> str:
    """Return the document, indented, with a newline at its end."""
    text = msgspec.json.encode(report).decode("utf-8", "replace").replace("##", "#\\u0023")
    safe = _BEYOND_ASCII.sub(lambda match: _escaped(match[0], screen.unicode), text)
    return msgspec.json.format(safe, indent=2) + "\n"


def _escaped(text: str, unicode: bool) -> str:
    """Escape what a terminal would obey, without loss; all of it where ASCII alone is shown."""
    if unicode and visible(text) == text:
        return text
    units = (character.encode("utf-16-be") for character in text)
    return "".join(
        f"\\u{unit[place : place + 2].hex()}" for unit in units for place in range(0, len(unit), 2)
    )
