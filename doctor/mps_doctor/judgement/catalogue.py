"""The catalogue of checks: which are found, and the order in which they run."""

import heapq
import importlib
from collections.abc import Collection, Iterable
from graphlib import CycleError, TopologicalSorter
from typing import Any, TypeAlias

import msgspec

from mps_doctor.judgement.checking import Check, CheckDefinitionError, Result
from mps_doctor.judgement.plugins import checks_in, load_foreign, words_of
from mps_doctor.system.entry_points import BUILTIN, entry_points
from mps_doctor.system.errors import InputError, suggest

FAMILIES = (
    "host",
    "python",
    "conda",
    "toolchain",
    "torch",
    "companions",
    "settings",
    "runtime",
    "deep",
    "messages",
    "project",
)
"""From the ground up: of two faults, the one in the earlier family is the more fundamental."""

AnyCheck: TypeAlias = Check[Any]


class NoChecksError(RuntimeError):
    """No check was collected: silence must never look like health."""


class Catalogue(msgspec.Struct, frozen=True):
    """The checks in the order in which they run, and what broke while they were loaded."""

    checks: tuple[AnyCheck, ...]
    broken: tuple[Result, ...] = ()

    def expand(self, names: Collection[str]) -> set[str]:
        """Return the ids that the names mean: ids of checks, or families."""
        return {item.id for item in self.checks if item.id in names or item.family in names}

    def hint(self, otherwise: str) -> str:
        """Return what may explain a name that nothing has: a plug-in that did not load."""
        names = ", ".join(each.check for each in self.broken)
        return f"{names} did not load: mps-doctor list says why" if names else otherwise


def load_checks(*, plugins: bool = True, without: Collection[str] = ()) -> Catalogue:
    """Load the checks of every plug-in; one that fails to load becomes one result.

    `plugins=False` leaves out all that are not built in, `without` those of these names.
    Raises NoChecksError when no check was collected, InputError for a name in `without` that no
    plug-in has.
    """
    points = entry_points()
    names = [point.name for point in points if point.name != BUILTIN]
    for name in without:
        if name not in names:
            raise InputError(
                suggest(name, names, what="plug-in"), "mps-doctor list --format json shows them"
            )
    left_out = without if plugins else names
    found: tuple[AnyCheck, ...] = ()
    failed: dict[str, str] = {}
    for point in sorted(points, key=lambda point: point.name != BUILTIN):  # ours come first
        if point.name in left_out:
            continue
        try:
            items: Iterable[AnyCheck] = (
                checks_in(importlib.import_module(point.module))
                if point.name == BUILTIN
                else load_foreign(point.name, point.module)
            )
            found = order_checks((*found, *items))
        except Exception as error:  # noqa: BLE001  # a plug-in is foreign code: a result
            failed[point.name] = words_of(error)
    if not found:
        reasons = "; ".join(failed.values()) or "no entry point was found"
        raise NoChecksError(f"no check was collected: {reasons}")
    broken = tuple(
        Result(
            check=f"plugin:{name}",
            family="plugins",
            title=f"The plug-in {name} loads",
            outcome="errored",
            message=message,
        )
        for name, message in failed.items()
    )
    return Catalogue(found, broken)


def order_checks(checks: Iterable[AnyCheck]) -> tuple[AnyCheck, ...]:
    """Sort the checks so that each comes after those it requires, fundamental families first.

    Raises CheckDefinitionError for an id that is taken, an unknown requirement, and a cycle.
    """
    declared: dict[str, AnyCheck] = {}
    for item in checks:
        if declared.setdefault(item.id, item) is not item:
            raise CheckDefinitionError(f"the id {item.id} is taken")
    ranks = {family: rank for rank, family in enumerate(FAMILIES)}
    place = {
        id: (ranks.get(item.family, len(ranks)), number)
        for number, (id, item) in enumerate(declared.items())
    }
    sorter = TopologicalSorter({id: item.requires for id, item in declared.items()})
    for id, item in declared.items():
        for other in item.requires:
            if other not in declared:
                raise CheckDefinitionError(f"check {id} requires {other}, which does not exist")
    try:
        sorter.prepare()
    except CycleError as error:
        cycle = ", ".join(sorted(set(error.args[1])))
        raise CheckDefinitionError(
            f"the requirements of these checks form a cycle: {cycle}"
        ) from None
    ready: list[tuple[tuple[int, int], str]] = []
    ordered: list[AnyCheck] = []
    while sorter.is_active():
        for id in sorter.get_ready():
            heapq.heappush(ready, (place[id], id))
        _, id = heapq.heappop(ready)
        ordered.append(declared[id])
        sorter.done(id)
    return tuple(ordered)
