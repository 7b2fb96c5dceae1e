"""What texts mean that come from work on the GPU: operators, dtypes, memory, faults, compiling."""

from __future__ import annotations

import re

from mps_doctor.facts import known_or
from mps_doctor.knowledge.variables import FALLBACK
from mps_doctor_checks.messages.context import (
    GUEST,
    X86_PYTHON,
    Causes,
    Context,
    Rule,
    always,
    decide,
    named_macos,
)

COMPILING = frozenset(
    {"inductor-lowering", "inductor-error", "inductor-device-mps", "inductor-lowering-exception"}
    | {"inductor-scheduling", "inductor-cuda-stream"}
)
"""Error texts of torch.compile."""

WRONG, WRONG_BY_MACOS = "mps-op-wrong-result", "mps-wrong-results-os-version"
CRASH, CRASH_BY_MACOS = "mps-op-crash", "mps-crash-os-version"
AMD = "intel-mac-amd-gpu-unreliable"
SHADER, NO_COMPILE = "inductor-metal-codegen-bug", "torch-compile-unsupported-on-mps"
NO_OPERATOR, OLD_MACOS = "op-not-implemented", "macos-too-old-for-op"
MIXED = "mixed-dtype-on-mps"

OS_WITH_WRONG_NUMBERS = (("14.4", "14.5"), ("26.0", "26.3"))
"""Ranges of macOS in which MPSGraph gave wrong numbers with torch releases of their time.

Sources: https://github.com/pytorch/pytorch/issues/122016,
https://github.com/pytorch/pytorch/issues/180201
"""

OS_WITH_NEURAL_ENGINE_ERRORS = ("14.0", "14.3")
"""macOS 14 first gave parts of MPSGraph's graphs to the Neural Engine; its errors are of these.

Sources: https://github.com/AUTOMATIC1111/stable-diffusion-webui/issues/13527,
https://github.com/AUTOMATIC1111/stable-diffusion-webui/issues/14403,
https://github.com/invoke-ai/InvokeAI/issues/4356
"""

FIRST_MACOS_WITH_INT64 = "13.3"
"""Source: https://github.com/pytorch/pytorch/pull/95817"""

FULL = 0.85
"""Share of the allowed memory in use from which an out-of-memory error is genuine.

A virtual GPU refuses with nearly nothing in use: https://github.com/actions/runner-images/issues/9918
"""

UNITS = {"": 0, "k": 10, "m": 20, "g": 30, "t": 40}


def _within(context: Context, first: str, end: str) -> bool:
    return context.macos_from(first) and context.macos_below(end)


def _with_amd(context: Context) -> bool:
    return context.amd_gpu() or (context.intel_mac() and not context.elsewhere())


def _in_known_range(context: Context) -> bool:
    return any(_within(context, first, end) for first, end in OS_WITH_WRONG_NUMBERS)


wrong_numbers = decide(
    (_with_amd, (AMD, WRONG)),
    (Context.translated, (X86_PYTHON, WRONG)),
    (lambda context: WRONG_BY_MACOS in context.told, (WRONG_BY_MACOS, WRONG)),
    (lambda context: SHADER in context.told, (SHADER, WRONG)),
    (_in_known_range, (WRONG, WRONG_BY_MACOS)),
    (always, (WRONG,)),
)
"""Numbers of the GPU that are wrong."""

gpu_fault = decide(
    (Context.virtual, (GUEST, CRASH)),
    (_with_amd, (AMD, CRASH)),
    (Context.blames_macos, (CRASH_BY_MACOS, CRASH)),
    (always, (CRASH, CRASH_BY_MACOS)),
)

abort = decide(
    (Context.blames_macos, (CRASH_BY_MACOS, CRASH)),
    (always, lambda context: gpu_fault(context)[:1]),
)

neural_engine = decide(
    (
        lambda context: _within(context, *OS_WITH_NEURAL_ENGINE_ERRORS) and not context.virtual(),
        (CRASH_BY_MACOS, CRASH),
    ),
    (always, gpu_fault),
)
"""MPSGraph itself decides what the Neural Engine computes: an operator has no say in it."""


