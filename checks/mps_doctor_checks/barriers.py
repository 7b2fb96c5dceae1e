"""What may stand between a process and the GPU: checks of the host family."""

from __future__ import annotations

from packaging.version import Version

from mps_doctor.facts import Host, SmokeTest, TorchImport, TorchInstall, known, known_or
from mps_doctor.judgement.checking import Failed, Fix, Outcomes, Passed, check
from mps_doctor_checks.mac import release_of, torch_version, virtual_machine_marks
from mps_doctor_checks.smoke_numbers import wrong_numbers

FIRST_TORCH_FOR_APPLE_GPUS_ONLY = Version("2.15")
"""From here torch asks for the Metal family Apple7, which no AMD GPU has.

Virtual GPUs had Apple5 where somebody looked; newer hosts and guests may list more.
Sources: the constructor of MPSDevice in the released binary; JuliaGPU/Metal.jl#309.
"""

APPLE7 = 1007
"""The number of the Metal GPU family of the M1: MTLGPUFamilyApple7."""

NO_MEMORY_AT_ALL = "MPS allocated: 0 bytes"
"""In an out-of-memory error, the mark of a virtual GPU: refused with nothing in use.

Source: https://github.com/actions/runner-images/issues/9918
"""


NAMES_ITS_REASON = ("implemented for the MPS device", "watermark ratio")
"""Errors of torch whose reason is the program or a setting, on whatever GPU."""


def smoke_failure(smoke: SmokeTest) -> str:
    """Return how work on mps failed for a reason that may lie in the GPU, or nothing."""
    outcome = known_or(smoke.outcome, "completed")
    text = known_or(smoke.error_message, "")
    if outcome == "completed" or known_or(smoke.device, "mps") != "mps":
        return ""
    return "" if any(sign in text for sign in NAMES_ITS_REASON) else outcome


_OTHER_EXPLANATIONS = (
    "apple-gpu",
    "macos-version",
    "python-architecture",
    "torch-built-with-mps",
    "torch-import",
    "mps-variables",
)
"""What explains a missing GPU or a failed smoke test before a virtual machine or a sandbox does."""


@check(
    "virtual-machine",
    title="No virtual machine stands between PyTorch and the GPU",
    causes=("virtual-machine-no-metal",),
    requires=_OTHER_EXPLANATIONS,
    family="host",
    level="standard",
)
def virtual_machine(
    host: Host,
    torch: TorchInstall,
    torch_import: TorchImport,
    smoke: SmokeTest,
) -> Outcomes:
    """A macOS guest sees a paravirtual GPU, which may be listed and still do no work for torch.

    ## Why it matters
    Apple's virtualisation gives guests a limited GPU.
    On it, `is_available()` may say True while the first allocation of a few bytes fails, kernels
    do not compile, or numbers differ from those of real hardware.
    Hosted CI runners for macOS are such guests.
    A virtual machine alone is no fault: this check fails only where it explains a failure seen.

    ## Fix
    Run on a real Mac, for CI on a self-hosted runner; in the guest, use the CPU.

    ## References
    - https://github.com/actions/runner-images/issues/9918
    - https://github.com/pytorch/pytorch/issues/196582
    - https://github.com/elixir-nx/nx/pull/1653
    """
    marks = virtual_machine_marks(host)
    refused = NO_MEMORY_AT_ALL in known_or(smoke.error_message, "")
    if not marks and not (refused and host.virtual_machine is not False):
        known(host.virtual_machine)
        return Passed(message="a real Mac, not a virtual machine")
    failure, evidence = smoke_failure(smoke), list(marks)
    wrong = wrong_numbers(smoke) if known_or(smoke.device, "mps") == "mps" else ()
    if torch_import.mps_available is False:
        if _sandboxed_instead(host, torch, torch_import):
            return Passed(message="a virtual machine whose GPU this torch lists: see sandbox")
        seen = "PyTorch finds no GPU"
        evidence.append("is_available(): False")
    elif refused:
        seen = "the GPU is listed, and refuses the first bytes"
        evidence.append(f"smoke test: {NO_MEMORY_AT_ALL}")
    elif failure:
        seen = f"the GPU is listed, and the smoke test {failure}"
        evidence.append(f"smoke test: {failure} at {known_or(smoke.step, 'an unknown step')}")
    elif wrong:
        seen = f"the GPU is listed, and computes wrong numbers ({wrong[0]})"
        evidence += wrong
    else:
        kind = _what_kind(host, marks)
        return Passed(message="a virtual machine, and nothing failed because of it", have=kind)
    return Failed(
        cause="virtual-machine-no-metal",
        message=f"macOS runs in a virtual machine: {seen}",
        have=_what_kind(host, marks),
        need="a real Mac",
        evidence=tuple(evidence),
        fixes=(use_a_real_mac(),),
    )


