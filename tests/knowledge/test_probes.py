"""What is known of the deep probes: names and bugs."""

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
