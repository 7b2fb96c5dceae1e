"""What is wrong with the numbers of a smoke test that came to its end."""

from __future__ import annotations

from mps_doctor.facts import SmokeTest, known_or

FP32_MATMUL_TOLERANCE = 1e-4
"""How far a float32 product may be from float64, relative to its size.

Source: the tolerance of PyTorch's own tests for float32 matmul on mps (test/test_mps.py).
"""

GPU_FAULT = "command buffer exited with error status"
"""torch up to 2.14 raises nothing when the GPU faults, prints this, and goes on with garbage.

Source: https://github.com/pytorch/pytorch/issues/193571
"""


def wrong_numbers(smoke: SmokeTest) -> tuple[str, ...]:
    """Return what is wrong, in words, the most telling first; nothing where all is right."""
    counted = (
        (smoke.copy_wrong, "numbers changed on the way to the device and back"),
        (smoke.not_finite, "numbers of the random product are NaN or infinite"),
        (smoke.ones_wrong, "entries of the product of ones are wrong"),
    )
    wrong = [f"{known_or(count, 0)} {what}" for count, what in counted if known_or(count, 0)]
    error = known_or(smoke.relative_error, 0.0)
    if not error <= FP32_MATMUL_TOLERANCE:  # NaN fails as well
        wrong.append(f"relative error {error:.1e}, above {FP32_MATMUL_TOLERANCE:.0e}")
        zeros = known_or(smoke.zeros, 0)
        if zeros:
            wrong.append(f"{zeros} entries of the random product are exactly zero")
    if any(GPU_FAULT in line for line in known_or(smoke.stderr, ())):
        wrong.append("the GPU reported a fault while it computed")
    return tuple(wrong)
