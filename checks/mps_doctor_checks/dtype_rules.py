"""What texts mean that name a dtype: what Metal lacks, and what needs a newer macOS."""

from __future__ import annotations

import re

from packaging.version import Version

from mps_doctor.patterns import late
from mps_doctor_checks.message_context import X86_PYTHON, Context, Rule, mac_only, many, on_a_mac


def _bfloat16_old_macos(context: Context, _text: str) -> tuple[str, ...]:
    """On macOS 14 or newer this text means that the process is told an older version.

    Source: https://github.com/pytorch/pytorch/issues/146236
    """
    if context.intel_python and context.apple_silicon:
        return (X86_PYTHON,)
    macos = context.macos
    if macos is not None and macos >= Version("14"):
        return (X86_PYTHON, "macos-version-misreported")
    return ("bfloat16-unsupported", "macos-too-old-for-op")


def _bfloat16(context: Context, _text: str) -> tuple[str, ...]:
    if context.amd_gpu and not context.elsewhere:
        return ("intel-mac-amd-gpu-unreliable", "bfloat16-unsupported")
    if context.intel_python and context.apple_silicon:
        return (X86_PYTHON, "bfloat16-unsupported")
    return ("bfloat16-unsupported",)


def _complex_old_macos(context: Context, _text: str) -> tuple[str, ...]:
    macos = context.macos
    if macos is not None and macos >= Version("14"):
        return (X86_PYTHON, "macos-version-misreported")
    return ("complex-dtype-unsupported", "macos-too-old-for-op")


_DTYPES = (
    (late(r"(?:_|\b)float8_e\d", re.IGNORECASE), "fp8-unsupported"),
    (late(r"complex(?:double|float|half|<f)", re.IGNORECASE), "complex-dtype-unsupported"),
    (late(r"[_x](?:double|f64)(?![a-z\d])", re.IGNORECASE), "float64-unsupported"),
    (late(r"[_x]bf(?:loat|16)(?![a-z\d])", re.IGNORECASE), "bfloat16-unsupported"),
)
"""How kernels of torch's and tensors of MPSGraph name a dtype that Metal may lack."""


def lacking_dtype(context: Context, text: str) -> tuple[str, ...]:
    """Return what a kernel's or a tensor's name says: it is not built for want of its dtype.

    Source: https://github.com/pytorch/pytorch/blob/main/aten/src/ATen/native/mps/OperationUtils.mm
    """
    line = context.line_with(text)
    of_tensor = re.search(r"must be [^\n]{0,80}? but got", line)
    if not of_tensor and "function state object" not in text.lower():
        return ()
    return next(((cause,) for pattern, cause in _DTYPES if pattern.search(line)), ())


def _kernel_lacks_dtype(context: Context, text: str) -> tuple[str, ...]:
    """A kernel that lacks complex numbers or 8-bit floats lacks them as nearly all others do."""
    if context.elsewhere:
        return ()
    if re.search(r"complex(?:float|double|half)", context.line_with(text), re.IGNORECASE):
        return ("complex-dtype-unsupported", "op-not-implemented")
    return ("fp8-unsupported" if "fp8-undefined" in context.found else "op-not-implemented",)


DTYPE_RULES: dict[str, Rule] = {
    **many(_bfloat16_old_macos, "bfloat16-needs-macos-14", "bfloat16-type-macos-14"),
    **many(_bfloat16, "bfloat16-not-on-mps", "bfloat16-convert", "bfloat16-not-supported-words"),
    **many(_complex_old_macos, "complex-needs-macos-14", "complex-starting-macos-14"),
    "mixed-dtype-input-and-weight": on_a_mac("mixed-dtype-on-mps"),
    "mixed-dtype-of-operands": on_a_mac("mixed-dtype-on-mps"),
    **many(_kernel_lacks_dtype, "mps-kernel-lacks-dtype", "kernel-not-implemented-for-dtype"),
    "mps-kernel-lacks-complex": mac_only("complex-dtype-unsupported"),
}
"""Signature id to its rule."""
