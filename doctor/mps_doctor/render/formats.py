"""The names of the formats, for commands and reporters alike; importing them costs nothing."""

from __future__ import annotations

FORMATS: tuple[str, ...] = (
    "console",
    "json",
    "jsonl",
    "line",
    "markdown",
    "junit",
    "github",
    "html",
    "svg",
)
"""What every document can be written in."""

FLEET_FORMATS: tuple[str, ...] = ("console", "json", "html", "csv", "junit")
"""What a report on many hosts can be written in."""
