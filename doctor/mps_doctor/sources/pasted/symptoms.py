"""Reads symptoms that are told in words, without an error text: a small closed list.

The words are those of people: "only noise on the GPU, the CPU is fine".
Each symptom needs two things said near each other, so that a mere mention of a word is none.
"""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache

from mps_doctor.patterns import in_lower_case
from mps_doctor.sources.pasted.claims import PROSE, Claims
from mps_doctor.sources.pasted.cleaning import unwrap
from mps_doctor.sources.pasted.places import line_at
from mps_doctor.sources.pasted.quoting import sentence_at
from mps_doctor.sources.pasted.symptom_kinds import Symptom
from mps_doctor.sources.pasted.symptoms_of_builds import BUILDS
from mps_doctor.sources.pasted.symptoms_of_contrast import CONTRASTS
from mps_doctor.sources.pasted.symptoms_of_environments import ENVIRONMENTS
from mps_doctor.sources.pasted.symptoms_of_events import EVENTS
from mps_doctor.sources.pasted.symptoms_of_installs import INSTALLS
from mps_doctor.sources.pasted.symptoms_of_limits import LIMITS
from mps_doctor.sources.pasted.symptoms_of_memory import MEMORY
from mps_doctor.sources.pasted.symptoms_of_mistakes import MISTAKES, NOT_AS_IT_SHOULD
from mps_doctor.sources.pasted.symptoms_of_oddities import ODDITIES
from mps_doctor.sources.pasted.symptoms_of_results import RESULTS

SYMPTOMS = (
    *(*RESULTS, *EVENTS, *MEMORY, *BUILDS, *ENVIRONMENTS, *INSTALLS),
    *(*LIMITS, *MISTAKES),
    *(*CONTRASTS, *ODDITIES, *NOT_AS_IT_SHOULD),
)
"""The closed list: these words are what `messages.reported` holds."""


DENIAL = 40
"""How many characters before a find may deny it: "no black images"."""

LONGEST_REMEMBERED = 200
"""Characters of a line that is remembered: longer ones hardly come again."""

TOLD_BY = frozenset(needle for symptom in SYMPTOMS for needle in symptom.needles)


def read_symptoms(text: str, claims: Claims, held: Set[str], whole: str) -> None:
    """Read the symptoms that a text tells; `held` are the needles that may be in it.

    `whole` is the text with the error texts that were taken out of it: they tell of the device.
    """
    held = TOLD_BY & held
    if not held:
        return
    whole = whole.lower()
    written, text = text, unwrap(text)
    text, lowered = in_lower_case(text)
    if len(text) != len(written):
        written = text
    held = {needle for needle in held if needle in lowered}
    for number, symptom in enumerate(SYMPTOMS):
        if held.isdisjoint(symptom.needles):
            continue
        needles = [needle for needle in symptom.needles if needle in held]
        place = _place(number, needles, lowered)
        if place >= 0 and (symptom.along is None or symptom.along.search(whole)):
            line = line_at(written, place)
            claims.add("reported", symptom.name, PROSE, line)
            claims.add("telling", (symptom.name, line, sentence_at(text, place)), PROSE, line)


def _place(number: int, needles: list[str], text: str) -> int:
    """Return where a text in lower case tells of a symptom, or -1."""
    symptom = SYMPTOMS[number]
    if not symptom.by_line:
        if symptom.beside and not any(word in text for word in symptom.beside):
            return -1
        return _search(symptom, text, 0, len(text))
    places = {needle: text.find(needle) for needle in needles}
    while places:
        first = min(places.values())
        start = text.rfind("\n", 0, first) + 1
        end = text.find("\n", first)
        end = len(text) if end < 0 else end
        line = text[start:end] if symptom.beside else ""
        if not line or any(word in line for word in symptom.beside):
            place = _search_line(number, text, start, end)
            if place >= 0:
                return place
        for needle in [needle for needle, place in places.items() if place <= end]:
            places[needle] = text.find(needle, end + 1)
            if places[needle] < 0:
                del places[needle]
    return -1


def _search_line(number: int, text: str, start: int, end: int) -> int:
    if end - start > LONGEST_REMEMBERED:
        return _search(SYMPTOMS[number], text, start, end)
    before = max(0, start - 1)  # patterns look at the end of the line before
    place = _remembered(number, text[before:end], start - before)
    return before + place if place >= 0 else -1


@lru_cache(maxsize=2048)
def _remembered(number: int, line: str, start: int) -> int:
    """Return what a line was found to tell: reports have most of their lines in common."""
    return _search(SYMPTOMS[number], line, start, len(line))


def _search(symptom: Symptom, text: str, start: int, end: int) -> int:
    """Return the place of the first find that is not denied by what stands before it, or -1."""
    for found in symptom.pattern.finditer(text, start, end):
        before = text[max(0, found.start() - DENIAL) : found.start()]
        if symptom.unless is None or not symptom.unless.search(before):
            return found.start()
    return -1
