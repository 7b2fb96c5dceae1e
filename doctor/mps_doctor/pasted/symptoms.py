"""Reads symptoms that are told in words, without an error text: a small closed list.

The words are those of people: "only noise on the GPU, the CPU is fine".
Each symptom needs two things said near each other, so that a mere mention of a word is none.

`symptom_kinds.py` says what a symptom is, and `symptoms_of_*.py` hold them by cause, which
`symptom_order.py` puts in order; the words that they share are in `symptom_words.py`, and on what
terms each one counts in `symptom_terms.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from functools import cache
from itertools import chain
from typing import NamedTuple, TypeAlias

from mps_doctor.knowledge.literals import Literals
from mps_doctor.pasted.claims import PROSE, Claims
from mps_doctor.pasted.cleaning import unwrap
from mps_doctor.pasted.needed_words import Groups, frequency, needed_words
from mps_doctor.pasted.other_programs import is_no_matter_of_mps, is_of_a_change
from mps_doctor.pasted.places import line_at
from mps_doctor.pasted.quoting import sentence_at
from mps_doctor.pasted.symptom_kinds import Symptom
from mps_doctor.pasted.symptom_order import SYMPTOMS
from mps_doctor.pasted.symptom_terms import ALWAYS, LASTING, OF_A_PATCH, TERMS, Terms
from mps_doctor.patterns import Remembered, in_lower_case, shape_of, tells_digits_apart

DENIAL = 40
"""How many characters before a find may deny it: "no black images"."""

SHORTEST = 2
"""Letters of a word that is looked for with all other literals, unless it is one of the rarest."""

_OF_LINES = tuple(number for number, symptom in enumerate(SYMPTOMS) if symptom.by_line)
_OF_TEXTS = tuple(number for number, symptom in enumerate(SYMPTOMS) if not symptom.by_line)


Finds: TypeAlias = tuple[tuple[int, int], ...]
"""The numbers of symptoms, each with its place in the line."""


def read_symptoms(
    text: str, claims: Claims, whole: str, held: Set[str], *, errors: bool = False
) -> None:
    """Read the symptoms that a text tells.

    `held` are those of `words_of_texts()` that the text may hold.
    `whole` is the text with the error texts that were taken out of it: they tell of the device;
    `errors` is whether there were any that are no mere warnings.
    """
    whole = whole.lower()
    written, text = text, unwrap(text)
    text, lowered = in_lower_case(text)
    if len(text) != len(written):
        written = text
    for number, place in sorted(_places(lowered, held).items()):
        symptom = SYMPTOMS[number]
        if not _counts(symptom, claims, whole, errors=errors):
            continue
        line = line_at(written, place)
        claims.add("reported", symptom.name, PROSE, line)
        claims.add("telling", (symptom.name, line, sentence_at(text, place)), PROSE, line)


def _counts(symptom: Symptom, claims: Claims, whole: str, *, errors: bool) -> bool:
    """Return whether what is told counts as a symptom in this text."""
    terms = TERMS.get(symptom.name, ALWAYS)
    return not (
        (errors and terms.without_errors)
        or (terms.beside and terms.beside.isdisjoint(claims.values("reported")))
        or (terms.denied_by is not None and terms.denied_by.search(whole))
        or (symptom.along is not None and not symptom.along.search(whole))
        or (terms.computed and is_no_matter_of_mps(whole))
        or (symptom.name not in LASTING and is_of_a_change(whole))
    )


def _places(text: str, held: Set[str]) -> dict[int, int]:
    """Return the symptoms that a text in lower case tells, by number, with their first places."""
    places: dict[int, int] = {}
    shapes = shape_of(text).split("\n")
    # Most lines of most reports have a shape that tells nothing.
    telling = {shape: told for shape in dict.fromkeys(shapes) if (told := _of_shape[shape]) != ()}
    if telling:
        start = 0
        for line, shape in zip(text.split("\n"), shapes, strict=True):
            if shape in telling:
                for number, place in telling[shape] or _of_line[line]:
                    places.setdefault(number, start + place)
            start += len(line) + 1
    by_word = _by_word(_OF_TEXTS)
    for number in {number for word in held for number in by_word.get(word, ())}:
        if any(map(held.isdisjoint, _looked_for(number))):
            continue
        # An error text may have held the words: it is taken out of what is read here.
        if all(_holds(text, group) for group in sorted(_groups()[number], key=len)):
            found = _search(SYMPTOMS[number], text, 0)
            if found >= 0:
                places[number] = found
    return places


def _told_by_shape(shape: str) -> Finds | None:
    """Return what every line of a shape tells, or None where that depends on its digits.

    The lines of a log differ in their digits alone.
    """
    numbers = _may_tell(shape)
    return None if any(map(_is_on_digits, numbers)) else _tell(shape, numbers)


_of_shape = Remembered(_told_by_shape)


def _told_by(line: str) -> Finds:
    """Return the symptoms that a line tells alone, each with its place."""
    every = _may_tell(shape_of(line))
    return _tell(line, [n for n in every if all(_holds(line, group) for group in _groups()[n])])


_of_line = Remembered(_told_by)


def _tell(line: str, numbers: Iterable[int]) -> Finds:
    mended = line.find(". ") % (len(line) + 1) if OF_A_PATCH.match(line) else 0
    after = f"\n{line}"  # patterns look at the end of the line before
    places = ((number, _search(SYMPTOMS[number], after, 1) - 1) for number in numbers)
    return tuple(
        (number, place)
        for number, place in places
        if place >= mended or (place >= 0 and not _terms(number).unmended)
    )


def _terms(number: int) -> Terms:
    return TERMS.get(SYMPTOMS[number].name, ALWAYS)


def _may_tell(shape: str) -> list[int]:
    """Return the symptoms of which a line of a shape may have a word of each group."""
    telling = _telling()
    numbers = {n for word in telling.words.held_in(shape) for n in telling.numbers[word]}
    return [
        number
        for number in sorted(numbers)
        if all(_holds(shape, map(shape_of, group)) for group in _groups()[number][1:])
    ]


def _holds(line: str, words: Iterable[str]) -> bool:
    return any(word in line for word in words)


@cache
def _groups() -> list[Groups]:
    """Return of each symptom the groups of which a text must have a word each, the rarest first."""
    every = ((each.needles, each.beside, *needed_words(each.pattern)) for each in SYMPTOMS)
    return [tuple(sorted(filter(None, groups), key=frequency)) for groups in every]


class _Telling(NamedTuple):
    """The rarest words of the symptoms that are told in a line, as shapes."""

    numbers: dict[str, list[int]]
    """Of which symptoms each word is."""
    words: Literals


@cache
def _telling() -> _Telling:
    numbers: dict[str, list[int]] = {}
    for word, telling in _by_word(_OF_LINES).items():
        numbers.setdefault(shape_of(word), []).extend(telling)
    return _Telling(numbers, Literals(numbers))


@cache
def _by_word(symptoms: tuple[int, ...]) -> dict[str, list[int]]:
    """Return the rarest words of some symptoms, each with the numbers of those it is one of."""
    numbers: dict[str, list[int]] = {}
    for number in symptoms:
        for word in _groups()[number][0]:
            numbers.setdefault(word, []).append(number)
    return numbers


def words_of_texts() -> Iterable[str]:
    """Return the words of which a text has some that tells a symptom in more than one line."""
    return chain.from_iterable(chain.from_iterable(map(_looked_for, _OF_TEXTS)))


@cache
def _looked_for(number: int) -> Groups:
    """Return the groups of a symptom of texts whose words are looked for with all other literals.

    Those are the rarest group, and what has no single letters: such words stand everywhere.
    """
    rarest, *others = _groups()[number]
    return (rarest, *(group for group in others if min(map(len, group)) >= SHORTEST))


@cache
def _is_on_digits(number: int) -> bool:
    """Return whether a symptom's patterns tell one digit from another."""
    symptom = SYMPTOMS[number]
    return any(map(tells_digits_apart, filter(None, (symptom.pattern, symptom.unless))))


def _search(symptom: Symptom, text: str, start: int) -> int:
    """Return the place of the first find that is not denied by what stands before it, or -1."""
    for found in symptom.pattern.finditer(text, start):
        before = text[max(0, found.start() - DENIAL) : found.start()]
        if symptom.unless is None or not symptom.unless.search(before):
            return found.start()
    return -1
