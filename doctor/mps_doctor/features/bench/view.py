"""The view of a bench: networks, matrix products and copies as bars, and the notes."""

from __future__ import annotations

from collections.abc import Iterator

from mps_doctor.facts import known_or
from mps_doctor.features.bench.values import Bench, BenchReport, Comparison, Row
from mps_doctor.knowledge.chips import ChipLimits
from mps_doctor.views.document import (
    Bar,
    Bars,
    Block,
    Case,
    Commands,
    Document,
    Heading,
    Items,
    Paragraph,
    Sign,
    Table,
)

IN_MEMORY = 1 << 28
"""Bytes of a copy that no chip's cache holds."""

MEASURED = Sign("✓", "[ok]", "MEASURED", "fine")
SLOWER = Sign("!", "[!]", "SLOWER", "warning")
FAILED = Sign("✗", "[x]", "FAILED", "error")
NOT_MEASURED = Sign("✗", "[x]", "NOT MEASURED", "error")

PLACES = {"on-device": "on {}", "to-device": "to {}", "from-device": "from {}"}


def view_bench(report: BenchReport, *, every: bool = False) -> Document:
    """Return the document of a bench; `every` adds the times of each piece of work."""
    bench = report.bench
    sign, headline = _verdict(bench)
    blocks: tuple[Block, ...] = (Paragraph(_about(report)),)
    if not bench.problem:
        blocks += tuple(_blocks(bench, every=every))
    return Document(
        kind="bench",
        name=report.target.name or report.target.python,
        sign=sign,
        headline=headline,
        blocks=blocks,
        cases=tuple(_case(row, bench) for row in bench.rows if row.kind != "control"),
        exit_code=bench.exit_code,
        started=report.started,
        seconds=report.seconds,
    )


def _about(report: BenchReport) -> str:
    bench, facts = report.bench, report.facts
    name = known_or(bench.device_name, "") or (
        known_or(facts.host.chip, "") if bench.device != "cuda" else ""
    )
    parts = (
        f"Bench of {report.target.name or report.target.python}",
        f"torch {bench.torch}" if bench.torch else "",
        f"{bench.device} ({name})" if name else bench.device,
        f"CPU with {bench.threads} threads" if isinstance(bench.threads, int) else "",
        f"{report.seconds:.0f} s",
    )
    return ", ".join(filter(None, parts))


def _blocks(bench: Bench, *, every: bool) -> Iterator[Block]:
    measured = [row for row in bench.rows if row.outcome == "measured"]
    yield from _models(bench, [row for row in measured if row.kind == "model"])
    yield from _products(
        bench, [row for row in measured if row.kind == "matmul" and row.device == bench.device]
    )
    yield from _copies(bench, [row for row in measured if row.kind == "copy"])
    if every:
        yield from _times_of(measured)
    said = (*_skipped(bench), *bench.notes)
    if said:
        yield Heading("Notes")
        yield Items(tuple((text, "") for text in said))
    for install in bench.installs:
        yield Commands(f"To measure what needs {install.package}", install.commands)
    if bench.comparison is not None:
        yield from _comparison(bench.comparison)


def _models(bench: Bench, rows: list[Row]) -> Iterator[Block]:
    if rows:
        yield Heading("Networks, samples a second")
    for title in dict.fromkeys(row.title for row in rows):
        pair = [row for row in rows if row.title == title]
        gains = [gain for gain in map(bench.gain, pair) if gain is not None]
        gain = f": {bench.device} is {_times(gains[0])} the CPU" if gains else ""
        yield Bars(
            f"{title}{gain}",
            ("samples/s", "batch"),
            tuple(
                Bar(
                    row.device,
                    row.rate,
                    (f"{_number(row.rate)} /s", f"batch {row.batch}"),
                    reference=row.device != bench.device,
                )
                for row in pair
            ),
        )


def _products(bench: Bench, rows: list[Row]) -> Iterator[Block]:
    if rows:
        beside = "" if bench.device == "cpu" else ", and times the CPU"
        yield Heading(f"Products of n × n matrices on {bench.device} in TFLOP/s{beside}")
    for name in dict.fromkeys(row.name for row in rows):
        peak = _peak(bench.limits, name)
        yield Bars(
            f"{name}, limit {_number(peak)}" if peak else name,
            ("TFLOP/s", "times the CPU", "of limit"),
            tuple(_product(bench, row, peak) for row in rows if row.name == name),
        )


def _product(bench: Bench, row: Row, peak: float) -> Bar:
    gain = bench.gain(row)
    words = (
        f"{row.rate / 1e3:.2f}" if row.rate >= 1e3 else _number(row.rate / 1e3),
        "" if gain is None else _times(gain),
        f"{row.rate / 1e3 / peak:.0%} of limit" if peak else "",
    )
    return Bar(row.detail, row.rate, words)


def _copies(bench: Bench, rows: list[Row]) -> Iterator[Block]:
    limit = bench.limits.bandwidth_gb_s if bench.limits else 0.0
    if not rows:
        return
    told = f", limit of the memory {_number(limit)}" if limit else ""
    yield Heading(f"Copies in GB/s{told}")
    yield Bars(
        "",
        ("GB/s", "of limit"),
        tuple(
            Bar(
                f"{PLACES.get(row.name, row.name).format(row.device)} {_mebibytes(row)}",
                row.rate,
                (_number(row.rate), _part(row, limit)),
                reference=row.device != bench.device,
            )
            for row in rows
        ),
    )


