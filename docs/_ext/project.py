"""What pyproject.toml says of the project: stated once, there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
MACHINES = ROOT / "tests" / "machines"


def metadata() -> dict[str, Any]:
    """Return the `[project]` table; only what the site needs, on Pythons without tomllib too."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    version = re.search(r'^version = "([^"]+)"', text, flags=re.M)
    urls = re.search(r"^\[project\.urls\]\n((?:\w+ = .*\n)+)", text, flags=re.M)
    if version is None or urls is None:
        raise ValueError("pyproject.toml lacks its version or [project.urls]")
    pairs = dict(re.findall(r'^(\w+) = "([^"]+)"', urls[1], flags=re.M))
    return {"version": version[1], "urls": pairs}
