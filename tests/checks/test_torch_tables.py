"""Checks of the torch, companions, settings and runtime families, called as plain functions."""

from typing import Any

import pytest

from mps_doctor.checking import Failed, Outcomes, Passed
from mps_doctor.machine import (
    Conda,
    Host,
    Interpreter,
    Messages,
    MissingFact,
    OpenMP,
    OpenMPRuntime,
    Package,
    Packages,
    ShadowedModule,
    SmokeTest,
    TorchCopy,
    TorchImport,
    TorchInstall,
    Variable,
    Variables,
)
from mps_doctor_checks.companions import numpy_compatibility, torch_companions
from mps_doctor_checks.frameworks import frameworks
from mps_doctor_checks.known_defects import known_defects
from mps_doctor_checks.openmp import openmp_runtimes
from mps_doctor_checks.runtime import mps_available, smoke_test
from mps_doctor_checks.self_check import self_check
from mps_doctor_checks.settings import mps_variables
from mps_doctor_checks.torch import (
    torch_architecture,
    torch_built_with_mps,
    torch_installed,
    torch_version_is_enough,
)
from mps_doctor_checks.torch_files import torch_install_intact, torch_shadowed
from mps_doctor_checks.torch_import import torch_import_time, torch_imports

PASSED, NOT_APPLICABLE = "passed", "not-applicable"
SITE = "/opt/v/lib/python3.12/site-packages"
MAC = Host(system="Darwin", hardware_architecture="arm64", chip="Apple M2", macos_version="15.5")
PYTHON = Interpreter(version="3.12.8", architecture="arm64", prefix="/opt/v")
CONDA, NOTHING = Conda(active=False), Packages(installed=())


def said(outcome: Outcomes) -> str:
    """Return "passed", "not-applicable", or cause and severity (where it is not the default)."""
    if isinstance(outcome, tuple):
        return ", ".join(said(item) for item in outcome)
    if isinstance(outcome, Failed):
        return f"{outcome.cause} {outcome.severity or ''}".strip()
    return PASSED if isinstance(outcome, Passed) else NOT_APPLICABLE


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


@pytest.mark.parametrize(
    ("reported", "expected"),
    [
        ((), "mps-wrong-results-os-version info"),
        (("memory-grows",), "mps-wrong-results-os-version info"),
        (("wrong-results",), "mps-wrong-results-os-version warning"),
        (("since-macos-update",), "mps-wrong-results-os-version warning"),
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
        TorchInstall(version="2.8.0"),
        TorchImport(),
    )
    assert said(outcome) == expected


@pytest.mark.parametrize(
    ("host", "python", "torch", "expected"),
    [
        ("15.5", "3.12.8", "2.15.0", PASSED),
        ("15.5", "3.12.8", "2.99.0", "doctor-data-outdated"),
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


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({"mps_available": True}, PASSED),
        ({"mps_available": False}, "mps-unavailable-unexplained"),
        ({"mps_available": False, "mps_built": False}, NOT_APPLICABLE),
        ({"mps_module": False}, NOT_APPLICABLE),
    ],
)
def test_mps_available(answers: dict[str, Any], expected: str) -> None:
    outcome = mps_available(MAC, PYTHON, TorchInstall(), TorchImport(**answers))
    assert said(outcome) == expected


def test_mps_available_names_the_facts_that_would_decide() -> None:
    outcome = mps_available(
        Host(system="Darwin"), Interpreter(), TorchInstall(), TorchImport(mps_available=False)
    )
    assert isinstance(outcome, Failed)
    for fact in ("macOS version", "virtual machine", "sandbox", "torch version"):
        assert f"unknown: {fact}" in outcome.evidence


GOOD = {"outcome": "completed", "relative_error": 3e-7, "ones_wrong": 0, "not_finite": 0}


@pytest.mark.parametrize(
    ("smoke", "expected"),
    [
        (GOOD, PASSED),
        ({**GOOD, "relative_error": 9.9e-5}, PASSED),
        ({**GOOD, "relative_error": 1.1e-4}, "mps-smoke-failed error"),
        ({**GOOD, "relative_error": float("nan")}, "mps-smoke-failed error"),
        ({**GOOD, "ones_wrong": 1}, "mps-smoke-failed error"),
        ({**GOOD, "not_finite": 1}, "mps-smoke-failed error"),
        ({**GOOD, "copy_wrong": 1}, "mps-smoke-failed error"),
        (
            {**GOOD, "stderr": ("Error: command buffer exited with error status.",)},
            "mps-smoke-failed error",
        ),
        ({"outcome": "hung"}, "mps-smoke-failed error"),
        ({"outcome": "crashed", "signal": "SIGABRT"}, "mps-smoke-failed error"),
        ({"outcome": "exited", "exit_code": 1}, "mps-smoke-failed error"),
        (
            {"outcome": "raised", "error_message": "MPS backend out of memory (MPS allocated: 9"},
            "mps-out-of-memory error",
        ),
        (
            {
                "outcome": "raised",
                "error_message": "aten::x is not currently implemented for the MPS device",
            },
            "op-not-implemented error",
        ),
        (
            {"outcome": "crashed", "stderr": ("Unable to reach MTLCompilerService",)},
            "metal-compiler-service-unreachable error",
        ),
    ],
)
def test_smoke_test(smoke: dict[str, Any], expected: str) -> None:
    install = TorchInstall(version="2.15.0")
    outcome = smoke_test(MAC, PYTHON, CONDA, NOTHING, install, SmokeTest(**smoke))
    assert said(outcome) == expected


def test_smoke_test_names_what_the_facts_say_of_the_system() -> None:
    install = TorchInstall(version="2.2.1")
    wrong = SmokeTest(**{**GOOD, "ones_wrong": 9})
    sonoma = Host(system="Darwin", hardware_architecture="arm64", macos_version="14.4.1")
    intel = Host(system="Darwin", hardware_architecture="x86_64", macos_version="13.3")
    beta = Host(system="Darwin", hardware_architecture="arm64", macos_build="23A5276g")
    crashed = SmokeTest(outcome="crashed", step="multiply-ones")
    for host, smoke, cause in (
        (sonoma, wrong, "mps-wrong-results-os-version"),
        (intel, wrong, "intel-mac-amd-gpu-unreliable"),
        (beta, crashed, "mps-crash-os-version"),
    ):
        python = Interpreter(version="3.11.8")
        outcome = smoke_test(host, python, CONDA, NOTHING, install, smoke)
        assert said(outcome) == f"{cause} error"


def test_smoke_test_of_another_device_speaks_of_that_device() -> None:
    smoke = SmokeTest(device="cpu", outcome="raised", error_message="watermark ratio")
    outcome = smoke_test(MAC, PYTHON, CONDA, NOTHING, TorchInstall(), smoke)
    assert isinstance(outcome, Failed)
    assert outcome.cause == "mps-smoke-failed"
    assert "cpu" in outcome.message
