"""Runs one deep probe and measures how far its results are from what they should be.

A probe is run in two rounds with different inputs, so that a result left over from the first shows
in the second.
Before each round, memory of the sizes that the results will have is filled with a pattern and given
back, so that a result that is never written shows as that pattern.
"""

import time
import zlib

ROUNDS = 2

PATTERN = 255
"""The byte that unwritten memory holds: NaN as a number of any precision, -1 as an integer."""

POISON_LIMIT = 1 << 26
"""Larger results are not prepared for: filling them would take longer than the probe."""


class Skip(Exception):  # noqa: N818  # no error: a reason
    """Why a probe cannot run here; `absent` when this torch lacks what it needs."""

    def __init__(self, reason, absent=False):
        super().__init__(reason)
        self.absent = absent


class Comparison:
    """How far results were off, over all of a probe's comparisons."""

    def __init__(self, tolerance):
        self._tolerance = tolerance
        self.facts = {
            "entries": 0,
            "outside": 0,
            "not_finite": 0,
            "all_zero": False,
            "largest_error": 0.0,
            "norm_error": 0.0,
            "absolute_tolerance": tolerance.absolute,
            "relative_tolerance": tolerance.relative,
            "norm_tolerance": tolerance.norm,
        }

    def add(self, torch, measured, expected):
        """Compare a result with what it should be; both are on the CPU."""
        if measured.shape != expected.shape:
            text = "%s instead of %s" % (tuple(measured.shape), tuple(expected.shape))
            self.facts["wrong_shape"] = text
            return
        facts = self.facts
        facts["entries"] += expected.numel()
        if not expected.numel():
            return
        if not expected.is_floating_point() and not expected.is_complex():
            self._add_exact(measured, expected)
            return
        measured, expected = _wide(torch, measured), _wide(torch, expected)
        lost = (torch.isfinite(expected) & ~torch.isfinite(measured)).sum().item()
        facts["not_finite"] += lost
        if bool((expected != 0).any()) and not bool((measured != 0).any()):
            facts["all_zero"] = True
        same = (measured == expected) | (torch.isnan(measured) & torch.isnan(expected))
        error = (measured - expected).abs()
        error = torch.where(same, torch.zeros_like(error), error)
        size = torch.where(torch.isfinite(expected), expected.abs(), torch.zeros_like(error))
        allowed = self._tolerance.absolute + self._tolerance.relative * size
        facts["outside"] += (~(error <= allowed)).sum().item()
        finite = torch.where(torch.isfinite(error), error, torch.zeros_like(error))
        facts["largest_error"] = max(facts["largest_error"], finite.max().item())
        norm = size.norm().item()
        if norm > 0 and not lost:
            facts["norm_error"] = max(facts["norm_error"], finite.norm().item() / norm)

    def _add_exact(self, measured, expected):
        facts = self.facts
        measured, expected = measured.long(), expected.long()
        facts["outside"] += (measured != expected).sum().item()
        facts["largest_error"] = max(
            facts["largest_error"], float((measured - expected).abs().max().item())
        )
        if bool((expected != 0).any()) and not bool((measured != 0).any()):
            facts["all_zero"] = True


def _wide(torch, tensor):
    wide = torch.complex128 if tensor.is_complex() else torch.float64
    return tensor.to(wide)


def measure(torch, device, probe):
    """Run a probe and return its facts; raises Skip, and whatever torch raises."""
    check_needs(torch, device, probe)
    comparison = Comparison(probe.tolerance)
    sizes = []
    started = time.perf_counter()
    for number in range(ROUNDS):
        generator = torch.Generator(device="cpu")
        generator.manual_seed(zlib.crc32(probe.id.encode()) + number)
        inputs = probe.draw(torch, generator, device)
        _fill_freed_memory(torch, device, sizes)
        pairs = _pairs(torch, device, probe, inputs)
        if not pairs:
            raise AssertionError("the probe compared nothing")
        sizes = [measured.numel() * measured.element_size() for measured, _ in pairs]
        for measured, expected in pairs:
            comparison.add(torch, _on_cpu(measured), _on_cpu(expected))
    return dict(comparison.facts, seconds=round(time.perf_counter() - started, 4))


