"""Deep probes near the limits of 2^31 and 2^32: sized to free memory, left out where it is short.

The limits are those of Metal and of GPU kernels: `--device cpu` runs each with a part of the size.
A whole reference would take minutes, so that numbers are read back at places around the limits.
"""

from ..probe import Family, normal, seed, size
from .tolerances import EXACT, PRODUCT

probe = Family(EXACT)

GIGABYTE = 2**30
LIMIT = size(2**32 + 4096, 20000)
LONG = 180.0


@probe("large-ones", LIMIT, dtypes=("int8",), memory=5 * GIGABYTE, seconds=LONG)
def _ones(torch, device, count):
    # Ones to the end.
    ones = torch.ones(2, count // 2, dtype=torch.int8, device=device)
    places = (ones[0, :64], ones[0, -64:], ones[1, :64], ones[1, count // 4 :][:64], ones[1, -64:])
    return [(part.cpu(), torch.ones(64, dtype=torch.int8)) for part in places]


@probe("large-copy", LIMIT, seed(), dtypes=("uint8",), memory=10 * GIGABYTE, seconds=LONG)
def _copy(torch, device, count, number):
    # To the device and back, whole.
    pattern = (torch.arange(251) + number % 5).to(torch.uint8)
    host = pattern.repeat(count // 251 + 1)[:count]
    on_device = host.to(device)
    differ = [
        (on_device[start : start + count // 8].cpu() != host[start : start + count // 8]).sum()
        for start in range(0, count - count // 8 + 1, count // 8)
    ]
    ends = (on_device[-99:].cpu(), host[-99:])
    return (torch.stack(differ), torch.zeros(len(differ), dtype=torch.int64)), ends


@probe("large-view-copy", LIMIT, seed(), dtypes=("uint8",), memory=5 * GIGABYTE, seconds=LONG)
def _view_copy(torch, device, count, number):
    # Writing into views that start beyond 2^31 and near 2^32 entries must change nothing else.
    big = torch.full((count,), number % 100, dtype=torch.uint8, device=device)
    news = (torch.arange(100) + number % 7 + 101).to(torch.uint8)
    pairs = []
    for start in (count // 2 + 5, count - 100):
        big[start : start + 100].copy_(news.to(device))
        pairs.append((big[start : start + 100].cpu(), news))
    untouched = torch.full((100,), number % 100, dtype=torch.uint8)
    places = (0, 5, 3996, count // 2 - 200)
    return pairs + [(big[start : start + 100].cpu(), untouched) for start in places]


@probe(
    "large-sum",
    size(2**31 + 4096, 20000),
    dtypes=("int8",),
    memory=9 * GIGABYTE,
    seconds=LONG,
)
def _sum(torch, device, count):
    big = torch.ones(count, dtype=torch.int8, device=device)
    big[-7:] = 5
    changed = big + 2
    wrong = (changed[:-7] != 3).any()
    ends = torch.tensor([3, 3, 7, 7, 7, 7, 7, 7, 7], dtype=torch.int8)
    return (wrong, False), (changed[-9:].cpu(), ends)


@probe(
    "large-linear",
    *(size(50304, 60), normal(9, 1024, 1), normal(50304, 1)),
    tolerance=PRODUCT,
    memory=3 * GIGABYTE,
    seconds=LONG,
)
def _linear(torch, device, rows, x, weight):
    # The result takes 1.8 GB.
    result = torch.nn.functional.linear(x.to(device), weight[:rows].to(device))
    places = (0, 1, 511, 1023)
    return [
        (result[batch, row].cpu(), x[batch, row].double() * weight[:rows, 0].double())
        for batch in (0, 4, 8)
        for row in places
    ]


@probe("large-layer", normal(2, 20736, 40), normal(320, 40), normal(320), tolerance=PRODUCT)
def _layer(torch, device, x, weight, bias):
    # An image's worth of rows, as diffusion models have it.
    result = torch.nn.functional.linear(x.to(device), weight.to(device), bias.to(device)).cpu()
    rows = torch.arange(0, 20736, 97)
    exact = torch.nn.functional.linear(x[:, rows].double(), weight.double(), bias.double())
    return result[:, rows], exact


@probe(
    "large-bmm",
    *(size(65537, 30), normal(1, 256, 8), normal(1, 8, 256)),
    dtypes=("float16",),
    tolerance=PRODUCT,
    memory=10 * GIGABYTE,
    seconds=LONG,
)
def _bmm(torch, device, batches, left, right):
    # More than 2^32 entries in the result.
    factors = ((torch.arange(batches) % 3) + 1).to(left.dtype).view(-1, 1, 1)
    many = (left * factors).to(device)
    result = torch.bmm(many, right.to(device).expand(batches, -1, -1))
    exact = left[0].double() @ right[0].double()
    return [
        (result[place].cpu(), exact * (place % 3 + 1))
        for place in (0, batches // 2, batches - 2, batches - 1)
    ]
