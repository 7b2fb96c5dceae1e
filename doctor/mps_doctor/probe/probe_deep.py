"""Deep level: every operation of the catalogue on the device, compared with the CPU, as facts.

Works with torch 1.12 and later, on `mps`, `cpu`, `cuda`.
Standard library only, Python 3.7 syntax.
"""

import warnings

import probe_deep_attention
import probe_deep_compile
import probe_deep_conv
import probe_deep_copies
import probe_deep_elementwise
import probe_deep_fallback
import probe_deep_indexing
import probe_deep_large
import probe_deep_layers
import probe_deep_matmul
import probe_deep_memory
import probe_deep_normalisation
import probe_deep_random
import probe_deep_reduction
import probe_deep_training
import probe_deep_transforms
import probe_frameworks
from probe_deep_measure import Skip, measure, synchronize
from probe_deep_registry import CATALOGUE, STEP_SECONDS

FAMILIES = (
    probe_deep_copies,
    probe_deep_elementwise,
    probe_deep_indexing,
    probe_deep_reduction,
    probe_deep_random,
    probe_deep_matmul,
    probe_deep_conv,
    probe_deep_normalisation,
    probe_deep_attention,
    probe_deep_layers,
    probe_deep_transforms,
    probe_deep_training,
    probe_deep_compile,
    probe_deep_large,
)
"""The modules whose probes make up the catalogue, in the order in which they run: what everything
else rests on comes first, what takes long comes last."""

FURTHER_STEPS = (
    ("deep.fallback", "deep", probe_deep_fallback.facts),
    ("deep.memory", "device_memory", probe_deep_memory.facts),
)

MESSAGE_CHARACTERS = 2000
WARNINGS_KEPT = 8


def run(torch, device, emit, begin, only=(), skip=()):
    """Run the deep level on `device`, and report each result as soon as it is there.

    `begin("deep.NAME", seconds)` announces each probe: what crashes or hangs is the last announced.
    `emit("deep", {"probe:NAME": facts})` gives one probe's facts at a time.
    `only` names the steps to run, as they are announced; `skip` those that are known already, or
    that ended the process.
    """
    set_apart = _Apart(torch, device)
    try:
        for probe in catalogue():
            step = "deep." + probe.id
            if step not in skip and (not only or step in only):
                begin(step, probe.seconds)
                emit("deep", {"probe:" + probe.id: outcome(torch, device, probe)})
        for step, section, facts in FURTHER_STEPS:
            if step not in skip and (not only or step in only):
                begin(step, STEP_SECONDS)
                emit(section, facts(torch, device))
        probe_frameworks.run(torch, device, emit, begin, only, skip)
    finally:
        set_apart.undo()


def catalogue():
    """Return all probes in the order in which they run."""
    place = {module.__name__: number for number, module in enumerate(FAMILIES)}
    return sorted(CATALOGUE, key=lambda probe: place[probe.function.__module__])


def outcome(torch, device, probe):
    """Run one probe and return its facts, whatever happens short of the end of the process."""
    facts = {"operation": probe.operation, "dtype": probe.dtype, "device": device}
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            measured = measure(torch, device, probe)
            synchronize(torch, device)
            facts.update(measured, outcome="compared")
        except Skip as reason:
            facts.update(outcome="absent" if reason.absent else "skipped", reason=str(reason))
        except Exception as error:
            facts.update(
                outcome="raised",
                error_type=type(error).__name__,
                error_message=str(error)[:MESSAGE_CHARACTERS],
            )
    said = [str(item.message)[:300] for item in warned]
    if said:
        facts["warnings"] = list(dict.fromkeys(said))[:WARNINGS_KEPT]
    return facts


class _Apart:
    """Keeps what the probes change in torch from whatever else the process does."""

    def __init__(self, torch, device):
        self._torch = torch
        self._state = torch.get_rng_state()
        self._device = self._device_state(device)
        self._precision = None
        try:
            self._precision = torch.get_float32_matmul_precision()
            torch.set_float32_matmul_precision("highest")
        except Exception:
            pass  # torch 1.11 lacks it, and 2.9 refuses where its newer settings were used
        self._convolutions = torch.backends.cudnn.allow_tf32
        torch.backends.cudnn.allow_tf32 = False
        self._always = None
        if hasattr(torch, "is_warn_always_enabled"):
            self._always = torch.is_warn_always_enabled()
            # Each operator that falls back is to say so, not only the first of the process.
            torch.set_warn_always(True)

    def _device_state(self, device):
        module = getattr(self._torch, device, None)
        if device == "cpu" or not hasattr(module, "get_rng_state"):
            return None
        try:
            state = module.get_rng_state()
        except Exception:
            return None
        return lambda: module.set_rng_state(state)

    def undo(self):
        """Put everything back."""
        torch = self._torch
        torch.set_rng_state(self._state)
        torch.backends.cudnn.allow_tf32 = self._convolutions
        if self._device is not None:
            self._device()
        if self._precision is not None:
            torch.set_float32_matmul_precision(self._precision)
        if self._always is not None:
            torch.set_warn_always(self._always)
