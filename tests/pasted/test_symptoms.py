"""Every row of plain words finds its examples by itself, and none of its near misses.

A new row needs nothing here: it is tested by what it holds itself.
"""

import pytest
from tables import cases

from mps_doctor.facts import known_or
from mps_doctor.knowledge.causes import all_causes
from mps_doctor.pasted.claims import Claims
from mps_doctor.pasted.gate import judge_scope
from mps_doctor.pasted.parsing import parse_text
from mps_doctor.pasted.rows.circumstances import CIRCUMSTANCES
from mps_doctor.pasted.rows.symptoms import SYMPTOMS
from mps_doctor.pasted.sentences import sentences_of
from mps_doctor.pasted.symptom import Circumstance, Symptom
from mps_doctor.pasted.symptoms import needles, read_circumstances, read_symptoms, with_neighbours

MOST_ROWS = 150


def told(text: str) -> list[str]:
    """Return the symptoms that a text tells, the weightiest first."""
    claims = Claims()
    scope = judge_scope(text)
    if scope.counts:
        read_symptoms(
            filter(scope.hears, SYMPTOMS), with_neighbours(sentences_of(text), text), claims
        )
    return claims.values_of("reported")


@pytest.mark.parametrize("row", SYMPTOMS, ids=lambda row: row.id)
def test_finds_its_examples_and_not_its_near_misses(row: Symptom) -> None:
    assert len(row.examples) >= 3
    assert len(row.near_misses) >= 2
    missed = {text: found for text in row.examples if (found := told(text)[:1]) != [row.id]}
    assert missed == {}, "this row tells its examples, and none above it takes them"
    wrong = {text: found for text in row.near_misses if (found := told(text))}
    assert wrong == {}, "a near miss is no symptom at all"


def test_the_table_of_symptoms_stays_short() -> None:
    ids = [row.id for row in SYMPTOMS]
    assert len(ids) == len(set(ids)) <= MOST_ROWS
    assert {row.cause for row in SYMPTOMS} <= all_causes().keys()


@pytest.mark.parametrize("row", [*SYMPTOMS, *CIRCUMSTANCES], ids=lambda row: row.examples[0])
def test_the_words_are_plain(row: Symptom | Circumstance) -> None:
    for group in (*row.says, *row.near, row.unless):
        assert not set(group) & set("\\[]^$?")
        assert group == group.lower(), "sentences are read in lower case"
        assert all(part for needle in needles(group) for part in needle)


def stated(text: str) -> list[str]:
    """Return the facts that the sentences of a text state."""
    claims = Claims()
    read_circumstances(with_neighbours(sentences_of(text), text), claims)
    return list(claims)


@pytest.mark.parametrize("row", CIRCUMSTANCES, ids=lambda row: row.examples[0])
def test_a_circumstance_states_its_facts(row: Circumstance) -> None:
    facts = {fact for fact, _ in row.facts}
    assert len(row.examples) >= 3
    assert len(row.near_misses) >= 2
    for text in row.examples:
        assert facts <= {*stated(text)}, text
    for text in row.near_misses:
        assert not facts <= {*stated(text)}, text


CRASH = "M1: the kernel dies with mps.\n"


@cases
def test_what_a_text_tells(text: str, expected: list[str]) -> None:
    assert told(text) == expected


def test_a_symptom_is_quoted_with_its_line() -> None:
    messages = parse_text("torch 2.5 on my Mac\n\nThe kernel dies on mps. Thanks!\n").messages
    assert [(each.symptom, each.line, each.quote) for each in messages.telling] == [
        ("program-crashes", 3, "The kernel dies on mps.")
    ]


def test_sentences_are_read_where_people_write_them() -> None:
    """What follows tens of thousands of characters is the output of programs."""
    assert known_or(parse_text(CRASH + "word " * 15_000).messages.reported, ()) != ()
    assert known_or(parse_text("word " * 15_000 + CRASH).messages.reported, ()) == ()
