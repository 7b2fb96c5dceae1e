"""Real reports with a known cause: the shares that must be right, and no false alarm."""

from pathlib import Path

import pytest
from diagnose_cases import judge_all, share

CASES = Path(__file__).parents[2] / ".." / "shared" / "cases"


@pytest.mark.skipif(not CASES.is_dir(), reason="the folder of cases is not beside this checkout")
def test_the_targets_are_met() -> None:
    judged = judge_all(CASES)
    strong = [item for item in judged if not item.weak]
    assert len(judged) >= 100
    assert share(strong, "right") >= 0.95
    assert share(strong, "among_three") >= 0.98
    assert [item.name for item in judged if item.false_alarm] == []
