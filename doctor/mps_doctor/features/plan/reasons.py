"""What rules MPS out after an upgrade, what is not known, and what else has to be known."""

from mps_doctor.fixes.requirements import installed_companions
from mps_doctor.fixes.situation import Environment, Situation
from mps_doctor.fixes.system import can_update
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.compatibility import FEATURES, has_feature
from mps_doctor.knowledge.macos import macos_name, parse_macos
from mps_doctor.knowledge.rows.features import Feature

NEEDED = ("virtual-machine", "amd-gpu")
"""Features without which MPS does not work on the machines that they concern."""


def features_of(environment: Environment, then: Situation) -> tuple[Feature, ...]:
    """Return the features that concern this machine: a virtual machine's, an AMD GPU's, all's."""
    concerned = {
        "virtual-machine": environment.host.virtual_machine is True,
        "amd-gpu": then.hardware == "x86_64" and not then.cannot_have_mps,
    }
    return tuple(each for each in FEATURES if concerned.get(each.id, True))


def reasons(
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
    if then.python and releases.is_python_newer_than_known(then.python):
        # Wheels can come late: nightlies have them first, and an installed torch has its own.
        same_python = minor_of(environment.situation.python) == minor_of(then.python)
        if version != row.version or (same_python and environment.torch_version == version):
            wheels = []
        unsure.append(
            f"Python {then.python} is newer than mps-doctor's data of {releases.read_on()}"
        )
    return [*no, *wheels, *_by_gpu(row, then, environment)], unsure


def remarks(
    environment: Environment,
    then: Situation,
    row: releases.Release | None,
    companions: dict[str, str],
) -> list[str]:
    """Return what does not rule MPS out and has to be known."""
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
    name = f"{minor_of(then.python)}{'t' if then.free_threaded else ''}"
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
        for each in features_of(environment, then)
        if each.id in NEEDED and has_feature(each, row.version, then.macos) is False
    ]
    return said


def minor_of(python: str) -> str:
    """Return "3.13" of "3.13.1"."""
    return ".".join(python.split(".")[:2])
