"""Is PyTorch new enough for MPS?"""

import pytest
from outcomes import PASSED, judged

from mps_doctor_checks.torch.torch_version import torch_version


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("1.10.2", "torch-too-old-no-mps"),
        ("1.11.0", "torch-too-old-no-mps"),
        ("1.12.0", "torch-below-recommended"),
        ("1.12.1", "torch-below-recommended"),
        ("1.13.0.dev20220522", PASSED),
        ("1.13.1", PASSED),
        ("2.15.0", PASSED),
        ("3.0.0", PASSED),
        ("a build of my own", PASSED),
    ],
)
def test_torch_version(version: str, expected: str) -> None:
    assert judged(torch_version, torch={"version": version}) == expected
