"""What to install into an environment: packages by name, and the torch that can use MPS here.

All that one environment needs changed is one command, so that one resolver sees it: in two commands
the second may bring back what the first replaced, as torchvision pins its torch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from mps_doctor.facts import Interpreter, Package, Packages, known_or
from mps_doctor.fixes.fix import DOCTOR, Fix, Install, by_hand
from mps_doctor.fixes.managers import CONDA_LIKE, install_commands, is_final, manager_of
from mps_doctor.fixes.new_environments import (
    environment_for,
    environment_of_the_same_python,
    native_environment,
)
from mps_doctor.fixes.requirements import (
    Requirement,
    accepts,
    newest_for,
    newest_for_all,
    refusing,
    requirements_for,
)
from mps_doctor.fixes.situation import Environment
from mps_doctor.fixes.system import can_update, no_mps_on_this_mac, update_macos
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.versions import parse_version

if TYPE_CHECKING:
    from packaging.specifiers import SpecifierSet

_FAMILY = ("torch", *releases.COMPANIONS)

FREE_OF_TORCH = frozenset({"torch", "torchvision", "torchaudio", "numpy"})
"""Packages that bring no other torch: they require none, or the one that they are built for."""

XCODE_FOR_SOURCE_BUILD = "13.3.1"
"""The oldest Xcode with which torch builds with MPS, by Apple's page on PyTorch and Metal."""


def install_packages(
    *requirements: Requirement,
    environment: Environment,
    id: str,
    again: tuple[str, ...] = (),
    held: tuple[str, ...] = (),
) -> Fix:
    """Return the fix that installs these requirements in the user's own manager.

    Of those `again` every file is replaced, as it is of all where what is there meets them:
    an installer would be content.  What is `held` is named so that the set fits.
    """
    names = (*map(str, requirements), *held)
    versions = environment.versions
    if not again and all(_is_met(item, versions.get(item.package, "")) for item in requirements):
        again = tuple(item.package for item in requirements)
    why = requirements[0].why
    words = ", ".join(item.words for item in requirements)
    return Fix(
        id=id,
        summary=f"{'Reinstall' if again else 'Install'} {words}{f' for {why}' if why else ''}",
        commands=install_commands(environment, names, again=again),
        needs=("network",),
        verify=((DOCTOR,),),
        install=Install(requirements=names, replaces=again),
    )


def install_torch(environment: Environment, *, reinstall: bool = False) -> tuple[Fix, ...]:
    """Return the fixes that give this environment a torch that can use MPS, the best first.

    Where this Python cannot have one, they lead to a Python that can; where this macOS cannot, to
    the update; where this Mac cannot, they say so.
    """
    python, packages, situation = environment.python, environment.packages, environment.situation
    if situation.is_mac and situation.runs_translated:
        return native_environment(environment)
    newest = _release_to_repair(environment) if reinstall else None
    newest = newest or newest_for(situation, packages)
    first = (no_mps_on_this_mac(),) if situation.is_mac and situation.cannot_have_mps else ()
    if situation.is_mac and newest is None and situation.is_complete:
        # A new environment is a smaller thing than another macOS.
        environments = environment_for(situation, environment)
        update = (fix for fix in _update_for(environment) if fix not in environments)
        return (*first, *environments, *update)
    # Nothing can be written into the Nix store.
    managed = known_or(python.externally_managed, False) or python.provider == "nix"
    if situation.is_mac and managed and known_or(python.environment, "none") in ("none", ""):
        return (*first, environment_of_the_same_python(newest, situation, environment))
    asked = requirements_for(
        newest,
        situation,
        packages,
        conda=manager_of(environment) in CONDA_LIKE,
        present="" if reinstall else environment.torch_version,
    )
    id = "reinstall-torch" if reinstall else "install-torch"
    again = ("torch",) if reinstall else ()
    return (*first, install_packages(*asked, environment=environment, id=id, again=again))


def _is_met(wanted: Requirement, version: str) -> bool:
    return wanted.specifier != "" and version != "" and accepts(wanted.specifier, version)


def _release_to_repair(environment: Environment) -> releases.Release | None:
    """Return the release that is installed, where it can use MPS here: a repair is no upgrade."""
    version = environment.torch_version
    row = releases.release(version) if is_final(version) else None
    if row is None:
        return None
    return newest_for(environment.situation, environment.packages, (row.version,))


def _update_for(environment: Environment) -> tuple[Fix, ...]:
    """Return the update of macOS with which this very Python would have MPS, if one does."""
    situation, host = environment.situation, environment.host
    for macos in releases.gates():
        then = msgspec.structs.replace(situation, macos=str(macos))
        if newest_for(then, Packages()) is not None:
            return () if can_update(host, macos) is False else (update_macos(host, macos),)
    return ()


