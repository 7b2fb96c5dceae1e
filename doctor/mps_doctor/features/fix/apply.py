"""Carries out a plan, step by step: asks, changes, proves, and stops at the first failure.

Nothing runs without consent. What does not prove itself is taken back.
"""

import contextlib
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from mps_doctor.features.compare.compare import judge_change, new_and_gone, relate
from mps_doctor.features.fix.environment import (
    NotProvenError,
    NotRestoredError,
    change_environment,
    undo_change,
)
from mps_doctor.features.fix.installers import Refused, clean_environment, run_to_its_end
from mps_doctor.features.fix.plan import Plan, made_by, undo_command
from mps_doctor.features.fix.values import FixReport, FixResult, FixStep, StepOutcome
from mps_doctor.fixes.fix import Argv
from mps_doctor.fixes.managers import CONDA_TOOLS
from mps_doctor.judgement.report import Report
from mps_doctor.render.shell import in_shell
from mps_doctor.system import processes
from mps_doctor.system.errors import InputError
from mps_doctor.system.interruption import uninterrupted
from mps_doctor.system.redaction import redact

UNCHANGED = "; nothing was changed"

STOPS: dict[StepOutcome, str] = {
    "failed": "an earlier step failed",
    "not-verified": "an earlier step failed",
    "interrupted": "you stopped before it",
}
"""What keeps the steps after such a one from being done."""


class Declined(Exception):  # noqa: N818  # an answer
    """Somebody said no."""


def apply_plan(
    plan: Plan, *, yes: bool, ask: Callable[[FixStep], bool] | None, tell: Callable[[str], None]
) -> FixReport:
    """Do the steps that are agreed to, check everything again, and return what came of it.

    `yes` agrees beforehand; `ask` asks a person, and is None where nobody can be asked.
    """
    work, began = _Work(plan, yes, ask, tell), time.monotonic()
    done: list[FixStep] = []
    stopped = ""
    for step in plan.steps:
        done.append(_ended(step, "not-reached", stopped) if stopped else work.do(step))
        stopped = stopped or STOPS.get(done[-1].outcome, "")
    return _report(work, done, time.monotonic() - began)


@dataclass
class _Work:
    """What has come of the steps so far."""

    plan: Plan
    yes: bool
    ask: Callable[[FixStep], bool] | None
    tell: Callable[[str], None]
    undo: tuple[Argv, ...] = ()
    """What takes back all that was done, the last first."""
    saved_in: str = ""
    examined: str = ""
    after: Report | None = None
    """What was found last, after a step that is done."""

    def do(self, step: FixStep) -> FixStep:
        """Do one step, and return it with what became of it."""
        if step.left_to_you:
            return _ended(step, "by-hand", step.left_to_you)
        if self.ask is None and not (self.yes and step.risk != "destructive"):
            return _ended(step, "not-asked", "no terminal to ask on, and no --yes")
        try:
            if self.plan.undoes is not None:
                return self._take_back(step, self.plan.undoes)
            return self._change(step) if step.install is not None else self._run(step)
        except Declined:
            return _ended(step, "declined", "you said no")
        except KeyboardInterrupt:
            return _ended(step, "interrupted", "you stopped it; everything was put back")
        except (Refused, InputError) as error:
            ended = _ended(step, "failed", f"{error}{UNCHANGED}")
            return msgspec.structs.replace(ended, output=getattr(error, "output", ()))
        except NotProvenError as error:
            return _ended(step, "not-verified", f"{error}; everything was put back")
        except NotRestoredError as error:
            return _ended(step, "failed", str(error))
        except OSError as error:
            return _ended(step, "failed", f"{error.filename or step.id}: {error.strerror}")

    def _agree(self, step: FixStep) -> None:
        """Raise Declined unless somebody agrees."""
        if self.yes and step.risk != "destructive":
            return
        if self.ask is None or not self.ask(step):
            raise Declined

    def _change(self, step: FixStep) -> FixStep:
        """Change what is installed, or leave everything as it is."""
        assert step.install is not None
        found = self.after, self.examined
        try:
            folder, changed = change_environment(
                self.plan.environment,
                step.install,
                agree=lambda what: self._agree(msgspec.structs.replace(step, changes=what)),
                prove=lambda: self._prove(step, str(self.plan.environment.python)),
                tell=self.tell,
            )
        except BaseException:
            self.after, self.examined = found  # proven, and then put back all the same
            raise
        if folder is None:
            return _ended(step, "done", "everything was installed already")
        self.saved_in = str(folder)
        self.undo = (undo_command(folder, self.plan.asked), *self.undo)
        return _ended(step, "done", changed)

    def _run(self, step: FixStep) -> FixStep:
        """Run the commands of a step that changes no packages of the environment."""
        self._agree(step)
        if made := _already_there(step):
            return _ended(step, "failed", f"{made} is there already; rename or remove it")
        try:
            for argv in step.commands:
                self._run_command(argv, step.folder)
            self._prove(step, _examined_by(step) or str(self.plan.environment.python))
        except BaseException as error:
            with uninterrupted():
                for argv in step.undo:
                    try:
                        self._run_command(argv, step.folder)
                    except Refused as left:  # noqa: PERF203  (each undo is tried)
                        # Where a command has failed, there may be nothing to take back.
                        if isinstance(error, NotProvenError):
                            words = f"not everything could be put back: {left}; {error}"
                            raise NotRestoredError(words) from None
            raise
        self.undo = (*step.undo, *self.undo)
        return _ended(step, "done", "")

    def _run_command(self, argv: Argv, folder: str) -> None:
        self.tell(in_shell(argv)[:60])
        conda = argv[0] in CONDA_TOOLS
        # In many shells conda is a function; it says itself where its program is.
        program = os.environ.get("CONDA_EXE", argv[0]) if argv[0] == "conda" else argv[0]
        variables = dict(os.environ) if conda else clean_environment()
        run_to_its_end((program, *argv[1:]), variables, Path(folder), in_shell(argv)[:200])

    def _prove(self, step: FixStep, which: str) -> None:
        """Check everything again; raises NotProvenError where the step has not helped."""
        before, after = self.plan.report, self.plan.examine(which)
        if set(step.causes[:1]).intersection(_causes_of(after)) or is_no_better(before, after):
            raise NotProvenError(f"after it: {after.verdict.headline}")
        self.after, self.examined = after, which

    def _take_back(self, step: FixStep, folder: Path) -> FixStep:
        self._agree(step)
        undo_change(self.plan.environment, folder)
        self.examined = str(self.plan.environment.python)
        self.after = self.plan.examine(self.examined)
        return _ended(step, "done", "everything is as it was before the fix")


