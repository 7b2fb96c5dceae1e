"""How far a result is off: entries outside the tolerance, lost numbers, zeros, wrong shapes."""

from typing import Any

import pytest
from tables import cases_and

from mps_doctor.probe.deep.measure import Comparison
from mps_doctor.probe.deep.rows.tolerances import ORDINARY

torch = pytest.importorskip("torch")

VALUES = {"nan": float("nan"), "inf": float("inf")}


def tensor(text: str) -> Any:
    return torch.tensor([VALUES.get(word) or float(word) for word in text.split()])


@cases_and(
    {
        "measured": "1 2.1",
        "expected": "1 2",
        "facts": {"outside": 1, "largest_error": pytest.approx(0.1)},
    },
    {
        "measured": "0 0",
        "expected": "1e-6 1e-6",
        "facts": {"all_zero": True, "outside": 0, "norm_error": pytest.approx(1)},
    },
)
def test_measures(measured: str, expected: str, facts: dict[str, Any]) -> None:
    comparison = Comparison(torch, ORDINARY["float32"])
    comparison.add(tensor(measured), tensor(expected))
    assert {name: comparison.facts.get(name) for name in facts} == facts
