"""What a smoke test showed: how it failed, and what is wrong with its numbers."""

from mps_doctor.facts import SmokeTest, known_or
from mps_doctor.judgement.deep_matrix import GPU_FAULTS

FP32_MATMUL_TOLERANCE = 1e-4
"""How far a float32 product may be from float64, relative to its size.

Source: the tolerance of PyTorch's own tests for float32 matmul on mps (test/test_mps.py).
"""

NAMES_ITS_REASON = ("implemented for the MPS device", "watermark ratio")
"""Errors of torch whose reason is the program or a setting, on whatever GPU."""


def failure_on_gpu(smoke: SmokeTest) -> str:
    """Return how work on mps failed for a reason that may lie in the GPU, or nothing."""
    outcome = known_or(smoke.outcome, "completed")
    text = known_or(smoke.error_message, "")
    if outcome == "completed" or known_or(smoke.device, "mps") != "mps":
        return ""
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
