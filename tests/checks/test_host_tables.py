"""Checks of the host family, called as plain functions: a table of facts and verdicts for each."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parent))

from mps_doctor_checks.barriers import sandbox, virtual_machine
from mps_doctor_checks.gpu import apple_gpu, metal_device
from mps_doctor_checks.memory import memory
from mps_doctor_checks.system_versions import macos_version_reported, unsupported_os
from outcome_words import NOT_APPLICABLE, PASSED, said

from mps_doctor.facts import (
    Conda,
    Gpu,
    Host,
    Interpreter,
    MacOSAnswer,
    Messages,
    MetalDevice,
    MissingFact,
    Packages,
    SmokeTest,
    TorchImport,
    TorchInstall,
    Unknown,
    Variable,
    Variables,
    known_or,
)
from mps_doctor.fixes import read_situation
from mps_doctor.judgement.checking import Failed, Passed
from mps_doctor_checks.host import host_system, macos_version
from mps_doctor_checks.mac import real_macos

MAC = {"system": "Darwin", "hardware_architecture": "arm64"}
INTEL = {"system": "Darwin", "hardware_architecture": "x86_64"}


@pytest.mark.parametrize(
    ("host", "python", "expected"),
    [
        ({"system": "Darwin"}, {}, PASSED),
        ({"system": "macOS"}, {}, PASSED),
        ({"system": "Windows"}, {}, "not-macos-host"),
        ({"system": "Linux"}, {}, "not-macos-host"),
        ({"system": "Linux", "kernel_release": "5.15.0-linuxkit"}, {}, "not-macos-host"),
        (
            {"system": "Linux", "kernel_release": "5.15.0-linuxkit"},
            {"architecture": "aarch64"},
            "linux-guest-on-mac",
        ),
        ({"system": "Linux", "kernel_release": "6.7-orbstack"}, {}, "linux-guest-on-mac"),
        (
            {"system": "Linux", "apple_marks": ("CPU implementer 0x61",), "container": "docker"},
            {},
            "linux-guest-on-mac",
        ),
        (  # Asahi Linux on the bare Mac
            {
                "system": "Linux",
                "apple_marks": ("CPU implementer 0x61",),
                "container": "none",
                "virtual_machine": False,
            },
            {},
            "not-macos-host",
        ),
        ({"system": "Linux", "apple_marks": (), "container": "docker"}, {}, "not-macos-host"),
    ],
)
def test_host_system(host: dict[str, Any], python: dict[str, Any], expected: str) -> None:
    assert said(host_system(Host(**host), Interpreter(**python), Messages())) == expected


@pytest.mark.parametrize(
    ("macos", "torch", "expected"),
    [
        ("12.2", None, "macos-too-old-for-torch"),
        ("12.2.1", "1.13.1", "macos-too-old-for-torch"),
        ("12.3", "1.12.0", PASSED),
        ("12.6", "2.4.1", PASSED),
        ("12.7.6", "2.5.1", "macos-too-old-for-torch"),
        ("13.0", "2.5.1", PASSED),
        ("13.7", "2.8.0", PASSED),
        ("13.7", "2.9.0", "macos-too-old-for-torch"),
        ("14.0", "2.11.0", PASSED),
        ("14.7", "2.15.0", "macos-too-old-for-torch info"),
        ("15.0", "2.15.0", PASSED),
        ("26.0", "2.15.0", PASSED),
        ("13.0", "1.11.0", NOT_APPLICABLE),  # too old itself: see torch-version
        ("13.7", "2.9.0.dev20250801", "macos-too-old-for-torch"),
        # Built from sources of before the release: maybe of before its minimum.
        ("12.7.4", "2.5.0a0+git79ca596", "macos-too-old-for-torch info"),
        ("26.0", "2.99.0", PASSED),  # newer than the data
        ("12.5", None, PASSED),
    ],
)
def test_macos_version(macos: str, torch: str | None, expected: str) -> None:
    host = Host(**MAC, macos_version=macos)
    install = TorchInstall(version=torch) if torch else TorchInstall(installed=False)
    outcome = macos_version(
        host, Interpreter(version="3.12.1"), Conda(), Packages(), install, TorchImport()
    )
    assert said(outcome) == expected


@pytest.mark.parametrize(
    ("host", "torch", "message", "fix"),
    [
        # What the torch that is installed needs, and not only the least that any needs.
        (MAC, "2.8.0", "PyTorch 2.8.0 needs macOS 13.0", "Update macOS to 13.0 or newer"),
        (MAC, "2.13.0", "PyTorch 2.13.0 needs macOS 14.0", "Update macOS to 14.0 or newer"),
        (MAC, "1.13.1", "older than 12.3", "Update macOS to 12.3 or newer"),
        (MAC, "", "older than 12.3", "Update macOS to 12.3 or newer"),
        # A MacBook Pro of 2015 ends with 12, where an older torch does.
        (
            {**INTEL, "model": "MacBookPro12,1"},
            "2.8.0",
            "PyTorch 2.8.0 needs macOS 13.0",
            "Update macOS to 12.3 or newer",
        ),
    ],
)
def test_the_update_of_macos_is_what_torch_needs(
    host: dict[str, Any], torch: str, message: str, fix: str
) -> None:
    install = TorchInstall(version=torch) if torch else TorchInstall(installed=False)
    outcome = macos_version(
        Host(**host, macos_version="12.2"),
        Interpreter(version="3.10.1"),
        Conda(),
        Packages(),
        install,
        TorchImport(),
    )
    assert isinstance(outcome, Failed)
    assert message in outcome.message
    assert [item.summary for item in outcome.fixes] == [fix]


@pytest.mark.parametrize(
    ("model", "macos", "torch", "updates"),
    [
        ("MacBookPro12,1", "12.7.6", "2.8.0", False),  # ends with 12: an older torch remains
        ("MacBookPro15,1", "12.7.6", "2.8.0", True),
        ("", "12.7.6", "2.8.0", True),  # nobody knows
        ("MacBook8,1", "11.7.10", "2.2.2", False),  # ends with 11: no torch has MPS there
    ],
)
def test_no_mac_is_sent_to_a_macos_that_it_cannot_run(
    model: str, macos: str, torch: str, updates: bool
) -> None:
    outcome = macos_version(
        Host(**INTEL, macos_version=macos, model=model or Unknown("refused")),
        Interpreter(version="3.11.9", architecture="x86_64", translated=False, prefix="/opt/v"),
        Conda(active=False),
        Packages(installed=()),
        TorchInstall(version=torch),
        TorchImport(),
    )
    assert isinstance(outcome, Failed)
    assert outcome.fixes
    assert any(fix.id == "update-macos" for fix in outcome.fixes) is updates


def test_an_old_macos_is_advice_where_nothing_is_known_of_torch() -> None:
    host = Host(**MAC, macos_version="12.2")
    outcome = macos_version(host, Interpreter(), Conda(), Packages(), TorchInstall(), TorchImport())
    assert said(outcome) == "macos-too-old-for-torch info"


OWN = ("metal_target", "stated_minimum_macos", "deployment_target")


@pytest.mark.parametrize(
    ("macos", "torch", "files", "available", "expected"),
    [
        # Newer than the data: what its kernels are compiled for decides …
        ("15.5", "2.99.0", ("15.0", "15.0", "14.0"), None, PASSED),
        ("14.5", "2.99.0", ("15.0", "15.0", "14.0"), False, "macos-too-old-for-torch"),
        ("14.5", "2.99.0", ("15.0", "15.0", "14.0"), None, "macos-too-old-for-torch"),
        ("14.5", "2.99.0", ("15.0", "15.0", "14.0"), True, "macos-too-old-for-torch warning"),
        # … and the macOS that it names is advice, until torch itself answers no.
        ("14.5", "2.99.0", ("14.0", "15.0", "14.0"), True, "macos-too-old-for-torch info"),
        ("14.5", "2.99.0", ("14.0", "15.0", "14.0"), None, "macos-too-old-for-torch info"),
        ("14.5", "2.99.0", ("14.0", "15.0", "14.0"), False, "macos-too-old-for-torch"),
        # Without compiled kernels there is its text only, or what it was built for.
        ("26.0", "2.99.0", ("", "27.0", ""), None, "macos-too-old-for-torch"),
        ("26.0", "2.99.0", ("", "27.0", ""), True, "macos-too-old-for-torch info"),
        ("27.0", "2.99.0", ("", "27.0", ""), None, PASSED),
        ("14.5", "2.99.0", ("", "", "15.0"), None, "macos-too-old-for-torch"),
        ("14.5", "2.99.0", ("", "14.0", "15.0"), None, "macos-too-old-for-torch"),
        # A nightly and a build from source by their files too, not by the release they precede.
        ("13.7", "2.9.0.dev20250801", ("13.0", "13.0", "11.0"), None, PASSED),
        ("13.7", "2.16.0.dev20261120", ("14.0", "15.0", "14.0"), None, "macos-too-old-for-torch"),
        ("12.7.4", "2.5.0a0+git79ca596", ("", "12.3", "11.0"), None, PASSED),
        ("12.2", "2.5.0a0+git79ca596", ("", "12.3", "11.0"), None, "macos-too-old-for-torch"),
        ("14.5", "2.15.0a0+git0123456", ("15.0", "15.0", "15.0"), None, "macos-too-old-for-torch"),
        # A release: its text may be wrong, its kernels are not.
        ("12.7.4", "2.5.1", ("", "12.3", "11.0"), None, "macos-too-old-for-torch"),
        ("14.5", "2.15.0", ("14.0", "15.0", "14.0"), False, "macos-too-old-for-torch info"),
        ("13.7", "2.15.0", ("14.0", "15.0", "14.0"), None, "macos-too-old-for-torch"),
    ],
)
def test_macos_version_by_the_files_of_torch(
    macos: str, torch: str, files: tuple[str, str, str], available: bool | None, expected: str
) -> None:
    facts = {name: value for name, value in zip(OWN, files, strict=True) if value}
    answers = {} if available is None else {"mps_available": available}
    outcome = macos_version(
        Host(**MAC, macos_version=macos),
        Interpreter(version="3.12.1"),
        Conda(),
        Packages(),
        TorchInstall(version=torch, **facts),
        TorchImport(**answers),
    )
    assert said(outcome) == expected


def test_macos_version_by_the_kernel_alone() -> None:
    host = Host(**MAC, kernel_release="22.6.0", macos_version_reported="10.16")
    install = TorchInstall(version="2.9.0")
    outcome = macos_version(host, Interpreter(), Conda(), Packages(), install, TorchImport())
    assert said(outcome) == "macos-too-old-for-torch"


@pytest.mark.parametrize(
    ("kernel", "told", "expected"),
    [
        ("27.0.0", "16.2", "27"),
        ("27.0.0", "10.16", "27"),
        ("25.2.0", "16.0", "26"),
        ("24.6.0", "15.5", "15.5"),  # told the truth
        ("26.0.0", "16.0", ""),  # no macOS has this kernel
    ],
)
def test_the_real_macos_of_a_report_with_a_compatibility_version(
    kernel: str, told: str, expected: str
) -> None:
    host = Host(**MAC, kernel_release=kernel, macos_version_reported=told)
    assert known_or(real_macos(host), "") == expected
    assert read_situation(host, Interpreter()).macos == expected


AMD = Gpu(name="AMD Radeon Pro 5500M", vendor="AMD")
IRIS = Gpu(name="Intel Iris Plus Graphics 645", vendor="Intel")
LOW = MetalDevice(name="Intel(R) Iris(TM) Plus Graphics 645", low_power=True)
METAL_AMD = MetalDevice(name="AMD Radeon Pro 5500M", low_power=False)


@pytest.mark.parametrize(
    ("host", "torch", "available", "expected"),
    [
        (MAC, {}, None, PASSED),
        ({"system": "Darwin", "chip": "Apple M5 Max"}, {}, None, PASSED),
        ({"chip": "VirtualApple @ 2.50GHz processor"}, {}, None, PASSED),
        # That MPS leaves out a sole integrated GPU is known where Metal or torch was asked only.
        ({**INTEL, "gpus": (IRIS,)}, {}, None, "intel-mac-no-metal-gpu warning"),
        ({**INTEL, "gpus": (IRIS,)}, {}, False, "intel-mac-no-metal-gpu"),
        ({**INTEL, "gpus": (IRIS,)}, {}, True, "intel-mac-amd-gpu-unreliable info"),
        ({**INTEL, "gpus": (IRIS,), "metal_devices": (LOW,)}, {}, None, "intel-mac-no-metal-gpu"),
        ({**INTEL, "metal_devices": (LOW,)}, {}, None, "intel-mac-no-metal-gpu"),
        ({**INTEL, "metal_devices": (METAL_AMD,)}, {}, None, "intel-mac-amd-gpu-unreliable"),
        ({**INTEL, "gpus": (IRIS, AMD)}, {}, None, "intel-mac-amd-gpu-unreliable"),
        ({**INTEL, "gpus": (AMD,)}, {"version": "2.2.2"}, True, "intel-mac-amd-gpu-unreliable"),
        ({**INTEL, "gpus": (AMD,)}, {"version": "2.13.0"}, True, "intel-mac-no-metal-gpu"),
        (INTEL, {}, True, "intel-mac-amd-gpu-unreliable info"),  # inferred, not listed
        ({**INTEL, "gpus": (), "virtual_machine": True}, {}, None, NOT_APPLICABLE),
    ],
)
def test_apple_gpu(
    host: dict[str, Any], torch: dict[str, Any], available: bool | None, expected: str
) -> None:
    answers = TorchImport() if available is None else TorchImport(mps_available=available)
    outcome = apple_gpu(Host(**host), Interpreter(), TorchInstall(**torch), answers)
    assert said(outcome) == expected


@pytest.mark.parametrize("gpus", [{}, {"gpus": ()}, {"gpus": Unknown("timed out")}])
def test_apple_gpu_needs_the_gpus_of_an_intel_mac(gpus: dict[str, Any]) -> None:
    with pytest.raises(MissingFact, match=r"host\.gpus"):
        apple_gpu(Host(**INTEL, **gpus), Interpreter(), TorchInstall(), TorchImport())


def test_whose_builds_end_where() -> None:
    host = Host(**INTEL, gpus=(AMD,))
    outcome = apple_gpu(host, Interpreter(), TorchInstall(version="2.13.0"), TorchImport())
    assert isinstance(outcome, Failed)
    for words in ("2.2.2, PyTorch's last wheel for Intel", "2.12 from conda-forge or Homebrew"):
        assert words in outcome.need


def test_apple_gpu_needs_the_processor() -> None:
    with pytest.raises(MissingFact, match=r"host\.hardware_architecture"):
        apple_gpu(Host(system="Darwin"), Interpreter(), TorchInstall(), TorchImport())


REFUSED = {
    "outcome": "raised",
    "step": "allocate",
    "error_message": "MPS backend out of memory (MPS allocated: 0 bytes, other allocations: 0",
}
CRASHED = {"outcome": "crashed", "step": "multiply-random"}
NO_OPERATOR = {
    "outcome": "raised",
    "step": "multiply-ones",
    "error_message": "aten::mm is not currently implemented for the MPS device",
}
GUEST = {**MAC, "virtual_machine": True}
REAL = {**MAC, "virtual_machine": False, "sandbox": ()}


@pytest.mark.parametrize(
    ("host", "torch", "available", "smoke", "expected"),
    [
        (REAL, "2.9.0", False, {}, PASSED),
        (GUEST, "2.9.0", True, {"outcome": "completed"}, PASSED),
        (GUEST, "2.9.0", True, {}, PASSED),
        (GUEST, "2.9.0", False, {}, "virtual-machine-no-metal"),
        (GUEST, "2.9.0", True, REFUSED, "virtual-machine-no-metal"),
        (GUEST, "2.9.0", True, CRASHED, "virtual-machine-no-metal"),
        (GUEST, "2.9.0", True, NO_OPERATOR, PASSED),
        (GUEST, "2.9.0", True, {**CRASHED, "device": "cpu"}, PASSED),
        (
            GUEST,
            "2.9.0",
            True,
            {"outcome": "completed", "relative_error": 0.2},
            "virtual-machine-no-metal",
        ),
        (MAC, "2.9.0", True, REFUSED, "virtual-machine-no-metal"),  # the text says it
        (REAL, "2.9.0", True, REFUSED, PASSED),  # a real Mac: genuinely out of memory
        ({**GUEST, "sandbox": ("CODEX_SANDBOX",)}, "2.9.0", False, {}, PASSED),
        ({**GUEST, "sandbox": ("X",)}, "2.15.0", False, {}, "virtual-machine-no-metal"),
        ({**MAC, "chip": "Apple M1 (Virtual)"}, "2.9.0", False, {}, "virtual-machine-no-metal"),
        ({**MAC, "model": "VirtualMac2,1"}, "2.9.0", False, {}, "virtual-machine-no-metal"),
    ],
)
def test_virtual_machine(
    host: dict[str, Any], torch: str, available: bool, smoke: dict[str, Any], expected: str
) -> None:
    outcome = virtual_machine(
        Host(**host),
        TorchInstall(version=torch),
        TorchImport(mps_available=available),
        SmokeTest(**smoke),
    )
    assert said(outcome) == expected


def test_a_virtual_machine_says_that_it_is_one() -> None:
    """A guest in which nothing fails has no finding, but is no Mac like another."""
    guest = Host(system="Darwin", macos_version="15.5", chip="Apple M2", model="VirtualMac2,1")
    outcome = host_system(guest, Interpreter(), Messages())
    assert outcome == Passed(
        message="macOS runs this Python", have="macOS 15.5 on Apple M2, a virtual machine"
    )


def test_a_guest_whose_gpu_torch_takes_may_be_in_a_sandbox() -> None:
    """Not every virtual GPU need lack what torch 2.15 asks for: what Metal lists decides."""
    apple7 = MetalDevice(name="Apple Paravirtual device", families=(1005, 1007, 2002))
    host = Host(**GUEST, sandbox=("CODEX_SANDBOX",), metal_devices=(apple7,))
    install, missing = TorchInstall(version="2.15.0"), TorchImport(mps_available=False)
    assert said(virtual_machine(host, install, missing, SmokeTest())) == PASSED


SIGN = {**MAC, "sandbox": ("CODEX_SANDBOX=seatbelt",)}


@pytest.mark.parametrize(
    ("host", "available", "smoke", "expected"),
    [
        (REAL, False, {}, PASSED),
        (SIGN, True, {"outcome": "completed"}, PASSED),
        (SIGN, False, {}, "sandbox-no-metal-device"),
        (SIGN, True, CRASHED, PASSED),  # the GPU was reached
        (SIGN, True, {**CRASHED, "step": "allocate"}, "sandbox-no-metal-device"),
        (SIGN, True, NO_OPERATOR, PASSED),
        ({**REAL, "metal_devices": ()}, False, {}, "sandbox-no-metal-device"),
        ({**REAL, "metal_devices": ()}, True, {}, PASSED),
        (
            {**REAL, "metal_devices": (MetalDevice(name="Apple M3", command_queue=False),)},
            False,
            {},
            "sandbox-no-metal-device",
        ),
    ],
)
def test_sandbox(
    host: dict[str, Any], available: bool, smoke: dict[str, Any], expected: str
) -> None:
    outcome = sandbox(Host(**host), TorchImport(mps_available=available), SmokeTest(**smoke))
    assert said(outcome) == expected


M3 = MetalDevice(name="Apple M3", families=(1007, 2002), command_queue=True)
GUEST_GPU = MetalDevice(name="Apple Paravirtual device", families=(1005, 2002), command_queue=True)


@pytest.mark.parametrize(
    ("devices", "torch", "expected"),
    [
        ((M3,), "2.15.0", PASSED),
        ((), "2.15.0", "sandbox-no-metal-device"),
        ((MetalDevice(name="Apple M3", command_queue=False),), "2.9.0", "sandbox-no-metal-device"),
        ((GUEST_GPU,), "2.14.1", PASSED),
        ((GUEST_GPU,), "2.15.0", "virtual-machine-no-metal"),
        (
            (MetalDevice(name="AMD Radeon Pro 5500M", families=(2002,), command_queue=True),),
            "2.15.0",
            "intel-mac-no-metal-gpu",
        ),
        ((MetalDevice(name="Apple M3"),), "2.15.0", PASSED),  # families unknown
    ],
)
def test_metal_device(devices: tuple[MetalDevice, ...], torch: str, expected: str) -> None:
    outcome = metal_device(
        Host(**MAC, metal_devices=devices), TorchInstall(version=torch), TorchImport()
    )
    assert said(outcome) == expected


@pytest.mark.parametrize(
    ("host", "available", "expected"),
    [
        ({"session": "gui"}, {}, "sandbox-no-metal-device"),
        ({"session": "ssh"}, {}, "sandbox-no-metal-device warning"),
        ({"session": "background"}, {}, "sandbox-no-metal-device warning"),
        ({"session": "ssh"}, {"mps_available": False}, "sandbox-no-metal-device"),
        ({"session": "ssh", "sandbox": ("sandbox_check=1",)}, {}, "sandbox-no-metal-device"),
    ],
)
def test_an_empty_list_without_a_desktop_is_doubted(
    host: dict[str, Any], available: dict[str, Any], expected: str
) -> None:
    """Whether Metal lists the same there, nobody has published."""
    facts = Host(**MAC, metal_devices=(), **host)
    assert said(metal_device(facts, TorchInstall(), TorchImport(**available))) == expected


def test_metal_device_believes_torch() -> None:
    host = Host(**MAC, metal_devices=())
    assert said(metal_device(host, TorchInstall(), TorchImport(mps_available=True))) == PASSED


YES = (MacOSAnswer(version="26.0", answer=True),)
NO = (MacOSAnswer(version="26.0", answer=False),)


@pytest.mark.parametrize(
    ("real", "told", "answers", "expected"),
    [
        ("26.2", "26.2", {}, PASSED),
        ("26.2", "26.2", {"macos_at_least": YES}, PASSED),
        ("26.2", "16.0", {}, "macos-version-misreported warning"),
        ("26.2", "16.0", {"macos_at_least": YES}, "macos-version-misreported info"),
        ("26.2", "16.0", {"macos_at_least": NO}, "macos-version-misreported warning"),
        ("26.2", "26.2", {"macos_at_least": NO}, "macos-version-misreported warning"),
        ("15.5", "15.5", {"macos_at_least": NO}, PASSED),
        ("14.5", "10.16", {}, "macos-version-misreported warning"),
        ("27.0", "17.0", {}, "macos-version-misreported warning"),
        (
            "27.1",
            "27.1",
            {"macos_at_least": (MacOSAnswer(version="27.0", answer=False),)},
            PASSED,  # torch denies majors that it does not know
        ),
        (
            "26.3",
            "26.3",
            {"version": "2.8.0", "macos_at_least": (MacOSAnswer(version="26.0", answer=False),)},
            PASSED,  # it knows 26 from 2.9 on
        ),
    ],
)
def test_macos_version_reported(
    real: str, told: str, answers: dict[str, Any], expected: str
) -> None:
    outcome = macos_version_reported(
        Host(**MAC, macos_version=real, macos_version_reported=told),
        Interpreter(),
        Conda(),
        Packages(),
        Variables(),
        TorchImport(**answers),
    )
    assert said(outcome) == expected


@pytest.mark.parametrize(
    ("real", "told", "architecture", "value", "expected", "unset"),
    [
        # An Intel Python of an old SDK, as nearly all are, on whatever macOS.
        ("14.5", "10.16", "x86_64", None, "macos-version-misreported info", False),
        ("26.2", "16.0", "x86_64", None, "macos-version-misreported info", False),
        ("14.5", "10.16", "x86_64", "1", "macos-version-misreported warning", True),
        ("26.2", "16.0", "arm64", "0x1", "macos-version-misreported warning", True),
        # macOS takes what is no number for 0.
        ("26.2", "16.0", "arm64", "yes", "macos-version-misreported warning", False),
        ("26.2", "16.0", "arm64", "", "macos-version-misreported warning", False),
    ],
)
def test_the_variable_is_blamed_where_macos_heeds_it(
    real: str, told: str, architecture: str, value: str | None, expected: str, unset: bool
) -> None:
    switch = () if value is None else (Variable(name="SYSTEM_VERSION_COMPAT", value=value),)
    outcome = macos_version_reported(
        Host(**MAC, macos_version=real, macos_version_reported=told),
        Interpreter(architecture=architecture),
        Conda(),
        Packages(),
        Variables(values=switch),
        TorchImport(),
    )
    assert said(outcome) == expected
    assert isinstance(outcome, Failed)
    assert any(fix.id == "unset-system-version-compat" for fix in outcome.fixes) is unset


@pytest.mark.parametrize(
    ("macos", "build", "smoke", "expected"),
    [
        ("26.2", "25C56", {}, PASSED),
        ("26.0", "25A5279m", {}, "macos-unsupported-or-beta"),
        ("14.0", "23A5276g", {"outcome": "crashed"}, "macos-unsupported-or-beta info"),
        ("13.4.1", "22F770820b", {}, "macos-unsupported-or-beta info"),  # a security response
        ("12.7.6", "21H1320", {}, "macos-unsupported-or-beta info"),
        ("14.8.9", "23J631", {}, "macos-unsupported-or-beta info"),
        ("15.8.2", "", {}, PASSED),
        ("27.0", "26A428", {}, PASSED),
        ("99.0", "88A123", {}, PASSED),  # newer than the data
    ],
)
def test_unsupported_os(macos: str, build: str, smoke: dict[str, Any], expected: str) -> None:
    host = Host(**MAC, macos_version=macos, macos_build=build)
    assert said(unsupported_os(host, SmokeTest(**smoke))) == expected


@pytest.mark.parametrize(
    ("model", "macos", "expected"),
    [
        ("MacBookPro12,1", "12.7.6", PASSED),  # its last, and nothing newer gets updates there
        ("MacBookAir8,1", "13.7.8", PASSED),  # its last is 14, which gets none either
        ("MacBookPro16,1", "13.7.8", "macos-unsupported-or-beta info"),
        ("", "13.7.8", "macos-unsupported-or-beta info"),
    ],
)
def test_no_advice_that_an_intel_mac_cannot_follow(model: str, macos: str, expected: str) -> None:
    host = Host(**INTEL, macos_version=macos, model=model or Unknown("refused"))
    outcome = unsupported_os(host, SmokeTest())
    assert said(outcome) == expected
    if isinstance(outcome, Failed):
        assert "27" not in outcome.fixes[0].steps[1]


@pytest.mark.parametrize(
    ("host", "answers", "expected"),
    [
        ({"memory_bytes": 8 << 30}, {}, "gpu-memory-small"),
        ({"memory_bytes": 16 << 30}, {}, PASSED),
        ({"memory_bytes": 8 << 30}, {"recommended_bytes": 5_726_623_061}, "gpu-memory-small"),
        ({}, {"recommended_bytes": 115_448_725_504}, PASSED),
        (
            {"metal_devices": (MetalDevice(name="M1", recommended_bytes=11_453_251_584),)},
            {},
            PASSED,
        ),
    ],
)
def test_memory(host: dict[str, Any], answers: dict[str, Any], expected: str) -> None:
    assert said(memory(Host(**host), TorchImport(**answers))) == expected
