"""Memory of the device: how much there is, given in steps, taken back, limited, and not leaked."""

import gc

SHARE = 0.25
"""Of the recommended maximum: other programs use the same memory on a Mac."""

LARGEST = 4 << 30
"""No more than this in all, however much there is: a full machine shows nothing more."""

STEPS = 8
GROWTH_STEPS = (10, 40)
"""Training steps after which the memory in use is read: a leak grows between the two."""

FRACTION = 0.02
"""Limit set for the test of the limit, as a part of the recommended maximum."""

MESSAGE_CHARACTERS = 600


def facts(torch, device):
    """Return what the device's memory did; what a version or device cannot tell is unknown."""
    counter = _Counter(torch, device)
    if counter.used is None:
        return {"unknown": "torch has no memory counters for %s" % device}
    told = {"device": device, "recommended_bytes": counter.recommended()}
    for name, step in (("steps", _allocate), ("growth", _grow), ("limit", _limit)):
        try:
            told.update(step(torch, device, counter))
        except Exception as error:  # noqa: PERF203  # a step that fails leaves the others
            text = "%s: %s" % (type(error).__name__, str(error)[:MESSAGE_CHARACTERS])
            told[name + "_error"] = text
    counter.release()
    return told


class _Counter:
    """The memory counters of a device, as far as this torch has them."""

    def __init__(self, torch, device):
        self._torch = torch
        self._device = device
        self._module = getattr(torch, device, None)
        self.used = None
        if device == "mps" and hasattr(self._module, "current_allocated_memory"):
            self.used = self._module.current_allocated_memory
            self.held = self._module.driver_allocated_memory
        elif device == "cuda":
            self.used = self._module.memory_allocated
            self.held = self._module.memory_reserved

    def recommended(self):
        if self._device == "cuda":
            return self._module.mem_get_info()[1]
        if hasattr(self._module, "recommended_max_memory"):
            return int(self._module.recommended_max_memory())
        return {"unknown": "this torch has no torch.mps.recommended_max_memory"}

    def limit(self, fraction):
        self._module.set_per_process_memory_fraction(fraction)

    def wait(self):
        self._module.synchronize()

    def release(self):
        gc.collect()
        self.wait()
        self._module.empty_cache()


def _allocate(torch, device, counter):
    """Take a share in steps, read both ends of each block back, and give it all back."""
    counter.release()
    before, held_before = counter.used(), counter.held()
    recommended = counter.recommended()
    whole = recommended * SHARE if isinstance(recommended, int) else 1 << 30
    size = int(min(whole, LARGEST)) // STEPS
    blocks, steps, wrong = [], [], 0
    for number in range(STEPS):
        block = torch.full((size // 4,), float(number), device=device)
        wrong += int(block[0].item() != number) + int(block[-1].item() != number)
        blocks.append(block)
        steps.append(counter.used() - before)
    wrong += sum(int(block[7].item() != number) for number, block in enumerate(blocks))
    del blocks, block
    counter.release()
    return {
        "block_bytes": size // 4 * 4,
        "steps": steps,
        "wrong_values": wrong,
        "left_after_release": counter.used() - before,
        "held_after_release": counter.held() - held_before,
    }


def _grow(torch, device, counter):
    """Run training steps and read the memory in use early and late."""
    generator = torch.Generator(device="cpu")
    generator.manual_seed(20220518)
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
            counter.wait()
            readings.append((counter.used(), counter.held()))
    early, late = readings
    return {
        "growth_steps": GROWTH_STEPS[1] - GROWTH_STEPS[0],
        "growth_bytes": late[0] - early[0],
        "growth_held_bytes": late[1] - early[1],
    }


def _limit(torch, device, counter):
    """Set a low limit, ask for twice as much, and put the limit back."""
    recommended = counter.recommended()
    if not isinstance(recommended, int):
        return {"limit_refused": recommended}
    counter.release()
    asked = int(recommended * FRACTION * 2) + counter.held()
    counter.limit(FRACTION)
    try:
        torch.empty(asked // 4, device=device)
    except RuntimeError as error:
        return {"limit_refused": True, "limit_message": str(error)[:MESSAGE_CHARACTERS]}
    finally:
        counter.limit(_usual_limit(device))
    return {"limit_refused": False}


def _usual_limit(device):
    """The limit that was there before: the variable's, or torch's default."""
    if device == "cuda":
        return 1.0
    import os

    text = os.environ.get("PYTORCH_MPS_HIGH_WATERMARK_RATIO", "")
    try:
        return float(text) if text else 1.7
    except ValueError:
        return 0.0  # torch reads what is no number as 0: no limit
