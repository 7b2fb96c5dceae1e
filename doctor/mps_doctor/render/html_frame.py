"""The frame of every page: one file whose policy allows its own parts and nothing else."""

import base64
import hashlib
from pathlib import Path

from mps_doctor.render.html_elements import Html, element, joined
from mps_doctor.render.safe_text import in_xml
from mps_doctor.render.screen import Screen
from mps_doctor.system.version import VERSION

FOLDER = Path(__file__).parent


def page_style() -> str:
    """Return the style of a page."""
    return (FOLDER / "page.css").read_text(encoding="utf-8")


def write_page(title: str, body: Html, screen: Screen, *, started: str) -> str:
    """Return a whole page; its policy names the hashes of what it holds, and nothing else."""
    style = page_style()
    script = (FOLDER / "page.js").read_text(encoding="utf-8")
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
    footer = element("footer", f"mps-doctor {VERSION} {started}".strip())
    return in_xml(
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"{element('title', title)}\n<style>{style}</style>\n</head>\n"
        f"<body>\n{joined(body, footer)}\n<script>{script}</script>\n</body>\n</html>\n",
        unicode=screen.unicode,
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
