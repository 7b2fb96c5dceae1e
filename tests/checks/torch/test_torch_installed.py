"""Is PyTorch installed?"""

from typing import Any

import pytest
from outcomes import PASSED, judged

from mps_doctor_checks.torch.torch_installed import torch_installed


@pytest.mark.parametrize(
    ("torch", "answers", "expected"),
    [
        ({"installed": True}, {}, PASSED),
        ({"version": "2.8.0"}, {}, PASSED),
        ({}, {"outcome": "imported"}, PASSED),
        ({"installed": False}, {}, "torch-not-installed"),
        ({}, {"outcome": "not-installed"}, "torch-not-installed"),
    ],
)
def test_torch_installed(torch: dict[str, Any], answers: dict[str, Any], expected: str) -> None:
    assert judged(torch_installed, torch=torch, torch_import=answers) == expected


def test_torch_installed_is_not_guessed() -> None:
    assert judged(torch_installed) == "unknown torch.installed"
