"""Where the facts say what an error text alone does not: its causes, the likeliest first.

A rule takes the facts and the text of the match and returns causes; none means that the text
says nothing here. A signature without a rule has the cause that its row names.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from packaging.version import Version

from mps_doctor.knowledge import releases
from mps_doctor.knowledge.signatures import all_signatures
from mps_doctor_checks.installer_rules import INSTALLER_RULES
from mps_doctor_checks.message_context import Context

Rule: TypeAlias = Callable[[Context, str], tuple[str, ...]]

X86_PYTHON = "python-x86_64-on-apple-silicon"

UNITS = {"": 1, "b": 1, "bytes": 1, "k": 10, "m": 20, "g": 30, "t": 40}

FULL = 0.85
"""Share of the allowed memory in use from which an out-of-memory error is genuine.

A virtual GPU refuses with nearly nothing in use: https://github.com/actions/runner-images/issues/9918
"""

OS_WITH_WRONG_NUMBERS = (
    (Version("14.4"), Version("14.5")),
    (Version("26.0"), Version("26.3")),
)
"""Ranges of macOS in which MPSGraph gave wrong numbers with torch releases of their time.

Sources: https://github.com/pytorch/pytorch/issues/122016,
https://github.com/pytorch/pytorch/issues/180201
"""


def causes_of(context: Context, signature: str, text: str) -> tuple[str, ...]:
    """Return the causes of one error text beside these facts, the likeliest first."""
    rule = RULES.get(signature)
    if rule is not None:
        return rule(context, text)
    row = all_signatures().get(signature)
    return (row.cause,) if row else ()


def _no_device(context: Context, text: str) -> tuple[str, ...]:
    """ "supported on macOS X+" is what torch says whenever Metal lists no device it takes.

    Sources: https://github.com/openai/codex/issues/9007,
    https://github.com/pytorch/pytorch/issues/139425
    """
    if context.guest_on_mac:
        return ("linux-guest-on-mac",)
    if context.elsewhere:
        return ("not-macos-host",)
    if context.sandboxed:
        return ("sandbox-no-metal-device",)
    macos = context.macos
    if context.macos_is_below(_needed_macos(context, text)):
        return ("macos-too-old-for-torch",)
    if context.intel_python and context.apple_silicon:
        return (X86_PYTHON,)
    if macos is None:
        return ("macos-too-old-for-torch", "sandbox-no-metal-device")
    return _hidden_device(context)


def _hidden_device(context: Context) -> tuple[str, ...]:
    if context.virtual:
        return ("virtual-machine-no-metal", "sandbox-no-metal-device")
    if context.intel_mac:
        return ("intel-mac-no-metal-gpu",)
    return ("sandbox-no-metal-device", "virtual-machine-no-metal")


def _needed_macos(context: Context, text: str) -> Version:
    release = context.torch_release
    minimum = releases.minimum_macos(str(release)) if release is not None else None
    if minimum is not None:
        return Version(str(minimum))
    stated = re.search(r"(\d+\.\d+)\+", text)
    # 2.5 says 12.3 and needs 13.0; those that mean 12.3 work from there on, and raise nothing.
    return Version("13.0" if not stated or stated[1] == "12.3" else stated[1])


def _no_metal_gpu(context: Context, text: str) -> tuple[str, ...]:
    if context.sandboxed:
        return ("sandbox-no-metal-device",)
    if context.elsewhere:
        return _built_without(context, text)
    if context.virtual or context.intel_mac:
        return _hidden_device(context)[:1]
    return ("sandbox-no-metal-device", "virtual-machine-no-metal")


def _unexplained(context: Context, text: str) -> tuple[str, ...]:
    if context.elsewhere:
        return _built_without(context, text)
    if context.intel_python and context.apple_silicon:
        return (X86_PYTHON,)
    macos = context.macos
    if context.macos_is_below(_needed_macos(context, text)):
        return ("macos-too-old-for-torch",)
    if context.sandboxed or context.virtual or context.intel_mac:
        return _no_metal_gpu(context, text)
    if macos is not None and context.torch_release is not None:
        return ("sandbox-no-metal-device", "mps-unavailable-unexplained")
    return ("mps-unavailable-unexplained",)


def _skipped_device(context: Context, _text: str) -> tuple[str, ...]:
    return ("virtual-machine-no-metal",) if context.virtual else ("intel-mac-no-metal-gpu",)


def _built_without(context: Context, _text: str) -> tuple[str, ...]:
    if context.guest_on_mac:
        return ("linux-guest-on-mac",)
    return ("not-macos-host",) if context.elsewhere else ("torch-not-built-with-mps",)


def _no_mps_at_all(context: Context, _text: str) -> tuple[str, ...]:
    release = context.torch_release
    if release is not None and release >= Version("1.12"):
        return ("torch-install-damaged", "torch-too-old-no-mps")
    return ("torch-too-old-no-mps",)


def _no_mps_namespace(context: Context, _text: str) -> tuple[str, ...]:
    release = context.torch_release
    if release is not None and release < Version("1.12"):
        return ("torch-too-old-no-mps",)
    return ("torch-mps-namespace-missing",)


def _out_of_memory(context: Context, text: str) -> tuple[str, ...]:
    """A GPU that refuses with nearly nothing in use is a virtual one."""
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
    if context.virtual or sizes.get("allocated") == 0:
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
    if context.intel_python and context.apple_silicon:
        return (X86_PYTHON, "bfloat16-unsupported")
    return ("bfloat16-unsupported",)


def _needs_newer_macos(context: Context, _text: str) -> tuple[str, ...]:
    if context.intel_python and context.apple_silicon:
        return (X86_PYTHON, "macos-too-old-for-op")
    return ("macos-too-old-for-op", "op-not-implemented")


def _complex_old_macos(context: Context, _text: str) -> tuple[str, ...]:
    macos = context.macos
    if macos is not None and macos >= Version("14"):
        return (X86_PYTHON, "macos-version-misreported")
    return ("complex-dtype-unsupported", "macos-too-old-for-op")


def _cuda_not_compiled(context: Context, text: str) -> tuple[str, ...]:
    """In torch 2.0 the compiler itself asked for CUDA: https://github.com/pytorch/pytorch/issues/96976"""
    compiling = ("inductor-lowering", "inductor-error", "inductor-device-mps")
    if any(signature in context.found for signature in compiling):
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


