"""Runs the checks on many machines and remembers what they said of the same facts.

A check is a pure function of facts: what it reads first decides what it reads next, and what it
says in the end.  So each check grows a tree: at a fork stands the fact that is read there, with a
branch for each value that was seen, and at the end of a branch the results.  Few reports agree in
a whole section of facts; many do in the three or four on which a check decides.
"""

from __future__ import annotations

from contextlib import suppress
from operator import attrgetter
from typing import Any, TypeAlias, cast

import msgspec

from mps_doctor.facts import SECTIONS, Machine, Section
from mps_doctor.judgement.checking import Check, Result, run_check

MOST_RESULTS = 8192
"""Results that are remembered; beyond, all are forgotten, so that memory stays as it is."""

TRIAL = 64
"""Results after which a check is not remembered any more, unless most runs were spared by then.

What quotes the text itself is new in every report.
"""

BUILTIN = "builtin"

Results: TypeAlias = tuple[Result, ...]


class _Fork:
    """A fact that a check reads, and where each value leads: to the next fork, or to the end."""

    __slots__ = ("branches", "fact", "value_of")

    def __init__(self, fact: str) -> None:
        self.fact = fact
        self.value_of = attrgetter(fact)
        self.branches: dict[object, _Fork | Results] = {}


class _Tree:
    """What is remembered of one check."""

    __slots__ = ("learned", "root", "spared")

    def __init__(self) -> None:
        self.root: _Fork | Results | None = None
        self.learned = self.spared = 0

    @property
    def pays(self) -> bool:
        return self.learned < TRIAL or self.spared > self.learned


class Remembering:
    """Runs checks for `engine.judge`, machine after machine."""

    def __init__(self) -> None:
        self._trees: dict[str, _Tree] = {}
        self._count = 0
        self._reads: list[tuple[str, object]] = []
        self._watching = {name: _watching(name, SECTIONS[name], self._reads) for name in SECTIONS}
        self._machine: Machine | None = None
        self._watched: Machine | None = None

    def run(self, item: Check[...], machine: Machine) -> Results:
        """Return the results of a check; `seconds` are those of the run that is remembered."""
        tree = self._trees.get(item.id)
        if tree is None:
            tree = self._trees[item.id] = _Tree()
        place = tree.root
        try:
            while type(place) is _Fork:
                place = place.branches.get(place.value_of(machine))
        except TypeError:  # facts of a plug-in may be of any type
            return run_check(item, machine)
        if place is not None:
            tree.spared += 1
            return cast("Results", place)
        if item.plugin != BUILTIN or not tree.pays:
            tree.root = None
            return run_check(item, machine)
        return self._learn(tree, item, machine)

    def _learn(self, tree: _Tree, item: Check[...], machine: Machine) -> Results:
        """Run a check, and remember its results by the facts that it read."""
        watched = self._watch(machine)
        self._reads.clear()
        results = run_check(item, watched)
        tree.learned += 1
        self._count += 1
        if self._count > MOST_RESULTS:
            self._trees.clear()
            self._count = 0
        else:
            with suppress(TypeError):
                _remember(tree, dict(self._reads), results)
        return results

    def _watch(self, machine: Machine) -> Machine:
        """Return the machine with sections that note which of their facts are read."""
        if self._watched is None or machine is not self._machine:
            sections: dict[str, Any] = {}
            for name, watching in self._watching.items():
                section = getattr(machine, name)
                facts = {field: getattr(section, field) for field in section.__struct_fields__}
                sections[name] = watching(**facts)
            self._machine, self._watched = machine, Machine(origin=machine.origin, **sections)
        return self._watched


def _watching(name: str, section: type[Section], reads: list[tuple[str, object]]) -> type[Section]:
    """Return a type of section that notes each fact that is read of it, with its value."""
    facts = {field: f"{name}.{field}" for field in section.__struct_fields__}

    def note(self: Section, attribute: str) -> Any:
        value = section.__getattribute__(self, attribute)
        if attribute in facts:
            reads.append((facts[attribute], value))
        return value

    watching = msgspec.defstruct(
        f"Watched{section.__name__}",
        (),
        bases=(section,),
        namespace={"__getattribute__": note},
        frozen=True,
        kw_only=True,
    )
    return cast("type[Section]", watching)


def _remember(tree: _Tree, reads: dict[str, object], results: Results) -> None:
    """Put results at the end of the branches that the values of the facts make."""
    place: _Fork | Results = results
    fork: _Fork | None = None
    value: object = None
    for fact, following in reads.items():
        if fork is None:
            place = tree.root = tree.root or _Fork(fact)
        else:
            place = fork.branches.setdefault(value, _Fork(fact))
        fork, value = cast("_Fork", place), following
    if fork is None:
        tree.root = results
    else:
        fork.branches[value] = results
