"""Is the GPU one that MPS supports?"""

from typing import Any

import pytest
from outcomes import NOT_APPLICABLE, PASSED, judged, outcome_of

from mps_doctor.facts import Gpu, MetalDevice, Unknown
from mps_doctor.judgement.checking import Failed
from mps_doctor_checks.host.apple_gpu import apple_gpu

MAC = {"system": "Darwin", "hardware_architecture": "arm64"}
INTEL = {"system": "Darwin", "hardware_architecture": "x86_64"}
AMD = Gpu(name="AMD Radeon Pro 5500M", vendor="AMD")
IRIS = Gpu(name="Intel Iris Plus Graphics 645", vendor="Intel")
LOW = MetalDevice(name="Intel(R) Iris(TM) Plus Graphics 645", low_power=True)
METAL_AMD = MetalDevice(name="AMD Radeon Pro 5500M", low_power=False)


@pytest.mark.parametrize(
    ("host", "torch", "available", "expected"),
    [
        (MAC, {}, None, PASSED),
        ({"system": "Darwin", "chip": "Apple M5 Max"}, {}, None, PASSED),
        ({"chip": "VirtualApple @ 2.50GHz processor"}, {}, None, PASSED),
        # That MPS leaves out a sole integrated GPU is known where Metal or torch was asked only.
        ({**INTEL, "gpus": (IRIS,)}, {}, None, "intel-mac-no-metal-gpu warning"),
        ({**INTEL, "gpus": (IRIS,)}, {}, False, "intel-mac-no-metal-gpu"),
        ({**INTEL, "gpus": (IRIS,)}, {}, True, "intel-mac-amd-gpu-unreliable info"),
        ({**INTEL, "gpus": (IRIS,), "metal_devices": (LOW,)}, {}, None, "intel-mac-no-metal-gpu"),
        ({**INTEL, "metal_devices": (LOW,)}, {}, None, "intel-mac-no-metal-gpu"),
        ({**INTEL, "metal_devices": (METAL_AMD,)}, {}, None, "intel-mac-amd-gpu-unreliable"),
        ({**INTEL, "gpus": (IRIS, AMD)}, {}, None, "intel-mac-amd-gpu-unreliable"),
        ({**INTEL, "gpus": (AMD,)}, {"version": "2.2.2"}, True, "intel-mac-amd-gpu-unreliable"),
        ({**INTEL, "gpus": (AMD,)}, {"version": "2.13.0"}, True, "intel-mac-no-metal-gpu"),
        (INTEL, {}, True, "intel-mac-amd-gpu-unreliable info"),  # inferred, not listed
        ({**INTEL, "gpus": (), "virtual_machine": True}, {}, None, NOT_APPLICABLE),
    ],
)
def test_apple_gpu(
    host: dict[str, Any], torch: dict[str, Any], available: bool | None, expected: str
) -> None:
    answers = {} if available is None else {"mps_available": available}
    assert judged(apple_gpu, host=host, torch=torch, torch_import=answers) == expected


@pytest.mark.parametrize("gpus", [{}, {"gpus": ()}, {"gpus": Unknown("timed out")}])
def test_apple_gpu_needs_the_gpus_of_an_intel_mac(gpus: dict[str, Any]) -> None:
    assert judged(apple_gpu, host={**INTEL, **gpus}) == "unknown host.gpus"


def test_whose_builds_end_where() -> None:
    outcome = outcome_of(apple_gpu, host={**INTEL, "gpus": (AMD,)}, torch={"version": "2.13.0"})
    assert isinstance(outcome, Failed)
    assert outcome.need == "torch 2.12 or older, or Apple silicon"
    assert any("2.2.2" in line and "conda-forge" in line for line in outcome.evidence)


def test_apple_gpu_needs_the_processor() -> None:
    assert judged(apple_gpu, host={"system": "Darwin"}) == "unknown host.hardware_architecture"


INTEL = {"system": "Darwin", "hardware_architecture": "x86_64", "chip": "Intel Core i7"}


@pytest.mark.parametrize(
    ("name", "vendor", "cause"),
    [
        ("AMD Pro", "", "intel-mac-amd-gpu-unreliable"),
        ("Radeon Pro 560", "", "intel-mac-amd-gpu-unreliable"),
        ("FirePro D500", "", "intel-mac-amd-gpu-unreliable"),
        ("Some", "sppci_vendor_AMD", "intel-mac-amd-gpu-unreliable"),
        ("Intel Iris Plus", "Intel", "intel-mac-no-metal-gpu"),
    ],
)
def test_gpus_of_intel_macs(name: str, vendor: str, cause: str) -> None:
    host = {**INTEL, "gpus": (Gpu(name=name, vendor=vendor),)}
    answers = {"outcome": "imported", "version": "2.2.2", "mps_available": vendor != "Intel"}
    assert judged(apple_gpu, host=host, torch={"version": "2.2.2"}, torch_import=answers) == cause
