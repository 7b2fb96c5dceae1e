"""The work grows in step with the text: counted, not timed."""

import sys
from collections.abc import Callable

import pytest

from mps_doctor import diagnose
from mps_doctor.pasted.error_texts import all_error_texts
from mps_doctor.pasted.parsing import parse_text

ERROR = "RuntimeError: The operator 'aten::x' is not currently implemented for the MPS device.\n"
LARGEST_REPORT = 400_000
LITERALS = " ".join(literal for row in all_error_texts().values() for literal in row.literals)
LINE = "[pip3] torch==2.1.0\nOS: macOS 14.1 (arm64)\n>>> torch.backends.mps.is_available()\nTrue\n"


def calls_of(function: Callable[[], object]) -> int:
    """Count the calls of Python functions and of built-in ones that a call makes."""
    count = 0

    def counted(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(
    "unit",
    [
        ERROR,
        LINE,
        "a" * 80 + "\n",
        "> " * 40 + "\n",
        "x: " * 30 + "\n",
        "_mps " * 20,
        "M1 Mac " * 12,
    ],
    ids=["errors", "fields", "letters", "quotes", "labels", "literals", "chips"],
)
def test_twice_the_text_is_at_most_about_twice_the_work(unit: str) -> None:
    once, twice = unit * 400, unit * 800
    parse_text(once)  # compile the patterns first
    assert calls_of(lambda: parse_text(twice)) <= 2.5 * calls_of(lambda: parse_text(once)) + 500


@pytest.mark.parametrize(
    "unit",
    [
        *("a", " ", "\n", "\r", ">", "<p ", "&amp;", "\x1b[", "torch", "mps ", "a: b\n", "``` "),
        *("linalg_", "error: ", "(from versions: ", "symbol not found ", "os.environ['"),
        *("torch/hub/pytorch_vision", "-9223372036854775808 ", '{"schema_version":'),
        '"procName" : "python" ',
        "OS: macOS 14.5\n",
        "PYTORCH_ENABLE_MPS_FALLBACK=1\n",
        "torch.backends.mps.is_available() False\n",
        "import torch\nos.environ['PYTORCH_ENABLE_MPS_FALLBACK'] = '1'\n",
        "The result on mps is wrong, on the cpu it is right.\n",
        f"{LITERALS} ",
    ],
    ids=lambda unit: repr(unit[:24]),
)
def test_malice_comes_to_an_end_and_a_short_report(unit: str) -> None:
    """A pattern that grew with the square of the text would not end within the test's life."""
    report = diagnose(unit * (300_000 // len(unit)))
    assert report.facts.origin.kind == "pasted"
    assert len(report.to_json()) < LARGEST_REPORT
