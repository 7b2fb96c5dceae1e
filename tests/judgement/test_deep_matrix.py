"""What a deep probe amounts to, in one word."""

from typing import Any

import pytest

from mps_doctor.facts import Deep, ProbeOutcome
from mps_doctor.judgement.deep_matrix import count_of, matrix_of, standing_of


def outcome(outcome: str = "compared", **fields: Any) -> ProbeOutcome:
    given = {"probe": "mm-fp32", "operation": "mm", "dtype": "float32", **fields}
    return ProbeOutcome(outcome=outcome, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("result", "standing"),
    [
        (outcome(), "works"),
        (outcome(outside=3), "wrong results"),
        (outcome(not_finite=1), "wrong results"),
        (outcome(all_zero=True), "wrong results"),
        (outcome(wrong_shape="(2,) instead of (3,)"), "wrong results"),
        (outcome(norm_error=2e-4, norm_tolerance=1e-4), "wrong results"),
        (outcome(stderr=("a warning of no weight",)), "works"),
        (outcome(stderr=("command buffer exited with error status",)), "wrong results"),
        (outcome("crashed"), "crashes"),
        (outcome("hung"), "crashes"),
        (outcome("exited"), "crashes"),
        (outcome("absent"), "needs newer"),
        (outcome("skipped"), "not run"),
        (outcome("raised", error_message="MPS backend out of memory"), "no memory"),
        (outcome("raised", error_message="BFloat16 is not supported on MPS"), "needs newer"),
        (outcome("raised", error_message="unsupported autocast device_type 'mps'"), "needs newer"),
        (
            outcome("raised", error_message="only supported on MacOS 14"),
            "needs newer",
        ),
        (outcome("raised", error_message="not implemented for 'Half'"), "not implemented"),
    ],
)
def test_the_standing_of_a_probe(result: ProbeOutcome, standing: str) -> None:
    assert standing_of(result) == standing


def test_the_matrix_has_a_row_for_each_operation_and_the_counts_agree() -> None:
    deep = Deep(
        results=(
            outcome(),
            outcome("crashed", dtype="float16"),
            outcome(operation="add", probe="add-fp32"),
        )
    )
    rows = {row.operation: row.standings for row in matrix_of(deep)}
    assert rows == {"mm": {"float32": "works", "float16": "crashes"}, "add": {"float32": "works"}}
    assert count_of(deep) == {"works": 2, "crashes": 1}
    assert matrix_of(Deep()) == ()
