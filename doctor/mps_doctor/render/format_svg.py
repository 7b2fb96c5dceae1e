"""svg: a picture of the console, for a README or a chat; it refers to nothing outside itself."""

from __future__ import annotations

import io
import re

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

from mps_doctor.judgement.report import Document
from mps_doctor.render import format_console
from mps_doctor.render.safe_text import in_xml
from mps_doctor.render.screen import Screen

FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace"
"""Fonts that the reader's system has: nothing is fetched."""


def render(document: Document, screen: Screen) -> str:
    """Return the console's page, in colour, as an SVG document."""
    colored = screen.on_paper(color=True)
    # The codes in this text are our own: whatever came from elsewhere has been cleaned.
    page = Text.from_ansi(format_console.render(document, colored).rstrip("\n"))
    widest = max((line.cell_len for line in page.split()), default=0)
    console = Console(
        record=True, width=max(screen.width, widest), file=io.StringIO(), legacy_windows=False
    )
    console.print(page, soft_wrap=True)
    text = console.export_svg(title="mps-doctor", code_format=_without_references())
    text = text.strip() + "\n"
    return in_xml(text, unicode=screen.unicode)


def _without_references() -> str:
    """Return rich's own frame without the web fonts and the comment that name other hosts."""
    text = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->\s*", "", text, flags=re.DOTALL)
    return text.replace("Fira Code, monospace", FONTS)
