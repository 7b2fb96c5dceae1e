"""Products of two matrices: what the device can do at most, by size and type."""

from ..device import free_bytes
from .timing import measure, skipped, too_large

MOST_MEMORY = 0.5  # part of the free memory that a product may take

KNOWN = {}  # type and device to size and seconds of the last product: what to expect of the next


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
    generator = torch.Generator(device="cpu")
    generator.manual_seed(size)
    # Random numbers: matrices of zeros take less power and are faster on some GPUs.
    left = torch.randn(size, size, generator=generator) / size**0.5
    left = left.to(device=item.device, dtype=getattr(torch, dtype))
    right = left.t().contiguous()
    product = left @ right
    row = measure(torch, item.device, lambda: torch.mm(left, right, out=product), seconds)
    KNOWN[(dtype, item.device)] = (size, row["median_seconds"])
    rate = 2.0 * size**3 / row["median_seconds"] / 1e9
    return dict(row, rate=rate, unit="GFLOP/s", finite=bool(torch.isfinite(product).all()))
