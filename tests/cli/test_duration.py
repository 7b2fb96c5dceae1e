"""A time is what people write for one, and nothing else."""

import click
import pytest

from mps_doctor.cli.options import duration


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *(("60", 60), ("60s", 60), ("2m", 120), ("1.5m", 90), ("1m30s", 90), ("24h", 86_400)),
        *((" 90 ", 90), ("1.5", 1.5), ("1H", 3600), ("1", 1), ("0.5m", 30), ("007", 7)),
    ],
)
def test_a_time(text: str, expected: float) -> None:
    assert duration(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("nan", "inf", "-inf", "0", "-1", "0s", "0.5", "1e3", "25h", "86401", "", " ", "s", "m2"),
        *("2 minutes", "1:30", "1m 30s", "٣", "9" * 400, "1..5", "0x10", "1_000", "NaNs", "5d"),
    ],
)
def test_no_time(text: str) -> None:
    with pytest.raises(click.BadParameter, match="is not a time") as raised:
        duration(text)
    assert "2m" in raised.value.message
