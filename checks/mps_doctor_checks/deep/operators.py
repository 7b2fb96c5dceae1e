"""What the checks of operators share."""

from mps_doctor.fixes import DOCTOR, by_hand
from mps_doctor.judgement.checking import Fix

DEEP = (DOCTOR, "--level", "deep")
"""The examination that proves a fix of this family."""


def run_on_cpu() -> Fix:
    """Return the fix that lets operators without an MPS kernel run on the CPU."""
    return by_hand(
        "enable-fallback",
        "Let operators that MPS lacks run on the CPU",
        "Set PYTORCH_ENABLE_MPS_FALLBACK=1 before the program starts",
        "Setting it after `import torch` does nothing",
        verify=DEEP,
    )
