"""Error texts that are known: what each means, its cause, what to do. Data with its matcher.

The texts are torch's own, or those of Metal, dyld, pip, uv, conda and of libraries above torch.
Each row says where its text comes from; a text of torch's names the wheel that holds it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from mps_doctor.knowledge.frameworks import needs_of
from mps_doctor.knowledge.literals import Literals
from mps_doctor.patterns import in_lower_case

DATA = Path(__file__).with_name("signatures.json")

Kind: TypeAlias = Literal["exception", "warning", "abort", "installer", "loader", "build"]

BEFORE = 240
"""How many characters before its literal a pattern may begin."""

AFTER = 320
"""How many characters after its literal a pattern may end, where the row does not say more."""

MAX_FINDS = 3
"""Different finds of one signature that are kept: a log repeats its errors."""

SHORTEST_PART = 12
"""Characters below which a part of a message says too little: "mps", "torch.float"."""


class Signature(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One known error text."""

    id: str
    cause: str
    """The cause when nothing else is known; facts may lead to another (see the messages check)."""
    kind: Kind
    literal: str
    """A part of the text in lower case: only a text that holds it is searched for the pattern."""
    or_literals: tuple[str, ...] = ()
    """The same for alternatives of the pattern that do not hold the first literal."""
    beside: tuple[str, ...] = ()
    """Words of which a text must hold one besides, in lower case, where the literal is common."""
    pattern: str = ""
    """A regular expression of bounded repetitions, for a text in lower case; empty: the literal."""
    reach: int = AFTER
    since: str = ""
    """The first minor version of torch that has the text; empty where it is not torch's."""
    until: str = ""
    """The last one."""
    meaning: str
    fix: str
    """What to do, in words that hold for every machine; versions of a framework by its table."""
    source: str
    alone: bool = False
    """Whether it is a text of many, which counts only where no other error text was found."""
    of_any: bool = False
    """Whether any program that computes on the GPU, or is compiled, may bring it about."""
    verbatim: str = ""
    """The piece of the text that the named file of torch holds, letter for letter."""


class Find(msgspec.Struct, frozen=True, kw_only=True):
    """A signature that was found: where, and the groups of its pattern."""

    signature: Signature
    start: int
    end: int


@cache
def all_signatures() -> dict[str, Signature]:
    """Return every signature by its id."""
    rows = msgspec.json.decode(DATA.read_bytes(), type=list[Signature])
    return {row.id: _with_versions(row) for row in rows}


_NEEDS = re.compile(r"\{([\w-]+) ([\w-]+)\}")
"""What a feature of a framework needs: `{accelerate mps-fp16}`, a row of frameworks.json."""


def _with_versions(row: Signature) -> Signature:
    """Return a row with the versions that its words take from the table of frameworks."""
    if "{" not in row.fix:
        return row
    fix = _NEEDS.sub(lambda found: needs_of(found[1], found[2]), row.fix)
    return msgspec.structs.replace(row, fix=fix)


@cache
def all_literals() -> dict[str, list[tuple[int, str]]]:
    """Return every literal with the signatures that have it: their places in the data, and ids."""
    by_literal: dict[str, list[tuple[int, str]]] = {}
    for place, row in enumerate(all_signatures().values()):
        for literal in (row.literal, *row.or_literals):
            by_literal.setdefault(literal, []).append((place, row.id))
    return by_literal


@cache
def all_words() -> frozenset[str]:
    """Return what a text is searched for: every literal, and the words that must be beside them."""
    beside = (row.beside for row in all_signatures().values())
    return frozenset((*all_literals(), *chain.from_iterable(beside)))


@cache
def pattern_of(id: str) -> re.Pattern[str]:
    """Return the compiled pattern of a signature, for texts in lower case.

    One that disregards case itself would be tried at every place of a text: Python looks for the
    first letters of a pattern only where case counts.
    """
    row = all_signatures()[id]
    return re.compile(row.pattern or re.escape(row.literal))


def find_signatures(text: str, held: Mapping[str, list[int]] | None = None) -> list[Find]:
    """Return the known error texts in a text whose white space is single spaces, by place.

    Linear in the length of the text: each pattern is tried around the literals of its row alone.
    `held` are the places of `all_words` in the text in lower case, where they are known.
    """
    text, lowered = in_lower_case(text)
    rows = all_literals()
    if held is None:
        held = _literals().places_in(lowered)
    found = rows.keys() & held.keys()
    ranked = sorted((*pair, literal) for literal in found for pair in rows[literal])
    told = ((all_signatures()[id], literal) for _, id, literal in ranked)
    every = (
        _finds_of(row, held[literal], len(literal), text, lowered)
        for row, literal in told
        if not row.beside or not held.keys().isdisjoint(row.beside)
    )
    finds = list(dict.fromkeys(chain.from_iterable(every)))
    # Of two at one place the longer comes first: it says more.
    finds.sort(key=lambda find: (find.start, -find.end))
    said_more = any(not find.signature.alone for find in finds if find.signature.kind != "warning")
    return [find for find in finds if not (said_more and find.signature.alone)]


def explain_text(text: str) -> tuple[Signature, ...]:
    """Return the signatures that an error text matches, each once, in the order of the text.

    Where none matches, those whose text holds what was given: people type part of a message.
    """
    folded = " ".join(text.split())
    found = tuple(dict.fromkeys(find.signature for find in find_signatures(folded)))
    if found or len(folded) < SHORTEST_PART:
        return found
    part = folded.lower()
    return tuple(row for row in all_signatures().values() if part in _words_of(row))


def _words_of(row: Signature) -> str:
    # The pattern with its groups opened reads much like the message.
    opened = re.sub(r"\(\?:|\)\??|\\b", "", row.pattern)
    return f"{row.literal}\n{row.verbatim.lower()}\n{opened}"


def groups(id: str, text: str) -> tuple[str, ...]:
    """Return the groups of a signature's pattern in a text that it matched; "" for an empty one."""
    text, lowered = in_lower_case(text)
    found = pattern_of(id).search(lowered)
    return tuple(text[start:end] for start, end in found.regs[1:]) if found else ()


@cache
def _literals() -> Literals:
    return Literals(sorted(all_words()))


def _finds_of(
    row: Signature, places: list[int], length: int, text: str, lowered: str
) -> Iterator[Find]:
    """Yield the finds of a row around the places of one of its literals."""
    pattern = pattern_of(row.id)
    seen: set[str] = set()
    begin = tried = 0
    while tried < len(places):
        first = last = places[tried]
        # Windows that overlap are searched as one.
        while tried + 1 < len(places) and places[tried + 1] <= last + row.reach + BEFORE:
            tried += 1
            last = places[tried]
        found = pattern.search(lowered, max(begin, first - BEFORE), last + length + row.reach)
        if found is None:
            begin = last + length
            tried += 1
            continue
        begin = max(found.end(), first + 1)
        tried = bisect_left(places, begin)
        quoted = text[found.start() : found.end()]
        if quoted not in seen:
            seen.add(quoted)
            yield Find(signature=row, start=found.start(), end=found.end())
        if len(seen) == MAX_FINDS:
            return
