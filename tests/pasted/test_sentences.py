"""Facts that a sentence tells, without the output of any tool."""

import pytest

from mps_doctor import diagnose
from mps_doctor.facts import Unknown
from mps_doctor.pasted.parsing import parse_text


@pytest.mark.parametrize(
    ("text", "fact", "value"),
    [
        (
            "I am on Windows 11\nRuntimeError: PyTorch is not linked with support for mps devices",
            "host.system",
            "Windows",
        ),
        ("Ubuntu 22.04, a 3090, to('mps') raises", "host.system", "Linux"),
        ("torch in a virtual machine with Ubuntu 24.04 on an M3 Mac", "host.system", "Linux"),
        ("machine: M2 Mac, container: python:3.12 (Docker Desktop)", "host.system", "Linux"),
        ("Mac Studio M2, torch: I use a container from python:3.11-slim", "host.system", "Linux"),
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
    ("text", "chip"),
    [
        ("Works on my MacBook with M2, but my Intel iMac gives noise on mps", "Intel"),
        (
            "torch on the Intel MacBook runs fine. The new Mac mini M4 stops with an error.",
            "Apple M4",
        ),
        ("If you use an Intel Mac take torch 2.2.2. My MacBook has an M3.", "Apple M3"),
    ],
)
def test_of_two_macs_the_one_that_fails_is_meant(text: str, chip: str) -> None:
    assert parse_text(text).host.chip == chip


def test_of_two_macs_that_both_fail_none_is_meant() -> None:
    text = "It fails on my MacBook with M2 and fails on the Intel iMac"
    assert isinstance(parse_text(text).host.chip, Unknown)


def test_of_two_versions_of_macos_the_one_that_fails_is_meant() -> None:
    text = "torch worked well on macOS 14.4, on macOS 15.1 the program stops at once"
    assert parse_text(text).host.macos_version == "15.1"


def test_an_intel_mac_with_integrated_graphics_is_known_by_them() -> None:
    text = "My Mac is an Intel i5 with Iris Plus graphics. MPS is not available with torch 2.0.1"
    assert diagnose(text).verdict.cause == "intel-mac-no-metal-gpu"


def test_what_an_emulated_container_lacks_says_nothing_of_python() -> None:
    text = (
        "docker on my M1: the library was compiled to use AVX instructions, but these aren't "
        "available on your machine.\nqemu: uncaught target signal 6 (Aborted) - core dumped"
    )
    assert diagnose(text).verdict.cause == "linux-guest-on-mac"


def test_the_macos_of_a_sentence_goes_before_what_an_old_program_is_told() -> None:
    text = (
        "torch, M3 Pro (macOS Sonoma 14.2.1)\nplatform.platform(): macOS-10.16-x86_64-i386-64bit\n"
    )
    host = diagnose(text).facts.host
    assert (host.macos_version, host.macos_version_reported) == ("14.2.1", "10.16")


def test_a_container_that_is_only_spoken_of_is_not_where_the_program_runs() -> None:
    text = "Docker on a Mac is no choice for me. M1, macOS 14.2, torch 2.3.0: mps gives nan."
    assert diagnose(text).facts.host.system == "Darwin"
