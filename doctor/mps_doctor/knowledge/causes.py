"""Looks up root causes: the words that every verdict and result uses."""

from functools import cache
from typing import Literal

from mps_doctor.knowledge.rows.causes import CAUSES, Cause, Impact, Kind


@cache
def all_causes() -> dict[str, Cause]:
    """Return every cause by its id, in the order of the vocabulary."""
    return {row.id: row for row in CAUSES}


def severity_of(cause: str) -> Literal["error", "warning", "info"]:
    """Return the default severity of a cause; a plug-in's own (`plugin:name`) is a warning."""
    return "warning" if ":" in cause else all_causes()[cause].severity


def kind_of(cause: str) -> Kind:
    """Return the kind of a cause; a plug-in's own (`plugin:name`) is about the environment."""
    return "environment" if cause not in all_causes() else all_causes()[cause].kind


def impact_of(cause: str) -> Impact:
    """Return what a cause keeps from working; of a plug-in's own (`plugin:name`), the GPU."""
    return "gpu" if ":" in cause else all_causes()[cause].impact


def headline_of(cause: str) -> str:
    """Return the few words that name a cause in a headline; none for a plug-in's own."""
    return all_causes()[cause].headline if cause in all_causes() else ""
