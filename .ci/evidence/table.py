"""Print a table in Markdown of what `gather.py` left in the folders below one.

    python .ci/evidence/table.py FOLDER

Exit code 1: nothing was gathered there.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def table(folder: Path) -> int:
    """Print one row for each environment; return 1 where there is none."""
    found = sorted(folder.rglob("run.json"))
    if not found:
        print(f"Nothing was gathered in {folder}.")
        return 1
    gathered = [(path.parent, json.loads(path.read_text(encoding="utf-8"))) for path in found]
    names = list(dict.fromkeys(run["name"] for _, about in gathered for run in about["runs"]))
    names = [name for name in names if name != "snapshot"]
    head = ["image", "macOS", "chip", "Python", "PyTorch", "expected", *names]
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    failures = []
    for place, about in gathered:
        facts = document(place / "snapshot.json")
        host, python = facts.get("host", {}), facts.get("python", {})
        cells = [
            about["image"],
            host.get("macos_version"),
            host.get("chip"),
            f"{python.get('version')} {python.get('architecture')}",
            facts.get("torch", {}).get("version") or f"({about['torch']})",
            about["expected"] or "not known",
            *(said(place / f"{name}.json") for name in names),
        ]
        print("| " + " | ".join(cell(value) for value in cells) + " |")
        failures += [
            f"- {cell(place.name)}, {run['name']}: {cell(run['failure'])}"
            for run in about["runs"]
            if run["failure"]
        ]
    print("\nThe doctor itself failed:\n" if failures else "\nThe doctor itself never failed.")
    for failure in failures:
        print(failure)
    return 0


def said(path: Path) -> str:
    """Return in a few words what one run of the doctor said."""
    report = document(path)
    if "verdict" in report:
        verdict = report["verdict"]
        rows = (report.get("measurements") or {}).get("deep") or []
        seen = [standing for row in rows for standing in row["standings"].values()]
        tried = [standing for standing in seen if standing != "not run"]
        worked = f", {tried.count('works')} of {len(tried)} work" if tried else ""
        return f"{verdict['cause'] or verdict['status']}{worked}"
    if "bench" in report:
        outcomes = [row["outcome"] for row in report["bench"].get("rows", [])]
        return f"{outcomes.count('measured')} of {len(outcomes)} measured"
    return "no report"


def document(path: Path) -> dict[str, Any]:
    """Return a JSON document; empty where there is none."""
    try:
        content = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def cell(value: object) -> str:
    """Return a value as the text of a cell; a fact that is not known is a question mark."""
    text = "?" if value is None or isinstance(value, dict) else str(value)
    return " ".join(text.replace("|", "/").split()) or "-"


if __name__ == "__main__":
    sys.exit(table(Path(sys.argv[1])))
