"""What texts mean that come from the GPU at work: faults, MPSGraph's aborts, kernels of Metal."""

from __future__ import annotations

from packaging.version import Version

from mps_doctor_checks.compile_rules import COMPILING
from mps_doctor_checks.dtype_rules import lacking_dtype
from mps_doctor_checks.message_context import Context, Rule, many

OS_WITH_NEURAL_ENGINE_ERRORS = (Version("14.0"), Version("14.3"))
"""macOS 14 first gave parts of MPSGraph's graphs to the Neural Engine; its errors are of these.

Sources: https://github.com/AUTOMATIC1111/stable-diffusion-webui/issues/13527,
https://github.com/AUTOMATIC1111/stable-diffusion-webui/issues/14403,
https://github.com/invoke-ai/InvokeAI/issues/4356
"""


def _gpu_fault(context: Context, _text: str) -> tuple[str, ...]:
    if context.virtual:
        return ("virtual-machine-no-metal", "mps-op-crash")
    if context.intel_mac and not context.elsewhere:
        return ("intel-mac-amd-gpu-unreliable", "mps-op-crash")
    if context.blames_macos:
        return ("mps-crash-os-version", "mps-op-crash")
    return ("mps-op-crash", "mps-crash-os-version")


def _abort(context: Context, text: str) -> tuple[str, ...]:
    if "of-another-program" in context.reported:
        return ()
    if context.blames_macos:
        return ("mps-crash-os-version", "mps-op-crash")
    return _gpu_fault(context, text)[:1]


def _neural_engine(context: Context, text: str) -> tuple[str, ...]:
    """MPSGraph itself decides what the Neural Engine computes: an operator has no say in it."""
    if context.elsewhere or "of-another-program" in context.reported:
        return ()
    first, mended = OS_WITH_NEURAL_ENGINE_ERRORS
    macos = context.macos
    if macos is not None and first <= macos < mended and not context.virtual:
        return ("mps-crash-os-version", "mps-op-crash")
    return _gpu_fault(context, text)


def _graph_abort(context: Context, _text: str) -> tuple[str, ...]:
    """LLVM's text follows one that says what did not fit."""
    told = {"mixed-dtype-broadcast", "mixed-dtype-element-type"} & context.found
    if told or "two-dtypes-on-gpu" in context.reported:
        return ("mixed-dtype-on-mps",)
    if {"shape-broadcast-abort", "mps-invalid-shape"} & context.found:
        return ("mps-op-crash",)
    if context.blames_macos:
        return ("mps-crash-os-version", "mps-op-crash")
    return ("mps-op-crash", "mixed-dtype-on-mps")


def _too_large_or_slice(context: Context, text: str) -> tuple[str, ...]:
    """Metal names the array that is too large in the text of the same assertion."""
    return () if "ndarray-4gb" in context.found else _abort(context, text)


def _graph_operation(context: Context, text: str) -> tuple[str, ...]:
    """MPSGraph names the operation; another row says that its operands' dtypes are the reason."""
    return lacking_dtype(context, text) or _graph_abort(context, text)[:1]


def _metal_source(context: Context, _text: str) -> tuple[str, ...]:
    """Metal code that does not compile: of torch.compile, unless a kernel of torch's is named."""
    if context.found & COMPILING:
        return ("inductor-metal-codegen-bug",)
    if "metal-two-dtypes" in context.found:
        return ("mixed-dtype-on-mps", "mps-op-crash")
    if "metal-without-bfloat" in context.found:
        return ("bfloat16-unsupported", "macos-too-old-for-op")
    return ("inductor-metal-codegen-bug",)


def _metal_library(context: Context, text: str) -> tuple[str, ...]:
    if context.found & {"metal-two-dtypes", "metal-without-bfloat", *COMPILING}:
        return _metal_source(context, text)
    if context.virtual:
        return ("virtual-machine-no-metal", "torch-build-regression")
    if context.found & {"xpc-connection-invalid", "mtl-compiler-unreachable"}:
        return ("metal-compiler-service-unreachable",)
    return ("torch-build-regression", "macos-too-old-for-torch")


def _pipeline(context: Context, text: str) -> tuple[str, ...]:
    if context.virtual:
        return ("virtual-machine-no-metal",)
    if context.found & {"xpc-connection-invalid", "mtl-compiler-unreachable"}:
        return ("metal-compiler-service-unreachable",)
    return lacking_dtype(context, text) or ("mps-op-crash", "mps-crash-os-version")


GPU_RULES: dict[str, Rule] = {
    **many(_gpu_fault, "gpu-timeout", "gpu-hang", "gpu-address-fault", "gpu-interactivity"),
    **many(_gpu_fault, "gpu-errors-ignored", "command-buffer-error"),
    **many(_gpu_fault, "command-buffer-execution-failed", "metal-crash-frame"),
    "metal-crash-report": _gpu_fault,
    **many(_abort, "mpsndarray-assertion", "metal-validation-assertion", "mlir-pass-failed"),
    **many(_abort, "mpsgraph-nsexception", "placeholder-shape"),
    "ndarray-slice-assertion": _too_large_or_slice,
    "llvm-infer-result": _graph_abort,
    "mlir-mps-op": _graph_operation,
    **many(_metal_library, "create-indexing-library", "create-metal-library"),
    **many(_metal_source, "metal-program-source-error", "metal-two-dtypes"),
    "metal-without-bfloat": _metal_source,
    **many(_pipeline, "pipeline-state-failed", "function-state-failed"),
    **many(_neural_engine, "neural-engine-inference", "mps-op-anec"),
}
"""Signature id to its rule."""
