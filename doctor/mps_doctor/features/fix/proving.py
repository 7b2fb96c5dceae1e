"""Whether the verify command of a step proves that it helped."""

from __future__ import annotations

import sys

import msgspec

from mps_doctor.features.fix.plan import Plan
from mps_doctor.features.fix.values import FixStep
from mps_doctor.fixes.fix import Argv
from mps_doctor.fixes.managers import DOCTOR
from mps_doctor.system import processes
from mps_doctor.system.redaction import redact

PROOF_SECONDS = 600.0


class _Coded(msgspec.Struct):
    id: str


class _Named(msgspec.Struct):
    cause: str
    severity: str


class _Judged(msgspec.Struct):
    sentence: str
    candidates: tuple[_Named, ...]
    prescription: tuple[_Coded, ...]


class _Refusal(msgspec.Struct):
    message: str


class _Answer(msgspec.Struct):
    """What matters of a report, of the report of a fix, or of an error that a command printed."""

    verdict: _Judged | None = None
    steps: tuple[_Coded, ...] = ()
    error: _Refusal | None = None


def problem_of(step: FixStep, argv: Argv, plan: Plan) -> str:
    """Return why a verify command does not prove a step; empty where it does.

    The doctor's own answer may hold other problems: of interest is that of this step.
    """
    if argv[0] != DOCTOR:
        done = processes.run(plan.places.real_argv(argv), timeout=PROOF_SECONDS, folder=plan.folder)
        if done.exit_code == 0:
            return ""
        return f"{done.ending}{''.join(f': {redact(line)}' for line in done.stderr[-1:])}"
    real = plan.places.real_argv(argv)[1:]
    command = [sys.executable, "-m", "mps_doctor", *real, "--format", "json"]
    done = processes.run(command, timeout=PROOF_SECONDS, folder=plan.folder)
    if done.exit_code == 0:
        return ""
    try:
        answer = msgspec.json.decode(done.stdout, type=_Answer)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return f"{done.ending}{''.join(f': {redact(line)}' for line in done.stderr[-1:])}"
    if answer.error is not None:  # such as: the interpreter that was to be made does not exist
        return redact(answer.error.message)
    if answer.verdict is None:
        again = {item.id for item in answer.steps} & {step.id}
        return "the same step is needed again" if again else ""
    left = {item.cause for item in answer.verdict.candidates if item.severity != "info"}
    prescribed = {item.id for item in answer.verdict.prescription}
    if left & set(step.causes) and step.id in prescribed:
        return answer.verdict.sentence
    return ""
