"""The callable form of `mps-doctor fix`: examine, plan, show or apply, undo."""

import contextlib
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from mps_doctor.discovery.starting import start
from mps_doctor.discovery.surroundings import Surroundings
from mps_doctor.facts import Machine, known_or
from mps_doctor.features.examination import conclude, configured, judge_snapshot
from mps_doctor.features.fix import journal
from mps_doctor.features.fix.apply import apply_plan
from mps_doctor.features.fix.elsewhere import step_to_elsewhere
from mps_doctor.features.fix.env_files import read_env_file
from mps_doctor.features.fix.environment import Environment, settle
from mps_doctor.features.fix.plan import UNDO, Consent, Plan, Setting, plan_steps
from mps_doctor.features.fix.values import FixReport, FixStep
from mps_doctor.fixes.fix import Argv
from mps_doctor.fixes.managers import DOCTOR
from mps_doctor.fixes.situation import read_situation
from mps_doctor.judgement.assess import Policy
from mps_doctor.judgement.checking import Level
from mps_doctor.judgement.report import Report
from mps_doctor.system.configuration import NOT_CONFIGURED, Configuration
from mps_doctor.system.folders import current_folder

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
    env_file: Path | None = None,
    configuration: Configuration = NOT_CONFIGURED,
    on_step: Callable[[str], None] | None = None,
    recover: bool = False,
) -> Plan:
    """Examine an environment and return the plan that mends it.

    `configuration` is what the project asks for: it counts before and after.
    `recover` takes back what an interrupted fix has left, and nothing else is changed.
    Raises InputError for an interpreter or a file that cannot be used.
    """
    used: list[Path] = []

    def examine(which: str | None, env: str | None = None) -> Report:
        with variables_of(env_file):
            running = start(python=which, env=env, device=device, level=level, timeout=timeout)
            used.append(running.chosen.python)
            return conclude(running, configured(Policy(device, level), configuration), on_step)

    report = examine(python, env)
    environment = _environment(used[0], report.facts)
    interrupted = journal.unfinished(environment.prefix)
    if interrupted is not None and recover:
        settle(environment, interrupted)
        report = examine(str(environment.python))
    setting = Setting(
        python=str(environment.python),
        folder=str(current_folder()),
        uv=shutil.which("uv") is not None,
        device=device,
        level=level,
        env_file="" if env_file is None else str(env_file.absolute()),
        variables={} if env_file is None else read_env_file(env_file),
    )
    steps = plan_steps(report, setting)
    situation = read_situation(report.facts.host, report.facts.python)
    if situation.is_mac and steps and device == "mps" and report.verdict.status == "broken":
        around = Surroundings.here()
        elsewhere = step_to_elsewhere(situation.macos, environment.prefix, around)
        steps = steps if elsewhere is None else (elsewhere, *steps)
    if interrupted is not None and not recover:
        steps = (_undo_step(interrupted, "Take back what an interrupted fix has left"),)
    return Plan(
        report=report,
        steps=steps,
        environment=environment,
        command=() if all(step.left_to_you for step in steps) else setting.command,
        examine=lambda which: examine(which) if os.sep in which else examine(None, which),
    )


def plan_fix_of_snapshot(
    path: Path, *, device: str = "mps", configuration: Configuration = NOT_CONFIGURED
) -> FixReport:
    """Return the plan for a recorded machine: it can be shown only."""
    started = time.time()
    report = judge_snapshot(path, configured(Policy(device), configuration))
    return _shown(report, plan_steps(report, Setting(device=device)), started)


def plan_undo(
    folder: Path,
    *,
    device: str = "mps",
    level: Level = "standard",
    timeout: float = 120.0,
    on_step: Callable[[str], None] | None = None,
) -> Plan:
    """Return the plan that takes back the change whose folder is named; raises InputError."""
    folder = folder.absolute()
    journal.read(folder)
    python = str(folder.parent.parent / "bin" / "python")
    asked = {"python": python, "device": device, "level": level, "timeout": timeout}
    plan = plan_fix(**asked, on_step=on_step)  # type: ignore[arg-type]  # one of each type
    step = _undo_step(folder, "Take back the fix")
    return Plan(
        report=plan.report,
        steps=(step,),
        environment=plan.environment,
        command=step.commands[0],
        examine=plan.examine,
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


def _environment(python: Path, facts: Machine) -> Environment:
    """Return the environment of an interpreter, whose links have to stay as they are."""
    python = Path(os.path.abspath(python))  # noqa: PTH100
    tool = known_or(facts.python.project_manager, "")
    project = known_or(facts.python.project, "") if tool == "uv" else ""
    return Environment(
        prefix=python.parent.parent,
        python=python,
        by_uv=known_or(facts.python.environment, "") == "uv",
        project=Path(project).expanduser() if project else None,
    )


def _undo_step(folder: Path, summary: str) -> FixStep:
    return FixStep(
        id=UNDO,
        summary=summary,
        kind="run",
        commands=((DOCTOR, "fix", "--undo", str(folder), "--apply"),),
        changes=f"the packages in {folder.parent.parent}",
    )


def _shown(
    report: Report, steps: tuple[FixStep, ...], started: float, command: Argv = ()
) -> FixReport:
    verdict = report.verdict
    words = f"{len(steps)} step{'s' if len(steps) > 1 else ''}"
    mine = sum(bool(step.left_to_you) for step in steps)
    if mine and steps:
        words += f", {mine if mine < len(steps) else 'all'} for you to do"
    if not steps:
        words = "No fix is known" if verdict.exit_code else "Nothing to fix"
    return FixReport(
        target=report.target,
        applied=False,
        result="planned" if steps else "unchanged" if verdict.exit_code else "nothing-to-fix",
        sentence=f"{words}. {verdict.sentence}",
        steps=steps,
        command=command,
        before=verdict,
        exit_code=1 if steps else verdict.exit_code,
        started=report.started,
        seconds=round(time.time() - started, 3),
    )
