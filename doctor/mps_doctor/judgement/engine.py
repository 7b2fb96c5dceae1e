"""Finds the checks, orders them, and runs them on one machine's facts."""

from __future__ import annotations

import heapq
import importlib
import pkgutil
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from mps_doctor.facts.machine import SECTIONS, Interpreter, Machine, Unknown
from mps_doctor.fixes import aimed
from mps_doctor.judgement.checking import (
    API_VERSION,
    Check,
    CheckDefinitionError,
    Level,
    Result,
    Severity,
    result_of,
    run_check,
)
from mps_doctor.judgement.plugins import BUILTIN, entry_points
from mps_doctor.knowledge.causes import all_causes

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

API_DECLARATION = "MPS_DOCTOR_API"
"""Name in a plug-in's module: the version of the interface that it was written for."""

OFF = "its severity is set to off"

LEVELS: tuple[Level, ...] = ("quick", "standard", "deep")

AnyCheck = Check[Any]

Run: TypeAlias = Callable[[AnyCheck, Machine], tuple[Result, ...]]
"""Runs one check on a machine."""


class NoChecksError(RuntimeError):
    """No check was collected: silence must never look like health."""


class UnknownCheckError(ValueError):
    """An id that no check has; the text suggests the nearest ones."""


class UnknownPluginError(ValueError):
    """A name that no plug-in has; the text suggests the nearest ones."""


class Catalogue(msgspec.Struct, frozen=True):
    """The checks in the order in which they run, and what broke while they were loaded."""

    checks: tuple[AnyCheck, ...]
    broken: tuple[Result, ...] = ()
    workers: tuple[Worker, ...] = ()
    """The processes of foreign plug-ins; they start again where a check of theirs is asked."""

    def get(self, id: str) -> AnyCheck:
        """Return the check of that id; raises UnknownCheckError with a suggestion."""
        for item in self.checks:
            if item.id == id:
                return item
        raise UnknownCheckError(suggest(id, [item.id for item in self.checks], what="check"))

    def expand(self, names: Iterable[str]) -> set[str]:
        """Return the ids that the names mean: ids of checks, or whole families."""
        ids: set[str] = set()
        for name in names:
            family = [item.id for item in self.checks if item.family == name]
            ids.update(family or [self.get(name).id])
        return ids

    def ensure_has_severity(self, name: str) -> None:
        """Raise UnknownCheckError for a name that is neither a check nor a cause."""
        ids = {item.id for item in self.checks}
        causes = {cause for item in self.checks for cause in item.causes}
        if name not in (known := [*ids, *all_causes(), *causes]):
            raise UnknownCheckError(suggest(name, known, what="check or cause"))


def suggest(name: str, known: Collection[str], *, what: str) -> str:
    """Return "no check is called 'x'; did you mean 'y'?"."""
    import difflib  # only a mistyped name needs it

    near = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    return f"no {what} is called {name[:80]!r}{hint}"


def load_checks(*, plugins: bool = True, without: Collection[str] = ()) -> Catalogue:
    """Load the checks of every plug-in; one that fails to load becomes one result.

    `plugins=False` leaves out all that are not built in, `without` those of these names.
    Raises NoChecksError when nothing was collected at all, UnknownPluginError for a name in
    `without` that no plug-in has.
    """
    points = entry_points()
    names = [point.name for point in points if point.name != BUILTIN]
    if unknown := sorted(set(without) - set(names)):
        raise UnknownPluginError(suggest(unknown[0], names, what="plug-in"))
    left_out = set(without if plugins else names)
    loaded: dict[str, Collection[AnyCheck]] = {}
    broken: list[Result] = []
    workers: list[Worker] = []
    for point in sorted(points, key=lambda point: point.name != BUILTIN):  # ours come first
        if point.name in left_out:
            continue
        try:
            loaded[point.name] = _load(point.name, point.module, workers)
        except Exception as error:  # noqa: BLE001  # a plug-in is foreign code: a result
            broken.append(_broken_plugin(point.name, error))
    found, misfits = _fit_together(loaded)
    broken += [_broken_plugin(name, error) for name, error in misfits.items()]
    if not found:
        reasons = "; ".join(result.message for result in broken) or "no entry point was found"
        raise NoChecksError(f"no check was collected: {reasons}")
    return Catalogue(order_checks(found.values()), tuple(broken), tuple(workers))


