"""Times work on a device: warm, synchronised, repeated; gives median, fastest and slowest."""

import time

from ..device import synchronize

BLOCK_SECONDS = 0.02
"""Short work is repeated to this length between two synchronisations: programs queue work too."""

MOST_BLOCKS = 30
LEAST_BLOCKS = 3
MOST_REPEATS = 10000

WARM_SHARE = 0.2
MOST_WARM_SECONDS = 0.5  # processors start slow and speed up within tenths of a second


def measure(torch, device, work, seconds):
    """Return the times of one piece of work; `work()` may queue it without waiting."""

    def timed(repeats):
        synchronize(torch, device)
        started = time.perf_counter()
        for _ in range(repeats):
            work()
        synchronize(torch, device)
        return time.perf_counter() - started

    first, once = timed(1), timed(1)
    spent = first + once
    while spent < min(seconds * WARM_SHARE, MOST_WARM_SECONDS):
        once = timed(1)
        spent += once
    repeats = max(1, min(MOST_REPEATS, int(BLOCK_SECONDS / max(once, 1e-9))))
    # Where one run is longer than its time, that one run has to do.
    blocks = [once] if spent >= seconds and repeats == 1 else []
    while len(blocks) < MOST_BLOCKS and not _is_enough(len(blocks), spent / max(seconds, 1e-9)):
        block = timed(repeats)
        spent += block
        blocks.append(block / repeats)
    blocks.sort()
    return {
        "outcome": "measured",
        "first_seconds": first,
        "median_seconds": blocks[len(blocks) // 2],
        "fastest_seconds": blocks[0],
        "slowest_seconds": blocks[-1],
        "samples": len(blocks),
    }


def _is_enough(blocks, part_of_time):
    return (blocks >= LEAST_BLOCKS and part_of_time >= 1) or (blocks > 0 and part_of_time >= 2)


def too_large(needed, free):
    """Return the row of an item that is not measured for want of memory."""
    return skipped(
        "the memory: it needs about %.1f GB, %.1f GB are free" % (needed / 1e9, free / 1e9)
    )


def skipped(reason):
    """Return the row of an item that was not measured."""
    return {"outcome": "skipped", "reason": reason}
