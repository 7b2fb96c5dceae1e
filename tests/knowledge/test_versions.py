"""Versions of packages and the demands on them."""

import pytest

from mps_doctor.knowledge.versions import meets, parse_version, release_of


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
