"""Is this build of PyTorch known to be bad?"""

from typing import Any

import pytest
from outcomes import PASSED, judged, outcome_of, said

from mps_doctor_checks.torch.known_defects import known_defects


@pytest.mark.parametrize(
    ("torch", "macos", "build", "expected"),
    [
        ("2.2.1", "14.4", "", "mps-wrong-results-os-version warning"),
        ("2.2.1", "14.3", "", PASSED),
        ("2.2.1", "14.5", "", PASSED),
        ("2.3.0", "14.4", "", PASSED),
        ("2.3.0.dev20240114", "14.2.1", "", "torch-build-regression error"),
        ("2.13.0", "15.5", "cpu_generic_py312h1234567_0", "torch-build-regression warning"),
        ("2.13.0", "15.5", "cpu_generic_py312h1234567_1", PASSED),
        ("2.13.0", "15.5", "", PASSED),
    ],
)
def test_known_defects(torch: str, macos: str, build: str, expected: str) -> None:
    host = {"system": "Darwin", "macos_version": macos}
    conda = {"active": True, "torch_build": build} if build else {"active": False}
    assert judged(known_defects, host=host, conda=conda, torch={"version": torch}) == expected


GUEST = {"model": "VirtualMac2,1", "hardware_architecture": "arm64"}


@pytest.mark.parametrize(
    ("torch", "macos", "facts", "expected"),
    [
        ("2.8.0", "26.0", GUEST, "mps-wrong-results-os-version warning"),
        ("2.13.0", "26.5.2", {"virtual_machine": True}, "mps-wrong-results-os-version warning"),
        ("2.8.0", "26.0", {"chip": "Apple M1", "virtual_machine": False}, PASSED),  # a real Mac
        ("2.8.0", "26.0", {}, PASSED),  # nobody knows
        ("2.8.0", "15.7.7", GUEST, PASSED),
        ("2.8.0", "27.0", GUEST, PASSED),
        ("2.7.1", "26.0", GUEST, PASSED),  # neither older nor newer ones were tried
        ("2.14.1", "26.0", GUEST, PASSED),
        ("2.8.0", "26.0", {"chip": "Intel Core i7", "virtual_machine": True}, PASSED),
    ],
)
def test_guests_of_macos_26(torch: str, macos: str, facts: dict[str, Any], expected: str) -> None:
    host = {"system": "Darwin", "macos_version": macos, **facts}
    outcome = outcome_of(known_defects, host=host, torch={"version": torch})
    assert said(outcome) == expected
    if isinstance(outcome, tuple):  # another torch would be as bad
        assert [fix.id for fix in outcome[0].fixes] == ["use-macos-15-guest"]


@pytest.mark.parametrize(
    ("reported", "expected"),
    [
        ((), "mps-wrong-results-os-version info"),
        (("memory-grows",), "mps-wrong-results-os-version info"),
        (("wrong-results",), "mps-wrong-results-os-version warning"),
        (("since-macos-update",), "mps-wrong-results-os-version warning"),
    ],
)
def test_known_defects_beside_a_text(reported: tuple[str, ...], expected: str) -> None:
    host = {"system": "Darwin", "macos_version": "14.4"}
    messages = {"reported": reported}
    outcome = judged(known_defects, host=host, torch={"version": "2.2.1"}, messages=messages)
    assert outcome == expected
