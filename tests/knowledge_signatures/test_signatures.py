"""The catalogue of error texts: every row finds its text, and no other that is near it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from expressions import constants, parser
from packaging.version import Version

from mps_doctor.knowledge import causes
from mps_doctor.knowledge.signatures import (
    AFTER,
    BEFORE,
    Signature,
    all_signatures,
    explain_text,
    find_signatures,
    groups,
)

EXAMPLES: dict[str, dict[str, list[str]]] = json.loads(
    Path(__file__).with_name("examples.json").read_text(encoding="utf-8")
)
ROWS = list(all_signatures().values())
LARGEST_REPEAT = 4000
"""No repetition of a pattern goes further: the longest is pip's list of versions."""


def ids_in(text: str) -> set[str]:
    return {row.id for row in explain_text(text)}


def test_the_catalogue_is_large_and_has_an_example_of_every_row() -> None:
    assert len(ROWS) >= 200
    assert set(EXAMPLES) == {row.id for row in ROWS}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_finds_its_text_and_not_the_near_one(row: Any) -> None:
    for text in EXAMPLES[row.id]["matches"]:
        assert row.id in ids_in(text)
        assert row.id in ids_in(f"some log before it\n  {text}\nand after it")
    assert EXAMPLES[row.id]["near_misses"]
    for text in EXAMPLES[row.id]["near_misses"]:
        assert row.id not in ids_in(text)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_row_is_complete(row: Any) -> None:
    assert row.cause in causes.all_causes()
    assert row.literal == row.literal.lower()
    assert " ".join(row.literal.split()) == row.literal
    for sentence in (row.meaning, row.fix):
        assert len(sentence) > 10
        assert sentence.endswith(".")
    assert row.source.startswith(("https://", "torch "))
    assert bool(row.verbatim) == row.source.startswith("torch ")
    if row.since and row.until:
        assert Version(row.since) <= Version(row.until)


def walk(parsed: Any, *, repeated: bool = False) -> Iterator[tuple[int, bool]]:
    """Yield the largest count of each repetition, and whether it lies within a large one."""
    for operator, argument in parsed:
        if operator in (constants.MAX_REPEAT, constants.MIN_REPEAT):
            _, largest, inner = argument
            yield largest, repeated
            yield from walk(inner, repeated=repeated or largest > 10)
        elif operator is constants.SUBPATTERN:
            yield from walk(argument[-1], repeated=repeated)
        elif operator is constants.BRANCH:
            for branch in argument[1]:
                yield from walk(branch, repeated=repeated)
        elif operator in (constants.ASSERT, constants.ASSERT_NOT):
            yield from walk(argument[1], repeated=repeated)


@pytest.mark.parametrize("row", [row for row in ROWS if row.pattern], ids=lambda row: row.id)
def test_pattern_repeats_within_bounds(row: Any) -> None:
    """Unbounded and nested repetitions are what makes a search grow faster than its text."""
    for largest, nested in walk(parser.parse(row.pattern, re.IGNORECASE)):
        unbounded = largest >= int(constants.MAXREPEAT)
        assert not unbounded or not nested
        assert unbounded or largest <= LARGEST_REPEAT
    assert row.reach >= AFTER


ENVIRONMENT = """\
Collecting environment information...
PyTorch version: 2.9.1
Is debug build: False
CUDA used to build PyTorch: None
OS: macOS 15.3.1 (arm64)
Clang version: 17.0.0 (clang-1700.0.13.3)
Python version: 3.12.8 (main, Dec  3 2024, 18:42:41) (64-bit runtime)
Python platform: macOS-15.3.1-arm64-arm-64bit
Is CUDA available: False
CUDA runtime version: No CUDA
GPU models and configuration: No CUDA
Is XNNPACK available: True
CPU: Apple M3 Pro
[pip3] torch==2.9.1
[pip3] torchvision==0.24.1
The loss of mps on this GPU differs a little from that of the CPU.
"""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_patterns_are_for_texts_in_lower_case(row: Signature) -> None:
    letters = re.sub(r"\\.", "", row.pattern + row.literal + "".join(row.or_literals + row.beside))
    assert letters == letters.lower()


def test_few_patterns_are_tried_where_nothing_is_wrong() -> None:
    """A literal that ordinary words hold needs a `beside`, or every report pays for it."""
    text = " ".join(ENVIRONMENT.lower().split())
    tried = [
        row.id
        for row in ROWS
        if row.pattern and any(literal in text for literal in (row.literal, *row.or_literals))
        if not row.beside or any(word in text for word in row.beside)
    ]
    assert len(tried) <= 4, tried


def test_a_repeated_error_is_found_a_few_times_only() -> None:
    line = "RuntimeError: MPS backend out of memory (MPS allocated: {} GB, max allowed: 18.13 GB) "
    finds = find_signatures("".join(line.format(number) for number in range(500)))
    assert 1 <= len(finds) <= 5


def test_text_beyond_the_window_is_not_joined() -> None:
    far = "word " * (BEFORE + AFTER)
    text = f"Expected all tensors to be on the same device {far} mps"
    assert "same-device-mps-cpu" not in ids_in(text)


def test_letters_that_grow_when_lowered_do_no_harm() -> None:
    text = "İ" * 50 + " RuntimeError: Placeholder storage has not been allocated on MPS device!"
    assert "placeholder-storage" in ids_in(text)


def test_groups_hold_what_a_rule_needs() -> None:
    text = EXAMPLES["pip-no-version-torch"]["matches"][0]
    assert groups("pip-no-version-torch", text) == ("torch", "==2.3.0 ", "1.11.0, 2.2.1, 2.2.2")
    assert groups("pip-no-version-torch", "nothing") == ()


def test_explain_gives_each_row_once_in_the_order_of_the_text() -> None:
    text = (
        "OMP: Error #15: Initializing libomp.dylib\n"
        "AssertionError: Torch not compiled with CUDA enabled\n"
        "OMP: Error #15: Initializing libomp.dylib"
    )
    assert [row.id for row in explain_text(text)] == [
        "omp-error-15",
        "torch-not-compiled-with-cuda",
    ]
