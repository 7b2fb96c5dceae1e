"""What texts mean that come from work on the GPU: dtypes, operators, memory, crashes, numbers."""

from __future__ import annotations

import re

from packaging.version import Version

from mps_doctor.patterns import late
from mps_doctor_checks.message_context import X86_PYTHON, Context, Rule, mac_only, many, named_macos

UNITS = {"": 1, "b": 1, "bytes": 1, "k": 10, "m": 20, "g": 30, "t": 40}

FULL = 0.85
"""Share of the allowed memory in use from which an out-of-memory error is genuine.

A virtual GPU refuses with nearly nothing in use: https://github.com/actions/runner-images/issues/9918
"""

FIRST_MACOS_WITH_INT64 = Version("13.3")
"""Source: https://github.com/pytorch/pytorch/pull/95817"""

NAMED_ASSERTIONS = frozenset({"complex-with-real"})
"""Signatures of conditions that torch asserts, whose meaning is known."""

COMPILING = frozenset(
    {"inductor-lowering", "inductor-error", "inductor-device-mps", "inductor-lowering-exception"}
    | {"inductor-scheduling", "inductor-cuda-stream"}
)
"""Signatures of what torch.compile does."""

OS_WITH_NEURAL_ENGINE_ERRORS = (Version("14.0"), Version("14.3"))
"""macOS 14 first gave parts of MPSGraph's graphs to the Neural Engine; its errors are of these.

Sources: https://github.com/AUTOMATIC1111/stable-diffusion-webui/issues/13527,
https://github.com/AUTOMATIC1111/stable-diffusion-webui/issues/14403,
https://github.com/invoke-ai/InvokeAI/issues/4356
"""

OS_WITH_WRONG_NUMBERS = (
    (Version("14.4"), Version("14.5")),
    (Version("26.0"), Version("26.3")),
)
"""Ranges of macOS in which MPSGraph gave wrong numbers with torch releases of their time.

Sources: https://github.com/pytorch/pytorch/issues/122016,
https://github.com/pytorch/pytorch/issues/180201
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


def _complex_old_macos(context: Context, _text: str) -> tuple[str, ...]:
    macos = context.macos
    if macos is not None and macos >= Version("14"):
        return (X86_PYTHON, "macos-version-misreported")
    return ("complex-dtype-unsupported", "macos-too-old-for-op")


def _cuda_not_compiled(context: Context, text: str) -> tuple[str, ...]:
    """In torch 2.0 the compiler itself asked for CUDA: https://github.com/pytorch/pytorch/issues/96976"""
    if context.found & COMPILING:
        return _compile(context, text)
    return ("app-requires-cuda",)


def _compile(context: Context, _text: str) -> tuple[str, ...]:
    more_telling = {
        "omp-header-missing": "openmp-header-missing",
        "fopenmp-unsupported": "openmp-header-missing",
        "no-cxx-compiler": "xcode-clt-missing",
        "xcrun-developer-path": "xcode-clt-missing",
        "metal-shader-syntax": "inductor-metal-codegen-bug",
        "metal-program-source-error": "inductor-metal-codegen-bug",
        "metal-generated-shader": "inductor-metal-codegen-bug",
        "metal-generated-source": "inductor-metal-codegen-bug",
        "function-state-generated": "inductor-metal-codegen-bug",
        "metal-header-missing": "inductor-metal-codegen-bug",
    }
    for signature, cause in more_telling.items():
        if signature in context.found:
            return (cause,)
    release = context.torch_release
    prototype = "metal-compile-prototype" in context.found
    if prototype or (release is not None and release >= Version("2.7")):
        return ("inductor-metal-codegen-bug", "torch-compile-unsupported-on-mps")
    return ("torch-compile-unsupported-on-mps",)


def _compile_on_a_mac(context: Context, text: str) -> tuple[str, ...]:
    return () if context.elsewhere else _compile(context, text)


def _refused_macos(context: Context, text: str) -> tuple[str, ...]:
    """A package is for other systems; torch's compiler says the same of what it lacks here."""
    if context.elsewhere:
        return ()
    return _compile(context, text) if context.found & COMPILING else ("package-no-macos-wheel",)


