"""bench: bars for a terminal, of any width and in ASCII where it must be; else the document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mps_doctor.bench_results import Bench, Comparison, Row
from mps_doctor.knowledge.chips import ChipLimits
from mps_doctor.machine import known_or
from mps_doctor.report import BenchReport
from mps_doctor.reporters import format_json
from mps_doctor.reporters.cleaning import in_ascii, visible
from mps_doctor.reporters.commands import in_shell
from mps_doctor.reporters.screen import Screen
from mps_doctor.reporters.wrapping import cells, pad, wrap

BAR, ASCII_BAR = "█", "#"

IN_MEMORY = 1 << 28
"""Bytes of a copy that no chip's cache holds."""

LONGEST_BAR = 40
SHORTEST_BAR = 3

WIDE = 64
"""From this width on, a product's line also names the part of the chip's limit."""


def render(report: BenchReport, format: str, screen: Screen) -> str:
    """Return the report in a format: `console` or `json`."""
    if format == "json":
        return format_json.render(report, screen)
    text = "\n".join(line.rstrip() for line in _lines(report, screen)) + "\n"
    return text if screen.unicode else in_ascii(text)


def _lines(report: BenchReport, screen: Screen) -> Iterator[str]:
    bench = report.bench
    yield from wrap(_head(report), screen.width)
    if bench.problem:
        yield ""
        yield from wrap(f"Nothing was measured: {visible(bench.problem)}.", screen.width)
        yield from wrap("mps-doctor check says why, and what to do.", screen.width)
        return
    if screen.verbosity < 0:
        yield from wrap(_verdict(bench), screen.width)
        return
    for section in (_models(bench, screen), _products(bench, screen), _copies(bench, screen)):
        block = list(section)
        if block:
            yield ""
            yield from block
    yield from _skipped(bench, screen)
    if bench.notes:
        yield ""
        for note in bench.notes:
            yield from _bullet(note, screen)
    yield from _installs(bench, screen)
    if bench.comparison is not None:
        yield ""
        yield from _comparison(bench.comparison, screen)
    yield ""
    yield from wrap(_verdict(bench), screen.width)


def _head(report: BenchReport) -> str:
    bench, facts = report.bench, report.facts
    name = known_or(bench.device_name, "") or (
        known_or(facts.host.chip, "") if bench.device != "cuda" else ""
    )
    parts = [
        f"Bench of {report.target.name or report.target.python}",
        f"torch {bench.torch}" if bench.torch else "",
        f"{bench.device} ({name})" if name else bench.device,
        f"CPU with {bench.threads} threads" if isinstance(bench.threads, int) else "",
        f"{report.seconds:.0f} s",
    ]
    return visible(", ".join(part for part in parts if part))


def _models(bench: Bench, screen: Screen) -> Iterator[str]:
    rows = [row for row in bench.rows if row.kind == "model" and row.outcome == "measured"]
    for title in dict.fromkeys(row.title for row in rows):
        pair = [row for row in rows if row.title == title]
        gains = [gain for gain in map(bench.gain, pair) if gain is not None]
        gain = f": {bench.device} is {_times(gains[0])} the CPU" if gains else ""
        yield from wrap(f"{title}{gain}", screen.width)
        yield from _bars(
            [(row.device, row.rate, f"{_number(row.rate)} /s, batch {row.batch}") for row in pair],
            screen,
        )


def _products(bench: Bench, screen: Screen) -> Iterator[str]:
    rows = [
        row
        for row in bench.rows
        if row.kind == "matmul" and row.outcome == "measured" and row.device == bench.device
    ]
    if rows:
        beside = "" if bench.device == "cpu" else ", and times the CPU"
        yield from wrap(f"Products of n × n matrices on {bench.device}{beside}", screen.width)
    for name in dict.fromkeys(row.name for row in rows):
        group = [row for row in rows if row.name == name]
        peak = _peak(bench.limits, name)
        limit = f", limit {_number(peak)} TFLOP/s" if peak else ""
        yield from wrap(f"{name}{limit}", screen.width)
        yield from _bars(
            [(row.detail, row.rate, _product_words(bench, row, peak, screen)) for row in group],
            screen,
        )


def _product_words(bench: Bench, row: Row, peak: float, screen: Screen) -> str:
    words = f"{row.rate / 1e3:6.2f} TFLOP/s" if screen.width >= WIDE else f"{row.rate / 1e3:.2f} T"
    gain = bench.gain(row)
    if gain is not None:
        words += f"  {_times(gain)}"
    if peak and screen.width >= WIDE:
        words += f"  {row.rate / 1e3 / peak:.0%} of limit"
    return words


