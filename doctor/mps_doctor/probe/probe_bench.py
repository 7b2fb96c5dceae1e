"""The bench inside the environment: measures one item of a plan after the other, told as facts.

The parent says what to measure; an item that kills this process is left out of the next one.
An item is `kind:name:detail:device`: `matmul:float32:1024:mps`, `model:bert:train:cpu`.
"""

import time

import probe_bench_system
from probe_gather import ask
from probe_stream import Stream

IMPORT_SECONDS = 120.0
"""Deadline of `import torch` and the first work on the device: a cold disk is slow."""

PATIENCE = 150.0
"""Seconds beyond its share that an item may take: kernels are compiled on first use."""

WEIGHTS = {"matmul": 1.0, "copy": 0.5, "model": 6.0, "control": 1.0}
"""Shares of the time budget: a training step takes longer to become steady than a product."""


class Options:
    """What the parent asked for."""

    def __init__(self, arguments):
        given = dict(zip(arguments[::2], arguments[1::2]))
        self.device = given.get("--device", "mps")
        self.budget = float(given.get("--budget", "60"))
        self.items = [tuple(item.split(":")) for item in given.get("--items", "").split(",")]


def main(arguments, restore):
    """Measure the items and leave the process; `restore` gives torch the user's own path."""
    options = Options(arguments)
    stream = Stream(True)
    stream.hello()
    import faulthandler

    faulthandler.dump_traceback_later(
        options.budget * 4 + IMPORT_SECONDS + PATIENCE, exit=True, file=2
    )
    import probe_bench_models
    import probe_bench_rows

    stream.begin("power", 30.0)
    stream.emit("bench", {"power_before": ask(probe_bench_system.power)})
    restore()
    stream.begin("import torch", IMPORT_SECONDS)
    torch = _import_torch(stream)
    if torch is None or not _works(torch, options.device, stream):
        stream.end()
    stream.begin("packages", IMPORT_SECONDS)
    absent = probe_bench_models.absent_packages([item[1] for item in options.items])
    bench = _Bench(torch, options, stream, absent)
    measures = {
        "control": probe_bench_rows.measure_control,
        "matmul": probe_bench_rows.measure_matmul,
        "copy": probe_bench_rows.measure_copy,
        "model": probe_bench_models.measure_model,
    }
    for number, item in enumerate(options.items):
        bench.measure(item, bench.share(number), measures[item[0]])
    stream.begin("power", 30.0)
    stream.emit("bench", {"power_after": ask(probe_bench_system.power)})
    stream.end()


def _import_torch(stream):
    started = time.perf_counter()
    try:
        import torch
    except BaseException as error:
        stream.emit("bench", {"problem": "torch cannot be imported: %s" % _words(error)})
        return None
    stream.emit(
        "bench",
        {
            "torch": str(torch.__version__),
            "import_seconds": round(time.perf_counter() - started, 3),
            "threads": ask(torch.get_num_threads),
        },
    )
    return torch


def _works(torch, device, stream):
    """Whether the device gives a right result: the speed of wrong ones is worth nothing."""
    stream.begin("first work on %s" % device, IMPORT_SECONDS)
    try:
        ones = torch.ones(64, 64, device=device)
        right = bool(((ones @ ones).cpu() == 64).all())
    except Exception as error:
        stream.emit("bench", {"problem": "%s cannot be used: %s" % (device, _words(error))})
        return False
    if not right:
        stream.emit("bench", {"problem": "%s gives wrong results" % device})
        return False
    stream.emit("bench", probe_bench_system.device_facts(torch, device))
    return True


class _Bench:
    """The run: what is left of the budget, what was learnt on the way."""

    def __init__(self, torch, options, stream, absent):
        self.torch = torch
        self.absent = absent
        self.known = {}
        """Seconds of the sizes already measured: what to expect of the next."""
        self._items = options.items
        self._stream = stream
        self._until = time.monotonic() + options.budget

    def share(self, number):
        """Return the seconds that an item may use: its part of what is left."""
        left = max(0.0, self._until - time.monotonic())
        weights = [self._weight(item) for item in self._items[number:]]
        return left * weights[0] / sum(weights) if weights[0] else 0.0

    def _weight(self, item):
        return 0.0 if item[1] in self.absent else WEIGHTS[item[0]]

    def measure(self, item, seconds, function):
        """Measure one item and write its row, whatever happens."""
        kind, name, detail, device = item
        self._stream.begin(":".join(item), seconds * 4 + PATIENCE)
        row = {"kind": kind, "name": name, "detail": detail, "device": device}
        try:
            if name in self.absent:
                row.update(self.absent[name])
            else:
                row.update(function(self, item, seconds))
        except Exception as error:
            row.update(outcome="raised", reason=_words(error))
        self._stream.emit("bench.row", row)


def _words(error):
    """Return the error's first sentence: torch explains at length."""
    sentence = str(error).strip().split("\n")[0].split(". ")[0]
    return ("%s: %s" % (type(error).__name__, sentence))[:300]
