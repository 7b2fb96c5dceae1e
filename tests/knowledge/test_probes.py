"""What is known of the deep probes: names, bugs, and how to reproduce what one saw."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mps_doctor.knowledge import probes
from mps_doctor.knowledge.rows.probe_bugs import BUGS


def test_every_known_bug_belongs_to_a_probe() -> None:
    operations = {probe.operation for probe in probes.all_probes().values()}
    for bug in BUGS:
        assert bug.operation in operations
        probes.bugs_of(bug.operation, "2.13.0", "26.1")  # its versions parse


@pytest.mark.parametrize(
    ("operation", "torch", "macos", "issues"),
    [
        ("linear-transposed-weight", "2.8.0", "15.5", [162779]),
        ("linear-transposed-weight", "2.14.1", "15.5", []),
        ("index-scalar-assignment", "2.2.1", "14.4", [122016]),
        ("index-scalar-assignment", "2.2.1", "13.6", []),
        ("addcmul-transposed", "2.2.2", "", [118115, 189420]),
        ("addcmul-transposed", "2.12.0+cpu", "", [189420]),
        ("matmul", "2.8.0", "15.5", []),
        ("linear-bias-single-rows", "a build of one's own", "26.0", [188438]),
    ],
)
def test_known_bugs_of_a_version(operation: str, torch: str, macos: str, issues: list[int]) -> None:
    assert [bug.number for bug in probes.bugs_of(operation, torch, macos)] == issues


def test_names_of_probes() -> None:
    assert probes.find_probes("conv3d-fp32") == ("conv3d-fp32",)
    assert probes.find_probes("bmm") == ("bmm-fp32", "bmm-fp16", "bmm-bf16")
    assert probes.find_probes("nonsense") == ()


RUN_ALL = """
import contextlib, io, json, sys, traceback
for id, lines in json.load(open(sys.argv[1])).items():
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            exec("\\n".join(lines).replace('"mps"', '"cpu"'), {})
        assert said.getvalue().strip()
    except Exception:
        print(id, traceback.format_exc(limit=1))
"""

NOT_HERE = ("metal-shader", "compiled-layer-norm", "compiled-broadcast-sum")
"""They need Metal or a compiler; those that take gigabytes are left out as well."""


def test_every_reproduction_runs_as_it_is(tmp_path: Path) -> None:
    """Each is a program in itself: pasted into an empty file, it shows what the device gives."""
    pytest.importorskip("torch")
    texts = {
        probe.id: probes.reproduction(probe.id)
        for probe in probes.all_probes().values()
        if probe.operation not in NOT_HERE and not probe.memory
    }
    assert all(any('"mps"' in line for line in lines) for lines in texts.values())
    (tmp_path / "all.json").write_text(json.dumps(texts))
    done = subprocess.run(
        [sys.executable, "-c", RUN_ALL, str(tmp_path / "all.json")],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert done.stdout == ""


def test_most_reproductions_fit_an_issue() -> None:
    lengths = sorted(len(probes.reproduction(id)) for id in probes.all_probes())
    assert lengths[len(lengths) // 3] <= 6
    assert lengths[len(lengths) // 2] <= 8
    assert lengths[0] > 0
    assert probes.reproduction("nonsense") == ()
