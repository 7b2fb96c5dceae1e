"""The catalogue of deep probes: what it covers, and that each is right on a healthy CPU."""

import sys

import pytest

from mps_doctor.discovery import interpreter
from mps_doctor.facts import known
from mps_doctor.judgement.deep_matrix import count_of, matrix_of, standing_of
from mps_doctor.probe.deep.level import run
from mps_doctor.probe.deep.rows import PROBES as ALL

PROBES = {probe.id: probe for probe in ALL}


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.full)])
def test_every_probe_is_right_on_the_cpu(whole: bool) -> None:
    pytest.importorskip("torch")
    chosen = [id for id in PROBES if whole or not id.startswith("compiled-")]  # they are slow
    machine = interpreter.examine(
        sys.executable, level="deep", device="cpu", timeout=300, probes=chosen
    )
    results = known(machine.deep.results)
    assert [result.probe for result in results] == chosen
    off = [result for result in results if standing_of(result) not in ("works", "not run")]
    # Without a C++ compiler that works for inductor there is nothing to compile with.
    assert [result for result in off if not result.operation.startswith("compiled-")] == []
    not_run = {result.probe: result.reason for result in results if result.outcome == "skipped"}
    assert not_run == {
        "float64-refused-fp32": "concerns mps only",
        "metal-shader-fp32": "concerns mps only",
    }
    assert all(result.seconds > 0 for result in results if result.outcome == "compared")
    assert count_of(machine.deep)["works"] >= len(chosen) - 4
    rows = {row.operation: row.standings for row in matrix_of(machine.deep)}
    assert rows["matmul"] == dict.fromkeys(("float32", "float16", "bfloat16", "complex64"), "works")


def test_random_numbers_of_the_process_are_left_alone() -> None:
    torch = pytest.importorskip("torch")
    before = torch.get_rng_state()
    named = [f"deep.{name}" for name in ("random-normal-fp32", "state-dict-fp32", "lstm-fp32")]
    done = []
    run(torch, "cpu", lambda section, facts: done.append(facts), lambda *_: None, only=named)
    assert len(done) == len(named)
    assert torch.equal(before, torch.get_rng_state())
    assert not torch.is_warn_always_enabled()


def test_a_device_that_takes_float64_does_not_refuse_it() -> None:
    torch = pytest.importorskip("torch")
    (function,) = [probe.function for id, probe in PROBES.items() if id == "float64-refused-fp32"]
    assert function("cpu", torch.randn(3)) == (False, True)