def _key_error(context: Context, text: str) -> tuple[str, ...]:
    """A list of devices without mps; it may be the one of torch.compile."""
    return _compile(context, text) if context.found & COMPILING else ("app-requires-cuda",)


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
    return _lacking_dtype(context, text) or _graph_abort(context, text)[:1]


_DTYPES = (
    (late(r"(?:_|\b)float8_e\d", re.IGNORECASE), "fp8-unsupported"),
    (late(r"complex(?:double|float|half|<f)", re.IGNORECASE), "complex-dtype-unsupported"),
    (late(r"[_x](?:double|f64)(?![a-z\d])", re.IGNORECASE), "float64-unsupported"),
    (late(r"[_x]bf(?:loat|16)(?![a-z\d])", re.IGNORECASE), "bfloat16-unsupported"),
)
"""How kernels of torch's and tensors of MPSGraph name a dtype that Metal may lack."""


def _lacking_dtype(context: Context, text: str) -> tuple[str, ...]:
    """Return what a kernel's or a tensor's name says: it is not built for want of its dtype.

    Source: https://github.com/pytorch/pytorch/blob/main/aten/src/ATen/native/mps/OperationUtils.mm
    """
    line = context.line_with(text)
    of_tensor = re.search(r"must be [^\n]{0,80}? but got", line)
    if not of_tensor and "function state object" not in text.lower():
        return ()
    return next(((cause,) for pattern, cause in _DTYPES if pattern.search(line)), ())


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
    return _lacking_dtype(context, text) or ("mps-op-crash", "mps-crash-os-version")


_NEAR_A_MAC = late(r"\bmps\b|\b(?:m[1-5]|mac|apple)\b", re.IGNORECASE)


def _backward_view(context: Context, text: str) -> tuple[str, ...]:
    """The same words come from code that is wrong on every device: a Mac or mps must be near."""
    on_mac = context.apple_silicon or context.host.system == "Darwin"
    if context.elsewhere or not (on_mac or _NEAR_A_MAC.search(text)):
        return ()
    return ("mps-op-crash",)


def _sanity_check(context: Context, _text: str) -> tuple[str, ...]:
    """An assertion inside torch; another row may say what the condition that it names means."""
    return () if context.found & NAMED_ASSERTIONS else ("mps-op-crash",)


def _kernel_lacks_dtype(context: Context, text: str) -> tuple[str, ...]:
    """A kernel that lacks complex numbers or 8-bit floats lacks them as nearly all others do."""
    if context.elsewhere:
        return ()
    if re.search(r"complex(?:float|double|half)", context.line_with(text), re.IGNORECASE):
        return ("complex-dtype-unsupported", "op-not-implemented")
    return ("fp8-unsupported" if "fp8-undefined" in context.found else "op-not-implemented",)


def _on_a_mac(cause: str) -> Rule:
    """Two dtypes or devices meet on every GPU in these words: a Mac or mps must be near."""

    def rule(context: Context, text: str) -> tuple[str, ...]:
        on_mac = context.apple_silicon or context.host.system == "Darwin"
        near = on_mac or _NEAR_A_MAC.search(context.line_with(text)) is not None
        return (cause,) if near and not context.elsewhere else ()

    return rule


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


def _buffer_too_large(_context: Context, _text: str) -> tuple[str, ...]:
    """One tensor is larger than Metal's largest buffer, which is a share of the memory."""
    return ("mps-tensor-size-limit", "mps-out-of-memory")


def _nan_picture(context: Context, _text: str) -> tuple[str, ...]:
    return () if context.elsewhere else wrong_numbers(context)


