"""Says of each piece of evidence in which line of a pasted text it stands. A pure function."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from mps_doctor.checking import Result
from mps_doctor.machine import Machine, known_or

ANSWERS = {
    "torch_import.mps_available": "is_available()",
    "torch_import.mps_built": "is_built()",
}
"""What evidence calls the facts that are True or False: of other facts the value tells which."""


def cite(results: tuple[Result, ...], machine: Machine) -> tuple[Result, ...]:
    """Return the results, with the line behind each piece of evidence that a text states."""
    lines = _lines(machine)
    if not lines:
        return results
    return tuple(
        _with_lines(result, lines) if result.outcome == "failed" and result.evidence else result
        for result in results
    )


def _with_lines(result: Result, lines: Mapping[str, int]) -> Result:
    evidence = tuple(_with_line(told, lines) for told in result.evidence)
    return msgspec.structs.replace(result, evidence=evidence)


def _with_line(told: str, lines: Mapping[str, int]) -> str:
    value = told.partition(": ")[2] or told.partition("=")[2]
    line = lines.get(told) or lines.get(value)
    return f"{told} (line {line})" if line else told


def _lines(machine: Machine) -> dict[str, int]:
    """Return the line of each value that the text states, of several the first."""
    packages = {item.name: item.version for item in known_or(machine.packages.installed, ())}
    variables = {item.name: item.value for item in known_or(machine.variables.values, ())}
    lines: dict[str, int] = {}
    for stated in machine.messages.stated:
        section, _, name = stated.fact.partition(".")
        match section:
            case "packages":
                value: object = packages.get(name)
            case "variables":
                value = f"{name}={variables.get(name)}"
            case _:
                value = getattr(getattr(machine, section), name)
        if isinstance(value, bool) and stated.fact in ANSWERS:
            value = f"{ANSWERS[stated.fact]}: {value}"
        if isinstance(value, str):
            lines[value] = min(stated.line, lines.get(value, stated.line))
    return lines
