"""Access to the GPU: what its checks share."""

from collections.abc import Sequence

from packaging.version import Version

from mps_doctor.fixes import DOCTOR, by_hand
from mps_doctor.judgement.checking import Fix

APPLE7 = 1007
"""The number of the Metal GPU family of the M1: MTLGPUFamilyApple7."""

FIRST_TORCH_FOR_APPLE_GPUS_ONLY = Version("2.15")
"""From here torch asks for the Metal family Apple7, which no AMD GPU has.

Virtual GPUs had Apple5 where somebody looked; newer hosts and guests may list more.
Sources: the constructor of MPSDevice in the released binary; JuliaGPU/Metal.jl#309.
"""

OTHER_EXPLANATIONS = (
    "apple-gpu",
    "macos-version",
    "python-architecture",
    "torch-built-with-mps",
    "torch-import",
    "mps-variables",
)
"""What explains a missing GPU or a failed smoke test before a virtual machine or a sandbox does."""


def use_a_real_mac() -> Fix:
    """Return the way out of a virtual machine."""
    return by_hand(
        "use-a-real-mac",
        "Run on a real Mac; in the virtual machine, use the CPU",
        "Run GPU work on the Mac itself; in CI, on a self-hosted runner on real hardware",
        "In the virtual machine, choose the device cpu",
        verify=(DOCTOR, "--device", "cpu"),
    )


NO_GPU_SHOWN = "Metal shows this process no GPU"
"""The headline where nothing says that a sandbox is the reason."""


def leave_the_sandbox(signs: Sequence[str]) -> Fix:
    """Return the steps that show whether a sandbox is the reason; `signs` are those of one."""
    return by_hand(
        "leave-sandbox",
        "Run the program outside the sandbox" if signs else "Run the program in Terminal",
        "Open Terminal on the Mac and run the same command there",
        "If it works there, allow the command outside the sandbox of your agent or tool",
    )


def use_the_cpu() -> Fix:
    """Return the answer where torch has no use for the GPU of this Mac."""
    return by_hand(
        "use-the-cpu",
        "Use the CPU here, or a Mac with Apple silicon",
        "Choose the device cpu in your program",
        "For the GPU, run the program on a Mac with Apple silicon (M1 or newer)",
        verify=(DOCTOR, "--device", "cpu"),
    )