def _dtypes_did_not_fit(context: Context) -> bool:
    told = {"mixed-dtype-broadcast", "mixed-dtype-element-type"} & context.found
    return bool(told) or MIXED in context.told


graph_abort = decide(
    (_dtypes_did_not_fit, (MIXED,)),
    (
        lambda context: bool({"shape-broadcast-abort", "mps-invalid-shape"} & context.found),
        (CRASH,),
    ),
    (Context.blames_macos, (CRASH_BY_MACOS, CRASH)),
    (always, (CRASH, MIXED)),
)
"""LLVM's text follows one that says what did not fit."""

_DTYPES = (
    (r"(?i)(?:_|\b)float8_e\d", "fp8-unsupported"),
    (r"(?i)complex(?:double|float|half|<f)", "complex-dtype-unsupported"),
    (r"(?i)[_x](?:double|f64)(?![a-z\d])", "float64-unsupported"),
    (r"(?i)[_x]bf(?:loat|16)(?![a-z\d])", "bfloat16-unsupported"),
)
"""How kernels of torch's and tensors of MPSGraph name a dtype that Metal may lack."""


def lacking_dtype(context: Context) -> Causes:
    """Return what a kernel's or a tensor's name says: it is not built for want of its dtype.

    Source: https://github.com/pytorch/pytorch/blob/main/aten/src/ATen/native/mps/OperationUtils.mm
    """
    line = context.line
    of_tensor = re.search(r"must be [^\n]{0,80}? but got", line)
    if not of_tensor and "function state object" not in context.text.lower():
        return ()
    return next(((cause,) for pattern, cause in _DTYPES if re.search(pattern, line)), ())


def graph_operation(context: Context) -> Causes:
    """MPSGraph names the operation; its operands' dtypes may be the reason."""
    return lacking_dtype(context) or graph_abort(context)[:1]


def _compiler_unreachable(context: Context) -> bool:
    return bool(context.found & {"xpc-connection-invalid", "mtl-compiler-unreachable"})


def _of_compiling(context: Context) -> bool:
    return bool(context.found & COMPILING)


metal_source = decide(
    (_of_compiling, (SHADER,)),
    (lambda context: "metal-two-dtypes" in context.found, (MIXED, CRASH)),
    (
        lambda context: "metal-without-bfloat" in context.found,
        ("bfloat16-unsupported", OLD_MACOS),
    ),
    (always, (SHADER,)),
)
"""Metal code that does not compile: of torch.compile, unless a kernel of torch's is named."""

metal_library = decide(
    (
        lambda context: bool(
            context.found & {"metal-two-dtypes", "metal-without-bfloat", *COMPILING}
        ),
        metal_source,
    ),
    (Context.virtual, (GUEST, "torch-build-regression")),
    (_compiler_unreachable, ("metal-compiler-service-unreachable",)),
    (always, ("torch-build-regression", "macos-too-old-for-torch")),
)

pipeline = decide(
    (Context.virtual, (GUEST,)),
    (_compiler_unreachable, ("metal-compiler-service-unreachable",)),
    (always, lambda context: lacking_dtype(context) or (CRASH, CRASH_BY_MACOS)),
)


def _compiles_for_metal(context: Context) -> bool:
    return "metal-compile-prototype" in context.found or context.torch_from("2.7")


compiling = decide((_compiles_for_metal, (SHADER, NO_COMPILE)), (always, (NO_COMPILE,)))


def out_of_memory(context: Context) -> Causes:
    """A GPU that refuses with nearly nothing in use is a virtual one."""
    if "mps-memory-growth" in context.told and not context.virtual():
        return ("mps-memory-growth", "mps-out-of-memory")
    amounts = re.findall(
        r"(?i)(allocated|allocations|allowed|allocate)[: ]+([\d.]+) ?([kmgt]?)i?(?:b\b|bytes)",
        context.text,
    )
    sizes = {name.lower(): float(size) * 2 ** UNITS[unit.lower()] for name, size, unit in amounts}
    if {"allocated", "allowed"} <= sizes.keys():
        wanted = sum(sizes.get(name, 0.0) for name in ("allocated", "allocations", "allocate"))
        genuine = wanted >= FULL * sizes["allowed"]
        return ("mps-out-of-memory",) if genuine else (GUEST,)
    if context.virtual() or GUEST in context.told or sizes.get("allocated") == 0:
        return (GUEST, "mps-out-of-memory")
    return ("mps-out-of-memory",)


