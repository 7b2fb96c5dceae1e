"""What tests of checks share: an outcome in words."""

from mps_doctor.judgement.checking import Failed, Outcomes, Passed

PASSED, NOT_APPLICABLE = "passed", "not-applicable"


def said(outcome: Outcomes) -> str:
    """Return "passed", "not-applicable", or cause and severity (where it is not the default)."""
    if isinstance(outcome, tuple):
        return ", ".join(said(item) for item in outcome)
    if isinstance(outcome, Failed):
        return f"{outcome.cause} {outcome.severity or ''}".strip()
    return PASSED if isinstance(outcome, Passed) else NOT_APPLICABLE
