"""What texts mean that tell of wrong numbers."""

from __future__ import annotations

from packaging.version import Version

from mps_doctor_checks.message_context import X86_PYTHON, Context, Rule, many

OS_WITH_WRONG_NUMBERS = (
    (Version("14.4"), Version("14.5")),
    (Version("26.0"), Version("26.3")),
)
"""Ranges of macOS in which MPSGraph gave wrong numbers with torch releases of their time.

Sources: https://github.com/pytorch/pytorch/issues/122016,
https://github.com/pytorch/pytorch/issues/180201
"""


def _wrong_numbers(context: Context, _text: str) -> tuple[str, ...]:
    return wrong_numbers(context)


def wrong_numbers(context: Context) -> tuple[str, ...]:
    """Return the causes of wrong numbers on the GPU, the likeliest first."""
    if context.intel_mac and not context.elsewhere:
        return ("intel-mac-amd-gpu-unreliable", "mps-op-wrong-result")
    if context.amd_gpu:
        return ("intel-mac-amd-gpu-unreliable", "mps-op-wrong-result")
    if context.intel_python and context.apple_silicon:
        return (X86_PYTHON, "mps-op-wrong-result")
    macos = context.macos
    known_bad = macos is not None and any(
        low <= macos < high for low, high in OS_WITH_WRONG_NUMBERS
    )
    if {"since-macos-update", "began-with-a-macos"} & {*context.reported}:
        return ("mps-wrong-results-os-version", "mps-op-wrong-result")
    if {"compiled-beside-eager", "metal-shader-of-compile"} & {*context.reported}:
        return ("inductor-metal-codegen-bug", "mps-op-wrong-result")
    if known_bad:
        return ("mps-op-wrong-result", "mps-wrong-results-os-version")
    return ("mps-op-wrong-result",)


def _nan_picture(context: Context, _text: str) -> tuple[str, ...]:
    return () if context.elsewhere else wrong_numbers(context)


NUMBER_RULES: dict[str, Rule] = {
    **many(_wrong_numbers, "anomaly-nan", "argmax-int-min", "probability-nan"),
    "tensor-likes-on-mps": _wrong_numbers,
    "invalid-value-in-cast": _nan_picture,
}
"""Signature id to its rule."""
