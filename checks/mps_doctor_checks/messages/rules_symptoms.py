"""What a symptom means beside the facts."""

from __future__ import annotations

from mps_doctor_checks.messages.context import (
    GUEST,
    X86_PYTHON,
    Causes,
    Context,
    Rule,
    always,
    decide,
)
from mps_doctor_checks.messages.offers import on_intel
from mps_doctor_checks.messages.rules_gpu import (
    CRASH,
    CRASH_BY_MACOS,
    NO_COMPILE,
    SHADER,
    WRONG,
    WRONG_BY_MACOS,
    wrong_numbers,
)

OF_ANY_SYSTEM = frozenset(
    {"linux-guest-on-mac", "openmp-duplicate-runtime", "numpy2-abi-mismatch"}
    | {"torch-companion-version-mismatch", "checkpoint-location-unsupported"}
)
"""Causes of which a text may tell that is not from macOS."""


def _torch_said_yes(context: Context) -> bool:
    return context.mps_is_available()


def _fits_apple(context: Context) -> bool:
    """Whether the text is from a Mac to which torch for Intel does not matter."""
    return context.apple_silicon() and not context.intel_python()


def _computes_bfloat16(context: Context) -> bool:
    """Whether this torch is known to compute bfloat16 on the GPU of this macOS.

    Source: torch/amp/autocast_mode.py of torch 2.6.0, and macOS 14.
    """
    return context.macos_from("14") and context.torch_from("2.6") and not context.intel_mac()


BESIDE_FACTS: dict[str, Rule] = {
    WRONG: wrong_numbers,
    CRASH: decide(
        (Context.virtual, (GUEST, CRASH)),
        (Context.blames_macos, (CRASH_BY_MACOS, CRASH)),
        (always, (CRASH, CRASH_BY_MACOS)),
    ),
    "mps-out-of-memory": decide(
        (Context.virtual, (GUEST, "mps-out-of-memory")),
        (always, ("mps-out-of-memory", "mps-memory-growth")),
    ),
    WRONG_BY_MACOS: decide((always, (WRONG_BY_MACOS, WRONG))),
    CRASH_BY_MACOS: decide((always, (CRASH_BY_MACOS, CRASH))),
    NO_COMPILE: decide(
        (lambda context: context.torch_from("2.7"), (SHADER, NO_COMPILE)), (always, (NO_COMPILE,))
    ),
    "bfloat16-unsupported": decide((_computes_bfloat16, ()), (always, ("bfloat16-unsupported",))),
    "intel-mac-no-wheel": decide((_torch_said_yes, ()), (_fits_apple, ()), (always, on_intel)),
    X86_PYTHON: decide((Context.intel_mac, ()), (always, (X86_PYTHON,))),
    "torch-too-old-no-mps": decide(
        (lambda context: context.torch_from("1.12"), ()), (always, ("torch-too-old-no-mps",))
    ),
    "torch-mps-namespace-missing": decide(
        (lambda context: context.torch_below("1.12"), ("torch-too-old-no-mps",)),
        (always, ("torch-mps-namespace-missing",)),
    ),
    "numpy2-abi-mismatch": decide(
        (lambda context: context.torch_from("2.3"), ()), (always, ("numpy2-abi-mismatch",))
    ),
    "macos-unsupported-or-beta": decide(
        (lambda context: len(context.told) > 1 or bool(context.errors), ()),
        (always, ("macos-unsupported-or-beta",)),
    ),
    "macos-too-old-for-torch": decide(
        (_torch_said_yes, ()), (always, ("macos-too-old-for-torch",))
    ),
    "python-version-no-wheel": decide(
        (lambda context: bool(context.found), ()), (always, ("python-version-no-wheel",))
    ),
}
"""A cause for which symptoms speak, to what it means beside the facts."""


def causes_of_symptom(context: Context, cause: str) -> Causes:
    """Return the causes that a symptom means beside these facts, the likeliest first."""
    if not cause or (context.elsewhere() and cause not in OF_ANY_SYSTEM):
        return ()
    rule = BESIDE_FACTS.get(cause)
    return rule(context) if rule else (cause,)
