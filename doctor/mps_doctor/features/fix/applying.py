"""Carries out a plan, step by step: asks, saves, runs, proves, and stops at the first failure.

Nothing is run without consent, nothing is changed before what is needed to go back is saved, and
whatever happens, the report says what was done and how to go back.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import msgspec

from mps_doctor.features.compare.compare import judge_change
from mps_doctor.features.fix import saving
from mps_doctor.features.fix.places import shown
from mps_doctor.features.fix.plan import Consent, Plan
from mps_doctor.features.fix.proving import problem_of
from mps_doctor.features.fix.steps import (
    BY_HAND,
    REQUIREMENTS,
    folders_made,
    manager_for,
    named_packages,
    new_python,
)
from mps_doctor.features.fix.values import FixReport, FixResult, FixStep, StepOutcome
from mps_doctor.fixes.fix import Argv
from mps_doctor.fixes.managers import Manager
from mps_doctor.judgement.report import Report
from mps_doctor.render.shell import in_shell
from mps_doctor.system import processes
from mps_doctor.system.redaction import redact

STEP_SECONDS = 3600.0
"""Deadline of one command: torch is half a gigabyte, and some lines are slow."""

PATIENCE = 15.0
"""Seconds that an installer gets to put back what it was replacing when it is interrupted."""

OUTPUT_LINES = 15

UNDO = "undo"
"""The id of the step that goes back to what was saved."""


def apply_plan(
    plan: Plan,
    consent: Consent,
    *,
    started: float,
    tell: Callable[[str], None],
) -> FixReport:
    """Do the steps that are agreed to, check everything again, and return what came of it."""
    work = _Work(plan, consent, tell)
    interrupted = False
    after: Report | None = None
    examined = plan.examined
    try:
        work.do_steps()
        if work.began:
            tell("the whole check, once more")
            examined = work.examined or plan.examined
            after = plan.examine(examined)
    except KeyboardInterrupt:
        interrupted = True
        work.note_interruption()
    return _report(plan, work, after, examined, interrupted=interrupted, started=started)


@dataclass
class _Work:
    """The steps as they are done."""

    plan: Plan
    consent: Consent
    tell: Callable[[str], None]
    done: list[FixStep] = field(default_factory=list)
    saved: saving.Saved | None = None
    began: list[FixStep] = field(default_factory=list)
    """The steps that have changed something, or may have."""
    examined: str = ""
    """The new environment, once there is one."""

    def do_steps(self) -> None:
        """Do one step after the other; a failed one is the last."""
        for number, step in enumerate(self.plan.steps, 1):
            self.done.append(step)
            self.done[-1] = self._do(step, number)
            if self.done[-1].outcome in ("failed", "not-verified"):
                break
        rest = self.plan.steps[len(self.done) :]
        self.done += [_ended(step, "not-reached", "an earlier step failed") for step in rest]

    def note_interruption(self) -> None:
        """Mark the step at which it was interrupted, and those that were not reached."""
        if self.done and self.done[-1].outcome == "planned":
            self.done[-1] = _ended(self.done[-1], "interrupted", "you stopped it")
        rest = self.plan.steps[len(self.done) :]
        self.done += [_ended(step, "not-reached", "you stopped before it") for step in rest]

    def _do(self, step: FixStep, number: int) -> FixStep:
        if step.kind == "manual":
            return _ended(step, "by-hand", "nobody but you can do this")
        if any(need in BY_HAND for need in step.needs):
            return _ended(step, "by-hand", f"needs {' and '.join(step.needs)}: run it yourself")
        if not (self.consent.yes and step.automatic):
            if self.consent.ask is None:
                why = "no terminal to ask on"
                if not step.automatic:
                    why += ", and --yes does not answer for this"
                return _ended(step, "not-asked", why)
            if not self.consent.ask(step):
                return _ended(step, "declined", "you said no")
        started = time.monotonic()
        ended = self._run_and_prove(step, number)
        return msgspec.structs.replace(ended, seconds=round(time.monotonic() - started, 3))

    def _run_and_prove(self, step: FixStep, number: int) -> FixStep:
        for folder in folders_made(step):
            if step.id != "move-requirements" and os.path.lexists(self._place(folder)):
                return _ended(step, "failed", f"{folder} is there already; rename or remove it")
        try:
            self._save_before(step)
        except saving.SavingError as error:
            return _ended(step, "failed", f"nothing was changed, as nothing was saved: {error}")
        if step.id == "move-requirements" and not self._requirements_to_move():
            return _ended(step, "done", "the old environment has nothing else")
        self.began.append(step)
        for argv in step.commands:
            self.tell(f"step {number}: {in_shell(argv)}")
            try:
                finished = self._run(argv)
            except OSError as error:
                return _ended(step, "failed", f"{argv[0]} cannot be run: {error.strerror}")
            if finished.exit_code != 0:
                said = finished.stderr or processes.last_lines(finished.stdout)
                return msgspec.structs.replace(
                    _ended(step, "failed", f"{in_shell(argv)}: {finished.ending}"),
                    output=tuple(map(redact, said[-OUTPUT_LINES:])),
                )
        if "new-environment" in step.needs and new_python(step):
            self.examined = self._place(new_python(step))
        return self._proven(step)

    def _proven(self, step: FixStep) -> FixStep:
        if step.id == UNDO:
            return self._proven_undone(step)
        for argv in step.verify:
            self.tell(f"proof: {in_shell(argv)}")
            try:
                problem = problem_of(step, argv, self.plan)
            except OSError as error:
                problem = f"{argv[0]} cannot be run: {error.strerror}"
            if problem:
                return _ended(step, "not-verified", f"{in_shell(argv)}: {problem}")
        return _ended(step, "done", "")

    def _proven_undone(self, step: FixStep) -> FixStep:
        assert self.saved is not None
        try:
            now = saving.freeze(saving.manager_of(self.saved), self._run)
        except saving.SavingError as error:
            return _ended(step, "not-verified", str(error))
        lacking = saving.changed_since(self.saved, now)
        if lacking:
            return _ended(step, "not-verified", f"not as before: {', '.join(lacking[:5])}")
        return _ended(step, "done", "what is installed is what was saved")

    def _run(self, argv: Argv) -> processes.Finished:
        real = self.plan.places.real_argv(argv)
        if real[0] == "conda" and shutil.which("conda") is None:
            # In many shells conda is a function; it says itself where its program is.
            real[0] = os.environ.get("CONDA_EXE", real[0])
        return processes.run(
            real,
            timeout=STEP_SECONDS,
            environment={**os.environ, **FOR_INSTALLERS},
            folder=self.plan.folder,
            patience=PATIENCE,
            on_line=lambda line: self.tell(line.decode("utf-8", "replace").strip()),
        )

    def _save_before(self, step: FixStep) -> None:
        if self.saved is not None or step.id == UNDO:
            if step.id == UNDO and self.plan.undoes is not None:
                self.saved = saving.read_saved(self.plan.undoes)
            return
        if not step.changes_installed and "new-environment" not in step.needs:
            return
        shown_manager = manager_for(self.plan.report)
        real = self.plan.places.real
        manager = Manager(
            kind=shown_manager.kind,
            python=real(shown_manager.python),
            target=tuple(map(real, shown_manager.target)),
            has_pip=shown_manager.has_pip,
        )
        self.tell(f"saving what is installed to {shown(self.plan.saved)}")
        names = named_packages(self.plan.steps)
        if not step.changes_installed:
            # The old environment stays as it is; its packages are listed, by whatever lists them.
            listing = Manager(kind="pip", python=manager.python)
            self.saved = saving.save(self.plan.saved, listing, (), self.plan.folder, self._run)
            return
        self.saved = saving.save(self.plan.saved, manager, names, self.plan.folder, self._run)
        self._write_words(saving.undo_commands(self.saved, self.plan.saved))

    def _requirements_to_move(self) -> bool:
        wanted, _ = saving.movable(self.saved.frozen if self.saved else ())
        if wanted:
            text = "".join(f"{line}\n" for line in wanted)
            (self.plan.saved / REQUIREMENTS).write_text(text, encoding="utf-8")
        return bool(wanted)

    def ways_back(self) -> tuple[Argv, ...]:
        """Return the exact commands that undo what was begun, the last step's first."""
        commands: list[Argv] = []
        environment_done = False
        for step in reversed(self.began):
            if step.id in (UNDO, "move-requirements"):
                continue
            if not step.changes_installed:
                commands += step.undo
            elif not environment_done and self.saved is not None:
                environment_done = True
                added = saving.added_since(self.saved, self.plan.saved, self._run)
                commands += saving.undo_commands(self.saved, self.plan.saved, added)
        if commands and self.saved is not None:
            self._write_words(commands)
        return tuple(tuple(map(shown, argv)) for argv in commands)

    def _write_words(self, commands: Sequence[Argv]) -> None:
        lines = "".join(f"{in_shell(tuple(argv))}\n" for argv in commands)
        (self.plan.saved / saving.WORDS).write_text(lines, encoding="utf-8")

    def _place(self, path: str) -> str:
        real = self.plan.places.real(path)
        return os.path.join(self.plan.folder, real) if "/" in real else real  # noqa: PTH118


