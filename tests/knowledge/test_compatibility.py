"""What accelerate, transformers and Lightning do with mps, by their versions."""

import pytest

from mps_doctor.knowledge import compatibility
from mps_doctor.knowledge.rows.frameworks import FRAMEWORK_FEATURES

# (package, version, feature, torch, has it)
KNOWN = [
    ("accelerate", "0.19.0", "mps-automatic", "", False),
    ("accelerate", "0.20.0", "mps-automatic", "", True),
    ("accelerate", "1.10.1", "mps-fp16", "2.8.0", False),
    ("accelerate", "1.11.0", "mps-fp16", "2.8.0", True),
    ("accelerate", "1.11.0", "mps-fp16", "2.7.1", False),  # it asks for 2.5, then for 2.8
    ("accelerate", "1.11.0", "mps-fp16", "", None),
    ("accelerate", "1.11.0", "mps-bf16", "2.5.1", False),
    ("accelerate", "1.11.0", "mps-bf16", "2.6.0", True),
    ("accelerate", "1.10.1", "mps-bf16", "2.6.0", False),
    ("transformers", "4.30.2", "mps-automatic", "", False),
    ("transformers", "4.31.0", "mps-automatic", "", True),
    ("transformers", "5.0.0rc1", "no-use-mps-device", "", True),
    ("pytorch-lightning", "1.7.0", "processor-arm64", "", False),
    ("lightning", "2.6.6", "processor-arm64", "", True),
    ("lightning-fabric", "2.2.5", "disable-mps", "", False),
    ("accelerate", "?", "mps-automatic", "", None),
]


@pytest.mark.parametrize(("package", "version", "name", "torch", "has"), KNOWN)
def test_has_feature(package: str, version: str, name: str, torch: str, has: bool | None) -> None:
    row = compatibility.framework_feature(package, name)
    assert compatibility.framework_has(row, version, torch) is has


def test_every_row_has_its_source_and_what_is_without_it() -> None:
    rows = FRAMEWORK_FEATURES
    assert all(row.source and row.without for row in rows)
    assert len({(row.package, row.feature) for row in rows}) == len(rows)