def _operator_missing(context: Context, text: str) -> tuple[str, ...]:
    if "'c10d::" in text:
        return ("distributed-unsupported-on-mps",)
    if "'aten::_sparse" in text or "sparse_coo" in text:
        return ("sparse-unsupported",)
    fallback = "PYTORCH_ENABLE_MPS_FALLBACK"
    set_late = context.variables.set_after_import
    if not isinstance(set_late, tuple):
        set_late = ()
    if fallback in set_late:
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
    if _has_amd_gpu(context):
        return ("intel-mac-amd-gpu-unreliable", "mps-op-wrong-result")
    if context.intel_python and context.apple_silicon:
        return (X86_PYTHON, "mps-op-wrong-result")
    macos = context.macos
    known_bad = macos is not None and any(
        low <= macos < high for low, high in OS_WITH_WRONG_NUMBERS
    )
    if "since-macos-update" in context.reported:
        return ("mps-wrong-results-os-version", "mps-op-wrong-result")
    if known_bad:
        return ("mps-op-wrong-result", "mps-wrong-results-os-version")
    return ("mps-op-wrong-result",)


def _has_amd_gpu(context: Context) -> bool:
    gpus = context.host.gpus
    return isinstance(gpus, tuple) and any("AMD" in gpu.name for gpu in gpus)


def _gpu_fault(context: Context, _text: str) -> tuple[str, ...]:
    if context.virtual:
        return ("virtual-machine-no-metal", "mps-op-crash")
    if context.intel_mac and not context.elsewhere:
        return ("intel-mac-amd-gpu-unreliable", "mps-op-crash")
    if "macos-beta" in context.reported:
        return ("mps-crash-os-version", "mps-op-crash")
    return ("mps-op-crash", "mps-crash-os-version")


def _abort(context: Context, text: str) -> tuple[str, ...]:
    if "macos-beta" in context.reported:
        return ("mps-crash-os-version", "mps-op-crash")
    return _gpu_fault(context, text)[:1]


