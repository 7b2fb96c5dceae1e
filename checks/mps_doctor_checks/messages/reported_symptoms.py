"""Symptoms that a user describes in words, judged beside the facts of the same text."""

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
from mps_doctor.pasted.error_texts import all_error_texts
from mps_doctor_checks.messages.context import CAUSE_OF, Context
from mps_doctor_checks.messages.fixes import advice, fixes_for, with_words
from mps_doctor_checks.messages.reported_errors import (
    ALL_CAUSES,
    NO_TEXT,
    STOPPED,
    is_warning,
    means_of,
)
from mps_doctor_checks.messages.rules import causes_of, causes_of_symptom


@check(
    "reported-symptoms",
    title="The text describes no symptom",
    causes=ALL_CAUSES,
    concerns="any",
    family="messages",
    source="text",
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
    """Wrong numbers, growing memory or a hang are described in words, without an error text.

    ## Why it matters
    Silent wrong results are the worst that a GPU can do, and they leave no traceback.
    What people say of them is matched with a table of symptoms, and judged beside the facts: on an
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
    found: dict[str, str] = {}
    for symptom in messages.reported:
        for cause in causes_of_symptom(context, CAUSE_OF.get(symptom, "")):
            found.setdefault(cause, symptom)
    if not found:
        return Passed(message="the text describes no known symptom")
    says_more = _has_a_cause(context)
    return tuple(
        Failed(
            cause=cause,
            message=f"{means_of(cause)}, as the text describes it",
            evidence=_lines(symptom, messages),
            fixes=_fixes(context, cause, symptom),
            # An error text, where there is one, says more than words; the first symptom leads.
            severity="info" if says_more or rank else _severity(cause),
        )
        for rank, (cause, symptom) in enumerate(found.items())
    )


def _has_a_cause(context: Context) -> bool:
    """Return whether an error text of the same text has a cause."""
    errors = (m for m in known_or(context.messages.matches, ()) if not is_warning(m))
    return any(
        causes_of(context._replace(text=match.text), all_error_texts()[match.signature])
        for match in errors
    )


def _severity(cause: str) -> Severity:
    """Return how bad it is: what is a risk, or advice, as a fact is what somebody complains of."""
    if cause in STOPPED:
        return "error"
    default = known_causes.severity_of(cause)
    return "warning" if default == "info" else default


def _lines(symptom: str, messages: Messages) -> tuple[str, ...]:
    """Return the lines that tell a symptom."""
    told = (each for each in messages.telling if each.symptom == symptom)
    return tuple(f"line {each.line}: {each.quote}" for each in told)


def _fixes(context: Context, cause: str, symptom: str) -> tuple[Fix, ...]:
    if cause == "mps-op-wrong-result":
        return (_newest_and_compare(),)
    lines = " ".join(_lines(symptom, context.messages))
    return with_words(fixes_for(context, cause, lines), advice(cause))


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
