"""Matches rows of plain words against sentences: the one matcher of symptoms and circumstances.

A row says what must stand in one sentence: a needle of each of its groups.  A needle is plain
words: `|` parts alternatives, `*` leaves a word open at that end, `..` stands for some words
between, and `{name}` stands for the shared words of that name (`rows/vocabulary.py`).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from mps_doctor.pasted.claims import LISTED, PROSE, Claims
from mps_doctor.pasted.rows import scope as patterns
from mps_doctor.pasted.rows.circumstances import CIRCUMSTANCES
from mps_doctor.pasted.rows.vocabulary import VOCABULARY
from mps_doctor.pasted.sentences import Sentence, shortened, words_of
from mps_doctor.pasted.symptom import SENTENCE, Circumstance, Symptom

Needle: TypeAlias = tuple[str, ...]
"""Parts that follow each other; between two of them may stand some words."""

NEAR = 2
"""How many sentences off a word may stand that a row wants near it."""

SHORT = 8
"""Sentences of a short text: its title is read as part of those that follow."""

TITLED = 5
"""Sentences of a short text, with the title, that are read in such a way."""

LABEL = 4
"""Words and signs that are a label, and no sentence of a person."""

GAP = 32
"""How many characters may stand where a needle says "..": some four words."""

_DENIED = re.compile(
    r" (?:no|not|never|without|neither|nor|none|avoid\w*|prevent\w*|instead of|less)"
    r"(?: (?!but |only )[^,;:. ]+){0,3} $"
)
"""What denies the word that follows it: some words before it in the same clause."""

_NAME = re.compile(r"\{(\w+)\}")


def with_neighbours(sentences: Sequence[Sentence], text: str) -> list[Sentence]:
    """Return the sentences of a text with what stands near each: a title is near all of it."""
    words = [each.words for each in sentences]
    near = [
        "".join((*words[:1], *words[max(0, at - NEAR) : at + NEAR + 1])) for at in range(len(words))
    ]
    near[:1] = [words_of(text)]
    return [sentence._replace(near=words) for sentence, words in zip(sentences, near, strict=False)]


def matches(row: Symptom | Circumstance, sentence: Sentence) -> bool:
    """Return whether a sentence says what a row is about."""
    words = sentence.words
    *named, matter = row.says
    return (
        all(holds(group, words) for group in named)
        and any(not _DENIED.search(words, max(0, at - 60), at + 1) for at in _all(matter, words))
        and not holds(row.unless, words)
        and all(holds(group, sentence.near) for group in row.near)
    )


def holds(group: str, words: str) -> bool:
    """Return whether some words hold a needle of a group."""
    return any(needle[0] in words and _find(needle, words, 0) >= 0 for needle in needles(group))


@lru_cache(maxsize=2048)
def needles(group: str) -> tuple[Needle, ...]:
    """Return the needles of a group."""
    written = group
    while _NAME.search(written):
        written = _NAME.sub(lambda found: VOCABULARY[found[1]], written)
    alternatives = dict.fromkeys(each for each in written.split("|") if each.strip())
    return tuple(tuple(map(_part, each.split(".."))) for each in alternatives)


def _part(written: str) -> str:
    """Return a part of a needle as it stands in a sentence: `*` leaves a word open at that end."""
    plain = written.strip()
    bare = plain.strip("*")
    plainly = bare.isascii() and (bare.isalnum() or bare[-1] == "." or bare == "()")
    words = f" {bare} " if plainly else words_of(bare)
    if not plain[0].isascii():
        return words.strip()  # Chinese and Japanese have no spaces between words
    return words[plain.startswith("*") : len(words) - plain.endswith("*")]


def _all(group: str, words: str) -> Iterator[int]:
    """Yield the places at which a needle of a group begins."""
    for needle in needles(group):
        at = _find(needle, words, 0) if needle[0] in words else -1
        while at >= 0:
            yield at
            at = _find(needle, words, at + 1)


def _find(needle: Needle, words: str, start: int) -> int:
    """Return the first place from `start` on at which a needle stands whole, or -1."""
    head, *tail = needle
    at = words.find(head, start)
    while at >= 0:
        end = at + len(head)
        for part in tail:
            found = words.find(part, end - 1, end + GAP + len(part))
            if found < 0:
                break
            end = found + len(part)
        else:
            return at
        at = words.find(head, at + 1)
    return -1


def read_symptoms(rows: Iterable[Symptom], sentences: Sequence[Sentence], claims: Claims) -> None:
    """Claim the symptoms that a text tells, the weightiest first, one for each cause.

    What the first sentence says counts before all others, because a report begins with its title;
    of the rest, the one that stands highest in the table.  Vague rows come last.
    """
    rows = tuple(rows)
    hits = _hits(rows, sentences) or _hits([row for row in rows if row.titled], _titled(sentences))
    hits.sort(key=lambda hit: (hit[0].vague, hit[1] is not sentences[0]))
    causes: set[str] = set()
    for row, sentence in hits:
        if row.cause not in causes:
            causes.add(row.cause)
            claims.add("reported", row.id, PROSE, sentence.line)
            claims.add("telling", (row.id, sentence.line, shortened(sentence.text)), PROSE)


def read_circumstances(sentences: Sequence[Sentence], claims: Claims) -> None:
    """Claim the facts of the machine that sentences state."""
    words = "".join(each.words for each in sentences)
    for row in CIRCUMSTANCES:
        if not holds(row.says[0], words) or (sentence := _first(row, sentences)) is None:
            continue
        for fact, value in row.facts:
            shown = (shortened(sentence.text),) if value == SENTENCE else value
            claims.add(fact, shown, LISTED, sentence.line)


def _hits(rows: Iterable[Symptom], sentences: Sequence[Sentence]) -> list[tuple[Symptom, Sentence]]:
    """Return the rows that some sentences tell, each with the first that does."""
    words = "".join(each.words for each in sentences)
    told = ((row, _first(row, sentences)) for row in rows if holds(row.says[0], words))
    return [(row, sentence) for row, sentence in told if sentence is not None]


def _titled(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return the first sentences below the title of a short text, the title as a part of each."""
    if not 1 < len(sentences) <= SHORT or sentences[0].line > 1:
        return []
    title, *below = sentences[:TITLED]
    return [
        each._replace(words=f"{title.words}{'.' * GAP}{each.words}")
        for each in below
        if each.words.count(" ") > LABEL
    ]


def _first(row: Symptom | Circumstance, sentences: Sequence[Sentence]) -> Sentence | None:
    """Return the first sentence that says what a row is about."""
    loose = isinstance(row, Symptom) and row.loose
    found = (each for each in sentences if matches(row, each))
    return next(
        (each for each in found if not (loose and patterns.MENDED.search(each.words))), None
    )
