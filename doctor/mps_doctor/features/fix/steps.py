"""From the prescription to a plan: each fix with where it runs, what it changes, how it goes back.

Pure functions: nothing is read or run here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from mps_doctor.facts import known_or
from mps_doctor.features.fix.env_files import mended_in_file
from mps_doctor.features.fix.saving import PINS
from mps_doctor.features.fix.values import FixStep
from mps_doctor.fixes.fix import Argv, Fix
from mps_doctor.fixes.managers import DOCTOR, Manager, manager_of, package_name
from mps_doctor.judgement.report import Report

NEVER_AUTOMATIC = ("sudo", "gui", "restart")
BY_HAND = ("sudo", "restart")
"""What no child without a terminal can do: a person does it, after reading the commands."""

REQUIREMENTS = "requirements.txt"
"""In the folder of what is saved: what a new environment gets from the old one."""


@dataclass(frozen=True)
class Setting:
    """Where a plan is to be carried out; all paths as they may be shown."""

    folder: str
    """The current folder."""
    python: str = ""
    """The examined interpreter; empty for a snapshot."""
    saved: str = ""
    """The folder for what is saved; empty where nothing will be."""
    device: str = "mps"
    level: str = "standard"
    env_file: str = ""
    variables: dict[str, str] = field(default_factory=dict)
    """Those that the file of variables sets."""
    uv: bool = False
    """Whether uv is on PATH."""
    doctor_python: str = "python3"


def plan_steps(report: Report, setting: Setting) -> tuple[FixStep, ...]:
    """Return the steps of a report's prescription, in its order."""
    manager = manager_for(report)
    steps: list[FixStep] = []
    for fix in report.verdict.prescription:
        origin = [
            result
            for result in report.results
            if result.outcome == "failed" and fix in result.fixes
        ]
        mended = mended_in_file(fix, setting.env_file, setting.variables)
        chosen = mended or fix
        if _makes_environment(chosen) and setting.python:
            chosen = _with_a_borrowed_uv(chosen, setting)
        step = FixStep(
            id=chosen.id,
            summary=chosen.summary,
            kind=chosen.kind,
            checks=tuple(dict.fromkeys(result.check for result in origin)),
            causes=tuple(dict.fromkeys(result.cause or "" for result in origin)),
            commands=chosen.commands,
            steps=chosen.steps,
            folder=setting.folder if chosen.commands else "",
            risk=chosen.risk,
            needs=chosen.needs,
            undo=chosen.undo,
            verify=tuple(_aimed(argv, setting) for argv in chosen.verify),
            automatic=_is_automatic(chosen),
        )
        steps.append(_completed(step, report, manager, setting))
        if _makes_environment(chosen) and setting.saved:
            steps.extend(_moving(steps[-1], manager, setting))
    return tuple(steps)


def manager_for(report: Report) -> Manager:
    """Return whose commands change the examined environment."""
    facts = report.facts
    return manager_of(facts.python, facts.conda, facts.packages, facts.torch)


def named_packages(steps: Sequence[FixStep]) -> tuple[str, ...]:
    """Return the packages that the commands of steps name."""
    names = [
        package_name(argument)
        for step in steps
        if step.changes_installed
        for argv in step.commands
        for argument in _requirements(argv)
    ]
    return tuple(dict.fromkeys(names))


def new_python(step: FixStep) -> str:
    """Return how the verify command names the new environment: its option and value."""
    for argv in step.verify:
        for option in ("--python", "--env"):
            if option in argv[:-1]:
                return argv[argv.index(option) + 1]
    return ""


def folders_made(step: FixStep) -> tuple[str, ...]:
    """Return the folders that a step makes: those that its undo removes."""
    if "new-environment" not in step.needs:
        return ()
    return tuple(argv[-1] for argv in step.undo if argv[:2] == ("rm", "-r"))


def _is_automatic(fix: Fix) -> bool:
    return (
        fix.kind == "run"
        and fix.risk in ("safe", "changes-environment")
        and not any(need in fix.needs for need in NEVER_AUTOMATIC)
    )


def _makes_environment(fix: Fix) -> bool:
    return fix.kind == "run" and fix.id == "new-environment"


def _completed(step: FixStep, report: Report, manager: Manager, setting: Setting) -> FixStep:
    changes = _changes(step, report, manager)
    undo = step.undo
    if step.changes_installed and setting.saved:
        undo = ((DOCTOR, "fix", "--undo", setting.saved, "--apply"),)
    return msgspec.structs.replace(
        step, changes=changes, undo=undo, undoable=bool(undo) or step.changes_installed
    )


