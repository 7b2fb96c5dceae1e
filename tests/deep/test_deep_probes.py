"""The catalogue of deep probes: what it covers, on a healthy CPU, and what its data say."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mps_doctor.discovery import interpreter
from mps_doctor.facts import known
from mps_doctor.judgement.deep_matrix import count_of, matrix_of, standing_of
from mps_doctor.knowledge import probes as known_probes

HERE = Path(__file__).parent
PROBES = HERE.parents[1] / "doctor" / "mps_doctor" / "probe"
IDS = list(known_probes.all_probes())

TAKES_GIGABYTES = ("large-ones", "large-copy", "large-view-copy", "large-sum", "large-bmm")
TAKES_GIGABYTES += ("large-linear",)


def load(name: str) -> Any:
    """Return a script of this folder as a module."""
    spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run_with_torch(script: str, *arguments: str) -> str:
    """Run a script that may import torch and the probe; return what it printed."""
    pytest.importorskip("torch")
    start = f"import sys; sys.path.insert(0, {str(PROBES)!r})\n"
    done = subprocess.run(
        [sys.executable, "-c", start + script, *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_every_probe_is_right_on_the_cpu() -> None:
    pytest.importorskip("torch")
    chosen = list(known_probes.all_probes())
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


def test_large_sizes_are_whole_on_a_gpu_and_a_part_of_them_on_the_cpu() -> None:
    script = (
        "import json, torch, probe_deep\n"
        "sizes = {}\n"
        "for probe in probe_deep.catalogue():\n"
        "    if probe.memory:\n"
        "        drawn = {d: probe.draw(torch, torch.Generator(), d)[0] for d in ('mps', 'cpu')}\n"
        "        sizes[probe.operation] = (drawn, {d: probe.memory_on(d) for d in drawn})\n"
        "print(json.dumps(sizes))\n"
    )
    sizes = json.loads(run_with_torch(script))
    assert set(sizes) == set(TAKES_GIGABYTES)
    for drawn, memory in sizes.values():
        assert drawn["cpu"] == drawn["mps"] // 64
        assert memory["mps"] >= 3 << 30 > 1 << 28 > memory["cpu"]
    assert {name for name, (drawn, _) in sizes.items() if drawn["mps"] > 1 << 31} == {
        *("large-ones", "large-copy", "large-view-copy", "large-sum"),
    }


def test_covers_what_it_promises() -> None:
    operations = {row.operation for row in known_probes.all_probes().values()}
    assert len(operations) >= 80
    promised = """
        matmul bmm conv1d conv2d conv3d conv-transpose1d conv-transpose2d conv-transpose3d
        attention attention-causal attention-masked attention-permuted attention-odd-lengths
        attention-future-keys layer-norm group-norm batch-norm-training rms-norm embedding
        embedding-gradient index-select scatter-add sum-mean sort topk random-repeatable
        offset-view strided-copy channels-last fft logic bitwise sgd-transposed adam-transposed
        adamw-strided autocast copy state-dict compiled-layer-norm large-ones large-copy
        large-view-copy large-sum
    """
    assert set(promised.split()) - operations == set()
    dtypes = {row.dtype for row in known_probes.all_probes().values()}
    assert {"float32", "float16", "bfloat16", "int64", "bool", "complex64"} <= dtypes


def test_the_data_are_those_of_the_probes() -> None:
    """After a change of a probe: python tests/deep/write_probes.py."""
    written = load("write_probes").text()
    assert (known_probes.FOLDER / "probes.json").read_text(encoding="utf-8") == written


def test_every_known_bug_belongs_to_a_probe() -> None:
    operations = {row.operation for row in known_probes.all_probes().values()}
    for bug in known_probes.all_bugs():
        assert bug.operation in operations
        assert bug.issue.startswith("https://github.com/pytorch/pytorch/")
        known_probes.bugs_of(bug.operation, "2.13.0", "26.1")  # its versions parse


@pytest.mark.parametrize(
    ("operation", "torch", "macos", "issues"),
    [
        ("linear-transposed-weight", "2.8.0", "15.5", ["162779"]),
        ("linear-transposed-weight", "2.14.1", "15.5", []),
        ("index-scalar-assignment", "2.2.1", "14.4", ["122016"]),
        ("index-scalar-assignment", "2.2.1", "13.6", []),
        ("addcmul-transposed", "2.2.2", "", ["118115", "189420"]),
        ("addcmul-transposed", "2.12.0+cpu", "", ["189420"]),
        ("matmul", "2.8.0", "15.5", []),
        ("linear-bias-single-rows", "a build of one's own", "26.0", ["188438"]),
    ],
)
def test_known_bugs_of_a_version(operation: str, torch: str, macos: str, issues: list[str]) -> None:
    found = known_probes.bugs_of(operation, torch, macos)
    assert [bug.issue.rpartition("/")[2] for bug in found] == issues


def test_names_of_probes() -> None:
    assert known_probes.find_probes("conv3d-fp32") == ("conv3d-fp32",)
    assert known_probes.find_probes("bmm") == ("bmm-fp32", "bmm-fp16", "bmm-bf16")
    assert known_probes.find_probes("nonsense") == ()


RUN_ALL = """
import json, contextlib, io, traceback
for id, lines in json.load(open(sys.argv[1])).items():
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            exec("\\n".join(lines).replace('"mps"', '"cpu"'), {})
        assert said.getvalue().strip()
    except Exception:
        print(id, traceback.format_exc(limit=1))
