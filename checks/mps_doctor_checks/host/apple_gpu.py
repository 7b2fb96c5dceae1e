"""Is the GPU one that MPS supports?"""

from packaging.version import Version

from mps_doctor.facts import (
    Gpu,
    Host,
    Interpreter,
    MissingFact,
    TorchImport,
    TorchInstall,
    Unknown,
    known,
    known_or,
)
from mps_doctor.fixes import is_amd
from mps_doctor.judgement.checking import Failed, NotApplicable, Outcomes, Passed, Severity, check
from mps_doctor.knowledge.versions import release_of
from mps_doctor_checks.host.gpu_access import use_the_cpu
from mps_doctor_checks.mac import is_apple_silicon, torch_version, virtual_machine_marks

FIRST_TORCH_FOR_UNIFIED_MEMORY_ONLY = Version("2.13")
"""From here the allocator refuses GPUs with memory of their own, which every AMD one has.

Source: `init_allocator` in aten/src/ATen/mps/MPSAllocator.mm, and its text in the binaries.
"""

LAST_FOR_AMD = "PyTorch's Intel wheels end at 2.2.2; conda-forge and Homebrew build up to 2.12"
"""Sources: the package index; the recipes of the other two, which build for Intel Macs."""


@check(
    "apple-gpu",
    title="MPS supports the GPU",
    causes=("intel-mac-amd-gpu-unreliable", "intel-mac-no-metal-gpu"),
    requires=("host-system",),
)
def apple_gpu(
    host: Host, python: Interpreter, torch: TorchInstall, torch_import: TorchImport
) -> Outcomes:
    """Every Apple silicon GPU has MPS; of Intel Macs, only those with a discrete AMD GPU do.

    ## Why it matters
    PyTorch skips GPUs that Metal calls low-power, as it does Intel's integrated ones.
    Whether Metal does so where there is no other GPU is not known.
    AMD GPUs pass that test, but operators give wrong results or are missing on them, nobody tests
    them any more, PyTorch 2.13 refuses their separate memory, and 2.15 asks for an Apple GPU.
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
        return Passed(message="Apple silicon has MPS", have=known_or(host.chip, ""))
    if virtual_machine_marks(host):
        return NotApplicable(message="the GPU of a virtual machine: see virtual-machine")
    gpus = _gpus(host)
    amd = next((gpu.name for gpu in gpus if is_amd(gpu)), "")
    listed = ", ".join(gpu.name for gpu in gpus)
    evidence: tuple[str, ...] = (
        f"processor: {known_or(host.chip, 'Intel')}",
        f"GPUs: {listed or 'none listed'}",
    )
    available = known_or(torch_import.mps_available, None)
    if available and not amd:
        # PyTorch skips integrated GPUs: it is an AMD one that is not listed, or an exception.
        return Failed(
            cause="intel-mac-amd-gpu-unreliable",
            message="MPS is available on this Intel Mac, but gives some wrong results on its GPU",
            have=listed or "an unlisted GPU",
            need="Apple silicon",
            evidence=(*evidence, "is_available(): True"),
            fixes=(use_the_cpu(),),
            severity="info",  # inferred: that GPU is not listed, and nothing wrong was seen
        )
    if not gpus:
        known(host.gpus)
        raise MissingFact(Unknown("none is listed", "host.gpus"))
    version = known_or(torch_version(torch, torch_import), "")
    release = release_of(version)
    if amd and (release is None or release < FIRST_TORCH_FOR_UNIFIED_MEMORY_ONLY):
        return Failed(
            cause="intel-mac-amd-gpu-unreliable",
            message=f"MPS runs on {amd}, but gives some wrong results on AMD GPUs",
            have=amd,
            need="Apple silicon",
            evidence=evidence,
            fixes=(use_the_cpu(),),
        )
    # That Metal calls an integrated GPU low-power where it is the only one, no source says.
    devices = known_or(host.metal_devices, ())
    low_power = bool(devices) and all(device.low_power is True for device in devices)
    severity: Severity | None = None
    have, need = listed, "Apple silicon"
    if amd:
        message = f"PyTorch {version} doesn't support GPUs with their own memory, such as {amd}"
        evidence += (f"torch: {version}", LAST_FOR_AMD)
        have, need = f"{amd} with torch {version}", "torch 2.12 or older, or Apple silicon"
    elif low_power:
        message = f"PyTorch skips low-power GPUs, and this Intel Mac has no other ({listed})"
        evidence += ("isLowPower: True",)
    elif available is False:
        message = f"PyTorch finds no usable GPU on this Intel Mac ({listed})"
        evidence += ("is_available(): False",)
    else:
        message = f"Not known whether MPS can use this Intel Mac's GPU ({listed})"
        severity = "warning"
    return Failed(
        cause="intel-mac-no-metal-gpu",
        message=message,
        have=have,
        need=need,
        evidence=evidence,
        fixes=(use_the_cpu(),),
        severity=severity,
    )


def _gpus(host: Host) -> tuple[Gpu, ...]:
    """Return the GPUs that the system lists or, where it does not say, those that Metal lists."""
    if isinstance(host.gpus, Unknown):
        return tuple(Gpu(name=device.name) for device in known_or(host.metal_devices, ()))
    return host.gpus
