"""What texts mean that tell of an operator without a kernel, or with a wrong one."""

from __future__ import annotations

from packaging.version import Version

from mps_doctor_checks.message_context import (
    NEAR_A_MAC,
    X86_PYTHON,
    Context,
    Rule,
    mac_only,
    many,
    named_macos,
    on_a_mac,
)

NAMED_ASSERTIONS = frozenset({"complex-with-real"})
"""Signatures of conditions that torch asserts, whose meaning is known."""

FIRST_MACOS_WITH_INT64 = Version("13.3")
"""Source: https://github.com/pytorch/pytorch/pull/95817"""


def _needs_newer_macos(context: Context, text: str) -> tuple[str, ...]:
    if context.intel_python and context.apple_silicon:
        return (X86_PYTHON, "macos-too-old-for-op")
    named = named_macos(context.line_with(text))
    if named and context.macos_is_below(Version(named)):
        return ("macos-too-old-for-op",)
    # torch 2.6 and newer start on macOS 13 only, and their text for an older one names it.
    if not named and (context.torch_is_newer_than("2.5.1") or _has_int64(context)):
        return ("op-not-implemented",)
    return ("macos-too-old-for-op", "op-not-implemented")


def _has_int64(context: Context) -> bool:
    """Whether macOS is known to be one whose Metal has operators on 64-bit integers."""
    return context.macos is not None and context.macos >= FIRST_MACOS_WITH_INT64


def _cast_to_int32(context: Context, _text: str) -> tuple[str, ...]:
    """torch 2.0 casts below macOS 13.3, and only there. Source: torch 2.0: ReduceOps.mm."""
    too_old = context.macos_is_below(FIRST_MACOS_WITH_INT64)
    return ("macos-too-old-for-op", "op-not-implemented") if too_old else ("op-not-implemented",)


def _operator_missing(context: Context, text: str) -> tuple[str, ...]:
    if "'c10d::" in text:
        return ("distributed-unsupported-on-mps",)
    if "'aten::_sparse" in text or "sparse_coo" in text:
        return ("sparse-unsupported",)
    fallback = "PYTORCH_ENABLE_MPS_FALLBACK"
    set_late = context.variables.set_after_import
    if not isinstance(set_late, tuple):
        set_late = ()
    if fallback in set_late or "fallback-without-effect" in context.reported:
        return ("fallback-env-set-too-late", "op-not-implemented")
    values = context.variables.values
    shown = values if isinstance(values, tuple) else ()
    if any(item.name == fallback and item.value not in ("", "0") for item in shown):
        # torch saw it too late, or the operator is one that cannot fall back.
        return ("op-not-implemented", "fallback-env-set-too-late")
    return ("op-not-implemented",)


def _backward_view(context: Context, text: str) -> tuple[str, ...]:
    """The same words come from code that is wrong on every device: a Mac or mps must be near."""
    on_mac = context.apple_silicon or context.host.system == "Darwin"
    if context.elsewhere or not (on_mac or NEAR_A_MAC.search(text)):
        return ()
    return ("mps-op-crash",)


def _sanity_check(context: Context, _text: str) -> tuple[str, ...]:
    """An assertion inside torch; another row may say what the condition that it names means."""
    return () if context.found & NAMED_ASSERTIONS else ("mps-op-crash",)


OPERATOR_RULES: dict[str, Rule] = {
    **many(_needs_newer_macos, "op-int64-macos-13-3", "op-int64-unsupported"),
    **many(_needs_newer_macos, "op-natively-from-macos", "topk-16", "conv3d-needs-macos-13-2"),
    **many(_needs_newer_macos, "fft-needs-macos-14", "isin-macos-14", "int32-needs-macos-15"),
    **many(_needs_newer_macos, "op-supported-macos-13", "op-starting-from-macos"),
    "int64-cast-to-int32": _cast_to_int32,
    **many(_operator_missing, "op-not-implemented-mps", "op-no-fallback-words"),
    "torchvision-nms-mps": _operator_missing,
    "indices-on-cpu": on_a_mac("tensors-on-different-devices"),
    "fused-optimizer-one-device": on_a_mac("tensors-on-different-devices"),
    "parameters-on-two-devices": on_a_mac("tensors-on-different-devices"),
    "same-device-mps-and-cpu": mac_only("tensors-on-different-devices"),
    **many(_sanity_check, "internal-assert-mps", "internal-assert-on-mps"),
    "sparse-device-mps": mac_only("sparse-unsupported"),
    "int-packed-matmul": mac_only("op-not-implemented"),
    **many(on_a_mac("op-not-implemented"), "named-tensors-cpu-cuda", "only-on-cpu-tensors"),
    "view-size-backward": _backward_view,
}
"""Signature id to its rule."""
