"""Every probe of the deep level can fail: silent faults in the simulated device are seen.

The device runs each operator on the CPU and then spoils its result without a word.
A probe is proved when, for each kind of fault, there is an operator in which it is seen.
"""

import json
from collections import defaultdict
from pathlib import Path

import msgspec
import pytest
from simulated_mac import SimMac

from mps_doctor.discovery import interpreter
from mps_doctor.facts import ProbeOutcome
from mps_doctor.judgement.deep_matrix import standing_of
from mps_doctor.knowledge.compatibility import all_probes

WORKER = Path(__file__).with_name("inject_faults.py")
PACKAGE = Path(interpreter.__file__).parents[1]

EVERYWHERE = ("zeros", "scale,1.3", "stale", "unwritten")
"""Kinds of fault that any result can have."""
KINDS = (*EVERYWHERE, "nan", "transpose")

NUMBERS = ("float32", "float16", "bfloat16", "complex64")

NOT_FAULTY = {
    "float64-refused-fp32": "the simulated device cannot take float64 at all; see test_catalogue"
}
"""Probes that no fault of an operator concerns, and why."""

TRANSFERS = ("copy-to-device", "copy-from-device")

ABOUT_COPIES = {
    *("copy", "copy-views", "copy-not-waiting", "copy-into-slice", "strided-copy", "large-copy"),
    *("casts-bfloat16", "pixel-shuffle"),
}
"""Operations that are copies on the device and nothing else."""

UNSEEN = {
    ("random-repeatable-fp32", "scale,1.3"): "random numbers that are all larger repeat as well",
    ("random-generator-fp32", "scale,1.3"): "random numbers that are all larger repeat as well",
}
"""Faults that a probe rightly does not see: random-normal and random-uniform see these."""


def inject(mac: SimMac) -> list[dict[str, object]]:
    """Run the faults; a run that ends the process was seen, and the rest go on in another one."""
    lines: list[dict[str, object]] = []
    deadly: list[str] = []
    for _ in range(60):
        done = mac.run(WORKER, PACKAGE, "+".join(KINDS), *deadly, timeout=1500)
        said = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        lines += said
        if said and "end" in said[-1]:
            return lines
        assert said, done.stderr[-2000:]
        assert "begin" in said[-1], done.stderr[-2000:]
        run = str(said[-1]["begin"])
        assert run not in deadly
        deadly.append(run)
        probe, operator, kind = run.split("|")
        ended = {"outcome": "crashed"}
        lines.append({"probe": probe, "operator": operator, "kind": kind, "facts": ended})
    raise AssertionError("too many processes ended")


def seen(line: dict[str, object]) -> bool:
    """Return whether the doctor would call this result anything but right."""
    facts = {**line["facts"], "probe": line["probe"]}  # type: ignore[dict-item]
    return standing_of(msgspec.convert(facts, ProbeOutcome)) != "works"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    pytest.importorskip("torch", reason="the simulated mps device needs torch")
    from simulated_mac import NoCompilerError

    try:
        mac = SimMac(tmp_path_factory.mktemp("mac"), "m2_macos145")
    except NoCompilerError as error:
        pytest.skip(str(error))
    return inject(mac)


def test_a_healthy_device_passes_every_probe(runs: list[dict[str, object]]) -> None:
    healthy = [line for line in runs if line.get("kind") == ""]
    assert {line["probe"] for line in healthy} == set(all_probes())
    assert [line for line in healthy if seen(line)] == []


def test_every_probe_sees_every_kind_of_silent_fault(runs: list[dict[str, object]]) -> None:
    tried: dict[str, set[str]] = defaultdict(set)
    caught: dict[str, set[str]] = defaultdict(set)
    for line in runs:
        if line.get("kind"):
            tried[str(line["probe"])].add(str(line["kind"]))
            if seen(line):
                caught[str(line["probe"])].add(str(line["kind"]))
    missed = {
        (probe.id, kind)
        for probe in all_probes().values()
        for kind in (*EVERYWHERE, *(("nan",) if probe.dtype in NUMBERS else ()))
        if kind not in caught[probe.id]
        and probe.id not in NOT_FAULTY
        and (probe.id, kind) not in UNSEEN
    }
    assert missed == set()


def test_faults_are_seen_in_the_operators_themselves(runs: list[dict[str, object]]) -> None:
    """Whatever is done with inputs that arrived wrong is wrong: that would prove little."""
    operators: dict[str, set[str]] = defaultdict(set)
    for line in runs:
        if line.get("kind") in ("zeros", "scale,1.3", "unwritten") and seen(line):
            operators[all_probes()[str(line["probe"])].operation].add(str(line["operator"]))
    copies = {name for name, seen_in in operators.items() if seen_in <= {"aten::copy_", *TRANSFERS}}
    assert copies <= ABOUT_COPIES


def test_most_probes_of_matrices_see_swapped_rows_and_columns(
    runs: list[dict[str, object]],
) -> None:
    """Not all can: what has one dimension, or one number, is the same when it is transposed."""
    caught = {line["probe"] for line in runs if line.get("kind") == "transpose" and seen(line)}
    operations = {all_probes()[str(probe)].operation for probe in caught}
    assert len(operations) >= 120
    assert {"matmul", "conv2d", "attention", "layer-norm", "sort", "copy-views"} <= operations