"""


def test_every_reproduction_runs_as_it_is(tmp_path: Path) -> None:
    """Each is a program in itself: pasted into an empty file, it shows what the device gives."""
    not_here = ("metal-shader", "compiled-layer-norm", "compiled-broadcast-sum", *TAKES_GIGABYTES)
    texts = {
        row.id: row.reproduction
        for row in known_probes.all_probes().values()
        if row.operation not in not_here
    }
    assert all(any('"mps"' in line for line in lines) for lines in texts.values())
    (tmp_path / "all.json").write_text(json.dumps(texts))
    assert run_with_torch(RUN_ALL, str(tmp_path / "all.json")) == ""


def test_most_reproductions_have_five_lines() -> None:
    lengths = [len(row.reproduction) for row in known_probes.all_probes().values()]
    assert sum(length <= 5 for length in lengths) > len(lengths) / 3
    assert sorted(lengths)[len(lengths) // 2] <= 8


def test_random_numbers_of_the_process_are_left_alone() -> None:
    script = """
import torch, probe_deep
torch.manual_seed(11)
before = torch.get_rng_state()
named = [f"deep.{name}" for name in ("random-normal-fp32", "state-dict-fp32", "lstm-fp32")]
done = []
probe_deep.run(torch, "cpu", lambda *_: done.append(1), lambda *_: None, only=named)
print(len(done), torch.equal(before, torch.get_rng_state()), torch.is_warn_always_enabled())
"""
    assert run_with_torch(script).split() == ["3", "True", "False"]


def test_a_device_that_takes_float64_does_not_refuse_it() -> None:
    script = """
import torch, probe_deep_copies
print(*probe_deep_copies.float64_refused(torch, "cpu", torch.randn(3)))
"""
    assert "tensor(False) tensor(True)" in run_with_torch(script)


MEASURE = """
import json, torch
from probe_deep_measure import Comparison
from probe_deep_registry import EXACT, ORDINARY
values = {"nan": float("nan"), "inf": float("inf")}
def read(text):
    return torch.tensor([values.get(word) or float(word) for word in text.split()])
comparison = Comparison((EXACT if sys.argv[3] == "exact" else ORDINARY)["float32"])
comparison.add(torch, read(sys.argv[1]), read(sys.argv[2]))
print(json.dumps(comparison.facts))
"""


@pytest.mark.parametrize(
    ("measured", "expected", "facts"),
    [
        ("1 2", "1 2", {"outside": 0, "not_finite": 0, "all_zero": False, "norm_error": 0.0}),
        ("1 2.1", "1 2", {"outside": 1, "largest_error": pytest.approx(0.1)}),
        ("nan 2", "1 2", {"outside": 1, "not_finite": 1}),
        ("inf 2", "inf 2", {"outside": 0, "not_finite": 0}),
        ("nan 2", "nan 2", {"outside": 0, "not_finite": 0}),
        ("1 2", "nan 2", {"outside": 1}),
        ("1 2", "inf 2", {"outside": 1}),
        ("0 0", "1e-6 1e-6", {"all_zero": True, "outside": 0, "norm_error": pytest.approx(1)}),
        ("0 0", "0 0", {"all_zero": False, "outside": 0}),
        ("1", "1 2", {"wrong_shape": "(1,) instead of (2,)"}),
    ],
)
def test_measures(measured: str, expected: str, facts: dict[str, Any]) -> None:
    told = json.loads(run_with_torch(MEASURE, measured, expected, "ordinary"))
    assert {name: told.get(name) for name in facts} == facts
