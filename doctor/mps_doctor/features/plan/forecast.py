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
from mps_doctor.fixes.requirements import newest_for, requirements_for
from mps_doctor.fixes.situation import Situation, environment_of, read_situation
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
    then = _situation_after(request, now)
    installed = known_or(machine.torch_import.version, known_or(machine.torch.version, ""))
    nightly = request.torch == NIGHTLY
    row = _release_wanted(request, then, installed, machine.packages)
    version = row.version if row is not None and not nightly else request.torch or installed
    no, unsure = reasons(machine, then, row, version)
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
        return _instead(found, machine, now, then, row)
    row = None if nightly else row
    companions = _companions(row, then)
    return msgspec.structs.replace(
        found,
        reasons=(*unsure, *remarks(machine, then, row, companions)),
        companions=companions,
        companions_now={
            item.name: item.version
            for item in known_or(machine.packages.installed, ())
            if item.name in companions
        },
        gained=_changes(machine, then, before, after),
        lost=_changes(machine, then, after, before),
        steps=_steps(request, now, then),
        fix=nightly_environment(now, then, environment_of(machine))
        if nightly
        else _fix(machine, now, then, row),
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
        fitting = (r for r in releases.all_releases() if minor_of(r.version) == minor)
        return max(fitting, key=lambda row: Version(row.version), default=None)
    return releases.release(installed) if installed else newest_for(then, packages)


def _companions(row: releases.Release | None, then: Situation) -> dict[str, str]:
    if row is None or not then.is_complete:
        return {}
    place = (then.process, then.macos, then.python, then.free_threaded)
    return releases.companions_for(row.version, *place)


def _changes(
    machine: Machine, then: Situation, before: Versions, after: Versions
) -> tuple[FeatureChange, ...]:
    """Return the features that are there after and were not before."""
    return tuple(
        FeatureChange(id=each.id, title=each.title, rule=each.words, source=each.source)
        for each in features_of(machine, then)
        if has_feature(each, after.torch, after.macos)
        and has_feature(each, before.torch, before.macos) is False
    )


def _steps(request: Request, now: Situation, then: Situation) -> tuple[str, ...]:
    """Return what has to be done by hand before the commands."""
    have, need = parse_macos(now.macos), parse_macos(then.macos)
    if request.macos and (have is None or (need is not None and need > have)):
        return (f"Make a backup, then install {macos_name(then.macos)} in Software Update",)
    return ()


def _fix(
    machine: Machine, now: Situation, then: Situation, row: releases.Release | None
) -> Fix | None:
    """Return the commands of the upgrade; None where no package changes."""
    if row is None:
        return None
    if then.python != now.python:
        return environment_for(then, environment_of(machine), row)[0]
    if known_or(machine.torch.version, "") == row.version:
        return None
    asked = requirements_for(row, then, machine.packages, conda=False)
    return Fix(
        id="install-torch",
        summary=f"Install torch {row}",
        commands=install_commands(environment_of(machine), tuple(map(str, asked))),
        needs=("network",),
        verify=(aimed((DOCTOR,), machine.python),),
    )


def _instead(
    found: Forecast,
    machine: Machine,
    now: Situation,
    then: Situation,
    row: releases.Release | None,
) -> Forecast:
    """Return the forecast with what would do, where what was asked for does not."""
    if not then.is_mac:
        step = "plan for a recorded Mac: `mps-doctor plan --snapshot mac.json --torch 2.15`"
        return msgspec.structs.replace(found, steps=(step,))
    if then.runs_translated or then.cannot_have_mps:
        return found
    best = newest_for(then, machine.packages)
    if best is None:
        return _with_another_python(found, machine, now, then, row)
    if best == row:
        return found
    step = f"On {macos_name(then.macos)} with Python {then.python}, use PyTorch {best}"
    return msgspec.structs.replace(found, steps=(step,), fix=_fix(machine, now, then, best))


def _with_another_python(
    found: Forecast,
    machine: Machine,
    now: Situation,
    then: Situation,
    row: releases.Release | None,
) -> Forecast:
    """Return the forecast with a Python that would do: the one in use first."""
    for python in (now.python, USUAL_PYTHON):
        other = _situation_after(Request(macos=then.macos, python=python), now)
        if row is None or other == then or reasons(machine, other, row, row.version)[0]:
            continue
        fix = _fix(machine, now, other, row)
        verb = "Keep" if python == now.python else "Use"
        step = f"{verb} Python {other.python}, with which PyTorch {row} will work"
        return msgspec.structs.replace(found, steps=(step,), fix=fix)
    return found
