"""From an examination to a plan: each fix with what it changes, and whether `--apply` does it."""

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec
from packaging.utils import canonicalize_name

from mps_doctor.discovery.environment import Surroundings
from mps_doctor.discovery.interpreter import start
from mps_doctor.facts import Machine, Package, known_or
from mps_doctor.features.examination import conclude, configured, judge_snapshot
from mps_doctor.features.fix import journal
from mps_doctor.features.fix.elsewhere import find_elsewhere
from mps_doctor.features.fix.environment import Environment, in_the_way, undo_change, way_back
from mps_doctor.features.fix.installed import required
from mps_doctor.features.fix.values import FixReport, FixStep
from mps_doctor.fixes.fix import DOCTOR, Argv, Fix
from mps_doctor.fixes.installs import solve
from mps_doctor.fixes.managers import left_to_you, undo_commands
from mps_doctor.fixes.situation import Environment as Known, environment_of
from mps_doctor.judgement.assess import Policy
from mps_doctor.judgement.checking import Level
from mps_doctor.judgement.report import Report
from mps_doctor.knowledge.releases import COMPANIONS
from mps_doctor.system.configuration import NOT_CONFIGURED, Configuration
from mps_doctor.system.errors import InputError
from mps_doctor.system.files import current_folder

UNDO = "undo"
"""The id of the step that takes a change back."""


@dataclass(frozen=True)
class Plan:
    """The steps for one environment, and what is needed to carry them out."""

    report: Report
    steps: tuple[FixStep, ...]
    environment: Environment
    command: Argv
    """What carries it out; empty where all is left to a person."""
    examine: Callable[[str], Report]
    """The whole check once more, of the interpreter or environment that is named."""
    asked: Argv = ()
    """The options with which it was examined."""
    undoes: Path | None = None
    """The folder of the change that this plan takes back."""


def plan_fix(
    *,
    python: str | None = None,
    env: str | None = None,
    undo: Path | None = None,
    device: str = "mps",
    level: Level = "standard",
    timeout: float = 120.0,
    configuration: Configuration = NOT_CONFIGURED,
    on_step: Callable[[str], None] | None = None,
    recover: bool = False,
) -> Plan:
    """Examine an environment and return the plan that mends it, or takes back the change `undo`.

    `configuration` is what the project asks for: it counts before and after.
    `recover` takes back what an interrupted fix has left; nothing else is changed.
    Raises InputError for an interpreter or a folder that cannot be used, or while another fix is
    at work.
    """
    used: list[Path] = []
    if undo is not None:
        undo = undo.absolute()
        journal.read(undo)
        python = str(undo.parent.parent / "bin" / "python")

    def examine(which: str | None, env: str | None = None) -> Report:
        running = start(python=which, env=env, device=device, level=level, timeout=timeout)
        used.append(running.chosen.python)
        return conclude(running, configured(Policy(device, level), configuration), on_step)

    report = examine(python, env)
    environment = _environment(used[0], report.facts)
    if undo is None:
        undo = journal.unfinished(environment.prefix)
        if undo is not None and recover:
            undo_change(environment, undo)
            undo, report = None, examine(str(environment.python))
    asked: Argv = ("--device", device) if device != "mps" else ()
    asked += ("--level", level) if level != "standard" else ()
    command = (DOCTOR, "fix", "--apply", "--python", str(environment.python), *asked)
    if undo is not None:
        steps: tuple[FixStep, ...] = (_undo_step(undo, environment.python, asked),)
        command = steps[0].commands[0]
    else:
        uv = shutil.which("uv") is not None
        fixes = solve(report.verdict.prescription, _with_all_demands(environment, report.facts))
        steps = plan_steps(report, fixes, asked, uv=uv, folder=str(current_folder()))
        steps = tuple(_with_surroundings(step, environment, report.facts) for step in steps)
        if steps and device == "mps" and report.verdict.status == "broken":
            found = find_elsewhere(report.facts.host, environment.prefix, Surroundings.here())
            steps = steps if found is None else (found, *steps)
    return Plan(
        report=report,
        steps=steps,
        environment=environment,
        command=() if all(step.left_to_you for step in steps) else command,
        examine=lambda which: examine(which) if os.sep in which else examine(None, which),
        asked=asked,
        undoes=undo,
    )


def plan_fix_of_snapshot(
    path: Path, *, device: str = "mps", configuration: Configuration = NOT_CONFIGURED
) -> FixReport:
    """Return the plan for a recorded machine: it can be shown only."""
    report = judge_snapshot(path, configured(Policy(device), configuration))
    return show_plan(report, plan_steps(report, report.verdict.prescription))


def plan_steps(
    report: Report,
    fixes: tuple[Fix, ...],
    asked: Argv = (),
    *,
    uv: bool = False,
    folder: str = "",
) -> tuple[FixStep, ...]:
    """Return the steps of a report's prescription `fixes`, in its order.

    `asked` are the options of the examination, `uv` says whether there is one to be called, and
    `folder` is the current one.
    """

    # What proves a fix names its device already.
    level = asked[asked.index("--level") :] if "--level" in asked else ()

    def step(fix: Fix) -> FixStep:
        # One solve may have changed its commands, and leaves its name.
        failed = [item for item in report.results if item.outcome == "failed"]
        origin = [item for item in failed if fix.id in {each.id for each in item.fixes}]
        facts, by_uv = report.facts, _by_uv(fix)
        left = left_to_you(fix, facts.python, facts.conda)
        more = {
            "causes": tuple(dict.fromkeys(result.cause or "" for result in origin)),
            "commands": by_uv if uv else fix.commands,
            "folder": folder if fix.commands else "",
            "changes": _changes(fix, known_or(facts.python.prefix, "this environment")),
            "verify": tuple((*argv, *level) if argv[0] == DOCTOR else argv for argv in fix.verify),
            "left_to_you": left or ("" if uv or by_uv == fix.commands else "needs uv"),
        }
        return FixStep(**{**msgspec.structs.asdict(fix), **more})

    return tuple(map(step, fixes))


