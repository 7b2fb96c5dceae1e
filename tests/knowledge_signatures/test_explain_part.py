"""People type part of a message: the rows whose text holds it answer."""

import pytest

from mps_doctor.knowledge.signatures import explain_text


@pytest.mark.parametrize(
    ("part", "cause"),
    [
        ("Cannot convert a MPS Tensor to float64 dtype", "float64-unsupported"),
        ("is not currently implemented for the MPS", "op-not-implemented"),
        ("The MPS backend is supported on MacOS", "macos-too-old-for-torch"),
    ],
)
def test_part_of_a_message_is_explained(part: str, cause: str) -> None:
    assert cause in {row.cause for row in explain_text(part)}


@pytest.mark.parametrize("part", ["mps", "torch", "a sentence that no error text holds"])
def test_too_little_and_too_much_are_not(part: str) -> None:
    assert explain_text(part) == ()
