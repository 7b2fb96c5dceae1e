"""Takes the sentences of people out of a pasted text, and the words out of a sentence."""

from collections.abc import Iterator
from typing import NamedTuple

from mps_doctor.pasted.quoting import line_at
from mps_doctor.pasted.rows import sentences as patterns

_WRAPPED = 60
"""A line of at least so many characters without a full stop goes on in the next one."""

_LONGEST = 2_000
"""Characters of a paragraph that are read as sentences: a longer one is no prose."""


class Sentence(NamedTuple):
    """A sentence, or a line of a list, and the number of the line where it begins."""

    text: str
    words: str
    """Its words in lower case, each with one space around it."""
    line: int


def sentences_of(text: str) -> list[Sentence]:
    """Return the sentences of a text; code, stacks, prompts, quotes and links are left out.

    What comes again, as the lines of a log do, is there once.
    """
    plain = patterns.COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)
    found: dict[str, Sentence] = {}
    if "<" in plain or "](" in plain or "http" in plain:
        plain = patterns.LINK.sub(r" \1 ", plain)
    for line, paragraph in _paragraphs(plain):
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
        fence = bare.startswith(patterns.FENCES)
        in_fence ^= fence
        is_prose = bool(bare) and not (fence or in_fence or patterns.NO_PROSE.match(line))
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
    if "'" in text or "’" in text:
        for contracted, whole in patterns.CONTRACTED.items():
            text = text.replace(contracted, whole)
        text = patterns.POSSESSIVE.sub("", text)
    if not text.isascii():
        text = patterns.FOREIGN.sub(r" \1 ", text)
    return f" {' '.join(patterns.WORD.findall(text))} "
