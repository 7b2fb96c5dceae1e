"""Does MPS support the GPU?"""

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
    hardware,
    known,
    known_or,
    torch_version,
    virtual_machine_marks,
)
from mps_doctor.fixes import is_amd
from mps_doctor.judgement.checking import Failed, NotApplicable, Outcomes, Passed, Severity, check
from mps_doctor.knowledge.versions import release_of
from mps_doctor_checks.gpu import use_the_cpu

FIRST_TORCH_FOR_UNIFIED_MEMORY_ONLY = Version("2.13")
"""From here the allocator refuses GPUs with separate memory, which every AMD GPU has.

Source: `init_allocator` in aten/src/ATen/mps/MPSAllocator.mm, and its text in the binaries.
"""

MAC2 = 2002
"""The number of the Metal GPU family Mac2: torch skips a device without it, and low-power ones.

Sources: the constructor of MPSDevice in aten/src/ATen/mps/MPSDevice.mm, and its text ("does not
support Metal 2.0") in the wheel of 2.2.2 for Intel.
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
    """Every Apple silicon GPU has MPS; of Intel Macs, only those with a newer AMD GPU do.

    ## Why it matters
    PyTorch skips GPUs that Metal calls low-power, as it does Intel's integrated ones, and those
    without the family Mac2, which older GPUs lack.
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
    if known(hardware(host, python)) == "arm64":
        return Passed(message="Apple silicon has MPS", have=known_or(host.chip, ""))
    if virtual_machine_marks(host):
        return NotApplicable(message="the GPU of a virtual machine: see virtual-machine")
    # Where the system does not list its GPUs, Metal may.
    metal = known_or(host.metal_devices, ())
    gpus = known_or(host.gpus, tuple(Gpu(name=item.name) for item in metal))
    amd = next((gpu.name for gpu in gpus if is_amd(gpu)), "")
    listed = ", ".join(gpu.name for gpu in gpus)
    available = known_or(torch_import.mps_available, None)
    if not gpus and not available:
        known(host.gpus)
        raise MissingFact(Unknown("none is listed", "host.gpus"))
    version = known_or(torch_version(torch, torch_import), "")
    release = release_of(version)
    cause, more = "intel-mac-no-metal-gpu", tuple[str, ...]()
    severity: Severity | None = None
    have = listed
    if available and not amd:
        # PyTorch skips integrated GPUs: an AMD one is not listed, or this one is an exception.
        cause, severity, have = "intel-mac-amd-gpu-unreliable", "info", listed or "an unlisted GPU"
        message = "MPS is available on this Intel Mac, but gives some wrong results on its GPU"
        more = ("is_available(): True",)
    elif not available and (skipped := _why_skipped(metal)):
        message = f"PyTorch skips {skipped}, and this Intel Mac has no other ({listed})"
        more = tuple(f"Metal lists: {device.name}" for device in metal)
    elif amd and (release is None or release < FIRST_TORCH_FOR_UNIFIED_MEMORY_ONLY):
        cause, have = "intel-mac-amd-gpu-unreliable", amd
        message = f"MPS gives some wrong results on AMD GPUs, such as {amd}"
    elif amd:
        message = f"PyTorch {version} doesn't support GPUs with separate memory, such as {amd}"
        more = (f"torch: {version}", LAST_FOR_AMD)
        have = f"{amd} with torch {version}"
    elif available is False:
        message = f"PyTorch finds no usable GPU on this Intel Mac ({listed})"
        more = ("is_available(): False",)
    else:
        # That Metal calls an integrated GPU low-power where it is the only one, no source says.
        message = f"Not known whether MPS can use this Intel Mac's GPU ({listed})"
        severity = "warning"
    processor = f"processor: {known_or(host.chip, 'Intel')}"
    return Failed(
        cause=cause,
        message=message,
        have=have,
        need="Apple silicon",
        evidence=(processor, f"GPUs: {listed or 'none listed'}", *more),
        fixes=(use_the_cpu(),),
        severity=severity,
    )


def _why_skipped(devices: tuple[MetalDevice, ...]) -> str:
    """Return what kind of GPUs PyTorch skips, where it skips all of these; empty otherwise."""
    others = [device for device in devices if device.low_power is not True]
    if not others:
        return "low-power GPUs" if devices else ""
    lacking = all(MAC2 not in known_or(device.families, (MAC2,)) for device in others)
    return "GPUs without the Metal family Mac2" if lacking else ""
