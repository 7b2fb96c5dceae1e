"""A GPU that torch does not find although all that a text tells fits MPS."""

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
    known,
)
from mps_doctor.judgement.checking import Failed, Fix, NotApplicable, Outcomes, Passed, check
from mps_doctor_checks.host.gpu_access import use_the_cpu
from mps_doctor_checks.messages.context import Context
from mps_doctor_checks.messages.reported_errors import NO_TEXT, means_of
from mps_doctor_checks.messages.rules import apply_rule


@check(
    "reported-unavailability",
    title="Nothing in the text keeps the GPU from PyTorch",
    causes=("sandbox-no-metal-device", "virtual-machine-no-metal", "intel-mac-no-metal-gpu"),
    family="messages",
    source="text",
)
def reported_unavailability(
    messages: Messages,
    host: Host,
    python: Interpreter,
    conda: Conda,
    torch: TorchInstall,
    packages: Packages,
    variables: Variables,
    torch_import: TorchImport,
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
    if not isinstance(host.metal_devices, Unknown):
        return NotApplicable(message="Metal itself was asked: see metal-device")
    context = Context(messages, host, python, conda, torch, packages, variables, torch_import)
    causes = apply_rule("hidden-gpu", context)
    if not causes:
        return Passed(message="other checks explain it, or too little is known")
    (cause,) = causes
    if cause == "intel-mac-no-metal-gpu":
        return Failed(
            cause=cause,
            message=f"torch finds no GPU. {means_of(cause)}",
            have="is_available(): False",
            need="a Mac with Apple silicon",
            evidence=("is_available(): False",),
            fixes=(use_the_cpu(),),
        )
    return Failed(
        cause=cause,
        message=f"Everything in the text fits MPS, yet torch finds no GPU. {means_of(cause)}",
        have="is_available(): False",
        need="a process to which the GPU is visible",
        evidence=("is_available(): False",),
        fixes=(_try_in_a_terminal(),),
    )


def _try_in_a_terminal() -> Fix:
    return Fix(
        id="try-in-a-terminal",
        summary="Run the same line in an ordinary terminal",
        kind="manual",
        steps=(
            "Open Terminal on the Mac itself, outside any agent, container or virtual machine.",
            "Run: python -c 'import torch; print(torch.backends.mps.is_available())'",
            "True there: allow the program outside its sandbox. False: run mps-doctor there.",
        ),
        risk="safe",
        verify=(("mps-doctor", "check"),),
    )