def _fit_together(
    loaded: Mapping[str, Collection[AnyCheck]],
) -> tuple[dict[str, AnyCheck], dict[str, ValueError]]:
    """Return the checks by id, and why the checks of some plug-ins are not among them.

    A plug-in may require checks of one that comes after it, so who does not fit is asked again.
    """
    found: dict[str, AnyCheck] = {}
    waiting = dict(loaded)
    misfits: dict[str, ValueError] = {}
    for _ in loaded:
        for name, items in tuple(waiting.items()):
            try:
                _ensure_fit(items, found)
            except ValueError as error:
                misfits[name] = error
                continue
            found.update((item.id, item) for item in waiting.pop(name))
    return found, {name: misfits[name] for name in waiting}


def _load(name: str, module: str, workers: list[Worker]) -> Collection[AnyCheck]:
    if name == BUILTIN:
        return checks_in(importlib.import_module(module))
    # Only who has plug-ins pays for their process.
    from mps_doctor.judgement.plugin_worker import Worker

    workers.append(Worker(name, module, collect_foreign))
    return workers[-1].checks


def _ensure_fit(items: Collection[AnyCheck], found: Mapping[str, AnyCheck]) -> None:
    """Raise ValueError for an id that is taken, a wrong word, or a requirement nobody meets."""
    for item in items:
        if item.id in found:
            raise ValueError(f"the id {item.id} is taken")
        if item.level not in LEVELS or not SECTIONS.keys() >= set(item.sections.values()):
            raise ValueError(f"check {item.id} declares a level or a section that does not exist")
    order_checks((*found.values(), *items))


def collect_foreign(name: str) -> list[AnyCheck]:
    """Return the checks of a plug-in; runs in its own process.

    Raises CheckDefinitionError for an interface newer than ours, and for words that are none.
    """
    module = importlib.import_module(name)
    stated = getattr(module, API_DECLARATION, API_VERSION)
    if not isinstance(stated, int):
        raise CheckDefinitionError(f"{API_DECLARATION} is {stated!r:.40}, which is no number")
    if stated > API_VERSION:
        raise CheckDefinitionError(
            f"it is written for version {stated} of the plug-in interface, "
            f"and this mps-doctor has version {API_VERSION}"
        )
    checks = checks_in(module)
    if not checks:
        raise CheckDefinitionError("it declares no check")
    for item in checks:
        for word in (item.id, item.family):
            if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", str(word)):
                raise CheckDefinitionError(f"{word!r:.80} is not lower case with hyphens")
        for cause in item.causes:
            if cause not in all_causes() and not re.fullmatch(r"[a-z0-9-]+:[a-z0-9-]+", str(cause)):
                raise CheckDefinitionError(
                    f"the cause {cause!r:.80} is no known one, nor name:cause"
                )
    return checks


def checks_in(package: ModuleType) -> list[AnyCheck]:
    """Return the checks declared in a module, or in the modules of a package."""
    entries = pkgutil.iter_modules(getattr(package, "__path__", ()))
    parts = [importlib.import_module(f"{package.__name__}.{entry.name}") for entry in entries]
    return [
        value
        for module in (package, *parts)
        for value in vars(module).values()
        if isinstance(value, Check) and value.function.__module__ == module.__name__
    ]


