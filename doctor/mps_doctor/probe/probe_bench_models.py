"""Whole networks: ResNet-50, VGG-16 and BERT-base with random weights, training and evaluation.

They are those that Apple measured when MPS was announced (https://pytorch.org/blog/
introducing-accelerated-pytorch-training-on-mac/), with the same batches.
The data are random and lie on the device before the clock starts: nothing is loaded or downloaded.
"""

import gc

import probe_bench_system
from probe_bench_timing import measure, skipped, synchronizer

IMAGE = 224
TOKENS = 128
"""Length of BERT's input; Apple does not name its own."""

CLASSES = 1000
LABELS = 2

LEARNING_RATE = 1e-4
"""Small: random labels teach nothing, and the loss is to stay finite."""

MEMORY_SHARE = 0.6
"""Part of the free memory that a batch may fill, by the estimate below."""

TRIAL = 2
"""Batch of the first step, by whose time the batch is chosen."""

STEPS = 4
"""Steps that must fit into the time of an item: a warm one and three that count."""


class Model:
    """What is known of a network before it is built."""

    def __init__(self, package, batch, fixed, train, evaluate):
        self.package = package
        self.batch = batch
        self.fixed = fixed
        self.per_sample = {"train": train, "eval": evaluate}


MODELS = {
    "resnet50": Model("torchvision", 128, 400e6, 90e6, 25e6),
    "vgg16": Model("torchvision", 64, 1300e6, 80e6, 55e6),
    "bert": Model("transformers", 64, 1000e6, 85e6, 10e6),
}
"""Memory in bytes: of weights and gradients, and for each sample in training and evaluation.

Rounded up from what torch 2.11 allocated for batches of 8 and 24 on an NVIDIA GPU: 85, 75 and 81 MB
for each sample in training, 11, 52 and 4 MB in evaluation.
"""


def absent_packages(names):
    """Return the row of each network whose package is not installed."""
    from importlib.util import find_spec

    absent = {}
    for name in names:
        if name in MODELS and name not in absent:
            package = MODELS[name].package
            if find_spec(package) is None:
                absent[name] = dict(skipped("%s is not installed" % package), package=package)
    return absent


def measure_model(bench, item, seconds):
    """Time steps of a network, with the largest batch that memory and time allow."""
    _, name, mode, device = item
    torch = bench.torch
    model = MODELS[name]
    free = probe_bench_system.free_bytes(torch, device)
    fits = model.batch if free is None else _fitting(model, mode, free * MEMORY_SHARE)
    if fits < 1:
        needed = (model.fixed + model.per_sample[mode]) / MEMORY_SHARE
        return skipped(
            "the memory: it needs about %.1f GB, %.1f GB are free" % (needed / 1e9, free / 1e9)
        )
    network = _build(torch, name).to(device)
    try:
        return _measure(torch, network, item, fits, seconds)
    finally:
        del network
        _release(torch, device)


def _fitting(model, mode, allowed):
    return min(model.batch, int((allowed - model.fixed) / model.per_sample[mode]))


def _measure(torch, network, item, fits, seconds):
    _, name, mode, device = item
    asked = MODELS[name].batch
    synchronize = synchronizer(torch, device)
    batch, limit, spent = min(TRIAL, fits), "", 0.0
    while True:
        try:
            step = _step(torch, network, name, mode, device, batch)
            trial = measure(step, synchronize, 0.0)
        except Exception as error:
            if "out of memory" not in str(error) or batch == 1:
                raise
            _release(torch, device)
            fits, limit = batch // 2, "memory"
            batch = fits
            continue
        # The first step of a batch size also compiles its kernels.
        spent += trial["first_seconds"] + trial["median_seconds"]
        room = (seconds - spent) / STEPS / (trial["median_seconds"] / batch)
        larger = _rounded(min(fits, room))
        if larger < 2 * batch:
            break
        batch = larger
    left = seconds - spent
    row = measure(step, synchronize, left) if left > trial["median_seconds"] else trial
    row["batch"] = batch
    row["batch_asked"] = asked
    if batch < asked:
        row["batch_limit"] = limit or ("memory" if batch >= _rounded(fits) else "time")
    row["rate"] = batch / row["median_seconds"]
    row["unit"] = "samples/s"
    row["finite"] = bool(torch.isfinite(step()).all())
    return row


def _rounded(number):
    """Return the largest power of two that is not larger."""
    power = 1
    while power * 2 <= number:
        power *= 2
    return power


def _build(torch, name):
    torch.manual_seed(0)
    if name == "bert":
        import transformers

        config = transformers.BertConfig(num_labels=LABELS)
        return transformers.BertForSequenceClassification(config)
    import torchvision

    return getattr(torchvision.models, name)()


def _step(torch, network, name, mode, device, batch):
    """Return a function that does one step on a batch and returns its loss or its output."""
    inputs, targets = _data(torch, name, device, batch)
    forward = (lambda: network(input_ids=inputs).logits) if name == "bert" else None
    forward = forward or (lambda: network(inputs))
    if mode == "eval":
        network.eval()

        def evaluate():
            with torch.no_grad():
                return forward()

        return evaluate
    network.train()
    optimizer = torch.optim.SGD(network.parameters(), lr=LEARNING_RATE)

    def train():
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(forward(), targets)
        loss.backward()
        optimizer.step()
        return loss.detach()

    return train


def _data(torch, name, device, batch):
    generator = torch.Generator(device="cpu")
    generator.manual_seed(batch)
    if name == "bert":
        inputs = torch.randint(1000, 20000, (batch, TOKENS), generator=generator)
    else:
        inputs = torch.randn(batch, 3, IMAGE, IMAGE, generator=generator)
    labels = LABELS if name == "bert" else CLASSES
    targets = torch.randint(0, labels, (batch,), generator=generator)
    return inputs.to(device), targets.to(device)


def _release(torch, device):
    gc.collect()
    module = getattr(torch, device, None)
    if hasattr(module, "empty_cache"):
        module.empty_cache()
