"""Facts that a sentence tells, without the output of any tool."""

from __future__ import annotations

import pytest

from mps_doctor import diagnose
from mps_doctor.machine import Unknown
from mps_doctor.sources.pasted import parse_text


@pytest.mark.parametrize(
    ("text", "fact", "value"),
    [
        ('I am on Windows 11 and torch.device("mps") raises', "host.system", "Windows"),
        ("Ubuntu 22.04, a 3090, to('mps') raises", "host.system", "Linux"),
        ("a virtual machine with Ubuntu 24.04 on an M3 Mac", "host.system", "Linux"),
        ("machine: M2 Mac, container: python:3.12 (Docker Desktop)", "host.system", "Linux"),
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
    ],
)
def test_what_happened_is_judged_beside_what_else_is_told(text: str, cause: str) -> None:
    assert diagnose(text).verdict.cause == cause
