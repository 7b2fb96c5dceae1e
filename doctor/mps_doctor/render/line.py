"""line: one line for a chat, a log, or the inventory field of a device manager."""

from mps_doctor.render.safe_text import defused, in_ascii, shortened, visible
from mps_doctor.render.screen import Screen
from mps_doctor.views.document import Document, parts_of

LONGEST = 800
"""Characters of a line."""


def render(document: Document, screen: Screen) -> str:
    """Return a line for each result of the document."""
    lines = (each.line or f"{each.sign.word} | {each.headline}" for each in parts_of(document))
    text = "".join(
        f"{defused(visible(shortened(f'mps-doctor: {line}', LONGEST)))}\n" for line in lines
    )
    return text if screen.unicode else in_ascii(text)
