"""What if: whether MPS will work with another torch, macOS or Python, from the knowledge alone.

Nothing is installed and nothing is run; what the knowledge does not hold is said to be not known.
"""

from __future__ import annotations

import msgspec
from packaging.version import Version

from mps_doctor.facts import Machine, known_or
from mps_doctor.features.plan.commands import instead, way
from mps_doctor.features.plan.reasons import minor_of, reasons, remarks
from mps_doctor.features.plan.request import Wish
from mps_doctor.features.plan.values import FeatureChange, Forecast, PlanReport, Versions
from mps_doctor.fixes.requirements import installed_companions
from mps_doctor.fixes.situation import Situation, read_situation
from mps_doctor.judgement.report import Target
from mps_doctor.knowledge import features as known_features
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.features import Feature
from mps_doctor.knowledge.macos import macos_name

__all__ = ["Wish", "forecast", "plan_upgrade"]

EXIT = {"yes": 0, "no": 1, "unknown": 4}

HARDWARE_FEATURES = ("virtual-machine", "amd-gpu")
"""Features that only machines of a kind can lose: they are told where they apply."""


def plan_upgrade(machine: Machine, wish: Wish, target: Target) -> PlanReport:
    """Return what is known of MPS on this machine with the torch, macOS or Python asked for."""
    return PlanReport(target=target, forecast=forecast(machine, wish))


def forecast(machine: Machine, wish: Wish) -> Forecast:
    """Return whether MPS will work after an upgrade, and what comes with it."""
    now = read_situation(machine.host, machine.python)
    new_python = bool(wish.python) and minor_of(wish.python) != minor_of(now.python)
    then = msgspec.structs.replace(
        now,
        macos=wish.macos or now.macos,
        python=wish.python if new_python else now.python,
        # A Python that is made anew is made for this Mac's processor.
        process=now.hardware if new_python else now.process,
        free_threaded=now.free_threaded and not new_python,
    )
    installed = known_or(machine.torch_import.version, known_or(machine.torch.version, ""))
    row = _release_wanted(wish, then, installed, machine)
    version = row.version if row is not None else wish.torch or installed
    no, unsure = reasons(machine, then, row, version)
    answer = "no" if no else "unknown" if unsure else "yes"
    after = Versions(torch=version, macos=then.macos, python=then.python, architecture=then.process)
    before = Versions(torch=installed, macos=now.macos, python=now.python, architecture=now.process)
    companions = _companions(row, then) if row is not None else {}
    gained, lost = _changes(machine, before, after)
    commands, steps, verify = way(machine, wish, now, then, row, new_python, companions)
    return Forecast(
        answer=answer,  # type: ignore[arg-type]  # one of three words, by the line above
        sentence=_sentence(answer, after, no, unsure),
        now=before,
        then=after,
        reasons=(*no, *unsure, *remarks(machine, then, row, companions)),
        companions=companions if answer != "no" else {},
        gained=gained if answer != "no" else (),
        lost=lost if answer != "no" else (),
        commands=commands if answer != "no" else (),
        steps=steps if answer != "no" else instead(then, row),
        verify=verify if answer != "no" else (),
        known_until=releases.read_on(),
        exit_code=EXIT[answer],
    )


def _release_wanted(
    wish: Wish, then: Situation, installed: str, machine: Machine
) -> releases.Release | None:
    """Return the torch that is meant: the one asked for, the installed one, or the newest."""
    if wish.torch:
        return _newest_of(wish.torch)
    if installed:
        return releases.release(installed)
    if not then.is_complete:
        return None
    return releases.newest_torch(
        architecture=then.process,
        macos=then.macos,
        python=then.python,
        free_threaded=then.free_threaded,
        companions=installed_companions(machine.packages),
    )


def _newest_of(wanted: str) -> releases.Release | None:
    """Return the newest release of "2.14", or the very one of "2.14.0"; None if not known."""
    if wanted.count(".") >= 2:
        return releases.release(wanted)
    prefix = ".".join(map(str, (*Version(wanted).release, 0)[:2])) + "."
    fitting = [row for row in releases.all_releases() if row.version.startswith(prefix)]
    return max(fitting, key=lambda row: Version(row.version), default=None)


def _companions(row: releases.Release, then: Situation) -> dict[str, str]:
    if not (then.process and then.python):
        return releases.companions(row.version)
    return releases.companions_for(
        row.version,
        architecture=then.process,
        macos=then.macos,
        python=then.python,
        free_threaded=then.free_threaded,
    )


def _changes(
    machine: Machine, before: Versions, after: Versions
) -> tuple[tuple[FeatureChange, ...], tuple[FeatureChange, ...]]:
    gained, lost = [], []
    for feature in known_features.all_features():
        if feature.id in HARDWARE_FEATURES and not _concerns(feature, machine):
            continue
        had = known_features.has_feature(feature, before.torch, before.macos)
        has = known_features.has_feature(feature, after.torch, after.macos)
        if has and had is False:
            gained.append(_change(feature))
        if had and has is False:
            lost.append(_change(feature))
    return tuple(gained), tuple(lost)


def _concerns(feature: Feature, machine: Machine) -> bool:
    if feature.id == "virtual-machine":
        return machine.host.virtual_machine is True
    return read_situation(machine.host, machine.python).hardware == "x86_64"


def _change(feature: Feature) -> FeatureChange:
    return FeatureChange(
        id=feature.id, title=feature.title, rule=feature.words, source=feature.source
    )


def _sentence(answer: str, after: Versions, no: list[str], unsure: list[str]) -> str:
    parts = [
        f"torch {after.torch}" if after.torch else "torch",
        f"on {macos_name(after.macos)}" if after.macos else "",
        f"with Python {after.python}" if after.python else "",
    ]
    what = " ".join(part for part in parts if part)
    if answer == "yes":
        return f"MPS will work: {what}, by all that is known."
    if answer == "no":
        return f"MPS will not work: {what}. {_capital(no[0])}."
    return f"Whether MPS will work is not known: {what}. {_capital(unsure[0])}."


def _capital(text: str) -> str:
    # torch is written small, at the start of a sentence too.
    return text if text.startswith("torch") else text[:1].upper() + text[1:]
