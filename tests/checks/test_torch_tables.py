"""Checks of the torch family, called as plain functions: which torch is installed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parent))

from mps_doctor_checks.known_defects import known_defects
from outcome_words import CONDA, MAC, NOT_APPLICABLE, NOTHING, PASSED, PYTHON, said

from mps_doctor.facts import (
    Conda,
    Host,
    Interpreter,
    Messages,
    MissingFact,
    SmokeTest,
    TorchImport,
    TorchInstall,
)
from mps_doctor_checks.torch import (
    torch_architecture,
    torch_built_with_mps,
    torch_installed,
    torch_version_is_enough,
)


@pytest.mark.parametrize(
    ("torch", "answers", "expected"),
    [
        ({"installed": True}, {}, PASSED),
        ({"version": "2.8.0"}, {}, PASSED),
        ({}, {"outcome": "imported"}, PASSED),
        ({"installed": False}, {}, "torch-not-installed"),
        ({}, {"outcome": "not-installed"}, "torch-not-installed"),
    ],
)
def test_torch_installed(torch: dict[str, Any], answers: dict[str, Any], expected: str) -> None:
    outcome = torch_installed(
        MAC, PYTHON, CONDA, NOTHING, TorchInstall(**torch), TorchImport(**answers)
    )
    assert said(outcome) == expected


def test_torch_installed_is_not_guessed() -> None:
    with pytest.raises(MissingFact, match=r"torch\.installed"):
        torch_installed(MAC, PYTHON, CONDA, NOTHING, TorchInstall(), TorchImport())


@pytest.mark.parametrize(
    ("system", "process", "libraries", "expected"),
    [
        ("Darwin", "arm64", ("arm64",), PASSED),
        ("Darwin", "arm64", ("x86_64", "arm64"), PASSED),
        ("Darwin", "arm64", ("x86_64",), "native-arch-mismatch"),
        ("Darwin", "x86_64", ("arm64",), "native-arch-mismatch"),
        ("Darwin", "arm64", ("elf-aarch64",), "native-arch-mismatch"),
        ("Linux", "x86_64", ("elf-x86_64",), PASSED),
        ("Linux", "aarch64", ("elf-aarch64",), PASSED),
        ("Darwin", "arm64", (), NOT_APPLICABLE),
    ],
)
def test_torch_architecture(
    system: str, process: str, libraries: tuple[str, ...], expected: str
) -> None:
    outcome = torch_architecture(
        Host(system=system),
        Interpreter(architecture=process),
        CONDA,
        NOTHING,
        TorchInstall(architectures=libraries),
    )
    assert said(outcome) == expected


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("1.10.2", "torch-too-old-no-mps"),
        ("1.11.0", "torch-too-old-no-mps"),
        ("1.12.0", "torch-below-recommended"),
        ("1.12.1", "torch-below-recommended"),
        ("1.13.0.dev20220522", PASSED),
        ("1.13.1", PASSED),
        ("2.15.0", PASSED),
        ("3.0.0", PASSED),
        ("a build of my own", PASSED),
    ],
)
def test_torch_version(version: str, expected: str) -> None:
    outcome = torch_version_is_enough(
        MAC, PYTHON, CONDA, NOTHING, TorchInstall(version=version), TorchImport()
    )
    assert said(outcome) == expected


@pytest.mark.parametrize(
    ("torch", "answers", "expected"),
    [
        ({"mps_linked": True}, {}, PASSED),
        ({"mps_linked": False}, {}, "torch-not-built-with-mps"),
        ({"mps_linked": True}, {"mps_built": False}, "torch-not-built-with-mps"),
        ({"mps_linked": False}, {"mps_built": True}, PASSED),
        ({"mps_linked": False}, {"mps_available": True}, PASSED),
    ],
)
def test_torch_built_with_mps(
    torch: dict[str, Any], answers: dict[str, Any], expected: str
) -> None:
    outcome = torch_built_with_mps(
        MAC, PYTHON, CONDA, NOTHING, TorchInstall(**torch), TorchImport(**answers)
    )
    assert said(outcome) == expected


@pytest.mark.parametrize(
    ("torch", "macos", "build", "expected"),
    [
        ("2.2.1", "14.4", "", "mps-wrong-results-os-version warning"),
        ("2.2.1", "14.3", "", PASSED),
        ("2.2.1", "14.5", "", PASSED),
        ("2.3.0", "14.4", "", PASSED),
        ("2.3.0.dev20240114", "14.2.1", "", "torch-build-regression error"),
        ("2.13.0", "15.5", "cpu_generic_py312h1234567_0", "torch-build-regression warning"),
        ("2.13.0", "15.5", "cpu_generic_py312h1234567_1", PASSED),
        ("2.13.0", "15.5", "", PASSED),
    ],
)
def test_known_defects(torch: str, macos: str, build: str, expected: str) -> None:
    host = Host(system="Darwin", macos_version=macos)
    install = TorchInstall(version=torch)
    conda = Conda(active=True, torch_build=build) if build else CONDA
    outcome = known_defects(
        host, PYTHON, conda, NOTHING, install, TorchImport(), SmokeTest(), Messages()
    )
    assert said(outcome) == expected


GUEST = {"model": "VirtualMac2,1", "hardware_architecture": "arm64"}


@pytest.mark.parametrize(
    ("torch", "macos", "facts", "expected"),
    [
        ("2.8.0", "26.0", GUEST, "mps-wrong-results-os-version warning"),
        ("2.13.0", "26.5.2", {"virtual_machine": True}, "mps-wrong-results-os-version warning"),
        ("2.8.0", "26.0", {"chip": "Apple M1", "virtual_machine": False}, PASSED),  # a real Mac
        ("2.8.0", "26.0", {}, PASSED),  # nobody knows
        ("2.8.0", "15.7.7", GUEST, PASSED),
        ("2.8.0", "27.0", GUEST, PASSED),
        ("2.7.1", "26.0", GUEST, PASSED),  # neither older nor newer ones were tried
        ("2.14.1", "26.0", GUEST, PASSED),
        ("2.8.0", "26.0", {"chip": "Intel Core i7", "virtual_machine": True}, PASSED),
    ],
)
def test_guests_of_macos_26(torch: str, macos: str, facts: dict[str, Any], expected: str) -> None:
    host = Host(system="Darwin", macos_version=macos, **facts)
    install, nothing = TorchInstall(version=torch), Interpreter()
    outcome = known_defects(
        host, nothing, CONDA, NOTHING, install, TorchImport(), SmokeTest(), Messages()
    )
    assert said(outcome) == expected
    if isinstance(outcome, tuple):  # another torch would be as bad
        assert [fix.id for fix in outcome[0].fixes] == ["use-macos-15-guest"]


@pytest.mark.parametrize(
    ("reported", "expected"),
    [
        ((), "mps-wrong-results-os-version info"),
        (("memory-grows",), "mps-wrong-results-os-version info"),
        (("results-wrong",), "mps-wrong-results-os-version warning"),
        (("wrong-since-macos",), "mps-wrong-results-os-version warning"),
    ],
)
def test_known_defects_beside_a_text(reported: tuple[str, ...], expected: str) -> None:
    host = Host(system="Darwin", macos_version="14.4")
    outcome = known_defects(
        host,
        PYTHON,
        CONDA,
        NOTHING,
        TorchInstall(version="2.2.1"),
        TorchImport(),
        SmokeTest(),
        Messages(reported=reported),
    )
    assert said(outcome) == expected
