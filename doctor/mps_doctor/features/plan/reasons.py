"""What rules MPS out after an upgrade, what is not known, and what else has to be known."""

from mps_doctor.facts import Machine, known_or
from mps_doctor.fixes.requirements import installed_companions
from mps_doctor.fixes.situation import Situation
from mps_doctor.fixes.system import can_update
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.compatibility import FEATURES, has_feature
from mps_doctor.knowledge.macos import macos_name, parse_macos
from mps_doctor.knowledge.rows.features import Feature

NEEDED = ("virtual-machine", "amd-gpu")
"""Features without which MPS does not work on the machines that they concern."""


def features_of(machine: Machine, then: Situation) -> tuple[Feature, ...]:
    """Return the features that concern this machine: a virtual machine's, an AMD GPU's, all's."""
    concerned = {
        "virtual-machine": machine.host.virtual_machine is True,
        "amd-gpu": then.hardware == "x86_64" and not then.cannot_have_mps,
    }
    return tuple(each for each in FEATURES if concerned.get(each.id, True))


def reasons(
    machine: Machine, then: Situation, row: releases.Release | None, version: str
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
    no = [*_by_macos(row, then, machine), *_by_wheels(row, then), *_by_gpu(row, then, machine)]
    unsure = _below_stated_minimum(row, then)
    needed = {
        "macOS version": then.macos,
        "Python version": then.python,
        "processor": then.hardware or then.process,
    }
    unsure += [f"the {what} is not known" for what, value in needed.items() if not value]
    if then.python and releases.is_python_newer_than_known(then.python):
        # Wheels can come late: nightlies have them first, and an installed torch has its own.
        if version != row.version or _is_there(machine, then, row):
            no = [reason for reason in no if "has no wheel" not in reason]
        unsure.append(
            f"Python {then.python} is newer than mps-doctor's data of {releases.read_on()}"
        )
    return no, unsure


def _is_there(machine: Machine, then: Situation, row: releases.Release) -> bool:
    """Return whether this torch is installed in this Python already."""
    same = minor_of(known_or(machine.python.version, "")) == minor_of(then.python)
    return same and known_or(machine.torch.version, "") == row.version


def remarks(
    machine: Machine, then: Situation, row: releases.Release | None, companions: dict[str, str]
) -> list[str]:
    """Return what does not rule MPS out and has to be known."""
    if row is None:
        return []
    said = [
        f"{name} has no build for PyTorch {row} and Python {then.python}"
        for name in installed_companions(machine.packages)
        if name not in companions
    ]
    installed = {item.name: item.version for item in known_or(machine.packages.installed, ())}
    numpy = installed.get("numpy", "")
    if numpy.startswith("2") and releases.knows_numpy_2(row.version) is False:
        said.append(f"PyTorch {row} was built for NumPy 1, and NumPy {numpy} is installed")
    return said


def _by_macos(row: releases.Release, then: Situation, machine: Machine) -> list[str]:
    said = []
    if can_update(machine.host, then.macos) is False:
        said.append(f"this Mac can't run {macos_name(then.macos)}")
    have, need = parse_macos(then.macos), parse_macos(row.mps_minimum_macos)
    if need is None:
        said.append(f"PyTorch {row} has no MPS, which came with 1.12")
    elif have is not None and have < need:
        said.append(f"PyTorch {row} needs macOS {row.recommended_macos}, not {then.macos}")
    return said


def _below_stated_minimum(row: releases.Release, then: Situation) -> list[str]:
    """Return that a torch names a higher macOS than its code asks for, where that matters."""
    have, wanted = parse_macos(then.macos), row.recommended_macos
    real = parse_macos(row.mps_minimum_macos)
    if have is None or wanted is None or real is None or not real <= have < wanted:
        return []
    return [f"PyTorch {row} names macOS {wanted} as its minimum, but doesn't refuse {then.macos}"]


def _by_wheels(row: releases.Release, then: Situation) -> list[str]:
    if not (then.process and then.python) or releases.installs(
        row.version, then.process, then.macos, then.python, free_threaded=then.free_threaded
    ):
        return []
    pythons = releases.pythons_for(row.version, then.process)
    name = f"{minor_of(then.python)}{'t' if then.free_threaded else ''}"
    if not pythons:
        return [f"PyTorch {row} has no wheel for {then.process}"]
    if name not in pythons:
        return [f"PyTorch {row} has no wheel for Python {name}, only for {', '.join(pythons)}"]
    return [f"PyTorch {row} has no wheel for Python {then.python} on {macos_name(then.macos)}"]


def _by_gpu(row: releases.Release, then: Situation, machine: Machine) -> list[str]:
    said = []
    if then.runs_translated:
        said.append("this Python is an Intel build (x86_64): plan --with-python for an arm64 one")
    if then.cannot_have_mps:
        said.append("this Intel Mac has no GPU that MPS supports")
    said += [
        f"PyTorch {row} has no {each.title} ({each.words})"
        for each in features_of(machine, then)
        if each.id in NEEDED and has_feature(each, row.version, then.macos) is False
    ]
    return said


def minor_of(python: str) -> str:
    """Return "3.13" of "3.13.1"."""
    return ".".join(python.split(".")[:2])