def _pairs(torch, device, probe, inputs):
    if probe.compares_itself:
        result = probe.call(torch, device, inputs)
        if len(result) == 2 and torch.is_tensor(result[0]):
            result = (result,)
        return _flat_pairs(torch, result)
    measured = probe.call(torch, device, [_placed(torch, item, device) for item in inputs])
    expected = probe.call(torch, "cpu", [_exact(torch, item) for item in inputs])
    return _flat_pairs(torch, [(measured, expected)])


def _flat_pairs(torch, pairs):
    flat = []
    for measured, expected in pairs:
        if torch.is_tensor(measured):
            flat.append((measured, expected))
        else:
            flat.extend(zip(measured, expected))
    return flat


def _placed(torch, item, device):
    return item.to(device, copy=True) if torch.is_tensor(item) else item


def _exact(torch, item):
    if not torch.is_tensor(item):
        return item
    if item.is_complex():
        return item.to(torch.complex128, copy=True)
    return item.to(torch.float64, copy=True) if item.is_floating_point() else item.clone()


def _on_cpu(tensor):
    return (
        tensor.detach().to("cpu").resolve_conj() if tensor.is_complex() else tensor.detach().cpu()
    )


def _fill_freed_memory(torch, device, sizes):
    blocks = [
        torch.full((size,), PATTERN, dtype=torch.uint8, device=device)
        for size in sizes
        if 0 < size <= POISON_LIMIT
        for _ in range(2)
    ]
    synchronize(torch, device)
    del blocks


def synchronize(torch, device):
    """Wait for the device, so that its errors show here."""
    module = getattr(torch, device, None)
    if device != "cpu" and hasattr(module, "synchronize"):
        module.synchronize()


def check_needs(torch, device, probe):
    """Raise Skip where the device, the version or the memory is not what the probe needs."""
    if probe.devices and device not in probe.devices:
        raise Skip("concerns %s only" % " and ".join(probe.devices))
    for need in probe.needs:
        place, _, name = need.rpartition(":")
        if place and place != device:
            continue
        if name[0].isdigit():
            if release(torch) < tuple(int(part) for part in name.split(".")):
                raise Skip("needs torch %s" % name, absent=True)
        elif not _has(torch, name):
            raise Skip("this torch has no torch.%s" % name, absent=True)
    if not hasattr(torch, probe.dtype):
        raise Skip("this torch has no torch.%s" % probe.dtype, absent=True)
    memory = probe.memory_on(device)
    free = free_bytes(torch, device) if memory else None
    if free is not None and free < memory:
        text = "needs %.1f GB of memory, and %.1f GB are free"
        raise Skip(text % (memory / 2.0**30, free / 2.0**30))


def release(torch):
    """Return the version of torch as two numbers."""
    parts = str(torch.__version__).split(".")
    return int(parts[0]), int(parts[1])


def _has(torch, name):
    value = torch
    for part in name.split("."):
        if not hasattr(value, part):
            return False
        value = getattr(value, part)
    return True


def free_bytes(torch, device):
    """Return how much memory a probe may take: what the device and the computer have free."""
    free = _free_of_computer()
    if device == "cuda":
        return torch.cuda.mem_get_info()[0]
    if device == "mps" and _has(torch, "mps.recommended_max_memory"):
        # The memory is shared: what macOS recommends for the GPU, not all of the computer's.
        recommended = torch.mps.recommended_max_memory() - torch.mps.driver_allocated_memory()
        free = recommended if free is None else min(free, recommended)
    return 0 if free is None else free


def _free_of_computer():
    import os

    try:
        page = os.sysconf("SC_PAGE_SIZE")
        return page * os.sysconf("SC_AVPHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        pass
    try:  # macOS names only the whole; half of it is a cautious guess at what is free
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, ValueError, OSError):
        return None
