"""What the doctor says of each recorded machine: the examples of the generated pages."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

import run_screen
from project import MACHINES

from mps_doctor import run_checks
from mps_doctor.judgement.report import Report
from mps_doctor.render import Screen, load
from mps_doctor.views.report import view_report


@dataclass(frozen=True)
class Recorded:
    """A machine of tests/machines, judged."""

    name: str
    note: str
    """Where its facts come from."""
    report: Report

    @property
    def findings(self) -> int:
        """How many checks failed: the clearest example has the fewest."""
        return sum(result.outcome == "failed" for result in self.report.results)


@cache
def machines() -> tuple[Recorded, ...]:
    """Judge every recorded machine, the clearest first."""
    found = []
    for file in sorted(MACHINES.glob("*.json")):
        document = json.loads(file.read_bytes())
        if "origin" not in document:
            continue  # the table of expected verdicts
        report = run_checks(snapshot=file, level="deep")
        found.append(Recorded(file.stem, document["origin"].get("note", ""), report))
    return tuple(sorted(found, key=lambda machine: (machine.findings, machine.name)))


def example_of_cause(cause: str) -> Recorded | None:
    """Return a machine on which this is the verdict's cause, or at least one of the candidates."""
    chief = [item for item in machines() if item.report.verdict.cause == cause]
    also = [
        item
        for item in machines()
        if any(candidate.cause == cause for candidate in item.report.verdict.candidates)
    ]
    return next(iter([*chief, *also]), None)


def example_of_check(check: str) -> Recorded | None:
    """Return a machine on which this check fails, if it can as the root."""
    return next(
        (
            item
            for item in machines()
            if any(r.check == check and r.outcome == "failed" for r in item.report.results)
        ),
        None,
    )


def screen(machine: Recorded) -> str:
    """Return the console's page for a machine as HTML."""
    text = str(load("console").render(view_report(machine.report), Screen(color=True)))
    command = f"mps-doctor --snapshot {machine.name}.json"
    shown = run_screen.Shown(machine.report.verdict.exit_code, text, "")
    return run_screen.as_html(run_screen.Screen(command), shown)
