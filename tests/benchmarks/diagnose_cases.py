"""Measures the diagnosis of pasted texts on a folder of cases with known causes.

    python tests/benchmarks/diagnose_cases.py ../shared/cases

Each case is a folder with `evidence.txt` and `case.json` (`cause`, `also`, `weak`,
`environment_is_fine`). Prints what was taken for what, the false alarms, and the shares; the exit
code says whether the targets are met.
"""

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from mps_doctor import diagnose


@dataclass(frozen=True)
class Judged:
    """One case: what was expected, and what the doctor said."""

    name: str
    expected: str
    said: str
    right: bool
    among_three: bool
    weak: bool
    fine: bool
    false_alarm: bool


def judge(folder: Path) -> Judged:
    """Diagnose the text of one case."""
    case = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    verdict = diagnose((folder / "evidence.txt").read_bytes(), name=folder.name).verdict
    accepted = {case["cause"], *(case.get("also") or ())}
    said = verdict.cause or "healthy"
    right = said in accepted
    first = list(dict.fromkeys(item.cause for item in verdict.candidates))[:3]
    fine = bool(case.get("environment_is_fine"))
    return Judged(
        name=folder.name,
        expected=case["cause"],
        said=said,
        right=right,
        among_three=right or bool(accepted & set(first)),
        weak=bool(case.get("weak")),
        fine=fine,
        false_alarm=fine and verdict.kind == "environment" and not right,
    )


def judge_all(folder: Path) -> list[Judged]:
    """Diagnose every case of a folder."""
    return [judge(path.parent) for path in sorted(folder.glob("*/case.json"))]


def share(judged: Iterable[Judged], what: str) -> float:
    """Return the share of cases of which a property holds; 1 for no cases."""
    values = [bool(getattr(item, what)) for item in judged]
    return sum(values) / len(values) if values else 1.0


def main() -> int:
    """Print the measurement; the exit code says whether the targets are met."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    judged = judge_all(folder)
    for item in judged:
        if not item.right:
            mark = "weak " if item.weak else "     "
            print(f"  {mark}{item.name}: {item.expected} -> {item.said}")
    strong = [item for item in judged if not item.weak]
    alarms = [item.name for item in judged if item.false_alarm]
    right, three = share(strong, "right"), share(strong, "among_three")
    print(f"false alarms: {', '.join(alarms) or 'none'} of {sum(item.fine for item in judged)}")
    print(f"first cause right, not weak:  {right:.1%} of {len(strong)}")
    print(f"among the first three:        {three:.1%}")
    weak = share([item for item in judged if item.weak], "right")
    print(f"first cause right, weak:      {weak:.1%}")
    return 0 if right >= 0.95 and three >= 0.98 and not alarms else 1


if __name__ == "__main__":
    sys.exit(main())
