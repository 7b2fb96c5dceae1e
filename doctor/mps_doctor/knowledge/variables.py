"""Environment variables that matter to MPS, and how the programs that read them parse them."""

from __future__ import annotations

import math
import re
from functools import cache
from pathlib import Path

import msgspec
from packaging.version import InvalidVersion, Version

DATA = Path(__file__).with_name("variables.json")

FALLBACK = "PYTORCH_ENABLE_MPS_FALLBACK"
HIGH_WATERMARK = "PYTORCH_MPS_HIGH_WATERMARK_RATIO"
LOW_WATERMARK = "PYTORCH_MPS_LOW_WATERMARK_RATIO"

DEFAULT_HIGH = 1.7
DEFAULT_LOW = 1.4
MOST = 2.0
"""Defaults and upper bound of the watermarks: `MPSAllocator.h` of torch 2.15.0."""

FALLBACK_COMPARES_SINCE = "2.8.0"
"""From here the fallback is on unless it is 0; before, its value went through `std::stoi`."""

# What C's strtod takes from the start of a text: a decimal or hexadecimal number, inf, nan.
_NUMBER = re.compile(
    r"\s*[+-]?(?:0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[+-]?\d+)?"
    r"|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)",
    re.IGNORECASE,
)
_INTEGER = re.compile(r"\s*[+-]?\d+", re.ASCII)  # as C reads: its blanks, its digits
_INT_BITS = 31
_INT_DIGITS = 10


class VariableDoc(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of one environment variable."""

    name: str
    read_by: str
    since: str
    """The first torch that reads it; empty where torch does not."""
    values: str
    effect: str
    when: str
    """When it is read: set later, it changes nothing."""
    mistakes: tuple[str, ...]
    source: str

    def rows(self) -> tuple[tuple[str, str], ...]:
        """Return what its page tells, as pairs of a heading and a text."""
        return (
            ("read by", f"{self.read_by} {self.since} and newer" if self.since else self.read_by),
            ("values", self.values),
            ("read", self.when),
            ("mistakes", " ".join(self.mistakes)),
            ("source", self.source),
        )


@cache
def _by_name() -> dict[str, VariableDoc]:
    rows = msgspec.json.decode(DATA.read_bytes(), type=tuple[VariableDoc, ...])
    return {row.name: row for row in rows}


def names() -> tuple[str, ...]:
    """Return the names of all variables that the data knows."""
    return tuple(_by_name())


def variable(name: str) -> VariableDoc | None:
    """Return what is known of a variable, or None where nothing is."""
    return _by_name().get(name)


def closest(name: str) -> str | None:
    """Return the known name that a misspelt one most likely stands for, or None."""
    import difflib  # only a name that nobody knows needs it

    found = difflib.get_close_matches(name.upper(), names(), n=1, cutoff=0.8)
    return found[0] if found else None


def is_read_by(name: str, torch: str) -> bool | None:
    """Return whether this torch reads the variable; None where that is not known."""
    row = variable(name)
    if row is None or not row.since:
        return None
    try:
        return Version(Version(torch).base_version) >= Version(row.since)
    except InvalidVersion:
        return None


def parses_as_integer(value: str) -> bool:
    """Return whether C++'s `std::stoi` reads the value: where not, torch up to 2.7 aborts."""
    return _integer(value) is not None


def fallback_is_on(value: str, torch: str) -> bool | None:
    """Return whether this value of the fallback variable turns it on in this torch.

    None where this torch cannot read the value, or the version is none.
    """
    try:
        compares = Version(Version(torch).base_version) >= Version(FALLBACK_COMPARES_SINCE)
    except InvalidVersion:
        return None
    if compares:
        return value != "0"
    number = _integer(value)
    return None if number is None else number != 0


def parse_ratio(value: str) -> float:
    """Return what C's `strtod` makes of a watermark: the number it starts with, else 0."""
    found = _NUMBER.match(value)
    if found is None:
        return 0.0
    text = found[0].strip().lower()
    if "0x" not in text:
        return float(text)
    try:
        return float.fromhex(text)
    except OverflowError:
        return -math.inf if text.startswith("-") else math.inf


def is_whole_number_text(value: str) -> bool:
    """Return whether the whole value is a finite number, as its author surely meant it."""
    found = _NUMBER.fullmatch(value.rstrip())
    return found is not None and math.isfinite(parse_ratio(value))


def judge_watermarks(high: str | None, low: str | None) -> tuple[str, ...]:
    """Return what torch would say of these two values at the first allocation; () for nothing.

    A value that is unset is None.
    Two of the problems raise nothing: they are told in words of our own.
    """
    problems = [
        f"{name}={value} is not a number: torch reads it as {_short(parse_ratio(value))}"
        for name, value in ((HIGH_WATERMARK, high), (LOW_WATERMARK, low))
        if value is not None and not is_whole_number_text(value)
    ]
    upper = DEFAULT_HIGH if high is None else parse_ratio(high)
    lower = DEFAULT_LOW if low is None else parse_ratio(low)
    if not 0 <= upper <= MOST:
        return (*problems, f"invalid high watermark ratio {_short(upper)}")
    if not 0 <= lower <= (upper or MOST):
        return (*problems, f"invalid low watermark ratio {_short(lower)}")
    return tuple(problems)


def _integer(value: str) -> int | None:
    found = _INTEGER.match(value)
    if found is None or len(found[0].strip().lstrip("+-0")) > _INT_DIGITS:
        return None
    number = int(found[0])
    return number if -(1 << _INT_BITS) <= number < 1 << _INT_BITS else None


def _short(number: float) -> str:
    return f"{number:g}"