def _changes(step: FixStep, report: Report, manager: Manager) -> str:
    if step.kind == "manual":
        return "what you change by hand"
    prefix = known_or(report.facts.python.prefix, "") or "this environment"
    if "new-environment" in step.needs:
        made = ", ".join(folders_made(step)) or new_python(step) or "a new environment"
        return f"makes {made}; {prefix} stays as it is"
    if step.id == "rename-shadowing-file":
        return "renames " + ", ".join(f"{argv[-2]} to {argv[-1]}" for argv in step.commands)
    if step.commands and step.commands[0][0] == "sed":
        return f"one line of {step.commands[0][-1]}"
    if not step.changes_installed:
        return "nothing in the environment"
    names = ", ".join(named_packages((step,))) or "packages"
    if manager.kind in ("uv-project", "poetry", "pixi"):
        return f"{names} in the project's files, its lock file and {prefix}"
    return f"{names}, and what they require, in {prefix}"


def _requirements(argv: Argv) -> list[str]:
    """Return the requirements of an install or uninstall command: what is no option or its value.

    Commands of prescriptions write `--option value` apart, and requirements last.
    """
    verbs = ("install", "uninstall", "add", "reinstall")
    at = next((index for index, word in enumerate(argv) if word in verbs), None)
    if at is None:
        return []
    with_value = ("--python", "--index-url", "--prerelease", "-n", "-p", "-c", "--requirement")
    found, skip = [], False
    for word in argv[at + 1 :]:
        if skip:
            skip = False
        elif word in with_value:
            skip = True
        elif not word.startswith("-") and "/" not in word:
            found.append(word)
    return found


def _aimed(argv: Argv, setting: Setting) -> Argv:
    """Return a verify command for the examined device and level."""
    if argv[0] != DOCTOR:
        return argv
    aimed = argv
    if setting.device != "mps" and "--device" not in argv:
        aimed += ("--device", setting.device)
    if setting.level != "standard" and "--level" not in argv:
        aimed += ("--level", setting.level)
    return aimed


def _with_a_borrowed_uv(fix: Fix, setting: Setting) -> Fix:
    """Return the fix without what it would install into the old environment, which is left alone.

    uv from PATH makes the new one; where there is none, an environment of uv's own does.
    """
    commands = fix.commands
    if len(commands) < 2 or commands[0][1:] != ("-m", "pip", "install", "uv"):
        return fix
    python = commands[0][0]
    uv = "uv"
    first: tuple[Argv, ...] = ()
    if not setting.uv and setting.saved:
        tools = f"{setting.saved}/uv"
        uv = f"{tools}/bin/uv"
        first = (
            (setting.doctor_python, "-m", "venv", tools),
            (f"{tools}/bin/python", "-m", "pip", "install", "uv"),
        )
    elif not setting.uv:
        return fix
    others = tuple(
        (uv, *argv[3:]) if argv[:3] == (python, "-m", "uv") else argv for argv in commands[1:]
    )
    return msgspec.structs.replace(fix, commands=(*first, *others))


def _moving(step: FixStep, manager: Manager, setting: Setting) -> tuple[FixStep, ...]:
    """Return the step that gives a new environment what the old one had besides torch."""
    python = new_python(step)
    head = next((argv for argv in step.commands if argv[1:3] == ("pip", "install")), None)
    if head is None or "--python" not in head:
        steps: tuple[str, ...] = (
            f"Write down what you asked for: {manager.kind} env export --from-history",
            "Install that in the new environment, without torch, torchvision and torchaudio",
        )
        if manager.kind == "pixi":
            steps = ("Add to the new project what the old pixi.toml asks for",)
        return (
            FixStep(
                id="move-requirements",
                summary="Move your other requirements to the new environment",
                kind="manual",
                steps=steps,
                changes="the new environment alone",
                risk="safe",
            ),
        )
    file = f"{setting.saved}/{REQUIREMENTS}"
    return (
        FixStep(
            id="move-requirements",
            summary="Install in the new environment what the old one has besides torch",
            kind="run",
            commands=((head[0], "pip", "install", "--python", python, "--requirement", file),),
            folder=setting.folder,
            changes=f"the new environment alone; {PINS} of the old one is only read",
            needs=("network", "new-environment"),
            undoable=bool(step.undo),
            undo=step.undo,
            verify=(step.verify[-1],) if step.verify else (),
            automatic=True,
        ),
    )
