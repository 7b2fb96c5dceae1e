"""How much memory the GPU may use: a check of the host family."""

from __future__ import annotations

from mps_doctor.facts import Host, TorchImport, Unknown, known, known_or
from mps_doctor.judgement.checking import Failed, Fix, Outcomes, Passed, check

SMALL_MEMORY = 8 << 30
"""Macs with this much or less leave the GPU about 5 GB."""

SMALL_SHARE = 6_000_000_000
"""The share that Metal recommends on a Mac of 8 GB is below this; on one of 16 GB it is 11.8 GB.

Source: https://github.com/AlexsJones/llmfit/issues/754
"""

BYTES_PER_WEIGHT = 2
"""Of a weight in float16 or bfloat16."""

SHARE_FOR_WEIGHTS = 0.8
"""What is left for weights, activations and cache taken off: a rule of thumb, and said as such."""


@check(
    "memory",
    title="The GPU has memory for common models",
    causes=("gpu-memory-small",),
    requires=("apple-gpu",),
    family="host",
)
def memory(host: Host, torch_import: TorchImport) -> Outcomes:
    """The GPU shares the Mac's memory, and may use the part that Metal recommends.

    ## Why it matters
    torch allows itself 1.7 times that part, and beyond it raises "MPS backend out of memory".
    Weights in 16 bits need two bytes each: seven billion of them are 14 GB, before any work.

    ## Fix
    Use a smaller or a quantised model, or a smaller batch.

    ## References
    - https://developer.apple.com/documentation/metal/mtldevice/recommendedmaxworkingsetsize
    - https://pytorch.org/docs/stable/notes/mps.html
    """
    share = _share(host, torch_import)
    if share is None:
        total = known(host.memory_bytes)
        text = f"{total / (1 << 30):.0f} GB for the Mac and its GPU together"
        return _small(text) if total <= SMALL_MEMORY else Passed(message="enough", have=text)
    weights = share * SHARE_FOR_WEIGHTS / BYTES_PER_WEIGHT / 1e9
    text = f"{share / 1e9:.1f} GB for the GPU: about {weights:.0f} billion weights in 16 bits"
    return _small(text) if share < SMALL_SHARE else Passed(message="enough", have=text)


def _share(host: Host, torch_import: TorchImport) -> int | None:
    if not isinstance(torch_import.recommended_bytes, Unknown):
        return torch_import.recommended_bytes
    for device in known_or(host.metal_devices, ()):
        if not isinstance(device.recommended_bytes, Unknown):
            return device.recommended_bytes
    return None


def _small(text: str) -> Failed:
    return Failed(
        cause="gpu-memory-small",
        message=f"Little memory for the GPU: {text}",
        have=text,
        need="smaller models",
        evidence=(text,),
        fixes=(
            Fix(
                id="use-smaller-models",
                summary="Use smaller or quantised models, and small batches",
                kind="manual",
                steps=(
                    "Choose a model of at most the size named, or a quantised one.",
                    "Lower the batch size, and close programs that use much memory.",
                ),
                risk="safe",
                verify=(("mps-doctor", "check"),),
            ),
        ),
    )
