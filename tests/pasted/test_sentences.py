"""Facts that a sentence tells, without the output of any tool."""

from __future__ import annotations

import pytest

from mps_doctor import diagnose
from mps_doctor.machine import Unknown
from mps_doctor.sources.pasted import parse_text

INTEL = "intel-mac-no-wheel"
NUMPY = "numpy2-abi-mismatch"
NO_WHEEL = "package-no-macos-wheel"
OPENMP = "openmp-duplicate-runtime"
MIXED = "native-arch-mismatch"
NO_PYTHON = "python-version-no-wheel"
WRONG = "torch-companion-version-mismatch"
SANDBOX = "sandbox-no-metal-device"
GUEST = "virtual-machine-no-metal"


@pytest.mark.parametrize(
    ("text", "fact", "value"),
    [
        ('I am on Windows 11 and torch.device("mps") raises', "host.system", "Windows"),
        ("Ubuntu 22.04, a 3090, to('mps') raises", "host.system", "Linux"),
        ("a virtual machine with Ubuntu 24.04 on an M3 Mac", "host.system", "Linux"),
        ("machine: M2 Mac, container: python:3.12 (Docker Desktop)", "host.system", "Linux"),
        ("Mac Studio M2, I use a container from python:3.11-slim", "host.system", "Linux"),
        ("On my M2 Mac:\n$ colima start --cpu 4\nis_built() is False", "host.system", "Linux"),
        (
            "Darwin Kernel Version 23.5.0: Wed May 1 20:09:52; root:xnu/RELEASE_X86_64\n"
            "Apple Silicon MPS/CoreML is available in Torch on this Mac",
            "host.hardware_architecture",
            "x86_64",
        ),
        ("On my M1, in the venv, is_available() is False", "torch_import.mps_available", False),
        ("mps on my Mac: is_built() -> True", "torch_import.mps_built", True),
        ("platform.mac_ver() returns 16.0 here", "host.macos_version_reported", "16.0"),
        ("Apple M2, conda info: platform : osx-64", "python.architecture", "x86_64"),
        ("the hosted runner with macOS 14 fails", "host.virtual_machine", True),
    ],
)
def test_a_sentence_tells_a_fact(text: str, fact: str, value: object) -> None:
    section, _, name = fact.partition(".")
    assert getattr(getattr(parse_text(text), section), name) == value


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "not compiled with CUDA: is_available() is False",
            "torch_import.mps_available",
        ),
        ("MacBook with M1; Windows 11 in another room", "host.distribution"),
        ("our self-hosted runner with macOS 14", "host.virtual_machine"),
    ],
)
def test_a_sentence_about_something_else_tells_nothing(text: str, fact: str) -> None:
    section, _, name = fact.partition(".")
    assert isinstance(getattr(getattr(parse_text(text), section), name), Unknown)


@pytest.mark.parametrize(
    "text",
    [
        "PyTorch no longer publishes builds for Intel Macs. I am on a MacBook Air M2, torch 2.4.1.",
        "Torch 2.5.1 did not change the loss on my M2, the older version neither",
        "NumPy 2.1 and torch 2.4 on my M1: the plot does not show",
        "xformers is not used on my Mac, mps is",
        "The tests pass on the macOS runner of GitHub",
        "The nightly is faster on mps, the stable release is fine too",
        "Python 3.12 and torch 2.4 install fine from the wheel on my M3",
        "torchaudio depends on torch, both are from pip on my M1",
        "I run it outside the sandbox, mps on my M4 is not slow",
        "If yours is x86_64 under Rosetta mps is not there. On my M3 torch 2.5 takes it.",
        "If you use Python 3.13 torch is not supported. I have 3.11 on my M2 and could install it.",
        "A friend on Windows 11 gets 'Torch not compiled with CUDA enabled', I am on macOS 15.2",
        "Our self-hosted macOS runner with M2 fails no test with mps",
        "This app doesn't have a Mac package, so I run the script with python on my M1",
    ],
)
def test_a_sentence_that_is_near_a_symptom_blames_nothing(text: str) -> None:
    assert diagnose(text).verdict.kind != "environment"


@pytest.mark.parametrize(
    ("text", "chip"),
    [
        ("Works on my MacBook with M2, but my Intel iMac gives noise on mps", "Intel"),
        ("On the Intel MacBook it runs fine. The new Mac mini M4 stops with an error.", "Apple M4"),
        ("If you use an Intel Mac take torch 2.2.2. My MacBook has an M3.", "Apple M3"),
    ],
)
def test_of_two_macs_the_one_that_fails_is_meant(text: str, chip: str) -> None:
    assert parse_text(text).host.chip == chip


