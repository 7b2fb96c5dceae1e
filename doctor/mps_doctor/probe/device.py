"""What is asked of any device that torch knows: to wait for its work, and its free memory."""

import sys

from .gather import ask, unexpected

VM_STAT_SECONDS = 5.0

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
    """Return how much memory work on a device can take now; None where nobody tells."""
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
    """Return the memory that programs can have without others being paged out."""
    if sys.platform == "darwin":
        from .commands import Command
        from .macos_sources import COMMANDS

        return free_of_vm_stat(Command(COMMANDS["vm_stat"], VM_STAT_SECONDS).text())
    from .host_linux import free_memory

    return free_memory()


def free_of_vm_stat(text):
    """Return the free, inactive, purgeable and speculative bytes of `vm_stat`."""
    head, _, rest = text.partition("\n")
    page = [int(word) for word in head.split() if word.isdigit()]
    if not page:
        raise unexpected("vm_stat", head)
    pairs = [line.partition(":") for line in rest.split("\n")]
    return page[0] * sum(int(value.strip(" .")) for name, _, value in pairs if name in COUNTED)
