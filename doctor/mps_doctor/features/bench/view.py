"""The view of a bench: networks, matrix products and copies as bars, and the notes."""

from collections.abc import Iterator

from mps_doctor.facts import known_or
from mps_doctor.features.bench.values import Bench, BenchReport, Comparison, Row
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
    Section,
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


def view_bench(report: BenchReport) -> Document:
    """Return the document of a bench; the time of each piece of work is folded."""
    bench = report.bench
    sign, headline = _verdict(bench)
    measured = [row for row in bench.rows if row.measured]
    return Document(
        kind="bench",
        name=report.target.name or report.target.python,
        sign=sign,
        headline=headline,
        blocks=(Paragraph(_about(report), role="dim"), *_blocks(bench, measured)),
        sections=(Section("Times of one run, in ms", (_times_of(measured),)),) if measured else (),
        cases=tuple(_case(row, bench) for row in bench.rows if row.kind != "control"),
        exit_code=bench.exit_code,
        started=report.started,
        seconds=report.seconds,
    )


def _verdict(bench: Bench) -> tuple[Sign, str]:
    if bench.problem:
        return NOT_MEASURED, f"Nothing was measured: {bench.problem}"
    if bench.failed:
        others = f" and {len(bench.failed) - 1} more" if len(bench.failed) > 1 else ""
        return FAILED, f"Failed on {bench.device}: {bench.failed[0].title}{others}"
    if bench.exit_code:
        return NOT_MEASURED, f"Nothing was measured on {bench.device}"
    gains, what = _gains(bench, "model"), "networks"
    if not gains:
        gains, what = _gains(bench, "matmul"), "matrix products"
    if not gains:
        return MEASURED, "The CPU was measured, and no GPU to compare it with"
    low, high = _times(min(gains)), _times(max(gains))
    if max(gains) < 1:
        return SLOWER, f"The GPU is slower than the CPU: {high} in {what}"
    return MEASURED, f"The GPU is {low if low == high else f'{low} to {high}'} the CPU in {what}"


def _gains(bench: Bench, kind: str) -> list[float]:
    gains = (bench.gain(row) for row in bench.rows if row.kind == kind)
    return [gain for gain in gains if gain is not None]


def _about(report: BenchReport) -> str:
    bench = report.bench
    chip = known_or(report.facts.host.chip, "") if bench.device != "cuda" else ""
    name = known_or(bench.device_name, "") or chip
    threads = known_or(bench.threads, 0)
    parts = (
        report.target.name or report.target.python,
        f"PyTorch {bench.torch}" if bench.torch else "",
        f"{bench.device} ({name})" if name else bench.device,
        f"CPU with {threads} threads" if threads else "",
        f"{report.seconds:.0f} s",
    )
    return ", ".join(filter(None, parts))


def _blocks(bench: Bench, measured: list[Row]) -> Iterator[Block]:
    if bench.problem:
        yield Paragraph("Run `mps-doctor` to see why, and what to do.")
        return
    yield from _models(bench, [row for row in measured if row.kind == "model"])
    own = [row for row in measured if row.device == bench.device]
    yield from _products(bench, [row for row in own if row.kind == "matmul"])
    yield from _copies(bench, [row for row in measured if row.kind == "copy"])
    if notes := (*_skipped(bench), *bench.notes):
        yield Heading("Notes")
        yield Items(tuple((text, "") for text in notes))
    if bench.install is not None:
        yield Commands("To measure these too", bench.install.commands)
    if bench.comparison is not None:
        yield from _comparison(bench.comparison)


def _models(bench: Bench, rows: list[Row]) -> Iterator[Block]:
    if rows:
        yield Heading("Networks, samples a second")
    for title in dict.fromkeys(row.title for row in rows):
        pair = [row for row in rows if row.title == title]
        gains = [_times(gain) for row in pair if (gain := bench.gain(row)) is not None]
        bars = (
            Bar(
                row.device,
                row.rate,
                (f"{_number(row.rate)} /s", f"batch {row.batch}"),
                reference=row.device != bench.device,
            )
            for row in pair
        )
        name = f"{title}: {gains[0]} the CPU" if gains else title
        yield Bars(name, ("samples/s", "batch"), tuple(bars))


