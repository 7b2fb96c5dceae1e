"""A new environment beside the one that cannot have MPS: of this Mac's processor and a good Python.

The old one is left as it is.
"""

from __future__ import annotations

import msgspec

from mps_doctor.facts import Conda, Host, Interpreter, Packages, known_or
from mps_doctor.fixes.fix import Argv, Fix
from mps_doctor.fixes.managers import (
    CHANNEL,
    SHELL_PYTHON,
    Manager,
    conda_specs,
    manager_of,
)
from mps_doctor.fixes.requirements import newest_for, requirements_for
from mps_doctor.fixes.situation import Situation, read_situation
from mps_doctor.fixes.system import no_mps_on_this_mac, update_macos
from mps_doctor.knowledge import releases

USUAL_PYTHON = "3.12"
"""What a new environment gets where the user's own Python has no fitting torch.

It is the one version for which every torch from 2.2 on has wheels, on both architectures.
"""

OLDEST_PYTHON_OF_UV = (3, 8)
"""The wheels of uv itself ask for Python 3.8."""

FOLDER = "mps-env"
CONDA_NAME = "mps"

UV_PLATFORM = {"arm64": "macos-aarch64", "x86_64": "macos-x86_64"}
CONDA_PLATFORM = {"arm64": "osx-arm64", "x86_64": "osx-64"}


def native_environment(
    host: Host, python: Interpreter, conda: Conda, packages: Packages
) -> tuple[Fix, ...]:
    """Return the fixes that make a new environment with a Python built for this processor."""
    situation = read_situation(host, python)
    fixes = environment_for(situation, host, python, conda, packages)
    return (no_mps_on_this_mac(), *fixes) if situation.cannot_have_mps else fixes


def environment_for(
    situation: Situation,
    host: Host,
    python: Interpreter,
    conda: Conda,
    packages: Packages,
    *,
    release: releases.Release | None = None,
) -> tuple[Fix, ...]:
    """Return the fixes that make a new environment in which torch can use MPS, the best first.

    With a `release` it is for that torch, whether it can use MPS there or not.
    """
    target = _target(situation, release)
    if target is None:
        lowest = releases.gates()[0]
        return (update_macos(host, lowest),)
    manager = manager_of(python, conda)
    wanted = _requirements(target, packages, release, conda=False)
    summary = _summary(target, release)
    by_hand = _by_hand(target, wanted, summary, translated=situation.runs_translated)
    if manager.is_conda_like:
        specs = conda_specs(_requirements(target, packages, release, conda=True))
        if manager.kind == "pixi":
            return (_pixi_environment(target, specs, summary), by_hand)
        return (_conda_environment(manager, target, conda, specs, summary), by_hand)
    suffix = target.process if situation.runs_translated else target.python
    folder = _folder_beside(python, suffix)
    automatic = _uv_environment(manager, target, python, wanted, folder, summary)
    return (by_hand,) if automatic is None else (automatic, by_hand)


def _target(situation: Situation, release: releases.Release | None) -> Situation | None:
    """Return the situation of the new environment, or None where this macOS has no torch for it.

    The user's own minor version of Python is kept, unless another has a newer torch there, or is
    the one that the release has builds for.
    """
    if not situation.is_mac:  # for another device: which build of torch fits is pip's to know
        anywhere = msgspec.structs.replace(situation, hardware="", process="", macos="")
        return msgspec.structs.replace(anywhere, python=USUAL_PYTHON, free_threaded=False)
    own = ".".join(situation.python.split(".")[:2])
    hardware = situation.hardware

    def newest(minor: str) -> releases.Release | None:
        return releases.newest_torch(
            architecture=hardware or "arm64",
            macos=situation.macos,
            python=minor,
            with_mps=not situation.cannot_have_mps,
        )

    if release is not None:
        python = _python_for(release, hardware or "arm64", own)
    else:
        usual = newest(USUAL_PYTHON)
        if usual is None:
            return None
        python = own if own and newest(own) == usual else USUAL_PYTHON
    return msgspec.structs.replace(situation, process=hardware, free_threaded=False, python=python)


def _python_for(release: releases.Release, architecture: str, own: str) -> str:
    """Return the Python for a release: the user's own, the usual one, or the newest it is for."""
    held = releases.pythons_for(release.version, architecture)
    pythons = [name for name in held if not name.endswith("t")]
    return next((name for name in (own, USUAL_PYTHON) if name in pythons), pythons[-1])


def _requirements(
    target: Situation, packages: Packages, release: releases.Release | None, *, conda: bool
) -> tuple[str, ...]:
    if release is not None:
        return requirements_for(release, target, packages, conda=False)
    return requirements_for(newest_for(target, packages), target, packages, conda=conda)


def _uv_environment(
    manager: Manager,
    target: Situation,
    python: Interpreter,
    wanted: tuple[str, ...],
    folder: str,
    summary: str,
) -> Fix | None:
    """Return the fix by uv; it fetches a Python of the right architecture by itself.

    Where uv is not the user's manager, pip installs it first, if this Python has a pip that may.
    """
    uv: Argv = ("uv",)
    first: tuple[Argv, ...] = ()
    if manager.kind not in ("uv", "uv-project"):
        if not _pip_can_install_uv(python):
            return None
        uv = (manager.python, "-m", "uv")
        first = ((manager.python, "-m", "pip", "install", "uv"),)
    interpreter = f"{folder}/bin/python"
    install = (*uv, "pip", "install", "--python", interpreter)
    return Fix(
        id="new-environment",
        summary=summary,
        commands=(
            *first,
            (*uv, "venv", "--python", _uv_request(target), folder),
            (*install, *wanted),
        ),
        needs=("network", "new-environment"),
        undo=(("rm", "-r", folder),),
        verify=(("mps-doctor", "--python", interpreter),),
    )


