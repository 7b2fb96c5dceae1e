"""Smoke test: real work on the device, told as facts.

`torch.ones(n, n)` times itself must give n everywhere, but cannot see a transposed or a stale
result: all its entries are alike.
So a product of random matrices is compared with the same product in float64 on the CPU.
Nothing here says what is good enough; that is for the check that reads the facts.

Works with torch 1.12 and later, on `mps`, `cpu`, `cuda` and whatever else torch calls a device.
Standard library only, Python 3.7 syntax.
"""

import time

ONES_SIZE = 1024
"""n of the product of ones: the work that the quick start of any Mac guide shows."""

RANDOM_SIZE = 256
"""n of the random product: many tiles of any kernel.

The published defects of products that depend on size begin at 32,767, which the deep level tries;
with 512, making and comparing the matrices took 2 % of an examination's processor time.
"""

SEED = 20220518
"""Of our own generator (any fixed number does); the program's generators are left alone."""

WARM_RUNS = 5
WARM_SECONDS = 0.005
"""Warm products end after this many runs or seconds, after one at least."""

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
    report = _Report(device, emit, begin)
    try:
        with torch.no_grad(), _FullPrecision(torch):
            _exercise(torch, device, report)
    except Exception as error:
        report.add(
            outcome="raised",
            error_type=type(error).__name__,
            error_message=str(error)[:MESSAGE_CHARACTERS],
        )
    else:
        report.add(outcome="completed")


class _Report:
    """The way to the reader, who merges what comes over what came before."""

    def __init__(self, device, emit, begin):
        self._emit = emit
        self._begin = begin
        self.add(device=device)

    def step(self, name):
        self._begin("smoke." + name, STEP_SECONDS)
        self.add(step=name)

    def add(self, **facts):
        self._emit("smoke", facts)


class _FullPrecision:
    """Keeps float32 products in float32: no TF32 on CUDA, no bfloat16 on the CPU."""

    def __init__(self, torch):
        self._torch = torch
        self._before = None

    def __enter__(self):
        try:
            self._before = self._torch.get_float32_matmul_precision()
        except Exception:
            # From 2.9 on, torch refuses to answer where the program used its newer settings.
            return
        if self._before != "highest":
            self._torch.set_float32_matmul_precision("highest")

    def __exit__(self, *_):
        if self._before not in (None, "highest"):
            self._torch.set_float32_matmul_precision(self._before)


class _OneThread:
    """Keeps work on the CPU in this thread, beside what is measured.

    It is too little to be shared: where others want the processors too, threads that wait for each
    other were seen to make it five times as long.
    """

    def __init__(self, torch):
        self._torch = torch
        self._before = torch.get_num_threads()

    def __enter__(self):
        self._torch.set_num_threads(1)

    def __exit__(self, *_):
        self._torch.set_num_threads(self._before)


def _exercise(torch, device, report):
    report.step("allocate")
    target = torch.device(device)
    ones = torch.ones(ONES_SIZE, ONES_SIZE, dtype=torch.float32, device=target)
    _synchronize(torch, target, ones)
    report.add(size=ONES_SIZE, random_size=RANDOM_SIZE)

    report.step("copy")
    with _OneThread(torch):
        left, right = _random_pair(torch)
        wrong = sum(_wrong_in_copy(torch, target, matrix) for matrix in (left, right))
    report.add(copy_wrong=wrong)

    report.step("multiply-ones")
    product, first = _timed_product(torch, target, ones, ones)
    warm = NOTHING_TO_WARM if target.type == "cpu" else _median(_warm_times(torch, target, ones))
    report.add(first_seconds=first, warm_seconds=warm)
    report.step("read-back")
    with _OneThread(torch):
        report.add(ones_wrong=_count(product.cpu() != float(ONES_SIZE)))
    del ones, product  # the examination is to take no more memory than the user's own program

    report.step("multiply-random")
    product, _ = _timed_product(torch, target, left.to(target), right.to(target))
    report.step("read-back")
    with _OneThread(torch):
        product = product.cpu()
        left, right = left.double(), right.double()
        report.add(**_compare(torch, product, left @ right))


def _random_pair(torch):
    generator = torch.Generator(device="cpu")
    generator.manual_seed(SEED)
    both = torch.randn(
        2, RANDOM_SIZE, RANDOM_SIZE, generator=generator, dtype=torch.float32, device="cpu"
    )
    return both[0], both[1]


def _wrong_in_copy(torch, device, matrix):
    """Return how many entries differ after the way to the device and back."""
    copy = matrix.to(device, copy=True)
    _synchronize(torch, device, copy)
    return _count(copy.to("cpu") != matrix)


def _timed_product(torch, device, left, right):
    start = time.perf_counter()
    product = left @ right
    _synchronize(torch, device, product)
    return product, time.perf_counter() - start


def _warm_times(torch, device, matrix):
    times = []
    while len(times) < WARM_RUNS and sum(times) < WARM_SECONDS:
        _, seconds = _timed_product(torch, device, matrix, matrix)
        times.append(seconds)
    return times


def _median(values):
    # The statistics module would take longer to import than the products take.
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


def _compare(torch, product, reference):
    """Return the facts of the random product, beside what it is in float64."""
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


def _synchronize(torch, device, result):
    """Wait for the device, so that its errors and its time show here."""
    if device.type == "cpu":
        return
    module = getattr(torch, device.type, None)
    if hasattr(module, "synchronize"):
        module.synchronize()
        return
    # torch.mps came with 2.0; before it, only reading a value waits for the work.
    result.reshape(-1)[0].item()
