"""Sentences of people: takes them out of a text, finds what they mention, and quotes them."""

import re
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from typing import NamedTuple

from mps_doctor.pasted.rows import sentences as patterns
from mps_doctor.system.redaction import redact

_WRAPPED = 60
"""A line of at least so many characters without a full stop goes on in the next one."""

_LONGEST = 2_000
"""Characters of a paragraph that are read as sentences: a longer one is no prose."""

MOST_FINDS = 200
"""Finds of one pattern that are looked at: a text made of them costs no more."""

DENIED_WITHIN = 60
"""Characters before a find that may deny it."""

WIDTH = 240
"""Characters that are quoted."""

KEPT_BEFORE = 80
"""Characters that are kept before what is shown, where its line is longer."""


class Sentence(NamedTuple):
    """A sentence, or a line of a list, and the number of the line where it begins."""

    text: str
    words: str
    """Its words in lower case, each with one space around it."""
    line: int
    near: str = ""
    """The words that stand near it, its own included."""


def sentences_of(text: str) -> list[Sentence]:
    """Return the sentences of a text; code, stacks, prompts, quotes and links are left out.

    Of code those lines stay whose comment judges what comes out.
    What comes again, as the lines of a log do, is there once.
    """
    plain = patterns.COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)
    found: dict[str, Sentence] = {}
    if "<" in plain or "](" in plain or "http" in plain:
        plain = re.sub(patterns.LINK, r" \1 ", plain)
    paragraphs: dict[str, int] = {}
    for line, paragraph in _paragraphs(plain):
        paragraphs.setdefault(paragraph, line)
    for paragraph, line in paragraphs.items():
        place = 0
        for part in patterns.END.split(paragraph[:_LONGEST]):
            if part.strip():
                at = paragraph.find(part, place)
                place = at + len(part)
                plain = " ".join(part.split())
                words = words_of(plain)
                found.setdefault(words, Sentence(plain, words, line + line_at(paragraph, at) - 1))
    return list(found.values())


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text; those that a terminal or an editor has broken are one again."""
    held: list[str] = []
    begun = 0
    in_fence = False
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.strip()
        fence = patterns.FENCE.match(bare) is not None
        in_fence ^= fence
        is_prose = bool(re.search(patterns.REMARK, line) if in_fence else bare) and not (
            fence or patterns.NO_PROSE.match(line)
        )
        item = patterns.ITEM.match(line) if is_prose else None
        goes_on = is_prose and not item and held and len(held[-1]) >= _WRAPPED
        if held and not (goes_on and held[-1].rstrip()[-1:] not in (".", "!", "?", ":")):
            yield begun, "\n".join(held)
            held = []
        if is_prose:
            begun = begun if held else number
            held.append(line[item.end() :] if item else line)
    if held:
        yield begun, "\n".join(held)


def words_of(sentence: str) -> str:
    """Return a sentence as lower-case words, each with one space around it.

    "It doesn't run with device='mps:0'" becomes " it does not run with device = mps : 0 ".
    """
    text = sentence.lower().replace("cannot", "can not").replace("-", " ")
    if "nt" in text:
        text = patterns.BARE_CONTRACTION.sub(r"\1 not", text)
    for contracted, whole in patterns.CONTRACTED.items():
        text = text.replace(contracted, whole)
    text = patterns.POSSESSIVE.sub("", text)
    if not text.isascii():
        text = re.sub(patterns.FOREIGN, r" \1 ", text)
    return f" {' '.join(patterns.WORD.findall(text))} "


def mentioned(pattern: str | re.Pattern[str], text: str, *denials: str) -> Iterator[re.Match[str]]:
    """Yield the finds of a pattern that the words just before them do not deny."""
    for found in islice(re.finditer(pattern, text), MOST_FINDS):
        before = text[max(0, found.start() - DENIED_WITHIN) : found.start()]
        if not any(re.search(denial, before) for denial in denials):
            yield found


def only_version(text: str, versions_in: Callable[[str], set[str]]) -> str:
    """Return the one version that a text mentions, in its most exact form; "" for no or several.

    Where it mentions several, clauses about other computers are left out, and it is read again.
    """
    for part in narrowed(text):
        versions = versions_in(part)
        # 12 says no more beside 12.0.1.
        exact = [
            one for one in versions if not any(other.startswith(f"{one}.") for other in versions)
        ]
        if len(exact) < 2:
            return exact[0] if exact else ""
    return ""


def narrowed(text: str) -> Iterator[str]:
    """Yield a text, then what is left of it without other computers.

    First the clauses go that tell of a computer where all is well, then those about anybody's.
    """
    yield text
    begins = [0, *(found.end() for found in re.finditer(patterns.CLAUSE, text)), len(text)]
    clauses = [text[begin:end] for begin, end in pairwise(begins)]
    kept = [c for c in clauses if not re.search(patterns.WELL, c) or re.search(patterns.ILL, c)]
    yield "\n".join(kept)
    yield "\n".join(each for each in kept if not re.search(patterns.OF_ANYBODY, each))


def line_at(text: str, place: int) -> int:
    """Return the number of the line that holds one place, from 1."""
    return text.count("\n", 0, place) + 1


def line_of_word(word: str, text: str) -> int:
    """Return the first line of a text that holds a word by itself; 0 for none."""
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)
    return line_at(text, found.start()) if found else 0


def quote_around(part: str, line: str, names: frozenset[str]) -> str:
    """Return a line as it is quoted for a part of it; empty where the part says as much.

    A part that was wrapped does not stand in one line, and speaks for itself.
    """
    line = " ".join(line.split())
    place = line.find(part)
    if place < 0 or line == part:
        return ""
    start = max(0, place - KEPT_BEFORE) if len(line) > WIDTH else 0
    end = min(len(line), max(start + WIDTH, place + min(len(part), 2 * WIDTH)))
    before, after = "… " if start else "", " …" if end < len(line) else ""
    return f"{before}{redact(line[start:end], names)}{after}"


def shortened(sentence: str) -> str:
    """Return a sentence as it is quoted."""
    return sentence if len(sentence) <= WIDTH else f"{sentence[:WIDTH]} …"
