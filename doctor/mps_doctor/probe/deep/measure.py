"""Runs one deep probe and measures how far its results are from what they should be.

A probe is run in two rounds with different inputs, so that a result left over from the first shows
in the second.
Before each round, memory of the sizes that the results will have is filled with a pattern and given
back, so that a result that is never written shows as that pattern.
"""

import time
import warnings
import zlib

from ..device import free_bytes, release, synchronize
from .probe import CPU_PART, Source

ROUNDS = 2
PATTERN = 255  # the byte of unwritten memory: NaN as a number of any precision, -1 as an integer
POISON_LIMIT = 1 << 26  # larger results are not prepared for: it would take longer than the probe
MESSAGE_CHARACTERS = 2000


class Attempt:
    """What became of a call: its `result` or the `error` it raised, and the texts it warned with.

    An end of the process is the only thing that it does not survive.
    """

    def __init__(self, function, *arguments):
        self.result = None
        self.error = None
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            try:
                self.result = function(*arguments)
            except (Exception, SystemExit) as error:
                self.error = error
        self.warnings = [str(item.message) for item in warned]

    def error_facts(self):
        """Return the facts of the error."""
        return {
            "outcome": "raised",
            "error_type": type(self.error).__name__,
            "error_message": str(self.error)[:MESSAGE_CHARACTERS],
        }


class Skip(Exception):  # noqa: N818  # no error: a reason
    """Why a probe cannot run here; `outcome` is `absent` when this torch lacks what it needs."""

    def __init__(self, reason, outcome="skipped"):
        super().__init__(reason)
        self.outcome = outcome


def outcome(torch, device, probe):
    """Run one probe and return its facts, whatever happens short of the end of the process."""
    facts = {"operation": probe.operation, "dtype": probe.dtype, "device": device}
    attempt = Attempt(measure, torch, device, probe)
    if attempt.error is None:
        facts.update(attempt.result, outcome="compared")
    elif isinstance(attempt.error, Skip):
        facts.update(outcome=attempt.error.outcome, reason=str(attempt.error))
    else:
        facts.update(attempt.error_facts())
    return facts


def measure(torch, device, probe):
    """Run a probe and return its facts; raises Skip, and whatever torch raises."""
    check_needs(torch, device, probe)
    comparison = Comparison(torch, probe.tolerance)
    sizes = []
    started = time.perf_counter()
    for number in range(ROUNDS):
        source = Source(torch, zlib.crc32(probe.id.encode()) + number, probe.dtype, device)
        inputs = [draw(source) for draw in probe.inputs]
        fill_freed_memory(torch, device, sizes)
        pairs = _pairs(torch, device, probe, inputs)
        sizes = [measured.numel() * measured.element_size() for measured, _ in pairs]
        for measured, expected in pairs:
            comparison.add(_on_cpu(measured), _on_cpu(expected))
    synchronize(torch, device)
    return dict(comparison.facts, seconds=round(time.perf_counter() - started, 4))


def _pairs(torch, device, probe, inputs):
    """Return each tensor that the device gave, beside what it should be."""
    if "device" in probe.given:  # it compares by itself
        result = probe.call(torch, device, inputs)
        pairs = result if isinstance(result[0], (list, tuple)) else [result]
    else:
        placed = [item.to(device, copy=True) for item in inputs]
        exact = [_double(torch, item, copy=True) for item in inputs]
        measured, expected = probe.call(torch, device, placed), probe.call(torch, "cpu", exact)
        several = isinstance(measured, (list, tuple))
        pairs = zip(measured, expected) if several else [(measured, expected)]
    return [tuple(map(torch.as_tensor, pair)) for pair in pairs]


def _double(torch, tensor, copy=False):
    """Return numbers in double precision; integers and truth values stay what they are."""
    if tensor.is_complex():
        return tensor.to(torch.complex128, copy=copy)
    return tensor.to(torch.float64 if tensor.is_floating_point() else tensor.dtype, copy=copy)


def _on_cpu(tensor):
    tensor = tensor.detach().cpu()
    return tensor.resolve_conj() if tensor.is_complex() else tensor


class Comparison:
    """How far results were off, over all of a probe's comparisons."""

    def __init__(self, torch, tolerance):
        self._torch = torch
        self._tolerance = tolerance
        self.facts = {
            "entries": 0,
            "outside": 0,
            "not_finite": 0,
            "all_zero": False,
            "largest_error": 0.0,
            "norm_error": 0.0,
            "norm_tolerance": tolerance.norm,
        }

    def add(self, measured, expected):
        """Compare a result with what it should be; both are on the CPU."""
        facts = self.facts
        if measured.shape != expected.shape:
            shapes = (tuple(measured.shape), tuple(expected.shape))
            facts["wrong_shape"] = "%s instead of %s" % shapes
            return
        facts["entries"] += expected.numel()
        if not expected.numel():
            return
        if bool((expected != 0).any()) and not bool((measured != 0).any()):
            facts["all_zero"] = True
        if expected.is_floating_point() or expected.is_complex():
            self._add_numbers(_double(self._torch, measured), _double(self._torch, expected))
        else:
            difference = (measured.long() - expected.long()).abs()
            self._add_errors(difference != 0, difference)

    def _add_numbers(self, measured, expected):
        torch, facts = self._torch, self.facts
        lost = (torch.isfinite(expected) & ~torch.isfinite(measured)).sum().item()
        facts["not_finite"] += lost
        same = (measured == expected) | (torch.isnan(measured) & torch.isnan(expected))
        error = (measured - expected).abs()
        nothing = torch.zeros_like(error)
        error = torch.where(same, nothing, error)
        size = torch.where(torch.isfinite(expected), expected.abs(), nothing)
        finite = torch.where(torch.isfinite(error), error, nothing)
        allowed = self._tolerance.absolute + self._tolerance.relative * size
        self._add_errors(~(error <= allowed), finite)
        norm = size.norm().item()
        if norm > 0 and not lost:
            facts["norm_error"] = max(facts["norm_error"], finite.norm().item() / norm)

    def _add_errors(self, outside, errors):
        self.facts["outside"] += outside.sum().item()
        self.facts["largest_error"] = max(self.facts["largest_error"], float(errors.max()))


def fill_freed_memory(torch, device, sizes):
    """Take blocks of these sizes, fill them with the pattern, and give them back."""
    blocks = [
        torch.full((size,), PATTERN, dtype=torch.uint8, device=device)
        for size in sizes * 2
        if 0 < size <= POISON_LIMIT
    ]
    synchronize(torch, device)
    del blocks


def check_needs(torch, device, probe):
    """Raise Skip where the device, the version or the memory is not what the probe needs."""
    if probe.devices and device not in probe.devices:
        raise Skip("concerns %s only" % " and ".join(probe.devices))
    for need in (*probe.needs, probe.dtype):
        place, _, name = need.rpartition(":")
        if place not in ("", device):
            continue
        if name[0].isdigit():
            if release(torch) < tuple(map(int, name.split("."))):
                raise Skip("needs torch %s" % name, "absent")
        elif not _has(torch, name):
            raise Skip("this torch has no torch.%s" % name, "absent")
    memory = probe.memory // CPU_PART if device == "cpu" else probe.memory
    free = (free_bytes(torch, device) or 0) if memory else 0
    if free < memory:
        text = "needs %.1f GB of memory, and %.1f GB are free"
        raise Skip(text % (memory / 2.0**30, free / 2.0**30))


def _has(owner, path):
    first, _, rest = path.partition(".")
    return hasattr(owner, first) and (not rest or _has(getattr(owner, first), rest))
