"""What the deep probes amount to: one word for each, and the matrix of operations and dtypes."""

from collections import Counter
from typing import Literal, TypeAlias

import msgspec

from mps_doctor.facts import Deep, ProbeOutcome, known_or

Standing: TypeAlias = Literal[
    "works", "wrong results", "not implemented", "crashes", "needs newer", "no memory", "not run"
]
"""What a probe shows of its operation; `needs newer` means a newer torch or macOS."""

GPU_FAULTS = (
    "command buffer exited with error status",
    "MPS command buffer execution failed",
    "kIOGPUCommandBufferCallbackError",
)
"""On stderr alone up to torch 2.14, whose results are then garbage.

Source: https://github.com/pytorch/pytorch/issues/193571
"""

_NEEDS_NEWER = (
    "only supported on macos",
    "supported on macos versions",
    "only supported on mps for macos",
    "bfloat16 is not supported on mps",
    "complex types are unsupported on mps",
    "mps complex types are only",
    "conv3d is not supported on mps",
    "convtranspose 3d is not supported on mps",
    "unsupported autocast device_type",
    "doesn't support autocast",
)
"""Parts of torch's refusals that name a version, or that newer versions dropped (small letters).

Source: the texts in the released binaries, torch 1.12 to 2.15.
"""

_NO_MEMORY = ("out of memory", "invalid buffer size", "not enough memory")


def standing_of(result: ProbeOutcome) -> Standing:
    """Return in one word what a probe shows."""
    match result.outcome:
        case "crashed" | "hung" | "exited":
            return "crashes"
        case "absent":
            return "needs newer"
        case "skipped":
            return "not run"
        case "raised":
            return _refusal(result)
        case "compared":
            return "wrong results" if is_wrong(result) else "works"


def is_wrong(result: ProbeOutcome) -> bool:
    """Return whether a probe's results are not what they should be."""
    return bool(
        result.outside
        or result.not_finite
        or result.all_zero
        or result.wrong_shape
        or result.norm_error > result.norm_tolerance
        or gpu_fault(result)
    )


def gpu_fault(result: ProbeOutcome) -> str:
    """Return the line on stderr that tells of a failed GPU command, empty for none."""
    return next((line for line in result.stderr if any(text in line for text in GPU_FAULTS)), "")


def _refusal(result: ProbeOutcome) -> Standing:
    message = result.error_message.lower()
    if any(text in message for text in _NO_MEMORY):
        return "no memory"
    if any(text in message for text in _NEEDS_NEWER):
        return "needs newer"
    return "not implemented"


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """An operation, and what was seen of it in each dtype that was tried."""

    operation: str
    standings: dict[str, Standing]


def matrix_of(deep: Deep) -> tuple[Row, ...]:
    """Return the matrix of operations and dtypes, in the order in which they ran."""
    rows: dict[str, dict[str, Standing]] = {}
    for result in known_or(deep.results, ()):
        rows.setdefault(result.operation, {})[result.dtype] = standing_of(result)
    return tuple(Row(operation=name, standings=row) for name, row in rows.items())


def count_of(deep: Deep) -> dict[Standing, int]:
    """Return how many probes have each standing."""
    return Counter(standing_of(result) for result in known_or(deep.results, ()))