def _graph_abort(context: Context, _text: str) -> tuple[str, ...]:
    """LLVM's text follows one that says what did not fit."""
    if {"mixed-dtype-broadcast", "mixed-dtype-element-type"} & context.found:
        return ("mixed-dtype-on-mps",)
    if {"shape-broadcast-abort", "mps-invalid-shape"} & context.found:
        return ("mps-op-crash",)
    return ("mps-op-crash", "mixed-dtype-on-mps")


def _metal_library(context: Context, _text: str) -> tuple[str, ...]:
    if context.virtual:
        return ("virtual-machine-no-metal", "torch-build-regression")
    if context.found & {"xpc-connection-invalid", "mtl-compiler-unreachable"}:
        return ("metal-compiler-service-unreachable",)
    return ("torch-build-regression", "macos-too-old-for-torch")


def _pipeline(context: Context, _text: str) -> tuple[str, ...]:
    if context.virtual:
        return ("virtual-machine-no-metal",)
    if context.found & {"xpc-connection-invalid", "mtl-compiler-unreachable"}:
        return ("metal-compiler-service-unreachable",)
    return ("mps-op-crash", "mps-crash-os-version")


def _accelerator(context: Context, _text: str) -> tuple[str, ...]:
    """Lightning asks torch and platform.processor(), which is "i386" under Rosetta.

    Source: https://github.com/Lightning-AI/pytorch-lightning/issues/14634
    """
    values = context.variables.values
    if isinstance(values, tuple) and any(item.name == "DISABLE_MPS" for item in values):
        return ("mps-disabled-by-settings",)
    release = context.torch_release
    if release is not None and release < Version("1.12"):
        return ("torch-too-old-no-mps",)
    if context.macos_is_below(Version("12.3")):
        return ("macos-too-old-for-torch",)
    if context.intel_python and context.apple_silicon:
        return (X86_PYTHON, "framework-device-detection-bug")
    if context.elsewhere:
        return ("not-macos-host",)
    return ("framework-device-detection-bug",)


def _wrong_architecture(context: Context, text: str) -> tuple[str, ...]:
    """The arm64 wheels of torch 1.12 hold one Intel file, `_dl`, which nothing on a Mac loads.

    Source: torch 1.12.1 for macOS: the Mach-O header of torch/_dl.cpython-310-darwin.so
    """
    if "_dl.cpython" in text:
        return ()
    if context.apple_silicon and re.search(r"need '?\(?x86_64", text):
        return ("native-arch-mismatch", X86_PYTHON)
    return ("native-arch-mismatch",)


def _mkl(context: Context, _text: str) -> tuple[str, ...]:
    """MKL exists for Intel only: on an M-chip its text proves a translated environment."""
    return () if context.intel_mac or context.elsewhere else (X86_PYTHON,)


def _illegal_instruction(context: Context, _text: str) -> tuple[str, ...]:
    return ("torch-import-crashed",) if context.intel_mac or context.elsewhere else (X86_PYTHON,)


def _intel_hint(context: Context, _text: str) -> tuple[str, ...]:
    return () if context.intel_mac else (X86_PYTHON,)


def _torch_library(context: Context, _text: str) -> tuple[str, ...]:
    """What more exact texts say of the same failure goes first."""
    others = (row for row in all_signatures().values() if row.id in context.found)
    more_telling = any(row.kind == "loader" and row.id != "torch-dlopen-failed" for row in others)
    return () if more_telling else ("torch-import-failed",)


def _system_symbol(context: Context, text: str) -> tuple[str, ...]:
    """A library of the system lacks what torch asks for: an old macOS, where torch itself asks.

    Asks another library that torch's happens to load, torch's minimum says nothing of it.
    """
    asking = re.search(r"referenced from:? ?(?:<[\w-]{1,40}> ?)?'?(\S+)", text, re.IGNORECASE)
    foreign = asking is not None and not re.search(r"(?:^|/)torch", asking[1])
    if foreign and "torch-dlopen-failed" in context.found:
        return ("torch-import-failed",)
    return ("macos-too-old-for-torch",)


