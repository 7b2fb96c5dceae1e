"""Finds the known error texts in a text, and quotes them without private names."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import NamedTuple

from mps_doctor.facts import MessageMatch
from mps_doctor.pasted.error_text import ErrorText
from mps_doctor.pasted.rows import error_texts as rows, supposed as patterns
from mps_doctor.pasted.sentences import quote_around
from mps_doctor.system.redaction import redact

BEFORE = 240
"""How many characters before its literal a pattern may begin."""

MOST_PLACES = 60
"""Places of one literal that are looked at: keeps a text made of literals from costing much."""

MOST_FINDS = 3
"""Different finds of one error text that are kept: a log repeats its errors."""

MOST_MATCHES = 60
"""Error texts that are kept of one text."""

LONGEST = 400
"""Characters of an error text that are kept as evidence; of pip's list of versions more."""

SHORTEST_PART = 12
"""Characters below which a part of a message says too little: "mps", "torch.float"."""

RECOGNISED = 16
"""Characters by which an error text is found again in its line."""


class Find(NamedTuple):
    """A known error text that was found, and where."""

    row: ErrorText
    start: int
    end: int


@cache
def all_error_texts() -> dict[str, ErrorText]:
    """Return every known error text by its id."""
    return {row.id: row for row in rows.all_rows()}


@cache
def pattern_of(id: str) -> re.Pattern[str]:
    """Return the compiled pattern of an error text, for texts in lower case.

    One that disregards case itself would be tried at every place of a text: Python looks for the
    first letters of a pattern only where case counts.
    """
    row = all_error_texts()[id]
    return re.compile(rows.with_quotes_or_none(row.pattern) or rows.of_literals(row.literals))


def find_error_texts(text: str) -> list[Find]:
    """Return the known error texts in a text whose white space is single spaces, by place.

    Linear in the length of the text: each pattern is tried around the literals of its row only.
    """
    text, lowered = _in_lower_case(text)
    padded = f" {lowered} "  # for literals that begin or end with a blank
    found: list[Find] = []
    for row in all_error_texts().values():
        literals = [literal for literal in row.literals if literal in padded]
        if literals and (not row.beside or any(word in padded for word in row.beside)):
            found += _finds_of(row, literals, text, lowered)
    found.sort(key=lambda find: (find.start, -find.end))
    said_more = any(not find.row.alone for find in found if find.row.kind != "warning")
    return [find for find in found if not (said_more and find.row.alone)]


def read_messages(text: str, names: frozenset[str]) -> tuple[MessageMatch, ...]:
    """Return the known error texts in a clean text, each with its line, redacted."""
    plain = re.sub(patterns.CODE, lambda code: "\n" * code[0].count("\n"), text)
    flat = " ".join(plain.split())
    finds = sorted(
        (_printed(each, flat) for each in find_error_texts(flat)),
        key=lambda find: (find.start, -find.end),
    )
    lines = plain.split("\n") if finds else []
    number = words = 0  # lines, and the words in them
    matches = []
    for find in finds[:MOST_MATCHES]:
        if re.search(patterns.SUPPOSED, flat[max(0, find.start - 100) : find.start]):
            continue
        held = flat[find.start : find.end]
        # All the versions that pip was offered say more than some: its pattern bounds them.
        kept = held if "from versions" in held else held[:LONGEST]
        # Both forms have the same words: those before a find tell its line.
        before = flat.count(" ", 0, find.start)
        while words <= before:
            words += len(lines[number].split())
            number += 1
        quote = quote_around(kept, lines[number - 1], names)
        matches.append(
            MessageMatch(signature=find.row.id, text=redact(kept, names), line=number, quote=quote)
        )
    latest = max((found.start() for found in re.finditer(patterns.NOW, plain)), default=0)
    return tuple(sorted(matches, key=lambda match: match.line <= plain.count("\n", 0, latest)))


def is_printed(match: MessageMatch) -> bool:
    """Return whether a machine printed an error, and no warning: others may be a writer's words."""
    row = all_error_texts()[match.signature]
    if row.kind == "exception":
        return bool(row.verbatim or re.search(patterns.PRINTED, match.shown))
    return row.kind != "warning"


def is_beside_the_point(match: MessageMatch, text: str) -> bool:
    """Return whether a text tells of a failure, and a warning only of how a step is computed."""
    return (
        match.signature in patterns.HOW_IT_IS_COMPUTED
        and match.line > 1  # not what the title says
        and re.search(patterns.FAILURE, text) is not None
    )


def is_of_torch(match: MessageMatch) -> bool:
    """Return whether an error text is torch's own, or names it: others print the rest as well."""
    row = all_error_texts()[match.signature]
    return not row.any_program and bool(
        row.verbatim or re.search(patterns.OF_TORCH, match.shown.lower())
    )


