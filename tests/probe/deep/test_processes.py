"""The deep level through the real machinery: probes that end their process, and the rest."""

from collections.abc import Callable

import pytest
from simulated_mac import SimMac

from mps_doctor.discovery import interpreter
from mps_doctor.facts import Machine, ProbeOutcome, Unknown, decode_machine, encode_machine, known
from mps_doctor.judgement.deep_matrix import standing_of

Make = Callable[..., SimMac]

TIMEOUT = 600
"""Seconds that no examination here takes, however busy the machine is."""


OnStep = Callable[[str], None]


def examine(mac: SimMac, *probes: str, on_step: OnStep | None = None) -> Machine:
    return interpreter.examine(
        mac.python, level="deep", device="mps", timeout=TIMEOUT, probes=probes, on_step=on_step
    )


def by_name(machine: Machine) -> dict[str, ProbeOutcome]:
    return {result.probe: result for result in known(machine.deep.results)}


@pytest.mark.parametrize(
    ("fault", "outcome", "signal", "code"),
    [
        ("abort,boom.mm:7: failed assertion `x'", "crashed", "SIGABRT", None),
        ("exit,7", "exited", "", 7),
    ],
)
def test_a_probe_that_ends_the_process_is_noted_and_the_rest_go_on(
    simulated_mac: Make, fault: str, outcome: str, signal: str, code: int | None
) -> None:
    mac = simulated_mac(mps=f"fault:aten::bmm={fault}")
    machine = examine(mac, "matmul-fp32", "bmm-fp32", "bmm-fp16", "linear-fp32", "softmax-fp32")
    results = by_name(machine)
    assert machine.smoke.outcome == "completed"
    assert results["bmm-fp32"].outcome == outcome
    assert results["bmm-fp32"].signal == signal
    if code is not None:
        assert results["bmm-fp32"].exit_code == code
    assert (results["bmm-fp32"].operation, results["bmm-fp32"].dtype) == ("bmm", "float32")
    assert results["bmm-fp16"].outcome == outcome
    if "boom" in fault:
        assert results["bmm-fp32"].stderr == ("boom.mm:7: failed assertion `x'",)
    others = [results[name] for name in ("matmul-fp32", "linear-fp32", "softmax-fp32")]
    assert [standing_of(result) for result in others] == ["works"] * 3
    assert machine.deep.not_run_because == ""
    assert decode_machine(encode_machine(machine)) == machine


def test_a_probe_that_hangs_is_ended_at_its_deadline(
    simulated_mac: Make, pass_deadline: Callable[..., OnStep]
) -> None:
    mac = simulated_mac(mps="fault:aten::erf=hang")
    on_step = pass_deadline("deep.functions-fp32")
    results = by_name(examine(mac, "functions-fp32", "matmul-fp32", on_step=on_step))
    assert results["functions-fp32"].outcome == "hung"
    assert standing_of(results["functions-fp32"]) == "crashes"
    assert standing_of(results["matmul-fp32"]) == "works"


def test_an_operator_that_is_missing(simulated_mac: Make) -> None:
    mac = simulated_mac(mps="fault:aten::addcdiv_=notimpl")
    result = by_name(examine(mac, "addcdiv-transposed-fp32"))["addcdiv-transposed-fp32"]
    assert (result.outcome, result.error_type) == ("raised", "NotImplementedError")
    assert standing_of(result) == "not implemented"


def test_a_gpu_fault_that_only_stderr_tells_of(simulated_mac: Make) -> None:
    line = "Error: command buffer exited with error status."
    mac = simulated_mac(mps=f"fault:aten::tril=stderr,{line}")
    results = by_name(examine(mac, "matmul-fp32", "rearrange-fp32", "cat-stack-fp32"))
    assert line in results["rearrange-fp32"].stderr
    assert results["rearrange-fp32"].outside == 0
    assert standing_of(results["rearrange-fp32"]) == "wrong results"
    assert results["cat-stack-fp32"].stderr == results["matmul-fp32"].stderr == ()


def test_no_deep_level_after_a_failed_smoke_test(simulated_mac: Make) -> None:
    machine = examine(simulated_mac(mps="fault:aten::mm=abort"), "bmm-fp32")
    assert machine.smoke.outcome == "crashed"
    assert "SIGABRT in the step smoke." in machine.deep.unknown
    assert isinstance(machine.deep.results, Unknown)


def test_what_was_left_when_the_time_was_up_is_told(
    simulated_mac: Make, pass_deadline: Callable[..., OnStep]
) -> None:
    mac = simulated_mac(mps="fault:aten::bmm=hang")
    on_step = pass_deadline("deep.bmm-fp32", TIMEOUT)
    machine = examine(mac, "matmul-fp32", "bmm-fp32", "linear-fp32", on_step=on_step)
    said = f"the time was up in deep.bmm-fp32 (--timeout {TIMEOUT})"
    assert said in known(machine.deep.not_run_because)
    assert by_name(machine)["matmul-fp32"].outcome == "compared"
    assert "linear-fp32" not in by_name(machine)


def test_the_whole_level(simulated_mac: Make) -> None:
    """Everything, with the operator fallback both ways; only what needs gigabytes is left out."""
    mac = simulated_mac(mps="recommended_bytes=2e9;fault:aten::mode=notimpl")
    machine = examine(mac)
    results = by_name(machine)
    standings = {name: standing_of(result) for name, result in results.items()}
    assert set(standings.values()) == {"works", "not run", "needs newer"}
    assert "needs 5.0 GB of memory" in results["large-ones-int8"].reason
    assert {name for name, said in standings.items() if said == "needs newer"} == {
        "metal-shader-fp32",
        "compiled-layer-norm-fp32",
        "compiled-broadcast-sum-fp32",
    }
    places = {
        (place.operator, place.with_variable): place.outcome
        for place in known(machine.deep.fallback)
    }
    assert places["aten::mode", False] == "not-implemented"
    assert places["aten::mode", True] == "on-cpu"
    assert places["aten::svd", False] == places["aten::svd", True] == "on-device"
    memory = machine.device_memory
    block = known(memory.block_bytes)
    assert memory.steps == tuple(block * number for number in range(1, 9))
    assert (memory.wrong_values, memory.left_after_release, memory.growth_bytes) == (0, 0, 0)
    assert memory.recommended_bytes == 2_000_000_000
    assert machine.smoke.stderr == Unknown("not in the report", "smoke.stderr")
    assert machine.deep.not_run_because == ""
