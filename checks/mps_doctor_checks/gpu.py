"""The GPU, as the system and as Metal list it: checks of the host family."""

from __future__ import annotations

from packaging.version import Version

from mps_doctor.facts import (
    Gpu,
    Host,
    Interpreter,
    MetalDevice,
    MissingFact,
    TorchImport,
    TorchInstall,
    Unknown,
    known,
    known_or,
)
from mps_doctor.judgement.checking import Failed, Fix, NotApplicable, Outcomes, Passed, check
from mps_doctor_checks.barriers import (
    APPLE7,
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

Source: `init_allocator` in aten/src/ATen/mps/MPSAllocator.mm, and its text in the binaries.
"""

LAST_FOR_AMD = (
    "torch 2.2.2, PyTorch's last wheel for Intel Macs, or up to 2.12 from conda-forge or Homebrew"
)
"""Sources: the package index; the recipes of the other two, which build for Intel Macs."""


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
    torch leaves out GPUs that Metal calls low-power, as it does Intel's integrated ones.
    Whether Metal does so where there is no other GPU is not known.
    AMD GPUs pass that test, but operators give wrong numbers or are missing on them, nobody tests
    them any more, torch 2.13 refuses their separate memory, and 2.15 asks for an Apple GPU.
    PyTorch's own wheels for Intel Macs end at 2.2.2; conda-forge and Homebrew have newer builds.

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
    gpus = _gpus(host)
    discrete = [gpu.name for gpu in gpus if _is_discrete_amd(gpu)]
    listed = ", ".join(gpu.name for gpu in gpus) or "none listed"
    chip = known_or(host.chip, "Intel")
    evidence = (f"processor: {chip}", f"GPUs: {listed}")
    if torch_import.mps_available is True and not discrete:
        # torch leaves integrated GPUs out: it is an AMD one that is not listed, or an exception.
        return Failed(
            cause="intel-mac-amd-gpu-unreliable",
            message="An Intel Mac whose GPU MPS accepts: it runs there, and some results are wrong",
            have=chip,
            need="Apple silicon",
            evidence=(*evidence, "is_available(): True"),
            fixes=(use_the_cpu(),),
            severity="info",  # inferred: that GPU is not listed, and nothing wrong was seen
        )
    if not gpus:
        known(host.gpus)
        raise MissingFact(Unknown("none is listed", "host.gpus"))
    if not discrete:
        return _no_discrete_gpu(host, torch_import, listed, evidence)
    version = known_or(torch_version(torch, torch_import), "")
    release = release_of(version)
    if release is not None and release >= FIRST_TORCH_FOR_UNIFIED_MEMORY_ONLY:
        return Failed(
            cause="intel-mac-no-metal-gpu",
            message=f"PyTorch {version} doesn't support GPUs with their own memory: {discrete[0]}",
            have=discrete[0],
            need=f"Apple silicon, or {LAST_FOR_AMD}",
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


def _no_discrete_gpu(
    host: Host, torch_import: TorchImport, listed: str, evidence: tuple[str, ...]
) -> Failed:
    """Return what is known of GPUs that torch leaves out where Metal calls them low-power.

    That Metal calls an integrated one so where it is the only one, no source says.
    """
    devices = known_or(host.metal_devices, ())
    low = bool(devices) and all(device.low_power is True for device in devices)
    message = f"Not known whether MPS can use this Intel Mac's GPU ({listed})"
    if low:
        message = f"PyTorch leaves out low-power GPUs, and this Intel Mac has no other ({listed})"
        evidence = (*evidence, "isLowPower: True")
    elif torch_import.mps_available is False:
        message = f"PyTorch finds no GPU to use on this Intel Mac ({listed})"
        evidence = (*evidence, "is_available(): False")
    return Failed(
        cause="intel-mac-no-metal-gpu",
        message=message,
        have=listed,
        need=f"Apple silicon, or a discrete AMD GPU with {LAST_FOR_AMD}",
        evidence=evidence,
        fixes=(use_the_cpu(),),
        severity=None if low or torch_import.mps_available is False else "warning",
    )


def _gpus(host: Host) -> tuple[Gpu, ...]:
    """Return the GPUs that the system lists or, where it does not say, those that Metal lists."""
    if isinstance(host.gpus, Unknown):
        return tuple(Gpu(name=device.name) for device in known_or(host.metal_devices, ()))
    return host.gpus


def _is_discrete_amd(gpu: Gpu) -> bool:
    text = f"{gpu.name} {known_or(gpu.vendor, '')}".lower()
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
