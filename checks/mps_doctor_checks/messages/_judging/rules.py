"""The causes of an error text or a symptom beside the facts: what its row says, and its rule."""

import re
from collections.abc import Callable
from typing import TypeAlias

from mps_doctor.knowledge.causes import all_causes
from mps_doctor.pasted.error_text import ErrorText
from mps_doctor_checks.messages._judging import installers
from mps_doctor_checks.messages._judging.context import GUEST, NEAR_A_MAC, Context
from mps_doctor_checks.messages._judging.rows import (
    Case,
    Cases,
    Causes,
    availability,
    gpu,
    installing,
    loading,
    symptoms,
    wording,
)

Rule: TypeAlias = Callable[[Context], Causes]
"""From the facts and the error text to its causes."""

CASES: dict[str, Cases] = {
    **availability.RULES,
    **gpu.RULES,
    **installing.RULES,
    **loading.RULES,
    **wording.RULES,
}
"""Rules that are cases, by the names that rows of error texts call them."""

FULL = 0.85
"""Share of the allowed memory in use from which an out-of-memory error is genuine.

A virtual GPU refuses with nearly nothing in use: https://github.com/actions/runner-images/issues/9918
"""
_UNITS = {"": 0, "k": 10, "m": 20, "g": 30, "t": 40}


def causes_of(context: Context, row: ErrorText) -> Causes:
    """Return the causes of an error text, the likeliest first; none where it says nothing here."""
    if context.found & {*row.unless} or not _counts_here(context, row):
        return ()
    return (
        apply_rule(row.rule, context._replace(row=row.id)) if row.rule else (row.cause, *row.also)
    )


def causes_of_symptom(context: Context, cause: str) -> Causes:
    """Return the causes that a symptom means beside these facts, the likeliest first."""
    if not cause or (context.elsewhere() and cause not in symptoms.OF_ANY_SYSTEM):
        return ()
    cases = symptoms.BESIDE_FACTS.get(cause)
    return _decide(cases, context) if cases else (cause,)


def apply_rule(name: str, context: Context) -> Causes:
    """Return the causes by the rule of a name."""
    cases = CASES.get(name)
    return RULES[name](context) if cases is None else _decide(cases, context)


def _decide(cases: Cases, context: Context) -> Causes:
    for case in cases:
        if _holds(case, context):
            first = apply_rule(case.then, context) if case.then else ()
            if first or not case.then:
                return (*first, *case.causes)
    return ()


def _holds(case: Case, context: Context) -> bool:
    """Return whether all holds that a case asks for."""
    return (
        all(_answer(question, context) for question in case.facts.split())
        and not (case.found and context.found.isdisjoint(case.found.split()))
        and not (case.symptoms and context.told.isdisjoint(case.symptoms.split()))
        and not (case.macos_from and not context.macos_from(case.macos_from))
        and not (case.macos_below and not context.macos_below(case.macos_below))
        and not (case.torch_from and not context.torch_from(case.torch_from))
        and not (case.torch_below and not context.torch_below(case.torch_below))
        and re.search(case.text, context.text) is not None
        and (not case.line or re.search(case.line, context.line) is not None)
        and (not case.asking or re.search(case.asking, context.asking) is not None)
    )


def _answer(question: str, context: Context) -> bool:
    asked = getattr(context, question.removeprefix("-"))
    answer = asked() if callable(asked) else asked
    return bool(answer) is not question.startswith("-")


def _counts_here(context: Context, row: ErrorText) -> bool:
    match row.on:
        case "mac":
            return not context.elsewhere()
        case "known-mac":
            return context.on_macos()
        case "near-mac":
            # Two dtypes or devices meet on every GPU in these words: a Mac or mps must be near.
            known = context.apple_silicon() or context.on_macos()
            near = known or re.search(NEAR_A_MAC, context.line) is not None
            return near and not context.elsewhere()
    return True


def out_of_memory(context: Context) -> Causes:
    """A GPU that refuses with nearly nothing in use is a virtual one."""
    if "mps-memory-growth" in context.told and not context.virtual():
        return ("mps-memory-growth", "mps-out-of-memory")
    amounts = re.findall(
        r"(?i)(allocated|allocations|allowed|allocate)[: ]+([\d.]+) ?([kmgt]?)i?(?:b\b|bytes)",
        context.text,
    )
    sizes = {name.lower(): float(size) * 2 ** _UNITS[unit.lower()] for name, size, unit in amounts}
    if {"allocated", "allowed"} <= sizes.keys():
        allowed = sizes.pop("allowed")
        return ("mps-out-of-memory",) if sum(sizes.values()) >= FULL * allowed else (GUEST,)
    if context.virtual() or GUEST in context.told or sizes.get("allocated") == 0:
        return (GUEST, "mps-out-of-memory")
    return ("mps-out-of-memory",)


def own_finding(context: Context) -> Causes:
    """A report of ours names the cause itself; a plug-in's is not known here."""
    cause = context.text.rpartition(" ")[2].strip("`")
    return (cause,) if cause in all_causes() else ()


RULES: dict[str, Rule] = {
    "out-of-memory": out_of_memory,
    "own-finding": own_finding,
    **installers.RULES,
}
"""Rules that compute, by the same names."""
