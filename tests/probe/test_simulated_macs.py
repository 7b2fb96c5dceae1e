"""The simulated Mac: the real probe in it sees that Mac."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from simulated_mac import SimMac

from mps_doctor.discovery import interpreter
from mps_doctor.facts import Machine, encode_machine

Make = Callable[..., SimMac]

FACTS: dict[str, dict[str, Any]] = {
    "m2_macos145": {
        "host.system": "Darwin",
        "host.macos_version": "14.5",
        "host.macos_build": "23F79",
        "host.macos_version_reported": "14.5",
        "host.hardware_architecture": "arm64",
        "host.chip": "Apple M2",
        "host.memory_bytes": 24 << 30,
        "host.virtual_machine": False,
        "host.container": "none",
        "host.session": "gui",
        "host.sandbox": [],
        "host.ci": "none",
        "host.gpus": [{"name": "Apple M2", "vendor": "Apple", "cores": 10}],
        "python.architecture": "arm64",
        "python.translated": False,
        "python.slices": ["arm64"],
        "python.platform_tag": "macosx-11.0-arm64",
        "python.platform": "macOS-14.5-arm64-arm-64bit",
        "python.processor": "arm",
        "python.environment": "venv",
        "python.provider": "homebrew",
        "toolchain.developer_dir_exists": True,
        "toolchain.clang": True,
        "torch.installer": "pip",
        "torch.architectures": ["arm64"],
        "torch.deployment_target": "14.0",
        "torch.mps_linked": True,
        "torch.stated_minimum_macos": "14.0",
        "torch.missing_files": [],
        "openmp.torch_loads": ["@rpath/libomp.dylib"],
        "torch_import.outcome": "imported",
        "torch_import.mps_built": True,
        "torch_import.mps_available": True,
        "torch_import.device_name": "Apple M2",
        "torch_import.gpu_cores": 10,
        "smoke.outcome": "completed",
        "smoke.ones_wrong": 0,
    },
    "m1_rosetta_conda": {
        "host.macos_version": "15.3",
        "host.macos_version_reported": "10.16",
        "host.hardware_architecture": "arm64",
        "host.chip": "Apple M1",
        "python.version": "3.11.8",
        "python.architecture": "x86_64",
        "python.translated": True,
        "python.slices": ["x86_64"],
        "python.platform_tag": "macosx-10.9-x86_64",
        "python.platform": "macOS-10.16-x86_64-i386-64bit",
        "python.processor": "i386",
        "python.environment": "conda",
        "python.provider": "conda",
        "conda.active": True,
        "conda.subdir": "osx-64",
        "conda.torch_build": "cpu_py311h1e04d01_0",
        "toolchain.developer_dir": "",
        "torch.architectures": ["x86_64"],
        "torch.mps_linked": False,
        "torch_import.mps_built": False,
        "torch_import.mps_available": False,
        "smoke.outcome": "raised",
        "smoke.error_message": "PyTorch code is not compiled with MPS enabled",
    },
    "intel_mbp_amd": {
        "host.hardware_architecture": "x86_64",
        "host.virtual_machine": False,
        "python.architecture": "x86_64",
        "python.translated": False,
        "python.slices": ["x86_64", "arm64"],
        "python.platform_tag": "macosx-10.13-x86_64",
        "python.provider": "framework",
        "toolchain.xcode_version": "15.4",
        "torch.version": "2.2.2",
        "torch.stated_minimum_macos": "12.3",
        "torch_import.device_name": "AMD Radeon Pro 5500M",
    },
    "hosted_vm_macos15": {
        "host.chip": "Apple M1 (Virtual)",
        "host.model": "VirtualMac2,1",
        "host.virtual_machine": True,
        "host.ci": "github-actions",
        "host.session": "background",
        "torch_import.mps_available": True,
        "smoke.outcome": "raised",
        "smoke.step": "allocate",
    },
    "m3_macos26_old_sdk": {
        "host.macos_version": "26.2",
        "host.macos_version_reported": "16.0",
        "host.kernel_release": "25.2.0",
        "python.provider": "pyenv",
        "torch_import.mps_available": True,
        "torch_import.macos_at_least": [
            {"version": "13.0", "answer": True},
            {"version": "14.0", "answer": True},
            {"version": "15.0", "answer": True},
            {"version": "26.0", "answer": False},
        ],
        "smoke.outcome": "completed",
    },
    "agent_sandbox": {
        "host.macos_version": "26.2",
        "host.sandbox": [
            "CODEX_SANDBOX=seatbelt",
            "CODEX_SANDBOX_NETWORK_DISABLED=1",
            "sandbox_check=1",
        ],
        "host.metal_devices": [],
        "torch_import.mps_built": True,
        "torch_import.mps_available": False,
        "smoke.outcome": "raised",
    },
    "m1_macos13_uv": {
        "host.macos_version": "13.7.4",
        "python.environment": "uv",
        "python.provider": "uv",
        "python.has_pip": False,
        "torch.version": "2.9.0",
        "torch.installer": "uv",
        "torch.deployment_target": "11.0",
        "torch.stated_minimum_macos": "14.0",
        "torch_import.mps_available": False,
        "smoke.step": "allocate",
    },
}


def document_of(machine: Machine) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(encode_machine(machine))
    return document


def facts_of(machine: Machine, names: dict[str, Any]) -> dict[str, Any]:
    document = document_of(machine)
    found = {}
    for name in names:
        section, _, field = name.partition(".")
        found[name] = document[section].get(field)
    return found


@pytest.mark.parametrize("name", FACTS)
def test_the_real_probe_sees_the_machine(simulated_mac: Make, name: str) -> None:
    mac = simulated_mac(name)
    machine = interpreter.examine(mac.python, timeout=120)
    assert facts_of(machine, FACTS[name]) == FACTS[name]


def test_metal_is_asked_without_torch(simulated_mac: Make) -> None:
    mac = simulated_mac("intel_mbp_amd", torch=False)
    machine = interpreter.examine(mac.python, level="quick", timeout=60)
    devices = document_of(machine)["host"]["metal_devices"]
    assert [(one["name"], one["low_power"]) for one in devices] == [
        ("AMD Radeon Pro 5500M", False),
        ("Intel(R) UHD Graphics 630", True),
    ]
    assert devices[0]["families"] == [2002, 5001]
    assert machine.torch.installed is False


def test_the_probe_runs_no_stub_and_nothing_with_sudo(simulated_mac: Make) -> None:
    mac = simulated_mac(torch=False, commands={"clang": {}, "git": {}, "sudo": {}, "python3": {}})
    interpreter.examine(mac.python, level="quick", timeout=60)
    ran = {call[0] for call in mac.calls()}
    assert {"sw_vers", "ioreg", "xcode-select"} <= ran
    assert not ran & {"clang", "git", "sudo", "python3", "xcrun"}


def test_a_command_that_is_missing_or_slow_is_an_unknown_fact(simulated_mac: Make) -> None:
    mac = simulated_mac(
        torch=False, missing=["pkgutil"], commands={"sw_vers": {"*": {"sleep": 60}}}
    )
    machine = interpreter.examine(mac.python, level="quick", timeout=60)
    document = document_of(machine)
    assert document["toolchain"]["tools_version"]["unknown"] == "not on this system"
    assert document["host"]["macos_build"]["unknown"] == "command timed out"
    # The kernel's own version needs no command.
    assert document["host"]["macos_version"] == "14"


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        (
            "ImportError: dlopen(x.so, 0x0002): incompatible architecture (have 'x86_64')",
            {"outcome": "raised", "error_type": "ImportError"},
        ),
        ("abort", {"outcome": "crashed", "signal": "SIGABRT"}),
        ("exit,3", {"outcome": "exited", "exit_code": 3}),
    ],
)
def test_an_import_that_fails(simulated_mac: Make, how: str, expected: dict[str, Any]) -> None:
    machine = interpreter.examine(simulated_mac(torch_import=how).python, timeout=120)
    found = document_of(machine)["torch_import"]
    assert {name: found.get(name) for name in expected} == expected
    assert machine.torch.mps_linked is True


def test_an_import_that_hangs(simulated_mac: Make, pass_deadline: Callable[..., Any]) -> None:
    mac = simulated_mac(torch_import="hang")
    on_step = pass_deadline("torch_import")
    machine = interpreter.examine(mac.python, timeout=600, on_step=on_step)
    assert machine.torch_import.outcome == "hung"
    assert machine.host.chip == "Apple M2"
