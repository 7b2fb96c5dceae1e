"""Is the device's memory given, limited and given back?"""

from typing import Any

import pytest

from mps_doctor.facts import DeviceMemory, Unknown
from mps_doctor.judgement.checking import Passed
from mps_doctor_checks.deep.device_memory import device_memory

MEMORY: dict[str, Any] = {
    "device": "mps",
    "block_bytes": 1000,
    "steps": (1000, 2000),
    "wrong_values": 0,
    "left_after_release": 0,
    "growth_steps": 30,
    "growth_bytes": 0,
    "limit_refused": True,
    "recommended_bytes": 10000,
}


@pytest.mark.parametrize(
    ("facts", "causes"),
    [
        ({}, None),
        ({"growth_bytes": 200_000}, None),
        ({"growth_bytes": 30 << 20}, ["mps-memory-growth"]),
        ({"left_after_release": 1001}, ["mps-memory-growth"]),
        ({"left_after_release": 900}, None),
        ({"wrong_values": 2}, ["mps-op-wrong-result"]),
        ({"limit_refused": False}, ["mps-out-of-memory"]),
        ({"limit_refused": Unknown("no counters")}, None),
    ],
)
def test_device_memory(facts: dict[str, Any], causes: list[str] | None) -> None:
    found = device_memory(DeviceMemory(**{**MEMORY, **facts}))
    if causes is None:
        assert isinstance(found, Passed)
    else:
        assert isinstance(found, tuple)
        assert [failed.cause for failed in found] == causes
