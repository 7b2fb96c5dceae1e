"""The smoke test on the simulated mps, with each fault of the device: the right cause, or none."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from patient import Patient, assert_well_behaved
from simulated_mac import SimMac

Make = Callable[..., SimMac]

FAULTS = {
    "": ("healthy", 0),
    "available=0": ("broken", 1),
    "built=0": ("broken", 1),
    "virtual_machine=1": ("broken", 1),
    "fault:alloc=oom,256": ("broken", 1),
    "fault:alloc=raise": ("broken", 1),
    "fault:alloc=hang": ("broken", 1),
    "fault:alloc=abort": ("broken", 1),
    "fault:is_available=raise": ("broken", 1),
    "fault:is_available=segv": ("broken", 1),
    "fault:is_available=hang": ("broken", 1),
    "fault:is_available=kill": ("broken", 1),
    "fault:copy-to-device=raise": ("broken", 1),
    "fault:copy-from-device=segv": ("broken", 1),
    "fault:copy-from-device=hang": ("broken", 1),
    "fault:sync=hang": ("broken", 1),
    "fault:sync=abort": ("broken", 1),
    "fault:aten::mm=notimpl": ("broken", 1),
    "fault:aten::mm=raise": ("broken", 1),
    "fault:aten::mm=oom": ("broken", 1),
    "fault:aten::mm=hang": ("broken", 1),
    "fault:aten::mm=abort": ("broken", 1),
    "fault:aten::mm=segv": ("broken", 1),
    "fault:aten::mm=kill": ("broken", 1),
    "fault:aten::mm=exit,0": ("broken", 1),
    "fault:aten::mm=exit,3": ("broken", 1),
}

IN_CI = {
    *("", "available=0", "fault:is_available=raise", "fault:is_available=segv"),
    *("fault:alloc=oom,256", "fault:aten::mm=hang", "fault:aten::mm=segv"),
}
"""One of each kind; .ci/full has them all."""


@pytest.mark.parametrize(
    ("mps", "status", "exit_code"),
    [
        pytest.param(
            *(mps, *expected),
            id=mps or "healthy",
            marks=[] if mps in IN_CI else pytest.mark.full,
        )
        for mps, expected in FAULTS.items()
    ],
)
def test_a_fault_of_the_device(
    simulated_mac: Make, patient: Patient, mps: str, status: str, exit_code: int
) -> None:
    mac = simulated_mac(mps=mps)
    timeout = "30" if "hang" in mps else "100"

    visit = patient.visit("--python", mac.python, "--device", "mps", "--timeout", timeout)

    assert_well_behaved(visit)
    assert (visit.verdict["status"], visit.exit_code) == (status, exit_code), visit.summary
    facts = visit.facts
    assert facts["host"]["chip"] == "Apple M2"
    assert facts["torch"]["mps_linked"] is True
    if mps:
        assert visit.verdict["cause"], visit.summary
    if mps.startswith(("fault:aten", "fault:copy", "fault:alloc", "fault:sync")):
        assert facts["torch_import"]["mps_available"] is True
        assert facts["smoke"]["outcome"] != "completed"
