"""Where the facts say what an error text alone does not: its causes, the likeliest first.

A rule takes the facts and the text of the match and returns causes; none means that the text
says nothing here. A signature without a rule has the cause that its row names.
"""

from __future__ import annotations

from mps_doctor.knowledge.signatures import all_signatures
from mps_doctor_checks.conda_rules import CONDA_RULES
from mps_doctor_checks.device_rules import DEVICE_RULES
from mps_doctor_checks.installer_rules import INSTALLER_RULES
from mps_doctor_checks.loading_rules import LOADING_RULES
from mps_doctor_checks.message_context import Context, Rule
from mps_doctor_checks.operation_rules import OPERATION_RULES

RULES: dict[str, Rule] = {
    **DEVICE_RULES,
    **OPERATION_RULES,
    **LOADING_RULES,
    **INSTALLER_RULES,
    **CONDA_RULES,
}
"""Signature id to its rule."""


def causes_of(context: Context, signature: str, text: str) -> tuple[str, ...]:
    """Return the causes of one error text beside these facts, the likeliest first."""
    row = all_signatures().get(signature)
    if row is not None and row.of_any and "of-another-program" in context.reported:
        return ()
    rule = RULES.get(signature)
    if rule is not None:
        return rule(context, text)
    return (row.cause,) if row else ()