def needs_newer_macos(context: Context) -> Causes:
    """An operator needs a newer macOS; torch 2.6 and newer say so of one that they name."""
    if context.translated():
        return (X86_PYTHON, OLD_MACOS)
    named = named_macos(context.line)
    if named and context.macos_below(named):
        return (OLD_MACOS,)
    has_int64 = context.macos_from(FIRST_MACOS_WITH_INT64)
    if not named and (context.torch_from("2.5.2") or has_int64):
        return (NO_OPERATOR,)
    return (OLD_MACOS, NO_OPERATOR)


def operator_missing(context: Context) -> Causes:
    """An operator without a kernel; a fallback that was set and has no effect came too late."""
    if "'c10d::" in context.text:
        return ("distributed-unsupported-on-mps",)
    if "'aten::_sparse" in context.text or "sparse_coo" in context.text:
        return ("sparse-unsupported",)
    late = FALLBACK in known_or(context.variables.set_after_import, ())
    if late or "fallback-env-set-too-late" in context.told:
        return ("fallback-env-set-too-late", NO_OPERATOR)
    # torch saw it too late, or the operator is one that cannot fall back.
    return (
        (NO_OPERATOR, "fallback-env-set-too-late") if FALLBACK in context.tried else (NO_OPERATOR,)
    )


def kernel_lacks_dtype(context: Context) -> Causes:
    """A kernel that lacks complex numbers or 8-bit floats lacks them as nearly all others do."""
    if re.search(r"(?i)complex(?:float|double|half)", context.line):
        return ("complex-dtype-unsupported", NO_OPERATOR)
    return ("fp8-unsupported" if "fp8-undefined" in context.found else NO_OPERATOR,)


def of_new_macos(cause: str) -> Rule:
    """Return the rule of a dtype that macOS 14 brought.

    There its text means that the process is told an older version.
    Source: https://github.com/pytorch/pytorch/issues/146236
    """
    return decide(
        (Context.translated, (X86_PYTHON,)),
        (lambda context: context.macos_from("14"), (X86_PYTHON, "macos-version-misreported")),
        (always, (cause, OLD_MACOS)),
    )


bfloat16 = decide(
    (
        lambda context: context.amd_gpu() and not context.elsewhere(),
        (AMD, "bfloat16-unsupported"),
    ),
    (Context.translated, (X86_PYTHON, "bfloat16-unsupported")),
    (always, ("bfloat16-unsupported",)),
)

int64_cast = decide(
    (lambda context: context.macos_below(FIRST_MACOS_WITH_INT64), (OLD_MACOS, NO_OPERATOR)),
    (always, (NO_OPERATOR,)),
)
"""torch 2.0 casts below macOS 13.3, and only there. Source: torch 2.0: ReduceOps.mm."""

RULES: dict[str, Rule] = {
    "wrong-numbers": wrong_numbers,
    "gpu-fault": gpu_fault,
    "abort": abort,
    "neural-engine": neural_engine,
    "graph-abort": graph_abort,
    "graph-operation": graph_operation,
    "metal-source": metal_source,
    "metal-library": metal_library,
    "pipeline": pipeline,
    "compile": compiling,
    # In torch 2.0 the compiler itself asked for CUDA: https://github.com/pytorch/pytorch/issues/96976
    "cuda-or-compiler": decide((_of_compiling, compiling), (always, ("app-requires-cuda",))),
    "package-or-compiler": decide(
        (_of_compiling, compiling), (always, ("package-no-macos-wheel",))
    ),
    "out-of-memory": out_of_memory,
    "needs-newer-macos": needs_newer_macos,
    "cast-to-int32": int64_cast,
    "operator-missing": operator_missing,
    "kernel-lacks-dtype": kernel_lacks_dtype,
    "bfloat16": bfloat16,
    "bfloat16-of-new-macos": of_new_macos("bfloat16-unsupported"),
    "complex-of-new-macos": of_new_macos("complex-dtype-unsupported"),
}
"""Rules by the names that rows of error texts call them."""
