"""The bench on real devices: the CPU, and the simulated mps with what can go wrong on it."""

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from simulated_mac import SimMac
from tables import cases

from mps_doctor.features.bench.measure import run_bench
from mps_doctor.features.bench.values import BenchReport, Row
from mps_doctor.features.bench.view import view_bench
from mps_doctor.features.schema import document_schema
from mps_doctor.render import Screen, render

MODES = ("train", "eval")
MAC_PRODUCT = ("matmul", "float32", "256", "mps")
CPU_PRODUCT = ("matmul", "float32", "256", "cpu")
CPU_HALF = ("matmul", "float16", "256", "cpu")


def show(report: BenchReport, format: str = "console", width: int = 80) -> str:
    return render(report, lambda: view_bench(report), format, Screen(width=width))


def row_of(report: BenchReport, item: tuple[str, str, str, str]) -> Row:
    (row,) = [row for row in report.bench.rows if row.key == item]
    return row


def test_products_on_the_cpu_are_measured(torch_python: str) -> None:
    steps: list[tuple[str, int, int]] = []
    report = run_bench(
        python=torch_python,
        device="cpu",
        budget=2,
        items=[CPU_PRODUCT],
        on_step=lambda *step: steps.append(step),
    )
    (product,) = report.bench.rows
    assert product.outcome == "measured"
    assert product.rate == pytest.approx(2 * 256**3 / product.median_seconds / 1e9)
    assert product.fastest_seconds <= product.median_seconds <= product.slowest_seconds
    assert product.samples >= 3
    assert product.finite
    assert report.bench.exit_code == 0
    assert ("float32 product, n = 256 on cpu", 0, 1) in steps

    jsonschema.validate(json.loads(show(report, "json")), document_schema())


def test_networks_are_trained_and_evaluated_with_the_batch_asked_for(
    torch_python: str, networks: Path
) -> None:
    items = [("model", n, m, "cpu") for n in ("resnet50", "bert", "vgg16") for m in MODES]
    report = run_bench(python=torch_python, device="cpu", budget=20, items=items)
    assert [row.outcome for row in report.bench.rows] == ["measured"] * 6, report.bench.rows
    for row in report.bench.rows:
        assert row.unit == "samples/s"
        assert row.rate == pytest.approx(row.batch / row.median_seconds)
        assert row.finite
    evaluated = row_of(report, ("model", "bert", "eval", "cpu"))
    assert (evaluated.batch, evaluated.batch_asked) == (64, 64)


def test_a_network_whose_package_is_missing_says_how_to_install_it(torch_python: str) -> None:
    if importlib.util.find_spec("torchvision") is not None:
        pytest.skip("torchvision is installed here")
    items = [("model", "resnet50", "train", "cpu"), CPU_PRODUCT]
    report = run_bench(python=torch_python, device="cpu", budget=2, items=items)
    row = row_of(report, items[0])
    assert (row.outcome, row.package) == ("skipped", "torchvision")
    assert row_of(report, CPU_PRODUCT).outcome == "measured"
    assert report.bench.install is not None
    assert report.bench.install.commands[-1][-2:] == ("install", "torchvision")
    assert "install torchvision" in show(report)
    assert report.bench.exit_code == 0


@cases
def test_a_batch_is_as_large_as_memory_allows(
    simulated_mac: Callable[..., SimMac],
    networks: Path,
    memory: int,
    outcome: str,
    batch: int,
    said: str,
) -> None:
    mac = simulated_mac(mps=f"recommended_bytes={memory}")
    items = [("model", "vgg16", "eval", "mps"), MAC_PRODUCT]
    report = run_bench(python=mac.python, device="mps", budget=8, items=items)
    row, product = report.bench.rows
    assert (row.outcome, row.batch, product.outcome) == (outcome, batch, "measured")
    assert said in show(report, width=200)


def test_the_gpu_is_compared_with_the_cpu(
    simulated_mac: Callable[..., SimMac], networks: Path
) -> None:
    mac = simulated_mac()
    items = [
        *(MAC_PRODUCT, CPU_PRODUCT),
        *(("model", "resnet50", "train", device) for device in ("mps", "cpu")),
    ]
    report = run_bench(python=mac.python, device="mps", budget=4, items=items)
    assert [row.outcome for row in report.bench.rows] == ["measured"] * 4, report.bench
    product, on_cpu = row_of(report, MAC_PRODUCT), row_of(report, CPU_PRODUCT)
    assert report.bench.gain(product) == pytest.approx(product.rate / on_cpu.rate)
    assert report.bench.gain(on_cpu) is None
    text = show(report)
    assert "ResNet-50, training" in text
    assert "Apple M2" in text


@pytest.mark.parametrize(
    ("fault", "outcome", "reason"),
    [("abort", "crashed", "SIGABRT"), ("notimpl", "raised", "NotImplementedError")],
)
def test_an_item_that_fails_is_noted_and_the_rest_goes_on(
    simulated_mac: Callable[..., SimMac],
    plain_environment: None,
    fault: str,
    outcome: str,
    reason: str,
) -> None:
    # The first product of a process is that which proves the device.
    mac = simulated_mac(mps=f"fault:aten::mm={fault}@2")
    items = [CPU_HALF, MAC_PRODUCT, CPU_PRODUCT]
    report = run_bench(python=mac.python, device="mps", budget=4, items=items)
    assert [row.outcome for row in report.bench.rows] == ["measured", outcome, "measured"]
    assert reason in row_of(report, MAC_PRODUCT).reason
    assert report.bench.exit_code == 1
    assert reason in show(report)


@cases
def test_a_device_that_cannot_be_used_is_not_measured(
    simulated_mac: Callable[..., SimMac], plain_environment: None, mac: dict[str, Any], said: str
) -> None:
    python = simulated_mac(**mac).python
    report = run_bench(python=python, device="mps", budget=4, items=[MAC_PRODUCT])
    assert said in report.bench.problem
    assert report.bench.rows == ()
    assert report.bench.exit_code == 1
    text = show(report)
    assert "Nothing was measured" in text
    assert "Run `mps-doctor`" in " ".join(text.split())
