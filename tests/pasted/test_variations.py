"""Texts of our own in the shapes that people paste, with the cause that each one means."""

import json
from pathlib import Path

import pytest

from mps_doctor import diagnose

ROWS = json.loads(Path(__file__).with_name("variations.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['cause']}: {row['text'][:40]}")
def test_cause(row: dict[str, str | None]) -> None:
    assert diagnose(str(row["text"])).verdict.cause == row["cause"]
