"""What if: whether MPS will work with another torch, macOS or Python, from the data only.

Nothing is installed and nothing is run; what the data does not hold is said to be not known.
"""

import msgspec

from mps_doctor.facts import Machine, Packages, known_or
from mps_doctor.features.plan.values import (
    Answer,
    FeatureChange,
    Forecast,
    Versions,
)
from mps_doctor.fixes.fix import DOCTOR, Fix, aimed
from mps_doctor.fixes.managers import install_commands
from mps_doctor.fixes.new_environments import USUAL_PYTHON, environment_for, nightly_environment
from mps_doctor.fixes.requirements import (
    companions_for,
    installed_companions,
    newest_for,
    requirements_for,
)
from mps_doctor.fixes.situation import Environment, Situation, environment_of
from mps_doctor.fixes.system import can_update
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.compatibility import FEATURES, has_feature
from mps_doctor.knowledge.macos import READ, macos_name, parse_macos, support_status
from mps_doctor.knowledge.rows.features import Feature
from mps_doctor.knowledge.versions import parse_version
from mps_doctor.system.errors import InputError

NIGHTLY = "nightly"

SENTENCES: dict[Answer, str] = {
    "yes": "{} will work on this Mac's GPU.",
    "no": "{} won't work on this Mac's GPU.",
    "unknown": "{} may or may not work on this Mac's GPU.",
}
EXIT: dict[Answer, int] = {"yes": 0, "no": 1, "unknown": 4}


NEEDED = ("virtual-machine", "amd-gpu")
"""Features without which MPS does not work on the machines that they concern."""


class Request(msgspec.Struct, frozen=True):
    """What is asked for; an empty text keeps what is there."""

    torch: str = ""
    """A version, or `nightly`."""
    macos: str = ""
    python: str = ""

    def __post_init__(self) -> None:
        """Raise InputError for what is no version; a major one of torch or Python is none."""
        for name, value, parse, like in (
            ("torch", self.torch.replace(NIGHTLY, ""), parse_version, "2.15"),
            ("with-python", self.python, parse_version, "3.13"),
            ("macos", self.macos, parse_macos, "15.1"),
        ):
            if value and (parse(value) is None or (parse is parse_version and "." not in value)):
                raise InputError(f"--{name} {value[:40]!r} is not a version, like {like}")


def forecast(machine: Machine, request: Request) -> Forecast:
    """Return whether MPS will work after an upgrade, and what comes with it."""
    environment = environment_of(machine)
    now, nightly = environment.situation, request.torch == NIGHTLY
    then = _situation_after(request, now)
    installed = known_or(machine.torch_import.version, environment.torch_version)
    row = _release_wanted(request, then, installed, environment.packages)
    version = row.version if row is not None and not nightly else request.torch or installed
    no, unsure = _reasons(environment, then, row, version)
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
        reasons=(*unsure, *_remarks(environment, then, row, companions)),
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
    if not request.python or _minor_of(request.python) == _minor_of(now.python):
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
    if request.torch.count(".") == 1:
        fitting = [row for row in releases.all_releases() if row.minor == request.torch]
        return fitting[-1] if fitting else None
    if request.torch:
        return releases.release(request.torch)
    return releases.release(installed) if installed else newest_for(then, packages)


def _changes(
    environment: Environment, then: Situation, before: Versions, after: Versions
) -> tuple[FeatureChange, ...]:
    """Return the features that are there after and were not before."""
    return tuple(
        FeatureChange(id=each.id, title=each.title, rule=each.words, source=each.source)
        for each in _features_of(environment, then)
        if has_feature(each, after.torch, after.macos)
        and has_feature(each, before.torch, before.macos) is False
    )


def _first(request: Request, now: Situation) -> tuple[str, ...]:
    """Return what has to be done by hand before the commands."""
    have, need = parse_macos(now.macos), parse_macos(request.macos)
    if need is None or support_status(request.macos) == "unknown" or (have and have >= need):
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
        if other != then and not _reasons(environment, other, row, row.version)[0]:
            verb = "Keep" if python == now.python else "Use"
            step = f"{verb} Python {other.python}, with which PyTorch {row} will work"
            return step, _fix(environment, other, row)
    return "", None


def _features_of(environment: Environment, then: Situation) -> tuple[Feature, ...]:
    """Return the features that concern this machine: a virtual machine's, an AMD GPU's, all's."""
    concerned = {
        "virtual-machine": environment.host.virtual_machine is True,
        "amd-gpu": then.hardware == "x86_64" and not then.cannot_have_mps,
    }
    return tuple(each for each in FEATURES if concerned.get(each.id, True))


