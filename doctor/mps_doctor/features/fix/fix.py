"""The callable form of `mps-doctor fix`: examine, plan, show or apply, undo."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from mps_doctor.discovery.starting import start
from mps_doctor.features.examination import conclude, configured, judge_snapshot
from mps_doctor.features.fix.applying import FOR_INSTALLERS, UNDO, apply_plan
from mps_doctor.features.fix.env_files import read_env_file
from mps_doctor.features.fix.places import Places, shown
from mps_doctor.features.fix.plan import Consent, Plan
from mps_doctor.features.fix.saving import (
    added_since,
    new_folder,
    read_saved,
    state_folder,
    undo_commands,
)
from mps_doctor.features.fix.steps import Setting, plan_steps
from mps_doctor.features.fix.values import FixReport, FixStep
from mps_doctor.fixes.fix import Argv
from mps_doctor.judgement.assess import Policy
from mps_doctor.judgement.checking import Level
from mps_doctor.judgement.report import Report
from mps_doctor.system import processes
from mps_doctor.system.configuration import NOT_CONFIGURED, Configuration
from mps_doctor.system.errors import InputError
from mps_doctor.system.folders import current_folder

ASK_SECONDS = 120.0

__all__ = [
    "Consent",
    "Plan",
    "apply_plan",
    "plan_fix",
    "plan_fix_of_snapshot",
    "plan_undo",
    "show_plan",
]


def plan_fix(
    *,
    python: str | None = None,
    env: str | None = None,
    device: str = "mps",
    level: Level = "standard",
    timeout: float = 120.0,
    save_to: Path | None = None,
    env_file: Path | None = None,
    configuration: Configuration = NOT_CONFIGURED,
    on_step: Callable[[str], None] | None = None,
) -> Plan:
    """Examine an environment and return the plan that mends it; changes nothing.

    `configuration` is what the project asks for: it counts before and after.
    Raises InputError for an interpreter or a file that cannot be used.
    """

    def examine(which: str) -> Report:
        with variables_of(env_file):
            by_name = os.sep not in which
            return _examine(None if by_name else which, which if by_name else None)

    def _examine(python: str | None, env: str | None) -> Report:
        running = start(python=python, env=env, device=device, level=level, timeout=timeout)
        examined.append(running.chosen.python)
        policy = configured(Policy(device, level), configuration)
        return conclude(running, policy, on_step)

    examined: list[Path] = []
    with variables_of(env_file) as variables:
        report = _examine(python, env)
    interpreter = Path(os.path.abspath(examined[0]))  # noqa: PTH100  # its links have to stay
    folder = current_folder()
    saved = new_folder(save_to or state_folder(os.environ), interpreter.parent.parent.name)
    setting = Setting(
        folder=shown(folder),
        python=shown(interpreter),
        saved=shown(saved),
        device=device,
        level=level,
        env_file="" if env_file is None else shown(env_file.absolute()),
        variables=dict(variables),
        uv=shutil.which("uv") is not None,
        doctor_python=shown(sys.executable),
    )
    more = [saved, Path(sys.executable), *([env_file.absolute()] if env_file else [])]
    return Plan(
        report=report,
        steps=plan_steps(report, setting),
        places=Places.of(interpreter, folder, _home(), *more),
        folder=folder,
        saved=saved,
        examine=examine,
        examined=str(interpreter),
        command=_command(setting),
    )


def plan_fix_of_snapshot(
    path: Path, *, device: str = "mps", configuration: Configuration = NOT_CONFIGURED
) -> FixReport:
    """Return the plan for a recorded machine: it can be shown only."""
    started = time.time()
    report = judge_snapshot(path, configured(Policy(device), configuration))
    setting = Setting(folder="", device=device)
    return _shown(report, plan_steps(report, setting), started)


def plan_undo(
    folder: Path,
    *,
    device: str = "mps",
    level: Level = "standard",
    timeout: float = 120.0,
    on_step: Callable[[str], None] | None = None,
) -> Plan:
    """Return the plan that goes back to what a fix saved; raises InputError."""
    folder = folder.absolute()
    saved = read_saved(folder)
    if not saved.kind or not saved.python:
        raise InputError(f"{folder} names no environment")
    plan = plan_fix(
        python=saved.python, device=device, level=level, timeout=timeout, on_step=on_step
    )
    added = added_since(saved, folder, _ask)
    step = FixStep(
        id=UNDO,
        summary="Go back to what was installed before the fix",
        kind="run",
        commands=tuple(tuple(map(shown, argv)) for argv in undo_commands(saved, folder, added)),
        folder=shown(plan.folder),
        changes=f"what is installed in {shown(Path(saved.python).parent.parent)}",
        needs=("network",),
        automatic=True,
    )
    places = Places.of(Path(saved.python), plan.folder, _home(), folder, Path(saved.project or "/"))
    return Plan(
        report=plan.report,
        steps=(step,),
        places=places,
        folder=plan.folder,
        saved=folder,
        examine=plan.examine,
        examined=plan.examined,
        command=("mps-doctor", "fix", "--undo", shown(folder), *_asked(device, level), "--apply"),
        undoes=folder,
    )


def show_plan(plan: Plan, started: float) -> FixReport:
    """Return the report that only shows a plan."""
    return _shown(plan.report, plan.steps, started, plan.command)


@contextlib.contextmanager
def variables_of(file: Path | None) -> Iterator[Mapping[str, str]]:
    """Set the variables of a file for as long as an examination takes, as a loader would.

    Like most loaders it overrides nothing that is set already.
    """
    named = read_env_file(file) if file is not None else {}
    added = {name: value for name, value in named.items() if name not in os.environ}
    os.environ.update(added)
    try:
        yield named
    finally:
        for name in added:
            os.environ.pop(name, None)


def _command(setting: Setting) -> Argv:
    file = ("--env-file", setting.env_file) if setting.env_file else ()
    asked = _asked(setting.device, setting.level)
    return ("mps-doctor", "fix", "--python", setting.python, *file, *asked, "--apply")


def _asked(device: str, level: str) -> Argv:
    """Return the options that were not the usual ones."""
    return (
        *(("--device", device) if device != "mps" else ()),
        *(("--level", level) if level != "standard" else ()),
    )


def _shown(
    report: Report, steps: tuple[FixStep, ...], started: float, command: Argv = ()
) -> FixReport:
    verdict = report.verdict
    remains = bool(steps) or verdict.exit_code != 0
    if steps:
        mine = sum(step.kind == "manual" for step in steps)
        words = f"{len(steps)} step{'s' if len(steps) > 1 else ''} to take"
        if mine:
            words += f", {mine} of them by hand" if mine < len(steps) else ", by hand"
        sentence = f"{words}; nothing was changed. {verdict.sentence}"
    elif remains:
        sentence = f"No fix is known. {verdict.sentence}"
    else:
        sentence = f"There is nothing to fix. {verdict.sentence}"
    exit_code = 1 if steps else verdict.exit_code
    return FixReport(
        target=report.target,
        applied=False,
        result="planned" if steps else "nothing-to-fix" if not remains else "unchanged",
        sentence=sentence,
        steps=steps,
        command=command if steps else (),
        before=verdict,
        exit_code=exit_code,
        started=report.started,
        seconds=round(time.time() - started, 3),
    )


def _ask(argv: Argv) -> processes.Finished:
    """Ask a package manager for what is installed; it changes nothing."""
    environment = {**os.environ, **FOR_INSTALLERS}
    return processes.run(list(argv), timeout=ASK_SECONDS, environment=environment)


def _home() -> str:
    return os.environ.get("HOME") or str(Path.home())
