"""Real reports with a known cause: the shares that must be right, and no false alarm."""

from pathlib import Path

import pytest
from diagnose_cases import measure

CASES = Path(__file__).parents[2] / ".." / "shared" / "cases"


@pytest.mark.skipif(not CASES.is_dir(), reason="the folder of cases is not beside this checkout")
def test_the_targets_are_met() -> None:
    assert len(list(CASES.glob("*/case.json"))) >= 100
    assert measure(CASES)