def _part(row: Row, limit: float) -> str:
    """Return the part of the memory's speed that is used: smaller copies stay in a cache."""
    if not limit or row.name != "on-device" or int(row.detail) < IN_MEMORY:
        return ""
    return f"{row.rate / limit:.0%} of limit"


def _mebibytes(row: Row) -> str:
    return f"{int(row.detail) >> 20} MiB" if row.detail.isdigit() else row.detail


def _times_of(rows: list[Row]) -> Iterator[Block]:
    yield Heading("Times of one run, in ms")
    yield Table(
        ("", "device", "median", "fastest", "slowest", "samples"),
        tuple(
            (
                row.title,
                row.device,
                *(
                    f"{seconds * 1e3:.4g}"
                    for seconds in (row.median_seconds, row.fastest_seconds, row.slowest_seconds)
                ),
                str(row.samples),
            )
            for row in rows
        ),
    )


def _skipped(bench: Bench) -> Iterator[str]:
    """Name what was not measured: each network; sizes only as a number."""
    skipped = [row for row in bench.rows if row.outcome == "skipped"]
    networks: dict[str, list[str]] = {}
    for row in skipped:
        if row.kind == "model":
            where = row.title.partition(",")[0]
            if not row.package:
                where = f"{row.title} on {row.device}"
            names = networks.setdefault(row.reason, [])
            if where not in names:
                names.append(where)
    for reason, names in networks.items():
        yield f"Not measured: {', '.join(names)}: {reason}."
    sizes = sum(row.kind != "model" for row in skipped)
    if sizes:
        what = "1 product or copy" if sizes == 1 else f"{sizes} products or copies"
        yield f"Not measured: {what} for want of time or memory (a longer --budget allows more)."


def _comparison(comparison: Comparison) -> Iterator[Block]:
    told = [change for change in comparison.changes if change.beyond_spread]
    said = list(comparison.differences)
    said += [
        f"{change.title} on {change.device}: {_number(change.before)} before,"
        f" {_number(change.after)} now ({_change(change.ratio)})"
        for change in told
    ]
    same = len(comparison.changes) - len(told)
    if same:
        said.append(f"{same} other measurements: no change beyond their spread")
    if not comparison.changes:
        said.append("nothing was measured in both runs")
    yield Heading(f"Compared with {comparison.name} of {comparison.started}")
    yield Items(tuple((text, "") for text in said))


def _verdict(bench: Bench) -> tuple[Sign, str]:
    if bench.problem:
        advice = "`mps-doctor check` says why, and what to do."
        return NOT_MEASURED, f"Nothing was measured: {bench.problem}. {advice}"
    if bench.failed:
        titles = ", ".join(row.title for row in bench.failed)
        return FAILED, f"On {bench.device} this failed: {titles}."
    if bench.exit_code:
        return NOT_MEASURED, f"Nothing was measured on {bench.device}."
    gains, what = _gains(bench, "model"), "networks"
    if not gains:
        gains, what = _gains(bench, "matmul"), "matrix products"
    if not gains:
        return MEASURED, f"{bench.device} was measured; there is no GPU beside it to compare."
    low, high = min(gains), max(gains)
    if high < 1:
        return SLOWER, f"{bench.device} was slower than the CPU in all {what} that were measured."
    if low == high:
        return MEASURED, f"In {what}, {bench.device} is {_times(low)} the CPU."
    return MEASURED, f"In {what}, {bench.device} is {_times(low)} to {_times(high)} the CPU."


def _gains(bench: Bench, kind: str) -> list[float]:
    rows = (row for row in bench.rows if row.kind == kind and row.outcome == "measured")
    return [gain for gain in map(bench.gain, rows) if gain is not None]


def _case(row: Row, bench: Bench) -> Case:
    message = row.reason or f"{_number(row.rate)} {row.unit}"
    if row.outcome == "measured" and not row.finite:
        message = "its result is not right"
    failed = row in bench.failed
    return Case(
        name=f"{row.title} on {row.device}",
        group="bench",
        outcome="skipped" if row.outcome == "skipped" else "failed" if failed else "passed",
        level="error" if failed else "notice",
        word="failed" if failed else row.outcome,
        message=message,
    )


def _peak(limits: ChipLimits | None, name: str) -> float:
    if limits is None:
        return 0.0
    return {"float32": limits.fp32_tflop_s, "float16": limits.fp16_tflop_s}.get(name, 0.0)


def _times(gain: float) -> str:
    return f"{gain:.1f}×" if gain < 10 else f"{gain:.0f}×"


def _change(ratio: float) -> str:
    """Return a change in words that fit its size."""
    if ratio >= 2:
        return f"{_times(ratio)} as fast"
    return f"{ratio - 1:+.0%}"


def _number(value: float) -> str:
    if value >= 100:
        return f"{value:.0f}"
    if value >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}" if value >= 1 else f"{value:#.2g}"
