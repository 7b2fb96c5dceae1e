"""The rows of labels and of printed answers say what they are to say; what prints outranks words.

A new row needs nothing here but its example.
"""

import pytest

from mps_doctor import diagnose
from mps_doctor.facts import known_or
from mps_doctor.pasted.answers import read_answers
from mps_doctor.pasted.claims import Claims, Extract
from mps_doctor.pasted.labels import READERS
from mps_doctor.pasted.parsing import parse_text
from mps_doctor.pasted.rows.answers import ANSWERS
from mps_doctor.pasted.rows.labels import LABELS


@pytest.mark.parametrize("row", ANSWERS, ids=lambda row: row.example.strip())
def test_an_answer_states_its_facts(row: Extract) -> None:
    claims = Claims()
    read_answers(row.example, claims)
    for fact, value in row.facts:
        if "$" not in str(value):
            assert value in claims.values_of(fact)
        else:
            assert fact in claims


def test_a_label_stands_in_one_row_and_its_readers_exist() -> None:
    labels = [label for row in LABELS for label in row.labels.split("|")]
    assert len(labels) == len(set(labels))
    assert all(label == label.lower().strip() for label in labels)
    assert {name for row in LABELS for name in row.readers} == READERS.keys()


FALLBACK, WATERMARK = "PYTORCH_ENABLE_MPS_FALLBACK", "PYTORCH_MPS_HIGH_WATERMARK_RATIO"


@pytest.mark.parametrize(
    ("text", "tried"),
    [
        (f"I have set {FALLBACK}=1 and it fails, torch", {FALLBACK}),
        (f"$ {FALLBACK}=1 python train.py\ntorch fails", {FALLBACK}),
        (f"$ {FALLBACK}=0 python train.py\ntorch fails", set()),
        (f"Even with {WATERMARK}=0.0 torch dies", {WATERMARK}),
        (f"Should I set {FALLBACK}=1 for torch?", set()),
        (f"The documentation of torch names {FALLBACK}.", set()),
    ],
)
def test_what_was_tried_already(text: str, tried: set[str]) -> None:
    assert set(known_or(parse_text(text).messages.tried, ())) == tried


MISSING = (
    "NotImplementedError: The operator 'aten::foo' is not currently implemented for the MPS "
    "device. As a temporary fix, you can set the environment variable "
    "`PYTORCH_ENABLE_MPS_FALLBACK=1` to use the CPU as a fallback for this op.\n"
)


@pytest.mark.parametrize("tried", [True, False])
def test_what_did_not_help_is_not_prescribed_again(*, tried: bool) -> None:
    said = f"I set {FALLBACK}=1, and still:\n" if tried else ""
    verdict = diagnose(f"macOS 14.5, Apple M1\n{said}{MISSING}").verdict
    steps = " ".join(step for fix in verdict.prescription for step in fix.steps)
    assert (f"{FALLBACK}=1" in steps) is not tried
    causes = {item.cause for item in verdict.candidates}
    assert ("fallback-env-set-too-late" in causes) is tried
