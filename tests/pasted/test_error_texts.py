"""Every row of an error text finds its examples, and none of the texts that are near them.

A new row needs nothing here: it is tested by what it holds itself.
"""

import re
import sys
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from packaging.version import Version
from tables import cases

from mps_doctor.knowledge import causes
from mps_doctor.pasted import error_texts
from mps_doctor.pasted.error_text import AFTER, ErrorText, Kind
from mps_doctor.pasted.error_texts import (
    all_error_texts,
    explain_text,
    find_error_texts,
    groups,
    read_messages,
)
from mps_doctor.pasted.rows.error_texts import all_rows

if sys.version_info >= (3, 11):
    from re import _constants as constants, _parser as parser
else:
    import sre_constants as constants
    import sre_parse as parser

ROWS = list(all_error_texts().values())
MOST_SIGNS = 110_000
"""Of all patterns together: those of the whole project may have 150,000."""
LARGEST_REPEAT = 4000
"""No repetition of a pattern goes further: the longest is pip's list of versions."""


def ids_in(text: str) -> set[str]:
    return {find.row.id for find in find_error_texts(" ".join(text.split()))}


def of_each_row(row: ErrorText) -> str:
    return row.id


@pytest.mark.parametrize("row", ROWS, ids=of_each_row)
def test_finds_its_examples_and_not_its_near_misses(row: ErrorText) -> None:
    assert row.examples
    assert row.near_misses
    for text in row.examples:
        assert row.id in ids_in(text)
        assert row.id in ids_in(f"some log before it\n  {text}\nand after it")
    for text in row.near_misses:
        assert row.id not in ids_in(text)


@pytest.mark.parametrize("row", ROWS, ids=of_each_row)
def test_a_row_is_complete(row: ErrorText) -> None:
    assert row.cause in causes.all_causes()
    assert {*row.also} <= causes.all_causes().keys()
    assert {*row.unless} <= all_error_texts().keys()
    assert row.kind in get_args(Kind)
    assert {*re.findall(r"\{.*?\}", row.meaning + row.fix)} <= {"{package}"}
    for literal in row.literals:
        assert not re.search(r"\s\s|[\n\t]", literal)
    for sentence in (row.meaning, row.fix):
        assert len(sentence) > 10
        assert sentence.endswith(".")
    assert row.source.startswith(("https://", "torch "))
    assert bool(row.verbatim) == row.source.startswith("torch ")
    if row.since and row.until:
        assert Version(row.since) <= Version(row.until)
    letters = re.sub(r"\\.|\(\?P<\w+>", "", row.pattern + "".join(row.literals + row.beside))
    assert letters == letters.lower()


def test_an_id_is_of_one_row() -> None:
    ids = [row.id for row in all_rows()]
    assert len(ids) == len(set(ids)) >= 200


def test_the_patterns_stay_short() -> None:
    assert sum(len(row.pattern) for row in ROWS) < MOST_SIGNS


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


@pytest.mark.parametrize("row", [row for row in ROWS if row.pattern], ids=of_each_row)
def test_a_pattern_repeats_within_bounds(row: ErrorText) -> None:
    """Unbounded and nested repetitions are what makes a search grow faster than its text."""
    for largest, nested in walk(parser.parse(row.pattern)):
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


def test_few_patterns_are_tried_where_nothing_is_wrong() -> None:
    """A literal that ordinary words hold needs a `beside`, or every report pays for it."""
    text = " ".join(ENVIRONMENT.lower().split())
    tried = [
        row.id
        for row in ROWS
        if row.pattern and any(literal in text for literal in row.literals)
        if not row.beside or any(word in text for word in row.beside)
    ]
    assert len(tried) <= 4, tried


def test_a_repeated_error_is_found_a_few_times_only() -> None:
    line = "RuntimeError: MPS backend out of memory (MPS allocated: {} GB, max allowed: 18.13 GB) "
    finds = find_error_texts("".join(line.format(number) for number in range(500)))
    assert 1 <= len(finds) <= 5


def test_a_text_beyond_the_window_is_not_joined() -> None:
    far = "word " * (error_texts.BEFORE + AFTER)
    text = f"Expected all tensors to be on the same device {far} mps"
    assert "same-device-mps-cpu" not in ids_in(text)


def test_letters_that_grow_when_lowered_do_no_harm() -> None:
    text = "İ" * 50 + " RuntimeError: Placeholder storage has not been allocated on MPS device!"
    assert "placeholder-storage" in ids_in(text)


def test_groups_hold_what_a_rule_needs() -> None:
    text = all_error_texts()["pip-no-version-torch"].examples[0]
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


@cases
def test_part_of_a_message_is_explained(part: str, cause: str) -> None:
    assert cause in {row.cause for row in explain_text(part)}


@pytest.mark.parametrize("part", ["mps", "torch", "a sentence that no error text holds"])
def test_too_little_and_too_much_are_not(part: str) -> None:
    assert explain_text(part) == ()


@cases
def test_what_nobody_got_is_no_error(text: str, *, found: bool) -> None:
    assert bool(read_messages(text, frozenset())) is found