def _sandboxed_instead(host: Host, torch: TorchInstall, torch_import: TorchImport) -> bool:
    version = release_of(known_or(torch_version(torch, torch_import), ""))
    lists_virtual_gpus = version is not None and version < FIRST_TORCH_FOR_APPLE_GPUS_ONLY
    listed = any(
        APPLE7 in known_or(device.families, ()) for device in known_or(host.metal_devices, ())
    )
    return (lists_virtual_gpus or listed) and bool(known_or(host.sandbox, ()))


def _what_kind(host: Host, marks: tuple[str, ...]) -> str:
    ci = known_or(host.ci, "none")
    if ci != "none":
        return f"a hosted runner of {ci}"
    return marks[0] if marks else "a GPU that refuses the first bytes"


def use_a_real_mac() -> Fix:
    """Return the way out of a virtual machine."""
    return Fix(
        id="use-a-real-mac",
        summary="Run on a real Mac; in the virtual machine, use the CPU",
        kind="manual",
        steps=(
            "For GPU work, run on the Mac itself; in CI, on a self-hosted runner on real hardware.",
            "In the virtual machine, choose the device `cpu`.",
        ),
        risk="safe",
        verify=(("mps-doctor", "--python", "python3"),),
    )


@check(
    "sandbox",
    title="No sandbox keeps this process from the GPU",
    causes=("sandbox-no-metal-device",),
    requires=(*_OTHER_EXPLANATIONS, "virtual-machine"),
    family="host",
    level="standard",
)
def sandbox(host: Host, torch_import: TorchImport, smoke: SmokeTest) -> Outcomes:
    """Programs started by a coding agent or another sandbox may be refused the GPU.

    ## Why it matters
    In a macOS sandbox (seatbelt), Metal shows the process no device, and torch then says that
    macOS is too old, whatever its version.
    The same environment works in an ordinary terminal.
    A sandbox alone is no fault: this check fails only where it explains a failure seen.

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
    # A sandbox keeps the GPU away; one that lets the first bytes through is not the reason.
    kept_away = smoke_failure(smoke) != "" and known_or(smoke.step, "allocate") == "allocate"
    if torch_import.mps_available is not False and not kept_away:
        where = "in a sandbox, with" if signs else "with"
        return Passed(message=f"{where} no failure that a sandbox would have to explain")
    evidence = [*signs]
    if devices == ():
        evidence.append("Metal lists no device to this process")
    if torch_import.mps_available is False:
        evidence.append("is_available(): False")
    sign = f" ({signs[0]})" if signs else ""
    return Failed(
        cause="sandbox-no-metal-device",
        message=f"This process may not open the GPU: it runs in a sandbox{sign}"
        if signs
        else "This process may not open the GPU: Metal shows it no usable device",
        have=signs[0] if signs else "no usable Metal device",
        need="a process outside the sandbox",
        evidence=tuple(evidence),
        fixes=(leave_the_sandbox(),),
    )


def leave_the_sandbox() -> Fix:
    """Return the steps that show whether a sandbox is the reason."""
    return Fix(
        id="leave-sandbox",
        summary="Run the program outside the sandbox",
        kind="manual",
        steps=(
            "Open Terminal on the Mac and run the same command there.",
            "If it works there, allow the command outside the sandbox of your agent or tool.",
        ),
        risk="safe",
        verify=(("mps-doctor", "check"),),
    )
