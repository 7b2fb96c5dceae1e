"""The smoke test of the probe: on the real CPU, and on a simulated `mps` with faults in it."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from simulated_mac import NoCompilerError, SimMac

from mps_doctor.discovery import interpreter
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
    case["fault"]: case
    for case in msgspec.toml.decode(Path(__file__).with_suffix(".toml").read_bytes())["case"]
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
    case, facts = FAULTS[fault], smoked[fault]
    assert {name: facts.get(name) for name in case["facts"]} == case["facts"]
    if "relative_error" in case:
        low, high = case["relative_error"]
        assert low < facts["relative_error"] < high


def test_no_error_is_measured_of_a_product_that_is_not_finite(
    smoked: dict[str, dict[str, Any]],
) -> None:
    nan = smoked["fault:aten::mm=nan"]
    assert nan["relative_error"] == {"unknown": "the product is not finite"}


def test_memory_of_a_virtual_machine_keeps_its_text(smoked: dict[str, dict[str, Any]]) -> None:
    assert VM_TEXT in smoked["virtual_machine=1"]["error_message"]
