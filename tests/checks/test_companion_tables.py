"""Checks of the companions family, called as plain functions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parent))

from mps_doctor_checks.openmp import openmp_runtimes
from outcome_words import CONDA, MAC, PASSED, PYTHON, said

from mps_doctor.facts import (
    OpenMP,
    OpenMPRuntime,
    Package,
    Packages,
    SmokeTest,
    TorchImport,
    TorchInstall,
)
from mps_doctor_checks.companions import numpy_compatibility, torch_companions

MISMATCH = "torch-companion-version-mismatch"


@pytest.mark.parametrize(
    ("torch", "packages", "expected"),
    [
        ("2.8.0", (("torchvision", "0.23.0", ""),), PASSED),
        ("2.8.0", (("torchvision", "0.20.1", ""),), MISMATCH),
        ("2.8.0", (("torchvision", "0.20.1", "==2.5.1"),), MISMATCH),
        ("2.15.0", (("torchvision", "0.29.2", ">=2.14.0"), ("torchaudio", "2.11.0", "")), PASSED),
        ("2.8.0", (("torchvision", "0.99.0", ""),), PASSED),  # newer than the data
        ("2.8.0", (("torchvision", "0.24.0.dev20250801", "==2.9.0.dev20250801"),), PASSED),
        ("1.13.0.dev20220522", (("torchvision", "0.12.0", ""),), MISMATCH),
        ("2.8.0", (("numpy", "2.1.0", ""),), PASSED),
        (
            "2.8.0",
            (("torchaudio", "2.5.1", "==2.5.1"), ("torchvision", "0.20.1", "==2.5.1")),
            f"{MISMATCH}, {MISMATCH}",
        ),
    ],
)
def test_torch_companions(
    torch: str, packages: tuple[tuple[str, str, str], ...], expected: str
) -> None:
    installed = tuple(
        Package(name=name, version=version, requires_torch=demand)
        for name, version, demand in packages
    )
    outcome = torch_companions(
        MAC,
        PYTHON,
        CONDA,
        Packages(installed=installed),
        TorchInstall(version=torch),
        TorchImport(),
    )
    assert said(outcome) == expected


@pytest.mark.parametrize(
    ("torch", "numpy", "expected"),
    [
        ("2.1.2", "2.0.2", "numpy2-abi-mismatch"),
        ("2.2.2", "2.0.0b1", "numpy2-abi-mismatch"),
        ("2.2.2", "1.26.4", PASSED),
        ("2.3.0", "2.2.6", PASSED),
        ("2.1.2", None, PASSED),
    ],
)
def test_numpy_compatibility(torch: str, numpy: str | None, expected: str) -> None:
    installed = (Package(name="numpy", version=numpy),) if numpy else ()
    packages = Packages(installed=installed)
    outcome = numpy_compatibility(
        MAC, PYTHON, CONDA, packages, TorchInstall(version=torch), TorchImport()
    )
    assert said(outcome) == expected


def runtime(package: str, *architectures: str) -> OpenMPRuntime:
    return OpenMPRuntime(
        path=f"{package}/libomp.dylib", architectures=architectures, package=package
    )


TORCHS = runtime("torch", "arm64")
DUPLICATE = ("OMP: Error #15: Initializing libomp.dylib, but found libiomp5.dylib already",)


@pytest.mark.parametrize(
    ("runtimes", "answers", "expected"),
    [
        ((TORCHS,), {}, PASSED),
        ((), {}, PASSED),
        ((TORCHS, runtime("functorch", "arm64")), {}, PASSED),  # one wheel
        ((runtime("lib", "arm64"),), {}, PASSED),  # conda-forge: one for all
        ((TORCHS, runtime("scikit-learn", "arm64")), {}, "openmp-duplicate-runtime info"),
        ((TORCHS, runtime("lib", "arm64")), {}, "openmp-duplicate-runtime"),
        ((TORCHS, runtime("scikit-learn", "x86_64")), {}, PASSED),  # cannot be loaded here
        (
            (),
            {"outcome": "crashed", "stderr": DUPLICATE},
            "openmp-duplicate-runtime error",
        ),
    ],
)
def test_openmp_runtimes(
    runtimes: tuple[OpenMPRuntime, ...], answers: dict[str, Any], expected: str
) -> None:
    outcome = openmp_runtimes(
        PYTHON, OpenMP(runtimes=runtimes), TorchImport(**answers), SmokeTest()
    )
    assert said(outcome) == expected
