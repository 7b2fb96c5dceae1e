"""Does Metal list a GPU to this process?"""

from typing import Any

import pytest
from outcomes import PASSED, judged, outcome_of

from mps_doctor.facts import MetalDevice
from mps_doctor.judgement.checking import Failed
from mps_doctor_checks.host.metal_device import metal_device

MAC = {"system": "Darwin", "hardware_architecture": "arm64"}
M3 = MetalDevice(name="Apple M3", families=(1007, 2002), command_queue=True)
GUEST_GPU = MetalDevice(name="Apple Paravirtual device", families=(1005, 2002), command_queue=True)


@pytest.mark.parametrize(
    ("devices", "torch", "expected"),
    [
        ((M3,), "2.15.0", PASSED),
        ((), "2.15.0", "sandbox-no-metal-device"),
        ((MetalDevice(name="Apple M3", command_queue=False),), "2.9.0", "sandbox-no-metal-device"),
        ((GUEST_GPU,), "2.14.1", PASSED),
        ((GUEST_GPU,), "2.15.0", "virtual-machine-no-metal"),
        (
            (MetalDevice(name="AMD Radeon Pro 5500M", families=(2002,), command_queue=True),),
            "2.15.0",
            "intel-mac-no-metal-gpu",
        ),
        ((MetalDevice(name="Apple M3"),), "2.15.0", PASSED),  # families unknown
    ],
)
def test_metal_device(devices: tuple[MetalDevice, ...], torch: str, expected: str) -> None:
    host = {**MAC, "metal_devices": devices}
    assert judged(metal_device, host=host, torch={"version": torch}) == expected


@pytest.mark.parametrize(
    ("host", "available", "expected"),
    [
        ({"session": "gui"}, {}, "sandbox-no-metal-device"),
        ({"session": "ssh"}, {}, "sandbox-no-metal-device warning"),
        ({"session": "background"}, {}, "sandbox-no-metal-device warning"),
        ({"session": "ssh"}, {"mps_available": False}, "sandbox-no-metal-device"),
        ({"session": "ssh", "sandbox": ("sandbox_check=1",)}, {}, "sandbox-no-metal-device"),
    ],
)
def test_an_empty_list_without_a_desktop_is_doubted(
    host: dict[str, Any], available: dict[str, Any], expected: str
) -> None:
    """Whether Metal lists the same there, nobody has published."""
    facts = {**MAC, "metal_devices": (), **host}
    assert judged(metal_device, host=facts, torch_import=available) == expected


NO_QUEUES = (
    MetalDevice(name="A", command_queue=False),
    MetalDevice(name="B", command_queue=False),
)


@pytest.mark.parametrize(
    ("chip", "cause", "fix"),
    [
        ("Apple M2", "sandbox-no-metal-device", "leave-sandbox"),
        ("Apple M2 (Virtual)", "virtual-machine-no-metal", "use-a-real-mac"),
    ],
)
@pytest.mark.parametrize(
    ("devices", "have", "message"),
    [
        ((), "no Metal device", "Metal lists no device to this process"),
        (
            NO_QUEUES,
            "A, B without a command queue",
            "Metal gives no command queue to this process",
        ),
    ],
)
def test_a_gpu_that_this_process_cannot_open(
    chip: str,
    cause: str,
    fix: str,
    devices: tuple[MetalDevice, ...],
    have: str,
    message: str,
) -> None:
    found = outcome_of(
        metal_device,
        host={**MAC, "chip": chip, "metal_devices": devices},
        torch_import={"mps_available": False},
    )
    assert isinstance(found, Failed)
    assert (found.cause, found.have, found.message) == (cause, have, message)
    assert found.fixes[0].id == fix


def test_metal_device_believes_torch() -> None:
    host = {**MAC, "metal_devices": ()}
    assert judged(metal_device, host=host, torch_import={"mps_available": True}) == PASSED
