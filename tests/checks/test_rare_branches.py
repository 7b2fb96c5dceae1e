"""Branches of checks that no recorded machine takes, called as plain functions."""

from __future__ import annotations

import pytest
from mps_doctor_checks.gpu import apple_gpu, metal_device
from mps_doctor_checks.torch_files import torch_install_intact

from mps_doctor import diagnose
from mps_doctor.facts import (
    Conda,
    Deep,
    Gpu,
    Host,
    Interpreter,
    MetalDevice,
    MissingFact,
    Packages,
    Project,
    ProjectRequirement,
    SmokeTest,
    TorchCopy,
    TorchImport,
    TorchInstall,
)
from mps_doctor.judgement.checking import Failed, Passed
from mps_doctor_checks.project import project_requirements

MAC = Host(system="Darwin", hardware_architecture="arm64", chip="Apple M2", macos_version="15.5")
VIRTUAL = Host(system="Darwin", chip="Apple M2 (Virtual)", virtual_machine=True)
INTEL = {"system": "Darwin", "hardware_architecture": "x86_64", "chip": "Intel Core i7"}
PYTHON = Interpreter(version="3.12.8", architecture="arm64", prefix="/opt/v")
NO_ANSWER = TorchImport(outcome="imported", version="2.9.1", mps_available=False)
TORCH = TorchInstall(version="2.9.1")


def of(host: Host, **facts: object) -> Host:
    import msgspec

    return msgspec.structs.replace(host, **facts)


@pytest.mark.parametrize(
    ("host", "cause", "fix"),
    [
        (MAC, "sandbox-no-metal-device", "leave"),
        (VIRTUAL, "virtual-machine-no-metal", "real-mac"),
    ],
)
@pytest.mark.parametrize(
    ("devices", "have", "message"),
    [
        ((), "none", "Metal lists no device to this process"),
        (
            (
                MetalDevice(name="A", command_queue=False),
                MetalDevice(name="B", command_queue=False),
            ),
            "A, B",
            "Metal gives no command queue to this process",
        ),
    ],
)
def test_metal_without_a_device(
    host: Host, cause: str, fix: str, devices: tuple[MetalDevice, ...], have: str, message: str
) -> None:
    found = metal_device(of(host, metal_devices=devices), TORCH, NO_ANSWER)
    assert isinstance(found, Failed)
    assert (found.cause, found.have, found.message) == (cause, have, message)
    assert fix in found.fixes[0].id
    assert message.removesuffix(" to this process") in found.evidence


@pytest.mark.parametrize("host", [MAC, VIRTUAL])
def test_metal_without_apple7(host: Host) -> None:
    devices = (MetalDevice(name="Old", command_queue=True, families=(1006,)),)
    new = TorchImport(outcome="imported", version="2.15.0", mps_available=False)
    torch = TorchInstall(version="2.15.0")
    found = metal_device(of(host, metal_devices=devices), torch, new)
    assert isinstance(found, Failed)
    virtual = host is VIRTUAL
    assert found.cause == ("virtual-machine-no-metal" if virtual else "intel-mac-no-metal-gpu")
    assert found.fixes[0].id == ("use-a-real-mac" if virtual else "use-the-cpu")
    assert "Metal lists: Old" in found.evidence


@pytest.mark.parametrize(
    ("name", "vendor", "cause"),
    [
        ("AMD Pro", "", "intel-mac-amd-gpu-unreliable"),
        ("Radeon Pro 560", "", "intel-mac-amd-gpu-unreliable"),
        ("FirePro D500", "", "intel-mac-amd-gpu-unreliable"),
        ("Some", "sppci_vendor_AMD", "intel-mac-amd-gpu-unreliable"),
        ("Intel Iris Plus", "Intel", "intel-mac-no-metal-gpu"),
    ],
)
def test_gpus_of_intel_macs(name: str, vendor: str, cause: str) -> None:
    host = Host(**INTEL, gpus=(Gpu(name=name, vendor=vendor),))
    python = Interpreter(version="3.12.8", architecture="x86_64", prefix="/opt/v")
    old = TorchImport(outcome="imported", version="2.2.2", mps_available=vendor != "Intel")
    found = apple_gpu(host, python, TORCH, old)
    assert isinstance(found, Failed)
    assert found.cause == cause


def required(*pairs: tuple[str, str]) -> Project:
    rows = tuple(ProjectRequirement(subject=name, need=need) for name, need in pairs)  # type: ignore[arg-type]
    return Project(requirements=rows, stated_in="pyproject.toml")


def project(wanted: Project, smoke: SmokeTest, deep: Deep) -> object:
    return project_requirements(
        wanted, MAC, PYTHON, Conda(active=False), TORCH, NO_ANSWER, smoke, deep
    )


@pytest.mark.parametrize(
    ("pair", "smoke", "why"),
    [
        (("level", "standard"), SmokeTest(), "the run was not of --level standard"),
        (("level", "deep"), SmokeTest(), "the run was not of --level deep"),
        (("device", "mps"), SmokeTest(), "nothing was run on a device"),
        (
            ("device", "mps"),
            SmokeTest(device="cpu", outcome="completed"),
            "cpu was examined, not mps",
        ),
    ],
)
def test_what_a_project_wants_and_nobody_saw(
    pair: tuple[str, str], smoke: SmokeTest, why: str
) -> None:
    with pytest.raises(MissingFact) as error:
        project(required(pair), smoke, Deep())
    assert error.value.missing.unknown == why


def test_what_a_project_wants_and_gets() -> None:
    smoke = SmokeTest(device="mps", outcome="completed")
    found = project(required(("level", "standard"), ("device", "mps")), smoke, Deep(results=()))
    assert isinstance(found, Passed)
    assert found.have == "level standard, device mps"


def test_a_torch_of_metadata_alone_is_an_error() -> None:
    torch = TorchInstall(
        installed=False,
        leftovers=(),
        copies=(TorchCopy(location="/opt/v", version="2.9.1", package=False, metadata=True),),
    )
    away = TorchImport(outcome="not-installed")
    packages = Packages(installed=())
    found = torch_install_intact(MAC, PYTHON, Conda(active=False), packages, torch, away)
    assert isinstance(found, Failed)
    assert (found.severity, found.need) == ("error", "one whole copy")
    assert found.have == "/opt/v holds its metadata 2.9.1, and no package"


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        (
            "macOS 15.1 on an M3 Mac\nERROR: Could not find a version that satisfies the "
            "requirement torch==2.4.0+rocm6.1 (from versions: 2.3.0, 2.4.0, 2.5.1)\n",
            "cuda-wheel-index-on-mac",
        ),
        (
            "macOS 15.1 on an M3 Mac\nERROR: Could not find a version that satisfies the "
            "requirement torch==2.4.0+cu121 (from versions: 2.3.0, 2.4.0, 2.5.1)\n",
            "cuda-wheel-index-on-mac",
        ),
    ],
)
def test_suffixes_of_versions(text: str, cause: str) -> None:
    assert diagnose(text).verdict.cause == cause
