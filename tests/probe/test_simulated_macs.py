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


def test_the_probe_runs_no_stub_and_nothing_with_sudo(simulated_mac: Make) -> None:
    mac = simulated_mac(torch=False, commands={"clang": {}, "git": {}, "sudo": {}, "python3": {}})
    interpreter.examine(mac.python, level="quick", timeout=60)
    ran = {call[0] for call in mac.calls()}
    assert {"sw_vers", "uname", "xcode-select"} <= ran
    assert not ran & {"clang", "git", "sudo", "python3", "xcrun"}