def without_messages(text: str, matches: tuple[MessageMatch, ...]) -> str:
    """Return the text with each line cut where a known error text begins or an error is named."""
    lines = text.split("\n")
    for match in {each.line: each for each in reversed(matches)}.values():
        if match.line <= len(lines) and match.signature not in patterns.NAMES:
            line = lines[match.line - 1]
            # A text that was wrapped or redacted is not found there; the whole line goes.
            kept = line[: max(0, line.find(match.text[:RECOGNISED]))]
            lines[match.line - 1] = kept + _behind(line[len(kept) :])
    return re.sub(patterns.NAMED_ERROR, lambda found: _behind(found[0]), "\n".join(lines))


def explain_text(text: str) -> tuple[ErrorText, ...]:
    """Return the rows that an error text matches, each once, in the order of the text.

    Where none matches, those whose text holds what was given: people type part of a message.
    """
    folded = " ".join(text.split())
    found = dict.fromkeys(find.row.id for find in find_error_texts(folded))
    if not found and len(folded) >= SHORTEST_PART:
        part = folded.lower()
        found = dict.fromkeys(
            row.id for row in all_error_texts().values() if part in _words_of(row)
        )
    return tuple(map(all_error_texts().__getitem__, found))


def groups(id: str, text: str) -> tuple[str, ...]:
    """Return the groups of a pattern in a text that it matched; "" for an empty one."""
    text, lowered = _in_lower_case(text)
    found = pattern_of(id).search(lowered)
    return tuple(text[start:end] for start, end in found.regs[1:]) if found else ()


def package_in(row: ErrorText, text: str) -> str:
    """Return the package that an error text names; empty where its row has no such group."""
    place = pattern_of(row.id).groupindex.get("package")
    named = groups(row.id, text) if place else ()
    return re.split(r"[=<>*:\s]", named[place - 1].strip("'\"`.,"))[0] if place and named else ""


def _printed(find: Find, flat: str) -> Find:
    """Return where a text was printed, below the line of the stack that raises it."""
    raised = re.search(patterns.RAISED, flat[max(0, find.start - 80) : find.start])
    place = flat.find(flat[find.start : find.end], find.end) if raised else -1
    return find if place < 0 else Find(find.row, place, place + find.end - find.start)


def _in_lower_case(text: str) -> tuple[str, str]:
    """Return a text and its lower case, in which every sign has the same place."""
    lowered = rows.with_plain_quotes(text.lower())
    # A few letters (İ) grow when lowered, and places would shift: then both are in lower case.
    return (text, lowered) if len(lowered) == len(text) else (lowered, lowered)


def _finds_of(row: ErrorText, literals: list[str], text: str, lowered: str) -> Iterator[Find]:
    """Yield the finds of a row around the places of its literals."""
    pattern = pattern_of(row.id)
    seen: set[str] = set()
    end = 0
    places = chain.from_iterable(_places(each, lowered) for each in literals)
    for place, length in sorted(places):
        if place + length <= end:
            continue
        found = pattern.search(lowered, max(end, place - BEFORE), place + length + row.reach)
        if found is None:
            continue
        end = found.end()
        quoted = text[found.start() : found.end()]
        if quoted not in seen:
            seen.add(quoted)
            yield Find(row, found.start(), found.end())
        if len(seen) == MOST_FINDS:
            return


def _places(literal: str, lowered: str) -> Iterator[tuple[int, int]]:
    """Yield the first places of a literal, and its length; one at an end may lack its blank."""
    plain = literal.strip()
    place = lowered.find(plain)
    for _ in range(MOST_PLACES):
        if place < 0:
            return
        yield place, len(plain)
        place = lowered.find(plain, place + 1)


def _behind(text: str) -> str:
    """Return what a writer says of the machine behind an error text, as a sentence of its own."""
    if re.search(
        r"(?i)^Warning: (?=[^\n]*\b(?:apple silicon|m[1-5]))(?=[^\n]*\b(?:x86_64|rosetta))", text
    ):
        return text  # that Python is not of the processor's kind: a fact, and no error
    found = re.search(patterns.ABOUT_THE_MACHINE, text)
    return f". {found[1]}" if found else ""


def _words_of(row: ErrorText) -> str:
    # The pattern with its groups opened reads much like the message.
    plain = rows.with_plain_quotes(row.pattern)
    opened = re.sub(r"\(\?(?::|P<\w+>)|\)\??|\\b|\\(?=')", "", plain)
    return "\n".join((*row.literals, row.verbatim.lower(), opened))
