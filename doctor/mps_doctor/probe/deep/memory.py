"""Section `device_memory`: allocation in steps, release, growth during training."""

import gc

from ..gather import ask

SHARE = 0.25  # of the recommended maximum: other programs use the same memory on a Mac

LARGEST = 4 << 30
"""Bytes taken at most: filling the machine would show nothing more."""

WITHOUT_RECOMMENDATION = 1 << 30  # bytes taken where torch does not say how much there is

STEPS = 8
GROWTH_STEPS = (10, 40)
"""Training steps after which the memory in use is read: a leak grows between the two."""

COUNTERS = {
    "mps": "current_allocated_memory",
    "cuda": "memory_allocated",
}
"""Functions that tell the bytes in use by tensors."""


def facts(torch, device):
    """Return the facts of the section; unknown where torch has no memory counters."""
    module = getattr(torch, device, None)
    if device not in COUNTERS or not hasattr(module, COUNTERS[device]):
        return {"unknown": "torch has no memory counters for %s" % device}
    counter = _Counter(module, device)
    found = {"device": device, "recommended_bytes": counter.recommended}
    steps = {"steps": _allocate, "growth_bytes": _grow}
    for fact, step in steps.items():
        facts_of_step = ask(step, torch, device, counter)
        found.update({fact: facts_of_step} if "unknown" in facts_of_step else facts_of_step)
    counter.release()
    return found


class _Counter:
    """The memory counters of a device."""

    def __init__(self, module, device):
        self._module = module
        self.used = getattr(module, COUNTERS[device])
        self.recommended = {"unknown": "this torch has no torch.mps.recommended_max_memory"}
        if device == "cuda":
            self.recommended = module.mem_get_info()[1]
        elif hasattr(module, "recommended_max_memory"):
            self.recommended = int(module.recommended_max_memory())

    def release(self):
        gc.collect()
        self._module.synchronize()
        self._module.empty_cache()

    def reading(self):
        self._module.synchronize()
        return self.used()


def _allocate(torch, device, counter):
    """Take a share in steps, read both ends of each block back, and give it all back."""
    counter.release()
    before = counter.reading()
    known = isinstance(counter.recommended, int)
    whole = counter.recommended * SHARE if known else WITHOUT_RECOMMENDATION
    count = int(min(whole, LARGEST)) // STEPS // 4
    blocks, steps, wrong = [], [], 0
    for number in range(STEPS):
        blocks.append(torch.full((count,), float(number), device=device))
        wrong += sum(int(blocks[-1][at].item() != number) for at in (0, -1))
        steps.append(counter.used() - before)
    wrong += sum(int(block[7].item() != number) for number, block in enumerate(blocks))
    blocks.clear()
    counter.release()
    return {
        "block_bytes": count * 4,
        "steps": steps,
        "wrong_values": wrong,
        "left_after_release": counter.reading() - before,
    }


def _grow(torch, device, counter):
    """Run training steps and read the memory in use early and late."""
    generator = torch.Generator(device="cpu").manual_seed(20220518)
    weight = torch.nn.Parameter(torch.randn(64, 64, generator=generator).to(device))
    optimizer = torch.optim.SGD([weight], lr=0.001, momentum=0.9)
    readings = []
    for step in range(1, GROWTH_STEPS[1] + 1):
        optimizer.zero_grad()
        x = torch.randn(32, 64, generator=generator).to(device)
        loss = torch.nn.functional.layer_norm(x @ weight, (64,)).tanh().square().mean()
        loss.backward()
        optimizer.step()
        if step in GROWTH_STEPS:
            readings.append(counter.reading())
    early, late = readings
    return {"growth_steps": GROWTH_STEPS[1] - GROWTH_STEPS[0], "growth_bytes": late - early}
