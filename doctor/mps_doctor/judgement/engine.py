"""Finds the checks, orders them, and runs them on one machine's facts."""

from __future__ import annotations

import heapq
import importlib
from collections.abc import Collection, Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from mps_doctor.facts import SECTIONS, Interpreter, Machine, Unknown
from mps_doctor.fixes import aimed
from mps_doctor.judgement.checking import (
    Check,
    CheckDefinitionError,
    Level,
    Result,
    result_of,
    run_check,
)
from mps_doctor.judgement.plugins import PluginError, checks_in
from mps_doctor.knowledge.causes import all_causes
from mps_doctor.system.configuration import LEVELS, SeverityWord
from mps_doctor.system.entry_points import BUILTIN, entry_points
from mps_doctor.system.errors import InputError, suggest

if TYPE_CHECKING:
    from mps_doctor.judgement.plugin_worker import Worker

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

OFF = "its severity is set to off"

AnyCheck: TypeAlias = Check[Any]


class NoChecksError(RuntimeError):
    """No check was collected: silence must never look like health."""


class Catalogue(msgspec.Struct, frozen=True):
    """The checks in the order in which they run, and what broke while they were loaded."""

    checks: tuple[AnyCheck, ...]
    broken: tuple[Result, ...] = ()
    workers: Mapping[str, Worker] = msgspec.field(default_factory=dict)
    """The process of each foreign plug-in; it starts again where a check of its is asked."""

    def expand(self, names: Iterable[str]) -> set[str]:
        """Return the ids that the names mean: ids of checks, or families.

        Raises InputError.
        """
        every = {item.id: {item.id} for item in self.checks}
        for item in self.checks:
            every.setdefault(item.family, set()).add(item.id)
        for name in names:
            if name not in every:
                hint = "mps-doctor list shows the checks"
                raise InputError(suggest(name, every, what="check"), hint)
        return {id for name in names for id in every[name]}

    def ensure_cause(self, name: str, *others: str) -> None:
        """Raise InputError for a name that is neither a cause nor one of the others."""
        known = [*others, *all_causes(), *(cause for item in self.checks for cause in item.causes)]
        if name not in known:
            what = "check or cause" if len(others) > 1 else "cause"
            message = suggest(name, dict.fromkeys(known), what=what)
            raise InputError(message, "mps-doctor list --causes shows them")


def load_checks(*, plugins: bool = True, without: Collection[str] = ()) -> Catalogue:
    """Load the checks of every plug-in; one that fails to load becomes one result.

    `plugins=False` leaves out all that are not built in, `without` those of these names.
    Raises NoChecksError when no check was collected, InputError for a name in `without` that no
    plug-in has.
    """
    points = entry_points()
    names = [point.name for point in points if point.name != BUILTIN]
    if unknown := sorted(set(without) - set(names)):
        raise InputError(suggest(unknown[0], names, what="plug-in"), "mps-doctor list shows them")
    left_out = set(without if plugins else names)
    found: tuple[AnyCheck, ...] = ()
    workers: dict[str, Worker] = {}
    failed: dict[str, str] = {}
    for point in sorted(points, key=lambda point: point.name != BUILTIN):  # ours come first
        if point.name in left_out:
            continue
        try:
            items: Collection[AnyCheck]
            if point.name == BUILTIN:
                items = checks_in(importlib.import_module(point.module))
            else:
                # Only who has plug-ins pays for their process.
                from mps_doctor.judgement.plugin_worker import Worker

                worker = workers[point.name] = Worker(point.name, point.module)
                items = worker.checks
            found = order_checks((*found, *items))
        except InputError:
            raise
        except (CheckDefinitionError, PluginError) as error:
            failed[point.name] = str(error)
        except Exception as error:  # noqa: BLE001  # a plug-in is foreign code: a result
            failed[point.name] = f"{type(error).__name__}: {error}"
    if not found:
        reasons = "; ".join(failed.values()) or "no entry point was found"
        raise NoChecksError(f"no check was collected: {reasons}")
    broken = tuple(_broken_plugin(name, message) for name, message in failed.items())
    return Catalogue(found, broken, workers)


def _broken_plugin(name: str, message: str) -> Result:
    return Result(
        check=f"plugin:{name}",
        family="plugins",
        title=f"The plug-in {name} loads",
        outcome="errored",
        message=message,
    )