def test_of_two_macs_that_both_fail_none_is_meant() -> None:
    text = "It fails on my MacBook with M2 and fails on the Intel iMac"
    assert isinstance(parse_text(text).host.chip, Unknown)


def test_of_two_versions_of_macos_the_one_that_fails_is_meant() -> None:
    text = "It worked well on macOS 14.4, on macOS 15.1 the program stops at once"
    assert parse_text(text).host.macos_version == "15.1"


def test_an_intel_mac_with_integrated_graphics_is_known_by_them() -> None:
    text = "My Mac is an Intel i5 with Iris Plus graphics. MPS is not available with torch 2.0.1"
    assert diagnose(text).verdict.cause == "intel-mac-no-metal-gpu"


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        (
            "Since macOS 26.0 python crashes in MPSGraph on every run, it worked under 15.5",
            "mps-crash-os-version",
        ),
        (
            "On the hosted runner macos-latest the first tensor on mps is out of memory",
            "virtual-machine-no-metal",
        ),
        ("The memory of the process grows with each epoch on mps", "mps-memory-growth"),
        ("No mac that runs on Intel CPUs can install torch 2.6, which isn't built for it", INTEL),
        ("Torch is not published for x86 macOS any more, pin an older version there", INTEL),
        ("Torch 2.5.1 is not available on my Intel iMac with a Radeon Pro 580", INTEL),
        ("The fresh install takes NumPy 2, and that isn't supported by torch 2.1", NUMPY),
        ("With torch 2.2 on the Mac: downgrading numpy to 1.26 helped", NUMPY),
        ("pip install fails on my Mac, xformers has no build for macOS", NO_WHEEL),
        (
            "The build of flash-attn stops: No module named 'torch'. On a Mac pip finds no wheel "
            "of flash-attn.",
            NO_WHEEL,
        ),
        (
            "Our macOS runner on GitHub goes out of memory as soon as mps is used: mps oom",
            "virtual-machine-no-metal",
        ),
        (
            "Since yesterday's nightly is_available raises on my M1. The stable release is fine.",
            "torch-build-regression",
        ),
        ("cp314 wheels of torch did not exist for macOS arm64 when 2.8 came out", NO_PYTHON),
        (
            "I could not get torch to install on the Mac. Python 3.13 isn't compatible, with 3.11 "
            "it worked.",
            NO_PYTHON,
        ),
        ("On this M2 conda says that torchaudio wrongly depends on pytorch 1.13, not 1.12", WRONG),
        ("The sandbox of the agent blocks Metal, is_available() is False in it", SANDBOX),
        ("Under the seatbelt profile MTLCreateSystemDefaultDevice returns nil", SANDBOX),
        ("The CI runner has a virtualized macOS, where mps hangs or fails", GUEST),
        ("GitHub's virtualised macos-14 lists mps, and a conv on mps hangs there", GUEST),
        ("dlib-extra doesn't provide a wheel for macOS, so pip builds it and fails", NO_WHEEL),
        ("On Intel macOS uv add torch fails", INTEL),
        ("Kernel died on my Mac.\nos.environ['KMP_DUPLICATE_LIB_OK']='True'\nsolved it", OPENMP),
        ("On my M1 the terminal says wrong architecture, then the kernel dies", MIXED),
        (
            "MacBook Pro M1. All of it ran with i386/Rosetta2, torch in arm64 is faster",
            "python-x86_64-on-apple-silicon",
        ),
        (
            "Apple M1 Pro. This library was compiled to use AVX instructions, but these aren't "
            "available on your machine.",
            "python-x86_64-on-apple-silicon",
        ),
    ],
)
def test_what_happened_is_judged_beside_what_else_is_told(text: str, cause: str) -> None:
    assert diagnose(text).verdict.cause == cause


def test_what_an_emulated_container_lacks_says_nothing_of_python() -> None:
    text = (
        "docker on my M1: the library was compiled to use AVX instructions, but these aren't "
        "available on your machine.\nqemu: uncaught target signal 6 (Aborted) - core dumped"
    )
    assert diagnose(text).verdict.cause == "linux-guest-on-mac"


def test_the_macos_of_a_sentence_goes_before_what_an_old_program_is_told() -> None:
    text = "M3 Pro (macOS Sonoma 14.2.1)\nplatform.platform(): macOS-10.16-x86_64-i386-64bit\n"
    host = diagnose(text).facts.host
    assert (host.macos_version, host.macos_version_reported) == ("14.2.1", "10.16")


def test_a_container_that_is_only_spoken_of_is_not_where_the_program_runs() -> None:
    text = "Docker on a Mac is no choice for me. M1, macOS 14.2, torch 2.3.0: mps gives nan."
    assert diagnose(text).facts.host.system == "Darwin"
