"""What if: whether MPS will work with another torch, macOS or Python, from the data only.

Nothing is installed and nothing is run; what the data does not hold is said to be not known.
"""

from typing import Any

import msgspec
from packaging.version import InvalidVersion, Version

from mps_doctor.facts import Machine, known_or
from mps_doctor.features.plan.reasons import minor_of, reasons, remarks
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
from mps_doctor.fixes.new_environments import environment_for
from mps_doctor.fixes.requirements import installed_companions
from mps_doctor.fixes.situation import Situation, environment_of, read_situation
from mps_doctor.fixes.system import last_macos
from mps_doctor.judgement.report import Target
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.compatibility import FEATURES, has_feature
from mps_doctor.knowledge.macos import NEWEST, macos_name, parse_macos
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
            ("torch", self.torch.replace(NIGHTLY, ""), _parse_version),
            ("with-python", self.python, _parse_version),
            ("macos", self.macos, parse_macos),
        ):
            if value and parse(value) is None:
                raise InputError(f"--{name} {value[:40]!r} is not a version, like 2.15 or 15.1")


def plan_upgrade(machine: Machine, request: Request, target: Target) -> PlanReport:
    """Return what is known of MPS on this machine with the torch, macOS or Python asked for."""
    return PlanReport(target=target, forecast=forecast(machine, request))


def list_options(machine: Machine, target: Target, given: Argv = ()) -> PlanReport:
    """Return what can be planned for on this machine; `given` names the machine in commands."""
    now = read_situation(machine.host, machine.python)
    newest = releases.newest_known()
    last = last_macos(machine.host)
    macos = str(last.major if last else NEWEST)
    python = releases.pythons_for(newest.version, now.hardware or "arm64")[-1:] or (now.python,)
    wanted = {
        f"PyTorch {newest}": ("--torch", Request(torch=newest.version)),
        "A nightly PyTorch": ("--torch", Request(torch=NIGHTLY)),
        macos_name(macos): ("--macos", Request(macos=macos)),
        f"Python {python[0].rstrip('t')}": ("--with-python", Request(python=python[0].rstrip("t"))),
    }
    if not now.is_mac:
        wanted = {}
    options = tuple(
        Option(
            name=name,
            command=("mps-doctor", "plan", *given, word, *filter(None, msgspec.structs.astuple(r))),
            answer=forecast(machine, r).answer,
        )
        for name, (word, r) in wanted.items()
    )
    return PlanReport(target=target, forecast=forecast(machine, Request()), options=options)


def forecast(machine: Machine, request: Request) -> Forecast:
    """Return whether MPS will work after an upgrade, and what comes with it."""
    now = read_situation(machine.host, machine.python)
    new_python = bool(request.python) and minor_of(request.python) != minor_of(now.python)
    then = msgspec.structs.replace(
        now,
        macos=request.macos or now.macos,
        python=request.python if new_python else now.python,
        # A Python that is made anew is made for this Mac's processor.
        process=now.hardware if new_python else now.process,
        free_threaded=now.free_threaded and not new_python,
    )
    installed = known_or(machine.torch_import.version, known_or(machine.torch.version, ""))
    nightly = request.torch == NIGHTLY
    row = _release_wanted(request, then, installed, machine)
    version = row.version if row is not None and not nightly else request.torch or installed
    no, unsure = reasons(machine, then, row, version)
    if nightly:  # what the newest release cannot do, a nightly cannot either
        unsure.append("a nightly changes every day: only a GPU test can tell")
    answer: Answer = "no" if no else "unknown" if unsure else "yes"
    before = Versions(torch=installed, macos=now.macos, python=now.python, architecture=now.process)
    after = Versions(torch=version, macos=then.macos, python=then.python, architecture=then.process)
    facts = Forecast(
        answer=answer,
        sentence="This isn't a Mac."
        if not then.is_mac
        else SENTENCES[answer].format(
            "A nightly PyTorch" if nightly else f"PyTorch {version}".strip()
        ),
        now=before,
        then=after,
        reasons=tuple(no or unsure),
        known_until=releases.read_on(),
        exit_code=EXIT[answer],
    )
    if no:
        return _instead(facts, machine, then, row, new_python=new_python)
    known = row is not None and not nightly and then.is_complete
    companions = releases.companions_for(version, **_wheels(then)) if known else {}
    return msgspec.structs.replace(
        facts,
        reasons=(*unsure, *(() if nightly else remarks(machine, then, row, companions))),
        companions=companions,
        companions_now={
            item.name: item.version
            for item in known_or(machine.packages.installed, ())
            if item.name in companions
        },
        gained=_changes(machine, before, after),
        lost=_changes(machine, after, before),
        steps=_steps(request, now, then),
        fix=_fix(machine, request, then, row, companions, new_python=new_python),
    )


