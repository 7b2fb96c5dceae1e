"""Section `smoke`: real work on the device, compared with the CPU.

`torch.ones(n, n)` times itself must give n everywhere, but cannot see a transposed or a stale
result: all its entries are alike.
So a product of random matrices is compared with the same product in float64 on the CPU.
Nothing here says what is good enough; that is for the check that reads the facts.

Works with torch 1.12 and later, on `mps`, `cpu`, `cuda` and whatever else torch calls a device.
"""

import time
from contextlib import contextmanager

from .device import synchronize

ONES_SIZE = 1024  # n of the product of ones: the work that the quick start of any Mac guide shows

RANDOM_SIZE = 256
"""n of the random product: many tiles of any kernel.

The published defects of products that depend on size begin at 32,767, which the deep level tries;
with 512, making and comparing the matrices took 2 % of an examination's processor time.
"""

SEED = 20220518
"""Seed of our own generator: any number will do; torch's global generators stay untouched."""

WARM_RUNS = 5
WARM_SECONDS = 0.005  # warm products end after this many runs or seconds, after one at least

NOTHING_TO_WARM = {"unknown": "the CPU compiles no kernels: its first product is as good"}

STEP_SECONDS = 60.0
"""Deadline asked for a step: the first kernel of each kind is compiled by the system, and that has
been seen to take tens of seconds; a healthy step takes well under one."""

MESSAGE_CHARACTERS = 4000
"""Of an error message: with TORCH_SHOW_CPP_STACKTRACES=1 it holds a whole stack."""


def run(torch, device, emit, begin):
    """Run the smoke test on `device`, and report what happened.

    `begin(step, seconds)` announces each step that could crash or hang: `smoke.allocate`,
    `smoke.copy`, `smoke.multiply-ones`, `smoke.multiply-random`, `smoke.read-back` (twice: after
    each product).
    `emit("smoke", facts)` gets facts as soon as they are known, so that a crash keeps them.
    An exception becomes the outcome `raised`; a crash or a hang is for the parent to see.
    """

    def tell(**facts):
        emit("smoke", facts)

    def step(name):
        begin("smoke." + name, STEP_SECONDS)
        tell(step=name)

    tell(device=device)
    try:
        with torch.no_grad(), full_precision(torch):
            _exercise(torch, device, step, tell)
    except Exception as error:
        message = str(error)[:MESSAGE_CHARACTERS]
        tell(outcome="raised", error_type=type(error).__name__, error_message=message)
    else:
        tell(outcome="completed")


def _exercise(torch, device, step, tell):
    step("allocate")
    target = torch.device(device)
    ones = torch.ones(ONES_SIZE, ONES_SIZE, dtype=torch.float32, device=target)
    synchronize(torch, target.type)
    tell(size=ONES_SIZE)

    step("copy")
    left, right = _random_pair(torch)
    wrong = sum(_wrong_in_copy(torch, target, matrix) for matrix in (left, right))
    tell(copy_wrong=wrong)

    step("multiply-ones")
    product, first = _timed_product(torch, target, ones, ones)
    warm = NOTHING_TO_WARM if target.type == "cpu" else _warm_seconds(torch, target, ones)
    tell(first_seconds=first, warm_seconds=warm)
    step("read-back")
    tell(ones_wrong=_count(product.cpu() != float(ONES_SIZE)))
    del ones, product  # free it first: the test should need no more memory than a small program

    step("multiply-random")
    product, _ = _timed_product(torch, target, left.to(target), right.to(target))
    step("read-back")
    tell(**_compare(torch, product.cpu(), left.double() @ right.double()))


@contextmanager
def full_precision(torch):
    """Keep float32 products in float32: no TF32 on CUDA, no bfloat16 on the CPU."""
    try:
        before = torch.get_float32_matmul_precision()
        if before != "highest":
            torch.set_float32_matmul_precision("highest")
    except Exception:
        # torch 1.11 lacks it, and 2.9 and later refuse where the program used its newer settings.
        before = "highest"
    try:
        yield
    finally:
        if before != "highest":
            torch.set_float32_matmul_precision(before)


def _random_pair(torch):
    generator = torch.Generator(device="cpu").manual_seed(SEED)
    size = (2, RANDOM_SIZE, RANDOM_SIZE)
    return torch.randn(size, generator=generator, dtype=torch.float32, device="cpu")


def _wrong_in_copy(torch, device, matrix):
    """Return how many entries differ after the way to the device and back."""
    copy = matrix.to(device, copy=True)
    synchronize(torch, device.type)
    return _count(copy.to("cpu") != matrix)


def _timed_product(torch, device, left, right):
    start = time.perf_counter()
    product = left @ right
    synchronize(torch, device.type)
    return product, time.perf_counter() - start


def _warm_seconds(torch, device, matrix):
    """Return the median of warm products."""
    times = []
    while len(times) < WARM_RUNS and sum(times) < WARM_SECONDS:
        times.append(_timed_product(torch, device, matrix, matrix)[1])
    return sorted(times)[len(times) // 2]


def _compare(torch, product, reference):
    """Return facts about the product of random matrices, compared with float64."""
    not_finite = _count(torch.isfinite(product).logical_not())
    facts = {"not_finite": not_finite, "zeros": _count(product == 0)}
    if not_finite:
        facts["relative_error"] = {"unknown": "the product is not finite"}
        return facts
    difference = product.double().sub_(reference)
    facts["relative_error"] = _square_sum(difference) ** 0.5 / _square_sum(reference) ** 0.5
    return facts


def _square_sum(matrix):
    values = matrix.reshape(-1)
    return float(values.dot(values))


def _count(mask):
    # Several times faster than `mask.sum()`, which adds in int64.
    return int(mask.count_nonzero())
