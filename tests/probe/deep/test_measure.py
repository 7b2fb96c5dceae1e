"""How far a result is off: entries outside the tolerance, lost numbers, zeros, wrong shapes."""

from typing import Any

import pytest

from mps_doctor.probe.deep.measure import Comparison
from mps_doctor.probe.deep.rows.tolerances import ORDINARY

torch = pytest.importorskip("torch")

VALUES = {"nan": float("nan"), "inf": float("inf")}


def tensor(text: str) -> Any:
    return torch.tensor([VALUES.get(word) or float(word) for word in text.split()])


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
    comparison = Comparison(torch, ORDINARY["float32"])
    comparison.add(tensor(measured), tensor(expected))
    assert {name: comparison.facts.get(name) for name in facts} == facts
