"""What a bench says of its numbers, table and notes, on made-up measurements."""

from typing import Any

import pytest

from mps_doctor.facts import Host, Machine, Origin, TorchInstall
from mps_doctor.features.bench.values import Bench, BenchReport, Row
from mps_doctor.features.bench.view import view_bench
from mps_doctor.judgement.report import Target
from mps_doctor.render import Screen, render


def product(size: int, device: str, rate: float, **more: Any) -> Row:
    seconds = 2 * size**3 / rate / 1e9
    return row("matmul", "float32", str(size), device, seconds, rate=rate, **more)


def network(device: str, rate: float, batch: int) -> Row:
    sizes = {"batch": batch, "batch_asked": 128}
    return row("model", "resnet50", "train", device, batch / rate, rate=rate, **sizes)


def row(kind: Any, name: str, detail: str, device: str, seconds: float, **more: Any) -> Row:
    times = dict.fromkeys(("fastest_seconds", "median_seconds", "slowest_seconds"), seconds)
    known = {"kind": kind, "name": name, "detail": detail, "device": device}
    return Row(**{"outcome": "measured", **known, **times, **more})


def bench(*rows: Row, **more: Any) -> Bench:
    return Bench(device="mps", budget_seconds=60, torch="2.13.0", rows=rows, **more)


def report(run: Bench) -> BenchReport:
    return BenchReport(
        target=Target(kind="interpreter", name="/home/x\x1b[31m/venv"),
        bench=run,
        facts=Machine(
            origin=Origin(kind="synthetic"),
            host=Host(chip="Apple M1"),
            torch=TorchInstall(version="2.13.0"),
        ),
        started="2026-01-01T00:00:00+00:00",
        seconds=61.0,
    )


def screen(run: Bench, **how: Any) -> str:
    made = report(run)
    return render(made, lambda: view_bench(made), "console", Screen(**{"width": 200, **how}))


@pytest.mark.parametrize(
    ("run", "words", "exit_code"),
    [
        (bench(product(256, "mps", 950), product(256, "cpu", 1000)), "", 0),
        (
            bench(product(256, "mps", 100), product(256, "cpu", 400)),
            "Slower than the CPU: float32 product, n = 256.",
            0,
        ),
        (
            bench(network("mps", 10, 128), network("cpu", 20, 128)),
            "Slower than the CPU: ResNet-50, training.",
            0,
        ),
        (bench(network("mps", 20, 4), network("cpu", 10, 128)), "batches are smaller", 0),
        (bench(), "", 1),
        (bench(product(256, "mps", 100, finite=False)), "a wrong result: ignore its speed", 1),
    ],
)
def test_the_notes_of_a_run(run: Bench, words: str, exit_code: int) -> None:
    text = screen(run)
    assert ("Notes" in text) == bool(words)
    assert words in text
    assert run.exit_code == exit_code


FULL = bench(
    network("mps", 210.0, 128),
    network("cpu", 29.0, 16),
    product(4096, "mps", 2345.6),
    product(4096, "cpu", 512),
    row("model", "bert", "train", "mps", 0, outcome="skipped", package="transformers",
        reason="transformers is not installed"),
    row("model", "vgg16", "train", "mps", 0, outcome="raised", reason="\x1b]0;x"),
)  # fmt: skip


def test_one_table_has_both_speeds_and_the_gain() -> None:
    text = screen(FULL, width=100)
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "✗ Failed on mps: VGG-16, training" in lines
    assert "ResNet-50, training 210 /s (batch 128) 29.0 /s (batch 16) 7.2×" in lines
    assert "float32 product, n = 4096 2.35 TFLOP/s 0.512 TFLOP/s 4.6×" in lines
    assert "Not measured: BERT-base: transformers is not installed." in text
    assert "\x1b" not in text
