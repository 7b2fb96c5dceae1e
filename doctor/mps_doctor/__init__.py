"""mps-doctor: can PyTorch use the Apple GPU here; if not, why, and what to do.

    from mps_doctor import run_checks

    report = run_checks()
    print(report.verdict.sentence)

Importing this package imports neither torch nor rich nor click; the names below load on first use.
"""

from __future__ import annotations

import importlib

from mps_doctor.system import version

__version__ = version.VERSION

TYPE_CHECKING = False  # type checkers take it for true; importing typing takes milliseconds
if TYPE_CHECKING:
    from mps_doctor.facts import Machine as Machine, Unknown as Unknown, known as known
    from mps_doctor.features.diagnose import diagnose as diagnose
    from mps_doctor.features.examination import run_checks as run_checks
    from mps_doctor.features.require import require as require
    from mps_doctor.fixes.fix import Fix as Fix
    from mps_doctor.judgement.checking import (
        Check as Check,
        Failed as Failed,
        NotApplicable as NotApplicable,
        Outcome as Outcome,
        Outcomes as Outcomes,
        Passed as Passed,
        Result as Result,
        check as check,
    )
    from mps_doctor.judgement.report import (
        MPSUnavailableError as MPSUnavailableError,
        Report as Report,
    )
    from mps_doctor.judgement.verdict import Verdict as Verdict

_HOME = {
    "Check": "judgement.checking",
    "Failed": "judgement.checking",
    "Fix": "judgement.checking",
    "MPSUnavailableError": "judgement.report",
    "Machine": "facts",
    "NotApplicable": "judgement.checking",
    "Outcome": "judgement.checking",
    "Outcomes": "judgement.checking",
    "Passed": "judgement.checking",
    "Report": "judgement.report",
    "Result": "judgement.checking",
    "Unknown": "facts",
    "Verdict": "judgement.verdict",
    "check": "judgement.checking",
    "diagnose": "features.diagnose",
    "known": "facts",
    "require": "features.require",
    "run_checks": "features.examination",
}

__all__ = sorted(_HOME)  # the table above is the one list of public names


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'mps_doctor' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"mps_doctor.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__all__", "__doc__", "__version__"]
