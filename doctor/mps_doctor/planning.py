"""What if: whether MPS will work with another torch, macOS or Python, from the knowledge alone.

Nothing is installed and nothing is run; what the knowledge does not hold is said to be not known.
"""

from __future__ import annotations

import msgspec
from packaging.version import InvalidVersion, Version

from mps_doctor.checking import Argv
from mps_doctor.knowledge import features as known_features
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.features import Feature
from mps_doctor.knowledge.macos import macos_name, parse_macos
from mps_doctor.machine import Machine, known_or
from mps_doctor.plan_results import FeatureChange, Forecast, Versions
from mps_doctor.prescribing.managers import (
    CHANNEL,
    CONDA_TOOLS,
    conda_specs,
    install_commands,
    manager_of,
)
from mps_doctor.prescribing.requirements import UNIFIED_MEMORY_SINCE, installed_companions
from mps_doctor.prescribing.situation import Situation, read_situation
from mps_doctor.report import PlanReport, Target
from mps_doctor.sources.starting import InputError

FAMILY_7_SINCE = "2.15"
"""From here torch asks for an Apple GPU of family 7 (M1): a virtual machine shows none.

Source: https://github.com/pytorch/pytorch/issues/196881
"""

EXIT = {"yes": 0, "no": 1, "unknown": 4}

HARDWARE_FEATURES = ("virtual-machine", "amd-gpu")
"""Features that only machines of a kind can lose: they are told where they apply."""


class Wish(msgspec.Struct, frozen=True):
    """What is asked for; an empty text keeps what is there."""

    torch: str = ""
    macos: str = ""
    python: str = ""

    def __post_init__(self) -> None:
        """Raise InputError for a version that is none."""
        for name, value in (("torch", self.torch), ("python", self.python)):
            if value and not _is_version(value):
                raise InputError(f"--{name} {value[:40]!r} is no version, like 2.15 or 3.13")
        if self.macos and parse_macos(self.macos) is None:
            raise InputError(f"--macos {self.macos[:40]!r} is no version, like 15 or 15.1")


def plan_upgrade(machine: Machine, wish: Wish, target: Target) -> PlanReport:
    """Return what is known of MPS on this machine with the torch, macOS or Python asked for."""
    return PlanReport(target=target, forecast=forecast(machine, wish))


