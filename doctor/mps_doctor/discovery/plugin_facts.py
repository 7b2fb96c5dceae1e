"""Facts that plug-ins gather: each module runs in the interpreter under examination, on its own.

Such a module needs the standard library alone, for Python 3.7 or newer, and has a function
`facts()` that returns a dictionary of JSON values.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import msgspec

from mps_doctor.discovery.interpreter import PROBE, probe_environment
from mps_doctor.facts import Extra, Machine, Unknown
from mps_doctor.system import entry_points, processes
from mps_doctor.system.redaction import redact

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
    if isinstance(machine.python.version, Unknown) or machine.python.start_error not in ("",):
        extra = Extra(unknown="the interpreter does not start")
    else:
        isolated = machine.python.needs_isolation not in ("",)
        extra = Extra(facts={point.name: _gather(point, python, isolated) for point in wanted})
    return msgspec.structs.replace(machine, extra=extra)


def _gather(point: entry_points.EntryPoint, python: Path | str, isolated: bool) -> dict[str, Any]:
    file = entry_points.file_of(point.module)
    if not file:
        return {"unknown": f"its facts module {point.module} is not found"}
    options = ["-B", "-I"] if isolated else ["-B"]
    try:
        done = processes.run(
            [str(python), *options, str(PROBE), "--plugin", file],
            timeout=PATIENCE,
            environment=probe_environment(),
        )
    except OSError as error:
        return {"unknown": redact(str(error))}
    if len(done.stdout) > MOST_BYTES:
        return {"unknown": f"its answer is larger than {MOST_BYTES // 1000} kB"}
    try:
        answer = msgspec.json.decode(done.stdout)
    except (msgspec.DecodeError, RecursionError):
        return {"unknown": f"its probe {_ending(done)} without an answer"}
    match answer:
        case {"facts": dict(facts)}:
            return {str(name): _redacted(value) for name, value in facts.items()}
        case {"unknown": str(why)}:
            return {"unknown": redact(why)}
        case _:
            return {"unknown": "its answer is not of our form"}


def _ending(done: processes.Finished) -> str:
    return done.ending if done.timed_out else f"ended ({done.ending})"


def _redacted(value: Any) -> Any:
    match value:
        case str():
            return redact(value)
        case list():
            return [_redacted(item) for item in value]
        case dict():
            return {redact(str(key)): _redacted(item) for key, item in value.items()}
        case _:
            return value
