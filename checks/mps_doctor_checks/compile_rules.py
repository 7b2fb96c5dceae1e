"""What texts mean that come from torch.compile."""

from __future__ import annotations

from packaging.version import Version

from mps_doctor_checks.message_context import Context, Rule, many

COMPILING = frozenset(
    {"inductor-lowering", "inductor-error", "inductor-device-mps", "inductor-lowering-exception"}
    | {"inductor-scheduling", "inductor-cuda-stream"}
)
"""Signatures of what torch.compile does."""


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


COMPILE_RULES: dict[str, Rule] = {
    "torch-not-compiled-with-cuda": _cuda_not_compiled,
    **many(_compile, "inductor-lowering", "inductor-error", "inductor-metal-frame"),
    **many(_compile_on_a_mac, "inductor-lowering-exception", "inductor-cuda-stream"),
    "inductor-scheduling": _compile_on_a_mac,
    "mps-key-error": _key_error,
    "package-refuses-macos": _refused_macos,
}
"""Signature id to its rule."""
