"""Is the device's memory given, limited and given back?"""

from mps_doctor.facts import DeviceMemory, known, known_or
from mps_doctor.fixes import by_hand
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check
from mps_doctor_checks.deep.fallback import DEEP

GROWTH_PER_STEP = 4096
"""Bytes in use that a training step may add: a step that keeps a tensor keeps at least
one page; a healthy step adds nothing (0 on an H200 and on the simulated device)."""

MB = 1 << 20
LEAST_GROWTH = MB


@check(
    "device-memory",
    title="The device's memory is limited and given back",
    causes=("mps-memory-growth", "mps-op-wrong-result", "mps-out-of-memory"),
    requires=("smoke-test",),
    concerns="any",
    level="deep",
)
def device_memory(device_memory: DeviceMemory) -> Outcomes:
    """A quarter of the recommended memory is allocated in steps, read back, and given back.

    ## Why it matters
    Memory that is counted wrongly or never given back ends a long training with an out-of-memory
    error hours after its start.
    A limit that does nothing lets one program push the whole Mac into swap.

    ## Fix
    Call `torch.mps.empty_cache()` between phases; a newer torch has fewer leaks.
    `PYTORCH_MPS_HIGH_WATERMARK_RATIO` sets the limit before a program starts.

    ## References
    - https://pytorch.org/docs/stable/mps_environment_variables.html
    - https://github.com/pytorch/pytorch/issues/121113
    """
    block = known(device_memory.block_bytes)
    wrong = known_or(device_memory.wrong_values, 0)
    left = known_or(device_memory.left_after_release, 0)
    growth, steps = known_or(device_memory.growth_bytes, 0), known_or(device_memory.growth_steps, 1)
    failures = []
    if wrong:
        message = f"{wrong} values in large blocks of memory are not what was written"
        have, need = f"{wrong} wrong values in memory", "what was written"
        failures.append(_failed("mps-op-wrong-result", message, have, need))
    if left > block:
        have = f"{left / MB:.1f} MB of freed memory in use"
        message = f"{left / MB:.1f} MB of freed memory stays in use"
        failures.append(_failed("mps-memory-growth", message, have, "all of it given back"))
    if growth > max(LEAST_GROWTH, GROWTH_PER_STEP * steps):
        have = f"memory use grows {growth / steps / MB:.1f} MB a step"
        message = f"Memory use grows by {growth / steps / MB:.1f} MB with each training step"
        failures.append(_failed("mps-memory-growth", message, have, "steady use"))
    if device_memory.limit_refused is False:
        have = "twice the memory limit allocated"
        failures.append(
            _failed("mps-out-of-memory", "A memory limit does nothing", have, "a limit that holds")
        )
    taken = known_or(device_memory.steps, (0,))[-1]
    recommended = known_or(device_memory.recommended_bytes, 0)
    have = f"{taken / 2**30:.1f} GB allocated and given back"
    have += f" of {recommended / 2**30:.1f} GB" if recommended else ""
    return tuple(failures) or Passed(message="limited and given back", have=have)


def _failed(cause: str, message: str, have: str, need: str) -> Failed:
    return Failed(
        cause=cause,
        severity="error" if cause == "mps-op-wrong-result" else "warning",
        message=message,
        have=have,
        need=need,
        evidence=(have,),
        fixes=(
            by_hand(
                "empty-cache",
                "Give unused memory back between phases of the program",
                "Keep no tensors of past steps: use `loss.item()` for totals",
                "Call `torch.mps.empty_cache()` between phases of the program",
                verify=DEEP,
            ),
        ),
    )