def forecast(machine: Machine, wish: Wish) -> Forecast:
    """Return whether MPS will work after an upgrade, and what comes with it."""
    now = read_situation(machine.host, machine.python)
    new_python = bool(wish.python) and _minor(wish.python) != _minor(now.python)
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
    no, unsure = _reasons(machine, then, row, version)
    answer = "no" if no else "unknown" if unsure else "yes"
    after = Versions(torch=version, macos=then.macos, python=then.python, architecture=then.process)
    before = Versions(torch=installed, macos=now.macos, python=now.python, architecture=now.process)
    companions = _companions(row, then) if row is not None else {}
    gained, lost = _changes(machine, before, after)
    commands, steps, verify = _way(machine, wish, now, then, row, new_python, companions)
    return Forecast(
        answer=answer,  # type: ignore[arg-type]  # one of three words, by the line above
        sentence=_sentence(answer, after, no, unsure),
        now=before,
        then=after,
        reasons=(*no, *unsure, *_remarks(machine, then, row, companions)),
        companions=companions if answer != "no" else {},
        gained=gained if answer != "no" else (),
        lost=lost if answer != "no" else (),
        commands=commands if answer != "no" else (),
        steps=steps if answer != "no" else _instead(then, row),
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


def _reasons(
    machine: Machine, then: Situation, row: releases.Release | None, version: str
) -> tuple[list[str], list[str]]:
    """Return what rules MPS out, and what is not known."""
    no: list[str] = []
    unsure: list[str] = []
    if not then.is_mac:
        return ["MPS exists on macOS only, and this is another system"], []
    if row is None:
        if not version:
            unsure.append("no torch is named, and none is installed")
        elif _is_newer(version):
            unsure.append(
                f"torch {version} is newer than the knowledge ({releases.newest_known()}, "
                f"{releases.read_on()})"
            )
        else:
            no.append(f"there is no torch {version} with wheels for macOS")
        return no, unsure
    no += _by_macos(row, then)
    no += _by_wheels(row, then)
    if then.runs_translated:
        no.append(
            "this Python is built for x86_64 and runs under Rosetta, where torch has no MPS: "
            "name --python for a new one"
        )
    if then.cannot_have_mps:
        no.append("this Intel Mac has no GPU that torch's MPS can use")
    elif then.hardware == "x86_64" and Version(row.version) >= Version(UNIFIED_MEMORY_SINCE):
        no.append(f"torch {row} needs a GPU with unified memory, which no Intel Mac has")
    if machine.host.virtual_machine is True and Version(row.version) >= Version(FAMILY_7_SINCE):
        no.append(f"torch {row} asks for an Apple GPU of family 7, and a virtual machine has none")
    unsure += _below_its_own_word(row, then)
    unsure += [
        f"{what} is not known"
        for what, value in (
            ("the macOS", then.macos),
            ("the Python", then.python),
            ("the processor", then.hardware or then.process),
        )
        if not value
    ]
    if then.python and releases.is_python_newer_than_known(then.python):
        no = [reason for reason in no if "has no wheel" not in reason]
        unsure.append(f"Python {then.python} is newer than the knowledge ({releases.read_on()})")
    return no, unsure


def _by_macos(row: releases.Release, then: Situation) -> list[str]:
    have, need = parse_macos(then.macos), parse_macos(row.mps_minimum_macos)
    if need is None:
        return [f"torch {row} has no MPS: it came with 1.12"]
    if have is not None and have < need:
        wanted = row.recommended_macos
        return [f"MPS of torch {row} needs macOS {wanted}, and this would be {then.macos}"]
    return []


def _below_its_own_word(row: releases.Release, then: Situation) -> list[str]:
    """Return that a torch names a higher macOS than its code asks for, where that matters."""
    have, wanted = parse_macos(then.macos), row.recommended_macos
    real = parse_macos(row.mps_minimum_macos)
    if have is None or wanted is None or real is None or not real <= have < wanted:
        return []
    return [
        f"torch {row} calls macOS {wanted} its minimum, and its code does not refuse {then.macos}: "
        "a smoke test decides"
    ]


def _by_wheels(row: releases.Release, then: Situation) -> list[str]:
    if not (then.process and then.python):
        return []
    installs = releases.installs(
        row.version, then.process, then.macos, then.python, free_threaded=then.free_threaded
    )
    if installs:
        return []
    pythons = releases.pythons_for(row.version, then.process)
    if not pythons:
        return [f"torch {row} has no wheel for {then.process}"]
    name = f"{_minor(then.python)}{'t' if then.free_threaded else ''}"
    if name not in pythons:
        return [f"torch {row} has no wheel for Python {name}: it has them for {', '.join(pythons)}"]
    return [f"torch {row} has no wheel for Python {then.python} on {macos_name(then.macos)}"]


def _remarks(
    machine: Machine, then: Situation, row: releases.Release | None, companions: dict[str, str]
) -> list[str]:
    """Return what does not rule MPS out and has to be known."""
    said = []
    wanted = installed_companions(machine.packages)
    lacking = [name for name in wanted if name not in companions]
    if row is not None and lacking:
        names = " and ".join(lacking)
        said.append(f"{names}: no build goes with torch {row} and Python {then.python} there")
    numpy = {item.name: item.version for item in known_or(machine.packages.installed, ())}
    old = row is not None and releases.knows_numpy_2(row.version) is False
    if old and numpy.get("numpy", "").startswith("2"):
        said.append(f"torch {row} was built for NumPy 1, and NumPy {numpy['numpy']} is installed")
    return said


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


def _way(
    machine: Machine,
    wish: Wish,
    now: Situation,
    then: Situation,
    row: releases.Release | None,
    new_python: bool,
    companions: dict[str, str],
) -> tuple[tuple[Argv, ...], tuple[str, ...], tuple[Argv, ...]]:
    """Return the commands that make the upgrade, what comes before them by hand, and the proof."""
    steps: tuple[str, ...] = ()
    have, need = parse_macos(now.macos), parse_macos(then.macos)
    if wish.macos and (have is None or (need is not None and need > have)):
        steps = (f"Make a backup, then install {macos_name(then.macos)} in Software Update",)
    if row is None:
        return (), steps, ()
    manager = manager_of(machine.python, machine.conda, machine.packages, machine.torch)
    names = installed_companions(machine.packages)
    pins = (
        f"torch=={row}",
        *(f"{name}=={companions[name]}" for name in names if name in companions),
    )
    if releases.knows_numpy_2(row.version) is False:
        pins += ("numpy<2",)
    path = known_or(machine.python.executable, "")
    if new_python:
        verify: Argv = ("mps-doctor", "--python", f"{_folder(then)}/bin/python")
        return _new_environment(manager.kind, then, pins), steps, (verify,)
    if not wish.torch and not steps and known_or(machine.torch.version, "") == row.version:
        return (), steps, ()
    commands = install_commands(manager, pins)
    return commands, steps, (("mps-doctor", "--python", path) if path else ("mps-doctor",),)


def _folder(then: Situation) -> str:
    return f"mps-env-{_minor(then.python)}"


def _new_environment(kind: str, then: Situation, pins: tuple[str, ...]) -> tuple[Argv, ...]:
    """Return the commands of a new environment of another Python, beside the old one."""
    folder, minor = _folder(then), _minor(then.python)
    interpreter = f"{folder}/bin/python"
    if kind in CONDA_TOOLS:
        make: Argv = (kind, "create", "--yes", "-p", folder, "-c", CHANNEL)
        return ((*make, f"python={minor}", *conda_specs(pins)),)
    if kind in ("uv", "uv-project"):
        return (
            ("uv", "venv", "--python", minor, folder),
            ("uv", "pip", "install", "--python", interpreter, *pins),
        )
    return (
        (f"python{minor}", "-m", "venv", folder),
        (interpreter, "-m", "pip", "install", *pins),
    )


def _instead(then: Situation, row: releases.Release | None) -> tuple[str, ...]:
    """Return what would do, where what was asked for does not."""
    if not (then.is_mac and then.is_complete):
        return ()
    best = releases.newest_torch(
        architecture=then.process,
        macos=then.macos,
        python=then.python,
        free_threaded=then.free_threaded,
    )
    if best is None or best == row or then.runs_translated or then.cannot_have_mps:
        return ()
    return (
        f"The newest torch with MPS on {macos_name(then.macos)} with Python {then.python} "
        f"is {best}",
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


def _is_version(text: str) -> bool:
    try:
        Version(text)
    except InvalidVersion:
        return False
    return True


def _is_newer(version: str) -> bool:
    return releases.is_newer_than_known(version)


def _minor(python: str) -> str:
    return ".".join(python.split(".")[:2])
