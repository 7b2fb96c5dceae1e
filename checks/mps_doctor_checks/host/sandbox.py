"""Does a sandbox keep this process from the GPU?"""

from mps_doctor.facts import Host, SmokeTest, TorchImport, known, known_or
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check
from mps_doctor_checks.gpu import (
    NO_GPU_SHOWN,
    OTHER_EXPLANATIONS,
    failure_on_gpu,
    leave_the_sandbox,
)


@check(
    "sandbox",
    title="No sandbox keeps this process from the GPU",
    causes=("sandbox-no-metal-device",),
    requires=(*OTHER_EXPLANATIONS, "virtual-machine"),
    level="standard",
)
def sandbox(host: Host, torch_import: TorchImport, smoke: SmokeTest) -> Outcomes:
    """A sandbox, such as that of a coding agent, may hide the GPU from its programs.

    ## Why it matters
    In a macOS sandbox (seatbelt) Metal may list no device, and PyTorch then blames macOS for being
    too old, whatever its version.
    The same environment works in an ordinary terminal.
    A sandbox is no fault in itself: this check fails only where it explains a failure.

    ## Fix
    Run the program in an ordinary terminal, or allow it outside the sandbox.

    ## References
    - https://github.com/openai/codex/issues/9007
    - https://github.com/openai/codex/issues/10199
    - https://github.com/anthropics/claude-code/issues/37044
    """
    signs = known_or(host.sandbox, ())
    devices = known_or(host.metal_devices, None)
    hidden = devices == () or any(device.command_queue is False for device in devices or ())
    if not signs and not hidden:
        known(host.sandbox)
        return Passed(message="no sign of a sandbox")
    # A sandbox blocks the GPU: once the first bytes are allocated, it is not the reason.
    kept_away = failure_on_gpu(smoke) != "" and known_or(smoke.step, "allocate") == "allocate"
    if torch_import.mps_available is not False and not kept_away:
        return Passed(message="nothing failed that a sandbox would explain", have=", ".join(signs))
    where = f"a sandbox ({signs[0]})" if signs else "this process, where Metal lists no usable GPU"
    evidence = [*signs]
    if devices == ():
        evidence.append("Metal lists no device to this process")
    if torch_import.mps_available is False:
        evidence.append("is_available(): False")
    return Failed(
        cause="sandbox-no-metal-device",
        message=f"The GPU is hidden from {where}",
        have=f"in a sandbox ({signs[0]})" if signs else "no usable Metal device",
        need="a process outside" if signs else "one that this process can use",
        evidence=tuple(evidence),
        fixes=(leave_the_sandbox(signs),),
        headline="" if signs else NO_GPU_SHOWN,
    )
