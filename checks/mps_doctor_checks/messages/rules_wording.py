"""What exceptions of programs mean, in words of their own that name mps or CUDA."""

from __future__ import annotations

import re

from mps_doctor.knowledge.causes import all_causes
from mps_doctor_checks.messages.context import Causes, Context, Rule

CUDA, DISTRIBUTED = "app-requires-cuda", "distributed-unsupported-on-mps"
NO_OPERATOR, CRASH = "op-not-implemented", "mps-op-crash"

THINGS = (
    ("fp16-amp-unsupported-on-mps", r"(?i)\bamp\b|autocast|mixed[ -]precision"),
    ("float64-unsupported", r"(?i)\bfloat64\b|\bdouble\b"),
    ("fp8-unsupported", r"(?i)\bfloat8|\bfp8\b"),
    ("complex-dtype-unsupported", r"(?i)\bcomplex"),
    ("sparse-unsupported", r"(?i)\bsparse"),
    (DISTRIBUTED, r"(?i)\bdistributed\b|\bddp\b"),
    ("mps-tensor-size-limit", r"(?i)2\*\*3[12]|int_max|more than \d+ dimensions|rank > ?\d"),
)
"""What such an exception may name, with the limit that it then speaks of."""

OF_DEVICES = (
    (DISTRIBUTED, r"(?i)\b(?:fsdp|ddp|process ?group\w*|nccl|gloo|c10d|dtensor|device ?mesh)"),
    (
        "torch-compile-unsupported-on-mps",
        r"(?i)inductor|dynamo|aoti\b|\baot_|\btriton|device_to_aten|static launcher"
        r"|no interface for device|functionaliz",
    ),
    (
        "tensors-on-different-devices",
        r"(?i)(?:same|common) device|different devices|device mismatch|to a tensor with device"
        r"|tensor from a generator of type|\bdevice type\b.{0,24}\bconsistent\b"
        r"|\bmps\b.{0,80}\b(?:got|found|but|not)\b.{0,40}\bcpu\b"
        r"|\bcpu\b(?! (?:and|or|,)).{0,60}\b(?:got|found|but|not)\b.{0,40}\bmps\b",
    ),
)
"""What an exception may speak of that names the device mps, with the limit that it then means."""

_LACKS = (
    r"(?i)support|implement|\bonly\b|missing|registered|does(?: not|n't) work|can(?:not|'t) use"
    r"|not available"
)

GOES_ON = frozenset({"mps-memory-growth", "mps-op-wrong-result", "mps-wrong-results-os-version"})
"""Symptoms of a program that what bitsandbytes said when it was loaded did not stop."""


def _limit(context: Context, *tables: tuple[tuple[str, str], ...]) -> str:
    line = context.line
    rows = (row for table in tables for row in table)
    return next((cause for cause, pattern in rows if re.search(pattern, line)), "")


def named_thing(context: Context) -> Causes:
    """Something is not supported on mps, in words of a program: what it is names the limit."""
    named = _limit(context, THINGS)
    return (named, NO_OPERATOR) if named else (NO_OPERATOR,)


def device_in_words(context: Context) -> Causes:
    """A device is refused in words of a program: what else it speaks of names the limit."""
    named = _limit(context, THINGS, OF_DEVICES, ((CUDA, r"(?i)\bcuda\b"),))
    return (named, NO_OPERATOR) if named else (NO_OPERATOR, CRASH)


def error_in_words(context: Context) -> Causes:
    """An exception that names mps, in words of its own."""
    if named := _limit(context, THINGS, OF_DEVICES):
        return (named, NO_OPERATOR)
    lacks = re.search(_LACKS, context.text)
    return (NO_OPERATOR, CRASH) if lacks else (CRASH, NO_OPERATOR)


def uncaught(context: Context) -> Causes:
    """How a program ended; the error that nothing caught says why, as it does in a traceback."""
    if context.blames_macos() and not context.elsewhere():
        return ("mps-crash-os-version", CRASH)
    return () if context.elsewhere() else error_in_words(context)


def requires_cuda(context: Context) -> Causes:
    """A test that is left out for want of CUDA reports nothing wrong."""
    return () if re.search(r"(?i)\bskip(?:ped|s|ping)?\b", context.line) else (CUDA,)


def cuda_only(context: Context) -> Causes:
    """Where only its work on several GPUs is for CUDA, a program is not."""
    several = re.search(r"(?i)\b(?:ddp|fsdp|multi-?gpu|distributed training)\b", context.line)
    return (DISTRIBUTED, CUDA) if several else (CUDA,)


def quantising(context: Context) -> Causes:
    """bitsandbytes without a GPU, unless the program goes on without it."""
    return () if GOES_ON & context.told else (CUDA,)


def own_finding(context: Context) -> Causes:
    """A report of ours names the cause itself; a plug-in's is not known here."""
    cause = context.text.rstrip("`").rpartition(" ")[2].strip("`")
    return (cause,) if cause in all_causes() else ()


RULES: dict[str, Rule] = {
    "named-thing": named_thing,
    "device-in-words": device_in_words,
    "error-in-words": error_in_words,
    "uncaught": uncaught,
    "requires-cuda": requires_cuda,
    "cuda-only": cuda_only,
    "quantising": quantising,
    "own-finding": own_finding,
}
"""Rules by the names that rows of error texts call them."""
