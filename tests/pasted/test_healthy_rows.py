"""Rows that collectors print of a healthy Mac name no cause, whichever of them are pasted."""

from pathlib import Path

from hypothesis import given, settings, strategies as st

from mps_doctor import diagnose

ROWS = (Path(__file__).parent / "healthy_rows.txt").read_text("utf-8").splitlines()


@settings(deadline=None)
@given(st.sets(st.sampled_from(range(len(ROWS))), min_size=1))
def test_no_rows_of_a_healthy_mac_name_a_cause(chosen: set[int]) -> None:
    text = "\n".join(ROWS[number] for number in sorted(chosen | {ROWS.index("### Checklist") + 1}))
    report = diagnose(text)
    assert [result.cause for result in report.results if result.is_finding] == []
    assert report.verdict.cause is None, text
