"""Reads what people tell in words, without an error text: symptoms, and circumstances."""

import re
from collections.abc import Sequence
from itertools import product

from mps_doctor.pasted.claims import LISTED, PROSE, Claims
from mps_doctor.pasted.gate import Scope
from mps_doctor.pasted.phrases import Passage, matches
from mps_doctor.pasted.quoting import shortened
from mps_doctor.pasted.rows.circumstances import CIRCUMSTANCES
from mps_doctor.pasted.rows.symptoms import SYMPTOMS
from mps_doctor.pasted.sentences import Sentence
from mps_doctor.pasted.symptom import SENTENCE, Circumstance, Symptom

_MENDED = re.compile(
    r" (?:fix(?:e[sd])?|solve[sd]?|resolve[sd]?|cure[sd]?|gone|no longer|any ?more|agree again"
    r"|went away|not reproduc\w+|no more|works? now|now works?|used to) "
)
"""What says that a trouble is over, or only thought of: loose rows do not count there."""


def read_symptoms(passages: Sequence[Passage], scope: Scope, claims: Claims) -> None:
    """Claim the symptoms that a text tells, the weightiest first, one for each cause.

    What the first sentence says counts before all others, because a report begins with its title;
    of the rest, the one that stands highest in the table.  Vague rows come last.
    """
    rows = [row for row in SYMPTOMS if _counts(row, scope)]
    found: dict[str, tuple[Symptom, Sentence]] = {}
    for vague, part in product((False, True), (passages[:1], passages)):
        for row in (row for row in rows if row.vague == vague):
            if row.cause not in found and (sentence := _first(row, part)):
                found[row.cause] = row, sentence
    for row, sentence in found.values():
        claims.add("reported", row.id, PROSE, sentence.line)
        claims.add("telling", (row.id, sentence.line, shortened(sentence.text)), PROSE)


def read_circumstances(passages: Sequence[Passage], claims: Claims) -> None:
    """Claim the facts of the machine that sentences state."""
    for row in CIRCUMSTANCES:
        if (sentence := _first(row, passages)) is None:
            continue
        for fact, value in row.facts:
            shown = (shortened(sentence.text),) if value == SENTENCE else value
            claims.add(fact, shown, LISTED, sentence.line)


def _counts(row: Symptom, scope: Scope) -> bool:
    spoken_of = len(scope.topics) == 2 if row.about == "both" else row.about in scope.topics
    return spoken_of and not (row.loose and scope.has_own_error)


def _first(row: Symptom | Circumstance, passages: Sequence[Passage]) -> Sentence | None:
    """Return the first sentence that says what a row is about."""
    loose = isinstance(row, Symptom) and row.loose
    for passage in passages:
        if matches(row, passage) and not (loose and _MENDED.search(passage.sentence.words)):
            return passage.sentence
    return None
