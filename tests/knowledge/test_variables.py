"""Environment variables: what is known of them, and how C and C++ read their values."""

import json
import math
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

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


@pytest.mark.parametrize(
    ("given_name", "meant"),
    [
        ("PYTORCH_MPS_HIGH_WATERMARK", "PYTORCH_MPS_HIGH_WATERMARK_RATIO"),
        ("PYTORCH_ENABLE_MPS_FALLBAK", "PYTORCH_ENABLE_MPS_FALLBACK"),
        ("pytorch_enable_mps_fallback", "PYTORCH_ENABLE_MPS_FALLBACK"),
        ("PYTORCH_MPS_ALLOCATOR_POLICY", None),
        ("HOME", None),
    ],
)
def test_the_name_that_was_meant(given_name: str, meant: str | None) -> None:
    assert variables.closest(given_name) == meant


# (value, on with torch 2.7.1, on with torch 2.8.0); None: 2.7.1 cannot read it and aborts
FALLBACK = [
    ("1", True, True),
    ("0", False, False),
    ("00", False, True),
    ("2", True, True),
    (" 1", True, True),
    ("1abc", True, True),
    ("true", None, True),
    ("", None, True),
    ("off", None, True),
    ("99999999999999999999", None, True),
    ("-1", True, True),
]


@pytest.mark.parametrize(("value", "old", "new"), FALLBACK)
def test_the_fallback_is_read_in_two_ways(value: str, old: bool | None, new: bool) -> None:
    assert variables.fallback_is_on(value, "2.7.1") is old
    assert variables.fallback_is_on(value, "2.8.0+cpu") is new
    assert variables.parses_as_integer(value) is (old is not None)
    assert variables.fallback_is_on(value, "?") is None


RATIOS = [
    ("0.7", 0.7),
    ("1", 1.0),
    (" 1.5", 1.5),
    ("0.7abc", 0.7),
    ("0,7", 0.0),
    ("abc", 0.0),
    ("", 0.0),
    ("-1", -1.0),
    ("1e1", 10.0),
    (".5", 0.5),
    ("0x1p-1", 0.5),
    ("inf", math.inf),
    ("0x1p99999", math.inf),
    ("0x1p\u0661", 1.0),  # a digit, but none of C's
]


@pytest.mark.parametrize(("value", "number"), RATIOS)
def test_a_ratio_is_read_as_strtod_reads_it(value: str, number: float) -> None:
    assert variables.parse_ratio(value) == number


@given(st.text(max_size=30))
def test_no_value_breaks_the_parsers(value: str) -> None:
    assert isinstance(variables.parse_ratio(value), float)
    assert isinstance(variables.parses_as_integer(value), bool)
    assert isinstance(variables.misread_watermarks(value, value), tuple)
    assert isinstance(variables.refused_watermark(value, value), str)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_is_read_as_itself(number: float) -> None:
    assert variables.parse_ratio(repr(number)) == number


WATERMARKS = [
    (None, None, ""),
    ("1.0", "0.8", ""),
    ("0.0", None, ""),
    ("0.0", "2.0", ""),
    ("2.0", "2.0", ""),
    ("0.7", None, "invalid low watermark ratio 1.4"),
    ("80", None, "invalid high watermark ratio 80"),
    ("-1", None, "invalid high watermark ratio -1"),
    (None, "1.8", "invalid low watermark ratio 1.8"),
    (None, "1.7", ""),
    ("1.0", "-0.1", "invalid low watermark ratio -0.1"),
]


@pytest.mark.parametrize(("high", "low", "said"), WATERMARKS)
def test_watermarks_are_refused_in_torch_s_words(
    high: str | None, low: str | None, said: str
) -> None:
    assert variables.refused_watermark(high, low) == said


@pytest.mark.parametrize(
    ("high", "low", "said"),
    [
        ("1.0", None, ()),
        ("0,7", None, (f"{HIGH}=0,7 isn't a number (use 0.7); PyTorch reads 0",)),
        ("80%", None, (f"{HIGH}=80% isn't a number; PyTorch reads 80",)),
        (None, "low", (f"{LOW}=low isn't a number; PyTorch reads 0",)),
    ],
)
def test_a_value_that_torch_misreads_is_named(
    high: str | None, low: str | None, said: tuple[str, ...]
) -> None:
    assert variables.misread_watermarks(high, low) == said
