"""Measures the diagnosis of pasted texts on a folder of cases with known causes.

    python tests/benchmarks/diagnose_cases.py ../shared/cases

Each case is a folder with `evidence.txt` and `case.json` (`cause`, `also`, `weak`,
`environment_is_fine`). Prints the accuracy per cause, what was taken for what, the false alarms,
and how many reports a second one core judges.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

from mps_doctor import diagnose
from mps_doctor.judgement.engine import judge as judge_machine
from mps_doctor.judgement.engine import load_checks
from mps_doctor.judgement.verdict import reach_verdict
from mps_doctor.pasted import parse_text

HEALTHY = "healthy"


@dataclass(frozen=True)
class Judged:
    """One case: what was expected, and what the doctor said."""

    name: str
    accepted: frozenset[str]
    expected: str
    weak: bool
    fine: bool
    said: str
    kind: str | None
    candidates: tuple[str, ...]
    status: str

    @property
    def right(self) -> bool:
        """Whether the verdict's cause is one of those that are accepted."""
        return self.said in self.accepted

    @property
    def among_three(self) -> bool:
        """Whether one of the first three candidates is accepted."""
        return self.right or any(cause in self.accepted for cause in self.candidates[:3])

    @property
    def false_alarm(self) -> bool:
        """Whether a fine environment was blamed."""
        return self.fine and self.kind == "environment" and not self.right


def judge(folder: Path) -> Judged:
    """Diagnose the text of one case."""
    case = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    verdict = diagnose((folder / "evidence.txt").read_bytes(), name=folder.name).verdict
    return Judged(
        name=folder.name,
        accepted=frozenset({case["cause"], *(case.get("also") or ())}),
        expected=case["cause"],
        weak=bool(case.get("weak")),
        fine=bool(case.get("environment_is_fine")),
        said=verdict.cause or HEALTHY,
        kind=verdict.kind,
        candidates=tuple(dict.fromkeys(item.cause for item in verdict.candidates)),
        status=verdict.status,
    )


def judge_all(root: Path) -> list[Judged]:
    """Diagnose every case of a folder."""
    folders = sorted(path.parent for path in root.glob("*/case.json"))
    return [judge(folder) for folder in folders]


def share(judged: list[Judged], what: str) -> float:
    """Return the share of cases of which a property holds; 1 for no cases."""
    return sum(getattr(item, what) for item in judged) / len(judged) if judged else 1.0


def main() -> int:
    """Print the measurement; the exit code says whether the targets are met."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--repeat", type=int, default=3, help="rounds of the speed measurement")
    options = parser.parse_args()
    judged = judge_all(options.folder)
    strong = [item for item in judged if not item.weak]
    weak = [item for item in judged if item.weak]
    fine = [item for item in judged if item.fine]
    by_cause: dict[str, list[Judged]] = defaultdict(list)
    for item in judged:
        by_cause[item.expected].append(item)
    print(f"{'cause':<40} {'cases':>5} {'right':>5} {'in 3':>5}")
    for cause, items in sorted(by_cause.items()):
        right = sum(item.right for item in items)
        three = sum(item.among_three for item in items)
        print(f"{cause:<40} {len(items):>5} {right:>5} {three:>5}")
    print("\nwrong (weak ones marked):")
    for item in judged:
        if not item.right:
            mark = "weak " if item.weak else "     "
            others = ", ".join(item.candidates[:3])
            print(f"  {mark}{item.name}: {item.expected} -> {item.said} [{others}]")
    print("\ntaken for:")
    taken = Counter((item.expected, item.said) for item in judged if not item.right)
    for (expected, said), count in taken.most_common():
        print(f"  {count:>3}  {expected} -> {said}")
    alarms = [item for item in judged if item.false_alarm]
    print(f"\nfalse alarms: {', '.join(item.name for item in alarms) or 'none'}")
    statuses = Counter(item.status for item in fine)
    print(f"status of fine environments: {dict(statuses)}")
    print(f"first cause right, not weak:  {share(strong, 'right'):.1%} of {len(strong)}")
    print(f"among the first three:        {share(strong, 'among_three'):.1%}")
    print(f"first cause right, weak:      {share(weak, 'right'):.1%} of {len(weak)}")
    print(f"fine environments not blamed: {1 - share(fine, 'false_alarm'):.1%} of {len(fine)}")
    print(f"reports a second, one core:   {speed(options.folder, options.repeat):.0f}")
    met = share(strong, "right") >= 0.95 and share(strong, "among_three") >= 0.98 and not alarms
    return 0 if met else 1


def speed(root: Path, rounds: int) -> float:
    """Return the reports that one core judges in a second."""
    texts = [path.read_bytes() for path in sorted(root.glob("*/evidence.txt"))]
    catalogue = load_checks()
    started = time.process_time()
    for _ in range(rounds):
        for text in texts:
            machine = parse_text(text)
            reach_verdict(judge_machine(machine, catalogue, level="deep"), machine)
    return rounds * len(texts) / (time.process_time() - started)


if __name__ == "__main__":
    sys.exit(main())
