"""A plan of fixes for one environment, and who agrees to its steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mps_doctor.features.fix.places import Places
from mps_doctor.features.fix.values import FixStep
from mps_doctor.fixes.fix import Argv
from mps_doctor.judgement.report import Report


@dataclass(frozen=True)
class Consent:
    """Who agrees to a step: `--yes` beforehand, or a person when asked; nobody without both."""

    yes: bool = False
    ask: Callable[[FixStep], bool] | None = None


@dataclass(frozen=True)
class Plan:
    """The steps for one environment, and what is needed to carry them out."""

    report: Report
    steps: tuple[FixStep, ...]
    places: Places
    folder: Path
    """The current folder: where commands run."""
    saved: Path
    """Where what is needed to go back would be saved."""
    examine: Callable[[str], Report]
    """The whole check once more, of the interpreter or environment that is named."""
    examined: str
    """The examined interpreter, really."""
    command: Argv
    """What carries this plan out, for a shell."""
    undoes: Path | None = None
    """The folder of the fix that this plan undoes."""
