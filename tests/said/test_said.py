"""Whoever changes a word that users read, sees all places where it changes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from saying import (
    BASES,
    MEANINGS,
    READINGS,
    WITHOUT,
    examples,
    labels,
    meaning_of,
    reading_of,
    recorded,
    said_of,
    sources,
    without,
)

from mps_doctor.facts import SECTIONS

BLOCKS = {name: set(blocks) for name, blocks in recorded().items()}
HOW = "read the difference that `python tests/said` makes, and commit it where it is meant"


@pytest.mark.parametrize("name", sources())
def test_what_is_said_is_what_was_recorded(name: str) -> None:
    new = [block for file, block in said_of(name) if block not in BLOCKS.get(file, ())]
    assert not new, "\n".join([HOW, *new])


@pytest.mark.parametrize("signature", examples())
def test_an_error_text_means_what_was_recorded(signature: str) -> None:
    meaning = meaning_of(signature)
    assert meaning in BLOCKS[MEANINGS], "\n".join([HOW, meaning])


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("name", BASES)
def test_a_fact_that_is_not_known_changes_what_was_recorded(name: str, section: str) -> None:
    changes = without(name, section)
    assert changes in BLOCKS[WITHOUT], "\n".join([HOW, changes])


@pytest.mark.parametrize("reader", labels())
def test_a_label_is_read_as_recorded(reader: str) -> None:
    reading = reading_of(reader)
    assert reading in BLOCKS[READINGS], "\n".join([HOW, reading])


def test_nothing_is_recorded_that_is_no_longer_said() -> None:
    said = {(file, block) for name in sources() for file, block in said_of(name)}
    said |= {(WITHOUT, without(name, section)) for name in BASES for section in SECTIONS}
    said |= {(READINGS, reading_of(reader)) for reader in labels()}
    said |= {(MEANINGS, meaning_of(signature)) for signature in examples()}
    old = {(file, block) for file, blocks in BLOCKS.items() for block in blocks} - said
    assert not old, "\n".join([HOW, *(block for _, block in sorted(old))])