def _causes_of(report: Report) -> list[str]:
    return [item.cause for item in report.verdict.candidates if item.severity != "info"]


def is_no_better(before: Report, after: Report) -> bool:
    """Return whether a verdict is worse, or is as bad for a new fault in what was examined before.

    A fault of a check that could not be judged before was only hidden by the one that is gone.
    """
    relation, judged = relate(before, after), ("passed", "failed")
    known = {result.check for result in before.results if result.outcome in judged}
    new = {finding.partition(":")[0] for finding in new_and_gone(before, after)[0]}
    return relation == "worse" or (relation == "different" and not known.isdisjoint(new))


def _already_there(step: FixStep) -> str:
    """Return the environment that a step would make, where it exists: conda would replace it."""
    made = made_by(step) if "new-environment" in step.needs else ""
    if step.commands[0][0] not in CONDA_TOOLS:
        return made if made and os.path.lexists(made) else ""
    said = processes.run([step.commands[0][0], "env", "list", "--json"], timeout=60).stdout
    with contextlib.suppress(msgspec.DecodeError):
        listed: dict[str, Any] = msgspec.json.decode(said)
        return made if made in [Path(path).name for path in listed.get("envs", ())] else ""
    return f"{made} cannot be looked for, so perhaps it"


def _examined_by(step: FixStep) -> str:
    """Return the new environment that the proof of a step names."""
    words = [word for argv in step.verify for word in argv]
    options = [index for index, word in enumerate(words) if word in ("--python", "--env")]
    return words[options[0] + 1] if options and "new-environment" in step.needs else ""


def _ended(step: FixStep, outcome: StepOutcome, message: str) -> FixStep:
    return msgspec.structs.replace(step, outcome=outcome, message=redact(message))


def _report(work: _Work, steps: Sequence[FixStep], seconds: float) -> FixReport:
    outcomes, before = {step.outcome for step in steps}, work.plan.report
    result: FixResult = "unchanged"
    if "interrupted" in outcomes:
        result = "interrupted"
    elif work.after is not None:
        fixed = judge_change(before, work.after) == "fixed"  # what is not proven is back
        result = "undone" if work.plan.undoes else "fixed" if fixed else "improved"
    settled = result in ("fixed", "undone")
    refused = outcomes & {"declined", "not-asked"}
    return FixReport(
        target=before.target,
        applied=True,
        result=result,
        sentence=_sentence(result, steps, work.after),
        steps=tuple(steps),
        before=before.verdict,
        after=work.after.verdict if work.after is not None else None,
        examined_after=redact(work.examined),
        saved_in=redact(work.saved_in),
        undo=tuple(tuple(map(redact, argv)) for argv in work.undo),
        exit_code=130 if result == "interrupted" else 0 if settled else 5 if refused else 1,
        started=before.started,
        seconds=round(before.seconds + seconds, 3),
    )


def _sentence(result: FixResult, steps: Sequence[FixStep], after: Report | None) -> str:
    bad = [step for step in steps if step.outcome in STOPS]
    if after is None:
        message = (bad or steps)[0].message
        unsure = message.startswith("not everything")
        return message if unsure else f"Nothing was changed: {message.removesuffix(UNCHANGED)}"
    if result == "undone":
        return f"Everything is as it was before the fix. {after.verdict.sentence}"
    done = [step for step in steps if step.outcome == "done"]
    words = [f"{len(done)} of {len(steps)} steps done"]
    words += [f"{step.id} {step.outcome}" for step in bad[:1]]
    left, gone = _causes_of(after), [step.causes[0] for step in done if step.causes]
    if left and gone and not bad:
        words += [f"repaired: {', '.join(gone)}", f"left: {', '.join(left)}"]
    return f"{'; '.join(words)}. {after.verdict.sentence}"
