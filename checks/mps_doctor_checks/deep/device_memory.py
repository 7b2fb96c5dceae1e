"""Is the device's memory given, and given back?"""

from mps_doctor.facts import DeviceMemory, known, known_or
from mps_doctor.fixes import by_hand
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check
from mps_doctor_checks.deep.fallback import DEEP

GROWTH_PER_STEP = 4096
"""Bytes in use that a training step may add: a step that keeps a tensor keeps at least
one page; a healthy step adds nothing (0 on an H200 and on the simulated device)."""

MB = 1 << 20
"""Growth below this is none, however few the steps."""


@check(
    "device-memory",
    title="The device's memory is given back",
    causes=("mps-memory-growth", "mps-op-wrong-result"),
    requires=("smoke-test",),
    concerns="any",
    level="deep",
)
def device_memory(device_memory: DeviceMemory) -> Outcomes:
    """Memory is allocated in steps, up to a quarter of what Metal recommends, read back and freed.

    ## Why it matters
    Memory that is counted wrongly or never given back ends a long training with an out-of-memory
    error hours after its start.

    ## Fix
    Call `torch.mps.empty_cache()` between phases; a newer torch has fewer leaks.

    ## References
    - https://pytorch.org/docs/stable/mps_environment_variables.html
    - https://github.com/pytorch/pytorch/issues/121113
    """
    block = known(device_memory.block_bytes)
    wrong = known_or(device_memory.wrong_values, 0)
    left = known_or(device_memory.left_after_release, 0)
    growth, steps = known_or(device_memory.growth_bytes, 0), known_or(device_memory.growth_steps, 1)
    seen = (
        (wrong, "mps-op-wrong-result", f"{wrong} wrong values in memory", "what was written"),
        (
            left > block,
            "mps-memory-growth",
            f"{left / MB:.1f} MB of freed memory in use",
            "all of it given back",
        ),
        (
            growth > max(MB, GROWTH_PER_STEP * steps),
            "mps-memory-growth",
            f"memory use grows {growth / steps / MB:.1f} MB a step",
            "steady use",
        ),
    )
    failures = tuple(_failed(cause, have, need) for found, cause, have, need in seen if found)
    taken = known_or(device_memory.steps, (0,))[-1]
    recommended = known_or(device_memory.recommended_bytes, 0)
    have = f"{taken / 2**30:.1f} GB allocated and given back"
    have += f" of {recommended / 2**30:.1f} GB" if recommended else ""
    return failures or Passed(message="given back", have=have)


def _failed(cause: str, have: str, need: str) -> Failed:
    return Failed(
        cause=cause,
        severity="error" if cause == "mps-op-wrong-result" else "warning",
        message=f"{have[0].upper()}{have[1:]}",
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
