"""What exceptions of programs mean that name mps in words of their own."""

from __future__ import annotations

import re

from mps_doctor.knowledge.causes import all_causes
from mps_doctor.patterns import late
from mps_doctor_checks.message_context import Context, Rule

THINGS_IN_WORDS = (
    ("fp16-amp-unsupported-on-mps", late(r"\bamp\b|autocast|mixed[ -]precision", re.IGNORECASE)),
    ("float64-unsupported", late(r"\bfloat64\b|\bdouble\b", re.IGNORECASE)),
    ("fp8-unsupported", late(r"\bfloat8|\bfp8\b", re.IGNORECASE)),
    ("complex-dtype-unsupported", late(r"\bcomplex", re.IGNORECASE)),
    ("sparse-unsupported", late(r"\bsparse", re.IGNORECASE)),
    ("distributed-unsupported-on-mps", late(r"\bdistributed\b|\bddp\b", re.IGNORECASE)),
    (
        "mps-tensor-size-limit",
        late(r"2\*\*3[12]|int_max|more than \d+ dimensions|rank > ?\d", re.IGNORECASE),
    ),
)
"""What such an exception may name, with the limit that it then tells of."""


def _limit_named(context: Context, text: str) -> str:
    line = context.line_with(text)
    return next((cause for cause, thing in THINGS_IN_WORDS if thing.search(line)), "")


def _named_thing(context: Context, text: str) -> tuple[str, ...]:
    """Something is not supported on mps, in words of a program: what it is names the limit."""
    named = _limit_named(context, text)
    return (named, "op-not-implemented") if named else ("op-not-implemented",)


_OF_DEVICES = (
    (
        "distributed-unsupported-on-mps",
        late(
            r"\b(?:fsdp|ddp|process ?group\w*|nccl|gloo|c10d|dtensor|device ?mesh)", re.IGNORECASE
        ),
    ),
    (
        "torch-compile-unsupported-on-mps",
        late(
            r"inductor|dynamo|aoti\b|\baot_|\btriton|device_to_aten|static launcher"
            r"|no interface for device|functionaliz",
            re.IGNORECASE,
        ),
    ),
    (
        "tensors-on-different-devices",
        late(
            r"(?:same|common) device|different devices|device mismatch|to a tensor with device"
            r"|tensor from a generator of type|\bdevice type\b.{0,24}\bconsistent\b"
            r"|\bmps\b.{0,80}\b(?:got|found|but|not)\b.{0,40}\bcpu\b"
            r"|\bcpu\b(?! (?:and|or|,)).{0,60}\b(?:got|found|but|not)\b.{0,40}\bmps\b",
            re.IGNORECASE,
        ),
    ),
)
"""What an exception may speak of that names the device mps, with the limit that it then tells."""

_CUDA = late(r"\bcuda\b", re.IGNORECASE)

_LACKS = late(
    r"support|implement|\bonly\b|missing|registered|does(?: not|n't) work|can(?:not|'t) use"
    r"|not available",
    re.IGNORECASE,
)


def _device_in_words(context: Context, text: str) -> tuple[str, ...]:
    """A device is refused in words of a program: what else it speaks of names the limit."""
    if context.elsewhere:
        return ()
    named = _limit_named(context, text) or _device_named(context, text)
    if not named and _CUDA.search(text):
        named = "app-requires-cuda"
    return (named, "op-not-implemented") if named else ("op-not-implemented", "mps-op-crash")


def _device_named(context: Context, text: str) -> str:
    line = context.line_with(text)
    return next((cause for cause, thing in _OF_DEVICES if thing.search(line)), "")


def _other_error(context: Context, text: str) -> tuple[str, ...]:
    """An exception that names mps, in words of its own."""
    if context.elsewhere:
        return ()
    if named := _limit_named(context, text) or _device_named(context, text):
        return (named, "op-not-implemented")
    if _LACKS.search(text):
        return ("op-not-implemented", "mps-op-crash")
    return ("mps-op-crash", "op-not-implemented")


def _uncaught(context: Context, text: str) -> tuple[str, ...]:
    """How a program ended; the error that nothing caught says why, as it does in a traceback."""
    if context.blames_macos and not context.elsewhere:
        return ("mps-crash-os-version", "mps-op-crash")
    return _other_error(context, text)


def _told_by_us(_context: Context, text: str) -> tuple[str, ...]:
    """A report of our own names the cause itself; a plug-in's is not known here."""
    cause = text.rstrip("`").rpartition(" ")[2].strip("`")
    return (cause,) if cause in all_causes() else ()


WORDING_RULES: dict[str, Rule] = {
    "own-finding": _told_by_us,
    "mps-error-in-words": _other_error,
    "mps-device-in-words": _device_in_words,
    "uncaught-c10-error": _uncaught,
    "not-supported-on-mps-words": _named_thing,
}
"""Signature id to its rule."""
