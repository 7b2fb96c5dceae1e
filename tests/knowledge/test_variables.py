"""Environment variables: what is known of them, and how C and C++ read their values."""

import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from tables import cases

from mps_doctor.knowledge import variables

HIGH, LOW = variables.HIGH_WATERMARK, variables.LOW_WATERMARK
MACHO = Path(__file__).resolve().parents[2] / ".." / "shared" / "knowledge" / "torch_macho.json"


def test_torch_s_own_variables_and_their_first_release() -> None:
    if not MACHO.exists():
        pytest.skip("the material of the data is not beside this checkout")
    source = json.loads(MACHO.read_text())["env"]
    for name, entry in source.items():
        document = variables.variable(name)
        assert document is not None, name
        assert document.since == entry["arm64"][0]
    known = {name for name in variables.names() if variables.variable(name).since}  # type: ignore[union-attr]
    assert known == set(source)


def test_every_variable_has_an_effect_and_a_source() -> None:
    for name in variables.names():
        document = variables.variable(name)
        assert document is not None
        assert document.effect
        assert document.source
        assert dict(document.rows())["values"]


# (value, on with torch 2.7.1, on with torch 2.8.0); None: 2.7.1 cannot read it and aborts


@cases
def test_the_fallback_is_read_in_two_ways(value: str, old: bool | None, new: bool) -> None:
    assert variables.fallback_is_on(value, "2.7.1") is old
    assert variables.fallback_is_on(value, "2.8.0+cpu") is new
    assert (variables.parse_integer(value) is None) is (old is None)
    assert variables.fallback_is_on(value, "?") is None


@cases
def test_a_ratio_is_read_as_strtod_reads_it(value: str, number: float) -> None:
    assert variables.parse_ratio(value) == number


@given(st.text(max_size=30))
def test_no_value_breaks_the_parsers(value: str) -> None:
    assert isinstance(variables.parse_ratio(value), float)
    assert isinstance(variables.parse_integer(value), int | None)
    assert isinstance(variables.misread_watermarks(value, value), tuple)
    assert isinstance(variables.refused_watermark(value, value), str)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_is_read_as_itself(number: float) -> None:
    assert variables.parse_ratio(repr(number)) == number
