"""Reads what programs answered: torch of itself, the shell of the system, and what is set."""

import re
from collections.abc import Iterator
from itertools import islice

from mps_doctor.facts import Variable
from mps_doctor.knowledge.variables import FALLBACK
from mps_doctor.pasted.claims import BLOCK, FIELD, PROSE, Claims, claim_all
from mps_doctor.pasted.cleaning import unwrap
from mps_doctor.pasted.rows import answers as patterns
from mps_doctor.pasted.sentences import line_at, mentioned

MOST = 60
"""Finds of one pattern that are read: a text made of them costs no more."""

FEW = 8
"""The same of what programs print once or twice."""


def read_answers(text: str, claims: Claims) -> None:
    """Read what the text shows of torch's answers, and of those of the system."""
    _read_torch(patterns.ANSWER, text, claims)
    if "cuda" not in text.lower():
        _read_torch(patterns.BARE_ANSWER, text, claims)
    if "torch_import.mps_available" not in claims:
        _read_torch(patterns.PROSE_ANSWER, text, claims)
    for row in patterns.ANSWERS:
        if row.holds in text:
            for found in islice(mentioned(row.pattern, text, patterns.SUPPOSED), FEW):
                claim_all(row, found, claims, line_at(text, found.start()))


def _read_torch(pattern: str, text: str, claims: Claims) -> None:
    """Read whether torch said that mps is built, or available."""
    for found in mentioned(pattern, text, patterns.SUPPOSED, patterns.PRINTED_BEFORE):
        fact = f"torch_import.mps_{found[1].lower()}"
        claims.add(fact, found[2].lower() == "true", BLOCK, line_at(text, found.start()))


def sessions_in(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield what a shell or a `print` was asked as labels, each with its answer and that line."""
    for found in mentioned(patterns.PRINT, text):
        asked = [part.strip() for part in found[1].split(",")]
        # The first line with as many words as the print has arguments.
        words = (line.split() for line in found[2].split("\n"))
        answers = next((each for each in words if len(each) == len(asked)), [])
        for label, answer in zip(asked, answers, strict=False):
            yield label, answer, line_at(text, found.start(2) + 1)
    if not any(each in text for each in patterns.ASKS):
        return
    for found in mentioned(patterns.ASKED, text):
        before = patterns.BEFORE_ASKED.search(text, max(0, found.start() - 20), found.start())
        if before is not None and (before[1] or not found[4]):
            label = found[1] or found[2] or found[3] or found[4]
            yield label, found[5].strip(), line_at(text, found.start(5))


def read_variables(text: str, claims: Claims) -> None:
    """Read the environment variables that are shown as set, when code sets them, what was tried."""
    if not re.search(patterns.NAMES, text):
        return
    pattern = re.compile(patterns.SET)
    shown: dict[Variable, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        at = 0
        while "_" in line and (found := pattern.match(line, at)):
            shown.setdefault(Variable(name=found[1], value=found[2]), number)
            at = found.end()
    for variable, number in islice(shown.items(), MOST):
        claims.add("variable", variable, FIELD, number)
    imported = re.search(patterns.IMPORT, text)
    for found in mentioned(patterns.IN_CODE, text):
        number = line_at(text, found.start())
        claims.add("variable", Variable(name=found[1], value=found[2]), FIELD, number)
        if imported is not None and imported.start() < found.start():
            claims.add("set_after_import", found[1], FIELD, number)
    joined = unwrap(text)
    for found in mentioned(patterns.TOO_LATE, joined):
        claims.add("set_after_import", found[1], FIELD, line_at(text, found.start()))
    for found in mentioned(patterns.TRIED, joined):
        if not re.search(patterns.ONLY_ASKED, joined[max(0, found.start(1) - 80) : found.start(1)]):
            claims.add("tried", found[1].upper(), PROSE, line_at(text, found.start(1)))
    for claim in claims.of("variable"):
        if claim.value.name == FALLBACK and claim.value.value not in ("", "0"):
            claims.add("tried", FALLBACK, FIELD, claim.line)
