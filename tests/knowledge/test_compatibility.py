"""Versions of packages, and what is known of frameworks and of deep probes by them."""

import pytest

from mps_doctor.knowledge import compatibility
from mps_doctor.knowledge.rows.frameworks import FRAMEWORK_FEATURES
from mps_doctor.knowledge.rows.probe_bugs import BUGS
from mps_doctor.knowledge.versions import meets, parse_version, release_of

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


def test_every_known_bug_belongs_to_a_probe() -> None:
    operations = {probe.operation for probe in compatibility.all_probes().values()}
    for bug in BUGS:
        assert bug.operation in operations
        compatibility.bugs_of(bug.operation, "2.13.0", "26.1")  # its versions parse


@pytest.mark.parametrize(
    ("operation", "torch", "macos", "issues"),
    [
        ("linear-transposed-weight", "2.8.0", "15.5", [162779]),
        ("linear-transposed-weight", "2.14.1", "15.5", []),
        ("index-scalar-assignment", "2.2.1", "14.4", [122016]),
        ("index-scalar-assignment", "2.2.1", "13.6", []),
        ("addcmul-transposed", "2.2.2", "", [118115, 189420]),
        ("addcmul-transposed", "2.12.0+cpu", "", [189420]),
        ("matmul", "2.8.0", "15.5", []),
        ("linear-bias-single-rows", "a build of one's own", "26.0", [188438]),
    ],
)
def test_known_bugs_of_a_version(operation: str, torch: str, macos: str, issues: list[int]) -> None:
    assert [bug.number for bug in compatibility.bugs_of(operation, torch, macos)] == issues


def test_names_of_probes() -> None:
    assert compatibility.find_probes("conv3d-fp32") == ("conv3d-fp32",)
    assert compatibility.find_probes("bmm") == ("bmm-fp32", "bmm-fp16", "bmm-bf16")
    assert compatibility.find_probes("nonsense") == ()


@pytest.mark.parametrize(
    ("version", "demand", "expected"),
    [
        ("2.8.0+cpu", ">=2.6,<2.9", True),
        ("2.8.1", "==2.8.*", True),
        ("2.9.0rc1", ">=2.8", True),  # pre-releases count
        ("2.8.0+cpu", "==2.8.0", True),
        ("1.0", "", True),
        ("3.14.1", ">=3.10,!=3.14.1", False),
        ("2.5.1", ">=2.6", False),
    ],
)
def test_meets(version: str, demand: str, expected: bool) -> None:
    assert meets(version, demand) is expected


@pytest.mark.parametrize(("version", "demand"), [("2.8", "torch"), ("2.8", ">=2..x")])
def test_what_is_no_demand_is_refused(version: str, demand: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        meets(version, demand)


def test_a_development_build_belongs_to_its_release() -> None:
    assert str(release_of("2.6.0a0+git1eba9b3")) == "2.6.0"
    assert release_of("weird") is parse_version("weird") is None
    assert parse_version(f"2.{'1' * 5000}") is not None  # Python refuses longer numbers
