"""Times work on a device: products of two matrices, and whole networks.

Work is warm, synchronised and repeated; each row has the median, the fastest and the slowest run.
The networks are those that Apple measured when MPS was announced (https://pytorch.org/blog/
introducing-accelerated-pytorch-training-on-mac/), with the same batches and random weights.
The data are random and lie on the device before the clock starts: nothing is loaded or downloaded.
"""

import gc
import time
from importlib.util import find_spec

from ..device import free_bytes, synchronize
from .rows.models import MODELS

BLOCK_SECONDS = 0.02
"""Short work is repeated to this length between two synchronisations: programs queue work too."""

MOST_BLOCKS = 30
LEAST_BLOCKS = 3
MOST_REPEATS = 10000

WARM_SHARE = 0.2
MOST_WARM_SECONDS = 0.5  # processors start slow and speed up within tenths of a second

KNOWN = {}  # type and device to size and seconds of the last product: what to expect of the next

IMAGE = 224
TOKENS = 128  # length of BERT's input; Apple does not name its own

CLASSES = 1000
LABELS = 2

LEARNING_RATE = 1e-4  # small, so that the loss stays finite with random labels

MEMORY_SHARE = 0.5  # part of the free memory that a product or a batch may fill, by estimate

TRIAL = 2  # batch of the first step, by whose time the batch is chosen

STEPS = 4  # steps that must fit into the time of an item: a warm one and three that count


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


def measure_product(torch, item, seconds):
    """Time a product of two n × n matrices."""
    dtype, size = item.name, int(item.detail)
    needed = 3 * size * size * (4 if dtype == "float32" else 2)
    free = free_bytes(torch, item.device)
    if free is not None and needed > free * MEMORY_SHARE:
        return too_large(needed, free)
    known_size, known_seconds = KNOWN.get((dtype, item.device), (size, 0.0))
    expected = known_seconds * (float(size) / known_size) ** 3
    if expected * 2 > seconds:
        words = "the time budget: a product takes about %.1f s, %.1f s are left for it"
        return skipped(words % (expected, seconds))
    generator = torch.Generator(device="cpu").manual_seed(size)
    # Random numbers: matrices of zeros take less power and are faster on some GPUs.
    left = torch.randn(size, size, generator=generator) / size**0.5
    left = left.to(device=item.device, dtype=getattr(torch, dtype))
    right = left.t().contiguous()
    product = left @ right
    row = measure(torch, item.device, lambda: torch.mm(left, right, out=product), seconds)
    KNOWN[(dtype, item.device)] = (size, row["median_seconds"])
    rate = 2.0 * size**3 / row["median_seconds"] / 1e9
    return dict(row, rate=rate, unit="GFLOP/s", finite=bool(torch.isfinite(product).all()))


def absent_packages(names):
    """Return the row of each network whose package is not installed."""
    packages = {name: MODELS[name].package for name in names if name in MODELS}
    return {
        name: dict(skipped("%s is not installed" % package), package=package)
        for name, package in packages.items()
        if find_spec(package) is None
    }


def measure_model(torch, item, seconds):
    """Time steps of a network, with the largest batch that memory and time allow."""
    model = MODELS[item.name]
    per_sample = getattr(model, item.detail)
    fits = model.batch
    free = free_bytes(torch, item.device)
    if free is not None:
        fits = min(fits, int((free * MEMORY_SHARE - model.fixed) / per_sample))
    if fits < 1:
        return too_large((model.fixed + per_sample) / MEMORY_SHARE, free)
    network = _build(torch, item.name).to(item.device)
    try:
        return _measure(torch, network, item, fits, seconds)
    finally:
        del network
        gc.collect()
        module = getattr(torch, item.device, None)
        if hasattr(module, "empty_cache"):
            module.empty_cache()


def _measure(torch, network, item, fits, seconds):
    batch, spent = min(TRIAL, fits), 0.0
    while True:
        step = _step(torch, network, item, batch)
        trial = measure(torch, item.device, step, 0.0)
        # The first step of a batch size also compiles its kernels.
        spent += trial["first_seconds"] + trial["median_seconds"]
        room = (seconds - spent) / STEPS / (trial["median_seconds"] / batch)
        larger = _rounded(min(fits, room))
        if larger < 2 * batch:
            break
        batch = larger
    left = seconds - spent
    row = trial
    if left > trial["median_seconds"]:
        row = measure(torch, item.device, step, left)
    return dict(
        row,
        batch=batch,
        batch_asked=MODELS[item.name].batch,
        rate=batch / row["median_seconds"],
        unit="samples/s",
        finite=bool(torch.isfinite(step()).all()),
    )


def _rounded(number):
    """Return the largest power of two that is not larger, 1 at least."""
    return 1 << (max(1, int(number)).bit_length() - 1)


def _build(torch, name):
    torch.manual_seed(0)
    if name == "bert":
        import transformers

        config = transformers.BertConfig(num_labels=LABELS)
        return transformers.BertForSequenceClassification(config)
    import torchvision

    return getattr(torchvision.models, name)()


def _step(torch, network, item, batch):
    """Return a function that does one step on a batch and returns its loss or its output."""
    is_bert, trains = item.name == "bert", item.detail == "train"
    generator = torch.Generator(device="cpu").manual_seed(batch)
    if is_bert:
        inputs = torch.randint(1000, 20000, (batch, TOKENS), generator=generator)
    else:
        inputs = torch.randn(batch, 3, IMAGE, IMAGE, generator=generator)
    targets = torch.randint(0, LABELS if is_bert else CLASSES, (batch,), generator=generator)
    inputs, targets = inputs.to(item.device), targets.to(item.device)
    network.train(trains)
    optimizer = torch.optim.SGD(network.parameters(), lr=LEARNING_RATE)

    def forward():
        return network(input_ids=inputs).logits if is_bert else network(inputs)

    def evaluate():
        with torch.no_grad():
            return forward()

    def train():
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(forward(), targets)
        loss.backward()
        optimizer.step()
        return loss.detach()

    return train if trains else evaluate
