"""The causes of one error text beside the facts: what its row says, and where facts say more."""

from __future__ import annotations

import re

from mps_doctor.facts import Unknown
from mps_doctor.pasted.error_text import ErrorText
from mps_doctor_checks.messages import (
    rules_availability,
    rules_gpu,
    rules_installing,
    rules_loading,
    rules_wording,
)
from mps_doctor_checks.messages.context import NEAR_A_MAC, Causes, Context, Rule

RULES: dict[str, Rule] = {
    **rules_availability.RULES,
    **rules_gpu.RULES,
    **rules_installing.RULES,
    **rules_loading.RULES,
    **rules_wording.RULES,
}
"""Rules by the names that rows of error texts call them."""


def causes_of(context: Context, row: ErrorText) -> Causes:
    """Return the causes of an error text, the likeliest first; none where it says nothing here."""
    if row.any_program and not isinstance(context.messages.about, Unknown):
        return ()
    if context.found & {*row.unless} or not _counts_here(context, row):
        return ()
    return RULES[row.rule](context._replace(row=row.id)) if row.rule else (row.cause, *row.also)


def _counts_here(context: Context, row: ErrorText) -> bool:
    match row.on:
        case "mac":
            return not context.elsewhere()
        case "known-mac":
            return context.host.system == "Darwin"
        case "near-mac":
            # Two dtypes or devices meet on every GPU in these words: a Mac or mps must be near.
            known = context.apple_silicon() or context.host.system == "Darwin"
            near = known or re.search(NEAR_A_MAC, context.line) is not None
            return near and not context.elsewhere()
    return True
