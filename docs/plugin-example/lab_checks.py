"""Checks of our lab."""

from mps_doctor import Failed, Fix, Outcome, Passed, check, known
from mps_doctor.facts import Host

NEEDED = 16 * 2**30
"""Bytes: our smallest model with its optimiser needs 11 GB on the GPU."""


@check(
    "lab-memory",
    title="This Mac has the memory that our models need",
    family="host",
    causes=("lab:too-little-memory",),
    requires=("host-system",),
)
def lab_memory(host: Host) -> Outcome:
    """Our models need a Mac with at least 16 GB.

    ## Why it matters
    The GPU shares the memory of the Mac and gets about two thirds of it.
    With less than 16 GB the first training step ends in an out-of-memory error.

    ## Fix
    Use one of the shared Mac Studios.

    ## References
    - https://wiki.example.org/gpu-rooms
    """
    have = known(host.memory_bytes)
    if have >= NEEDED:
        return Passed(message="enough for our models", have=f"{have >> 30} GB")
    return Failed(
        cause="lab:too-little-memory",
        severity="warning",
        message=f"{have >> 30} GB of memory; our models need 16 GB",
        have=f"{have >> 30} GB",
        need="16 GB",
        evidence=(f"host.memory_bytes: {have}",),
        fixes=(
            Fix(
                id="lab-use-a-studio",
                kind="manual",
                summary="Use one of the shared Mac Studios",
                steps=("Book one on the wiki page of the GPU rooms.",),
                risk="safe",
                verify=(("mps-doctor", "check"),),
            ),
        ),
    )
