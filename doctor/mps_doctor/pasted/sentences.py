"""Takes the sentences of people out of a pasted text, and the words out of a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from mps_doctor.pasted.quoting import line_at

_FENCES = ("```", "~~~")
_NO_PROSE = re.compile(
    r"""\s*(?:
        >>>|\.\.\.|\$\ |%\ |\#!|>\ |In\ ?\[\d|Out\ ?\[\d           # prompts and quotes
      | \|                                                       # tables
      | Traceback\ |File\ "|[\^~]+\s*$|at\ \S+\(|frame\ \#\d|\d+\s+\S+\s+0x  # stacks
      | import\ [\w.]+(?:\ as\ \w+)?(?:,\ ?[\w.]+(?:\ as\ \w+)?)*\s*$   # code
      | from\ \S+\ import\  | (?:def|class|for|if|with|while)\ .*:\s*$
      | [\w.\[\]]+\s=\s[\w.]+[\[(]
      | -\ \[[ xX]\]\ (?:I|The|This)\b                           # boxes of a form
      | (?:Is\ CUDA|CUDA|cuDNN|Nvidia|GPU\ models|HIP|MIOpen|ROCM|OS|Libc|GCC|Clang|CMake|Python
          \ (?:version|platform)|PyTorch\ version|Is\ XNNPACK)[\w ]*:\ *\S  # collect_env
    )""",
    re.VERBOSE,
)
_ITEM = re.compile(r"\s*(?:[-*+•]|\d+[.)]|#{1,6})\s+")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_LINK = re.compile(r"!?\[([^\]\n]{0,300})\]\([^)\n]{0,500}\)|<[^>\n]{1,200}>|https?://\S+")
_END = re.compile(r"(?<=[.!?;])[\"')]*\s+|(?<=[。！？])")
_WRAPPED = 60
"""A line of at least so many characters without a full stop goes on in the next one."""

_LONGEST = 2_000
"""Characters of a paragraph that are read as sentences: a longer one is no prose."""

_CONTRACTED = {"’": "'", "won't": "will not", "can't": "can not", "n't": " not"}
_POSSESSIVE = re.compile(r"'(?:s|m|re|ve|ll|d)\b")
_FOREIGN = re.compile("([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+)")
_WORD = re.compile(r"!{3,}|[\w.]*\w(?:\(\))?|[,;:=<>+/]|\.\w+(?:\(\))?")

_CLAUSE = re.compile(
    r"(?i)\n|[.;!?](?=\s)|, | - | \(|\)"
    r"|\b(?:but|while|whereas|however|although|though|and|yet)\b"
)
_WELL = re.compile(
    r"(?i)\b(?:work(?:s|ed|ing)?|runs?|ran|fine|ok(?:ay)?|correct(?:ly)?|succe\w+|pass(?:es|ed)?"
    r"|no (?:problems?|issues?|errors?|trouble|such))\b"
)
_ILL = re.compile(
    r"(?i)\b(?:not|never|cannot|fail\w*|only|stop\w*|crash\w*|wrong|noise|errors?|unable|try"
    r"|tried|want\w*|how|slow\w*|does it)\b|n't\b|\?"
)
_OF_ANYBODY = re.compile(
    r"(?i)\b(?:if (?:you|it|the user)|users?|owners?|people|anyone|everyone|you (?:need|can|have"
    r"|may|should|must)|should|unlike|instead of|compared (?:to|with)|(?:as|like) (?:on|with)"
    r"|migrat\w+|restored from|(?:old|previous|former) (?:mac\w*|imac|intel|laptop)|support\w*"
    r"|affected|remains|dropped|deprecat\w+|(?:intel|arm|x86(?:_64)?)(?:[ -]based)? macs|both)\b"
)


class Sentence(NamedTuple):
    """A sentence, or a line of a list, and the number of the line where it begins."""

    text: str
    words: str
    """Its words in lower case, each with one space around it."""
    line: int


def sentences_of(text: str) -> list[Sentence]:
    """Return the sentences of a text; code, stacks, prompts, quotes and links are left out."""
    plain = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)
    found = []
    if "<" in plain or "](" in plain or "http" in plain:
        plain = _LINK.sub(r" \1 ", plain)
    for line, paragraph in _paragraphs(plain):
        place = 0
        for part in _END.split(paragraph[:_LONGEST]):
            if part.strip():
                at = paragraph.find(part, place)
                place = at + len(part)
                plain = " ".join(part.split())
                found.append(Sentence(plain, words_of(plain), line + line_at(paragraph, at) - 1))
    return found


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text; those that a terminal or an editor has broken are one again."""
    held: list[str] = []
    begun = 0
    in_fence = False
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.strip()
        fence = bare.startswith(_FENCES)
        in_fence ^= fence
        is_prose = bool(bare) and not (fence or in_fence or _NO_PROSE.match(line))
        item = _ITEM.match(line) if is_prose else None
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
        for contracted, whole in _CONTRACTED.items():
            text = text.replace(contracted, whole)
        text = _POSSESSIVE.sub("", text)
    if not text.isascii():
        text = _FOREIGN.sub(r" \1 ", text)
    return f" {' '.join(_WORD.findall(text))} "


def narrowed(text: str) -> Iterator[str]:
    """Yield a text, then what is left of it without other computers.

    First the clauses go that tell of a computer where all is well, then those about anybody's.
    """
    yield text
    begins = [0, *(found.end() for found in _CLAUSE.finditer(text)), len(text)]
    clauses = [text[begin:end] for begin, end in pairwise(begins)]
    kept = [each for each in clauses if not _WELL.search(each) or _ILL.search(each)]
    yield "\n".join(kept)
    yield "\n".join(each for each in kept if not _OF_ANYBODY.search(each))