def _release_wanted(
    request: Request, then: Situation, installed: str, machine: Machine
) -> releases.Release | None:
    """Return the torch that is meant: the one asked for, the installed one, or the newest."""
    if request.torch == NIGHTLY:
        return releases.newest_known()
    if request.torch.count(".") >= 2:
        return releases.release(request.torch)
    if request.torch:
        minor = ".".join(map(str, (*Version(request.torch).release, 0)[:2]))
        fitting = (r for r in releases.all_releases() if minor_of(r.version) == minor)
        return max(fitting, key=lambda row: Version(row.version), default=None)
    if installed or not then.is_complete:
        return releases.release(installed) if installed else None
    wanted = installed_companions(machine.packages)
    return releases.newest_torch(**_wheels(then), companions=wanted)


def _wheels(then: Situation) -> dict[str, Any]:
    """Return what decides which wheels fit."""
    return {
        "architecture": then.process,
        "macos": then.macos,
        "python": then.python,
        "free_threaded": then.free_threaded,
    }


def _changes(machine: Machine, before: Versions, after: Versions) -> tuple[FeatureChange, ...]:
    """Return the features that are there after and were not before."""
    situation = read_situation(machine.host, machine.python)
    concerned = {
        "virtual-machine": machine.host.virtual_machine is True,
        "amd-gpu": situation.hardware == "x86_64",
    }
    return tuple(
        FeatureChange(id=each.id, title=each.title, rule=each.words, source=each.source)
        for each in FEATURES
        if concerned.get(each.id, True)
        and has_feature(each, after.torch, after.macos)
        and has_feature(each, before.torch, before.macos) is False
    )


def _steps(request: Request, now: Situation, then: Situation) -> tuple[str, ...]:
    """Return what has to be done by hand before the commands."""
    steps = []
    have, need = parse_macos(now.macos), parse_macos(then.macos)
    if request.macos and (have is None or (need is not None and need > have)):
        steps = [f"Make a backup, then install {macos_name(then.macos)} in Software Update"]
    if request.torch == NIGHTLY:
        steps.append("Choose Preview (Nightly) and Mac at https://pytorch.org/get-started/locally/")
    return tuple(steps)


def _fix(
    machine: Machine,
    request: Request,
    then: Situation,
    row: releases.Release | None,
    companions: dict[str, str],
    *,
    new_python: bool,
) -> Fix | None:
    """Return the commands of the upgrade; None where no package changes."""
    python, packages = machine.python, machine.packages
    if row is None or request.torch == NIGHTLY:
        return None
    if new_python:
        return environment_for(then, environment_of(machine), row)[0]
    if not request.torch and known_or(machine.torch.version, "") == row.version:
        return None
    wanted = [name for name in installed_companions(packages) if name in companions]
    pins = (f"torch=={row}", *(f"{name}=={companions[name]}" for name in wanted))
    pins += ("numpy<2",) if releases.knows_numpy_2(row.version) is False else ()
    return Fix(
        id="install-torch",
        summary=f"Install torch {row}",
        commands=install_commands(environment_of(machine), pins),
        needs=("network",),
        verify=(aimed((DOCTOR,), python),),
    )


def _instead(
    facts: Forecast,
    machine: Machine,
    then: Situation,
    row: releases.Release | None,
    *,
    new_python: bool,
) -> Forecast:
    """Return the forecast with what would do, where what was asked for does not."""
    if not then.is_mac:
        step = "plan for a recorded Mac: mps-doctor plan --snapshot mac.json --torch 2.15"
        return msgspec.structs.replace(facts, steps=(step,))
    if not then.is_complete or then.runs_translated or then.cannot_have_mps:
        return facts
    best = releases.newest_torch(**_wheels(then))
    if best is None or best == row:
        return facts
    companions = releases.companions_for(best.version, **_wheels(then))
    request = Request(torch=best.version)
    return msgspec.structs.replace(
        facts,
        steps=(f"On {macos_name(then.macos)} with Python {then.python}, use PyTorch {best}",),
        fix=_fix(machine, request, then, best, companions, new_python=new_python),
    )


def _parse_version(text: str) -> Version | None:
    try:
        return Version(text)
    except InvalidVersion:
        return None
