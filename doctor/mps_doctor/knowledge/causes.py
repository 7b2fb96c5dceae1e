"""The closed vocabulary of root causes: the words that every verdict and result uses."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

Harm: TypeAlias = Literal[
    "gpu", "process", "installation", "program", "numbers", "choice", "part", "build"
]

DATA = Path(__file__).with_name("causes.json")


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """One root cause: its kind, its default severity, what it means, what to do about it."""

    id: str
    family: str
    kind: Literal["environment", "limit", "other"]
    severity: Literal["error", "warning", "info"]
    means: str
    """The definition of the vocabulary, for whoever adds a rule."""
    says: str
    """The same for whoever has it: a sentence without its full stop."""
    advice: str
    """Imperative, one line, and true of every machine; a check that knows the facts says more."""
    harms: Harm = "gpu"
    """What it keeps from working: a verdict says no more than that."""


@cache
def all_causes() -> dict[str, Cause]:
    """Return every cause by its id, in the order of the vocabulary."""
    rows = msgspec.json.decode(DATA.read_bytes(), type=list[Cause])
    return {row.id: row for row in rows}


def severity_of(cause: str) -> Literal["error", "warning", "info"]:
    """Return the default severity of a cause; a plug-in's own (`plugin:name`) is a warning."""
    if ":" in cause:
        return "warning"
    return all_causes()[cause].severity


def kind_of(cause: str) -> Literal["environment", "limit", "other"]:
    """Return the kind of a cause; a plug-in's own (`plugin:name`) is about the environment."""
    if ":" in cause:
        return "environment"
    return all_causes()[cause].kind


def harm_of(cause: str) -> Harm:
    """Return what a cause keeps from working; of a plug-in's own (`plugin:name`), the GPU."""
    return "gpu" if ":" in cause else all_causes()[cause].harms
