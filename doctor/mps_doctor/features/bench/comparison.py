"""Two runs of the bench side by side: what became faster or slower, beyond their own spread."""

import msgspec

from mps_doctor.features.bench.values import BenchReport, Change, Comparison, Row
from mps_doctor.features.compare.differences import find_differences

SMALLEST_CHANGE = 0.05
"""Two runs of the same program on a quiet machine have been seen to differ by a few per cent."""

MOST_SPREAD = 0.5
"""Of one slow run among thirty no more is believed than this."""


def compared(report: BenchReport, earlier: BenchReport, name: str) -> BenchReport:
    """Return the report with its comparison with an earlier one; other batches don't compare."""
    before = {row.key: row for row in earlier.bench.rows if row.measured}
    changes = tuple(
        _change(row, before[row.key])
        for row in report.bench.rows
        if row.measured and row.key in before and row.batch == before[row.key].batch
    )
    comparison = Comparison(
        name=name,
        started=earlier.started,
        differences=tuple(
            f"{each.what}: {each.a} before, {each.b} now"
            for each in find_differences(earlier.facts, report.facts).values()
        ),
        changes=changes,
    )
    bench = msgspec.structs.replace(report.bench, comparison=comparison)
    return msgspec.structs.replace(report, bench=bench)


def _change(row: Row, before: Row) -> Change:
    noise = max(SMALLEST_CHANGE, min(_spread(row) + _spread(before), MOST_SPREAD))
    ratio = row.rate / before.rate
    return Change(
        title=f"{row.title} on {row.device}",
        before=before.rate,
        after=row.rate,
        unit=row.unit,
        beyond_spread=max(ratio, 1 / ratio) > 1 + noise,
    )


def _spread(row: Row) -> float:
    """Return how far apart the fastest and the slowest run are, as a part of the median."""
    return (row.slowest_seconds - row.fastest_seconds) / row.median_seconds
