"""Symptoms that a user describes in words, judged beside the facts of the same text."""

from __future__ import annotations

from mps_doctor.facts import (
    Conda,
    Host,
    Interpreter,
    Messages,
    Packages,
    TorchImport,
    TorchInstall,
    Unknown,
    Variables,
    known_or,
)
from mps_doctor.judgement.checking import (
    Failed,
    Fix,
    NotApplicable,
    Outcomes,
    Passed,
    Severity,
    check,
)
from mps_doctor.knowledge import causes as known_causes
from mps_doctor_checks.message_context import Context
from mps_doctor_checks.message_rules import causes_of
from mps_doctor_checks.messages import ALL_CAUSES, NO_TEXT, is_warning, means_of
from mps_doctor_checks.remedies import advice, remedies, with_words
from mps_doctor_checks.symptom_rules import causes_of_symptoms

CRASHES = frozenset({"segfault-with-openmp-package", "old-xcode-of-builder"})
"""Symptoms that tell of a program that stopped, or was built without MPS."""


def _told(symptom: str, messages: Messages) -> tuple[str, ...]:
    """Return the lines that tell a symptom; it may follow from a fact, and then there is none."""
    lines = [
        f"line {told.line}: {told.quote}" for told in messages.telling if told.symptom == symptom
    ]
    return tuple(lines) or (f"the text describes: {symptom.replace('-', ' ')}",)


@check(
    "reported-symptoms",
    title="The text describes no symptom",
    causes=ALL_CAUSES,
    concerns="any",
    source="text",
    family="messages",
)
def reported_symptoms(
    messages: Messages,
    host: Host,
    python: Interpreter,
    conda: Conda,
    torch: TorchInstall,
    packages: Packages,
    variables: Variables,
    torch_import: TorchImport,
) -> Outcomes:
    """Wrong numbers, growing memory or a hang are told in words, without an error text.

    ## Why it matters
    Silent wrong results are the worst that a GPU can do, and they leave no traceback.
    What people say of them is read by a small closed list, and judged beside the facts: on an
    AMD GPU or under Rosetta wrong numbers are the rule, after an update of macOS they came with
    it, and else a single operator gives them in certain versions of torch.

    ## Fix
    Use the newest torch, and compare the step in question with the CPU.

    ## References
    - https://github.com/pytorch/pytorch/issues/122016
    - https://github.com/pytorch/pytorch/issues/92311
    """
    if isinstance(messages.reported, Unknown):
        return NotApplicable(message=NO_TEXT)
    context = Context(messages, host, python, conda, torch, packages, variables, torch_import)
    found = causes_of_symptoms(context)
    if not found:
        return Passed(message="the text describes no known symptom")
    matches = known_or(messages.matches, ())
    quiet = any(
        causes_of(context, match.signature, match.text)
        for match in matches
        if not is_warning(match)
    )
    failures = []
    for rank, (cause, symptom) in enumerate(found):
        default = known_causes.severity_of(cause)
        if default == "info":
            default = "warning"  # advice by itself; here it is what a text was written for
        if symptom in CRASHES:
            default = "error"
        inferred = symptom == "unexplained-on-gpu" and cause != "mps-wrong-results-os-version"
        # An error text, where there is one, says more than words; the first symptom leads.
        severity: Severity = "info" if quiet or rank or inferred else default
        told = (
            "the likely reason, as the text names no other"
            if inferred
            else "as the text describes it"
        )
        failures.append(
            Failed(
                cause=cause,
                message=f"{means_of(cause)}, {told}",
                evidence=_told(symptom, messages),
                fixes=_fixes_of_symptom(context, cause, symptom),
                severity=severity,
            )
        )
    return tuple(failures)


def _fixes_of_symptom(context: Context, cause: str, symptom: str) -> tuple[Fix, ...]:
    if cause == "mps-op-wrong-result":
        return (_newest_and_compare(),)
    told = " ".join(_told(symptom, context.messages))
    return with_words(remedies(context, cause, told), advice(cause))


def _newest_and_compare() -> Fix:
    return Fix(
        id="compare-with-cpu",
        summary="Use the newest torch, and compare the step in question with the CPU",
        kind="manual",
        steps=(
            "Install the newest torch that this macOS and Python can have.",
            "Run the step in question on mps and on the CPU, and compare.",
            "Where they differ, run that step on the CPU and report it to PyTorch.",
        ),
    )
