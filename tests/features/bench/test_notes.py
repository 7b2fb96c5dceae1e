"""What a bench says of its numbers: notes, comparison, bars; on made-up measurements."""

from typing import Any

import msgspec
import pytest

from mps_doctor.facts import Host, Machine, Origin
from mps_doctor.features.bench.comparison import compared
from mps_doctor.features.bench.notes import explain_bench
from mps_doctor.features.bench.values import Bench, BenchReport, Comparison, Power, Row
from mps_doctor.features.bench.view import view_bench
from mps_doctor.judgement.report import Target
from mps_doctor.knowledge.chips import limits_of
from mps_doctor.render import Screen, render


def product(size: int, device: str, rate: float, **more: Any) -> Row:
    seconds = 2 * size**3 / rate / 1e9
    return row("matmul", "float32", str(size), device, seconds, rate=rate, **more)


def network(device: str, rate: float, batch: int, limit: str = "") -> Row:
    sizes = {"batch": batch, "batch_asked": 128, "batch_limit": limit}
    return row("model", "resnet50", "train", device, batch / rate, rate=rate, **sizes)


def control(name: str, seconds: float) -> Row:
    return row("control", name, "1024", "mps", seconds, rate=1.0)


def row(kind: Any, name: str, detail: str, device: str, seconds: float, **more: Any) -> Row:
    times = dict.fromkeys(("fastest_seconds", "median_seconds", "slowest_seconds"), seconds)
    known = {"kind": kind, "name": name, "detail": detail, "device": device}
    return Row(**{"outcome": "measured", **known, **times, **more})


def bench(*rows: Row, **more: Any) -> Bench:
    return Bench(device="mps", budget_seconds=60, torch="2.13.0", rows=rows, **more)


HOT = Power(thermal=("CPU_Speed_Limit = 70",), source="Battery Power", low_power_mode=True)
COOL = Power(thermal=(), source="AC Power", low_power_mode=False)


@pytest.mark.parametrize(
    ("run", "words"),
    [
        (bench(product(256, "mps", 950), product(256, "cpu", 1000)), ()),
        (
            bench(
                *(product(256, "mps", 100), product(256, "cpu", 400)),
                *(product(1024, "mps", 2000), product(1024, "cpu", 500)),
            ),
            ("up to n = 256 are slower than on the CPU", "less than handing them over", "larger"),
        ),
        (
            bench(product(4096, "mps", 500), product(4096, "cpu", 1000)),
            ("up to n = 4096 are slower than on the CPU (0.5×). No larger size",),
        ),
        (
            bench(network("mps", 10, 4, limit="memory"), network("cpu", 20, 128)),
            ("needs larger batches", "batch 4 instead of 128 (limited by memory)"),
        ),
        (
            bench(network("mps", 10, 128), network("cpu", 20, 128)),
            ("slower than the CPU (0.5×) at the full batch",),
        ),
        (
            bench(power_before=HOT, power_after=HOT),
            ("before the run: CPU_Speed_Limit = 70", "Low power mode was on", "Battery Power"),
        ),
        (bench(power_before=COOL, power_after=COOL), ()),
        (bench(), ()),
        (bench(control("first", 0.010), control("last", 0.015)), ("1.5× as long at the end",)),
        (bench(control("first", 0.010), control("last", 0.0105)), ()),
        (bench(product(256, "mps", 100, finite=False)), ("a wrong result: ignore its speed",)),
    ],
)
def test_the_notes_of_a_run(run: Bench, words: tuple[str, ...]) -> None:
    notes = explain_bench(run)
    assert bool(notes) == bool(words)
    for word in words:
        assert any(word in note for note in notes), notes
    if any(row.device == "mps" for row in run.rows):
        assert run.exit_code == (0 if all(row.finite for row in run.rows) else 1)


def report(run: Bench) -> BenchReport:
    return BenchReport(
        target=Target(kind="interpreter", name="/home/x\x1b[31m/venv"),
        bench=msgspec.structs.replace(run, notes=explain_bench(run)),
        facts=Machine(origin=Origin(kind="synthetic"), host=Host(chip="Apple M1")),
        started="2026-01-01T00:00:00+00:00",
        seconds=61.0,
    )


def compare(now: Bench, before: Bench) -> Comparison:
    found = compared(report(now), report(before), "before.json").bench.comparison
    assert found is not None
    return found


def test_only_changes_beyond_the_spread_count() -> None:
    before = bench(*(product(size, "mps", 100) for size in (256, 512, 1024)))
    now = bench(product(256, "mps", 103), product(512, "mps", 150), product(1024, "mps", 60))
    changes = compare(now, before).changes
    assert [change.beyond_spread for change in changes] == [False, True, True]
    noisy = product(256, "mps", 120, fastest_seconds=1e-4, slowest_seconds=9e-4)
    (change,) = compare(bench(noisy), bench(product(256, "mps", 100))).changes
    assert not change.beyond_spread


def test_other_batches_and_versions_are_named() -> None:
    before = bench(network("mps", 100, 64, limit="time"))
    now = msgspec.structs.replace(bench(network("mps", 200, 128)), torch="2.14.0")
    comparison = compare(now, before)
    assert "torch: 2.13.0 before, 2.14.0 now" in comparison.differences
    assert "ResNet-50, training on mps: batch 64 before, batch 128 now" in comparison.differences
    assert not comparison.changes[0].beyond_spread


FULL = bench(
    network("mps", 210.0, 128),
    network("cpu", 29.0, 16, limit="time"),
    product(256, "mps", 100),
    product(256, "cpu", 400),
    product(8192, "mps", 2345.6),
    product(8192, "cpu", 512),
    row("copy", "on-device", str(1 << 28), "mps", 0.01, rate=55.5, unit="GB/s"),
    row("model", "bert", "train", "mps", 0, outcome="skipped", package="transformers",
        reason="transformers is not installed"),
    row("model", "vgg16", "train", "mps", 0, outcome="raised", reason="\x1b]0;x"),
    limits=limits_of("Apple M1", 8),
)  # fmt: skip


def screen(**how: Any) -> str:
    made = report(FULL)
    return render(made, lambda: view_bench(made), "console", Screen(**how))


def test_bars_are_in_proportion_the_limits_named_and_single_times_for_the_verbose() -> None:
    lines = screen(width=80).splitlines()
    mps, cpu = (next(line for line in lines if line.split()[:1] == [d]) for d in ("mps", "cpu"))
    assert mps.count("█") / cpu.count("█") == pytest.approx(210 / 29, rel=0.2)
    text = "\n".join(lines)
    assert "✗ Failed on mps: VGG-16, training" in text
    assert "ResNet-50, training: 7.2× the CPU" in text
    assert "90% of limit" in text
    assert "81% of limit" in text
    assert "Not measured: BERT-base: transformers is not installed." in text
    assert "\x1b" not in text
    times = next(line for line in screen(width=100, verbosity=1).splitlines() if "609.5" in line)
    assert times.split() == ["ResNet-50,", "training", "mps", "609.5", "609.5", "609.5", "0"]
    assert "Times of one run" not in text
