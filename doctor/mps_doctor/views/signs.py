"""The signs of severities, outcomes and statuses."""

from mps_doctor.judgement.checking import OutcomeName, Result, Severity
from mps_doctor.judgement.verdict import Status
from mps_doctor.views.document import Sign

PASSED = Sign("✓", "[ok]", "passed", "fine")
FAILED = Sign("✗", "[x]", "failed", "error")
NOTHING = Sign("-", "[-]", "skipped", "dim")

SEVERITIES: dict[Severity, Sign] = {
    "error": Sign("✗", "[x]", "error", "error"),
    "warning": Sign("!", "[!]", "warning", "warning"),
    "info": Sign("i", "[i]", "tip", "info"),
}

OUTCOMES: dict[OutcomeName, Sign] = {
    "passed": PASSED,
    "failed": FAILED,
    "skipped": NOTHING,
    "not-applicable": Sign("-", "[-]", "not applicable", "dim"),
    "not-run": Sign("-", "[-]", "not run", "dim"),
    "unknown": Sign("?", "[?]", "unknown", "dim"),
    "errored": Sign("✗", "[x]", "check crashed", "error"),
}

STATUSES: dict[Status, Sign] = {
    "healthy": Sign("✓", "[ok]", "HEALTHY", "fine"),
    "unproven": Sign("?", "[?]", "UNPROVEN", "info"),
    "degraded": Sign("!", "[!]", "DEGRADED", "warning"),
    "limited": Sign("✗", "[x]", "LIMITED", "error"),
    "broken": Sign("✗", "[x]", "BROKEN", "error"),
    "not-applicable": Sign("-", "[-]", "NOT APPLICABLE", "dim"),
    "inconclusive": Sign("?", "[?]", "INCONCLUSIVE", "warning"),
}


def sign_of(result: Result) -> Sign:
    """Return the sign of a result: of its severity where it failed, else of its outcome."""
    if result.outcome == "failed":
        return SEVERITIES[result.severity or "info"]
    return OUTCOMES[result.outcome]