def build_torch(python: Interpreter) -> Fix:
    """Return the fix for a torch that is built from source here: the build with MPS."""
    interpreter = known_or(python.executable, "python3")
    return by_hand(
        "build-torch",
        f"Rebuild torch with USE_MPS=1 and Xcode {XCODE_FOR_SOURCE_BUILD} or newer",
        f"Install Xcode {XCODE_FOR_SOURCE_BUILD} or newer and choose it: "
        "`sudo xcode-select --switch /Applications/Xcode.app`",
        "In the source tree, drop the old configuration: `rm -r build`",
        f"Build: `USE_MPS=1 {interpreter} -m pip install --no-build-isolation -v -e .`",
        "In the summary that the build prints first, USE_MPS must be ON",
        needs=("sudo", "gui", "network"),
        risk="changes-environment",
    )


def solve(prescription: tuple[Fix, ...], environment: Environment) -> tuple[Fix, ...]:
    """Return a prescription in which one fix installs all that the environment needs.

    Where two fixes want different versions of a package, the more fundamental, which comes first,
    is right.  Where a new environment is made first, nothing is installed into the old one.
    """
    installs = [fix for fix in prescription if fix.install is not None]
    others = tuple(fix for fix in prescription if fix.install is None)
    if not installs:
        return prescription
    if "new-environment" in prescription[0].needs:
        return others
    place = prescription.index(installs[0])
    return (*prescription[:place], _one(installs, environment), *others[place:])


def _one(installs: Sequence[Fix], environment: Environment) -> Fix:
    """Return one fix in the place of several."""
    first, *rest = installs
    parts = [fix.install for fix in installs if fix.install is not None]
    again = tuple(dict.fromkeys(name for part in parts for name in part.replaces))
    asked = _together([text for part in parts for text in part.requirements])
    why, conda = first.summary.partition(" for ")[2], manager_of(environment) in CONDA_LIKE
    others = () if conda else refusing(environment.packages, _family(asked, environment))
    row = None
    # A newer torch is wanted for what it has, and damaged files for what they were.
    if others and not again and _goes(asked, environment) <= 0:
        row = newest_for_all(environment.situation, environment.packages)
    if row is not None:
        pins = requirements_for(row, environment.situation, environment.packages, conda=False)
        free = [f"{name}{asked[name]}" for name in asked if name not in _FAMILY]
        asked = _together([*map(str, pins), *free])
        why = " and ".join(item.name for item in others)
        others = ()
    held = _held(asked, others, environment)
    if not (rest or held or row):
        return first
    one = install_packages(
        *(Requirement(name, _written(item), why) for name, item in asked.items()),
        environment=environment,
        id=first.id,
        again=again,
        held=held,
    )
    return msgspec.structs.replace(one, verify=first.verify)


def _family(asked: Mapping[str, SpecifierSet], environment: Environment) -> dict[str, str]:
    """Return the versions of torch and its companions then, where one of them is asked for."""
    pins = {name: pin for name in _FAMILY if name in asked and (pin := _pin(asked[name]))}
    present = environment.torch_version
    return {"torch": present, **pins} if pins and is_final(present) else pins


def _goes(asked: Mapping[str, SpecifierSet], environment: Environment) -> int:
    """Return whether torch becomes newer (1) or older (-1)."""
    present = parse_version(environment.torch_version)
    then = parse_version(_family(asked, environment).get("torch", ""))
    return 0 if present is None or then is None else (then > present) - (then < present)


def _together(requirements: Sequence[str]) -> dict[str, SpecifierSet]:
    """Return what is asked of each package, in order."""
    # Only who has something to install needs them; they take as long to load as Python to start.
    from packaging import requirements as given
    from packaging.specifiers import SpecifierSet

    found: dict[str, SpecifierSet] = {}
    for one in map(given.Requirement, requirements):
        old = found.setdefault(one.name, one.specifier)
        both = old & one.specifier
        pin = _pin(both)
        if old is one.specifier or (pin and pin not in both):
            continue
        found[one.name] = SpecifierSet(f"=={pin}") if pin else both
    return found


def _pin(specifier: SpecifierSet) -> str:
    pins = (item.version for item in specifier if item.operator == "==")
    return next(filter(is_final, pins), "")


def _written(specifier: SpecifierSet) -> str:
    """Return `>=1.13,<2.9`, the lower bound first."""
    return ",".join(sorted(map(str, specifier), key=lambda text: (text[0] == "<", text)))


def _held(
    asked: Mapping[str, SpecifierSet], others: Sequence[Package], environment: Environment
) -> tuple[str, ...]:
    """Return what else to name, so that the set fits together.

    Of `others`, which refuse what is asked for, the resolver finds a version that does not, on the
    side to which torch goes, or names it.  Where what is asked for could bring another torch, it
    is the one that is there, with its version.
    """
    sign, present = "<=" if _goes(asked, environment) < 0 else ">=", environment.torch_version
    bounds = tuple(
        f"{item.name}{sign}{item.version}" if is_final(item.version) else item.name
        for item in others
        if item.name not in asked
    )
    free = "torch" in asked or FREE_OF_TORCH.issuperset(asked) or not is_final(present)
    if free or manager_of(environment) in CONDA_LIKE:
        return bounds
    return (*bounds, f"torch=={present}")
