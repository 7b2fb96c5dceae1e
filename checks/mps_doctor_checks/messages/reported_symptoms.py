"""Symptoms that a user describes in words, judged beside the facts of the same text."""

from mps_doctor.facts import Messages, TorchImport, Unknown, Variables
from mps_doctor.fixes import Environment
from mps_doctor.judgement.checking import NotApplicable, Outcomes, Passed, check
from mps_doctor.knowledge.causes import all_causes
from mps_doctor_checks.messages.reported_errors import NO_TEXT


@check(
    "reported-symptoms",
    title="The text describes no symptom",
    causes=tuple(all_causes()),
    concerns="any",
    family="messages",
    source="text",
)
def reported_symptoms(
    messages: Messages, environment: Environment, variables: Variables, torch_import: TorchImport
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
    from mps_doctor_checks.messages._judging.findings import Context, of_symptoms

    context = Context(messages, environment, variables, torch_import)
    return of_symptoms(context, messages.reported) or Passed(
        message="the text describes no known symptom"
    )
