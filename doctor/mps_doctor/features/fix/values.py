"""What `mps-doctor fix` plans and did, as typed values: its part of the JSON contract."""

from typing import Literal, TypeAlias

from mps_doctor.fixes.fix import Argv, Fix
from mps_doctor.judgement.report import Envelope, Target
from mps_doctor.judgement.verdict import Verdict

StepOutcome: TypeAlias = Literal[
    "planned",
    "done",
    "failed",
    "not-verified",
    "declined",
    "by-hand",
    "not-asked",
    "not-reached",
    "interrupted",
]
"""`not-verified`: done, without the effect it had to have, and taken back; `not-asked`: nobody to
ask."""

FixResult: TypeAlias = Literal[
    "nothing-to-fix",
    "planned",
    "fixed",
    "improved",
    "unchanged",
    "undone",
    "interrupted",
]


class FixStep(Fix, frozen=True, kw_only=True):
    """One step of a plan: a fix of the prescription, where it is done, and what came of it."""

    causes: tuple[str, ...] = ()
    """What it is to end, the most important first."""
    folder: str = ""
    """Where its commands run."""
    changes: str = ""
    """What it changes, in words."""
    left_to_you: str = ""
    """Why `--apply` does not do it; empty where it does."""
    outcome: StepOutcome = "planned"
    message: str = ""
    """Why it is not done, or what its proof said."""
    output: tuple[str, ...] = ()
    """The last lines of the tool that failed, in its own words."""


class FixReport(Envelope, frozen=True, kw_only=True):
    """One run of `mps-doctor fix`: the plan, what was done of it, and what came of that."""

    target: Target
    applied: bool
    """Whether steps were to be done, or only shown."""
    result: FixResult
    sentence: str
    steps: tuple[FixStep, ...]
    command: Argv = ()
    """What carries out a plan that is only shown; empty where nothing can be."""
    before: Verdict
    after: Verdict | None = None
    """Of the whole check after the last step; of the new environment where one was made."""
    examined_after: str = ""
    """The interpreter that it is about."""
    saved_in: str = ""
    """The folder with what is needed to go back; empty where nothing was changed."""
    undo: tuple[Argv, ...] = ()
    """What goes back to the state before."""
    exit_code: int
    started: str
    """ISO 8601, UTC."""
    seconds: float
