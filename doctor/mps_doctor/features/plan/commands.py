"""The commands that make an upgrade, and what would do where it does not."""

from __future__ import annotations

from mps_doctor.facts import Machine, known_or
from mps_doctor.features.plan.reasons import minor_of
from mps_doctor.features.plan.request import Wish
from mps_doctor.fixes.fix import Argv
from mps_doctor.fixes.managers import (
    CHANNEL,
    CONDA_TOOLS,
    conda_specs,
    install_commands,
    manager_of,
)
from mps_doctor.fixes.requirements import installed_companions
from mps_doctor.fixes.situation import Situation
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.macos import macos_name, parse_macos


def way(
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
    return f"mps-env-{minor_of(then.python)}"


def _new_environment(kind: str, then: Situation, pins: tuple[str, ...]) -> tuple[Argv, ...]:
    """Return the commands of a new environment of another Python, beside the old one."""
    folder, minor = _folder(then), minor_of(then.python)
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


def instead(then: Situation, row: releases.Release | None) -> tuple[str, ...]:
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
