"""Reports of recorded machines and of short texts, for the tests of the floors above them."""

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

import mps_doctor
import mps_doctor_checks
from mps_doctor import Check, Outcome, Passed, Report, check, diagnose, run_checks
from mps_doctor.facts import Host, Machine, decode_machine
from mps_doctor.judgement.checking import Result

OURS = [
    *(str(Path(package.__file__).parents[1]) for package in (mps_doctor, mps_doctor_checks)),
    *(entry for entry in sys.path if entry.endswith("site-packages")),
]
"""Where a Python of a simulated Mac finds the doctor and what it needs."""

MACHINES = Path(__file__).with_name("machines")

NAMES = sorted(path.stem for path in MACHINES.glob("*.json") if path.stem != "expected")

HEALTHY = "healthy-m3-macos-15-torch-2.15"
ROSETTA = "conda-osx-64-under-rosetta"
DEEP = "deep-wrong-results"
DEGRADED = "torchvision-mismatch"
LINUX = "plain-linux"

TEXTS = {
    "traceback": "epoch 1\nTraceback (most recent call last):\n  File 'train.py', line 3\n"
    "TypeError: Cannot convert a MPS Tensor to float64 dtype as the MPS framework doesn't support"
    " float64. Please use float32 instead.\n",
    "too little": "mps not available on my M1, any idea?\n",
}
"""Texts that end as `limited` and as `inconclusive`."""


def machine(name: str) -> Path:
    """Return the file of a recorded machine."""
    return MACHINES / f"{name}.json"


@cache
def report(name: str) -> Report:
    """Return the report of a recorded machine, or of one of the texts."""
    if name in TEXTS:
        return diagnose(TEXTS[name], name=f"{name}.txt")
    return run_checks(snapshot=machine(name), plugins=False)


def facts(**sections: Any) -> Machine:
    """Return the facts of a snapshot that has these sections."""
    document = {"schema_version": "1.0", "origin": {"kind": "snapshot"}, **sections}
    return decode_machine(json.dumps(document).encode())


def result(check: str, outcome: str = "passed", **fields: Any) -> Result:
    """Return a made-up result of a check."""
    fields = {"family": "torch", "title": check, **fields}
    return Result(check=check, outcome=outcome, **fields)  # type: ignore[arg-type]


def failed(check: str, cause: str, severity: str | None = "error", **fields: Any) -> Result:
    """Return a made-up failure."""
    fields = {"message": f"{check} failed", **fields}
    return result(check, "failed", cause=cause, severity=severity, **fields)


def check_that(
    outcome: object = Passed(message="fine"), id: str = "a", **declared: Any
) -> Check[...]:
    """Declare a check that always returns the outcome, or raises it."""

    def function(host: Host) -> Outcome:
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome  # type: ignore[return-value]  # junk is what some tests are about

    causes = ("python-broken", "torch-below-recommended")
    options = {"title": id, "causes": causes, "family": "host", **declared}
    return check(id, **options)(function)
