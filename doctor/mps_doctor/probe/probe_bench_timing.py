"""Times work on a device: warm, synchronised, many times, told as median, fastest and slowest."""

import time

BLOCK_SECONDS = 0.02
"""Short work is repeated to this length between two synchronisations: programs queue work too."""

MOST_BLOCKS = 30
LEAST_BLOCKS = 3
MOST_REPEATS = 10000

WARM_SHARE = 0.2
MOST_WARM_SECONDS = 0.5
"""Processors start slow and speed up within tenths of a second."""


def synchronizer(torch, device):
    """Return the function that waits until all work on a device is done."""
    if device == "cpu":
        return _nothing
    module = getattr(torch, device, None)
    if hasattr(module, "synchronize"):
        return module.synchronize
    # torch.mps came with 2.0; before it, only reading a value waits for the work.
    tensor = torch.ones(1, device=device)
    return lambda: (tensor + 1).item()


def _nothing():
    pass


def measure(work, synchronize, seconds):
    """Return the times of one piece of work; `work()` may queue it without waiting."""
    first = _time(work, synchronize, 1)
    spent = first
    warm_until = min(seconds * WARM_SHARE, MOST_WARM_SECONDS)
    once = _time(work, synchronize, 1)
    spent += once
    while spent < warm_until:
        once = _time(work, synchronize, 1)
        spent += once
    repeats = max(1, min(MOST_REPEATS, int(BLOCK_SECONDS / max(once, 1e-9))))
    # Where one run is longer than its time, that one run has to do.
    blocks = [once] if spent >= seconds and repeats == 1 else []
    while len(blocks) < MOST_BLOCKS:
        if spent >= seconds and len(blocks) >= LEAST_BLOCKS:
            break
        if spent >= seconds * 2 and blocks:
            break
        block = _time(work, synchronize, repeats)
        spent += block
        blocks.append(block / repeats)
    ordered = sorted(blocks)
    return {
        "outcome": "measured",
        "first_seconds": first,
        "median_seconds": ordered[len(ordered) // 2],
        "fastest_seconds": ordered[0],
        "slowest_seconds": ordered[-1],
        "samples": len(ordered),
        "repeats": repeats,
    }


def _time(work, synchronize, repeats):
    synchronize()
    started = time.perf_counter()
    for _ in range(repeats):
        work()
    synchronize()
    return time.perf_counter() - started


def skipped(reason):
    """Return the row of an item that was not measured."""
    return {"outcome": "skipped", "reason": reason}
