"""Do torchvision, torchaudio and others fit PyTorch?"""

import pytest
from outcomes import PASSED, judged

from mps_doctor.facts import Package
from mps_doctor_checks.companions.torch_companions import torch_companions

MISMATCH = "torch-companion-version-mismatch"


@pytest.mark.parametrize(
    ("torch", "packages", "expected"),
    [
        ("2.8.0", (("torchvision", "0.23.0", ""),), PASSED),
        ("2.8.0", (("torchvision", "0.20.1", ""),), MISMATCH),
        ("2.8.0", (("torchvision", "0.20.1", "==2.5.1"),), MISMATCH),
        ("2.15.0", (("torchvision", "0.29.2", ">=2.14.0"), ("torchaudio", "2.11.0", "")), PASSED),
        ("2.8.0", (("torchvision", "0.99.0", ""),), PASSED),  # newer than the data
        ("2.8.0", (("torchvision", "0.24.0.dev20250801", "==2.9.0.dev20250801"),), PASSED),
        ("1.13.0.dev20220522", (("torchvision", "0.12.0", ""),), MISMATCH),
        ("2.8.0", (("numpy", "2.1.0", ""),), PASSED),
        (
            "2.8.0",
            (("torchaudio", "2.5.1", "==2.5.1"), ("torchvision", "0.20.1", "==2.5.1")),
            f"{MISMATCH}, {MISMATCH}",
        ),
    ],
)
def test_torch_companions(
    torch: str, packages: tuple[tuple[str, str, str], ...], expected: str
) -> None:
    installed = tuple(
        Package(name=name, version=version, requires_torch=need) for name, version, need in packages
    )
    facts = {"installed": installed}
    assert judged(torch_companions, packages=facts, torch={"version": torch}) == expected