def _products(bench: Bench, rows: list[Row]) -> Iterator[Block]:
    limits = bench.limits
    peaks = {"float32": limits.fp32_tflop_s, "float16": limits.fp16_tflop_s} if limits else {}
    if rows:
        yield Heading(f"Products of n × n matrices on {bench.device}, TFLOP/s")
    for name in dict.fromkeys(row.name for row in rows):
        peak = peaks.get(name, 0.0)
        bars = tuple(_product(bench, row, peak) for row in rows if row.name == name)
        title = f"{name}, limit {_number(peak)}" if peak else name
        yield Bars(title, ("TFLOP/s", "times the CPU", "of limit"), bars)


def _product(bench: Bench, row: Row, peak: float) -> Bar:
    gain, rate = bench.gain(row), row.rate / 1e3
    words = (
        _number(rate),
        "" if gain is None else _times(gain),
        f"{rate / peak:.0%} of limit" if peak else "",
    )
    return Bar(row.detail, row.rate, words)


def _copies(bench: Bench, rows: list[Row]) -> Iterator[Block]:
    limit = bench.limits.bandwidth_gb_s if bench.limits else 0.0
    if not rows:
        return
    yield Heading(f"Copies, GB/s{f' (limit of the memory {_number(limit)})' if limit else ''}")
    bars = []
    for row in rows:
        size = int(row.detail) if row.detail.isdigit() else 0
        # Smaller copies stay in a cache.
        part = limit and row.name == "on-device" and size >= IN_MEMORY
        words = (_number(row.rate), f"{row.rate / limit:.0%} of limit" if part else "")
        place = PLACES.get(row.name, row.name).format(row.device)
        label = f"{place} {size >> 20} MiB"
        bars.append(Bar(label, row.rate, words, reference=row.device != bench.device))
    yield Bars("", ("GB/s", "of limit"), tuple(bars))


def _times_of(rows: list[Row]) -> Table:
    head = ("", "device", "median", "fastest", "slowest", "samples")
    return Table(
        head,
        tuple(
            (
                row.title,
                row.device,
                f"{row.median_seconds * 1e3:.4g}",
                f"{row.fastest_seconds * 1e3:.4g}",
                f"{row.slowest_seconds * 1e3:.4g}",
                str(row.samples),
            )
            for row in rows
        ),
    )


def _skipped(bench: Bench) -> Iterator[str]:
    """Name what was not measured: each network; sizes only as a number."""
    skipped = [row for row in bench.rows if row.outcome == "skipped"]
    networks: dict[str, dict[str, None]] = {}
    for row in skipped:
        if row.kind == "model":
            where = row.title.partition(",")[0] if row.package else f"{row.title} on {row.device}"
            networks.setdefault(row.reason, {})[where] = None
    for reason, names in networks.items():
        yield f"Not measured: {', '.join(names)}: {reason}."
    sizes = sum(row.kind != "model" for row in skipped)
    if sizes:
        what = "product or copy" if sizes == 1 else "products or copies"
        yield f"Not measured: {sizes} {what}, for lack of memory or time (see --budget)."


def _comparison(comparison: Comparison) -> Iterator[Block]:
    changed = [change for change in comparison.changes if change.beyond_spread]
    same = len(comparison.changes) - len(changed)
    said = [*comparison.differences]
    for change in changed:
        ratio = change.after / change.before
        words = f"{_times(ratio)} as fast" if ratio >= 2 else f"{ratio - 1:+.0%}"
        said.append(
            f"{change.title}: {_number(change.before)}, now {_number(change.after)} ({words})"
        )
    said += [f"{same} other measurements: no change beyond their spread"] if same else []
    said += [] if comparison.changes else ["nothing was measured in both runs"]
    yield Heading(f"Compared with {comparison.name} of {comparison.started}")
    yield Items(tuple((text, "") for text in said))


def _case(row: Row, bench: Bench) -> Case:
    failed = row in bench.failed
    wrong = row.measured and not row.finite
    return Case(
        name=f"{row.title} on {row.device}",
        group="bench",
        outcome="skipped" if row.outcome == "skipped" else "failed" if failed else "passed",
        level="error" if failed else "notice",
        word="failed" if failed else row.outcome,
        message="wrong result" if wrong else row.reason or f"{_number(row.rate)} {row.unit}",
    )


def _times(gain: float) -> str:
    return f"{gain:.1f}×" if gain < 10 else f"{gain:.0f}×"


def _number(value: float) -> str:
    if value >= 100:
        return f"{value:.0f}"
    if value >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}" if value >= 1 else f"{value:#.2g}"
