"""What texts mean that tell of memory: too little of it, or one tensor too large for Metal."""

from __future__ import annotations

import re

from mps_doctor_checks.message_context import Context, Rule, mac_only, on_a_mac

UNITS = {"": 1, "b": 1, "bytes": 1, "k": 10, "m": 20, "g": 30, "t": 40}

FULL = 0.85
"""Share of the allowed memory in use from which an out-of-memory error is genuine.

A virtual GPU refuses with nearly nothing in use: https://github.com/actions/runner-images/issues/9918
"""


def _out_of_memory(context: Context, text: str) -> tuple[str, ...]:
    """A GPU that refuses with nearly nothing in use is a virtual one."""
    if "memory-grows" in context.reported and not context.virtual:
        return ("mps-memory-growth", "mps-out-of-memory")
    amounts = re.findall(
        r"(allocated|allocations|allowed|allocate)[: ]+([\d.]+) ?([kmgt]?)i?(?:b\b|bytes)",
        text,
        re.IGNORECASE,
    )
    sizes = {name.lower(): float(number) * _unit(unit) for name, number, unit in amounts}
    if {"allocated", "allowed"} <= sizes.keys():
        asked = sizes.get("allocate", 0.0)
        wanted = sizes["allocated"] + sizes.get("allocations", 0.0) + asked
        genuine = wanted >= FULL * sizes["allowed"]
        return ("mps-out-of-memory",) if genuine else ("virtual-machine-no-metal",)
    in_guest = context.virtual or "mps-fails-in-guest" in context.reported
    if in_guest or sizes.get("allocated") == 0:
        return ("virtual-machine-no-metal", "mps-out-of-memory")
    return ("mps-out-of-memory",)


def _unit(letter: str) -> float:
    return float(1 << UNITS[letter.lower()]) if letter else 1.0


def _buffer_too_large(_context: Context, _text: str) -> tuple[str, ...]:
    """One tensor is larger than Metal's largest buffer, which is a share of the memory."""
    return ("mps-tensor-size-limit", "mps-out-of-memory")


MEMORY_RULES: dict[str, Rule] = {
    "mps-out-of-memory": _out_of_memory,
    "invalid-buffer-size": _buffer_too_large,
    "mps-kernel-32-bit": mac_only("mps-tensor-size-limit"),
    "cpu-memory-exhausted": on_a_mac("mps-out-of-memory"),
}
"""Signature id to its rule."""
