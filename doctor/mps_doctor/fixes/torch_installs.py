"""Which torch to install here: the newest that installs by its tag and can use MPS."""

from __future__ import annotations

import msgspec

from mps_doctor.facts import Conda, Host, Interpreter, Packages, TorchInstall, known_or
from mps_doctor.fixes.fix import Argv, Fix
from mps_doctor.fixes.managers import (
    Manager,
    install_commands,
    manager_of,
    reinstall_commands,
    undo_commands,
    verify_command,
)
from mps_doctor.fixes.new_environments import (
    environment_for,
    environment_of_the_same_python,
    native_environment,
)
from mps_doctor.fixes.requirements import (
    companions_without_a_build,
    installed_companions,
    newest_for,
    requirements_for,
)
from mps_doctor.fixes.situation import Situation, read_situation
from mps_doctor.fixes.system import can_update, no_mps_on_this_mac, update_macos
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.macos import parse_macos

NIGHTLY_INDEX = "https://download.pytorch.org/whl/nightly/cpu"
"""Where PyTorch publishes its nightly builds for macOS; MPS is in the builds called cpu.

Source: the installation page of pytorch.org, preview, Mac
"""

XCODE_FOR_SOURCE_BUILD = "13.3.1"
"""The oldest Xcode with which torch builds with MPS, by Apple's page on PyTorch and Metal."""


def install_torch(
    host: Host,
    python: Interpreter,
    conda: Conda,
    packages: Packages,
    *,
    torch: TorchInstall | None = None,
    reinstall: bool = False,
    nightly: bool = False,
) -> tuple[Fix, ...]:
    """Return the fixes that give this environment a torch that can use MPS, the best first.

    Where this Python cannot have one, they lead to a Python that can; where this macOS cannot, to
    the update; where this Mac cannot, they say so.
    `torch` tells who installed the present one, and its version for the undo.
    """
    situation = read_situation(host, python)
    manager = manager_of(python, conda, packages, torch)
    if not situation.is_mac:
        return (_install(situation, None, manager, python, packages, torch, reinstall=reinstall),)
    if situation.runs_translated:
        return native_environment(host, python, conda, packages)
    if nightly:
        return (_install_nightly(python, conda, packages, torch),)
    newest = newest_for(situation, packages)
    first = (no_mps_on_this_mac(),) if situation.cannot_have_mps else ()
    if newest is None and situation.is_complete:
        return (*first, *_a_way_round(situation, host, python, conda, packages))
    if _refuses_packages(python):
        return (*first, environment_of_the_same_python(newest, situation, python, packages))
    fix = _install(situation, newest, manager, python, packages, torch, reinstall=reinstall)
    return (*first, fix)


def build_torch(python: Interpreter) -> Fix:
    """Return the fix for a torch that is built from source here: the build with MPS."""
    interpreter = known_or(python.executable, "python3")
    return Fix(
        id="build-torch",
        kind="manual",
        summary=f"Build torch again with USE_MPS=1 and Xcode {XCODE_FOR_SOURCE_BUILD} or newer",
        steps=(
            f"Install Xcode {XCODE_FOR_SOURCE_BUILD} or newer and choose it: "
            "sudo xcode-select --switch /Applications/Xcode.app",
            "In the source tree, drop the old configuration: rm -r build",
            f"Build: USE_MPS=1 {interpreter} -m pip install --no-build-isolation -v -e .",
            "In the summary that the build prints first, USE_MPS must be ON",
        ),
        needs=("sudo", "gui", "network"),
        verify=(verify_command(python),),
    )


def _install(
    situation: Situation,
    newest: releases.Release | None,
    manager: Manager,
    python: Interpreter,
    packages: Packages,
    torch: TorchInstall | None,
    *,
    reinstall: bool,
) -> Fix:
    present = "" if torch is None or reinstall else known_or(torch.version, "")
    conda = manager.is_conda_like
    requirements = requirements_for(newest, situation, packages, conda=conda, present=present)
    make = reinstall_commands if reinstall else install_commands
    return Fix(
        id="reinstall-torch" if reinstall else "install-torch",
        summary=_summary(situation, newest, manager, packages, reinstall=reinstall),
        commands=make(manager, requirements),
        needs=("network",),
        undo=undo_commands(manager, requirements, packages, torch),
        verify=(verify_command(python),),
    )


def _summary(
    situation: Situation,
    newest: releases.Release | None,
    manager: Manager,
    packages: Packages,
    *,
    reinstall: bool,
) -> str:
    verb = "Reinstall torch" if reinstall else "Install torch"
    if newest is None:
        return verb
    python = ".".join(situation.python.split(".")[:2])
    place = f"macOS {situation.macos} and Python {python}"
    if situation.cannot_have_mps:
        return f"{verb} for the CPU, the newest for {place} on Intel"
    condition = "" if situation.hardware == "arm64" else ", given a discrete AMD GPU"
    if manager.is_conda_like:
        return f"{verb}, a version with MPS for {place}{condition}"
    text = f"{verb} {newest}, the newest for {place}{condition}"
    if newest != newest_for(situation, Packages()):
        text += f" and goes with {' and '.join(installed_companions(packages))}"
    lacking = companions_without_a_build(newest, situation, packages)
    if lacking:
        text += f" ({' and '.join(lacking)}: no build goes with it there)"
    return text


def _install_nightly(
    python: Interpreter, conda: Conda, packages: Packages, torch: TorchInstall | None
) -> Fix:
    # conda channels and lock files have no nightlies: pip or uv installs them beside those.
    manager = manager_of(python, conda, packages, torch, project=False)
    if manager.is_conda_like:
        manager = Manager(kind="pip", python=manager.python)
    names = ("torch", *installed_companions(packages))
    pre: Argv = ("--prerelease", "allow") if manager.kind == "uv" else ("--pre",)
    options = (*pre, "--upgrade", "--index-url", NIGHTLY_INDEX)
    together = " and its companions of the same day" if len(names) > 1 else ""
    return Fix(
        id="install-nightly-torch",
        summary=f"Install the newest nightly build of torch{together}",
        commands=install_commands(manager, (*options, *names)),
        needs=("network",),
        undo=undo_commands(manager, names, packages, torch),
        verify=(verify_command(python),),
    )


def _a_way_round(
    situation: Situation, host: Host, python: Interpreter, conda: Conda, packages: Packages
) -> tuple[Fix, ...]:
    """Return the fixes where this Python on this macOS has no torch with MPS.

    A new environment is a smaller thing than another macOS; where it is the macOS that is too old
    for any torch with MPS, `environment_for` returns its update.
    """
    environments = environment_for(situation, host, python, conda, packages)
    update = _update_for(situation, host)
    return (*environments, *(fix for fix in update if fix not in environments))


def _update_for(situation: Situation, host: Host) -> tuple[Fix, ...]:
    """Return the update of macOS with which this very Python would have MPS, if one does."""
    have = parse_macos(situation.macos)
    for macos in releases.gates():
        if have is not None and macos <= have:
            continue
        newer = msgspec.structs.replace(situation, macos=str(macos))
        if newest_for(newer, Packages()) is not None:
            return () if can_update(host, macos) is False else (update_macos(host, macos),)
    return ()


def _refuses_packages(python: Interpreter) -> bool:
    """Return whether pip refuses this Python (PEP 668), so that an environment is needed."""
    inside = known_or(python.environment, "none") not in ("none", "")
    return known_or(python.externally_managed, False) and not inside
