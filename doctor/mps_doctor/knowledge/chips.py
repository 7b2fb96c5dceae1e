"""Apple's chips: how fast their memory is said to be and what their GPU can compute at most.

These are published figures, not measurements: what a program reaches is below them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

DATA = Path(__file__).with_name("chips.json")

UNNAMED = "Apple processor"


class ChipLimits(msgspec.Struct, frozen=True, kw_only=True):
    """The published limits of a chip; what nobody published is 0."""

    chip: str
    """As `sysctl machdep.cpu.brand_string` names it: "Apple M2 Pro"."""
    gpu_cores: int
    """The limits hold for this number of GPU cores; 0 for any that no other row names."""
    bandwidth_gb_s: float
    bandwidth_source: str
    fp32_tflop_s: float = 0.0
    fp16_tflop_s: float = 0.0
    peak_source: str = ""


class _Data(msgspec.Struct, frozen=True, kw_only=True):
    read: str
    note: str
    rows: tuple[ChipLimits, ...]


@cache
def all_chips() -> tuple[ChipLimits, ...]:
    """Return every chip that is known, once for each number of GPU cores that matters."""
    return msgspec.json.decode(DATA.read_bytes(), type=_Data).rows


def limits_of(chip: str, gpu_cores: int = 0) -> ChipLimits | None:
    """Return the limits of a chip; None where they depend on GPU cores that are not known."""
    rows = {row.gpu_cores: row for row in all_chips() if row.chip == chip.strip()}
    return rows.get(gpu_cores) or rows.get(0)


def is_same_chip(one: str, other: str) -> bool:
    """Return whether two brand strings can be of one chip.

    macOS 11 and 12 may say "Apple processor" of any chip of Apple's.
    Source: `bsd/dev/arm64/sysctl.c` of xnu-7195 and xnu-8019
    """
    unnamed = UNNAMED in (one, other) and one.startswith("Apple") and other.startswith("Apple")
    return one == other or unnamed
