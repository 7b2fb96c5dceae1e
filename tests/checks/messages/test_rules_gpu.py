"""What errors of work on the GPU mean beside the facts."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from beside import beside, causes_of

from mps_doctor.facts import MessageMatch, Messages

X86 = "python-x86_64-on-apple-silicon"
NO_METAL, NO_MEMORY = "virtual-machine-no-metal", "mps-out-of-memory"
OLD_OP, CRASH, OS_CRASH = "macos-too-old-for-op", "mps-op-crash", "mps-crash-os-version"
WRONG, OS_WRONG = "mps-op-wrong-result", "mps-wrong-results-os-version"
AMD_WRONG = f"intel-mac-amd-gpu-unreliable {WRONG}"
MISLED = f"{X86} macos-version-misreported"
METAL_BUG, NO_COMPILE = "inductor-metal-codegen-bug", "torch-compile-unsupported-on-mps"
MISSING, SET_LATE = "op-not-implemented", "fallback-env-set-too-late"


@pytest.mark.parametrize(
    ("words", "text", "causes"),
    [
        (
            "M2",
            "MPS backend out of memory (MPS allocated: 8.50 GB, other allocations: 512.00 KB, "
            "max allowed: 9.07 GB). Tried to allocate 1.00 GB on private pool.",
            NO_MEMORY,
        ),
        # Each of the three amounts makes the memory full where it is large.
        ("", "(MPS allocated: 8 MB, other allocations: 0 MB, max allowed: 9 MB)", NO_MEMORY),
        ("", "(MPS allocated: 0 MB, other allocations: 8 MB, max allowed: 9 MB)", NO_MEMORY),
        ("", "(MPS allocated: 0 MB, max allowed: 9 MB). Tried to allocate 8192 KB", NO_MEMORY),
        ("", "(MPS allocated: 0 MB, max allowed: 9 MB). Tried to allocate 8 KB", NO_METAL),
        ("M2 VM", "(MPS allocated: 7 MB, other allocations: 0 MB, max allowed: 9 MB)", NO_METAL),
        ("", "(MPS allocated: 17 GB, max allowed: 20 GB)", NO_MEMORY),
        ("", "(MPS allocated: 1000 bytes, max allowed: 1 KB)", NO_MEMORY),
        ("", "(MPS allocated: 900 MiB, max allowed: 1 GiB)", NO_MEMORY),
        ("", "(MPS allocated: 900 GB, max allowed: 1 TB)", NO_MEMORY),
        ("", "(mps ALLOCATED: 5 MB, max ALLOWED: 9 MB). tried to ALLOCATE 3 MB", NO_MEMORY),
        ("", "MPS backend out of memory (MPS allocated: 0 bytes", f"{NO_METAL} {NO_MEMORY}"),
        ("", "MPS backend out of memory (MPS allocated: 1 bytes", NO_MEMORY),
        ("M2 VM", "MPS backend out of memory", f"{NO_METAL} {NO_MEMORY}"),
        ("M2", "MPS backend out of memory", NO_MEMORY),
    ],
)
def test_out_of_memory(words: str, text: str, causes: str) -> None:
    assert causes_of(beside(words), "mps-out-of-memory", text) == tuple(causes.split())


@pytest.mark.parametrize(
    ("signature", "words", "causes"),
    [
        ("bfloat16-needs-macos-14", "M2 x86 macos=13.0", X86),
        ("bfloat16-needs-macos-14", "mac x86 macos=13.0", f"bfloat16-unsupported {OLD_OP}"),
        ("bfloat16-needs-macos-14", "M2 macos=14.0", MISLED),
        ("bfloat16-needs-macos-14", "M2 macos=13.7", f"bfloat16-unsupported {OLD_OP}"),
        ("bfloat16-needs-macos-14", "M2", f"bfloat16-unsupported {OLD_OP}"),
        ("bfloat16-not-on-mps", "M2 x86", f"{X86} bfloat16-unsupported"),
        ("bfloat16-not-on-mps", "mac x86", "bfloat16-unsupported"),
        ("bfloat16-not-on-mps", "M2 arm", "bfloat16-unsupported"),
        ("op-natively-from-macos", "M2 x86", f"{X86} {OLD_OP}"),
        ("op-natively-from-macos", "mac x86", f"{OLD_OP} {MISSING}"),
        ("op-natively-from-macos", "M2 arm", f"{OLD_OP} {MISSING}"),
        ("complex-needs-macos-14", "M2 macos=14.0", MISLED),
        ("complex-needs-macos-14", "M2 macos=13.7", f"complex-dtype-unsupported {OLD_OP}"),
        ("complex-needs-macos-14", "M2", f"complex-dtype-unsupported {OLD_OP}"),
        ("probability-nan", "Intel", AMD_WRONG),
        ("probability-nan", "Intel Linux", WRONG),
        ("probability-nan", "AMD", AMD_WRONG),
        ("probability-nan", "M2 x86", f"{X86} {WRONG}"),
        ("probability-nan", "M2 arm", WRONG),
        ("probability-nan", "M2 arm macos=14.3", WRONG),
        ("probability-nan", "M2 arm macos=14.4", f"{WRONG} {OS_WRONG}"),
        ("probability-nan", "M2 arm macos=14.5", WRONG),
        ("probability-nan", "M2 arm macos=26.0", f"{WRONG} {OS_WRONG}"),
        ("probability-nan", "M2 arm macos=26.2", f"{WRONG} {OS_WRONG}"),
        ("probability-nan", "M2 arm macos=26.3", WRONG),
        ("invalid-value-in-cast", "Linux", ""),
        ("invalid-value-in-cast", "M2", WRONG),
        ("gpu-hang", "M2 VM", f"{NO_METAL} {CRASH}"),
        ("gpu-hang", "Intel", f"intel-mac-amd-gpu-unreliable {CRASH}"),
        ("gpu-hang", "Intel Linux", f"{CRASH} {OS_CRASH}"),
        ("gpu-hang", "M2", f"{CRASH} {OS_CRASH}"),
        ("mlir-pass-failed", "M2 VM", NO_METAL),
        ("mlir-pass-failed", "M2", CRASH),
        ("create-metal-library", "M2 VM", f"{NO_METAL} torch-build-regression"),
        ("create-metal-library", "M2", "torch-build-regression macos-too-old-for-torch"),
        ("pipeline-state-failed", "M2 VM", NO_METAL),
        ("pipeline-state-failed", "M2", f"{CRASH} {OS_CRASH}"),
        ("view-size-backward", "M2", CRASH),
        ("view-size-backward", "mac", CRASH),
        ("view-size-backward", "", ""),
        ("view-size-backward", "Linux", ""),
        ("view-size-backward", "Linux arm", ""),
        ("invalid-buffer-size", "M2", f"mps-tensor-size-limit {NO_MEMORY}"),
        ("inductor-error", "torch=2.6.0", NO_COMPILE),
        ("inductor-error", "torch=2.7.0", f"{METAL_BUG} {NO_COMPILE}"),
        ("inductor-error", "", NO_COMPILE),
        ("torch-not-compiled-with-cuda", "M2 torch=2.9.1", "app-requires-cuda"),
        ("op-not-implemented-mps", "fallback-late", f"{SET_LATE} {MISSING}"),
        ("op-not-implemented-mps", "fallback=1", f"{MISSING} {SET_LATE}"),
        ("op-not-implemented-mps", "fallback=0", MISSING),
        ("op-not-implemented-mps", "fallback=", MISSING),
        ("op-not-implemented-mps", "DISABLE_MPS", MISSING),
        ("op-not-implemented-mps", "", MISSING),
    ],
)
def test_beside_the_facts(signature: str, words: str, causes: str) -> None:
    assert causes_of(beside(words), signature, "a text") == tuple(causes.split())


@pytest.mark.parametrize(
    ("words", "text", "causes"),
    [
        ("M2 macos=13.2", "natively supported from macOS 13.3", OLD_OP),
        ("M2 macos=13.2", "natively supported from macos_13_3", OLD_OP),
        ("M2 macos=13", "natively supported from macOS 14", OLD_OP),
        ("M2 x86 macos=13.2", "natively supported from macOS 13.3", f"{X86} {OLD_OP}"),
        ("M2 x86 macos=13.3", "natively supported from macOS 13.3", f"{X86} {OLD_OP}"),
        ("M2 macos=13.3", "natively supported from macOS 13.3", f"{OLD_OP} {MISSING}"),
    ],
)
def test_an_operator_that_a_newer_macos_has(words: str, text: str, causes: str) -> None:
    assert causes_of(beside(words), "op-natively-from-macos", text) == tuple(causes.split())


def test_the_macos_is_read_from_the_whole_line() -> None:
    match = MessageMatch(signature="topk-16", text="topk", quote="topk needs macOS 14.1", line=2)
    context = beside("M2 macos=14.0")._replace(messages=Messages(matches=(match,)))
    assert causes_of(context, "topk-16", "topk") == (OLD_OP,)


def test_a_text_that_names_mps_is_of_a_mac() -> None:
    assert causes_of(beside(), "view-size-backward", "on MPS: view size is") == (CRASH,)
    assert causes_of(beside("Linux"), "view-size-backward", "on MPS: view size is") == ()


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("The operator 'c10d::allreduce_' is not", "distributed-unsupported-on-mps"),
        ("The operator 'aten::_sparse_mm' is not", "sparse-unsupported"),
        ("The operator 'aten::empty' is not …, layout sparse_coo", "sparse-unsupported"),
        ("The operator 'aten::lu_solve' is not", MISSING),
    ],
)
def test_an_operator_that_is_missing(text: str, cause: str) -> None:
    assert causes_of(beside(), "op-not-implemented-mps", text) == (cause,)


@pytest.mark.parametrize(
    ("signature", "found", "causes"),
    [
        ("torch-not-compiled-with-cuda", "inductor-lowering", NO_COMPILE),
        ("torch-not-compiled-with-cuda", "inductor-error", NO_COMPILE),
        ("torch-not-compiled-with-cuda", "inductor-device-mps", NO_COMPILE),
        ("inductor-error", "omp-header-missing", ""),
        ("inductor-error", "fopenmp-unsupported", ""),
        ("inductor-error", "no-cxx-compiler", ""),
        ("inductor-error", "xcrun-developer-path", ""),
        ("inductor-error", "metal-shader-syntax", ""),
        ("inductor-error", "metal-program-source-error", ""),
        ("inductor-error", "metal-generated-shader", ""),
        ("inductor-error", "metal-header-missing", ""),
        ("inductor-error", "metal-compile-prototype", f"{METAL_BUG} {NO_COMPILE}"),
        ("llvm-infer-result", "mixed-dtype-broadcast", "mixed-dtype-on-mps"),
        ("llvm-infer-result", "mixed-dtype-element-type", "mixed-dtype-on-mps"),
        ("llvm-infer-result", "shape-broadcast-abort", CRASH),
        ("llvm-infer-result", "mps-invalid-shape", CRASH),
        ("llvm-infer-result", "", f"{CRASH} mixed-dtype-on-mps"),
        ("mlir-mps-op", "mixed-dtype-element-type", "mixed-dtype-on-mps"),
        ("mlir-mps-op", "", CRASH),
        ("create-metal-library", "xpc-connection-invalid", "metal-compiler-service-unreachable"),
        ("create-metal-library", "mtl-compiler-unreachable", "metal-compiler-service-unreachable"),
        ("pipeline-state-failed", "xpc-connection-invalid", "metal-compiler-service-unreachable"),
        ("pipeline-state-failed", "mtl-compiler-unreachable", "metal-compiler-service-unreachable"),
    ],
)
def test_beside_other_texts(signature: str, found: str, causes: str) -> None:
    assert causes_of(beside(found=found), signature, "a text") == tuple(causes.split())


@pytest.mark.parametrize(
    ("signature", "words", "reported", "causes"),
    [
        ("probability-nan", "M2", "wrong-since-macos", f"{OS_WRONG} {WRONG}"),
        ("gpu-hang", "M2", "macos-beta", f"{OS_CRASH} {CRASH}"),
        ("mlir-pass-failed", "M2 VM", "macos-beta", f"{OS_CRASH} {CRASH}"),
    ],
)
def test_beside_what_is_told(signature: str, words: str, reported: str, causes: str) -> None:
    facts = beside(words, reported=reported)
    assert causes_of(facts, signature, "a text") == tuple(causes.split())
