"""Checks of the torch family, called as plain functions: its files and its import."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parent))

from mps_doctor_checks.torch_files import torch_install_intact, torch_shadowed
from mps_doctor_checks.torch_import import torch_import_time, torch_imports
from outcome_words import CONDA, MAC, NOT_APPLICABLE, NOTHING, PASSED, PYTHON, said

from mps_doctor.facts import (
    Interpreter,
    ShadowedModule,
    TorchCopy,
    TorchImport,
    TorchInstall,
)

SITE = "/opt/v/lib/python3.12/site-packages"


def hiding(module: str, path: str) -> dict[str, Any]:
    return {"shadowed": (ShadowedModule(module=module, path=path, where="current folder"),)}


@pytest.mark.parametrize(
    ("python", "torch", "answers", "expected"),
    [
        ({"shadowed": ()}, {}, {}, PASSED),
        (hiding("torch", "/opt/x/torch.py"), {}, {}, "local-module-shadows-torch error"),
        (hiding("numpy", "/opt/x/numpy.py"), {}, {}, "local-module-shadows-torch error"),
        (hiding("accelerate", "/opt/x/accelerate"), {}, {}, "local-module-shadows-torch warning"),
        (hiding("json", "/opt/x/json.py"), {}, {}, PASSED),
        (
            hiding("torchvision", "/opt/c/torch/hub/pytorch_vision/torchvision"),
            {},
            {},
            "torchhub-source-shadowing error",
        ),
        (
            {"shadowed": ()},
            {"location": SITE},
            {"outcome": "imported", "file": "/opt/src/torch/__init__.py"},
            "local-module-shadows-torch warning",
        ),
        (
            {"shadowed": ()},
            {"location": SITE, "editable": True},
            {"outcome": "imported", "file": "/opt/src/torch/__init__.py"},
            PASSED,
        ),
        (
            {"shadowed": ()},
            {"location": "/tmp/v"},
            {"outcome": "imported", "file": "/private/tmp/v/torch/__init__.py"},
            PASSED,
        ),
    ],
)
def test_torch_shadowed(
    python: dict[str, Any], torch: dict[str, Any], answers: dict[str, Any], expected: str
) -> None:
    outcome = torch_shadowed(Interpreter(**python), TorchInstall(**torch), TorchImport(**answers))
    assert said(outcome) == expected


HERE = TorchCopy(location=SITE, version="2.8.0", package=True, metadata=True)
THERE = TorchCopy(location="/opt/user", version="2.1.0", package=True, metadata=True)
LOST = ("torch/lib/libtorch_cpu.dylib: No such file or directory",)


@pytest.mark.parametrize(
    ("torch", "outcome_of_import", "expected"),
    [
        ({"missing_files": (), "copies": (HERE,)}, "imported", PASSED),
        ({"missing_files": LOST}, "raised", "torch-install-damaged error"),
        ({"missing_files": LOST}, "imported", "torch-install-damaged warning"),
        ({"missing_files": ("torch/include/ATen/ATen.h: missing",)}, "imported", PASSED),
        ({"missing_files": (), "copies": (HERE, THERE)}, "raised", "torch-install-damaged warning"),
        ({"leftovers": (f"{SITE}/~orch",)}, "imported", "torch-install-damaged info"),
        (
            {"leftovers": (f"{SITE}/torch-2.1.0.dist-info",)},
            "imported",
            "torch-install-damaged warning",
        ),
    ],
)
def test_torch_install_intact(torch: dict[str, Any], outcome_of_import: Any, expected: str) -> None:
    answers = TorchImport(outcome=outcome_of_import)
    outcome = torch_install_intact(MAC, PYTHON, CONDA, NOTHING, TorchInstall(**torch), answers)
    assert said(outcome) == expected


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({"outcome": "imported"}, PASSED),
        ({"outcome": "not-installed"}, NOT_APPLICABLE),
        ({"outcome": "raised"}, "torch-import-failed error"),
        ({"outcome": "exited", "exit_code": 3}, "torch-import-failed error"),
        ({"outcome": "crashed", "signal": "SIGSEGV"}, "torch-import-crashed error"),
        ({"outcome": "hung"}, "torch-import-hangs error"),
        (
            {"outcome": "raised", "error_message": "incompatible architecture (have 'x86_64'"},
            "native-arch-mismatch error",
        ),
        (
            {"outcome": "raised", "error_message": "Library not loaded: @rpath/libomp.dylib"},
            "torch-install-damaged error",
        ),
        (
            {"outcome": "crashed", "stderr": ("uncaught exception of type std::invalid_argument",)},
            "fallback-env-set-too-late error",
        ),
    ],
)
def test_torch_import(answers: dict[str, Any], expected: str) -> None:
    outcome = torch_imports(MAC, PYTHON, CONDA, NOTHING, TorchInstall(), TorchImport(**answers))
    assert said(outcome) == expected


@pytest.mark.parametrize(("seconds", "expected"), [(2.0, PASSED), (95.0, "torch-import-slow")])
def test_torch_import_time(seconds: float, expected: str) -> None:
    assert said(torch_import_time(TorchImport(outcome="imported", seconds=seconds))) == expected
