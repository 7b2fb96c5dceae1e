"""From what a user pasted to a Machine: every fact the text states, all others unknown.

`clean` takes the mess away, the readers turn lines and sentences into claims, the gate says how far
they count, and `join` makes one machine of them.  Nothing is judged: what an error text or a
symptom means beside the facts is the business of the checks.
"""

from mps_doctor.facts import Machine, MessageMatch
from mps_doctor.pasted import answers, computers, labels, packages, symptoms
from mps_doctor.pasted.claims import FIELD, LISTED, PROSE, Claims, claim_found
from mps_doctor.pasted.cleaning import clean, decode
from mps_doctor.pasted.documents import read_document, without_own_words
from mps_doctor.pasted.error_texts import (
    all_error_texts,
    is_beside_the_point,
    is_of_torch,
    is_printed,
    read_messages,
    without_messages,
)
from mps_doctor.pasted.gate import Scope, judge_scope
from mps_doctor.pasted.joining import join
from mps_doctor.pasted.rows import guests, supposed
from mps_doctor.pasted.rows.symptoms import SYMPTOMS
from mps_doctor.pasted.sentences import Sentence, sentences_of
from mps_doctor.pasted.symptoms import with_neighbours
from mps_doctor.system.redaction import redact, user_names

__all__ = ["parse_text"]

TELLING = ("reported", "host.macos_version_reported", "python.architecture", "hypervisor")
"""What nobody says of a computer without a reason."""

PROSE_LENGTH = 60_000
"""How much of a text is read as prose: sentences of people stand near its beginning."""

MOST_SENTENCES = 400
"""Sentences that are read for symptoms and circumstances."""


def parse_text(text: bytes | str, *, name: str = "-") -> Machine:
    """Return the facts that a pasted text states.

    Never raises for what the text holds: what is not understood is ignored.
    """
    plain = decode(text) if isinstance(text, bytes) else text
    if (machine := read_document(plain)) is not None:
        return machine
    plain = without_own_words(clean(plain))
    names = user_names(plain)
    matches = read_messages(plain, names)
    found = [all_error_texts()[match.signature] for match in matches]
    claims = Claims()
    labels.read_lines(plain, claims)
    answers.read_answers(plain, claims)
    answers.read_variables(plain, claims)
    prose = without_messages(plain[:PROSE_LENGTH], matches)
    said = with_neighbours(sentences_of(prose)[:MOST_SENTENCES], plain[:PROSE_LENGTH])
    _read_prose(plain, prose, said, claims)
    erred = any(row.source.startswith("torch ") and row.kind != "loader" for row in found)
    packages.read_torch_that_ran(plain, claims, erred=erred)
    only_facts = claims.are_all()
    scope = judge_scope(
        plain,
        errors=any(map(is_of_torch, matches)),
        printed=any(is_printed(match) or supposed.TRACE in plain for match in matches),
        environment=claims.weight("torch.version") >= FIELD,
        elsewhere="" if only_facts else claims.value("host.system", ""),
    )
    matches = tuple(
        match
        for match in matches
        if _counts(match, scope) and not is_beside_the_point(match, plain)
    )
    if scope.counts:
        if claims.weight("host.system") >= LISTED and claims.value("host.system") == "Darwin":
            said = [sentence._replace(near=f"{sentence.near} mac ") for sentence in said]
        symptoms.read_symptoms(filter(scope.hears, SYMPTOMS), said, claims)
    if "beta" in claims and (matches or "torch" in scope.topics):
        claims.add("reported", "macos-beta", FIELD)
        claims.add(
            "telling", ("macos-beta", claims.claim("beta").line, claims.value("beta")), FIELD
        )
    telling = matches or (scope.topics and any(fact in claims for fact in TELLING))
    concerned = telling or "torch" in scope.topics or only_facts
    of_a_mac = matches or "host.system" in claims or "mac" in scope.topics
    if claims.weight("torch.version") == PROSE and not of_a_mac:
        claims.pop("torch.version")  # whose torch it is, nothing says
    if scope.about or scope.form in ("change", "wish") or not concerned:
        claims = Claims()  # what such a text says of a computer is no fact of an environment
    return join(claims, matches, scope, plain, name=redact(name, names), names=names)


def _counts(match: MessageMatch, scope: Scope) -> bool:
    """Return whether an error text counts: some are no more than words, or of any program."""
    if all_error_texts()[match.signature].any_program and "torch" not in scope.topics:
        return False
    return scope.form == "report" or is_printed(match)


def _read_prose(text: str, prose: str, said: list[Sentence], claims: Claims) -> None:
    """Read the facts that sentences and paths state, where no labelled line states them."""
    packages.read_tools(text, claims)
    if "host.chip" not in claims:
        computers.read_computer_in_prose(prose, claims, text[:PROSE_LENGTH])
    packages.read_versions_in_prose(prose, claims)
    if "python.version" not in claims:
        packages.read_python_version(text, prose, claims)
    if "host.macos_version" not in claims:
        computers.read_macos_in_prose(prose, claims)
    if "host.system" not in claims:
        computers.read_elsewhere_in_prose(prose, claims, text[:PROSE_LENGTH])
    symptoms.read_circumstances(said, claims)
    if claims.value("host.system") == "Linux":
        claim_found(guests.IN_PROSE, prose, claims)
    computers.read_paths(text, claims)
