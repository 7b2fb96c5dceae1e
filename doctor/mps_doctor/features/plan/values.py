"""What an upgrade would bring, as typed values: part of the JSON contract."""

from typing import Literal, TypeAlias

import msgspec

from mps_doctor.fixes.fix import Fix
from mps_doctor.judgement.report import Envelope, Target

Answer: TypeAlias = Literal["yes", "no", "unknown"]
"""Whether MPS will work."""


class Versions(msgspec.Struct, frozen=True, kw_only=True):
    """What decides about MPS; an empty text is not known."""

    torch: str = ""
    macos: str = ""
    python: str = ""
    architecture: str = ""


class FeatureChange(msgspec.Struct, frozen=True, kw_only=True):
    """A feature that an upgrade brings or takes away, with the source of that."""

    id: str
    title: str
    rule: str
    """Where it works, in words."""
    source: str


class Forecast(msgspec.Struct, frozen=True, kw_only=True):
    """What can be said of the target without installing anything."""

    answer: Answer
    sentence: str
    now: Versions
    then: Versions
    reasons: tuple[str, ...] = ()
    """Why not, or what has to be watched, the most important first."""
    companions: dict[str, str] = {}
    """What goes with that torch there of those companions that are installed."""
    companions_now: dict[str, str] = {}
    """Their versions now."""
    gained: tuple[FeatureChange, ...] = ()
    lost: tuple[FeatureChange, ...] = ()
    steps: tuple[str, ...] = ()
    """What comes before the commands by hand, or what would do instead."""
    fix: Fix | None = None
    """The commands of the upgrade, and how to verify it."""
    known_until: str = ""
    """The day of the data."""
    exit_code: int = 0


class PlanReport(Envelope, frozen=True, kw_only=True):
    """What if this machine had another torch, macOS or Python."""

    target: Target
    forecast: Forecast
