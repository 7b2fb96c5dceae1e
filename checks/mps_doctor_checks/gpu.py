"""The GPU, as the system and as Metal list it: checks of the host family."""

from __future__ import annotations

from packaging.version import Version

from mps_doctor.checking import Failed, Fix, NotApplicable, Outcomes, Passed, check
from mps_doctor.machine import (
    Host,
    Interpreter,
    MetalDevice,
    TorchImport,
    TorchInstall,
    Unknown,
    known,
    known_or,
)
from mps_doctor_checks.barriers import (
    FIRST_TORCH_FOR_APPLE_GPUS_ONLY,
    leave_the_sandbox,
    use_a_real_mac,
)
from mps_doctor_checks.mac import (
    is_apple_silicon,
    release_of,
    torch_version,
    virtual_machine_marks,
)

FIRST_TORCH_FOR_UNIFIED_MEMORY_ONLY = Version("2.13")
"""From here the allocator refuses GPUs with memory of their own, which every AMD one has.

Source: the text "MPS backend is only supported on devices with unified memory" in the binaries.
"""

APPLE7 = 1007
"""The number of the Metal GPU family of the M1: MTLGPUFamilyApple7."""


@check(
    "apple-gpu",
    title="The GPU is one that MPS supports",
    causes=("intel-mac-amd-gpu-unreliable", "intel-mac-no-metal-gpu"),
    requires=("host-system",),
    family="host",
)
def apple_gpu(
    host: Host, python: Interpreter, torch: TorchInstall, torch_import: TorchImport
) -> Outcomes:
    """Every Apple-silicon GPU has MPS; of Intel Macs, only those with a discrete AMD GPU do.

    ## Why it matters
    torch skips GPUs that Metal calls low-power, which Intel's integrated ones are.
    AMD GPUs pass that test, but operators give wrong numbers or are missing on them, nobody tests
    them any more, torch 2.13 refuses their separate memory, and 2.15 asks for an Apple GPU.

    ## Fix
    Use the CPU on an Intel Mac, or a Mac with Apple silicon for the GPU.
    With an AMD GPU, check results against the CPU before you trust them.

    ## References
    - https://github.com/pytorch/pytorch/issues/92311
    - https://github.com/pytorch/pytorch/issues/107294
    - https://github.com/pytorch/pytorch/issues/169874
    """
    if known(is_apple_silicon(host, python)):
        have = known_or(host.chip, "Apple silicon")
        return Passed(message="Apple silicon has MPS", have=have)
    if virtual_machine_marks(host):
        return NotApplicable(message="the GPU of a virtual machine: see virtual-machine")
    if isinstance(host.gpus, Unknown) and torch_import.mps_available is True:
        # torch passes integrated GPUs over, so that an available one is a discrete AMD GPU.
        return Failed(
            cause="intel-mac-amd-gpu-unreliable",
            message="An Intel Mac whose GPU MPS accepts: it runs there, and some results are wrong",
            have=known_or(host.chip, "an Intel Mac"),
            need="Apple silicon",
            evidence=("an Intel Mac", "is_available(): True"),
            fixes=(use_the_cpu(),),
            severity="info",  # inferred: nobody has listed the GPU, and nothing wrong was seen
        )
    gpus = known(host.gpus)
    discrete = [gpu.name for gpu in gpus if _is_discrete_amd(gpu.name, known_or(gpu.vendor, ""))]
    names = ", ".join(gpu.name for gpu in gpus) or "none listed"
    evidence = (f"processor: {known_or(host.chip, 'Intel')}", f"GPUs: {names}")
    if not discrete:
        return Failed(
            cause="intel-mac-no-metal-gpu",
            message=f"An Intel Mac without a GPU that MPS supports ({names})",
            have=names,
            need="Apple silicon, or a discrete AMD GPU with torch 2.12 or older",
            evidence=evidence,
            fixes=(use_the_cpu(),),
        )
    version = known_or(torch_version(torch, torch_import), "")
    release = release_of(version)
    if release is not None and release >= FIRST_TORCH_FOR_UNIFIED_MEMORY_ONLY:
        return Failed(
            cause="intel-mac-no-metal-gpu",
            message=f"PyTorch {version} supports Apple GPUs only, and this Mac has {discrete[0]}",
            have=discrete[0],
            need="Apple silicon, or torch 2.12 or older",
            evidence=(*evidence, f"torch: {version}"),
            fixes=(use_the_cpu(),),
        )
    return Failed(
        cause="intel-mac-amd-gpu-unreliable",
        message=f"An Intel Mac with {discrete[0]}: MPS runs there, and some results are wrong",
        have=discrete[0],
        need="Apple silicon",
        evidence=evidence,
        fixes=(use_the_cpu(),),
    )


