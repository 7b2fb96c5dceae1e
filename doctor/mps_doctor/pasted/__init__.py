"""From what a user pasted to a Machine: every fact the text states, all others unknown.

`clean` takes the mess away, the readers turn lines into claims, and the claims are joined here.
Nothing is judged: what an error text means is the business of the checks.
"""

from __future__ import annotations

from functools import cache
from itertools import chain

from mps_doctor.facts import Machine, MessageMatch
from mps_doctor.knowledge.literals import Literals
from mps_doctor.knowledge.signatures import all_signatures, all_words
from mps_doctor.pasted import (
    answers,
    guests,
    machines,
    other_programs,
    pythons,
    sessions,
    systems,
)
from mps_doctor.pasted.claims import PROSE, Claims
from mps_doctor.pasted.cleaning import clean, decode, flatten
from mps_doctor.pasted.documents import read_document
from mps_doctor.pasted.finding import find_messages, without_messages
from mps_doctor.pasted.joining import join
from mps_doctor.pasted.lines import read_lines
from mps_doctor.pasted.other_programs import is_of_a_change, is_of_another_program
from mps_doctor.pasted.own_reports import without_own_words
from mps_doctor.pasted.packages import (
    read_numpy_in_prose,
    read_torch_in_prose,
    read_torch_that_ran,
)
from mps_doctor.pasted.paths import PATHS, read_paths
from mps_doctor.pasted.symptoms import read_symptoms, words_of_texts
from mps_doctor.system.redaction import redact, user_names

__all__ = ["parse_text"]

IN_WORDS = "-words"
"""How the ids of those rows end that hold what people write, and no text of a program."""

PROSE_LENGTH = 60_000
"""How much of a text is read as prose: sentences of people stand near its beginning."""


def parse_text(text: bytes | str, *, name: str = "-") -> Machine:
    """Return the facts that a pasted text states.

    Never raises for what the text holds: what is not understood is ignored.
    """
    plain = decode(text) if isinstance(text, bytes) else text
    if (machine := read_document(plain)) is not None:
        return machine
    plain = without_own_words(clean(plain))
    names = user_names(plain)
    claims, matches = read_claims(plain, names)
    return join(claims, matches, plain, name=redact(name, names), names=names)


def read_claims(
    plain: str, names: frozenset[str] = frozenset()
) -> tuple[Claims, tuple[MessageMatch, ...]]:
    """Return what a clean text claims, and the error texts in it, without the names of users."""
    flat = flatten(plain)
    places = _literals().places_in(flat.lower())
    held = places.keys()
    claims = Claims()
    read_lines(plain, claims)
    if not held.isdisjoint(sessions.TOLD_BY):
        sessions.read_sessions(plain, claims)
    if not held.isdisjoint(sessions.TOOLS_TOLD_BY):
        sessions.read_tools(plain, claims)
    answers.read_answers(plain, claims, held)
    if not held.isdisjoint(answers.VARIABLES_TOLD_BY):
        answers.read_variables(plain, claims)
    matches = find_messages(plain, flat, names, places)
    beginning = plain[:PROSE_LENGTH]
    lowered = beginning.lower()
    of_a_change = is_of_a_change(lowered)  # it names systems that nobody is said to have
    if of_a_change:
        matches = tuple(match for match in matches if not match.signature.endswith(IN_WORDS))
    prose = without_messages(beginning, matches)
    if not claims.has("host.chip"):
        machines.read_chip_in_prose(prose, claims)
    if not claims.has("torch.version"):
        read_torch_in_prose(prose, claims)
    rows = [all_signatures()[match.signature] for match in matches]
    erred = any(row.source.startswith("torch ") and row.kind != "loader" for row in rows)
    read_torch_that_ran(plain, claims, erred=erred)
    if not claims.has("package.numpy") and "umpy" in prose:
        read_numpy_in_prose(prose, claims)
    if not claims.has("python.version") and not held.isdisjoint(pythons.TOLD_BY):
        pythons.read_python_of_torch(plain, claims)
        if not (of_a_change or claims.has("python.version")):
            pythons.read_python_in_prose(prose, claims)
    if not claims.has("host.macos_version"):
        systems.read_macos_in_prose(prose, claims, beginning)
    if not (of_a_change or claims.has("host.system")):
        systems.read_elsewhere_in_prose(prose, claims, beginning)
    if not held.isdisjoint(guests.SANDBOX_TOLD_BY):
        guests.read_sandbox(prose, claims)
    if not (of_a_change or held.isdisjoint(guests.CONTAINER_TOLD_BY)):
        guests.read_container(prose, claims, beginning)
    if not held.isdisjoint(guests.MAC_GUEST_TOLD_BY):
        guests.read_mac_guest(prose, claims)
    if not held.isdisjoint(guests.LOG_TOLD_BY):
        guests.read_container_log(plain, claims)
    guests.read_runner_path(plain, claims)
    guests.read_hypervisor(prose, claims)
    if not (of_a_change or held.isdisjoint(machines.ROSETTA_TOLD_BY)):
        machines.read_rosetta(prose, claims)
    if not of_a_change:
        read_paths(plain, claims, held)
    if not held.isdisjoint(other_programs.CUDA_TOLD_BY):
        other_programs.read_cuda(beginning, claims)
    if any(row.of_any for row in rows) and is_of_another_program(lowered):
        claims.add("reported", "of-another-program", PROSE)
    errors = any(row.kind != "warning" for row in rows)
    read_symptoms(prose, claims, beginning, held, errors=errors)
    return claims, matches


@cache
def _literals() -> Literals:
    """Return all that is looked for by its letters: one look at the text serves them all."""
    of_readers = chain(
        *(PATHS, guests.SANDBOX_TOLD_BY, guests.CONTAINER_TOLD_BY, guests.MAC_GUEST_TOLD_BY),
        *(guests.LOG_TOLD_BY, machines.ROSETTA_TOLD_BY, sessions.TOLD_BY, pythons.TOLD_BY),
        sessions.TOOLS_TOLD_BY,
        *(answers.ANSWERS_TOLD_BY, answers.VARIABLES_TOLD_BY, other_programs.CUDA_TOLD_BY),
    )
    return Literals(sorted({*all_words(), *words_of_texts(), *of_readers}))
