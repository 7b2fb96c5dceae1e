"""What the tables of checks share: calling a check with some facts, and writing its outcome."""

from typing import Any

from mps_doctor.facts import SECTIONS, Machine, Origin
from mps_doctor.fixes import environment_of
from mps_doctor.judgement.checking import ENVIRONMENT, Check, Failed, Outcomes, Passed

PASSED, NOT_APPLICABLE = "passed", "not-applicable"


def outcome_of(item: Check[...], **facts: dict[str, Any]) -> Outcomes:
    """Return what a check says of these facts, by section; all others are not known."""
    sections = {name: SECTIONS[name](**values) for name, values in facts.items()}
    machine = Machine(origin=Origin(kind="synthetic", name="a test"), **sections)  # type: ignore[arg-type]
    arguments = {
        name: environment_of(machine) if section == ENVIRONMENT else getattr(machine, section)
        for name, section in item.sections.items()
    }
    return item(**arguments)


def said(outcome: Outcomes) -> str:
    """Return "passed", "not-applicable", or cause and severity (where it is not the default)."""
    if isinstance(outcome, tuple):
        return ", ".join(said(item) for item in outcome)
    if isinstance(outcome, Failed):
        return f"{outcome.cause} {outcome.severity or ''}".strip()
    return PASSED if isinstance(outcome, Passed) else NOT_APPLICABLE
