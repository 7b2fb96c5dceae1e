"""The bench inside the environment: measures the items of a plan, one after the other.

The parent chooses the items, and leaves out one that killed an earlier process.
An item is `kind:name:detail:device`: `matmul:float32:1024:mps`, `model:bert:train:cpu`.
"""

import time
from collections import namedtuple

from ..stream import Stream, watch
from ..torch_import import import_torch
from . import measures

IMPORT_SECONDS = 120.0
"""Deadline of `import torch` and the first work on the device: a cold disk is slow."""

PATIENCE = 150.0
"""Seconds beyond its share that an item may take: kernels are compiled on first use."""

WEIGHTS = {"matmul": 1.0, "model": 6.0}
"""Shares of the time budget: a training step takes longer to become steady than a product."""

MEASURES = {"matmul": measures.measure_product, "model": measures.measure_model}
"""Kind to the function that measures it."""

Item = namedtuple("Item", ("kind", "name", "detail", "device"))


def main(arguments, import_path):
    """Measure the items that the arguments name, and leave the process."""
    given = dict(zip(arguments[1::2], arguments[2::2]))
    budget = float(given["--budget"])
    items = [Item(*text.split(":")) for text in given["--items"].split(",")]
    stream = Stream()
    stream.hello()
    watch(budget * 4 + IMPORT_SECONDS + PATIENCE)
    import_path.restore()
    stream.begin("import torch", IMPORT_SECONDS)
    torch = import_torch(lambda _, facts: stream.emit("bench", _import_facts(facts)))
    if torch is not None:
        stream.begin("first work on %s" % given["--device"], IMPORT_SECONDS)
        problem = _problem_of(torch, given["--device"])
        stream.emit("bench", {"problem": problem})
        if not problem:
            _measure_all(torch, items, budget, stream)
    stream.end()


def _import_facts(facts):
    if facts["outcome"] != "imported":
        said = _sentence(facts["error_type"], facts["error_message"])
        return {"problem": "torch cannot be imported: %s" % said}
    return {"torch": facts["version"]}


def _problem_of(torch, device):
    """Return why a device cannot be measured, empty if it can: wrong results have no speed."""
    try:
        ones = torch.ones(64, 64, device=device)
        right = bool(((ones @ ones).cpu() == 64).all())
    except Exception as error:
        said = _sentence(type(error).__name__, str(error))
        return "%s cannot be used: %s" % (device, said)
    return "" if right else "%s gives wrong results" % device


def _measure_all(torch, items, budget, stream):
    """Measure each item in its share of the time, and write its row, whatever happens."""
    stream.begin("packages", IMPORT_SECONDS)
    absent = measures.absent_packages({item.name for item in items})
    until = time.monotonic() + budget
    weights = [0.0 if item.name in absent else WEIGHTS[item.kind] for item in items]
    for number, item in enumerate(items):
        left = max(0.0, until - time.monotonic())
        seconds = left * weights[number] / (sum(weights[number:]) or 1.0)
        stream.begin(":".join(item), seconds * 4 + PATIENCE)
        row = dict(item._asdict(), **absent.get(item.name, {}))
        if item.name not in absent:
            try:
                row.update(MEASURES[item.kind](torch, item, seconds))
            except Exception as error:
                said = _sentence(type(error).__name__, str(error))
                row.update(outcome="raised", reason=said)
        stream.emit("bench.row", row)


def _sentence(error_type, message):
    """Return an error with its first sentence: torch explains at length."""
    sentence = message.strip().split("\n")[0].split(". ")[0]
    return ("%s: %s" % (error_type, sentence))[:300]