def _missing_openmp(context: Context, _text: str) -> tuple[str, ...]:
    """dyld says after it why it did not take the library that lies there."""
    told = {"chained-fixups", "built-for-newer-macos", "incompatible-architecture"}
    return () if told & context.found else ("torch-install-damaged",)


def _torch_in_part(context: Context, _text: str) -> tuple[str, ...]:
    shadows = {"torch-shadowed-path", "torch-file-named-so", "torch-shadowed-circular"}
    if shadows & context.found:
        return ("local-module-shadows-torch",)
    return ("torch-install-damaged", "local-module-shadows-torch")


def _import_segfault(context: Context, _text: str) -> tuple[str, ...]:
    """With another package that brings OpenMP it is the two runtimes; torch is only named first."""
    if "segfault-with-openmp-package" in context.reported:
        return ("openmp-duplicate-runtime", "torch-import-crashed")
    return ("torch-import-crashed",)


def _conflicting_pins(_context: Context, text: str) -> tuple[str, ...]:
    of_companion = re.search(r"torch(?:vision|audio)\b[^\n]{0,30} depends on torch==", text)
    if of_companion:
        return ("torch-companion-version-mismatch", "project-requirement-unmet")
    return ("project-requirement-unmet", "torch-companion-version-mismatch")


def _torch_missing(context: Context, _text: str) -> tuple[str, ...]:
    told = "torch-said-to-be-installed" in context.reported or context.torch.installed is True
    if told or "pip-already-satisfied-torch" in context.found:
        return ("pip-of-another-python", "torch-not-installed")
    return ("torch-not-installed",)


def _already_satisfied(context: Context, _text: str) -> tuple[str, ...]:
    return ("pip-of-another-python",) if "torch-not-found-module" in context.found else ()


def _companion_operator(context: Context, _text: str) -> tuple[str, ...]:
    if {"hub-source-nms", "hub-load-vision-nms"} & context.found:
        return ("torchhub-source-shadowing", "torch-companion-version-mismatch")
    return ("torch-companion-version-mismatch", "torchhub-source-shadowing")


def causes_of_unavailability(context: Context) -> tuple[str, ...]:
    """Return why a GPU that everything speaks for is not found, where the text leaves one reason.

    On Apple silicon with a native Python, a macOS that is new enough and a torch with MPS, what
    is left is a process that Metal shows no device. Source: https://github.com/openai/codex/issues/10199
    """
    release, macos = context.torch_release, context.macos
    if release is None or macos is None or release < Version("1.12"):
        return ()
    if context.intel_mac and not context.elsewhere and not _has_amd_gpu(context):
        return () if macos < _needed_macos(context, "") else _hidden_device(context)[:1]
    native = context.apple_silicon and context.native_python
    if context.elsewhere or not native or context.torch_import.mps_built is False:
        return ()
    if macos < _needed_macos(context, ""):
        return ()
    return _hidden_device(context)


def _no_default_device(context: Context, _text: str) -> tuple[str, ...]:
    if context.virtual:
        return ("virtual-machine-no-metal",)
    return ("sandbox-no-metal-device", "virtual-machine-no-metal")


def _sandbox_variable(context: Context, _text: str) -> tuple[str, ...]:
    failed = context.torch_import.mps_available is False or context.sandboxed
    failed = failed or any(id.startswith(("mps-needs", "mps-no-supported")) for id in context.found)
    return ("sandbox-no-metal-device",) if failed else ()


def _old_torch_for_library(context: Context, _text: str) -> tuple[str, ...]:
    """A library wants a newer torch than Intel Macs can have."""
    release = context.torch_release
    capped = release is None or release <= Version("2.2.2")
    if context.intel_mac and not context.elsewhere and capped:
        return ("intel-mac-no-wheel", "project-requirement-unmet")
    if context.intel_python and context.apple_silicon:
        return (X86_PYTHON, "project-requirement-unmet")
    return ("project-requirement-unmet",)


def _many(rule: Rule, *signatures: str) -> dict[str, Rule]:
    return dict.fromkeys(signatures, rule)


