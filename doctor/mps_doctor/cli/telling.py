"""Writes a document that is told: a fix, a comparison, a plan, a bench."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mps_doctor.cli.output import Destination

if TYPE_CHECKING:
    from mps_doctor.judgement.report import ToldDocument
    from mps_doctor.render import Screen


def write_story(destination: Destination, document: ToldDocument) -> None:
    """Write a document in each format that was asked for."""
    from mps_doctor.views import format_story

    def render(format: str, screen: Screen) -> str:
        return format_story.render(document, format, screen)

    destination.write_rendered(render)
