"""What the sandboxes of coding agents let a process read of the kernel."""

from collections.abc import Iterable

READABLE: dict[str, tuple[str, ...]] = {
    # codex-rs/core/src/seatbelt_base_policy.sbpl of openai/codex refuses all that it does not name;
    # of its names those stand here that the simulated Macs have.
    "codex": (
        "hw.cputype",
        "hw.logicalcpu",
        "hw.memsize",
        "hw.model",
        "hw.ncpu",
        "hw.pagesize",
        "kern.osproductversion",
        "kern.osversion",
        "machdep.cpu.brand_string",
    ),
    # No sandbox in particular: the strictest that there can be.
    "strict": (),
}


def refused(sandbox: str, names: Iterable[str]) -> list[str]:
    """Return which names of the kernel a sandbox keeps from its processes; "" is none."""
    if not sandbox:
        return []
    return [name for name in names if name not in READABLE[sandbox]]
