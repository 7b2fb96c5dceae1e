"""The simulated Mac: the real probe in it sees that Mac."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from simulated_mac import MACHINES, SimMac

from mps_doctor.discovery import interpreter
from mps_doctor.facts import Machine, encode_machine

Make = Callable[..., SimMac]


def document_of(machine: Machine) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(encode_machine(machine))
    return document


@pytest.mark.parametrize("name", MACHINES)
def test_the_real_probe_sees_the_machine(simulated_mac: Make, name: str) -> None:
    mac = simulated_mac(name)
    document = document_of(interpreter.examine(mac.python, timeout=120))
    found = {}
    for fact in mac.machine["facts"]:
        section, _, field = fact.partition(".")
        found[fact] = document[section].get(field)
    assert found == mac.machine["facts"]


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
