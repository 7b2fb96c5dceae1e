"""The frame of every page: one self-contained file under a policy that allows its own style alone.

Nothing is fetched; nothing runs in a page, except the one script of the page on many hosts.
"""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from mps_doctor.render.html_text import Html, element
from mps_doctor.render.safe_text import in_xml
from mps_doctor.render.screen import Screen

FOLDER = Path(__file__).parent


def read_style(*names: str) -> str:
    """Return our style sheets as one."""
    return "".join((FOLDER / f"{name}.css").read_text(encoding="utf-8") for name in names)


def page_style() -> str:
    """Return the style of a page with drawings."""
    return read_style("colors", "page", "drawings")


def write_page(
    title: str, body: Html, screen: Screen, *, further_style: str = "", script: str = ""
) -> str:
    """Return a whole page; its policy names the hashes of what it holds, and nothing else."""
    style = page_style() + further_style
    policy = f"default-src 'none'; style-src {_hash(style)}; "
    if script:
        policy += f"script-src {_hash(script)}; "
    policy += "base-uri 'none'; form-action 'none'"
    ending = f"<script>{script}</script>\n" if script else ""
    return in_xml(
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"{element('title', title)}\n<style>{style}</style>\n</head>\n"
        f"<body>\n{body}\n{ending}</body>\n</html>\n",
        unicode=screen.unicode,
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