def environment_of_the_same_python(
    newest: releases.Release | None, situation: Situation, python: Interpreter, packages: Packages
) -> Fix:
    """Return the fix that makes an environment of a good Python into which pip must not install."""
    interpreter = known_or(python.executable, SHELL_PYTHON)
    wanted = requirements_for(newest, situation, packages, conda=False)
    made = f"{FOLDER}/bin/python"
    return Fix(
        id="new-environment",
        summary="Create an environment of this Python, with torch",
        commands=(
            (interpreter, "-m", "venv", FOLDER),
            (made, "-m", "pip", "install", *wanted),
        ),
        needs=("network", "new-environment"),
        undo=(("rm", "-r", FOLDER),),
        verify=(("mps-doctor", "--python", made),),
    )


def _conda_environment(
    manager: Manager, target: Situation, conda: Conda, specs: tuple[str, ...], summary: str
) -> Fix:
    old = known_or(conda.name, "")
    name = f"{old}-{target.process}" if old and old != "base" else CONDA_NAME
    platform: Argv = ()
    if target.process:
        platform = ("--platform", CONDA_PLATFORM[target.process])
    return Fix(
        id="new-environment",
        summary=summary,
        commands=(
            (
                *(manager.kind, "create", "--yes", "-n", name, *platform, "-c", CHANNEL),
                *(f"python={target.python}", *specs),
            ),
        ),
        needs=("network", "new-environment"),
        undo=((manager.kind, "env", "remove", "--yes", "-n", name),),
        verify=(("mps-doctor", "--env", name),),
    )


def _pixi_environment(target: Situation, specs: tuple[str, ...], summary: str) -> Fix:
    platform: Argv = ()
    if target.process:
        platform = ("--platform", CONDA_PLATFORM[target.process])
    add = ("pixi", "add", "--manifest-path", FOLDER, f"python={target.python}.*")
    return Fix(
        id="new-environment",
        summary=summary,
        commands=(("pixi", "init", *platform, FOLDER), (*add, *specs)),
        needs=("network", "new-environment"),
        undo=(("rm", "-r", FOLDER),),
        verify=(("mps-doctor", "--python", f"{FOLDER}/.pixi/envs/default/bin/python"),),
    )


def _by_hand(
    target: Situation, requirements: tuple[str, ...], summary: str, *, translated: bool
) -> Fix:
    python = f"python{target.python}"
    kind = "Apple silicon" if target.process == "arm64" else "this Mac"
    homebrew = "/opt/homebrew" if target.process == "arm64" else "/usr/local"
    wanted = " ".join(f"'{item}'" for item in requirements)
    origin, path = "", ""
    if target.is_mac:
        origin = (
            f" for {kind}: the macOS installer of python.org (it holds both kinds), or "
            f"`{homebrew}/bin/brew install python@{target.python}`"
        )
        path = f" ({homebrew}/bin/{python} for Homebrew's)"
    steps = [
        f"Install Python {target.python}{origin}",
        f"Make an environment: {python} -m venv {FOLDER}, with the Python just installed{path}",
        f"Install torch in it: {FOLDER}/bin/python -m pip install {wanted}",
    ]
    if translated:
        steps.insert(
            0,
            "If the terminal itself runs under Rosetta (`uname -m` says x86_64): in Finder, Get "
            "Info on the terminal's program, clear 'Open using Rosetta', and start it again",
        )
    return Fix(
        id="new-environment-by-hand",
        kind="manual",
        summary=summary,
        steps=tuple(steps),
        needs=("network", "new-environment"),
        verify=(("mps-doctor", "--python", f"{FOLDER}/bin/python"),),
    )


def _summary(target: Situation, release: releases.Release | None) -> str:
    kind = f"{target.process} " if target.process else ""
    text = f"Create an environment with {kind}Python {target.python}"
    if release is not None:
        return f"{text} and torch {release}"
    if target.cannot_have_mps:
        return f"{text} and the last torch for Intel Macs, for the CPU"
    amd = " (with an AMD GPU)" if target.is_mac and target.hardware == "x86_64" else ""
    return f"{text} and torch{amd}; the old one stays"


def _uv_request(target: Situation) -> str:
    if not target.process:
        return target.python
    return f"cpython-{target.python}-{UV_PLATFORM[target.process]}-none"


def _folder_beside(python: Interpreter, suffix: str) -> str:
    """Return the old environment's path with what is new after it: `~/work/.venv-arm64`."""
    prefix = known_or(python.prefix, "").rstrip("/")
    in_environment = known_or(python.environment, "none") in ("venv", "uv", "poetry")
    if not prefix or not in_environment:
        return FOLDER
    return f"{prefix}-{suffix}"


def _pip_can_install_uv(python: Interpreter) -> bool:
    if known_or(python.externally_managed, False) or not known_or(python.has_pip, True):
        return False
    numbers = known_or(python.version, "3.8").split(".")[:2]
    if not all(number.isdigit() for number in numbers):
        return False
    return tuple(int(number) for number in numbers) >= OLDEST_PYTHON_OF_UV