def order_checks(checks: Iterable[AnyCheck]) -> tuple[AnyCheck, ...]:
    """Sort the checks so that each comes after those it requires, fundamental families first.

    Raises ValueError for a requirement that no check meets, and for a cycle.
    """
    declared = list(checks)
    by_id = {item.id: item for item in declared}
    place = {item.id: (_family_rank(item), index) for index, item in enumerate(declared)}
    waiting: dict[str, set[str]] = {item.id: set(item.requires) for item in declared}
    wanted_by: dict[str, list[str]] = {id: [] for id in by_id}
    for id, requires in waiting.items():
        if absent := [required for required in requires if required not in by_id]:
            raise ValueError(f"check {id} requires {sorted(absent)[0]}, which does not exist")
        for required in requires:
            wanted_by[required].append(id)
    ready = [(place[id], id) for id, requires in waiting.items() if not requires]
    heapq.heapify(ready)
    ordered: list[AnyCheck] = []
    while ready:
        _, id = heapq.heappop(ready)
        ordered.append(by_id[id])
        for other in wanted_by[id]:
            waiting[other].discard(id)
            if not waiting[other]:
                heapq.heappush(ready, (place[other], other))
    if len(ordered) < len(declared):
        stuck = sorted(id for id, requires in waiting.items() if requires)
        raise ValueError(f"the requirements of these checks form a cycle: {', '.join(stuck)}")
    return tuple(ordered)


def judge(
    machine: Machine,
    catalogue: Catalogue,
    *,
    device: str = "mps",
    level: Level = "standard",
    select: Collection[str] = (),
    ignore: Collection[str] = (),
    severities: Mapping[str, Severity | Literal["off"]] | None = None,
    run: Run = run_check,
) -> tuple[Result, ...]:
    """Run the checks on a machine's facts and return every result, passes and skips too.

    `select` and `ignore` hold ids or families; raises UnknownCheckError for other names.
    Where `ignore` is a mapping, its values are the reasons.
    `severities` replaces the severity of failures, by the id of their cause or of their check.
    `run` runs one check; a caller who judges many machines may know the answer already.
    """
    machine = _on_device(machine, device)
    selected = catalogue.expand(select)
    reasons = ignore if isinstance(ignore, Mapping) else dict.fromkeys(ignore, "--ignore")
    ignored = {id: why for name, why in reasons.items() for id in catalogue.expand((name,))}
    severities = severities or {}
    ignored |= {id: OFF for id, word in severities.items() if word == "off"}
    chosen = bool(selected or ignored)
    above = LEVELS[LEVELS.index(level) + 1 :]
    results: list[Result] = list(catalogue.broken)
    blocked: dict[str, tuple[str, ...]] = {}
    for item in catalogue.checks:
        roots: tuple[str, ...] = ()
        if blocked and item.requires:
            found = (root for id in item.requires for root in blocked.get(id, ()))
            roots = tuple(dict.fromkeys(found))
        outcomes: tuple[Result, ...]
        if (chosen or item.level in above) and (
            reason := _reason_not_to_run(item, level, selected, ignored)
        ):
            outcomes = (result_of(item, "not-run", message=reason),)
        elif item.concerns == "mps" and device != "mps":
            message = f"concerns mps only; --device is {device}"
            outcomes = (result_of(item, "not-applicable", message=message),)
        elif roots:
            message = f"explained by {', '.join(roots)}"
            outcomes = (result_of(item, "skipped", message=message, because_of=roots),)
            blocked[item.id] = roots
        else:
            outcomes = tuple(_with_aim(result, machine.python) for result in run(item, machine))
            if severities:
                outcomes = tuple(_with_severity(result, severities) for result in outcomes)
            for result in outcomes:
                if result.severity == "error":
                    blocked[item.id] = (item.id,)
        results.extend(outcomes)
    for worker in catalogue.workers:
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


def _with_aim(result: Result, python: Interpreter) -> Result:
    """Let what proves a fix name the environment that was judged, whoever wrote the fix."""
    if not result.fixes:
        return result
    fixes = tuple(
        msgspec.structs.replace(fix, verify=tuple(aimed(argv, python) for argv in fix.verify))
        for fix in result.fixes
    )
    return msgspec.structs.replace(result, fixes=fixes)


def _with_severity(result: Result, severities: Mapping[str, Severity | Literal["off"]]) -> Result:
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


def _family_rank(item: AnyCheck) -> int:
    return FAMILIES.index(item.family) if item.family in FAMILIES else len(FAMILIES)


def _broken_plugin(name: str, error: Exception) -> Result:
    return Result(
        check=f"plugin:{name}",
        family="plugins",
        title=f"The plug-in {name} loads",
        outcome="errored",
        message=str(error)
        if type(error).__name__ == "PluginError"
        else f"{type(error).__name__}: {error}",
    )