def _reasons(
    environment: Environment, then: Situation, row: releases.Release | None, version: str
) -> tuple[list[str], list[str]]:
    """Return what rules MPS out, and what is not known."""
    if not then.is_mac:
        return ["MPS requires macOS, and this is another system"], []
    if row is None and not version:
        return [], ["no PyTorch is named, and none is installed"]
    if row is None and releases.is_newer_than_known(version):
        return [], [f"PyTorch {version} is newer than mps-doctor's data of {releases.read_on()}"]
    if row is None:
        return [f"PyTorch {version} has no wheels for macOS"], []
    no, unsure = _by_macos(row, then)
    if can_update(environment.host, then.macos) is False:
        no.insert(0, f"this Mac can't run {macos_name(then.macos)}")
    wheels = _by_wheels(row, then)
    needed = {
        "macOS version": then.macos,
        "Python version": then.python,
        "processor": then.hardware or then.process,
    }
    unsure += [f"the {what} is not known" for what, value in needed.items() if not value]
    if then.macos and support_status(then.macos) == "unknown":
        unsure.append(f"macOS {then.macos} isn't in mps-doctor's data of {READ}")
    if then.python and releases.is_python_newer_than_known(then.python):
        # Wheels can come late: nightlies have them first, and an installed torch has its own.
        same_python = _minor_of(environment.situation.python) == _minor_of(then.python)
        if version != row.version or (same_python and environment.torch_version == version):
            wheels = []
        unsure.append(
            f"Python {then.python} is newer than mps-doctor's data of {releases.read_on()}"
        )
    return [*no, *wheels, *_by_gpu(row, then, environment)], unsure


def _remarks(
    environment: Environment,
    then: Situation,
    row: releases.Release | None,
    companions: dict[str, str],
) -> list[str]:
    """Return what to know of the plan beside what rules MPS out."""
    if row is None:
        return []
    said = [
        f"{name} has no build for PyTorch {row} and Python {then.python}"
        for name in installed_companions(environment.packages)
        if name not in companions and then.is_complete
    ]
    numpy = environment.versions.get("numpy", "")
    if numpy.startswith("2") and releases.knows_numpy_2(row.version) is False:
        said.append(f"PyTorch {row} was built for NumPy 1, and NumPy {numpy} is installed")
    return said


def _by_macos(row: releases.Release, then: Situation) -> tuple[list[str], list[str]]:
    """Return what the macOS rules out, and what it leaves open."""
    have, wanted = parse_macos(then.macos), row.recommended_macos
    need = parse_macos(row.mps_minimum_macos)
    if need is None:
        return [f"PyTorch {row} has no MPS, which came with 1.12"], []
    if have is not None and have < need:
        return [f"PyTorch {row} needs macOS {wanted}, not {then.macos}"], []
    if have is not None and wanted is not None and have < wanted:
        refuses = f"but doesn't refuse {then.macos}"
        return [], [f"PyTorch {row} names macOS {wanted} as its minimum, {refuses}"]
    return [], []


def _by_wheels(row: releases.Release, then: Situation) -> list[str]:
    if not (then.process and then.python) or releases.installs(row.version, *then.place):
        return []
    pythons = releases.pythons_for(row.version, then.process)
    name = f"{_minor_of(then.python)}{'t' if then.free_threaded else ''}"
    if not pythons:
        return [f"PyTorch {row} has no wheel for {then.process}"]
    if name not in pythons:
        return [f"PyTorch {row} has no wheel for Python {name}, only for {', '.join(pythons)}"]
    return [f"PyTorch {row} has no wheel for Python {then.python} on {macos_name(then.macos)}"]


def _by_gpu(row: releases.Release, then: Situation, environment: Environment) -> list[str]:
    said = []
    if then.runs_translated:
        said.append("this Python is an Intel build (x86_64): plan --with-python for an arm64 one")
    if then.cannot_have_mps:
        said.append("this Intel Mac has no GPU that MPS supports")
    said += [
        f"PyTorch {row} has no {each.title} ({each.words})"
        for each in _features_of(environment, then)
        if each.id in NEEDED and has_feature(each, row.version, then.macos) is False
    ]
    return said


def _minor_of(python: str) -> str:
    """Return "3.13" of "3.13.1"."""
    return ".".join(python.split(".")[:2])
