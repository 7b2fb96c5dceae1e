"""The signs of severities, outcomes and verdicts: glyph, word and colour each tell it alone."""

from __future__ import annotations

from typing import Literal

import msgspec

from mps_doctor.judgement.checking import OutcomeName, Result, Severity
from mps_doctor.judgement.verdict import Status

Role = Literal["error", "warning", "info", "fine", "bold", "dim", "command", "plain"]
"""What a text is for; a format gives each its colour."""


class Sign(msgspec.Struct, frozen=True):
    """How one state is shown."""

    glyph: str
    ascii: str
    word: str
    role: Role

    def drawn(self, unicode: bool) -> str:
        """Return the glyph, or its likeness in ASCII."""
        return self.glyph if unicode else self.ascii


SEVERITIES: dict[Severity, Sign] = {
    "error": Sign("✗", "[x]", "error", "error"),
    "warning": Sign("!", "[!]", "warning", "warning"),
    "info": Sign("i", "[i]", "advice", "info"),
}

OUTCOMES: dict[OutcomeName, Sign] = {
    "passed": Sign("✓", "[ok]", "passed", "fine"),
    "failed": Sign("✗", "[x]", "failed", "error"),
    "skipped": Sign("-", "[-]", "skipped", "dim"),
    "not-applicable": Sign("-", "[-]", "does not apply", "dim"),
    "not-run": Sign("-", "[-]", "not run", "dim"),
    "unknown": Sign("?", "[?]", "not known", "dim"),
    "errored": Sign("✗", "[x]", "check broke", "error"),
}

STATUSES: dict[Status, Sign] = {
    "healthy": Sign("✓", "[ok]", "HEALTHY", "fine"),
    "unproven": Sign("?", "[?]", "UNPROVEN", "info"),
    "degraded": Sign("!", "[!]", "DEGRADED", "warning"),
    "broken": Sign("✗", "[x]", "BROKEN", "error"),
    "not-applicable": Sign("✗", "[x]", "NOT APPLICABLE", "error"),
    "inconclusive": Sign("?", "[?]", "INCONCLUSIVE", "warning"),
}


def sign_of(result: Result) -> Sign:
    """Return the sign of a result: of its severity where it failed, else of its outcome."""
    if result.outcome == "failed":
        return SEVERITIES[result.severity or "info"]
    return OUTCOMES[result.outcome]
