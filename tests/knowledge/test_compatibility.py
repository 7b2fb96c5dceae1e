"""Versions of packages, and what is known of frameworks and of deep probes by them."""

import pytest
from tables import cases

from mps_doctor.knowledge import compatibility
from mps_doctor.knowledge.rows.frameworks import FRAMEWORK_FEATURES
from mps_doctor.knowledge.rows.probe_bugs import BUGS
from mps_doctor.knowledge.versions import meets, parse_version, release_of

# (package, version, feature, torch, has it)


@cases
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


@cases
def test_known_bugs_of_a_version(operation: str, torch: str, macos: str, issues: list[int]) -> None:
    assert [bug.number for bug in compatibility.bugs_of(operation, torch, macos)] == issues


def test_names_of_probes() -> None:
    assert compatibility.find_probes("conv3d-fp32") == ("conv3d-fp32",)
    assert compatibility.find_probes("bmm") == ("bmm-fp32", "bmm-fp16", "bmm-bf16")
    assert compatibility.find_probes("nonsense") == ()


@cases
def test_meets(version: str, demand: str, expected: bool) -> None:
    assert meets(version, demand) is expected


@pytest.mark.parametrize(
    ("version", "demand"), [("2.8", "torch"), ("2.8", ">=2..x"), ("mine", ">=2")]
)
def test_what_is_no_demand_is_refused(version: str, demand: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        meets(version, demand)


def test_a_development_build_belongs_to_its_release() -> None:
    assert str(release_of("2.6.0a0+git1eba9b3")) == "2.6.0"
    assert release_of("weird") is parse_version("weird") is None
    assert parse_version(f"2.{'1' * 5000}") is not None  # Python refuses longer numbers
