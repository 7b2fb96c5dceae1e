"""Reads symptoms that are told in words, without an error text: a small closed list.

The words are those of people: "only noise on the GPU, the CPU is fine".
Each symptom needs two things said near each other, so that a mere mention of a word is none.
"""

from __future__ import annotations

from collections.abc import Set
from functools import cache, lru_cache
from itertools import chain

from mps_doctor.knowledge.literals import Literals
from mps_doctor.patterns import in_lower_case
from mps_doctor.sources.pasted.claims import PROSE, Claims
from mps_doctor.sources.pasted.cleaning import unwrap
from mps_doctor.sources.pasted.needed_words import frequency, needed_words
from mps_doctor.sources.pasted.places import line_at
from mps_doctor.sources.pasted.quoting import sentence_at
from mps_doctor.sources.pasted.symptom_kinds import Symptom
from mps_doctor.sources.pasted.symptoms_of_absences import ABSENCES
from mps_doctor.sources.pasted.symptoms_of_asides import ASIDES
from mps_doctor.sources.pasted.symptoms_of_builds import BUILDS
from mps_doctor.sources.pasted.symptoms_of_comparisons import COMPARISONS
from mps_doctor.sources.pasted.symptoms_of_contrast import CONTRASTS
from mps_doctor.sources.pasted.symptoms_of_cuda import WRITTEN_FOR_CUDA
from mps_doctor.sources.pasted.symptoms_of_ends import ENDS
from mps_doctor.sources.pasted.symptoms_of_environments import ENVIRONMENTS
from mps_doctor.sources.pasted.symptoms_of_events import EVENTS
from mps_doctor.sources.pasted.symptoms_of_growth import GROWTH
from mps_doctor.sources.pasted.symptoms_of_installs import INSTALLS
from mps_doctor.sources.pasted.symptoms_of_kernels import KERNELS
from mps_doctor.sources.pasted.symptoms_of_lacks import LACKS
from mps_doctor.sources.pasted.symptoms_of_limits import FAILING, LIMITS
from mps_doctor.sources.pasted.symptoms_of_memory import MEMORY
from mps_doctor.sources.pasted.symptoms_of_mistakes import MISTAKES, NOT_AS_IT_SHOULD
from mps_doctor.sources.pasted.symptoms_of_oddities import ODDITIES
from mps_doctor.sources.pasted.symptoms_of_outputs import OUTPUTS
from mps_doctor.sources.pasted.symptoms_of_remedies import REMEDIES
from mps_doctor.sources.pasted.symptoms_of_results import RESULTS
from mps_doctor.sources.pasted.symptoms_of_shortages import SHORTAGES
from mps_doctor.sources.pasted.symptoms_of_ties import TIES
from mps_doctor.sources.pasted.symptoms_of_unchecked import UNCHECKED
from mps_doctor.sources.pasted.symptoms_unexplained import UNEXPLAINED

SYMPTOMS = (
    *(*RESULTS, *EVENTS, *GROWTH, *MEMORY, *BUILDS, *ENVIRONMENTS, *INSTALLS, *ABSENCES),
    *(*REMEDIES, *ASIDES, *LIMITS, *LACKS, *KERNELS, *WRITTEN_FOR_CUDA, *TIES, *SHORTAGES),
    *(*UNCHECKED, *MISTAKES, *COMPARISONS, *OUTPUTS, *FAILING),
    *(*CONTRASTS, *ODDITIES, *NOT_AS_IT_SHOULD, *ENDS, *UNEXPLAINED),
)
"""The closed list: these words are what `messages.reported` holds."""


DENIAL = 40
"""How many characters before a find may deny it: "no black images"."""

LONGEST_REMEMBERED = 200
"""Characters of a line that is remembered: longer ones hardly come again."""

_OF_TEXTS = tuple(number for number, symptom in enumerate(SYMPTOMS) if not symptom.by_line)


def read_symptoms(text: str, claims: Claims, whole: str) -> None:
    """Read the symptoms that a text tells.

    `whole` is the text with the error texts that were taken out of it: they tell of the device.
    """
    whole = whole.lower()
    written, text = text, unwrap(text)
    text, lowered = in_lower_case(text)
    if len(text) != len(written):
        written = text
    for number, place in sorted(_places(lowered).items()):
        symptom = SYMPTOMS[number]
        if symptom.along is None or symptom.along.search(whole):
            line = line_at(written, place)
            claims.add("reported", symptom.name, PROSE, line)
            claims.add("telling", (symptom.name, line, sentence_at(text, place)), PROSE, line)


def _places(text: str) -> dict[int, int]:
    """Return the symptoms that a text in lower case tells, by number, with their first places."""
    finds = _rarest_words().finds_in(text)
    places: dict[int, int] = {}
    end = -1
    for place in sorted({place for _, place in finds}):
        if place < end:
            continue
        start = text.rfind("\n", 0, place) + 1
        end = text.find("\n", place)
        end = len(text) if end < 0 else end
        before = max(0, start - 1)  # patterns look at the end of the line before
        tell = _remembered if end - start <= LONGEST_REMEMBERED else _told_by
        for number, found in tell(text[before:end], start - before):
            places.setdefault(number, before + found)
    held = {word for word, _ in finds}
    for number in _OF_TEXTS:
        rarest, *others = _groups()[number]
        if held.isdisjoint(rarest):
            continue
        if all(any(word in text for word in group) for group in others):
            found = _search(SYMPTOMS[number], text, 0)
            if found >= 0:
                places[number] = found
    return places


def _told_by(line: str, start: int) -> tuple[tuple[int, int], ...]:
    """Return the symptoms that a line tells alone, each with its place, from `start` on."""
    held = _all_words().held_in(line)
    of_lines, groups = _of_lines(), _groups()
    told = []
    for number in sorted({number for word in held for number in of_lines.get(word, ())}):
        if not any(map(held.isdisjoint, groups[number])):
            place = _search(SYMPTOMS[number], line, start)
            if place >= 0:
                told.append((number, place))
    return tuple(told)


_remembered = lru_cache(maxsize=2048)(_told_by)
"""What a line was found to tell: reports have most of their lines in common."""


@cache
def _groups() -> list[tuple[Set[str], ...]]:
    """Return of each symptom the groups of which a text must have a word each, the rarest first."""
    every = ((each.needles, each.beside, *needed_words(each.pattern)) for each in SYMPTOMS)
    return [
        tuple(frozenset(group) for group in sorted(filter(None, groups), key=frequency))
        for groups in every
    ]


@cache
def _rarest_words() -> Literals:
    return Literals(sorted(frozenset().union(*(rarest for rarest, *_ in _groups()))))


@cache
def _all_words() -> Literals:
    return Literals(sorted(frozenset().union(*chain.from_iterable(_groups()))))


@cache
def _of_lines() -> dict[str, list[int]]:
    """Return the rarest words of the symptoms told in a line, each with the numbers of those."""
    told_by: dict[str, list[int]] = {}
    for number, (rarest, *_) in enumerate(_groups()):
        for word in rarest if SYMPTOMS[number].by_line else ():
            told_by.setdefault(word, []).append(number)
    return told_by


def _search(symptom: Symptom, text: str, start: int) -> int:
    """Return the place of the first find that is not denied by what stands before it, or -1."""
    for found in symptom.pattern.finditer(text, start):
        before = text[max(0, found.start() - DENIAL) : found.start()]
        if symptom.unless is None or not symptom.unless.search(before):
            return found.start()
    return -1
