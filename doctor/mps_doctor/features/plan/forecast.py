"""What if: whether MPS will work with another torch, macOS or Python, from the data only.

Nothing is installed and nothing is run; what the data does not hold is said to be not known.
"""

import msgspec
from packaging.version import Version

from mps_doctor.facts import Machine, Packages, known_or
from mps_doctor.features.plan.reasons import features_of, minor_of, reasons, remarks
from mps_doctor.features.plan.values import (
    Answer,
    FeatureChange,
    Forecast,
    Option,
    PlanReport,
    Versions,
)
from mps_doctor.fixes.fix import DOCTOR, Argv, Fix, aimed
from mps_doctor.fixes.managers import install_commands
from mps_doctor.fixes.new_environments import USUAL_PYTHON, environment_for, nightly_environment
from mps_doctor.fixes.requirements import companions_for, newest_for, requirements_for
from mps_doctor.fixes.situation import Environment, Situation, environment_of
from mps_doctor.fixes.system import last_macos
from mps_doctor.judgement.report import Target
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.compatibility import has_feature
from mps_doctor.knowledge.macos import NEWEST, macos_name, parse_macos
from mps_doctor.knowledge.versions import parse_version
from mps_doctor.system.errors import InputError

NIGHTLY = "nightly"

SENTENCES: dict[Answer, str] = {
    "yes": "{} will work on this Mac's GPU.",
    "no": "{} won't work on this Mac's GPU.",
    "unknown": "{} may or may not work on this Mac's GPU.",
}
EXIT: dict[Answer, int] = {"yes": 0, "no": 1, "unknown": 4}


class Request(msgspec.Struct, frozen=True):
    """What is asked for; an empty text keeps what is there."""

    torch: str = ""
    """A version, or `nightly`."""
    macos: str = ""
    python: str = ""

    def __post_init__(self) -> None:
        """Raise InputError for a version that is none."""
        for name, value, parse in (
            ("torch", self.torch.replace(NIGHTLY, ""), parse_version),
            ("with-python", self.python, parse_version),
            ("macos", self.macos, parse_macos),
        ):
            if value and parse(value) is None:
                raise InputError(f"--{name} {value[:40]!r} is not a version, like 2.15 or 15.1")


def plan_upgrade(
    machine: Machine, request: Request, target: Target, given: Argv = ()
) -> PlanReport:
    """Return what is known of MPS on this machine with the torch, macOS or Python asked for.

    Where nothing is asked, what can be: `given` names the machine in those commands.
    """
    options = _options(machine, given) if request == Request() else ()
    return PlanReport(target=target, forecast=forecast(machine, request), options=options)


def _options(machine: Machine, given: Argv) -> tuple[Option, ...]:
    now, newest = environment_of(machine).situation, releases.newest_known()
    if not now.is_mac:
        return ()
    last = last_macos(machine.host)
    macos = str(last.major if last else NEWEST)
    pythons = releases.pythons_for(newest.version, now.hardware or "arm64") or (now.python,)
    python = pythons[-1].rstrip("t")
    wanted = (
        (f"PyTorch {newest}", "--torch", newest.version, Request(torch=newest.version)),
        ("A nightly PyTorch", "--torch", NIGHTLY, Request(torch=NIGHTLY)),
        (macos_name(macos), "--macos", macos, Request(macos=macos)),
        (f"Python {python}", "--with-python", python, Request(python=python)),
    )
    return tuple(
        Option(
            name=name,
            command=(DOCTOR, "plan", *given, option, value),
            answer=forecast(machine, request).answer,
        )
        for name, option, value, request in wanted
    )


