"""Two runs of the bench side by side: what became faster or slower, beyond their own spread."""

import msgspec

from mps_doctor.facts import known_or
from mps_doctor.facts.mac import real_macos
from mps_doctor.features.bench.values import BenchReport, Change, Comparison, Row

SMALLEST_CHANGE = 0.05
"""Two runs of the same program on a quiet machine have been seen to differ by a few per cent."""

MOST_SPREAD = 0.5
"""Of one slow run among thirty no more is believed than this."""


def compared(report: BenchReport, earlier: BenchReport, name: str) -> BenchReport:
    """Return the report with its comparison with an earlier one."""
    before = {row.key: row for row in earlier.bench.rows if row.measured}
    changes = tuple(
        _change(row, before[row.key])
        for row in report.bench.rows
        if row.measured and row.key in before
    )
    comparison = Comparison(
        name=name,
        started=earlier.started,
        differences=_differences(_surroundings(earlier), _surroundings(report)),
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
        beyond_spread=row.batch == before.batch and max(ratio, 1 / ratio) > 1 + noise,
    )


def _spread(row: Row) -> float:
    """Return how far apart the fastest and the slowest run are, as a part of the median."""
    return (row.slowest_seconds - row.fastest_seconds) / row.median_seconds


def _differences(before: dict[str, str], now: dict[str, str]) -> tuple[str, ...]:
    return tuple(
        f"{what}: {before[what]} before, {now[what]} now"
        for what in now
        if before.get(what, now[what]) != now[what]
    )


def _surroundings(report: BenchReport) -> dict[str, str]:
    """Return what a speed depends on beside the work itself."""
    bench, host = report.bench, report.facts.host
    batches = {
        f"{row.title} on {row.device}": f"batch {row.batch}" for row in bench.rows if row.batch
    }
    return {
        "torch": bench.torch,
        "device name": known_or(bench.device_name, ""),
        "chip": known_or(host.chip, ""),
        "macOS": known_or(real_macos(host), ""),
        "Python": known_or(report.facts.python.version, ""),
        **batches,
    }
