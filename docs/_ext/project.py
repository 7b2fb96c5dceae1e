"""The version and the addresses of the project, each from the one place that states it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mps_doctor.system.version import VERSION

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
MACHINES = ROOT / "tests" / "machines"


def metadata() -> dict[str, Any]:
    """Return the version and the table `[project.urls]`, on Pythons without tomllib too."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    urls = re.search(r"^\[project\.urls\]\n((?:\w+ = .*\n)+)", text, flags=re.M)
    if urls is None:
        raise ValueError("pyproject.toml lacks [project.urls]")
    pairs = dict(re.findall(r'^(\w+) = "([^"]+)"', urls[1], flags=re.M))
    return {"version": VERSION, "urls": pairs}
