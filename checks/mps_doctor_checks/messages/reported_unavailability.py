"""A GPU that torch does not find although all that a text tells fits MPS."""

from mps_doctor.facts import Messages, TorchImport, Unknown, Variables, known
from mps_doctor.fixes import Environment
from mps_doctor.judgement.checking import NotApplicable, Outcomes, Passed, check
from mps_doctor_checks.messages.reported_errors import NO_TEXT


@check(
    "reported-unavailability",
    title="Nothing in the text keeps the GPU from PyTorch",
    causes=("sandbox-no-metal-device", "virtual-machine-no-metal", "intel-mac-no-metal-gpu"),
    family="messages",
    source="text",
)
def reported_unavailability(
    messages: Messages, environment: Environment, variables: Variables, torch_import: TorchImport
) -> Outcomes:
    """Where all that a text tells speaks for MPS, a sandbox or a guest hides the GPU from torch.

    ## Why it matters
    On a real Mac the doctor asks Metal itself.
    A text has only torch's False; with a Python, a macOS and a torch that fit, a sign of a
    sandbox, as coding agents use, or of a virtual machine explains it.

    ## Fix
    Run the same line in an ordinary terminal, outside the agent or the virtual machine.

    ## References
    - https://github.com/openai/codex/issues/10199
    - https://github.com/pytorch/pytorch/issues/177819
    """
    if isinstance(messages.reported, Unknown):
        return NotApplicable(message=NO_TEXT)
    if known(torch_import.mps_available):
        return Passed(message="the text says that the GPU is available")
    if not isinstance(environment.host.metal_devices, Unknown):
        return NotApplicable(message="Metal itself was asked: see metal-device")
    from mps_doctor_checks.messages._judging.findings import Context, of_a_hidden_gpu

    context = Context(messages, environment, variables, torch_import)
    return of_a_hidden_gpu(context) or Passed(
        message="other checks explain it, or too little is known"
    )