OPERATION_RULES: dict[str, Rule] = {
    "mps-out-of-memory": _out_of_memory,
    "invalid-buffer-size": _buffer_too_large,
    "bfloat16-needs-macos-14": _bfloat16_old_macos,
    **many(_bfloat16, "bfloat16-not-on-mps", "bfloat16-convert", "bfloat16-not-supported-words"),
    **many(_needs_newer_macos, "op-int64-macos-13-3", "op-int64-unsupported"),
    **many(_needs_newer_macos, "op-natively-from-macos", "topk-16", "conv3d-needs-macos-13-2"),
    **many(_needs_newer_macos, "fft-needs-macos-14", "isin-macos-14", "int32-needs-macos-15"),
    "int64-cast-to-int32": _cast_to_int32,
    "complex-needs-macos-14": _complex_old_macos,
    "torch-not-compiled-with-cuda": _cuda_not_compiled,
    **many(_compile, "inductor-lowering", "inductor-error"),
    **many(_compile_on_a_mac, "inductor-lowering-exception", "inductor-cuda-stream"),
    "inductor-scheduling": _compile_on_a_mac,
    "mps-key-error": _key_error,
    "package-refuses-macos": _refused_macos,
    **many(_operator_missing, "op-not-implemented-mps", "op-no-fallback-words"),
    "torchvision-nms-mps": _operator_missing,
    **many(
        _wrong_numbers, "anomaly-nan", "argmax-int-min", "probability-nan", "tensor-likes-on-mps"
    ),
    **many(_gpu_fault, "gpu-timeout", "gpu-hang", "gpu-address-fault", "gpu-interactivity"),
    **many(_gpu_fault, "gpu-errors-ignored", "command-buffer-error"),
    **many(_gpu_fault, "command-buffer-execution-failed", "metal-crash-frame"),
    **many(_abort, "mpsndarray-assertion", "metal-validation-assertion", "mlir-pass-failed"),
    **many(_abort, "mpsgraph-nsexception", "placeholder-shape"),
    "ndarray-slice-assertion": _too_large_or_slice,
    "llvm-infer-result": _graph_abort,
    "indices-on-cpu": _on_a_mac("tensors-on-different-devices"),
    "mlir-mps-op": _graph_operation,
    "mps-error-in-words": _other_error,
    "mps-device-in-words": _device_in_words,
    "uncaught-c10-error": _uncaught,
    "not-supported-on-mps-words": _named_thing,
    **many(_on_a_mac("mixed-dtype-on-mps"), "mixed-dtype-input-and-weight"),
    **many(_on_a_mac("mixed-dtype-on-mps"), "mixed-dtype-of-operands"),
    "fused-optimizer-one-device": _on_a_mac("tensors-on-different-devices"),
    "same-device-mps-and-cpu": mac_only("tensors-on-different-devices"),
    **many(_kernel_lacks_dtype, "mps-kernel-lacks-dtype", "kernel-not-implemented-for-dtype"),
    **many(_sanity_check, "internal-assert-mps", "internal-assert-on-mps"),
    "mps-kernel-lacks-complex": mac_only("complex-dtype-unsupported"),
    "mps-kernel-32-bit": mac_only("mps-tensor-size-limit"),
    "distributed-asks-cuda": mac_only("distributed-unsupported-on-mps"),
    "cuda-build-asked": mac_only("app-requires-cuda"),
    "sparse-device-mps": mac_only("sparse-unsupported"),
    "inductor-metal-frame": _compile,
    "int-packed-matmul": mac_only("op-not-implemented"),
    "parameters-on-two-devices": _on_a_mac("tensors-on-different-devices"),
    "cpu-memory-exhausted": _on_a_mac("mps-out-of-memory"),
    **many(_on_a_mac("op-not-implemented"), "named-tensors-cpu-cuda", "only-on-cpu-tensors"),
    **many(_metal_library, "create-indexing-library", "create-metal-library"),
    **many(_metal_source, "metal-program-source-error", "metal-two-dtypes", "metal-without-bfloat"),
    **many(_pipeline, "pipeline-state-failed", "function-state-failed"),
    "view-size-backward": _backward_view,
    "invalid-value-in-cast": _nan_picture,
    "metal-crash-report": _gpu_fault,
    **many(_neural_engine, "neural-engine-inference", "mps-op-anec"),
    "bfloat16-type-macos-14": _bfloat16_old_macos,
    "complex-starting-macos-14": _complex_old_macos,
    **many(_needs_newer_macos, "op-supported-macos-13", "op-starting-from-macos"),
}
"""Signature id to its rule."""
