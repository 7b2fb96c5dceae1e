"""Where the facts say what an error text alone does not: its causes, the likeliest first.

A rule takes the facts and the text of the match and returns causes; none means that the text
says nothing here. A signature without a rule has the cause that its row names.
"""

from __future__ import annotations

from mps_doctor.knowledge.signatures import all_signatures
from mps_doctor_checks.compile_rules import COMPILE_RULES
from mps_doctor_checks.conda_rules import CONDA_RULES
from mps_doctor_checks.cuda_rules import CUDA_RULES
from mps_doctor_checks.device_rules import DEVICE_RULES
from mps_doctor_checks.dtype_rules import DTYPE_RULES
from mps_doctor_checks.gpu_rules import GPU_RULES
from mps_doctor_checks.index_rules import INDEX_RULES
from mps_doctor_checks.loading_rules import LOADING_RULES
from mps_doctor_checks.memory_rules import MEMORY_RULES
from mps_doctor_checks.message_context import Context, Rule
from mps_doctor_checks.number_rules import NUMBER_RULES
from mps_doctor_checks.operator_rules import OPERATOR_RULES
from mps_doctor_checks.package_rules import PACKAGE_RULES
from mps_doctor_checks.pip_rules import PIP_RULES
from mps_doctor_checks.project_tool_rules import PROJECT_TOOL_RULES
from mps_doctor_checks.wording_rules import WORDING_RULES

RULES: dict[str, Rule] = {
    **DEVICE_RULES,
    **CONDA_RULES,
    **MEMORY_RULES,
    **DTYPE_RULES,
    **OPERATOR_RULES,
    **COMPILE_RULES,
    **GPU_RULES,
    **NUMBER_RULES,
    **WORDING_RULES,
    **PIP_RULES,
    **PROJECT_TOOL_RULES,
    **INDEX_RULES,
    **CUDA_RULES,
    **PACKAGE_RULES,
    **LOADING_RULES,
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
