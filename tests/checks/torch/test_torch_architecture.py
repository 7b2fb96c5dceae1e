"""Is PyTorch built for the architecture of its Python?"""

import pytest
from outcomes import NOT_APPLICABLE, PASSED, judged

from mps_doctor_checks.torch.torch_architecture import torch_architecture


@pytest.mark.parametrize(
    ("system", "process", "libraries", "expected"),
    [
        ("Darwin", "arm64", ("arm64",), PASSED),
        ("Darwin", "arm64", ("x86_64", "arm64"), PASSED),
        ("Darwin", "arm64", ("x86_64",), "native-arch-mismatch"),
        ("Darwin", "x86_64", ("arm64",), "native-arch-mismatch"),
        ("Darwin", "arm64", ("elf-aarch64",), "native-arch-mismatch"),
        ("Linux", "x86_64", ("elf-x86_64",), PASSED),
        ("Linux", "aarch64", ("elf-aarch64",), PASSED),
        ("Darwin", "arm64", (), NOT_APPLICABLE),
    ],
)
def test_torch_architecture(
    system: str, process: str, libraries: tuple[str, ...], expected: str
) -> None:
    outcome = judged(
        torch_architecture,
        host={"system": system},
        python={"architecture": process},
        torch={"architectures": libraries},
    )
    assert outcome == expected
