"""Reads what programs answered: torch of itself, the shell of the system, and what is set."""

import re
from collections.abc import Iterator
from itertools import islice

from mps_doctor.facts import Variable
from mps_doctor.knowledge.variables import FALLBACK
from mps_doctor.pasted.claims import BLOCK, FIELD, PROSE, Claims, claim_all
from mps_doctor.pasted.cleaning import unwrap
from mps_doctor.pasted.quoting import line_at
from mps_doctor.pasted.rows import answers as patterns

MOST = 60
"""Finds of one pattern that are read: a text made of them costs no more."""

FEW = 8
"""The same of what programs print once or twice."""


def read_answers(text: str, claims: Claims) -> None:
    """Read what the text shows of torch's answers, and of those of the system."""
    lowered = text.lower()
    if "is_" in lowered:
        printed = [found for found in _finds(patterns.PRINT, text) if _read_printed(found, claims)]
        for found in _finds(patterns.ANSWER, text):
            if not any(each.start() < found.start() < each.end() for each in printed):
                _claim_answer(found, claims)
        if "cuda" not in lowered:
            for found in _finds(patterns.BARE_ANSWER, text):
                _claim_answer(found, claims)
    if "available" in lowered and not claims.has("torch_import.mps_available"):
        for found in _finds(patterns.PROSE_ANSWER, text):
            _claim_answer(found, claims)
    for row in patterns.ANSWERS:
        for found in islice(_finds(row.pattern, text), FEW) if row.holds in text else ():
            if not _is_supposed(found):
                claim_all(row, found, claims, line_at(text, found.start()))


def sessions_in(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield the commands of shell sessions as labels, each with its answer and the line of it."""
    if not any(each in text for each in patterns.ASKS):
        return
    for found in _finds(patterns.ASKED, text):
        before = patterns.BEFORE_ASKED.search(text, max(0, found.start() - 20), found.start())
        if before is None or (found[5] and not before[1]):
            continue
        label = found[1] or found[2] or found[3] or found[4] or found[5]
        answer = found[6].strip()
        line = line_at(text, found.start(6))
        if label == "uname -p":  # a translated shell says i386, another one arm
            if answer == "i386":
                yield "uname -m", "x86_64", line
        elif label != "lipo":
            yield label, answer, line
        elif answer in ("x86_64", "arm64"):
            yield "python architecture", answer, line


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
    for found in _finds(patterns.IN_CODE, text):
        number = line_at(text, found.start())
        claims.add("variable", Variable(name=found[1], value=found[2]), FIELD, number)
        if imported is not None and imported.start() < found.start():
            claims.add("set_after_import", found[1], FIELD, number)
    joined = unwrap(text)
    for found in _finds(patterns.TOO_LATE, joined):
        claims.add("set_after_import", found[1], FIELD, line_at(text, found.start()))
    for found in _finds(patterns.TRIED, joined):
        if not re.search(patterns.ONLY_ASKED, joined[max(0, found.start(1) - 80) : found.start(1)]):
            claims.add("tried", found[1].upper(), PROSE, line_at(text, found.start(1)))
    for claim in claims.of("variable"):
        if claim.value.name == FALLBACK and claim.value.value not in ("", "0"):
            claims.add("tried", FALLBACK, FIELD, claim.line)


def _finds(pattern: str, text: str) -> Iterator[re.Match[str]]:
    return islice(re.finditer(pattern, text), MOST)


def _is_supposed(found: re.Match[str]) -> bool:
    before = found.string[max(0, found.start() - 28) : found.start()]
    return re.search(patterns.SUPPOSED, before.lower().replace("\n", " ")) is not None


def _claim_answer(found: re.Match[str], claims: Claims) -> None:
    if not _is_supposed(found):
        line = line_at(found.string, found.start())
        claims.add(f"torch_import.mps_{found[1].lower()}", found[2].lower() == "true", BLOCK, line)


def _read_printed(found: re.Match[str], claims: Claims) -> bool:
    """Read the first line after a `print` that has as many words as the print has arguments.

    Returns whether the print was of several things, of which torch's answer is one.
    """
    asked = [part.strip() for part in found[1].split(",")]
    if len(asked) < 2 or not any("mps.is_" in part for part in asked):
        return False
    answers = (words for line in found[2].split("\n") if len(words := line.split()) == len(asked))
    words = next((words for words in answers if {"True", "False"} & {*words}), [])
    line = line_at(found.string, found.start(2) + 1)
    for name, value in zip(asked, words, strict=False):
        fact = patterns.PRINTED.get(name, "")
        if fact.startswith("torch_import") and value in ("True", "False"):
            claims.add(fact, value == "True", BLOCK, line)
        elif fact == "torch.version" and re.fullmatch(r"\d+\.\d+\.\d+[\w.+]{0,30}", value):
            claims.add(fact, value, FIELD, line)
            claims.add("torch.installed", True, FIELD, line)
        elif fact == "python.architecture" and value in ("arm64", "x86_64"):
            claims.add(fact, value, FIELD, line)
    return True
