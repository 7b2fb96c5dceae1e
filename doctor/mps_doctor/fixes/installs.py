"""What to install into an environment: packages by name, and the torch that can use MPS here."""

import msgspec

from mps_doctor.facts import Host, Interpreter, Packages, TorchInstall, known_or
from mps_doctor.fixes.environment import Environment
from mps_doctor.fixes.fix import DOCTOR, Fix, Install, by_hand
from mps_doctor.fixes.managers import (
    Manager,
    install_commands,
    is_final,
    manager_of,
    undo_commands,
)
from mps_doctor.fixes.new_environments import (
    environment_for,
    environment_of_the_same_python,
    native_environment,
)
from mps_doctor.fixes.requirements import Requirement, newest_beside, newest_for, requirements_for
from mps_doctor.fixes.situation import Situation, read_situation
from mps_doctor.fixes.system import can_update, no_mps_on_this_mac, update_macos
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.macos import parse_macos

XCODE_FOR_SOURCE_BUILD = "13.3.1"
"""The oldest Xcode with which torch builds with MPS, by Apple's page on PyTorch and Metal."""


def install_packages(*requirements: Requirement, environment: Environment, id: str) -> Fix:
    """Return the fix that installs these requirements in the user's own manager."""
    return _install(manager_of(environment.python, environment.conda), requirements, id=id)


def _install(
    manager: Manager,
    requirements: tuple[Requirement, ...],
    *,
    id: str,
    again: bool = False,
    before: tuple[Packages, TorchInstall] | None = None,
) -> Fix:
    """Return the fix that installs them; `before`, where it can be undone, is what is there."""
    names = tuple(map(str, requirements))
    why = requirements[0].why
    words = ", ".join(item.words for item in requirements)
    return Fix(
        id=id,
        summary=f"{'Reinstall' if again else 'Install'} {words}{f' for {why}' if why else ''}",
        commands=install_commands(manager, names, again=again),
        needs=("network",),
        undo=undo_commands(manager, names, *before) if before else (),
        verify=((DOCTOR,),),
        install=Install(requirements=names, replaces=("torch",) if again else ()),
    )


def install_torch(environment: Environment, *, reinstall: bool = False) -> tuple[Fix, ...]:
    """Return the fixes that give this environment a torch that can use MPS, the best first.

    Where this Python cannot have one, they lead to a Python that can; where this macOS cannot, to
    the update; where this Mac cannot, they say so.
    """
    host, python, conda, packages, torch = environment
    situation = read_situation(host, python)
    if situation.is_mac and situation.runs_translated:
        return native_environment(environment)
    newest = _release_to_repair(torch, situation) if reinstall else None
    newest = newest or newest_beside(situation, packages, known_or(torch.version, ""))
    first = (no_mps_on_this_mac(),) if situation.is_mac and situation.cannot_have_mps else ()
    if situation.is_mac and newest is None and situation.is_complete:
        # A new environment is a smaller thing than another macOS.
        environments = environment_for(situation, environment)
        update = (fix for fix in _update_for(situation, host) if fix not in environments)
        return (*first, *environments, *update)
    # Nothing can be written into the Nix store.
    managed = known_or(python.externally_managed, False) or python.provider == "nix"
    if situation.is_mac and managed and known_or(python.environment, "none") in ("none", ""):
        return (*first, environment_of_the_same_python(newest, situation, environment))
    manager = manager_of(python, conda, packages, torch)
    present = "" if reinstall else known_or(torch.version, "")
    conda_like = manager.is_conda_like
    asked = requirements_for(newest, situation, packages, conda=conda_like, present=present)
    id = "reinstall-torch" if reinstall else "install-torch"
    fix = _install(manager, asked, id=id, again=reinstall, before=(packages, torch))
    return (*first, fix)


def _release_to_repair(torch: TorchInstall, situation: Situation) -> releases.Release | None:
    """Return the release that is installed, where it can use MPS here: a repair is no upgrade."""
    version, macos = known_or(torch.version, ""), parse_macos(situation.macos)
    row = releases.release(version) if is_final(version) else None
    if row is None or macos is None or not situation.is_mac:
        return None
    works = row.recommended_macos is not None and macos >= row.recommended_macos
    place = (situation.process, situation.macos, situation.python, situation.free_threaded)
    return row if works and releases.installs(version, *place) else None


def _update_for(situation: Situation, host: Host) -> tuple[Fix, ...]:
    """Return the update of macOS with which this very Python would have MPS, if one does."""
    have = parse_macos(situation.macos)
    for macos in releases.gates():
        newer = msgspec.structs.replace(situation, macos=str(macos))
        if have is not None and macos > have and newest_for(newer, Packages()) is not None:
            return () if can_update(host, macos) is False else (update_macos(host, macos),)
    return ()


def build_torch(python: Interpreter) -> Fix:
    """Return the fix for a torch that is built from source here: the build with MPS."""
    interpreter = known_or(python.executable, "python3")
    return by_hand(
        "build-torch",
        f"Rebuild torch with USE_MPS=1 and Xcode {XCODE_FOR_SOURCE_BUILD} or newer",
        f"Install Xcode {XCODE_FOR_SOURCE_BUILD} or newer and choose it: "
        "sudo xcode-select --switch /Applications/Xcode.app",
        "In the source tree, drop the old configuration: rm -r build",
        f"Build: USE_MPS=1 {interpreter} -m pip install --no-build-isolation -v -e .",
        "In the summary that the build prints first, USE_MPS must be ON",
        needs=("sudo", "gui", "network"),
        risk="changes-environment",
    )
