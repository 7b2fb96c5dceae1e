"""Does a sandbox keep this process from the GPU?"""

from typing import Any

import pytest
from outcomes import PASSED, judged

from mps_doctor.facts import MetalDevice
from mps_doctor_checks.host.sandbox import sandbox

MAC = {"system": "Darwin", "hardware_architecture": "arm64"}
CRASHED = {"outcome": "crashed", "step": "multiply-random"}


NO_OPERATOR = {
    "outcome": "raised",
    "step": "multiply-ones",
    "error_message": "aten::mm is not currently implemented for the MPS device",
}


REAL = {**MAC, "virtual_machine": False, "sandbox": ()}
SIGN = {**MAC, "sandbox": ("CODEX_SANDBOX=seatbelt",)}


@pytest.mark.parametrize(
    ("host", "available", "smoke", "expected"),
    [
        (REAL, False, {}, PASSED),
        (SIGN, True, {"outcome": "completed"}, PASSED),
        (SIGN, False, {}, "sandbox-no-metal-device"),
        (SIGN, True, CRASHED, PASSED),  # the GPU was reached
        (SIGN, True, {**CRASHED, "step": "allocate"}, "sandbox-no-metal-device"),
        (SIGN, True, NO_OPERATOR, PASSED),
        ({**REAL, "metal_devices": ()}, False, {}, "sandbox-no-metal-device"),
        ({**REAL, "metal_devices": ()}, True, {}, PASSED),
        (
            {**REAL, "metal_devices": (MetalDevice(name="Apple M3", command_queue=False),)},
            False,
            {},
            "sandbox-no-metal-device",
        ),
    ],
)
def test_sandbox(
    host: dict[str, Any], available: bool, smoke: dict[str, Any], expected: str
) -> None:
    answers = {"mps_available": available}
    assert judged(sandbox, host=host, torch_import=answers, smoke=smoke) == expected
