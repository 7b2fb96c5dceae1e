"""The published limits of Apple's chips: what a program reaches is below them."""

from mps_doctor.knowledge.rows.chips import CHIPS as CHIPS
from mps_doctor.knowledge.rows.chips import ChipLimits as ChipLimits

UNNAMED = "Apple processor"
"""What macOS 11 and 12 may call any chip of Apple's.

Source: `bsd/dev/arm64/sysctl.c` of xnu-7195 and xnu-8019
"""


def limits_of(chip: str, gpu_cores: int = 0) -> ChipLimits | None:
    """Return the limits of a chip; None where they depend on GPU cores that are not known."""
    rows = {row.gpu_cores: row for row in CHIPS if row.chip == chip.strip()}
    return rows.get(gpu_cores) or rows.get(0)


def is_same_chip(one: str, other: str) -> bool:
    """Return whether two brand strings can be of one chip."""
    unnamed = UNNAMED in (one, other) and one.startswith("Apple") and other.startswith("Apple")
    return one == other or unnamed
