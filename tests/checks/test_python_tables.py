"""Checks of the python, conda and toolchain families, called as plain functions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parent))

from mps_doctor_checks.pip_target import pip_target
from mps_doctor_checks.standard_library import python_standard_library
from outcome_words import NOT_APPLICABLE, PASSED, said

from mps_doctor.facts import (
    Conda,
    Host,
    IndexSetting,
    Interpreter,
    MissingFact,
    Packages,
    ShadowedModule,
    Toolchain,
    TorchImport,
    TorchInstall,
)
from mps_doctor.judgement.checking import Failed
from mps_doctor_checks.conda import conda_architecture
from mps_doctor_checks.python import python_architecture, python_prerelease, python_version
from mps_doctor_checks.toolchain import xcode_command_line_tools

ROSETTA = "python-x86_64-on-apple-silicon"
M1 = {"system": "Darwin", "chip": "Apple M1", "hardware_architecture": "arm64"}
INTEL = {"system": "Darwin", "chip": "Intel(R) Core(TM) i9", "hardware_architecture": "x86_64"}


@pytest.mark.parametrize(
    ("host", "python", "expected"),
    [
        ({}, {"architecture": "arm64"}, PASSED),
        (M1, {"architecture": "x86_64"}, ROSETTA),
        (M1, {"architecture": "i386"}, ROSETTA),
        (INTEL, {"architecture": "x86_64"}, PASSED),
        ({}, {"architecture": "x86_64", "translated": True}, ROSETTA),
        ({}, {"architecture": "x86_64", "translated": False}, PASSED),
        ({"chip": "Apple M2 Pro"}, {"processor": "i386"}, ROSETTA),
        ({"chip": "Apple M2 Pro"}, {"platform": "macOS-10.16-x86_64-i386-64bit"}, ROSETTA),
        ({"chip": "Apple M2 Pro"}, {"platform_tag": "macosx-11.0-arm64"}, PASSED),
        (
            {"chip": "Apple M3"},
            {"platform_tag": "macosx-10.9-universal2", "processor": "i386"},
            ROSETTA,
        ),
        ({"chip": "VirtualApple @ 2.50GHz processor"}, {"architecture": "x86_64"}, ROSETTA),
    ],
)
def test_python_architecture(host: dict[str, Any], python: dict[str, Any], expected: str) -> None:
    outcome = python_architecture(Host(**host), Interpreter(**python), Conda(), Packages())
    assert said(outcome) == expected


def test_python_architecture_needs_the_processor() -> None:
    with pytest.raises(MissingFact, match=r"host\.hardware_architecture"):
        python_architecture(
            Host(system="Darwin"), Interpreter(architecture="x86_64"), Conda(), Packages()
        )


def test_rosetta_evidence_holds_what_lightning_asks() -> None:
    python = Interpreter(architecture="x86_64", processor="i386", translated=True)
    outcome = python_architecture(Host(**M1), python, Conda(), Packages())
    assert isinstance(outcome, Failed)
    assert "platform.processor(): i386" in outcome.evidence


NO_TORCH = {"installed": False}


@pytest.mark.parametrize(
    ("host", "python", "torch", "expected"),
    [
        ({}, {"version": "2.7.18"}, {}, "python-too-old"),
        ({}, {"version": "3.6.15"}, {}, "python-too-old"),
        ({"system": "Linux"}, {"version": "3.20.0"}, NO_TORCH, PASSED),
        (M1, {"version": "3.12.1"}, NO_TORCH, PASSED),
        (M1, {"version": "3.20.0"}, NO_TORCH, "python-version-no-wheel"),
        (M1, {"version": "3.20.0"}, {"installed": True, "version": "2.15.0"}, PASSED),
        ({**M1, "macos_version": "12.6"}, {"version": "3.12.1"}, NO_TORCH, PASSED),
        (
            {**M1, "macos_version": "12.6"},
            {"version": "3.13.1"},
            NO_TORCH,
            "python-version-no-wheel",
        ),
        ({**M1, "macos_version": "11.7"}, {"version": "3.12.1"}, NO_TORCH, PASSED),
        (M1, {"version": "3.13.1", "free_threaded": True}, NO_TORCH, PASSED),
        (M1, {"version": "3.12.1", "free_threaded": True}, NO_TORCH, "python-version-no-wheel"),
        (M1, {"version": "3.11.13", "implementation": "CPython"}, NO_TORCH, PASSED),
        (M1, {"version": "3.11.13", "implementation": "pypy"}, NO_TORCH, "python-version-no-wheel"),
        (
            {"system": "Linux"},
            {"version": "3.11.13", "implementation": "pypy"},
            NO_TORCH,
            "python-version-no-wheel",
        ),
        (INTEL, {"version": "3.12.1", "architecture": "x86_64"}, NO_TORCH, PASSED),
        (INTEL, {"version": "3.13.1", "architecture": "x86_64"}, NO_TORCH, "intel-mac-no-wheel"),
    ],
)
def test_python_version(
    host: dict[str, Any], python: dict[str, Any], torch: dict[str, Any], expected: str
) -> None:
    facts = Interpreter(**{"architecture": "arm64", **python})
    outcome = python_version(Host(**host), facts, Conda(), Packages(), TorchInstall(**torch))
    assert said(outcome) == expected


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("3.13.0", PASSED),
        ("3.12.8 | packaged by Anaconda, Inc.", PASSED),
        ("3.15.0rc1", "python-prerelease"),
        ("3.15.0a7", "python-prerelease"),
        ("3.14.0b2+", "python-prerelease"),
    ],
)
def test_python_prerelease(version: str, expected: str) -> None:
    python = Interpreter(version=version)
    assert said(python_prerelease(Host(), python, Conda(), Packages())) == expected


def own(module: str, where: Any = "current folder") -> ShadowedModule:
    return ShadowedModule(module=module, path=f"/opt/project/{module}.py", where=where)


@pytest.mark.parametrize(
    ("python", "answers", "expected"),
    [
        ({"broken_modules": ()}, {}, PASSED),
        ({"broken_modules": ("lzma: No module named '_lzma'",)}, {}, "python-broken info"),
        ({"broken_modules": ("ctypes: No module named '_ctypes'",)}, {}, "python-broken error"),
        ({"start_error": "dyld: Library not loaded"}, {}, "python-broken"),
        ({"needs_isolation": "import of json failed"}, {}, "python-broken error"),
        ({"shadowed": (own("json"),)}, {}, "python-broken warning"),
        ({"shadowed": (own("json"),)}, {"outcome": "imported"}, "python-broken warning"),
        (
            {"shadowed": (own("json", "PYTHONPATH"),)},
            {"outcome": "imported"},
            "python-broken info",
        ),
        ({"shadowed": (own("torch"),), "broken_modules": ()}, {}, PASSED),
    ],
)
def test_python_standard_library(
    python: dict[str, Any], answers: dict[str, Any], expected: str
) -> None:
    outcome = python_standard_library(
        Host(), Interpreter(**python), Conda(), Packages(), TorchImport(**answers)
    )
    assert said(outcome) == expected


def index(value: str, key: str = "index-url") -> dict[str, Any]:
    return {"indexes": (IndexSetting(origin="pip.conf", key=key, value=value),)}


HERE = {"prefix": "/opt/v", "executable": "/opt/v/bin/python", "indexes": ()}


@pytest.mark.parametrize(
    ("python", "torch", "expected"),
    [
        ({"indexes": ()}, {}, PASSED),
        (index("https://index.example/simple"), NO_TORCH, PASSED),
        (index("https://index.example/whl/cpu"), NO_TORCH, PASSED),
        (index("https://index.example/whl/cu128"), NO_TORCH, "cuda-wheel-index-on-mac error"),
        (
            index("https://index.example/whl/nightly/cu126"),
            {"installed": True},
            "cuda-wheel-index-on-mac warning",
        ),
        (
            index("https://index.example/whl/cu121", "extra-index-url"),
            NO_TORCH,
            "cuda-wheel-index-on-mac info",
        ),
        (
            index("https://index.example/whl/cu121", "PIP_EXTRA_INDEX_URL"),
            NO_TORCH,
            "cuda-wheel-index-on-mac info",
        ),
        (
            index("https://index.example/whl/cu121", "UV_EXTRA_INDEX_URL"),
            NO_TORCH,
            "cuda-wheel-index-on-mac error",
        ),
        (
            index("https://index.example/whl/cu121", "url"),
            {"installed": True},
            "cuda-wheel-index-on-mac info",
        ),
        (index("https://index.example/whl/rocm6.2"), NO_TORCH, "wrong-wheel-index error"),
        (index("https://index.example/whl/mps"), NO_TORCH, "wrong-wheel-index error"),
        ({"indexes": ()}, {"version": "2.8.0+cu128"}, "cuda-wheel-index-on-mac"),
        ({**HERE, "pip_python": "/opt/v/bin/python3"}, NO_TORCH, PASSED),
        ({**HERE, "pip_python": "/usr/bin/python3"}, NO_TORCH, "pip-of-another-python warning"),
        (
            {**HERE, "pip_python": "/usr/bin/python3"},
            {"installed": True},
            "pip-of-another-python info",
        ),
        (
            {"externally_managed": True, "environment": "none", "indexes": ()},
            {},
            "pip-externally-managed info",
        ),
        ({"externally_managed": True, "environment": "venv", "indexes": ()}, {}, PASSED),
    ],
)
def test_pip_target(python: dict[str, Any], torch: dict[str, Any], expected: str) -> None:
    mac = Host(system="Darwin")
    outcome = pip_target(mac, Interpreter(**python), TorchInstall(**torch), TorchImport())
    assert said(outcome) == expected


def test_a_cuda_build_is_wrong_on_a_mac_alone() -> None:
    torch = TorchInstall(installed=True, version="2.3.0+cu121")
    outcome = pip_target(Host(), Interpreter(externally_managed=False), torch, TorchImport())
    assert said(outcome) == PASSED


@pytest.mark.parametrize(
    ("host", "python", "conda", "expected"),
    [
        (M1, {}, {"active": False}, NOT_APPLICABLE),
        (M1, {}, {"active": True, "subdir": "osx-arm64"}, PASSED),
        (M1, {}, {"active": True, "subdir": "osx-64"}, ROSETTA),
        (INTEL, {}, {"active": True, "subdir": "osx-64"}, PASSED),
        (M1, {"architecture": "arm64"}, {"subdir": "osx-64"}, "native-arch-mismatch warning"),
    ],
)
def test_conda_architecture(
    host: dict[str, Any], python: dict[str, Any], conda: dict[str, Any], expected: str
) -> None:
    outcome = conda_architecture(Host(**host), Interpreter(**python), Conda(**conda), Packages())
    assert said(outcome) == expected


SOURCE_BUILD = "xcode-too-old-for-source-build"
TOOLS = {"developer_dir": "/Library/Developer/CommandLineTools", "developer_dir_exists": True}


@pytest.mark.parametrize(
    ("toolchain", "torch", "expected"),
    [
        ({**TOOLS, "clang": True}, {}, PASSED),
        (TOOLS, {}, PASSED),
        ({"developer_dir": ""}, {}, "xcode-clt-missing info"),
        ({"developer_dir": ""}, {"editable": True}, "xcode-clt-missing warning"),
        ({**TOOLS, "clang": False}, {}, "xcode-clt-missing info"),
        ({**TOOLS, "developer_dir_exists": False}, {}, "xcode-clt-missing info"),
        ({**TOOLS, "xcode_version": "13.2.1"}, {}, PASSED),
        (
            {**TOOLS, "xcode_version": "13.2.1"},
            {"editable": True},
            SOURCE_BUILD,
        ),
        ({**TOOLS, "tools_version": "16.4.0.0.1.1747106510"}, {"editable": True}, PASSED),
        ({**TOOLS, "tools_version": "13.2.0.0.1"}, {"editable": True}, SOURCE_BUILD),
        (  # the tools lie unused beside an Xcode whose version is not known
            {"developer_dir": "/Applications/X.app/Contents/Developer", "tools_version": "13.2.0"},
            {"editable": True},
            PASSED,
        ),
    ],
)
def test_command_line_tools(
    toolchain: dict[str, Any], torch: dict[str, Any], expected: str
) -> None:
    outcome = xcode_command_line_tools(Toolchain(**toolchain), TorchInstall(**torch))
    assert said(outcome) == expected
