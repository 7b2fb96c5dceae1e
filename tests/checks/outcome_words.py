"""What the tables of checks share: how an outcome is written, and facts that do no harm."""

from __future__ import annotations

from mps_doctor.facts import Conda, Host, Interpreter, Packages
from mps_doctor.judgement.checking import Failed, Outcomes, Passed

PASSED, NOT_APPLICABLE = "passed", "not-applicable"
MAC = Host(system="Darwin", hardware_architecture="arm64", chip="Apple M2", macos_version="15.5")
PYTHON = Interpreter(version="3.12.8", architecture="arm64", prefix="/opt/v")
CONDA, NOTHING = Conda(active=False), Packages(installed=())


def said(outcome: Outcomes) -> str:
    """Return "passed", "not-applicable", or cause and severity (where it is not the default)."""
    if isinstance(outcome, tuple):
        return ", ".join(said(item) for item in outcome)
    if isinstance(outcome, Failed):
        return f"{outcome.cause} {outcome.severity or ''}".strip()
    return PASSED if isinstance(outcome, Passed) else NOT_APPLICABLE
