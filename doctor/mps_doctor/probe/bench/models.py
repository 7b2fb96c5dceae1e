"""Whole networks: ResNet-50, VGG-16 and BERT-base with random weights, training and evaluation.

They are those that Apple measured when MPS was announced (https://pytorch.org/blog/
introducing-accelerated-pytorch-training-on-mac/), with the same batches.
The data are random and lie on the device before the clock starts: nothing is loaded or downloaded.
"""

import gc
from importlib.util import find_spec

from ..device import free_bytes
from .rows.models import MODELS
from .timing import measure, skipped, too_large

IMAGE = 224
TOKENS = 128  # length of BERT's input; Apple does not name its own

CLASSES = 1000
LABELS = 2

LEARNING_RATE = 1e-4  # small, so that the loss stays finite with random labels

MEMORY_SHARE = 0.6  # part of the free memory that a batch may fill, by the estimate below

TRIAL = 2  # batch of the first step, by whose time the batch is chosen

STEPS = 4  # steps that must fit into the time of an item: a warm one and three that count


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
    generator = torch.Generator(device="cpu")
    generator.manual_seed(batch)
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
