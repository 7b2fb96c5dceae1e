"""Facts that plug-ins gather: each module runs in the interpreter under examination, on its own.

Such a module needs the standard library alone, for Python 3.7 or newer, and has a function
`facts()` that returns a dictionary of JSON values.
"""

from collections.abc import Collection
from pathlib import Path
from typing import Any

import msgspec

from mps_doctor.discovery.interpreter import PROBE, probe_environment
from mps_doctor.facts import Extra, Machine, Unknown
from mps_doctor.system import entry_points, processes

PATIENCE = 10.0
"""Seconds for the facts of one plug-in."""

MOST_BYTES = 1_000_000
"""A larger answer is refused."""


def with_plugin_facts(
    machine: Machine, python: Path | str, *, without: Collection[str] = ()
) -> Machine:
    """Return the machine with what the installed plug-ins gather in that interpreter."""
    points = entry_points.entry_points(entry_points.FACTS_GROUP)
    wanted = [point for point in points if point.name not in without]
    if not wanted:
        return machine
    extra = Extra(unknown="the interpreter does not start")
    if not isinstance(machine.python.version, Unknown) and not machine.python.start_error:
        isolated = ("-I",) if machine.python.needs_isolation else ()
        command = (str(python), "-B", *isolated, str(PROBE), "--plugin")
        extra = Extra(facts={point.name: _gather(point.module, command) for point in wanted})
    return msgspec.structs.replace(machine, extra=extra)


def _gather(module: str, command: tuple[str, ...]) -> dict[str, Any]:
    """Return what a plug-in's module says, or `unknown` with the reason."""
    file = entry_points.file_of(module)
    if not file:
        return {"unknown": f"its facts module {module} is not found"}
    try:
        done = processes.run([*command, file], timeout=PATIENCE, environment=probe_environment())
    except OSError as error:
        return {"unknown": str(error)}
    if len(done.stdout) > MOST_BYTES:
        return {"unknown": f"its answer is larger than {MOST_BYTES // 1000} kB"}
    try:
        answer = msgspec.json.decode(done.stdout)
    except (msgspec.DecodeError, RecursionError):
        ending = done.ending if done.timed_out else f"ended ({done.ending})"
        return {"unknown": f"its probe {ending} without an answer"}
    match answer:
        case {"facts": dict(facts)}:
            return {str(name): value for name, value in facts.items()}
        case {"unknown": str(why)}:
            return {"unknown": why}
        case _:
            return {"unknown": "its answer is not of our form"}
