"""What it means beside the facts that torch finds no mps."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from beside import beside, causes_of

from mps_doctor_checks.messages._judging.rules import apply_rule

X86 = "python-x86_64-on-apple-silicon"
UNEXPLAINED = "mps-unavailable-unexplained"
HIDDEN = f"{UNEXPLAINED} sandbox-no-metal-device virtual-machine-no-metal"
IN_GUEST = "virtual-machine-no-metal sandbox-no-metal-device"
GUEST, ELSEWHERE, TOO_OLD = "linux-guest-on-mac", "not-macos-host", "macos-too-old-for-torch"

NO_DEVICE = [
    ("Linux Apple-marks", GUEST),
    ("Linux linuxkit arm", GUEST),
    ("Linux orbstack arm", GUEST),
    ("Linux linuxkit x86", ELSEWHERE),
    ("Linux arm", ELSEWHERE),
    ("mac linuxkit arm macos=15.5", HIDDEN),
    ("M2 sandbox macos=12.0", "sandbox-no-metal-device"),
    ("M2 both-said macos=15.5", "sandbox-no-metal-device"),
    ("M2 both-said macos=15.5 no-mps", HIDDEN),
    ("M2 other-said macos=15.5", HIDDEN),
    ("M2 macos=13.6", TOO_OLD),
    ("M2 macos=14", HIDDEN),
    ("M2 macos=14.0", HIDDEN),
    ("M2 macos=13.6 torch=2.8.0", HIDDEN),
    ("M2 macos=13.6 torch=2.9.0", TOO_OLD),
    ("M2 macos=12.2 torch=1.13.1", TOO_OLD),
    ("M2 macos=12.3 torch=1.13.1", HIDDEN),
    ("M2 x86 macos=13.6", TOO_OLD),
    ("M2 x86 macos=14.0", X86),
    ("M2 osx-64", X86),
    ("M2", f"{TOO_OLD} {UNEXPLAINED}"),
    ("M2 VM macos=15.5", IN_GUEST),
    ("M2 CI macos=15.5", IN_GUEST),
    ("Intel macos=15.5", "intel-mac-no-metal-gpu"),
    ("mac x86 macos=15.5", "intel-mac-no-metal-gpu virtual-machine-no-metal"),
]


@pytest.mark.parametrize(("words", "causes"), NO_DEVICE)
def test_mps_is_said_to_need_a_newer_macos(words: str, causes: str) -> None:
    text = "The MPS backend is supported on macOS 14.0+.Current OS version can be queried"
    assert causes_of(beside(words), "mps-needs-macos-14", text) == tuple(causes.split())


@pytest.mark.parametrize(
    ("words", "text", "causes"),
    [
        ("M2 macos=12.7", "supported on MacOS 12.3+.", TOO_OLD),  # 2.5 says so, and needs 13.0
        ("M2 macos=13.0", "supported on MacOS 12.3+.", HIDDEN),
        ("M2 macos=13.2", "supported on MacOS 13.3+.", TOO_OLD),
        ("M2 macos=13.3", "supported on MacOS 13.3+.", HIDDEN),
        ("M2 macos=12.9", "the MPS backend is not supported", TOO_OLD),
    ],
)
def test_the_macos_that_a_text_asks_for(words: str, text: str, causes: str) -> None:
    assert causes_of(beside(words), "mps-needs-macos-12-3", text) == tuple(causes.split())


@pytest.mark.parametrize(
    ("signature", "words", "causes"),
    [
        ("mps-no-supported-metal-gpu", "sandbox Linux", ELSEWHERE),
        ("mps-no-supported-metal-gpu", "sandbox", "sandbox-no-metal-device"),
        ("mps-no-supported-metal-gpu", "Linux Apple-marks", GUEST),
        ("mps-no-supported-metal-gpu", "Linux", ELSEWHERE),
        ("mps-no-supported-metal-gpu", "M2 VM", IN_GUEST),
        ("mps-no-supported-metal-gpu", "Intel", "intel-mac-no-metal-gpu"),
        ("mps-no-supported-metal-gpu", "M2", HIDDEN),
        ("mps-docs-not-available", "Linux", ELSEWHERE),
        ("mps-docs-not-available", "M2 x86 macos=12.0", X86),
        ("mps-docs-not-available", "M2 arm macos=12.0", TOO_OLD),
        ("mps-docs-not-available", "M2 sandbox macos=15.5", "sandbox-no-metal-device"),
        ("mps-docs-not-available", "M2 VM macos=15.5", "virtual-machine-no-metal"),
        ("mps-docs-not-available", "Intel macos=15.5", "intel-mac-no-metal-gpu"),
        ("mps-docs-not-available", "M2 macos=15.5 torch=2.9.1", UNEXPLAINED),
        ("mps-docs-not-available", "M2 macos=15.5", UNEXPLAINED),
        ("mps-docs-not-available", "M2 torch=2.9.1", UNEXPLAINED),
        ("mps-device-skipped", "M2 VM", "virtual-machine-no-metal"),
        ("mps-device-skipped", "M2", "intel-mac-no-metal-gpu"),
        ("not-linked-with-mps", "Linux Apple-marks", GUEST),
        ("not-linked-with-mps", "Linux", ELSEWHERE),
        ("not-linked-with-mps", "M2", "torch-not-built-with-mps"),
        ("backends-has-no-mps", "M2 torch=1.11.0", "torch-too-old-no-mps"),
        ("backends-has-no-mps", "M2", "torch-too-old-no-mps"),
        ("backends-has-no-mps", "torch=1.12.0", "torch-install-damaged torch-too-old-no-mps"),
        ("torch-mps-namespace", "torch=1.11.0", "torch-too-old-no-mps"),
        ("torch-mps-namespace", "imported=1.11.0", "torch-too-old-no-mps"),
        ("torch-mps-namespace", "torch=1.12.0", "torch-mps-namespace-missing"),
        ("torch-mps-namespace", "", "torch-mps-namespace-missing"),
        ("mps-accelerator-unavailable", "M2 DISABLE_MPS", "mps-disabled-by-settings"),
        ("mps-accelerator-unavailable", "fallback=1 torch=1.11.0", "torch-too-old-no-mps"),
        ("mps-accelerator-unavailable", "torch=1.12.0", "framework-device-detection-bug"),
        ("mps-accelerator-unavailable", "macos=12.2", TOO_OLD),
        ("mps-accelerator-unavailable", "macos=12.3", "framework-device-detection-bug"),
        ("mps-accelerator-unavailable", "M2 x86", f"{X86} framework-device-detection-bug"),
        ("mps-accelerator-unavailable", "mac x86", "framework-device-detection-bug"),
        ("mps-accelerator-unavailable", "Linux", ELSEWHERE),
        ("mtl-default-device-nil", "M2 VM", "virtual-machine-no-metal"),
        ("mtl-default-device-nil", "M2", "sandbox-no-metal-device virtual-machine-no-metal"),
        ("sandbox-variable", "M2", ""),
        ("sandbox-variable", "M2 has-mps", ""),
        ("sandbox-variable", "M2 no-mps", "sandbox-no-metal-device"),
        ("sandbox-variable", "M2 sandbox", "sandbox-no-metal-device"),
    ],
)
def test_no_mps(signature: str, words: str, causes: str) -> None:
    assert causes_of(beside(words), signature, "a text") == tuple(causes.split())


@pytest.mark.parametrize(
    ("found", "causes"),
    [
        ("mps-needs-macos-14", "sandbox-no-metal-device"),
        ("mps-no-supported-metal-gpu", "sandbox-no-metal-device"),
        ("gpu-hang mps-docs-not-built", ""),
    ],
)
def test_a_sandbox_is_named_where_another_text_tells_of_no_gpu(found: str, causes: str) -> None:
    assert causes_of(beside("M2", found=found), "sandbox-variable", "") == tuple(causes.split())


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        ("M2 arm macos=15.5 torch=2.9.1", ""),
        ("M2 arm macos=15.5 torch=2.9.1 sandbox", "sandbox-no-metal-device"),
        ("M2 arm macos=15.5 torch=2.9.1 both-said", "sandbox-no-metal-device"),
        ("M2 arm macos=15.5 torch=2.9.1 VM", "virtual-machine-no-metal"),
        ("M2 arm macos=12.3 torch=1.12.0 VM", "virtual-machine-no-metal"),
        ("M2 arm macos=15.5 VM", ""),
        ("M2 arm torch=2.9.1 VM", ""),
        ("M2 arm macos=15.5 torch=1.11.0 VM", ""),
        ("M2 arm macos=13.6 torch=2.9.1 VM", ""),
        ("M2 arm macos=15.5 torch=2.9.1 not-built VM", ""),
        ("M2 x86 macos=15.5 torch=2.9.1 VM", ""),
        ("Linux arm macos=15.5 torch=2.9.1 VM", ""),
        ("Intel macos=13.6 torch=2.2.2", "intel-mac-no-metal-gpu"),
        ("Intel VM macos=13.6 torch=2.2.2", "virtual-machine-no-metal"),
        ("Intel AMD macos=13.6 torch=2.2.2", ""),
        ("Intel macos=12.2 torch=2.2.2", ""),
        ("Intel macos=12.3 torch=2.2.2", "intel-mac-no-metal-gpu"),
        ("Intel Linux macos=13.6 torch=2.2.2", ""),
    ],
)
def test_a_gpu_that_everything_speaks_for(words: str, cause: str) -> None:
    assert apply_rule("hidden-gpu", beside(words)) == tuple(cause.split())
