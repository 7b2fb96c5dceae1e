"""Checks of the settings family, called as plain functions."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from mps_doctor_checks.frameworks import frameworks
from mps_doctor_checks.self_check import self_check
from outcome_words import CONDA, MAC, PASSED, said

from mps_doctor.facts import (
    Frameworks,
    FrameworkSetting,
    Host,
    Interpreter,
    Package,
    Packages,
    TorchImport,
    TorchInstall,
    Variable,
    Variables,
)
from mps_doctor_checks.settings import mps_variables

HIGH, LOW = "PYTORCH_MPS_HIGH_WATERMARK_RATIO", "PYTORCH_MPS_LOW_WATERMARK_RATIO"
FALLBACK = "PYTORCH_ENABLE_MPS_FALLBACK"


@pytest.mark.parametrize(
    ("values", "torch", "expected"),
    [
        ({}, "2.8.0", PASSED),
        ({HIGH: "0.0"}, "2.8.0", PASSED),
        ({HIGH: "0.7", LOW: "0.6"}, "2.8.0", PASSED),
        ({HIGH: "0.7"}, "2.8.0", "mps-watermark-env-invalid error"),
        ({HIGH: "80"}, "2.8.0", "mps-watermark-env-invalid error"),
        ({HIGH: "0,7"}, "2.8.0", "mps-watermark-env-invalid warning"),
        ({LOW: "1.9"}, "2.8.0", "mps-watermark-env-invalid error"),
        ({FALLBACK: "1"}, "2.4.1", PASSED),
        ({FALLBACK: "true"}, "2.4.1", "fallback-env-set-too-late error"),
        ({FALLBACK: "true"}, "2.8.0", PASSED),
        ({FALLBACK: "false"}, "2.8.0", "fallback-env-set-too-late info"),
        ({FALLBACK: "0"}, "2.8.0", PASSED),
        ({"PYTORCH_MPS_DISABLE": "1"}, "2.8.0", "unknown-mps-variable"),
        ({"PYTORCH_MPS_FAST_MATH": "1"}, "2.8.0", PASSED),
    ],
)
def test_mps_variables(values: dict[str, str], torch: str, expected: str) -> None:
    section = Variables(values=tuple(Variable(name=k, value=v) for k, v in values.items()))
    assert said(mps_variables(section, TorchInstall(version=torch), TorchImport())) == expected


@pytest.mark.parametrize(
    ("packages", "values", "processor", "expected"),
    [
        ({}, {}, "arm", PASSED),
        (
            {"accelerate": "1.12.0"},
            {"ACCELERATE_USE_CPU": "true"},
            "arm",
            "mps-disabled-by-settings",
        ),
        ({"accelerate": "1.12.0"}, {"ACCELERATE_USE_CPU": "false"}, "arm", PASSED),
        ({}, {"ACCELERATE_USE_CPU": "true"}, "arm", PASSED),
        (
            {"transformers": "5.0.0"},
            {"ACCELERATE_TORCH_DEVICE": "cpu"},
            "arm",
            "mps-disabled-by-settings",
        ),
        ({"transformers": "5.0.0"}, {"ACCELERATE_TORCH_DEVICE": "mps"}, "arm", PASSED),
        ({"lightning": "2.5.0"}, {"DISABLE_MPS": "1"}, "arm", "mps-disabled-by-settings"),
        ({"lightning": "2.5.0"}, {"DISABLE_MPS": "true"}, "arm", PASSED),
        ({"lightning": "2.5.0"}, {}, "i386", "framework-device-detection-bug"),
        ({"lightning": "2.5.0"}, {}, "arm64", PASSED),
        ({"pytorch-lightning": "1.7.0"}, {}, "arm64", "framework-device-detection-bug"),
        ({"pytorch-lightning": "1.6.5"}, {}, "arm", "framework-device-detection-bug info"),
        ({"transformers": "4.24.0"}, {}, "arm", "framework-device-detection-bug info"),
        (
            {"accelerate": "1.12.0"},
            {"ACCELERATE_USE_MPS_DEVICE": "1"},
            "arm",
            "unknown-mps-variable",
        ),
    ],
)
def test_frameworks(
    packages: dict[str, str], values: dict[str, str], processor: str, expected: str
) -> None:
    outcome = frameworks(
        MAC,
        Interpreter(processor=processor),
        CONDA,
        Packages(installed=tuple(Package(name=k, version=v) for k, v in packages.items())),
        Variables(values=tuple(Variable(name=k, value=v) for k, v in values.items())),
        Frameworks(),
        TorchInstall(version="2.8.0"),
        TorchImport(),
    )
    assert said(outcome) == expected


FILE = "/Users/ada/.cache/huggingface/accelerate/default_config.yaml"


@pytest.mark.parametrize(
    ("packages", "value", "origin", "expected"),
    [
        (("accelerate",), "true", FILE, "mps-disabled-by-settings"),
        (("accelerate",), "True", FILE, "mps-disabled-by-settings"),
        (("accelerate",), "false", FILE, PASSED),
        (("transformers",), "true", FILE, PASSED),  # nobody reads the file without accelerate
        (None, "true", FILE, "mps-disabled-by-settings"),  # what is installed is not known
    ],
)
def test_the_file_of_accelerate(
    packages: tuple[str, ...] | None, value: str, origin: str, expected: str
) -> None:
    installed = () if packages is None else tuple(Package(name=p, version="5.0") for p in packages)
    outcome = frameworks(
        MAC,
        Interpreter(processor="arm"),
        CONDA,
        Packages() if packages is None else Packages(installed=installed),
        Variables(values=()),
        Frameworks(settings=(FrameworkSetting(origin=origin, key="use_cpu", value=value),)),
        TorchInstall(version="2.8.0"),
        TorchImport(),
    )
    assert said(outcome) == expected
    if isinstance(outcome, tuple):
        assert FILE in outcome[0].message
        assert FILE in outcome[0].fixes[0].steps[0]


@pytest.mark.parametrize(
    ("host", "python", "torch", "expected"),
    [
        ("15.5", "3.12.8", "2.15.0", PASSED),
        ("15.5", "3.12.8", "2.99.0", "doctor-data-outdated"),
        # No data will ever hold these: an update is no help.
        ("15.5", "3.12.8", "2.99.0.dev20270101", PASSED),
        ("15.5", "3.12.8", "2.99.0a0+git0123456", PASSED),
        ("99.0", "3.12.8", "2.15.0", "doctor-data-outdated"),
        ("15.5", "3.99.0", "2.15.0", "doctor-data-outdated"),
    ],
)
def test_self(host: str, python: str, torch: str, expected: str) -> None:
    outcome = self_check(
        Host(macos_version=host),
        Interpreter(version=python),
        TorchInstall(version=torch),
        TorchImport(),
    )
    assert said(outcome) == expected
