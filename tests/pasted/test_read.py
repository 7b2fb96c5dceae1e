"""All that is read out of a text is what was recorded: nothing more, nothing less."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from reading import cases, read

HOW = "read the difference that `python tests/pasted` makes, and commit it where it is meant"


@pytest.mark.parametrize("name", cases())
def test_what_is_read_is_what_was_recorded(name: str) -> None:
    text, expected = cases()[name]
    assert read(name, text) == expected, HOW