def order_checks(checks: Iterable[AnyCheck]) -> tuple[AnyCheck, ...]:
    """Sort the checks so that each comes after those it requires, fundamental families first.

    Raises CheckDefinitionError for an id that is taken, an unknown requirement, and a cycle.
    """
    declared: dict[str, AnyCheck] = {}
    for item in checks:
        if declared.setdefault(item.id, item) is not item:
            raise CheckDefinitionError(f"the id {item.id} is taken")
    place = {id: (_family_rank(item), number) for number, (id, item) in enumerate(declared.items())}
    sorter = TopologicalSorter({id: item.requires for id, item in declared.items()})
    for id, item in declared.items():
        if absent := sorted(set(item.requires) - declared.keys()):
            raise CheckDefinitionError(f"check {id} requires {absent[0]}, which does not exist")
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


def _family_rank(item: AnyCheck) -> int:
    return FAMILIES.index(item.family) if item.family in FAMILIES else len(FAMILIES)


def judge(
    machine: Machine,
    catalogue: Catalogue,
    *,
    device: str = "mps",
    level: Level = "standard",
    select: Collection[str] = (),
    ignore: Collection[str] = (),
    severities: Mapping[str, SeverityWord] | None = None,
) -> tuple[Result, ...]:
    """Run the checks on a machine's facts and return every result, passes and skips too.

    `select` and `ignore` hold ids or families; raises InputError for other names.
    Where `ignore` is a mapping, its values are the reasons.
    `severities` replaces the severity of failures, by the id of their cause or of their check.
    """
    machine = _on_device(machine, device)
    selected = catalogue.expand(select)
    reasons = ignore if isinstance(ignore, Mapping) else dict.fromkeys(ignore, "--ignore")
    ignored = {id: why for name, why in reasons.items() for id in catalogue.expand((name,))}
    severities = severities or {}
    ignored |= {id: OFF for id, word in severities.items() if word == "off"}
    results: list[Result] = list(catalogue.broken)
    roots: dict[str, tuple[str, ...]] = {}
    """Of each check that did not pass: the failed checks that explain it."""
    for item in catalogue.checks:
        because_of = tuple(dict.fromkeys(r for id in item.requires for r in roots.get(id, ())))
        outcomes: tuple[Result, ...]
        if reason := _reason_not_to_run(item, level, selected, ignored):
            outcomes = (result_of(item, "not-run", message=reason),)
        elif item.concerns == "mps" and device != "mps":
            outcomes = (result_of(item, "not-applicable", message=f"not asked of {device}"),)
        elif because_of:
            message = f"explained by {', '.join(because_of)}"
            outcomes = (result_of(item, "skipped", message=message, because_of=because_of),)
            roots[item.id] = because_of
        else:
            worker = catalogue.workers.get(item.plugin)
            outcomes = worker.run(item, machine) if worker else run_check(item, machine)
            outcomes = tuple(
                _with_severity(_with_aim(result, machine.python, device), severities)
                for result in outcomes
            )
            if any(result.severity == "error" for result in outcomes):
                roots[item.id] = (item.id,)
        results.extend(outcomes)
    for worker in catalogue.workers.values():
        worker.end()
    return tuple(results)


def _on_device(machine: Machine, device: str) -> Machine:
    """Return the machine without what was run on another device: that says nothing of this one."""
    ran_on = machine.smoke.device
    if isinstance(ran_on, Unknown) or ran_on == device:
        return machine
    why = f"it was run on {ran_on}, not on {device}"
    sections = ("smoke", "deep", "device_memory", "frameworks")
    return msgspec.structs.replace(
        machine, **{name: SECTIONS[name](unknown=why) for name in sections}
    )


def _reason_not_to_run(
    item: AnyCheck, level: Level, selected: Collection[str], ignored: Mapping[str, str]
) -> str:
    if item.id in ignored:
        return ignored[item.id]
    if selected and item.id not in selected:
        return "--select names others"
    if LEVELS.index(item.level) > LEVELS.index(level):
        return f"needs --level {item.level}"
    return ""


def _with_aim(result: Result, python: Interpreter, device: str) -> Result:
    """Let what proves a fix name the environment that was judged, whoever wrote the fix."""
    if not result.fixes:
        return result
    fixes = tuple(
        msgspec.structs.replace(
            fix, verify=tuple(aimed(argv, python, device) for argv in fix.verify)
        )
        for fix in result.fixes
    )
    return msgspec.structs.replace(result, fixes=fixes)


def _with_severity(result: Result, severities: Mapping[str, SeverityWord]) -> Result:
    """Apply what the user decided; a failure switched off keeps its cause, and is none any more."""
    word = severities.get(result.cause or "", severities.get(result.check))
    if result.outcome != "failed" or word is None:
        return result
    if word == "off":
        why = f"{result.cause}: {OFF}"
        return msgspec.structs.replace(
            result, outcome="not-run", severity=None, message=why, evidence=(), fixes=()
        )
    return msgspec.structs.replace(result, severity=word)
