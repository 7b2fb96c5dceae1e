"""Are PyTorch's files complete and of one version?"""

from typing import Any

import pytest
from outcomes import PASSED, judged, outcome_of

from mps_doctor.facts import TorchCopy
from mps_doctor.judgement.checking import Failed
from mps_doctor_checks.torch.torch_install_intact import torch_install_intact

SITE = "/opt/v/lib/python3.12/site-packages"
HERE = TorchCopy(location=SITE, version="2.8.0", package=True, metadata=True)
THERE = TorchCopy(location="/opt/user", version="2.1.0", package=True, metadata=True)
LOST = ("torch/lib/libtorch_cpu.dylib: No such file or directory",)


@pytest.mark.parametrize(
    ("torch", "outcome_of_import", "expected"),
    [
        ({"missing_files": (), "copies": (HERE,)}, "imported", PASSED),
        ({"missing_files": LOST}, "raised", "torch-install-damaged error"),
        ({"missing_files": LOST}, "imported", "torch-install-damaged warning"),
        ({"missing_files": ("torch/include/ATen/ATen.h: missing",)}, "imported", PASSED),
        ({"missing_files": (), "copies": (HERE, THERE)}, "raised", "torch-install-damaged warning"),
        ({"leftovers": (f"{SITE}/~orch",)}, "imported", "torch-install-damaged info"),
        (
            {"leftovers": (f"{SITE}/torch-2.1.0.dist-info",)},
            "imported",
            "torch-install-damaged warning",
        ),
    ],
)
def test_torch_install_intact(torch: dict[str, Any], outcome_of_import: Any, expected: str) -> None:
    answers = {"outcome": outcome_of_import}
    assert judged(torch_install_intact, torch=torch, torch_import=answers) == expected


def test_a_torch_of_metadata_alone_is_an_error() -> None:
    copy = TorchCopy(location="/opt/v", version="2.9.1", package=False, metadata=True)
    torch = {"installed": False, "leftovers": (), "copies": (copy,)}
    found = outcome_of(torch_install_intact, torch=torch, torch_import={"outcome": "not-installed"})
    assert isinstance(found, Failed)
    assert found.severity == "error"
    assert found.evidence == ("/opt/v has its metadata 2.9.1, but no package",)
