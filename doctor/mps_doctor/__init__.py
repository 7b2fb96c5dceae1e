"""mps-doctor: can PyTorch use the Apple GPU here; if not, why, and what to do.

    from mps_doctor import run_checks

    report = run_checks()
    print(report.verdict.sentence)

Importing this package imports neither torch nor rich nor click; the names below load on first use.
"""

from __future__ import annotations

import importlib

from mps_doctor._version import __version__ as __version__

TYPE_CHECKING = False  # type checkers take it for true; importing typing takes milliseconds
if TYPE_CHECKING:
    from mps_doctor.checking import Check as Check
    from mps_doctor.checking import Failed as Failed
    from mps_doctor.checking import Fix as Fix
    from mps_doctor.checking import NotApplicable as NotApplicable
    from mps_doctor.checking import Outcome as Outcome
    from mps_doctor.checking import Passed as Passed
    from mps_doctor.checking import Result as Result
    from mps_doctor.checking import check as check
    from mps_doctor.diagnosis import Verdict as Verdict
    from mps_doctor.examination import diagnose as diagnose
    from mps_doctor.examination import run_checks as run_checks
    from mps_doctor.machine import Machine as Machine
    from mps_doctor.machine import Unknown as Unknown
    from mps_doctor.machine import known as known
    from mps_doctor.report import MPSUnavailableError as MPSUnavailableError
    from mps_doctor.report import Report as Report
    from mps_doctor.requiring import require as require

_HOME = {
    "Check": "checking",
    "Failed": "checking",
    "Fix": "checking",
    "MPSUnavailableError": "report",
    "Machine": "machine",
    "NotApplicable": "checking",
    "Outcome": "checking",
    "Passed": "checking",
    "Report": "report",
    "Result": "checking",
    "Unknown": "machine",
    "Verdict": "diagnosis",
    "check": "checking",
    "diagnose": "examination",
    "known": "machine",
    "require": "requiring",
    "run_checks": "examination",
}

__all__ = sorted(_HOME)  # the table above is the one list of public names


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'mps_doctor' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"mps_doctor.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
