"""A time is what people write for one, and nothing else."""

import click
import pytest
from tables import cases, cases_and

from mps_doctor.cli.options import duration


@cases
def test_a_time(text: str, expected: float) -> None:
    assert duration(text) == expected


@cases_and({"text": "9" * 400})
def test_no_time(text: str) -> None:
    with pytest.raises(click.BadParameter, match="is not a time") as raised:
        duration(text)
    assert "2m" in raised.value.message
