"""The smoke test of the probe: on the real CPU, and on a simulated `mps` with faults in it."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from simulated_mac import NoCompilerError, SimMac

from mps_doctor.discovery import interpreter
from mps_doctor.facts import SmokeTest, known_or
from mps_doctor.probe import smoke

torch = pytest.importorskip("torch")

N = smoke.ONES_SIZE
R = smoke.RANDOM_SIZE
VM_TEXT = (
    "MPS backend out of memory (MPS allocated: 0 bytes, other allocations: 0 bytes, "
    "max allowed: 7.93 GB). Tried to allocate 256 bytes on shared pool"
)

SEVERAL = """
import json, sys
sys.path.insert(0, sys.argv[1])
import torch
from probe import smoke
for spec in json.load(sys.stdin):
    torch._simulated_mps.simulated_mps_configure(spec.encode())
    facts = {}
    smoke.run(torch, "mps", lambda section, new: facts.update(new), lambda step, limit: None)
    print(json.dumps(facts))
"""

FAULTS: dict[str, dict[str, Any]] = {
    "": {"outcome": "completed", "ones_wrong": 0, "copy_wrong": 0, "not_finite": 0, "zeros": 0},
    "fault:aten::mm=scale,1.01": {"outcome": "completed", "ones_wrong": N * N, "zeros": 0},
    "fault:aten::mm=zeros": {"ones_wrong": N * N, "zeros": R * R, "relative_error": 1.0},
    "fault:aten::mm=nan": {"ones_wrong": N * N, "not_finite": R * R, "zeros": 0},
    "fault:aten::mm=transpose": {"outcome": "completed", "ones_wrong": 0, "not_finite": 0},
    "fault:aten::mm=stale": {"outcome": "completed", "ones_wrong": 0, "not_finite": 0},
    "fault:aten::mm=unwritten": {"outcome": "completed", "ones_wrong": N * N},
    "fault:aten::mm=zero-first-row": {"ones_wrong": N, "zeros": R},
    "fault:copy-to-device=zero-first-row": {"copy_wrong": 2 * R, "ones_wrong": 0},
    "fault:copy-from-device=scale,2": {"copy_wrong": 2 * R * R, "ones_wrong": N * N},
    "fault:sync=sleep,0.01": {"outcome": "completed", "ones_wrong": 0},
    "virtual_machine=1": {"outcome": "raised", "step": "allocate", "error_type": "RuntimeError"},
    "available=0": {"outcome": "raised", "step": "allocate", "error_type": "RuntimeError"},
    "fault:sync=raise,Metal error@2": {
        "outcome": "raised",
        "step": "copy",
        "error_message": "Metal error",
    },
    "fault:aten::mm=notimpl": {
        "outcome": "raised",
        "step": "multiply-ones",
        "error_type": "NotImplementedError",
        "copy_wrong": 0,
    },
    "fault:copy-from-device=raise,lost@3": {"outcome": "raised", "step": "read-back"},
    "fault:copy-from-device=raise,lost@4": {
        "outcome": "raised",
        "step": "read-back",
        "ones_wrong": 0,
    },
}
"""A fault of the simulated device, and facts that must come of it."""

RELATIVE_ERRORS = {
    "": (0, 1e-5),
    "fault:aten::mm=scale,1.01": (0.0099, 0.0101),
    "fault:aten::mm=transpose": (1, 2),
    "fault:aten::mm=stale": (1, 1e3),
    "fault:aten::mm=unwritten": (1, float("inf")),
    "fault:aten::mm=zero-first-row": (1e-3, 1),
    "fault:copy-from-device=scale,2": (0.99, 1.01),
}


def run(device: str) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    smoke.run(torch, device, lambda section, new: facts.update(new), lambda step, limit: None)
    return facts


def test_cpu_computes_right() -> None:
    facts = run("cpu")
    assert 0 < facts.pop("relative_error") < 1e-5
    assert facts.pop("first_seconds") > 0
    assert "unknown" in facts.pop("warm_seconds")  # a CPU has nothing to warm up
    assert facts == {
        "device": "cpu",
        "outcome": "completed",
        "step": "read-back",
        "size": N,
        "ones_wrong": 0,
        "copy_wrong": 0,
        "not_finite": 0,
        "zeros": 0,
    }


@pytest.mark.parametrize("device", ["xpu", "no-such-device", "mps:99"])
def test_a_device_that_is_not_there_is_told(device: str) -> None:
    facts = run(device)
    assert facts["outcome"] == "raised"
    assert (facts["device"], facts["step"]) == (device, "allocate")
    assert facts["error_message"]


def test_every_step_is_announced_before_it_runs() -> None:
    told: list[str] = []
    smoke.run(
        torch,
        "cpu",
        lambda section, new: told.extend(f"{section}.{name}" for name in new),
        lambda step, limit: told.append(step),
    )
    names = ["smoke.allocate", "smoke.copy", "smoke.multiply-ones", "smoke.read-back"]
    names += ["smoke.multiply-random", "smoke.read-back"]
    assert [name for name in told if name in names] == names
    assert told.index("smoke.multiply-ones") < told.index("smoke.first_seconds")
    assert told[-1] == "smoke.outcome"


def test_the_programs_own_state_is_left_alone() -> None:
    torch.manual_seed(7)
    torch.set_float32_matmul_precision("medium")
    try:
        expected = torch.Generator().manual_seed(7)
        run("cpu")
        assert torch.equal(torch.rand(3), torch.rand(3, generator=expected))
        assert torch.get_float32_matmul_precision() == "medium"
        assert torch.is_grad_enabled()
    finally:
        torch.set_float32_matmul_precision("highest")


@pytest.fixture(scope="module")
def smoked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """The facts of each fault, all from one child: the import of torch is what takes the time."""
    try:
        mac = SimMac(tmp_path_factory.mktemp("mac"), "m2_macos145")
    except NoCompilerError as error:
        pytest.skip(str(error))
    specs = list(FAULTS)
    done = mac.run("-c", SEVERAL, str(interpreter.PROBE.parents[1]), input=json.dumps(specs))
    assert done.returncode == 0, done.stderr
    return dict(zip(specs, map(json.loads, done.stdout.splitlines()), strict=True))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_shows_in_the_facts(smoked: dict[str, dict[str, Any]], fault: str) -> None:
    facts = smoked[fault]
    assert {name: facts.get(name) for name in FAULTS[fault]} == FAULTS[fault]


def test_the_random_product_measures_the_fault(smoked: dict[str, dict[str, Any]]) -> None:
    for fault, (low, high) in RELATIVE_ERRORS.items():
        assert low < smoked[fault]["relative_error"] < high, fault
    assert smoked["fault:aten::mm=nan"]["relative_error"] == {
        "unknown": "the product is not finite"
    }


def test_memory_of_a_virtual_machine_keeps_its_text(smoked: dict[str, dict[str, Any]]) -> None:
    assert VM_TEXT in smoked["virtual_machine=1"]["error_message"]


def examine(mac: SimMac, on_step: Callable[[str], None] | None = None) -> SmokeTest:
    return interpreter.examine(mac.python, timeout=600, on_step=on_step).smoke


@pytest.mark.parametrize(
    ("fault", "outcome", "step", "signal"),
    [
        ("aten::mm=abort,x.mm:1: failed assertion `boom'", "crashed", "multiply-ones", "SIGABRT"),
        ("sync=segv", "crashed", "allocate", "SIGSEGV"),
        ("aten::mm=exit,7", "exited", "multiply-ones", None),
        ("aten::mm=stderr,Error: command buffer exited with error status.", "completed", "", None),
    ],
)
def test_the_end_of_the_process_and_its_last_words(
    simulated_mac: Callable[..., SimMac], fault: str, outcome: str, step: str, signal: str | None
) -> None:
    found = examine(simulated_mac(mps=f"fault:{fault}"))
    assert (found.outcome, found.device) == (outcome, "mps")
    assert found.step == (step or "read-back")
    assert known_or(found.signal, None) == signal
    if outcome == "exited":
        assert found.exit_code == 7
    if step != "allocate":
        assert (found.size, found.copy_wrong) == (N, 0)  # what was known before it
    words = fault.partition(",")[2]
    if not words.isdigit():
        assert any(words in line for line in known_or(found.stderr, ("",)))


def test_a_hang_is_told_with_its_step(
    simulated_mac: Callable[..., SimMac], pass_deadline: Callable[..., Callable[[str], None]]
) -> None:
    mac = simulated_mac(mps="fault:aten::mm=hang")
    found = examine(mac, pass_deadline("smoke.multiply-ones"))
    assert (found.outcome, found.step) == ("hung", "multiply-ones")
    assert found.copy_wrong == 0
