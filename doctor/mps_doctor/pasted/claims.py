"""What a text claims: facts with their line and weight, joined into one value for each fact."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from mps_doctor.facts import Unknown

BLOCK = 4
"""The output of a tool made for reports: collect_env, `transformers env`, sw_vers."""
FIELD = 3
"""A labelled line that a person wrote: `macOS: 14.5`."""
LISTED = 2
"""A line of a list, or a value that follows from another text."""
PROSE = 1
"""Words within a sentence, a path in a traceback."""

SAYS_BOTH = "the text says both yes and no"


class Claim(msgspec.Struct, frozen=True, gc=False):
    """A value that one place of the text gives to a fact."""

    value: Any
    weight: int
    line: int


class Claims(dict[str, list[Claim]]):
    """The claims of one text by their facts, in the order in which they were read."""

    def __init__(self) -> None:
        super().__init__()
        self.line = 0
        """The number of the line that is being read: what a claim without a line gets."""
        self.unread: list[int] = []
        """The lines that have no known label, and may be sentences."""

    def add(self, fact: str, value: Any, weight: int, line: int = 0) -> None:
        """Add a claim: `fact` is the dotted name of a field of Machine."""
        self.setdefault(fact, []).append(Claim(value, weight, line or self.line))

    def of(self, fact: str) -> Sequence[Claim]:
        """Return every claim of a fact, in their order."""
        return self.get(fact, ())

    def claim(self, fact: str) -> Claim:
        """Return the claim of most weight, of several alike the first; raises KeyError for none."""
        return max(self[fact], key=lambda claim: claim.weight)

    def value(self, fact: str, default: Any = None) -> Any:
        """Return the value of most weight, of several alike the first; `default` for none."""
        return self.claim(fact).value if fact in self else default

    def values_of(self, fact: str) -> list[Any]:
        """Return every value that was claimed, each once."""
        return list(dict.fromkeys(claim.value for claim in self.of(fact)))

    def weight(self, fact: str) -> int:
        """Return the weight of the claim that `value` returns; -1 for none."""
        return max((claim.weight for claim in self.of(fact)), default=-1)

    def are_all(self) -> bool:
        """Return whether every line of the text has a label, or claims something."""
        claimed = {claim.line for made in self.values() for claim in made}
        return claimed.issuperset(self.unread)

    def sections(self) -> defaultdict[str, dict[str, Any]]:
        """Return the facts of each section, ready for its type."""
        found: defaultdict[str, dict[str, Any]] = defaultdict(dict)
        for fact, made in self.items():
            section, dot, name = fact.partition(".")
            if not dot:
                continue
            value = self.value(fact)
            if isinstance(value, bool) and any(claim.value != value for claim in made):
                value = Unknown(SAYS_BOTH, fact)
            found[section][name] = value
        return found


class Extract(NamedTuple):
    """What a text that the pattern matches claims."""

    pattern: str
    facts: tuple[tuple[str, Any], ...]
    """Facts by their dotted names; `$1` in a value is the first group; an empty value is none."""
    weight: int = FIELD
    holds: str = ""
    """What a text must hold, as it stands there: the pattern is tried in no other one."""
    example: str = ""


def claim_found(extracts: Iterable[Extract], value: str, claims: Claims) -> None:
    """Claim the facts of each extract whose pattern a value holds."""
    for extract in extracts:
        if found := re.search(extract.pattern, value):
            claim_all(extract, found, claims)


def claim_all(extract: Extract, found: re.Match[str], claims: Claims, line: int = 0) -> None:
    """Claim the facts of an extract whose pattern was found."""
    for fact, value in extract.facts:
        if (shown := _filled(value, found)) != "":
            claims.add(fact, shown, extract.weight, line)


def _filled(value: Any, found: re.Match[str]) -> Any:
    if isinstance(value, tuple):
        return tuple(_filled(each, found) for each in value)
    if isinstance(value, str):
        return re.sub(r"\$(\d)", lambda number: found[int(number[1])] or "", value)
    return value
