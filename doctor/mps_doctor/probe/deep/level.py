"""Runs the deep level: every probe of the catalogue, memory, fallback, frameworks.

Works with torch 1.12 and later, on `mps`, `cpu`, `cuda`.
"""

from contextlib import contextmanager

from ..smoke import full_precision
from . import fallback, frameworks, memory
from .measure import outcome
from .probe import STEP_SECONDS
from .rows import PROBES


def run(torch, device, emit, begin, only=(), skip=()):
    """Run the deep level on `device`, and report each result as soon as it is there.

    `begin("deep.NAME", seconds)` announces each step: what crashes or hangs is the last announced.
    `emit(section, facts)` gives the facts of one step at a time: rows to be added to a table.
    `only` names the steps to run, as they are announced; `skip` those that are known already, or
    that ended the process.
    """

    def take(step, seconds, section, facts, *arguments):
        if step not in skip and (not only or step in only):
            begin(step, seconds)
            emit(section, facts(torch, device, *arguments))

    with set_apart(torch, device), full_precision(torch):
        for probe in PROBES:
            take("deep." + probe.id, probe.seconds, "deep", _facts_of, probe)
        take("deep.fallback", STEP_SECONDS, "deep", fallback.facts)
        take("deep.memory", STEP_SECONDS, "device_memory", memory.facts)
        if not only:
            emit("frameworks", {"results": []})  # from here on, what is not there is not installed
        for name in frameworks.installed():
            step = "frameworks." + name
            take(step, frameworks.STEP_SECONDS, "frameworks", frameworks.facts, name)


def _facts_of(torch, device, probe):
    return {"results": [dict(outcome(torch, device, probe), probe=probe.id)]}


@contextmanager
def set_apart(torch, device):
    """Restore afterwards what the probes change in torch: random numbers, warnings, TF32."""
    module = getattr(torch, device, None)
    generators = [torch] + [module] * hasattr(module, "get_rng_state")
    before = []
    for owner in generators:
        try:
            before.append((owner.set_rng_state, owner.get_rng_state()))
        except Exception:  # noqa: PERF203  # a device without a generator
            continue
    tensor_cores = torch.backends.cudnn.allow_tf32
    torch.backends.cudnn.allow_tf32 = False
    if hasattr(torch, "set_warn_always"):
        before.append((torch.set_warn_always, torch.is_warn_always_enabled()))
        # Every operator that falls back should warn, not only the first one.
        torch.set_warn_always(True)
    try:
        yield
    finally:
        torch.backends.cudnn.allow_tf32 = tensor_cores
        for restore, value in before:
            restore(value)
