"""What rules MPS out after an upgrade, what is not known, and what else has to be known."""

from __future__ import annotations

from packaging.version import Version

from mps_doctor.facts import Machine, known_or
from mps_doctor.fixes.requirements import UNIFIED_MEMORY_SINCE, installed_companions
from mps_doctor.fixes.situation import Situation
from mps_doctor.fixes.system import can_update
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.macos import macos_name, parse_macos

FAMILY_7_SINCE = "2.15"
"""From here torch asks for an Apple GPU of family 7 (M1): a virtual machine shows none.

Source: https://github.com/pytorch/pytorch/issues/196881
"""


def reasons(
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
        elif releases.is_newer_than_known(version):
            unsure.append(
                f"torch {version} is newer than the knowledge ({releases.newest_known()}, "
                f"{releases.read_on()})"
            )
        else:
            no.append(f"there is no torch {version} with wheels for macOS")
        return no, unsure
    if can_update(machine.host, then.macos) is False:
        no.append(f"this Mac can't run {macos_name(then.macos)}")
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
    name = f"{minor_of(then.python)}{'t' if then.free_threaded else ''}"
    if name not in pythons:
        return [f"torch {row} has no wheel for Python {name}: it has them for {', '.join(pythons)}"]
    return [f"torch {row} has no wheel for Python {then.python} on {macos_name(then.macos)}"]


def remarks(
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


def minor_of(python: str) -> str:
    """Return "3.13" of "3.13.1"."""
    return ".".join(python.split(".")[:2])
