"""Says of each piece of evidence in which line of a pasted text it stands. A pure function."""

from collections.abc import Mapping
from functools import lru_cache
from operator import attrgetter

import msgspec

from mps_doctor.facts import Machine, known_or
from mps_doctor.judgement.checking import Result

ANSWERS = {"torch_import.mps_available": "is_available()", "torch_import.mps_built": "is_built()"}
"""What evidence calls the facts that are True or False: of others the value says which."""


def cite(results: tuple[Result, ...], machine: Machine) -> tuple[Result, ...]:
    """Return the results, with the line behind each piece of evidence that a text states."""
    if not machine.messages.stated:
        return results
    lines = _lines(machine)
    return tuple(
        _with_lines(result, lines) if result.outcome == "failed" and result.evidence else result
        for result in results
    )


def _with_lines(result: Result, lines: Mapping[str, int]) -> Result:
    evidence = tuple(_with_line(text, lines) for text in result.evidence)
    return msgspec.structs.replace(result, evidence=evidence)


def _with_line(text: str, lines: Mapping[str, int]) -> str:
    value = text.partition(": ")[2] or text.partition("=")[2]
    line = lines.get(text) or lines.get(value)
    return f"{text} (line {line})" if line else text


def _lines(machine: Machine) -> dict[str, int]:
    """Return the line of each value that the text states, of several the first."""
    packages = {item.name: item.version for item in known_or(machine.packages.installed, ())}
    variables = {item.name: item.value for item in known_or(machine.variables.values, ())}
    lines: dict[str, int] = {}
    for stated in machine.messages.stated:
        fact, value = stated.fact, None
        if fact.startswith("packages."):
            value = packages.get(fact.removeprefix("packages."))
        elif fact.startswith("variables."):
            name = fact.removeprefix("variables.")
            value = f"{name}={variables.get(name)}"
        else:
            value = _value_of(fact)(machine)
            if fact in ANSWERS:
                value = f"{ANSWERS[fact]}: {value}"
        if type(value) is str:
            lines[value] = min(stated.line, lines.get(value, stated.line))
    return lines


_value_of = lru_cache(maxsize=256)(attrgetter)