def forecast(machine: Machine, request: Request) -> Forecast:
    """Return whether MPS will work after an upgrade, and what comes with it."""
    environment = environment_of(machine)
    now, nightly = environment.situation, request.torch == NIGHTLY
    then = _situation_after(request, now)
    installed = known_or(machine.torch_import.version, environment.torch_version)
    row = _release_wanted(request, then, installed, environment.packages)
    version = row.version if row is not None and not nightly else request.torch or installed
    no, unsure = reasons(environment, then, row, version)
    if nightly:  # what the newest release cannot do, a nightly cannot either
        unsure.append("a nightly changes every day: only a GPU test can tell")
    answer: Answer = "no" if no else "unknown" if unsure else "yes"
    before = Versions(torch=installed, macos=now.macos, python=now.python, architecture=now.process)
    after = Versions(torch=version, macos=then.macos, python=then.python, architecture=then.process)
    name = "A nightly PyTorch" if nightly else f"PyTorch {version}".strip()
    found = Forecast(
        answer=answer,
        sentence=SENTENCES[answer].format(name) if then.is_mac else "This isn't a Mac.",
        now=before,
        then=after,
        reasons=tuple(no or unsure),
        known_until=releases.read_on(),
        exit_code=EXIT[answer],
    )
    if no:
        step, fix = _instead(environment, then, row)
        return msgspec.structs.replace(found, steps=(step,) if step else (), fix=fix)
    first = _first(request, now)
    if nightly:
        fix = nightly_environment(environment, then.python)
        return msgspec.structs.replace(found, steps=first, fix=fix)
    companions = companions_for(row, then, environment.packages)
    return msgspec.structs.replace(
        found,
        reasons=(*unsure, *remarks(environment, then, row, companions)),
        companions=companions,
        companions_now={name: environment.versions[name] for name in companions},
        gained=_changes(environment, then, before, after),
        lost=_changes(environment, then, after, before),
        steps=first,
        fix=_fix(environment, then, row) if row is not None else None,
    )


def _situation_after(request: Request, now: Situation) -> Situation:
    """Return the situation in which the torch that is asked for will be."""
    then = msgspec.structs.replace(now, macos=request.macos or now.macos)
    if not request.python or minor_of(request.python) == minor_of(now.python):
        return then
    # A Python that is made anew is made for this Mac's processor.
    return msgspec.structs.replace(
        then, python=request.python, process=now.hardware, free_threaded=False
    )


def _release_wanted(
    request: Request, then: Situation, installed: str, packages: Packages
) -> releases.Release | None:
    """Return the torch that is meant: the one asked for, the installed one, or the newest."""
    if request.torch == NIGHTLY:
        return releases.newest_known()
    if request.torch.count(".") >= 2:
        return releases.release(request.torch)
    if request.torch:
        minor = ".".join(map(str, (*Version(request.torch).release, 0)[:2]))
        fitting = (row for row in releases.all_releases() if row.minor == minor)
        return max(fitting, key=lambda row: Version(row.version), default=None)
    return releases.release(installed) if installed else newest_for(then, packages)


def _changes(
    environment: Environment, then: Situation, before: Versions, after: Versions
) -> tuple[FeatureChange, ...]:
    """Return the features that are there after and were not before."""
    return tuple(
        FeatureChange(id=each.id, title=each.title, rule=each.words, source=each.source)
        for each in features_of(environment, then)
        if has_feature(each, after.torch, after.macos)
        and has_feature(each, before.torch, before.macos) is False
    )


def _first(request: Request, now: Situation) -> tuple[str, ...]:
    """Return what has to be done by hand before the commands."""
    have, need = parse_macos(now.macos), parse_macos(request.macos)
    if need is None or (have is not None and have >= need):
        return ()
    return (f"Make a backup, then install {macos_name(request.macos)} in Software Update",)


def _fix(environment: Environment, then: Situation, row: releases.Release) -> Fix | None:
    """Return the commands of the upgrade; None where no package changes."""
    if then.python != environment.situation.python:
        return environment_for(then, environment, row)[0]
    if environment.torch_version == row.version:
        return None
    asked = requirements_for(row, then, environment.packages, conda=False)
    return Fix(
        id="install-torch",
        summary=f"Install torch {row}",
        commands=install_commands(environment, tuple(map(str, asked))),
        needs=("network",),
        verify=(aimed((DOCTOR,), environment.python),),
    )


def _instead(
    environment: Environment, then: Situation, row: releases.Release | None
) -> tuple[str, Fix | None]:
    """Return what would do where what was asked for does not: another torch, or another Python."""
    if not then.is_mac:
        return "plan for a recorded Mac: `mps-doctor plan --snapshot mac.json --torch 2.15`", None
    if then.runs_translated or then.cannot_have_mps:
        return "", None
    now, best = environment.situation, newest_for(then, environment.packages)
    if best is not None and best != row:
        step = f"On {macos_name(then.macos)} with Python {then.python}, use PyTorch {best}"
        return step, _fix(environment, then, best)
    if best is not None or row is None:
        return "", None
    for python in (now.python, USUAL_PYTHON):  # the one in use first
        other = _situation_after(Request(macos=then.macos, python=python), now)
        if other != then and not reasons(environment, other, row, row.version)[0]:
            verb = "Keep" if python == now.python else "Use"
            step = f"{verb} Python {other.python}, with which PyTorch {row} will work"
            return step, _fix(environment, other, row)
    return "", None
