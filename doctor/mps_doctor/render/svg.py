"""svg: a picture of the console, for a README or a chat; it refers to nothing outside itself."""

import html
import re

from mps_doctor.render import console
from mps_doctor.render.page import SGR
from mps_doctor.render.safe_text import in_xml, visible
from mps_doctor.render.screen import Screen
from mps_doctor.render.wrapping import cells
from mps_doctor.views.document import Document

CELL, LINE, MARGIN = 8.4, 20, 16
"""Pixels: a character's width, a line's height, and what is left around them."""

COLORS = {
    "error": "#ff8a80",
    "warning": "#e3b341",
    "info": "#79b8ff",
    "fine": "#5fd27e",
    "dim": "#9aa4af",
}
INK, PAPER = "#e6e9ed", "#14171c"

FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace"

_CODES = re.compile(r"(?:\x1b\[([\d;]+)m)?([^\x1b]+)(?:\x1b\[0m)?")
_ROLES = {code: role for role, code in SGR.items()}


def render(document: Document, screen: Screen) -> str:
    """Return the console's page, in colour, as an SVG document."""
    # The codes in this text are our own: whatever came from elsewhere has been cleaned.
    page = console.render(document, screen.for_file(color=True)).splitlines()
    lines = [_line(text, number) for number, text in enumerate(page, 1)]
    widest = max(cells(re.sub(r"\x1b\[[\d;]+m", "", text)) for text in page)
    width, height = widest * CELL + 2 * MARGIN, len(page) * LINE + 2 * MARGIN
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
        f'width="{width:.0f}" height="{height}" font-family="{FONT}" font-size="14">\n'
        f"<title>{html.escape(visible(document.headline))}</title>\n"
        f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>\n'
        f"{''.join(lines)}</svg>\n"
    )
    return in_xml(picture, unicode=screen.unicode)


def _line(text: str, number: int) -> str:
    place, drawn = 0, ""
    for code, part in _CODES.findall(text):
        size = cells(part)
        if part.strip():
            x, y = MARGIN + place * CELL, MARGIN + number * LINE - 5
            color = COLORS.get(_ROLES[code] if code else "", INK)
            weight = "bold" if code.startswith("1") else "normal"
            # The length keeps columns in line whatever font there is.
            drawn += (
                f'<text xml:space="preserve" x="{x:.1f}" y="{y}" textLength="{size * CELL:.1f}" '
                f'fill="{color}" font-weight="{weight}">{html.escape(part, quote=False)}</text>\n'
            )
        place += size
    return drawn
