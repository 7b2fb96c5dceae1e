"""What a text claims: facts with their line and weight, joined into one value for each fact."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
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

COMPARED = {
    "torch.version": "torch",
    "host.macos_version": "macOS",
    "python.version": "Python",
    "host.chip": "processor",
    "python.architecture": "architecture of Python",
    "torch_import.mps_available": "is_available()",
    "torch_import.mps_built": "is_built()",
}
"""Facts of which a text has one value; two are a contradiction worth telling."""


class Claim(msgspec.Struct, frozen=True, gc=False):
    """A value that one place of the text gives to a fact."""

    value: Any
    weight: int
    line: int


class Told(NamedTuple):
    """What a line claims wherever it stands: a fact by its dotted name, its value, its weight."""

    fact: str
    value: Any
    weight: int


class Claims:
    """The claims of one text, in the order in which they were read."""

    __slots__ = ("_already", "_made")

    def __init__(self, already: frozenset[str] = frozenset()) -> None:
        self._made: dict[str, list[Claim]] = {}
        self._already = already
        """Facts that count as claimed: by an earlier line, where one line is read alone."""

    def add(self, fact: str, value: Any, weight: int, line: int = 0) -> None:
        """Add a claim: `fact` is the dotted name of a field of Machine."""
        self._made.setdefault(fact, []).append(Claim(value, weight, line))

    def add_all(self, told: tuple[Told, ...], line: int) -> None:
        """Add what a line claims."""
        for fact, value, weight in told:
            self._made.setdefault(fact, []).append(Claim(value, weight, line))

    def told(self) -> tuple[Told, ...]:
        """Return the claims without their lines, those of each fact in their order."""
        if not self._made:
            return ()
        return tuple(Told(fact, claim.value, claim.weight) for fact, made in self for claim in made)

    def __iter__(self) -> Iterator[tuple[str, list[Claim]]]:
        """Yield each fact that something is claimed of, with its claims in their order."""
        return iter(self._made.items())

    def has(self, fact: str) -> bool:
        """Return whether anything was claimed of a fact."""
        return fact in self._made or fact in self._already

    def of(self, fact: str) -> Sequence[Claim]:
        """Return every claim of a fact, in their order."""
        return self._made.get(fact, ())

    def claim(self, fact: str) -> Claim:
        """Return the claim of most weight, of several alike the first; raises KeyError for none."""
        made = self._made[fact]
        return made[0] if len(made) == 1 else max(made, key=_weight)

    def value(self, fact: str, default: Any = None) -> Any:
        """Return the value of most weight, of several alike the first; `default` for none."""
        return self.claim(fact).value if fact in self._made else default

    def values(self, fact: str) -> list[Any]:
        """Return every value that was claimed, each once."""
        return list(dict.fromkeys(claim.value for claim in self._made.get(fact, ())))

    def weight(self, fact: str) -> int:
        """Return the weight of the claim that `value` returns; -1 for none."""
        return max((claim.weight for claim in self._made.get(fact, ())), default=-1)

    def anything(self) -> bool:
        """Return whether a fact of the machine was claimed at all."""
        return bool(self._made)

    def sections(self) -> defaultdict[str, dict[str, Any]]:
        """Return the facts of each section, ready for its type."""
        found: defaultdict[str, dict[str, Any]] = defaultdict(dict)
        for fact, made in self:
            section, dot, name = fact.partition(".")
            if not dot:
                continue
            value = self.value(fact)
            if isinstance(value, bool) and any(claim.value != value for claim in made):
                value = Unknown("the text says both yes and no", fact)
            found[section][name] = value
        return found

    def contradictions(self) -> tuple[str, ...]:
        """Return what the text says in two ways, with the lines that say so."""
        found = []
        for fact, name in COMPARED.items():
            lines: dict[Any, int] = {}
            for claim in sorted(self._made.get(fact, ()), key=_line):
                if claim.weight >= LISTED:
                    lines.setdefault(claim.value, claim.line)
            for one, other in combinations(lines, 2):
                if _differ(one, other):
                    found.append(
                        f"{name}: {one} (line {lines[one]}), {other} (line {lines[other]})"
                    )
                    break
        return tuple(found)


def _weight(claim: Claim) -> int:
    return claim.weight


def _line(claim: Claim) -> int:
    return claim.line


def _differ(one: Any, other: Any) -> bool:
    """Return whether two values exclude each other: 14 and 14.5 do not, nor Apple and Apple M1."""
    if not isinstance(one, str):
        return True
    one, other = one.lower(), other.lower()
    return not (one.startswith(other) or other.startswith(one))
