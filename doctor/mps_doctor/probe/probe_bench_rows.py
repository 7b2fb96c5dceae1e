"""Products of matrices and copies: what the device can do at most, by size and type."""

import probe_bench_system
from probe_bench_timing import measure, skipped, synchronizer

CONTROL_SIZE = 1024
"""n of the product that is timed first and last: if it took longer at the end, the device slowed
down meanwhile."""

CONTROL_SECONDS = 0.5

MOST_MEMORY = 0.5
"""Part of the free memory that a product or a copy may take."""


def measure_control(bench, item, seconds):
    """Time the product that is compared with itself at the end of the run."""
    del seconds  # at the end of the budget, too, it must have time to warm up
    return _product(bench.torch, "float32", CONTROL_SIZE, item[3], CONTROL_SECONDS)


def measure_matmul(bench, item, seconds):
    """Time a product of two n × n matrices."""
    _, dtype, size, device = item
    number = int(size)
    needed = 3 * number * number * (4 if dtype == "float32" else 2)
    problem = _too_large(bench.torch, device, needed)
    if problem:
        return skipped(problem)
    before = bench.known.get((dtype, device))
    if before is not None:
        expected = before[1] * (float(number) / before[0]) ** 3
        if expected * 2 > seconds:
            return skipped(
                "the time budget: a product takes about %.1f s, %.1f s are left for it"
                % (expected, seconds)
            )
    row = _product(bench.torch, dtype, number, device, seconds)
    bench.known[(dtype, device)] = (number, row["median_seconds"])
    return row


def _product(torch, dtype, size, device, seconds):
    generator = torch.Generator(device="cpu")
    generator.manual_seed(size)
    # Random numbers: matrices of zeros take less power and are faster on some GPUs.
    left = torch.randn(size, size, generator=generator) / size**0.5
    left = left.to(device=device, dtype=getattr(torch, dtype))
    right = left.t().contiguous()
    product = left @ right

    def multiply():
        torch.mm(left, right, out=product)

    row = measure(multiply, synchronizer(torch, device), seconds)
    row["rate"] = 2.0 * size**3 / row["median_seconds"] / 1e9
    row["unit"] = "GFLOP/s"
    row["finite"] = bool(torch.isfinite(product).all())
    return row


def measure_copy(bench, item, seconds):
    """Time a copy of so many bytes: to the device, from it, or on it."""
    torch = bench.torch
    _, direction, size, device = item
    count = int(size) // 4
    problem = _too_large(torch, device, 2 * int(size))
    if problem:
        return skipped(problem)
    source_device = "cpu" if direction == "to-device" else device
    target_device = "cpu" if direction == "from-device" else device
    source = torch.full((count,), 1.5, dtype=torch.float32, device=source_device)
    target = torch.empty(count, dtype=torch.float32, device=target_device)
    row = measure(lambda: target.copy_(source), synchronizer(torch, device), seconds)
    # A copy on the device reads and writes the same memory.
    moved = int(size) * (2 if direction == "on-device" else 1)
    row["rate"] = moved / row["median_seconds"] / 1e9
    row["unit"] = "GB/s"
    row["finite"] = bool((target == 1.5).all())
    return row


def _too_large(torch, device, needed):
    free = probe_bench_system.free_bytes(torch, device)
    if free is None or needed <= free * MOST_MEMORY:
        return ""
    return "the memory: it needs %.1f GB, %.1f GB are free" % (needed / 1e9, free / 1e9)