RULES: dict[str, Rule] = {
    **_many(_no_device, "mps-needs-macos-12-3", "mps-needs-macos-13", "mps-needs-macos-14"),
    **_many(_no_device, "mps-needs-macos-15"),
    **_many(_no_metal_gpu, "mps-no-supported-metal-gpu"),
    **_many(_unexplained, "mps-docs-not-available", "mps-doc-not-available-shader"),
    **_many(_unexplained, "mps-device-not-found"),
    **_many(_skipped_device, "mps-device-skipped", "metal-family-mac2-missing"),
    **_many(_built_without, "not-linked-with-mps", "mps-dispatch-key-missing"),
    **_many(_built_without, "mps-call-without-backend", "mps-attribute-get-name"),
    **_many(_built_without, "mps-docs-not-built"),
    **_many(_no_mps_at_all, "backends-has-no-mps", "backends-mps-no-module"),
    **_many(_no_mps_at_all, "device-string-mps-unknown", "device-string-mps-invalid"),
    **_many(_no_mps_namespace, "torch-mps-namespace", "torch-mps-function", "torch-mps-no-module"),
    **_many(_no_mps_namespace, "backends-mps-function"),
    "mps-out-of-memory": _out_of_memory,
    "bfloat16-needs-macos-14": _bfloat16_old_macos,
    **_many(_bfloat16, "bfloat16-not-on-mps", "bfloat16-convert"),
    **_many(_needs_newer_macos, "op-int64-macos-13-3", "op-int64-unsupported"),
    **_many(_needs_newer_macos, "op-natively-from-macos", "topk-16", "conv3d-needs-macos-13-2"),
    **_many(_needs_newer_macos, "fft-needs-macos-14", "isin-macos-14", "int32-needs-macos-15"),
    "complex-needs-macos-14": _complex_old_macos,
    "torch-not-compiled-with-cuda": _cuda_not_compiled,
    **_many(_compile, "inductor-lowering", "inductor-error"),
    **_many(_operator_missing, "op-not-implemented-mps", "op-no-fallback-words"),
    **_many(_wrong_numbers, "anomaly-nan", "argmax-int-min", "probability-nan"),
    **_many(_gpu_fault, "gpu-timeout", "gpu-hang", "gpu-address-fault", "gpu-interactivity"),
    **_many(_gpu_fault, "gpu-errors-ignored", "command-buffer-error"),
    **_many(_gpu_fault, "command-buffer-execution-failed", "metal-crash-frame"),
    **_many(_abort, "mpsndarray-assertion", "metal-validation-assertion", "mlir-pass-failed"),
    **_many(_abort, "mpsgraph-nsexception"),
    "llvm-infer-result": _graph_abort,
    **_many(_metal_library, "create-indexing-library", "create-metal-library"),
    **_many(_pipeline, "pipeline-state-failed", "function-state-failed"),
    **_many(_accelerator, "mps-accelerator-unavailable", "lightning-no-gpu-backend"),
    **_many(_wrong_architecture, "incompatible-architecture", "wrong-architecture-old"),
    "mkl-fatal": _mkl,
    "illegal-hardware-instruction": _illegal_instruction,
    **_many(_intel_hint, "uv-python-x86-on-mac", "rosetta-translated", "bad-cpu-type"),
    **_many(_torch_missing, "torch-not-found-module", "torch-library-not-found"),
    "torch-dlopen-failed": _torch_library,
    "symbol-cxx-system": _system_symbol,
    "omp-not-loaded-torch": _missing_openmp,
    "pip-conflicting-torch": _conflicting_pins,
    "torch-import-segfault": _import_segfault,
    **_many(_torch_in_part, "torch-attribute-basic", "torch-import-circular-name"),
    "pip-already-satisfied-torch": _already_satisfied,
    "torchvision-nms-missing": _companion_operator,
    "mtl-default-device-nil": _no_default_device,
    "sandbox-variable": _sandbox_variable,
    **_many(_old_torch_for_library, "torch-load-requires-2-6", "project-requires-torch"),
    **_many(_old_torch_for_library, "pytorch-version-required", "torch-newer-attribute"),
    **_many(_old_torch_for_library, "torch-newer-name", "torch-newer-module"),
    **INSTALLER_RULES,
}
"""Signature id to its rule."""
