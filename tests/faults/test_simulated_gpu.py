"""The smoke test on the simulated mps, with each fault of the device: the right cause, or none."""

from collections.abc import Callable

import pytest
from patient import Patient, assert_well_behaved
from simulated_mac import SimMac

Make = Callable[..., SimMac]

FAULTS = (
    *("available=0", "built=0", "virtual_machine=1"),
    *("fault:is_available=raise", "fault:is_available=segv", "fault:is_available=hang"),
    *("fault:alloc=oom,256", "fault:alloc=abort", "fault:copy-to-device=raise"),
    *("fault:copy-from-device=segv", "fault:sync=hang", "fault:sync=abort"),
    *("fault:aten::mm=notimpl", "fault:aten::mm=oom", "fault:aten::mm=hang"),
    *("fault:aten::mm=segv", "fault:aten::mm=kill", "fault:aten::mm=exit,0"),
)

IN_CI = ("available=0", "fault:is_available=segv", "fault:alloc=oom,256", "fault:aten::mm=hang")
"""One of each kind; .ci/full has them all."""


@pytest.mark.parametrize(
    "mps", [pytest.param(mps, marks=[] if mps in IN_CI else pytest.mark.full) for mps in FAULTS]
)
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
    if mps.startswith(("fault:aten", "fault:copy", "fault:alloc", "fault:sync")):
        assert facts["torch_import"]["mps_available"] is True
        assert facts["smoke"]["outcome"] != "completed"
