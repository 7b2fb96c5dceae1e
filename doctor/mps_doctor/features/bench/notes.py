"""What the numbers of a bench mean, in words: pure functions of what was measured."""

from collections.abc import Iterator

from mps_doctor.facts import known_or
from mps_doctor.features.bench.values import Bench

SLOWER_AT_THE_END = 1.15
"""Less than this the same product varies from one minute to the next without a cause."""

SLOWER = 0.9
"""Below this part of the CPU's speed a device is called slower: less is within the spread."""

HANDING_OVER = 2e-3
"""Seconds: work that a GPU has done sooner may well be dominated by the way to it and back, which
has been seen to take from tens of microseconds to about a millisecond."""


def explain_bench(bench: Bench) -> tuple[str, ...]:
    """Return the notes of a run, the most important first."""
    if bench.problem:
        return ()
    notes = (_broken, _slower_products, _slower_models, _batches, _power, _drift)
    return tuple(note for kind in notes for note in kind(bench))


def _broken(bench: Bench) -> Iterator[str]:
    for row in bench.rows:
        where = f"{row.title} on {row.device}"
        match row.outcome:
            case "raised":
                yield f"{where} failed: {row.reason}"
            case "crashed" | "hung":
                yield f"{where} ended its process ({row.reason}); the rest ran in a new one."
            case "measured" if not row.finite:
                yield f"{where} gave a wrong result: ignore its speed."


def _slower_products(bench: Bench) -> Iterator[str]:
    """Say for each type from which size on the device gains, and why not before."""
    products = [(row, bench.gain(row)) for row in bench.rows if row.kind == "matmul"]
    for name in dict.fromkeys(row.name for row, _ in products):
        sizes = {
            int(row.detail): (row, gain) for row, gain in products if row.name == name and gain
        }
        slower = [size for size, (_, gain) in sizes.items() if gain < SLOWER]
        if not slower:
            continue
        row, gain = sizes[max(slower)]
        seen = f"{name} products up to n = {max(slower)} are slower than on the CPU ({gain:.2g}×)"
        if row.median_seconds < HANDING_OVER:
            seen += f": they take {row.median_seconds * 1e3:.2g} ms, less than handing them over"
        larger = max(slower) < max(sizes)
        yield f"{seen}. {'Use larger batches.' if larger else 'No larger size was measured.'}"


def _slower_models(bench: Bench) -> Iterator[str]:
    for row in bench.rows:
        gain = bench.gain(row)
        if row.kind != "model" or gain is None or gain >= SLOWER:
            continue
        text = f"{row.title}: slower than the CPU ({gain:.2g}×)"
        if row.batch < row.batch_asked:
            yield f"{text} with batch {row.batch}: a GPU needs larger batches to be busy."
        else:
            yield f"{text} at the full batch: `mps-doctor --level deep` looks for the cause."


def _batches(bench: Bench) -> Iterator[str]:
    for row in bench.rows:
        if row.batch_limit:
            advice = "; a longer --budget allows more" if row.batch_limit == "time" else ""
            yield (
                f"{row.title} on {row.device}: batch {row.batch} instead of {row.batch_asked} "
                f"(limited by {row.batch_limit}{advice})."
            )


def _power(bench: Bench) -> Iterator[str]:
    """Repeat what the system says of heat and power."""
    for when, power in (("before", bench.power_before), ("after", bench.power_after)):
        for line in known_or(power.thermal, ()):
            yield f"macOS on heat, {when} the run: {line}"
    if known_or(bench.power_before.low_power_mode, False):
        yield "Low power mode was on, which slows the chip down."
    source = known_or(bench.power_before.source, "AC Power")
    if source not in ("", "AC Power"):
        yield f"The Mac ran on: {source}."


def _drift(bench: Bench) -> Iterator[str]:
    first = bench.row("control", "first", "1024", bench.device)
    last = bench.row("control", "last", "1024", bench.device)
    if first is None or last is None or not first.fastest_seconds:
        return
    # The fastest runs: other programs make single runs slower, heat makes all of them so.
    ratio = last.fastest_seconds / first.fastest_seconds
    if ratio >= SLOWER_AT_THE_END:
        yield f"The same product took {ratio:.2g}× as long at the end: heat, power or other work."
