"""What a probe says at the deep level: one table entry for each step, and the steps that ended it.

The probe writes each result under a key of its own, `probe:matmul-fp32` or `framework:accelerate`,
so that whatever is merged later adds to what was there.
"""

from __future__ import annotations

from typing import Any

Facts = dict[str, Any]

FAMILIES = ("deep", "frameworks")
"""Beginnings of the names of steps, up to the dot: also the sections that hold their results."""

SECTIONS = ("deep", "device_memory", "frameworks")

_ENTRY = {"deep": "probe", "frameworks": "framework"}
"""Section to the beginning of the keys of its results, which is also the name of the name."""


def is_deep(step: str) -> bool:
    """Return whether a step is one of the deep level."""
    return step.partition(".")[0] in FAMILIES


def key_of(step: str) -> tuple[str, str]:
    """Return the section that holds a step's result, and the key of it."""
    family, _, name = step.partition(".")
    return family, f"{_ENTRY[family]}:{name}"


_DTYPES = {"fp32": "float32", "fp16": "float16", "bf16": "bfloat16"}


def _named(section: str, name: str) -> Facts:
    """Return what the name of a probe tells, for one that did not live to tell it itself."""
    if section != "deep":
        return {}
    operation, _, short = name.rpartition("-")
    return {"operation": operation, "dtype": _DTYPES.get(short, short)}


def tables(section: str, facts: Facts) -> Facts:
    """Return a section's facts with its entries gathered in the tables that Machine has."""
    if section not in _ENTRY:
        return facts
    word = _ENTRY[section]
    gathered = {name: value for name, value in facts.items() if ":" not in name}
    results = [
        {**_named(section, name.partition(":")[2]), **value, word: name.partition(":")[2]}
        for name, value in facts.items()
        if name.startswith(f"{word}:") and isinstance(value, dict)
    ]
    if results:
        gathered["results"] = results
    places = [
        place
        for name, value in facts.items()
        if name.startswith("fallback:") and isinstance(value, list)
        for place in value
    ]
    if places:
        gathered["fallback"] = places
    return gathered
