"""Is PyTorch built with MPS?"""

from typing import Any

import pytest
from outcomes import PASSED, judged

from mps_doctor_checks.torch.torch_built_with_mps import torch_built_with_mps


@pytest.mark.parametrize(
    ("torch", "answers", "expected"),
    [
        ({"mps_linked": True}, {}, PASSED),
        ({"mps_linked": False}, {}, "torch-not-built-with-mps"),
        ({"mps_linked": True}, {"mps_built": False}, "torch-not-built-with-mps"),
        ({"mps_linked": False}, {"mps_built": True}, PASSED),
        ({"mps_linked": False}, {"mps_available": True}, PASSED),
    ],
)
def test_torch_built_with_mps(
    torch: dict[str, Any], answers: dict[str, Any], expected: str
) -> None:
    assert judged(torch_built_with_mps, torch=torch, torch_import=answers) == expected
