"""Products of matrices and copies: what the device can do at most, by size and type."""

from ..device import free_bytes
from .timing import measure, skipped, too_large

CONTROL_SIZE = 1024
"""n of the product that is timed first and last: if it took longer at the end, the device slowed
down meanwhile."""

CONTROL_SECONDS = 0.5

MOST_MEMORY = 0.5  # part of the free memory that a product or a copy may take

KNOWN = {}  # type and device to size and seconds of the last product: what to expect of the next


def measure_control(torch, item, seconds):
    """Time the product that is compared with itself at the end of the run."""
    del seconds  # at the end of the budget, too, it must have time to warm up
    return _product(torch, "float32", CONTROL_SIZE, item.device, CONTROL_SECONDS)


def measure_product(torch, item, seconds):
    """Time a product of two n × n matrices."""
    dtype, size = item.name, int(item.detail)
    needed = 3 * size * size * (4 if dtype == "float32" else 2)
    free = free_bytes(torch, item.device)
    if free is not None and needed > free * MOST_MEMORY:
        return too_large(needed, free)
    known_size, known_seconds = KNOWN.get((dtype, item.device), (size, 0.0))
    expected = known_seconds * (float(size) / known_size) ** 3
    if expected * 2 > seconds:
        words = "the time budget: a product takes about %.1f s, %.1f s are left for it"
        return skipped(words % (expected, seconds))
    row = _product(torch, dtype, size, item.device, seconds)
    KNOWN[(dtype, item.device)] = (size, row["median_seconds"])
    return row


def _product(torch, dtype, size, device, seconds):
    generator = torch.Generator(device="cpu")
    generator.manual_seed(size)
    # Random numbers: matrices of zeros take less power and are faster on some GPUs.
    left = torch.randn(size, size, generator=generator) / size**0.5
    left = left.to(device=device, dtype=getattr(torch, dtype))
    right = left.t().contiguous()
    product = left @ right
    row = measure(torch, device, lambda: torch.mm(left, right, out=product), seconds)
    rate = 2.0 * size**3 / row["median_seconds"] / 1e9
    return dict(row, rate=rate, unit="GFLOP/s", finite=bool(torch.isfinite(product).all()))


def measure_copy(torch, item, seconds):
    """Time a copy of so many bytes: to the device, from it, or on it."""
    direction, size, device = item.name, int(item.detail), item.device
    free = free_bytes(torch, device)
    if free is not None and 2 * size > free * MOST_MEMORY:
        return too_large(2 * size, free)
    count = size // 4
    source_device = "cpu" if direction == "to-device" else device
    target_device = "cpu" if direction == "from-device" else device
    source = torch.full((count,), 1.5, dtype=torch.float32, device=source_device)
    target = torch.empty(count, dtype=torch.float32, device=target_device)
    row = measure(torch, device, lambda: target.copy_(source), seconds)
    # A copy on the device reads and writes the same memory.
    moved = size * (2 if direction == "on-device" else 1)
    rate = moved / row["median_seconds"] / 1e9
    return dict(row, rate=rate, unit="GB/s", finite=bool((target == 1.5).all()))
