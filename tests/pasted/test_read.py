"""All that is read out of a text is what was recorded: nothing more, nothing less."""

from __future__ import annotations

import pytest
from reading import cases, claims, read

from mps_doctor.facts import encode_machine
from mps_doctor.pasted import parse_text

HOW = "read the difference that `python tests/pasted` makes, and commit it where it is meant"


@pytest.mark.parametrize("name", cases())
def test_what_is_read_is_what_was_recorded(name: str) -> None:
    text, expected = cases()[name]
    assert read(name, text) == expected, HOW


def test_sentences_are_read_where_people_write_them() -> None:
    """What follows tens of thousands of characters is the output of programs."""
    sentences = "On my M1 Mac it fails inside a sandbox, with macOS 15.1 and torch 2.8.1"
    told = claims(sentences)
    assert len(told) > 5
    assert claims(f"{sentences}\n" + "word " * 15_000) == told
    assert claims("word " * 15_000 + f"\n{sentences}") == []


def test_a_user_is_not_named() -> None:
    text = 'File "/Users/someperson/run.py", line 1\nMPS backend out of memory for someperson\n'
    machine = parse_text(text, name="/Users/someperson/paste.txt")
    assert machine.origin.name == "~/paste.txt"
    assert "someperson" not in encode_machine(machine).decode()
    assert parse_text("no name here").origin.name == "-"


@pytest.mark.parametrize(
    ("length", "is_read"), [(200, True), (201, True), (20_000, True), (20_001, False)]
)
def test_a_line_is_read_up_to_a_length(length: int, is_read: bool) -> None:
    line = "one\nnumpy==1.26.4".ljust(length + 4, " ")
    assert claims(line) == ["package.numpy = 1.26.4 (listed, line 2)"] * is_read