def _is_discrete_amd(name: str, vendor: str) -> bool:
    text = f"{name} {vendor}".lower()
    return any(word in text for word in ("amd", "radeon", "firepro"))


def use_the_cpu() -> Fix:
    """Return the answer where torch has no use for the GPU of this Mac."""
    return Fix(
        id="use-the-cpu",
        summary="Use the CPU on this Mac, or a Mac with Apple silicon for the GPU",
        kind="manual",
        steps=(
            "Choose the device `cpu` in your program.",
            "For the GPU, run the program on a Mac with Apple silicon (M1 or newer).",
        ),
        risk="safe",
        verify=(("mps-doctor", "check", "--device", "cpu"),),
    )


@check(
    "metal-device",
    title="Metal lists a GPU to this process",
    causes=("virtual-machine-no-metal", "sandbox-no-metal-device", "intel-mac-no-metal-gpu"),
    requires=("apple-gpu", "virtual-machine", "sandbox"),
    family="host",
)
def metal_device(host: Host, torch: TorchInstall, torch_import: TorchImport) -> Outcomes:
    """Metal itself, asked without PyTorch, must list a GPU and give it a command queue.

    ## Why it matters
    torch takes the first device of Metal's own list.
    If the list is empty on a Mac that has a GPU, then this process may not see it, and no
    version of torch changes that.
    Whether it is as full over ssh as on the desktop, Apple does not say: there an empty list is a
    warning until torch finds no GPU either.

    ## Fix
    Run on a real Mac, outside a sandbox.

    ## References
    - https://developer.apple.com/documentation/metal/mtlcopyalldevices()
    - https://github.com/openai/codex/issues/9007
    """
    devices = known(host.metal_devices)
    if torch_import.mps_available is True:
        return Passed(message="PyTorch has opened the GPU", have=_device_names(devices))
    marks = virtual_machine_marks(host)
    if not devices or all(device.command_queue is False for device in devices):
        what = "lists no device" if not devices else "gives no command queue"
        signs = known_or(host.sandbox, ())
        session = known_or(host.session, "gui")
        remote = session != "gui" and torch_import.mps_available is not False
        return Failed(
            cause="virtual-machine-no-metal" if marks else "sandbox-no-metal-device",
            message=f"Metal {what} to this process",
            have=_device_names(devices),
            need="a Metal device with a command queue",
            evidence=(
                *(*marks, *signs, f"Metal {what}"),
                *((f"session: {session}",) if session != "gui" else ()),
            ),
            fixes=(use_a_real_mac() if marks else leave_the_sandbox(),),
            severity="warning" if remote and not marks and not signs else None,
        )
    version = release_of(known_or(torch_version(torch, torch_import), ""))
    if version is not None and version >= FIRST_TORCH_FOR_APPLE_GPUS_ONLY:
        families = [known_or(device.families, (APPLE7,)) for device in devices]
        if not any(APPLE7 in supported for supported in families):
            return Failed(
                cause="virtual-machine-no-metal" if marks else "intel-mac-no-metal-gpu",
                message=f"PyTorch {version} asks for the Metal family Apple7, and no GPU has it",
                have=_device_names(devices),
                need="a GPU of the M1 or newer",
                evidence=(*marks, f"Metal lists: {_device_names(devices)}"),
                fixes=(use_a_real_mac() if marks else use_the_cpu(),),
            )
    return Passed(message="Metal lists a GPU", have=_device_names(devices))


def _device_names(devices: tuple[MetalDevice, ...]) -> str:
    return ", ".join(device.name for device in devices) or "none"
