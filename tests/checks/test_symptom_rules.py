"""What symptoms that a text tells mean beside the facts."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from beside import beside

from mps_doctor_checks.symptom_rules import causes_of_symptoms

WRONG, OS_WRONG = "mps-op-wrong-result", "mps-wrong-results-os-version"
CRASH, OS_CRASH = "mps-op-crash", "mps-crash-os-version"
NO_METAL, NO_MEMORY, GROWTH = "virtual-machine-no-metal", "mps-out-of-memory", "mps-memory-growth"
X86, INTEL = "python-x86_64-on-apple-silicon", "intel-mac-no-wheel"


@pytest.mark.parametrize(
    ("words", "reported", "causes"),
    [
        ("M2", "wrong-results", WRONG),
        ("M2", "spoilt-images", WRONG),
        ("M2", "spoilt-text", WRONG),
        ("M2", "nans", WRONG),
        ("M2", "training-fails", WRONG),
        ("M2", "wrong-results wrong-on-cpu", ""),
        ("Linux", "wrong-results", ""),
        ("M2", "float64-on-gpu", "float64-unsupported"),
        ("M2", "since-macos-update", f"{OS_WRONG} {WRONG}"),
        ("M2", "since-macos-update slower-than-cpu", ""),
        ("M2", "since-macos-update crash-on-gpu", f"{OS_CRASH} {CRASH}"),
        ("M2", "cpu-by-a-setting", "mps-disabled-by-settings"),
        ("M2", "memory-grows", GROWTH),
        ("M2 VM", "out-of-memory", f"{NO_METAL} {NO_MEMORY}"),
        ("M2", "out-of-memory", f"{NO_MEMORY} {GROWTH}"),
        ("M2", "memory-grows out-of-memory", GROWTH),
        ("M2", "fixed-by-macos-update", f"macos-too-old-for-op {OS_WRONG}"),
        ("M2", "import-hangs", "torch-import-hangs"),
        ("M2", "two-openmp-copies", "openmp-duplicate-runtime"),
        ("M2", "segfault-with-openmp-package", "openmp-duplicate-runtime"),
        ("M2", "openmp-workaround", "openmp-duplicate-runtime"),
        ("M2", "crash-on-gpu", f"{CRASH} {OS_CRASH}"),
        ("M2", "fails-on-gpu-only", f"{WRONG} {CRASH}"),
        ("M2", "fails-on-gpu-only crash-on-gpu", f"{CRASH} {OS_CRASH}"),
        ("M2", "bus-error", ""),
        ("M2", "bus-error macos-beta", OS_CRASH),
        ("M2", "mps-missing-in-guest", ""),
        ("M2 VM", "mps-missing-in-guest", NO_METAL),
        ("Intel", "newest-torch-is-2.2.2", INTEL),
        ("M2 x86", "newest-torch-is-2.2.2", X86),
        ("M2 x86 has-mps", "newest-torch-is-2.2.2", ""),
        ("M2 x86 no-mps", "newest-torch-is-2.2.2", X86),
        ("Intel", "torch-for-arm-only", INTEL),
        ("M2 x86", "torch-for-arm-only", X86),
        ("M2", "torch-for-arm-only", ""),
        ("M2", "ddp-on-mac", "distributed-unsupported-on-mps"),
        ("Linux", "ddp-on-mac", ""),
        ("M2", "loaded-elsewhere", "checkpoint-location-unsupported"),
        ("M2", "a symptom of tomorrow", ""),
        ("M2", "odd-on-gpu-only", WRONG),
        ("M2", "odd-on-gpu-only crash-beside-mps", f"{WRONG} {CRASH} {OS_CRASH}"),
        ("M2", "odd-on-gpu-only import-hangs", "torch-import-hangs"),
        ("Linux", "odd-on-gpu-only", ""),
        ("M2", "crash-beside-mps", f"{CRASH} {OS_CRASH}"),
        ("M2", "crash-beside-mps memory-grows", GROWTH),
        ("Intel", "newest-torch-is-2.2.2 torch-dropped-intel-macs", INTEL),
        ("M2", "newest-torch-is-2.2.2 torch-dropped-intel-macs", ""),
        ("M2", "torch-dropped-intel-macs", ""),
        ("M2 x86", "torch-dropped-intel-macs", X86),
        ("M2 x86 has-mps", "torch-dropped-intel-macs", ""),
        ("Intel", "torch-dropped-intel-macs", INTEL),
        ("Intel", "newer-torch-not-found", INTEL),
        ("M2 x86", "newer-torch-not-found", X86),
        ("M2", "newer-torch-not-found", ""),
        ("Intel Linux", "newer-torch-not-found", ""),
        ("M2", "numpy-2-with-old-torch", "numpy2-abi-mismatch"),
        ("M2 torch=2.2.2", "numpy-2-with-old-torch", "numpy2-abi-mismatch"),
        ("M2 torch=2.3.0", "numpy-2-with-old-torch", ""),
        ("M2", "nightly-broken", f"torch-build-regression {CRASH}"),
        ("Linux", "nightly-broken", ""),
        ("M2", "nightly-broken slower-than-cpu", ""),
        ("M2", "nightly-broken nans", WRONG),
        ("M2", "bus-error crash-beside-mps", f"{CRASH} {OS_CRASH}"),
        ("M2", "python-without-torch", "python-version-no-wheel"),
        ("Linux", "python-without-torch", ""),
        ("M2", "companion-of-another-torch", "torch-companion-version-mismatch"),
        ("M2", "sandbox-hides-gpu", "sandbox-no-metal-device"),
        ("Linux", "sandbox-hides-gpu", ""),
        ("M2", "mps-fails-in-guest", NO_METAL),
        ("Linux", "mps-fails-in-guest", ""),
        ("M2", "bfloat16-on-gpu", "bfloat16-unsupported"),
        ("M2", "complex-on-gpu", "complex-dtype-unsupported"),
        ("M2", "float8-on-gpu", "fp8-unsupported"),
        ("M2", "sparse-on-gpu", "sparse-unsupported"),
        ("M2", "amp-on-gpu", "fp16-amp-unsupported-on-mps"),
        ("M2", "ddp-on-gpu", "distributed-unsupported-on-mps"),
        ("M2", "compile-on-gpu", "torch-compile-unsupported-on-mps"),
        ("M2", "operator-missing-on-gpu", "op-not-implemented"),
        ("M2", "two-dtypes-on-gpu", "mixed-dtype-on-mps"),
        ("M2", "two-devices", "tensors-on-different-devices"),
        ("M2", "tensor-too-large-for-gpu", "mps-tensor-size-limit"),
        ("M2", "cuda-needed", "app-requires-cuda"),
        ("M2", "package-not-for-mac", "package-no-macos-wheel"),
        ("Linux", "package-not-for-mac", ""),
    ],
)
def test_what_is_told(words: str, reported: str, causes: str) -> None:
    found = causes_of_symptoms(beside(words, reported=reported))
    assert tuple(cause for cause, _ in found) == tuple(causes.split())


@pytest.mark.parametrize(
    "reported",
    [
        *("float64-on-gpu", "since-macos-update", "out-of-memory", "fixed-by-macos-update"),
        *("crash-on-gpu", "crash-on-gpu since-macos-update", "fails-on-gpu-only"),
        *("odd-on-gpu-only", "crash-beside-mps", "nightly-broken", "two-devices"),
        *("python-without-torch", "companion-of-another-torch"),
    ],
)
@pytest.mark.parametrize("words", ["M2", "M2 VM"])
def test_an_error_text_says_more(words: str, reported: str) -> None:
    assert causes_of_symptoms(beside(words, reported=reported, found="gpu-hang")) == ()


@pytest.mark.parametrize(
    ("reported", "causes"),
    [
        ("crash-on-gpu", f"{CRASH} {OS_CRASH}"),
        ("out-of-memory", f"{NO_MEMORY} {GROWTH}"),
        ("odd-on-gpu-only", WRONG),
        ("cuda-needed", "app-requires-cuda"),
    ],
)
def test_a_warning_says_less(reported: str, causes: str) -> None:
    found = causes_of_symptoms(beside("M2", reported=reported, found="use-mps-device-deprecated"))
    assert tuple(cause for cause, _ in found) == tuple(causes.split())


def test_a_cause_is_told_once_with_its_first_symptom() -> None:
    facts = beside("M2", reported="memory-grows wrong-results nans loaded-elsewhere")
    assert causes_of_symptoms(facts) == (
        (GROWTH, "memory-grows"),
        (WRONG, "wrong-results"),
        ("checkpoint-location-unsupported", "loaded-elsewhere"),
    )
