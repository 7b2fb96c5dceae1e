"""Does the GPU have memory for common models?"""

from typing import Any

import pytest
from outcomes import PASSED, judged

from mps_doctor.facts import MetalDevice
from mps_doctor_checks.host.memory import memory


@pytest.mark.parametrize(
    ("host", "answers", "expected"),
    [
        ({"memory_bytes": 8 << 30}, {}, "gpu-memory-small"),
        ({"memory_bytes": 16 << 30}, {}, PASSED),
        ({"memory_bytes": 8 << 30}, {"recommended_bytes": 5_726_623_061}, "gpu-memory-small"),
        ({}, {"recommended_bytes": 115_448_725_504}, PASSED),
        (
            {"metal_devices": (MetalDevice(name="M1", recommended_bytes=11_453_251_584),)},
            {},
            PASSED,
        ),
    ],
)
def test_memory(host: dict[str, Any], answers: dict[str, Any], expected: str) -> None:
    assert judged(memory, host=host, torch_import=answers) == expected
