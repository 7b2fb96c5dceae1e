"""The smoke test on the simulated mps, with each fault of the device: the right cause, or none."""

from collections.abc import Callable
from typing import Any

import pytest
from patient import Patient, assert_well_behaved
from simulated_mac import SimMac

Make = Callable[..., SimMac]

FAULTS: dict[str, dict[str, Any]] = {
    "available=0": {},
    "fault:is_available=segv": {},
    "fault:alloc=oom,256": {"outcome": "raised", "step": "allocate"},
    "fault:sync=segv": {"outcome": "crashed", "step": "allocate", "signal": "SIGSEGV"},
    "fault:aten::mm=abort,x.mm:1: failed assertion `boom'": {
        "outcome": "crashed",
        "step": "multiply-ones",
        "signal": "SIGABRT",
        "size": 1024,
        "copy_wrong": 0,
        "stderr": ["x.mm:1: failed assertion `boom'"],
    },
    "fault:aten::mm=exit,7": {"outcome": "exited", "step": "multiply-ones", "exit_code": 7},
    "fault:aten::mm=hang": {"outcome": "hung", "step": "multiply-ones", "copy_wrong": 0},
}
"""Faults, and what the smoke test knows of them."""


@pytest.mark.parametrize("mps", FAULTS)
def test_a_fault_of_the_device(simulated_mac: Make, patient: Patient, mps: str) -> None:
    mac = simulated_mac(mps=mps)
    timeout = "30" if "hang" in mps else "100"

    visit = patient.visit("--python", mac.python, "--device", "mps", "--timeout", timeout)

    assert_well_behaved(visit)
    assert (visit.verdict["status"], visit.exit_code) == ("broken", 1), visit.summary
    facts = visit.facts
    assert facts["host"]["chip"] == "Apple M2"
    assert facts["torch"]["mps_linked"] is True
    assert visit.verdict["cause"], visit.summary
    expected = FAULTS[mps]
    assert {name: facts["smoke"].get(name) for name in expected} == expected


def test_a_gpu_fault_that_only_stderr_tells_of(simulated_mac: Make, patient: Patient) -> None:
    line = "Error: command buffer exited with error status."
    mac = simulated_mac(mps=f"fault:aten::mm=stderr,{line}")

    visit = patient.visit("--python", mac.python, "--device", "mps", "--timeout", "100")

    smoke = visit.facts["smoke"]
    assert (smoke["outcome"], smoke["step"]) == ("completed", "read-back")
    assert line in smoke["stderr"]