def _by_uv(fix: Fix) -> tuple[Argv, ...]:
    """Return the commands with uv itself, so that no uv is put into an environment for it."""
    rest = (argv for argv in fix.commands if argv[1:] != ("-m", "pip", "install", "uv"))
    return tuple(("uv", *argv[3:]) if argv[1:3] == ("-m", "uv") else argv for argv in rest)


def _changes(fix: Fix, prefix: str) -> str:
    if "new-environment" in fix.needs and fix.commands:
        return f"creates {made_by(fix) or 'an environment'}; {prefix} stays as it is"
    if fix.install is not None:
        return f"{', '.join(fix.install.requirements)} in {prefix}"
    renamed = [argv[-2] for argv in fix.commands if argv[0] == "mv"]
    return f"renames {', '.join(renamed)}" if renamed else ""


def made_by(fix: Fix) -> str:
    """Return the folder, or the name, of the environment that a fix makes."""
    for argv in fix.undo:
        if argv[:2] == ("rm", "-r"):
            return argv[-1]
        if "-n" in argv:
            return argv[argv.index("-n") + 1]
    return ""


def _with_all_demands(environment: Environment, facts: Machine) -> Known:
    """Return what is known of an environment, with each package that asks for a certain torch.

    A report names packages of a list only: others may be private.
    """
    known = environment_of(facts)
    try:
        installed = environment.distributions()
    except (InputError, OSError):
        return known
    listed = known_or(facts.packages.installed, ())
    names = {"torch", *(item.name for item in listed)}
    more = []
    for item in installed:
        asked: dict[str, str] = {
            canonicalize_name(one.name): str(one.specifier)
            for one in required(item, environment.markers)
        }
        torch = asked.pop("torch", "")
        companions = {name: text for name, text in asked.items() if name in COMPANIONS and text}
        if item.name not in names and (torch or companions):
            package = Package(name=item.name, version=item.version, requires_torch=torch)
            more.append(msgspec.structs.replace(package, requires_companions=companions))
    packages = msgspec.structs.replace(facts.packages, installed=(*listed, *more))
    return known._replace(packages=packages)


def _with_surroundings(step: FixStep, environment: Environment, facts: Machine) -> FixStep:
    """Return a step with what stands in its way, and with the way back for who does it by hand."""
    if step.install is None or environment.project is not None:
        return step
    try:
        installed = environment.distributions()
        found = in_the_way(environment, step.install, installed)
    except (InputError, OSError):
        return step
    words = f"; in the way: {found}" if found and not step.left_to_you else ""
    undo = undo_commands(environment_of(facts), way_back(step.install, installed))
    return msgspec.structs.replace(step, changes=step.changes + words, undo=undo)


def _environment(python: Path, facts: Machine) -> Environment:
    """Return the environment of an interpreter, whose links have to stay as they are."""
    python = Path(os.path.abspath(python))  # noqa: PTH100
    tool = known_or(facts.python.project_manager, "")
    project = known_or(facts.python.project, "") if tool == "uv" else ""
    version = known_or(facts.python.version, "3").rstrip("+")
    markers = {
        "python_full_version": version,
        "python_version": ".".join(version.split(".")[:2]),
    }
    if architecture := known_or(facts.python.architecture, ""):
        markers["platform_machine"] = architecture
    return Environment(
        prefix=python.parent.parent,
        python=python,
        by_uv=known_or(facts.python.environment, "") == "uv",
        project=Path(project).expanduser() if project else None,
        markers=markers,
    )


def undo_command(folder: Path, asked: Argv) -> Argv:
    """Return what takes a change back and then examines as it was examined before."""
    return (DOCTOR, "fix", "--undo", str(folder), "--apply", *asked)


def _undo_step(folder: Path, python: Path, asked: Argv) -> FixStep:
    done = journal.read(folder).done
    return FixStep(
        id=UNDO,
        summary="Take back the fix" if done else "Take back what an interrupted fix has left",
        commands=(undo_command(folder, asked),),
        changes=f"the packages in {folder.parent.parent}",
        verify=((DOCTOR, "--python", str(python), *asked),),
    )


def show_plan(report: Report, steps: tuple[FixStep, ...], command: Argv = ()) -> FixReport:
    """Return the report that only shows a plan; `command` carries it out."""
    verdict = report.verdict
    words = f"{len(steps)} step{'s' if len(steps) > 1 else ''}"
    mine = sum(bool(step.left_to_you) for step in steps)
    if mine:
        words += f", {mine if mine < len(steps) else 'all'} for you to do"
    if not steps:
        words = "Nothing to fix" if verdict.passes else "No fix is known"
    elif verdict.cause not in {cause for step in steps for cause in step.causes}:
        words += f", none for {verdict.cause}"
    return FixReport(
        target=report.target,
        applied=False,
        result="planned" if steps else "nothing-to-fix" if verdict.passes else "unchanged",
        sentence=f"{words}. {verdict.sentence}",
        steps=steps,
        command=command,
        before=verdict,
        exit_code=1 if steps else verdict.exit_code,
        started=report.started,
        seconds=report.seconds,
    )
