"""From the prescription to a plan: each fix with what it changes, and whether `--apply` does it.

Pure functions: nothing is read or run here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mps_doctor.facts import known_or
from mps_doctor.features.fix.env_files import mended_in_file
from mps_doctor.features.fix.environment import Environment
from mps_doctor.features.fix.values import FixStep
from mps_doctor.fixes.fix import Argv, Fix
from mps_doctor.fixes.managers import DOCTOR
from mps_doctor.fixes.ownership import left_to_you
from mps_doctor.judgement.report import Report

UNDO = "undo"
"""The id of the step that takes a change back."""


@dataclass(frozen=True)
class Setting:
    """How a plan is made and carried out."""

    python: str = ""
    """The examined interpreter; empty for a snapshot."""
    folder: str = ""
    """The current folder."""
    uv: bool = False
    """Whether there is a uv to be called."""
    device: str = "mps"
    level: str = "standard"
    env_file: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)
    """Those that the file of variables sets."""

    @property
    def asked(self) -> Argv:
        """The options that are not the usual ones."""
        device = ("--device", self.device) if self.device != "mps" else ()
        return (*device, *(("--level", self.level) if self.level != "standard" else ()))

    @property
    def command(self) -> Argv:
        """What carries the plan out."""
        file = ("--env-file", self.env_file) if self.env_file else ()
        return (DOCTOR, "fix", "--apply", "--python", self.python, *file, *self.asked)


@dataclass(frozen=True)
class Plan:
    """The steps for one environment, and what is needed to carry them out."""

    report: Report
    steps: tuple[FixStep, ...]
    environment: Environment
    command: Argv
    examine: Callable[[str], Report]
    """The whole check once more, of the interpreter or environment that is named."""
    undoes: Path | None = None
    """The folder of the change that this plan takes back."""


@dataclass(frozen=True)
class Consent:
    """Who agrees to a step: `--yes` beforehand, or a person when asked; nobody without both."""

    yes: bool = False
    ask: Callable[[FixStep], bool] | None = None


def plan_steps(report: Report, setting: Setting) -> tuple[FixStep, ...]:
    """Return the steps of a report's prescription, in its order."""
    return tuple(_step(fix, report, setting) for fix in report.verdict.prescription)


def _step(fix: Fix, report: Report, setting: Setting) -> FixStep:
    origin = [item for item in report.results if item.outcome == "failed" and fix in item.fixes]
    chosen = mended_in_file(fix, setting.env_file, setting.variables) or fix
    facts = report.facts
    return FixStep(
        id=chosen.id,
        summary=chosen.summary,
        kind=chosen.kind,
        checks=tuple(dict.fromkeys(result.check for result in origin)),
        causes=tuple(dict.fromkeys(result.cause or "" for result in origin)),
        commands=_by_uv(chosen) if setting.uv else chosen.commands,
        steps=chosen.steps,
        install=chosen.install,
        folder=setting.folder if chosen.commands else "",
        changes=_changes(chosen, known_or(facts.python.prefix, "this environment")),
        risk=chosen.risk,
        needs=chosen.needs,
        undo=chosen.undo,
        verify=tuple(
            (*argv, *setting.asked) if argv[0] == DOCTOR else argv for argv in chosen.verify
        ),
        left_to_you=left_to_you(chosen, facts.python, facts.conda)
        or ("" if setting.uv or _by_uv(chosen) == chosen.commands else "needs uv"),
    )


def _by_uv(fix: Fix) -> tuple[Argv, ...]:
    """Return the commands with uv itself, so that no uv is put into an environment for it."""
    rest = (argv for argv in fix.commands if argv[1:] != ("-m", "pip", "install", "uv"))
    return tuple(("uv", *argv[3:]) if argv[1:3] == ("-m", "uv") else argv for argv in rest)


def _changes(fix: Fix, prefix: str) -> str:
    if not fix.commands:
        return ""
    if "new-environment" in fix.needs:
        return f"creates {made_by(fix) or 'an environment'}; {prefix} stays as it is"
    if fix.install is not None:
        return f"{', '.join(fix.install.requirements)} in {prefix}"
    first = fix.commands[0]
    return {
        "mv": f"renames {', '.join(argv[-2] for argv in fix.commands)}",
        "sed": f"one line of {first[-1]}",
    }.get(first[0], "")


def made_by(fix: Fix | FixStep) -> str:
    """Return the folder, or the name, of the environment that a fix makes."""
    for argv in fix.undo:
        if argv[:2] == ("rm", "-r"):
            return argv[-1]
        if "-n" in argv:
            return argv[argv.index("-n") + 1]
    return ""
