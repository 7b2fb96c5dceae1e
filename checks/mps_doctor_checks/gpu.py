"""The GPU: what its checks know of it in common, how work on it failed, and the ways out."""

from collections.abc import Sequence

from packaging.version import Version

from mps_doctor.facts import SmokeTest, known_or
from mps_doctor.fixes import DOCTOR, by_hand
from mps_doctor.judgement.checking import Fix
from mps_doctor.judgement.deep_matrix import GPU_FAULTS

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

NO_GPU_SHOWN = "Metal shows this process no GPU"
"""The headline where nothing says that a sandbox is the reason."""

FP32_MATMUL_TOLERANCE = 1e-4
"""How far a float32 product may be from float64, relative to its size.

Source: the tolerance of PyTorch's own tests for float32 matmul on mps (test/test_mps.py).
"""

NAMES_ITS_REASON = ("implemented for the MPS device", "watermark ratio")
"""Errors of torch whose reason is the program or a setting, on whatever GPU."""


def failure_on_gpu(smoke: SmokeTest) -> str:
    """Return how work on mps failed for a reason that may lie in the GPU, or nothing."""
    outcome = known_or(smoke.outcome, "completed")
    if outcome == "completed" or known_or(smoke.device, "mps") != "mps":
        return ""
    text = known_or(smoke.error_message, "")
    return "" if any(sign in text for sign in NAMES_ITS_REASON) else outcome


def wrong_numbers(smoke: SmokeTest) -> tuple[str, ...]:
    """Return what is wrong with the results, the most telling first; nothing where all is right."""
    counted = (
        (smoke.copy_wrong, "values changed on the way to the device and back"),
        (smoke.not_finite, "NaN or inf values"),
        (smoke.ones_wrong, "wrong values"),
    )
    wrong = [f"{known_or(count, 0)} {what}" for count, what in counted if known_or(count, 0)]
    error = known_or(smoke.relative_error, 0.0)
    if not error <= FP32_MATMUL_TOLERANCE:  # NaN fails as well
        wrong.append(f"relative error {error:.2g}")
        if zeros := known_or(smoke.zeros, 0):
            wrong.append(f"{zeros} zeros in a random product")
    if any(fault in line for line in known_or(smoke.stderr, ()) for fault in GPU_FAULTS):
        wrong.append("the GPU reported a fault")
    return tuple(wrong)


def use_a_real_mac() -> Fix:
    """Return the way out of a virtual machine."""
    return by_hand(
        "use-a-real-mac",
        "Run on a real Mac; in the virtual machine, use the CPU",
        "Run GPU work on the Mac itself; in CI, on a self-hosted runner on real hardware",
        "In the virtual machine, choose the device cpu",
        verify=(DOCTOR, "--device", "cpu"),
    )


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
