"""Writes a document about change where the user wants it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from mps_doctor.commands.output import Destination

if TYPE_CHECKING:
    from mps_doctor.report import ChangeDocument


def write_story(destination: Destination, document: ChangeDocument) -> None:
    """Render a fix, a comparison or a plan, and write it."""
    from mps_doctor.reporters import format_story, screen_for

    color = destination.color
    if destination.output is not None and color == "auto":
        color = "never"
    screen = screen_for(sys.stdout, os.environ, color=color, verbosity=destination.verbosity)
    destination.write_text(format_story.render(document, destination.format, screen))
