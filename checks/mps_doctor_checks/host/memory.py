"""Does the GPU have memory for common models?"""

from mps_doctor.facts import Host, TorchImport, Unknown, known, known_or
from mps_doctor.fixes import by_hand
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check

SMALL_MEMORY = 8 << 30
"""Macs with this much or less leave the GPU about 5 GB."""

SMALL_SHARE = 6_000_000_000
"""The share that Metal recommends on a Mac of 8 GB is below this; on one of 16 GB it is 11.8 GB.

Source: https://github.com/AlexsJones/llmfit/issues/754
"""

BYTES_PER_PARAMETER = 2
"""In float16 or bfloat16."""

SHARE_FOR_PARAMETERS = 0.8
"""What is left without activations and cache: a rule of thumb, and said as such."""


@check(
    "memory",
    title="The GPU has memory for common models",
    causes=("gpu-memory-small",),
    requires=("apple-gpu",),
)
def memory(host: Host, torch_import: TorchImport) -> Outcomes:
    """The GPU shares the Mac's memory, and may use the part that Metal recommends.

    ## Why it matters
    PyTorch allows itself 1.7 times that part, and beyond it raises "MPS backend out of memory".
    A parameter in 16 bits needs two bytes: seven billion of them are 14 GB, before any work.

    ## Fix
    Use a smaller or a quantised model, or a smaller batch.

    ## References
    - https://developer.apple.com/documentation/metal/mtldevice/recommendedmaxworkingsetsize
    - https://pytorch.org/docs/stable/notes/mps.html
    """
    recommended = [device.recommended_bytes for device in known_or(host.metal_devices, ())]
    facts = (torch_import.recommended_bytes, *recommended)
    share = next((fact for fact in facts if not isinstance(fact, Unknown)), None)
    if share is None:
        total = known(host.memory_bytes)
        have = f"{total / (1 << 30):.0f} GB for the Mac and its GPU together"
        small = total <= SMALL_MEMORY
    else:
        parameters = share * SHARE_FOR_PARAMETERS / BYTES_PER_PARAMETER / 1e9
        have = (
            f"{share / 1e9:.1f} GB of GPU memory: fits about {parameters:.0f}B parameters in fp16"
        )
        small = share < SMALL_SHARE
    if not small:
        return Passed(message="enough for common models", have=have)
    return Failed(
        cause="gpu-memory-small",
        message=have,
        have=have,
        evidence=(have,),
        fixes=(
            by_hand(
                "use-smaller-models",
                "Use smaller or quantised models, and small batches",
                "Choose a model of at most that size, or a quantised one",
                "Lower the batch size, and close programs that use much memory",
            ),
        ),
    )