def _copies(bench: Bench, screen: Screen) -> Iterator[str]:
    rows = [row for row in bench.rows if row.kind == "copy" and row.outcome == "measured"]
    limit = bench.limits.bandwidth_gb_s if bench.limits else 0.0
    if rows:
        told = f", limit of the memory {_number(limit)}" if limit else ""
        yield from wrap(f"Copies in GB/s{told}", screen.width)
    places = {
        "on-device": "on {}",
        "to-device": "to {}",
        "from-device": "from {}",
    }
    yield from _bars(
        [
            (
                f"{places.get(row.name, row.name).format(row.device)} {_mebibytes(row)}",
                row.rate,
                _number(row.rate) + (_part(row, limit) if screen.width >= WIDE else ""),
            )
            for row in rows
        ],
        screen,
    )


def _part(row: Row, limit: float) -> str:
    """Return the part of the memory's speed that is used: smaller copies stay in a cache."""
    if not limit or row.name != "on-device" or int(row.detail) < IN_MEMORY:
        return ""
    return f"  {row.rate / limit:.0%} of limit"


def _mebibytes(row: Row) -> str:
    return f"{int(row.detail) >> 20} MiB" if row.detail.isdigit() else row.detail


def _bars(rows: Iterable[tuple[str, float, str]], screen: Screen) -> Iterator[str]:
    """Draw labelled bars that share one scale; the value stands behind each."""
    drawn = [(visible(label), value, words) for label, value, words in rows]
    if not drawn:
        return
    first = max(cells(label) for label, _, _ in drawn)
    last = max(cells(words) for _, _, words in drawn)
    room = min(screen.width - first - last - 4, LONGEST_BAR)
    most = max(value for _, value, _ in drawn) or 1.0
    sign = BAR if screen.unicode else ASCII_BAR
    for label, value, words in drawn:
        if room < SHORTEST_BAR:
            yield from wrap(f"  {label}: {words}", screen.width)
            continue
        bar = sign * max(1, round(value / most * room))
        yield f"  {pad(label, first)} {pad(bar, room)} {words.rjust(last)}"


def _skipped(bench: Bench, screen: Screen) -> Iterator[str]:
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
    sizes = sum(row.kind != "model" for row in skipped)
    if skipped:
        yield ""
    for reason, names in networks.items():
        yield from _bullet(f"Not measured: {', '.join(names)}: {reason}.", screen)
    if sizes:
        yield from _bullet(
            f"Not measured: {sizes} products or copies for want of time or memory "
            "(a longer --budget allows more).",
            screen,
        )


def _installs(bench: Bench, screen: Screen) -> Iterator[str]:
    for install in bench.installs:
        yield ""
        yield from wrap(f"To measure what needs {install.package}:", screen.width)
        for command in install.commands:
            # A command is one line, however long: it is to be copied.
            yield f"  {in_shell(command, unicode=screen.unicode)}"


def _comparison(comparison: Comparison, screen: Screen) -> Iterator[str]:
    name, started = visible(comparison.name), visible(comparison.started)
    yield from wrap(f"Compared with {name} of {started}:", screen.width)
    for difference in comparison.differences:
        yield from _bullet(visible(difference), screen)
    told = [change for change in comparison.changes if change.beyond_spread]
    for change in told:
        yield from _bullet(
            f"{visible(change.title)} on {visible(change.device)}: {_number(change.before)} before,"
            f" {_number(change.after)} now ({change.ratio - 1:+.0%})",
            screen,
        )
    same = len(comparison.changes) - len(told)
    if same:
        yield from _bullet(f"{same} other measurements: no change beyond their spread", screen)
    if not comparison.changes:
        yield from _bullet("nothing was measured in both runs", screen)


def _verdict(bench: Bench) -> str:
    measured = [row for row in bench.rows if row.kind == "model" and row.outcome == "measured"]
    gains = [gain for gain in map(bench.gain, measured) if gain is not None]
    if not gains:
        measured = [r for r in bench.rows if r.kind == "matmul" and r.outcome == "measured"]
        gains = [gain for gain in map(bench.gain, measured) if gain is not None]
        what = "products of matrices"
    else:
        what = "networks"
    if bench.failed:
        titles = ", ".join(row.title for row in bench.failed)
        return f"On {bench.device} this failed: {titles}."
    if not gains:
        return f"{bench.device} was measured; there is no GPU beside it to compare."
    low, high = min(gains), max(gains)
    if high < 1:
        return f"{bench.device} was slower than the CPU in all {what} that were measured."
    if low == high:
        return f"In {what}, {bench.device} is {_times(low)} the CPU."
    return f"In {what}, {bench.device} is {_times(low)} to {_times(high)} the CPU."


def _peak(limits: ChipLimits | None, name: str) -> float:
    if limits is None:
        return 0.0
    return {"float32": limits.fp32_tflop_s, "float16": limits.fp16_tflop_s}.get(name, 0.0)


def _bullet(text: str, screen: Screen) -> Iterator[str]:
    for number, line in enumerate(wrap(visible(text), screen.width - 2)):
        yield ("- " if number == 0 else "  ") + line


def _times(gain: float) -> str:
    return f"{gain:.1f}×" if gain < 10 else f"{gain:.0f}×"


def _number(value: float) -> str:
    if value >= 100:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"
