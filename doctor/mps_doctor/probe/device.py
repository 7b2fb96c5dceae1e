"""What the smoke test, the deep level and the bench need of a device: waiting, and free memory."""

import sys

from .gather import ask, unexpected

COUNTED = ("Pages free", "Pages inactive", "Pages purgeable", "Pages speculative")


def synchronize(torch, device):
    """Wait until all work on a device is done, so that its errors and its time show here."""
    if device == "cpu":
        return
    module = getattr(torch, device, None)
    if hasattr(module, "synchronize"):
        module.synchronize()
        return
    # torch.mps came with 2.0; before it, only reading a value waits for the work.
    torch.ones(1, device=device).item()


def release(torch):
    """Return the version of torch as two numbers."""
    parts = str(torch.__version__).split(".")
    return int(parts[0]), int(parts[1])


def free_bytes(torch, device):
    """Return the memory in bytes that is free on a device; None if unknown."""
    if device == "cuda":
        return int(torch.cuda.mem_get_info()[0])
    host = ask(host_free_bytes)
    limits = [host] if isinstance(host, int) else []
    if device == "mps":
        # The memory is shared: what macOS recommends for the GPU, not all of the computer's.
        allowed = ask(lambda: int(torch.mps.recommended_max_memory()))
        used = ask(lambda: int(torch.mps.driver_allocated_memory()))
        if isinstance(allowed, int):
            limits.append(allowed - (used if isinstance(used, int) else 0))
    return max(0, min(limits)) if limits else None


def host_free_bytes():
    """Return the available memory in bytes of this computer."""
    if sys.platform == "darwin":
        from .commands import Command
        from .rows.macos import COMMANDS

        return free_of_vm_stat(Command(COMMANDS["vm_stat"]).text())
    from .host import memory_of

    return memory_of("MemAvailable")


def free_of_vm_stat(text):
    """Return the free, inactive, purgeable and speculative bytes of `vm_stat`."""
    head, _, rest = text.partition("\n")
    page = [int(word) for word in head.split() if word.isdigit()]
    if not page:
        raise unexpected("vm_stat", head)
    pairs = [line.partition(":") for line in rest.split("\n")]
    return page[0] * sum(int(value.strip(" .")) for name, _, value in pairs if name in COUNTED)
