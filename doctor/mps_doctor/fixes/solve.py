"""One solve: all that one environment needs changed is one command, so that one resolver sees it.

In two commands the second may bring back what the first replaced: torchvision pins its torch.
"""

from collections.abc import Iterable

import msgspec
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from mps_doctor.facts import known_or
from mps_doctor.fixes.environment import Environment
from mps_doctor.fixes.fix import Fix, Install
from mps_doctor.fixes.managers import (
    install_commands,
    is_final,
    manager_of,
    undo_commands,
)
from mps_doctor.fixes.requirements import Requirement as Wanted
from mps_doctor.fixes.requirements import accepts

FREE_OF_TORCH = frozenset({"torch", "torchvision", "torchaudio", "numpy"})
"""Packages that bring no other torch: they require none, or the one that they are built for."""


def solve(prescription: tuple[Fix, ...], environment: Environment) -> tuple[Fix, ...]:
    """Return a prescription in which one fix installs all that the environment needs.

    Where two fixes want different versions of a package, the more fundamental, which comes first,
    is right.  Where a new environment is made, nothing is installed into the old one.
    """
    installs = [fix for fix in prescription if fix.install is not None]
    others = tuple(fix for fix in prescription if fix.install is None)
    if not installs:
        return prescription
    if any("new-environment" in fix.needs for fix in others[:1]):
        return others
    one = _one(installs, environment)
    place = prescription.index(installs[0])
    return (*(fix for fix in prescription[:place]), one, *others[place:])


def _one(installs: list[Fix], environment: Environment) -> Fix:
    """Return one fix in the place of several."""
    first, parts = installs[0], [fix.install for fix in installs if fix.install is not None]
    asked = _together(text for part in parts for text in part.requirements)
    held = _held(asked, environment)
    if len(installs) == 1 and not held:
        return first
    requirements = (*asked, *held)
    replaces = tuple(dict.fromkeys(name for part in parts for name in part.replaces))
    manager = manager_of(*environment[1:])
    what, _, why = first.summary.partition(" for ")
    rest = (_words(text) for text in asked if text not in parts[0].requirements)
    return msgspec.structs.replace(
        first,
        summary=", ".join((what, *rest)) + (f" for {why}" if why else ""),
        commands=install_commands(manager, requirements, again=bool(replaces)),
        undo=undo_commands(manager, requirements, environment.packages, environment.torch),
        install=Install(requirements=requirements, replaces=replaces),
    )


def _together(requirements: Iterable[str]) -> tuple[str, ...]:
    """Return one requirement for each package, in order."""
    found: dict[str, Requirement] = {}
    for new in map(Requirement, requirements):
        old = found.setdefault(new.name, new)
        if old is new or str(new.specifier) in str(old.specifier):
            continue
        both = old.specifier & new.specifier
        pin = next((item.version for item in both if item.operator == "=="), "")
        if not pin:
            old.specifier = both
        elif both.contains(pin, prereleases=True):
            old.specifier = SpecifierSet(f"=={pin}")
    return tuple(f"{name}{_written(item.specifier)}" for name, item in found.items())


def _words(text: str) -> str:
    asked = Requirement(text)
    return Wanted(asked.name, _written(asked.specifier)).words


def _written(specifier: SpecifierSet) -> str:
    """Return `>=1.13,<2.9`, the lower bound first."""
    return ",".join(sorted(map(str, specifier), key=lambda text: (text[0] == "<", text)))


def _held(asked: tuple[str, ...], environment: Environment) -> tuple[str, ...]:
    """Return what else to name, so that the set fits together.

    Without a version it is a package that does not accept the new torch: the resolver finds one
    that does, or names it.  With its version it is the torch that is there, where what is asked
    for could bring another.
    """
    names = [Requirement(text).name for text in asked]
    new = next((r for r in map(Requirement, asked) if r.name == "torch"), None)
    if new is None:
        present = known_or(environment.torch.version, "")
        free = FREE_OF_TORCH.issuperset(names) or not is_final(present)
        conda = manager_of(environment.python, environment.conda).is_conda_like
        return () if free or conda else (f"torch=={present}",)
    pin = next((item.version for item in new.specifier if item.operator == "=="), "")
    return tuple(
        item.name
        for item in known_or(environment.packages.installed, ())
        if pin
        and item.requires_torch
        and item.name not in names
        and not accepts(item.requires_torch, pin)
    )
