"""What is said about the numbers: explanations, comparison, bars; on made-up measurements."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from mps_doctor.views.format_story import render

from mps_doctor.facts import Host, Machine, Origin
from mps_doctor.features.bench.comparison import compare_benches
from mps_doctor.features.bench.notes import explain_bench
from mps_doctor.features.bench.values import Bench, BenchReport, Power, Row
from mps_doctor.judgement.report import Target
from mps_doctor.knowledge.chips import all_chips, is_same_chip, limits_of
from mps_doctor.render import Screen
from mps_doctor.render.wrapping import cells

MACHINE = Machine(origin=Origin(kind="synthetic"), host=Host(chip="Apple M1"))


def product(size: int, device: str, rate: float, name: str = "float32", **more: Any) -> Row:
    seconds = 2 * size**3 / rate / 1e9
    values: dict[str, Any] = {
        "fastest_seconds": seconds,
        "median_seconds": seconds,
        "slowest_seconds": seconds * 1.02,
        "rate": rate,
        "unit": "GFLOP/s",
        **more,
    }
    return Row(
        kind="matmul", name=name, detail=str(size), device=device, outcome="measured", **values
    )


def network(device: str, rate: float, batch: int, asked: int = 128, limit: str = "") -> Row:
    return Row(
        kind="model",
        name="resnet50",
        detail="train",
        device=device,
        outcome="measured",
        median_seconds=batch / rate,
        fastest_seconds=batch / rate,
        slowest_seconds=batch / rate,
        rate=rate,
        unit="samples/s",
        batch=batch,
        batch_asked=asked,
        batch_limit=limit,
    )


def bench(*rows: Row, **more: Any) -> Bench:
    return Bench(device="mps", budget_seconds=60, torch="2.13.0", rows=rows, **more)


def control(name: str, seconds: float) -> Row:
    return Row(
        kind="control",
        name=name,
        detail="1024",
        device="mps",
        outcome="measured",
        fastest_seconds=seconds,
        median_seconds=seconds,
        rate=1.0,
    )


def test_a_gpu_that_is_slower_at_small_sizes_is_explained() -> None:
    notes = explain_bench(
        bench(
            product(256, "mps", 100),
            product(256, "cpu", 400),
            product(1024, "mps", 2000),
            product(1024, "cpu", 500),
        )
    )
    (note,) = notes
    assert "up to n = 256 are slower on mps than on the CPU" in note
    assert "handing work to a GPU costs time" in note
    assert "Larger ones gain" in note


def test_a_gpu_that_is_slower_at_the_largest_size_is_not_explained_away() -> None:
    (note,) = explain_bench(bench(product(4096, "mps", 500), product(4096, "cpu", 1000)))
    assert "No larger size was measured" in note
    assert "handing work" not in note


@pytest.mark.parametrize("rate", [950, 1000, 3000])
def test_a_gpu_that_is_as_fast_is_not_called_slower(rate: float) -> None:
    assert explain_bench(bench(product(256, "mps", rate), product(256, "cpu", 1000))) == ()


def test_a_small_batch_is_told_with_what_kept_it_small() -> None:
    notes = explain_bench(bench(network("mps", 10, 4, limit="memory"), network("cpu", 20, 128)))
    assert any("needs larger batches" in note and "the memory" in note for note in notes)
    assert any("batch 4 instead of 128, for want of memory" in note for note in notes)
    assert not any("--budget" in note for note in notes)


def test_what_the_system_says_of_power_is_repeated() -> None:
    hot = Power(thermal=("CPU_Speed_Limit = 70",), source="Battery Power", low_power_mode=True)
    cool = Power(thermal=(), source="AC Power", low_power_mode=False)
    told = " ".join(explain_bench(bench(power_before=hot, power_after=hot)))
    assert "CPU_Speed_Limit = 70" in told
    assert "Low power mode" in told
    assert "Battery Power" in told
    assert explain_bench(bench(power_before=cool, power_after=cool)) == ()
    assert explain_bench(bench()) == ()


def test_a_device_that_slows_down_during_the_run_is_told() -> None:
    (note,) = explain_bench(bench(control("first", 0.010), control("last", 0.015)))
    assert "1.5 times as long at the end" in note
    assert explain_bench(bench(control("first", 0.010), control("last", 0.0105))) == ()


def test_a_wrong_result_is_worth_nothing() -> None:
    run = bench(product(256, "mps", 100, finite=False))
    (note,) = explain_bench(run)
    assert "not right" in note
    assert run.exit_code == 1


def compare(now: Bench, before: Bench) -> Any:
    return compare_benches(
        now, before, name="b", started="", machine=MACHINE, machine_before=MACHINE
    )


def test_changes_beyond_the_spread_are_told_and_others_are_not() -> None:
    before = bench(product(256, "mps", 100), product(512, "mps", 100), product(1024, "mps", 100))
    now = bench(product(256, "mps", 103), product(512, "mps", 150), product(1024, "mps", 60))
    changes = compare(now, before).changes
    assert [change.beyond_spread for change in changes] == [False, True, True]
    assert changes[1].ratio == pytest.approx(1.5)


def test_a_noisy_run_proves_no_change() -> None:
    noisy = product(256, "mps", 120, fastest_seconds=1e-4, slowest_seconds=9e-4)
    (change,) = compare(bench(noisy), bench(product(256, "mps", 100))).changes
    assert not change.beyond_spread


def test_other_batches_and_versions_are_named() -> None:
    before = bench(network("mps", 100, 64, limit="time"))
    now = msgspec.structs.replace(bench(network("mps", 200, 128)), torch="2.14.0")
    comparison = compare(now, before)
    assert "torch: 2.13.0 before, 2.14.0 now" in comparison.differences
    assert "ResNet-50, training on mps: batch 64 before, 128 now" in comparison.differences
    assert not comparison.changes[0].beyond_spread


def report(run: Bench) -> BenchReport:
    return BenchReport(
        target=Target(kind="interpreter", name="/home/x\x1b[31m/venv"),
        bench=msgspec.structs.replace(run, notes=explain_bench(run)),
        facts=MACHINE,
        started="2026-01-01T00:00:00+00:00",
        seconds=61.0,
    )


FULL = bench(
    network("mps", 210.0, 128),
    network("cpu", 29.0, 16, limit="time"),
    product(256, "mps", 100),
    product(256, "cpu", 400),
    product(8192, "mps", 2345.6),
    product(8192, "cpu", 512),
    Row(
        kind="copy", name="on-device", detail=str(1 << 28), device="mps", outcome="measured",
        median_seconds=0.01, rate=55.5, unit="GB/s",
    ),
    Row(
        kind="model", name="bert", detail="train", device="mps", outcome="skipped",
        reason="transformers is not installed", package="transformers",
    ),
    Row(
        kind="model", name="vgg16", detail="train", device="mps", outcome="raised",
        reason="\x1b]0;x",
    ),
    limits=limits_of("Apple M1", 8),
)  # fmt: skip


@pytest.mark.parametrize("width", [20, 40, 80, 200])
@pytest.mark.parametrize("unicode", [True, False])
def test_no_line_is_wider_than_the_screen_and_nothing_acts(width: int, unicode: bool) -> None:
    text = render(report(FULL), "console", Screen(width=width, unicode=unicode))
    assert "\x1b" not in text
    assert unicode or text.isascii()
    assert max(cells(line) for line in text.splitlines()) <= width


def test_bars_are_in_proportion_and_the_limit_is_named() -> None:
    text = render(report(FULL), "console", Screen(width=80))
    lines = text.splitlines()
    mps, cpu = (
        next(line for line in lines if line.startswith(f"    {d} ")) for d in ("mps", "cpu")
    )
    assert mps.count("█") / cpu.count("█") == pytest.approx(210 / 29, rel=0.2)
    assert "ResNet-50, training: mps is 7.2× the CPU" in text
    assert "90% of limit" in text
    assert "81% of limit" in text
    assert "Not measured: BERT-base: transformers is not installed." in text


def test_quiet_is_the_verdict() -> None:
    text = render(report(FULL), "console", Screen(width=200, verbosity=-1))
    assert text == "✗ FAILED: On mps this failed: VGG-16, training.\n"


def test_in_full_the_times_are_told() -> None:
    text = render(report(FULL), "console", Screen(width=100, verbosity=1))
    row = next(
        line for line in text.splitlines() if line.lstrip().startswith("ResNet-50, training ")
    )
    assert row.split()[-5:] == ["mps", "609.5", "609.5", "609.5", "0"]
    assert "Times of one run" not in render(report(FULL), "console", Screen(width=100))


def test_limits_that_depend_on_unknown_cores_are_not_guessed() -> None:
    assert limits_of("Apple M4 Max") is None
    forty = limits_of("Apple M4 Max", 40)
    assert forty is not None
    assert forty.bandwidth_gb_s == 546
    plain = limits_of("Apple M1", 7)
    assert plain is not None
    assert plain.fp32_tflop_s == 0
    assert limits_of("Intel(R) Core(TM) i9") is None


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Apple M1", "Apple M1", True),
        ("Apple processor", "Apple M1", True),  # macOS 11 or 12, and a newer one
        ("Apple M1", "Apple M2", False),
        ("Apple processor", "Intel(R) Core(TM) i7", False),
    ],
)
def test_a_brand_string_that_names_no_chip_is_no_other_chip(
    one: str, other: str, expected: bool
) -> None:
    assert is_same_chip(one, other) is expected
    assert limits_of("Apple processor") is None


@pytest.mark.parametrize(
    ("chip", "cores", "bandwidth"),
    [
        ("Apple M3", 10, 100),
        ("Apple M3 Max", 30, 300),
        ("Apple M3 Max", 40, 400),
        ("Apple M5 Max", 32, 460),
        ("Apple M5 Ultra", 80, 1200),
        ("Apple M6", 12, 170),
        ("Apple A18 Pro", 5, 60),
    ],
)
def test_published_bandwidths(chip: str, cores: int, bandwidth: float) -> None:
    found = limits_of(chip, cores)
    assert found is not None
    assert found.bandwidth_gb_s == bandwidth


def test_every_limit_has_its_source() -> None:
    for chip in all_chips():
        assert chip.bandwidth_source.startswith("https://")
        assert bool(chip.fp32_tflop_s) == bool(chip.peak_source)
    assert len({(chip.chip, chip.gpu_cores) for chip in all_chips()}) == len(all_chips())
