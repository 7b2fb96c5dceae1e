"""The short way to compare one clause says what packaging says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.specifiers import SpecifierSet

from mps_doctor.knowledge.demands import meets

NUMBERS = st.lists(st.integers(0, 12), min_size=1, max_size=3).map(lambda n: ".".join(map(str, n)))
SUFFIXES = st.sampled_from(["", "a1", "rc2", ".post1", ".dev20240101"])
VERSIONS = st.builds("{}{}{}".format, NUMBERS, SUFFIXES, st.sampled_from(["", "+cpu", "+git12"]))


@given(VERSIONS, st.sampled_from(["==", ">=", "<", "!=", "~="]), NUMBERS, SUFFIXES)
def test_it_agrees_with_packaging(version: str, sign: str, number: str, suffix: str) -> None:
    demand = f"{sign}{number}{suffix}"
    if sign == "~=" and "." not in number:
        return
    assert meets(version, demand) == SpecifierSet(demand).contains(version, prereleases=True)


def test_several_clauses_wildcards_and_nothing() -> None:
    assert meets("2.8.0+cpu", ">=2.6,<2.9")
    assert meets("2.8.1", "==2.8.*")
    assert meets("1.0", "")
    assert not meets("3.14.1", ">=3.10,!=3.14.1")


@pytest.mark.parametrize("demand", ["torch", "==", ">=2..x"])
def test_what_is_no_demand_is_refused(demand: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        meets("2.8.0", demand)
