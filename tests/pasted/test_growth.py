"""The work grows in step with the text: counted, not timed."""

import sys
from collections.abc import Callable

import pytest

from mps_doctor.pasted import parse_text

ERROR = "RuntimeError: The operator 'aten::x' is not currently implemented for the MPS device.\n"
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
    "text",
    [
        "a" * 1_000_000,
        " " * 1_000_000,
        "linalg_" * 150_000,
        "error: " * 150_000,
        "(from versions: " * 60_000,
        "symbol not found " * 60_000,
        ">" * 500_000,
        "<p " * 300_000,
        "&amp;" * 200_000,
        "\x1b[" * 300_000,
        "[" * 200_000 + "{" * 200_000,
        '{"schema_version":' * 50_000,
        "os.environ['" * 80_000,
        "torch/hub/pytorch_vision" * 40_000,
        "mps " * 250_000,
        "-9223372036854775808 " * 50_000,
        "torch.backends.mps.is_available() False\n" * 50_000,
        "import torch\nos.environ['PYTORCH_ENABLE_MPS_FALLBACK'] = '1'\n" * 30_000,
    ],
    ids=range(18),
)
def test_a_megabyte_of_malice_comes_to_an_end(text: str) -> None:
    """A pattern that grew with the square of the text would not end within the test's life."""
    assert parse_text(text).origin.kind == "pasted"
