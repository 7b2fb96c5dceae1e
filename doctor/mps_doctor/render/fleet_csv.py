"""csv, for many hosts: one row an environment, in which no spreadsheet finds a formula."""

from __future__ import annotations

import csv
import io

from mps_doctor.features.fleet.values import Entry, FleetReport
from mps_doctor.render.safe_text import in_ascii, visible
from mps_doctor.render.screen import Screen
from mps_doctor.render.shell import in_shell

COLUMNS = (
    *("host", "id", "python", "outcome", "reason", "status", "cause", "causes", "sentence"),
    *("system", "macos", "chip", "python_version", "torch", "recorded", "fix", "message"),
    *("source", "exit_code"),
)

_BEGIN_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def render(report: FleetReport, screen: Screen) -> str:
    """Return the rows, with their head."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for entry in report.entries:
        cells = (_cell(entry, column) for column in COLUMNS)
        writer.writerow(cell if screen.unicode else in_ascii(cell) for cell in cells)
    return text.getvalue()


def _cell(entry: Entry, column: str) -> str:
    match column:
        case "fix":
            value = " && ".join(in_shell(argv) for argv in entry.fix)
        case "causes":
            value = " ".join(entry.causes)
        case _:
            value = str(getattr(entry, column))
    return defuse(visible(value))


def defuse(text: str) -> str:
    """Return a text that a spreadsheet shows as text: an apostrophe goes before a formula's sign.

    Blanks before the sign do not hinder every spreadsheet, so they do not hinder us.
    """
    return f"'{text}" if text.lstrip().startswith(_BEGIN_A_FORMULA) else text
