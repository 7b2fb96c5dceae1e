"""Does a virtual machine keep PyTorch from the GPU?"""

from mps_doctor.facts import (
    Host,
    SmokeTest,
    TorchImport,
    TorchInstall,
    known,
    known_or,
    torch_version,
    virtual_machine_marks,
)
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check
from mps_doctor.knowledge.versions import release_of
from mps_doctor_checks.gpu import (
    APPLE7,
    FIRST_TORCH_FOR_APPLE_GPUS_ONLY,
    OTHER_EXPLANATIONS,
    failure_on_gpu,
    use_a_real_mac,
    wrong_numbers,
)

NO_MEMORY_AT_ALL = "MPS allocated: 0 bytes"
"""In an out-of-memory error, the mark of a virtual GPU: refused with nothing in use.

Source: https://github.com/actions/runner-images/issues/9918
"""


@check(
    "virtual-machine",
    title="No virtual machine keeps PyTorch from the GPU",
    causes=("virtual-machine-no-metal",),
    requires=OTHER_EXPLANATIONS,
    level="standard",
)
def virtual_machine(
    host: Host, torch: TorchInstall, torch_import: TorchImport, smoke: SmokeTest
) -> Outcomes:
    """A macOS guest has a virtual GPU, which may be listed and still do no work for PyTorch.

    ## Why it matters
    Hosted CI runners for macOS are such guests.
    On their GPU, `is_available()` may be True while the first allocation of a few bytes fails,
    kernels don't compile, or numbers differ from those of real hardware.
    A virtual machine is no fault in itself: this check fails only where it explains a failure.

    ## Fix
    Run on a real Mac, in CI on a self-hosted runner; in the guest, use the CPU.

    ## References
    - https://github.com/actions/runner-images/issues/9918
    - https://github.com/pytorch/pytorch/issues/196582
    - https://github.com/elixir-nx/nx/pull/1653
    """
    marks = virtual_machine_marks(host)
    refused = NO_MEMORY_AT_ALL in known_or(smoke.error_message, "")
    if not marks and not (refused and host.virtual_machine is not False):
        known(host.virtual_machine)
        return Passed(message="a real Mac")
    ci = known_or(host.ci, "none")
    have = f"a virtual machine{f' ({ci})' if ci != 'none' else ''}"
    wrong = wrong_numbers(smoke) if known_or(smoke.device, "mps") == "mps" else ()
    if torch_import.mps_available is False:
        if _sandboxed_instead(host, torch, torch_import):
            return Passed(message="a virtual machine whose GPU this PyTorch lists: see sandbox")
        seen: tuple[str, ...] = ("PyTorch finds no GPU (is_available(): False)",)
    elif refused:
        seen = (f"the GPU refuses the first bytes ({NO_MEMORY_AT_ALL})",)
    elif failure := failure_on_gpu(smoke):
        seen = (f"the GPU test {failure} at {known_or(smoke.step, 'an unknown step')}",)
    elif wrong:
        seen = (f"the GPU computes wrong results: {wrong[0]}", *wrong[1:])
    else:
        return Passed(message="a virtual machine, and nothing failed because of it", have=have)
    return Failed(
        cause="virtual-machine-no-metal",
        message=f"macOS runs in a virtual machine, and {seen[0]}",
        have=have,
        need="a real Mac",
        evidence=(*marks, *seen),
        fixes=(use_a_real_mac(),),
    )


def _sandboxed_instead(host: Host, torch: TorchInstall, torch_import: TorchImport) -> bool:
    version = release_of(known_or(torch_version(torch, torch_import), ""))
    lists_virtual_gpus = version is not None and version < FIRST_TORCH_FOR_APPLE_GPUS_ONLY
    listed = any(
        APPLE7 in known_or(device.families, ()) for device in known_or(host.metal_devices, ())
    )
    return (lists_virtual_gpus or listed) and bool(known_or(host.sandbox, ()))
