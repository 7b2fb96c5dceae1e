"""Measures the diagnosis of pasted texts on a folder of cases with known causes.

    python tests/benchmarks/diagnose_cases.py ../shared/cases

Each case is a folder with `evidence.txt` and `case.json` (`cause`, `also`, `weak`,
`environment_is_fine`). Prints what was taken for what, the false alarms, and the shares; the exit
code says whether the targets are met.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from mps_doctor import diagnose

RIGHT, AMONG_THREE = 0.95, 0.98
"""The shares of cases that are to be met, the weak ones left out."""


class Judged(NamedTuple):
    """One case: what was expected, and what the doctor said."""

    name: str
    words: str
    weak: bool
    right: bool
    among_three: bool
    false_alarm: bool


def judge(folder: Path) -> Judged:
    """Diagnose the text of one case."""
    case = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    verdict = diagnose((folder / "evidence.txt").read_bytes(), name=folder.name).verdict
    accepted = {case["cause"], *(case.get("also") or ())}
    right = (verdict.cause or "healthy") in accepted
    first = list(dict.fromkeys(item.cause for item in verdict.candidates))[:3]
    return Judged(
        name=folder.name,
        words=f"{case['cause']} -> {verdict.cause or 'healthy'}",
        weak=bool(case.get("weak")),
        right=right,
        among_three=right or bool(accepted & set(first)),
        false_alarm=bool(case.get("environment_is_fine"))
        and verdict.kind == "environment"
        and not right,
    )


def measure(folder: Path) -> bool:
    """Judge every case, print the figures, and return whether the targets are met."""
    judged = [judge(path.parent) for path in sorted(folder.glob("*/case.json"))]
    for item in judged:
        if not item.right:
            print(f"  {'weak ' if item.weak else '     '}{item.name}: {item.words}")
    strong = [item for item in judged if not item.weak]
    alarms = [item.name for item in judged if item.false_alarm]
    right = _share([item.right for item in strong])
    three = _share([item.among_three for item in strong])
    weak = _share([item.right for item in judged if item.weak])
    print(f"false alarms: {', '.join(alarms) or 'none'}; {len(judged)} cases")
    print(f"first cause right: {right:.1%}; among the first three: {three:.1%}; weak: {weak:.1%}")
    return right >= RIGHT and three >= AMONG_THREE and not alarms


def _share(values: Sequence[bool]) -> float:
    return sum(values) / len(values) if values else 1.0


if __name__ == "__main__":
    sys.exit(not measure(Path(sys.argv[1])))