FOR_INSTALLERS = {
    "PYTHONSAFEPATH": "1",  # `python -m pip` must not take the json.py of the current folder
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PIP_NO_INPUT": "1",
}


def _ended(step: FixStep, outcome: StepOutcome, message: str) -> FixStep:
    return msgspec.structs.replace(step, outcome=outcome, message=message)


def _report(
    plan: Plan,
    work: _Work,
    after: Report | None,
    examined: str,
    *,
    interrupted: bool,
    started: float,
) -> FixReport:
    steps = tuple(work.done)
    result: FixResult = "unchanged"
    if interrupted:
        result = "interrupted"
    elif plan.undoes is not None and any(step.outcome == "done" for step in steps):
        result = "undone"
    elif after is not None:
        result = judge_change(plan.report, after)
        if result == "fixed" and any(s.outcome in ("failed", "not-verified") for s in steps):
            # Half an install may pass the check; what its installer left is not to be trusted.
            result = "improved"
    refused = any(step.outcome in ("declined", "not-asked") for step in steps)
    settled = result in ("fixed", "undone")
    undo = work.ways_back() if work.began else ()
    return FixReport(
        target=plan.report.target,
        applied=True,
        result=result,
        sentence=_sentence(result, steps, after),
        steps=steps,
        before=plan.report.verdict,
        after=after.verdict if after is not None else None,
        examined_after=shown(examined) if after is not None else "",
        saved_in=shown(plan.saved) if work.saved is not None and plan.undoes is None else "",
        undo=undo,
        exit_code=130 if interrupted else 0 if settled else 5 if refused else 1,
        started=plan.report.started,
        seconds=round(time.time() - started, 3),
    )


def _sentence(result: FixResult, steps: Sequence[FixStep], after: Report | None) -> str:
    did = [step for step in steps if step.outcome == "done"]
    count = f"{len(did)} of {len(steps)} steps done"
    failed = next((s for s in steps if s.outcome in ("failed", "not-verified")), None)
    said = f" {after.verdict.sentence}" if after is not None else ""
    if failed is not None:
        what = "failed" if failed.outcome == "failed" else "did not help"
        return f"The step {failed.id} {what}; {count}.{said}"
    stopped = next((step for step in steps if step.outcome == "interrupted"), None)
    if result == "interrupted":
        at = f" during the step {stopped.id}" if stopped else ""
        return f"You stopped it{at}; {count}. What was changed may be half done."
    if result == "undone":
        return f"What is installed is what was saved before the fix.{said}"
    if after is None:
        if any(step.outcome in ("declined", "not-asked") for step in steps):
            return f"Nothing was changed: {_reason(steps)}."
        return "Nothing was changed: what is left to do is for you."
    return f"{count}.{said}"


def _reason(steps: Sequence[FixStep]) -> str:
    return next(s.message for s in steps if s.outcome in ("declined", "not-asked"))
