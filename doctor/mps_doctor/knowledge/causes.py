"""The closed vocabulary of root causes: the words that every verdict and result uses."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

DATA = Path(__file__).with_name("causes.json")


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """One root cause: its kind, its default severity, what it means, what to do about it."""

    id: str
    family: str
    kind: Literal["environment", "limit", "other"]
    severity: Literal["error", "warning", "info"]
    means: str
    advice: str
    """Imperative, one line, and true of every machine; a check that knows the facts says more."""


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
