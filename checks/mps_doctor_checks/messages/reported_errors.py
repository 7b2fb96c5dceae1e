"""Error texts that a user pasted, judged beside the facts of the same text."""

from mps_doctor.facts import Messages, TorchImport, Unknown, Variables
from mps_doctor.fixes import Environment
from mps_doctor.judgement.checking import NotApplicable, Outcomes, Passed, check
from mps_doctor.knowledge.causes import all_causes

NO_TEXT = "no error text or symptom was given"


@check(
    "reported-errors",
    title="The text holds no known error",
    causes=tuple(all_causes()),
    concerns="any",
    family="messages",
    source="text",
)
def reported_errors(
    messages: Messages, environment: Environment, variables: Variables, torch_import: TorchImport
) -> Outcomes:
    """An error text names its cause only together with the facts around it.

    ## Why it matters
    One text can have several causes.
    torch says "supported on macOS 14.0+" whenever it sees no GPU: on macOS 15 the reason is a
    sandbox or a virtual machine, not an old system.
    A list of versions that ends in 2.2.2 means an Intel Mac, or an Intel Python on an M-chip.
    Known texts of torch, Metal, the loader and the installers are looked up in the doctor's
    catalogue, and judged beside what the text says of the machine.
    Texts that report a limit of MPS say nothing against the environment.

    ## Fix
    What the catalogue says of the text: `mps-doctor explain "the text"`.

    ## References
    - https://github.com/openai/codex/issues/9007
    - https://github.com/pytorch/pytorch/issues/127870
    """
    if isinstance(messages.matches, Unknown):
        return NotApplicable(message=NO_TEXT)
    if not isinstance(messages.about, Unknown):
        return NotApplicable(message=f"the text is about {messages.about}")
    if messages.form == "change":
        return NotApplicable(message="the text is a note on a change")
    from mps_doctor_checks.messages._judging.findings import Context, of_errors

    context = Context(messages, environment, variables, torch_import)
    return of_errors(context, messages.matches) or Passed(
        message="the known texts in it mean nothing wrong"
    )
