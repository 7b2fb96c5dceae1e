"""Does a virtual machine keep PyTorch from the GPU?"""

from typing import Any

import pytest
from outcomes import PASSED, judged

from mps_doctor.facts import MetalDevice
from mps_doctor_checks.host.virtual_machine import virtual_machine

MAC = {"system": "Darwin", "hardware_architecture": "arm64"}


REFUSED = {
    "outcome": "raised",
    "step": "allocate",
    "error_message": "MPS backend out of memory (MPS allocated: 0 bytes, other allocations: 0",
}


CRASHED = {"outcome": "crashed", "step": "multiply-random"}


NO_OPERATOR = {
    "outcome": "raised",
    "step": "multiply-ones",
    "error_message": "aten::mm is not currently implemented for the MPS device",
}


GUEST = {**MAC, "virtual_machine": True}
REAL = {**MAC, "virtual_machine": False, "sandbox": ()}


@pytest.mark.parametrize(
    ("host", "torch", "available", "smoke", "expected"),
    [
        (REAL, "2.9.0", False, {}, PASSED),
        (GUEST, "2.9.0", True, {"outcome": "completed"}, PASSED),
        (GUEST, "2.9.0", True, {}, PASSED),
        (GUEST, "2.9.0", False, {}, "virtual-machine-no-metal"),
        (GUEST, "2.9.0", True, REFUSED, "virtual-machine-no-metal"),
        (GUEST, "2.9.0", True, CRASHED, "virtual-machine-no-metal"),
        (GUEST, "2.9.0", True, NO_OPERATOR, PASSED),
        (GUEST, "2.9.0", True, {**CRASHED, "device": "cpu"}, PASSED),
        (
            GUEST,
            "2.9.0",
            True,
            {"outcome": "completed", "relative_error": 0.2},
            "virtual-machine-no-metal",
        ),
        (MAC, "2.9.0", True, REFUSED, "virtual-machine-no-metal"),  # the text says it
        (REAL, "2.9.0", True, REFUSED, PASSED),  # a real Mac: genuinely out of memory
        ({**GUEST, "sandbox": ("CODEX_SANDBOX",)}, "2.9.0", False, {}, PASSED),
        ({**GUEST, "sandbox": ("X",)}, "2.15.0", False, {}, "virtual-machine-no-metal"),
        ({**MAC, "chip": "Apple M1 (Virtual)"}, "2.9.0", False, {}, "virtual-machine-no-metal"),
        ({**MAC, "model": "VirtualMac2,1"}, "2.9.0", False, {}, "virtual-machine-no-metal"),
    ],
)
def test_virtual_machine(
    host: dict[str, Any], torch: str, available: bool, smoke: dict[str, Any], expected: str
) -> None:
    answers = {"mps_available": available}
    outcome = judged(
        virtual_machine, host=host, torch={"version": torch}, torch_import=answers, smoke=smoke
    )
    assert outcome == expected


def test_a_guest_whose_gpu_torch_takes_may_be_in_a_sandbox() -> None:
    """Not every virtual GPU need lack what torch 2.15 asks for: what Metal lists decides."""
    apple7 = MetalDevice(name="Apple Paravirtual device", families=(1005, 1007, 2002))
    host = {**GUEST, "sandbox": ("CODEX_SANDBOX",), "metal_devices": (apple7,)}
    answers = {"mps_available": False}
    outcome = judged(virtual_machine, host=host, torch={"version": "2.15.0"}, torch_import=answers)
    assert outcome == PASSED
