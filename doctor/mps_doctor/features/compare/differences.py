"""How two examinations differ, as values, and the facts of two machines that are not the same."""

from typing import Literal, TypeAlias

import msgspec

from mps_doctor.facts import Machine, Unknown
from mps_doctor.features.compare.rows.factors import CHIP, FACTORS, Factor
from mps_doctor.judgement.report import Envelope
from mps_doctor.judgement.verdict import Status

Relation: TypeAlias = Literal["equal", "better", "worse", "different"]
"""Of the second to the first; `different`: as good or bad, for another reason."""


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is not the same on both sides."""

    what: str
    """`macOS`, `torch`, `processor of Python`, …"""
    facts: tuple[str, ...]
    """The dotted names of the facts that differ."""
    a: str
    b: str
    explains: bool = False
    """Whether the verdicts differ because of it."""
    why: str = ""
    """How that is known."""


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One of the two examinations, in short."""

    name: str
    kind: str
    status: Status
    cause: str | None
    sentence: str
    python: str
    torch: str
    host: str
    exit_code: int


class CompareReport(Envelope, frozen=True, kw_only=True):
    """Two examinations side by side."""

    a: Side
    b: Side
    relation: Relation
    sentence: str
    differences: tuple[Difference, ...]
    """Those that explain the verdict first."""
    new: tuple[str, ...] = ()
    """Findings of the second that the first lacks, each as `check: cause`."""
    gone: tuple[str, ...] = ()
    exit_code: int


UNNAMED_CHIP = "Apple processor"
"""What macOS 11 and 12 may call any chip of Apple's.

Source: `bsd/dev/arm64/sysctl.c` of xnu-7195 and xnu-8019
"""

LONGEST_VALUE = 160

MOST_FIELDS = 3
"""Of an entry of a list: those that tell it from others come first."""


def find_differences(a: Machine, b: Machine) -> dict[Factor, Difference]:
    """Return what differs between two machines, with its values in words."""
    found = {}
    for factor in FACTORS:
        if facts := _differing(factor, a, b):
            ours, theirs = _in_words(factor, a, b, facts), _in_words(factor, b, a, facts)
            found[factor] = Difference(what=factor.what, facts=facts, a=ours, b=theirs)
    return found


def _differing(factor: Factor, a: Machine, b: Machine) -> tuple[str, ...]:
    """Return the facts of a factor that are known on both sides and are not the same."""
    found = []
    for name in factor.facts:
        values = (_value_of(a, name), _value_of(b, name))
        unnamed = name == CHIP and UNNAMED_CHIP in values and "Apple" in str(values)
        if values[0] != values[1] and not unnamed and Unknown not in map(type, values):
            found.append(name)
    return tuple(found)


def _value_of(machine: Machine, name: str) -> object:
    """Return the value of a fact by its dotted name."""
    section, _, field = name.partition(".")
    return getattr(getattr(machine, section), field)


def with_factor_of(factor: Factor, giver: Machine, taker: Machine) -> Machine:
    """Return the taker's machine with the facts of one factor that the giver knows."""
    # What torch says of its own version goes with the version.
    imported = ("torch_import.version",) if factor.what == "torch" else ()
    for name in (*factor.facts, *imported):
        section, _, field = name.partition(".")
        if not isinstance(value := _value_of(giver, name), Unknown):
            changed = msgspec.structs.replace(getattr(taker, section), **{field: value})
            taker = msgspec.structs.replace(taker, **{section: changed})
    return taker


def _in_words(factor: Factor, machine: Machine, other: Machine, facts: tuple[str, ...]) -> str:
    """Return the values of a factor's differing facts in words; of lists, what the other lacks."""
    leading = [name for name in factor.leading if name in facts]
    text = ", ".join(
        _word(_own(_value_of(machine, name), _value_of(other, name)), name)
        for name in leading or facts
    )
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"


def _own(value: object, other: object) -> object:
    if isinstance(value, tuple) and isinstance(other, tuple):
        return tuple(item for item in value if item not in other)
    return value


def _word(value: object, name: str = "") -> str:
    match value:
        case bool() if name == "torch.installed":
            return "installed" if value else "not installed"
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ", ".join(map(_word, value)) or "none"
        case int() if name.endswith("_bytes"):
            return f"{value / 2**30:.4g} GB"
        case msgspec.Struct():
            return _entry(value)
    return str(value) or "none"


def _entry(value: msgspec.Struct) -> str:
    """Return the first fields of an entry of a list: texts, and the names of what is true."""
    words: list[str] = []
    for name in value.__struct_fields__[:MOST_FIELDS]:
        match getattr(value, name):
            case str() as text if text and not any(text in other for other in words):
                words.append(text)
            case tuple() as several if several:
                words.append("+".join(map(str, several)))
            case True:
                words.append(f"({name.replace('_', ' ')})")
    return " ".join(words)
