"""Is this a Mac that runs macOS?"""

from typing import Any

import pytest
from outcomes import APPLE, PASSED, judged, outcome_of

from mps_doctor.judgement.checking import Passed
from mps_doctor_checks.host.host_system import host_system


@pytest.mark.parametrize(
    ("host", "python", "expected"),
    [
        ({"system": "Darwin"}, {}, PASSED),
        ({"system": "macOS"}, {}, PASSED),
        ({"system": "Windows"}, {}, "not-macos-host"),
        ({"system": "Linux"}, {}, "not-macos-host"),
        ({"system": "Linux", "kernel_release": "5.15.0-linuxkit"}, {}, "not-macos-host"),
        (
            {"system": "Linux", "kernel_release": "5.15.0-linuxkit"},
            {"architecture": "aarch64"},
            "linux-guest-on-mac",
        ),
        ({"system": "Linux", "kernel_release": "6.7-orbstack"}, {}, "linux-guest-on-mac"),
        (
            {"system": "Linux", "apple_marks": ("CPU implementer 0x61",), "container": "docker"},
            {},
            "linux-guest-on-mac",
        ),
        (  # Asahi Linux on the bare Mac
            {
                "system": "Linux",
                "apple_marks": ("CPU implementer 0x61",),
                "container": "none",
                "virtual_machine": False,
            },
            {},
            "not-macos-host",
        ),
        ({"system": "Linux", "apple_marks": (), "container": "docker"}, {}, "not-macos-host"),
    ],
)
def test_host_system(host: dict[str, Any], python: dict[str, Any], expected: str) -> None:
    assert judged(host_system, host=host, python=python) == expected


def test_a_virtual_machine_says_that_it_is_one() -> None:
    """A guest in which nothing fails has no finding, but is no Mac like another."""
    outcome = outcome_of(host_system, host={**APPLE, "model": "VirtualMac2,1"})
    assert isinstance(outcome, Passed)
    assert outcome.have == "macOS 15.5, Apple M2, in a virtual machine"
