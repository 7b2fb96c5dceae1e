"""What it means beside the facts that torch, or what belongs to it, does not load."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from beside import beside, causes_of

X86, DAMAGED = "python-x86_64-on-apple-silicon", "torch-install-damaged"
OTHER_ARCH, FAILED = "native-arch-mismatch", "torch-import-failed"
COMPANION, SHADOW = "torch-companion-version-mismatch", "local-module-shadows-torch"
UNMET, OTHER_PIP = "project-requirement-unmet", "pip-of-another-python"
OPENMP, CRASHED = "openmp-duplicate-runtime", "torch-import-crashed"


@pytest.mark.parametrize(
    ("signature", "words", "causes"),
    [
        ("mkl-fatal", "Intel", ""),
        ("mkl-fatal", "Linux", ""),
        ("mkl-fatal", "M2", X86),
        ("mkl-fatal", "", X86),
        ("illegal-hardware-instruction", "Intel", CRASHED),
        ("illegal-hardware-instruction", "Linux", CRASHED),
        ("illegal-hardware-instruction", "M2", X86),
        ("rosetta-translated", "Intel", ""),
        ("rosetta-translated", "M2", X86),
        ("avx-not-available", "M2", X86),
        ("avx-not-available", "Intel", ""),
        ("avx-not-available", "M2 Linux", ""),
        ("triton-missing", "M2", "app-requires-cuda"),
        ("torch-not-found-module", "", "torch-not-installed"),
        ("torch-not-found-module", "torch-is-there", f"{OTHER_PIP} torch-not-installed"),
        ("project-requires-torch", "Intel", f"intel-mac-no-wheel {UNMET}"),
        ("project-requires-torch", "Intel torch=2.2.2", f"intel-mac-no-wheel {UNMET}"),
        ("project-requires-torch", "Intel torch=2.3.0", UNMET),
        ("project-requires-torch", "Intel Linux", UNMET),
        ("project-requires-torch", "M2 x86", f"{X86} {UNMET}"),
        ("project-requires-torch", "mac x86", UNMET),
        ("project-requires-torch", "M2 arm", UNMET),
    ],
)
def test_beside_the_facts(signature: str, words: str, causes: str) -> None:
    assert causes_of(beside(words), signature, "a text") == tuple(causes.split())


@pytest.mark.parametrize(
    ("signature", "found", "causes"),
    [
        ("incompatible-architecture", "xcrun-library-unloadable", ""),
        ("torch-dlopen-failed", "torch-dlopen-failed", FAILED),
        ("torch-dlopen-failed", "incompatible-architecture", ""),
        ("torch-dlopen-failed", "gpu-hang", FAILED),
        ("omp-not-loaded-torch", "", DAMAGED),
        ("omp-not-loaded-torch", "chained-fixups", ""),
        ("omp-not-loaded-torch", "built-for-newer-macos", ""),
        ("omp-not-loaded-torch", "incompatible-architecture", ""),
        ("libtorch-not-loaded", "torch-dlopen-failed", DAMAGED),
        ("libtorch-not-loaded", "", COMPANION),
        ("torch-attribute-basic", "torch-shadowed-path", SHADOW),
        ("torch-attribute-basic", "torch-file-named-so", SHADOW),
        ("torch-attribute-basic", "torch-shadowed-circular", SHADOW),
        ("torch-attribute-basic", "", f"{DAMAGED} {SHADOW}"),
        (
            "torch-not-found-module",
            "pip-already-satisfied-torch",
            f"{OTHER_PIP} torch-not-installed",
        ),
        ("pip-already-satisfied-torch", "torch-not-found-module", OTHER_PIP),
        ("pip-already-satisfied-torch", "", ""),
        ("torchvision-nms-missing", "hub-source-nms", f"torchhub-source-shadowing {COMPANION}"),
        (
            "torchvision-nms-missing",
            "hub-load-vision-nms",
            f"torchhub-source-shadowing {COMPANION}",
        ),
        ("triton-missing", "package-no-distribution", ""),
        ("triton-missing", "pip-no-version-other", ""),
        ("triton-missing", "uv-package-only-linux", ""),
        ("torchvision-nms-missing", "", f"{COMPANION} torchhub-source-shadowing"),
    ],
)
def test_beside_other_texts(signature: str, found: str, causes: str) -> None:
    assert causes_of(beside("M2", found=found), signature, "a text") == tuple(causes.split())


@pytest.mark.parametrize(
    ("signature", "reported", "causes"),
    [
        ("torch-import-segfault", "crash-near-openmp-user", f"{OPENMP} {CRASHED}"),
        ("torch-import-segfault", "two-openmp-runtimes", f"{OPENMP} {CRASHED}"),
        ("torch-import-segfault", "memory-grows", CRASHED),
        ("torch-not-found-module", "package-without-mac-build", ""),
        (
            "torch-not-found-module",
            "pip-of-another-python",
            f"{OTHER_PIP} torch-not-installed",
        ),
    ],
)
def test_beside_what_is_told(signature: str, reported: str, causes: str) -> None:
    assert causes_of(beside("M2", reported=reported), signature, "") == tuple(causes.split())


@pytest.mark.parametrize(
    ("signature", "words", "text", "causes"),
    [
        ("incompatible-architecture", "M2", "dlopen(/e/torch/_dl.cpython-310-darwin.so)", ""),
        (
            "incompatible-architecture",
            "M2",
            "(have 'arm64', need 'x86_64h' or 'x86_64')",
            f"{OTHER_ARCH} {X86}",
        ),
        ("incompatible-architecture", "M2", "have (arm64), need (x86_64)", f"{OTHER_ARCH} {X86}"),
        ("incompatible-architecture", "M2", "(have 'x86_64', need 'arm64')", OTHER_ARCH),
        ("incompatible-architecture", "Intel", "(have 'arm64', need 'x86_64')", OTHER_ARCH),
        ("symbol-cxx-system", "M2", "Symbol not found", "macos-too-old-for-torch"),
        ("symbol-cxx-system", "M2", "Symbol not found: ___emutls_v", ""),
        ("symbol-cxx-system", "M2", "Symbol not found: (___addtf3)", ""),
        ("symbol-cxx-system", "M2", "Symbol not found: _softf", "macos-too-old-for-torch"),
        (
            "symbol-cxx-system",
            "M2",
            "Referenced from: <1A2B-3C> /e/torch/lib/libtorch_cpu.dylib",
            "macos-too-old-for-torch",
        ),
        (
            "symbol-cxx-system",
            "M2",
            "Referenced from: torch/lib/libc10.dylib",
            "macos-too-old-for-torch",
        ),
        ("symbol-cxx-system", "M2", "referenced from '/e/nottorch/x.dylib'", ""),
        ("symbol-cxx-system", "M2", "REFERENCED FROM: /e/lib/libfoo.dylib", ""),
        (
            "pip-conflicting-torch",
            "M2",
            "torchvision 0.20.1 depends on torch==2.5.1",
            f"{COMPANION} {UNMET}",
        ),
        (
            "pip-conflicting-torch",
            "M2",
            "torchaudio 2.5.1 depends on torch==2.5.1",
            f"{COMPANION} {UNMET}",
        ),
        ("pip-conflicting-torch", "M2", "fastai depends on torch<2.6", f"{UNMET} {COMPANION}"),
    ],
)
def test_what_stands_in_the_text(signature: str, words: str, text: str, causes: str) -> None:
    assert causes_of(beside(words), signature, text) == tuple(causes.split())


def test_a_symbol_that_another_library_misses_is_no_old_macos() -> None:
    text = "Symbol not found: _x\n  Referenced from: /e/lib/libfoo.dylib"
    facts = beside("M2", found="torch-dlopen-failed")
    assert causes_of(facts, "symbol-cxx-system", text) == (FAILED,)


def test_a_text_without_a_rule_means_what_its_row_says() -> None:
    assert causes_of(beside(), "omp-error-15", "") == (OPENMP,)
