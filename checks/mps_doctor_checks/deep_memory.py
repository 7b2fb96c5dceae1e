"""The deep level: the device's memory."""

from __future__ import annotations

from mps_doctor.facts import DeviceMemory, known, known_or
from mps_doctor.judgement.checking import Failed, Fix, Outcomes, Passed, check

GROWTH_PER_STEP = 4096
"""Bytes in use that a training step may add without a word: a step that keeps a tensor of its own
keeps at least one page; a healthy step adds nothing (0 on an H200 and on the simulated device)."""

LEAST_GROWTH = 1 << 20


@check(
    "device-memory",
    title="The device's memory is given, limited and taken back",
    causes=("mps-memory-growth", "mps-op-wrong-result", "mps-out-of-memory"),
    requires=("smoke-test",),
    family="deep",
    concerns="any",
    level="deep",
)
def device_memory(device_memory: DeviceMemory) -> Outcomes:
    """A quarter of the recommended memory is taken in steps, read back, and given back.

    ## Why it matters
    Memory that is counted wrongly or never given back ends a long training with an out-of-memory
    error hours after its start.
    A limit that is not honoured lets one program push the whole Mac into swap.

    ## Fix
    Call `torch.mps.empty_cache()` between phases; a newer torch has fewer leaks.
    `PYTORCH_MPS_HIGH_WATERMARK_RATIO` sets the limit before a program starts.

    ## References
    - https://pytorch.org/docs/stable/mps_environment_variables.html
    - https://github.com/pytorch/pytorch/issues/121113
    """
    block = known(device_memory.block_bytes)
    failures = []
    if known_or(device_memory.wrong_values, 0):
        failures.append(
            _failed(
                "mps-op-wrong-result",
                "Large blocks of memory do not hold what was written to them",
                f"{device_memory.wrong_values} wrong values",
            )
        )
    left = known_or(device_memory.left_after_release, 0)
    if left > block:
        failures.append(
            _failed("mps-memory-growth", "Memory given back stays in use", f"{left} bytes left")
        )
    growth, steps = known_or(device_memory.growth_bytes, 0), known_or(device_memory.growth_steps, 1)
    if growth > max(LEAST_GROWTH, GROWTH_PER_STEP * steps):
        failures.append(
            _failed(
                "mps-memory-growth",
                "The memory in use grows with every training step",
                f"{growth} bytes in {steps} steps",
            )
        )
    if device_memory.limit_refused is False:
        failures.append(
            _failed(
                "mps-out-of-memory",
                "A limit on the memory was set and not honoured",
                "an allocation of twice the limit succeeded",
            )
        )
    if failures:
        return tuple(failures)
    taken = known_or(device_memory.steps, ())
    recommended = known_or(device_memory.recommended_bytes, 0)
    have = f"{_gigabytes(taken[-1] if taken else 0)} taken and given back"
    return Passed(
        message="given, limited and taken back",
        have=f"{have} of {_gigabytes(recommended)}" if recommended else have,
    )


def _gigabytes(count: int) -> str:
    return f"{count / 2**30:.1f} GB"


def _failed(cause: str, message: str, seen: str) -> Failed:
    return Failed(
        cause=cause,
        severity="error" if cause == "mps-op-wrong-result" else "warning",
        message=message,
        have=seen,
        need="as much memory as before",
        evidence=(seen,),
        fixes=(
            Fix(
                id="empty-cache",
                summary="Give unused memory back between phases of the program",
                kind="manual",
                steps=(
                    "Keep no tensors of past steps: use `loss.item()` for totals.",
                    "Call `torch.mps.empty_cache()` between phases of the program.",
                ),
                risk="safe",
                verify=(("mps-doctor", "check", "--level", "deep"),),
            ),
        ),
    )
