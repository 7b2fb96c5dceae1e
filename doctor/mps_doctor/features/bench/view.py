"""The view of a bench: one table of networks and matrix products, and what to know about it."""

from collections.abc import Iterator

from mps_doctor.facts import known_or
from mps_doctor.features.bench.values import Bench, BenchReport, Row
from mps_doctor.views import document as doc

SLOW = 0.9
"""Below this part of the CPU's speed a device is called slower: less is within the spread."""

MEASURED = doc.Sign("✓", "[ok]", "MEASURED", "fine")
SLOWER = doc.Sign("!", "[!]", "SLOWER", "warning")
FAILED = doc.Sign("✗", "[x]", "FAILED", "error")
NOT_MEASURED = doc.Sign("✗", "[x]", "NOT MEASURED", "error")


def view_bench(report: BenchReport) -> doc.Document:
    """Return the document of a bench."""
    bench = report.bench
    sign, headline = _verdict(bench)
    return doc.Document(
        name=report.target.name or report.target.python,
        sign=sign,
        headline=headline,
        blocks=(doc.Paragraph(_about(report), role="dim"), *_blocks(bench)),
        exit_code=bench.exit_code,
        started=report.started,
        seconds=report.seconds,
    )


def _verdict(bench: Bench) -> tuple[doc.Sign, str]:
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
    torch = report.bench.torch
    parts = (
        report.target.name or report.target.python,
        known_or(report.facts.host.chip, ""),
        f"PyTorch {torch}" if torch else "",
        f"{report.seconds:.0f} s",
    )
    return ", ".join(filter(None, parts))


def _blocks(bench: Bench) -> Iterator[doc.Block]:
    if bench.problem:
        yield doc.Paragraph("Run `mps-doctor` to see why, and what to do.")
        return
    if measured := [row for row in bench.rows if row.measured]:
        yield _speeds(bench, measured)
    if notes := tuple(_notes(bench)):
        yield doc.Heading("Notes")
        yield doc.Items(tuple((text, "") for text in notes))
    if bench.install is not None:
        yield doc.Commands("To measure these too", bench.install.commands)


def _speeds(bench: Bench, measured: list[Row]) -> doc.Table:
    """Return the table: networks first, a column for each device, and what the GPU gains."""
    devices = tuple(dict.fromkeys((bench.device, "cpu")))
    found = {(row.title, row.device): row for row in measured}
    networks_first = sorted(measured, key=lambda row: row.kind != "model")
    rows = []
    for title in dict.fromkeys(row.title for row in networks_first):
        speeds = tuple(_speed(found.get((title, device))) for device in devices)
        own = found.get((title, bench.device))
        gain = bench.gain(own) if own else None
        rows.append((title, *speeds, _times(gain) if gain else ""))
    if len(devices) == 1:  # nothing to compare
        return doc.Table(("", *devices), tuple(row[:-1] for row in rows))
    return doc.Table(("", *devices, "gain"), tuple(rows))


def _speed(row: Row | None) -> str:
    if row is None:
        return ""
    if row.kind == "model":
        return f"{_number(row.rate)} /s (batch {row.batch})"
    return f"{_number(row.rate / 1e3)} TFLOP/s"


def _notes(bench: Bench) -> Iterator[str]:
    """Yield what the numbers don't say: what failed, what is missing, what explains them."""
    for row in bench.rows:
        where = f"{row.title} on {row.device}"
        match row.outcome:
            case "raised":
                yield f"{where} failed: {row.reason}"
            case "crashed" | "hung":
                yield f"{where} ended its process ({row.reason}); the rest ran in a new one."
            case "measured" if not row.finite:
                yield f"{where} gave a wrong result: ignore its speed."
    skipped: dict[str, dict[str, None]] = {}
    for row in bench.rows:
        if row.outcome == "skipped":
            where = row.title.partition(",")[0] if row.package else f"{row.title} on {row.device}"
            # Each product lacks another amount; JSON has them.
            reason = row.reason if row.kind == "model" else "too little memory or time (--budget)"
            skipped.setdefault(reason, {})[where] = None
    for reason, names in skipped.items():
        yield f"Not measured: {', '.join(names)}: {reason}."
    gains = ((row.title, bench.gain(row)) for row in bench.rows)
    slower = [title for title, gain in gains if gain is not None and gain < SLOW]
    if slower:
        yield (
            f"Slower than the CPU: {', '.join(slower)}. "
            "Handing work to the GPU takes time whatever its size: use larger batches. "
            "If large work is slow too, `mps-doctor --level deep` looks for the cause."
        )
    if any(row.batch < row.batch_asked for row in bench.rows):
        yield "Some batches are smaller than Apple's, for lack of memory or time (see --budget)."


def _times(gain: float) -> str:
    return f"{gain:.0f}×" if gain >= 10 else f"{gain:#.2g}×"


def _number(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:#.3g}"
