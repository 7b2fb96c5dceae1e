"""Published limits of Apple's chips: never guessed, each with its source."""

import pytest

from mps_doctor.knowledge.chips import CHIPS, is_same_chip, limits_of


def test_limits_that_depend_on_unknown_cores_are_not_guessed() -> None:
    assert limits_of("Apple M4 Max") is None
    forty = limits_of("Apple M4 Max", 40)
    assert forty is not None
    assert forty.bandwidth_gb_s == 546
    plain = limits_of("Apple M1", 7)
    assert plain is not None
    assert plain.fp32_tflop_s == 0
    assert limits_of("Intel(R) Core(TM) i9") is None


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Apple M1", "Apple M1", True),
        ("Apple processor", "Apple M1", True),  # macOS 11 or 12, and a newer one
        ("Apple M1", "Apple M2", False),
        ("Apple processor", "Intel(R) Core(TM) i7", False),
    ],
)
def test_a_brand_string_that_names_no_chip_is_no_other_chip(
    one: str, other: str, expected: bool
) -> None:
    assert is_same_chip(one, other) is expected
    assert limits_of("Apple processor") is None


@pytest.mark.parametrize(
    ("chip", "cores", "bandwidth"),
    [
        ("Apple M3", 10, 100),
        ("Apple M3 Max", 30, 300),
        ("Apple M3 Max", 40, 400),
        ("Apple M5 Max", 32, 460),
        ("Apple M5 Ultra", 80, 1200),
        ("Apple M6", 12, 170),
        ("Apple A18 Pro", 5, 60),
    ],
)
def test_published_bandwidths(chip: str, cores: int, bandwidth: float) -> None:
    found = limits_of(chip, cores)
    assert found is not None
    assert found.bandwidth_gb_s == bandwidth


def test_every_limit_has_its_source() -> None:
    for chip in CHIPS:
        assert chip.bandwidth_source.startswith("https://")
        assert bool(chip.fp32_tflop_s) == bool(chip.peak_source)
    assert len({(chip.chip, chip.gpu_cores) for chip in CHIPS}) == len(CHIPS)
