"""Environment variables that matter to MPS, and how the programs that read them parse them."""

import math
import re

from mps_doctor.knowledge.rows.variables import VARIABLES, VariableDoc as VariableDoc
from mps_doctor.knowledge.versions import meets, release_of

FALLBACK = "PYTORCH_ENABLE_MPS_FALLBACK"
HIGH_WATERMARK = "PYTORCH_MPS_HIGH_WATERMARK_RATIO"
LOW_WATERMARK = "PYTORCH_MPS_LOW_WATERMARK_RATIO"

DEFAULT_HIGH, DEFAULT_LOW, MOST = 1.7, 1.4, 2.0
"""Defaults and upper bound of the watermarks: `MPSAllocator.h` of torch 2.15.0."""

COMPARES_FALLBACK = ">=2.8.0"
"""These take the fallback as on unless it is 0; older ones read it by `std::stoi`."""

# What C's strtod takes from the start of a text: a decimal or hexadecimal number, inf, nan.
_NUMBER = re.compile(
    r"\s*[+-]?(?:0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[+-]?\d+)?"
    r"|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)",
    re.IGNORECASE | re.ASCII,
)
_INTEGER = re.compile(r"\s*[+-]?0*\d{1,10}(?!\d)", re.ASCII)  # as C reads: its blanks, its digits
_INT_BITS = 31


def names() -> tuple[str, ...]:
    """Return the names of all variables that the data knows."""
    return tuple(row.name for row in VARIABLES)


def variable(name: str) -> VariableDoc | None:
    """Return what is known of a variable, or None where nothing is."""
    return next((row for row in VARIABLES if row.name == name), None)


def closest(name: str) -> str | None:
    """Return the known name that a misspelt one most likely stands for, or None."""
    import difflib  # only a name that nobody knows needs it

    found = difflib.get_close_matches(name, names(), n=1, cutoff=0.8)
    return found[0] if found else None


def fallback_is_on(value: str, torch: str) -> bool | None:
    """Return whether this value of the fallback variable turns it on in this torch.

    None where this torch cannot read the value, or the version is none.
    """
    release, number = release_of(torch), parse_integer(value)
    if release is not None and meets(str(release), COMPARES_FALLBACK):
        return value != "0"
    return None if release is None or number is None else number != 0


def parse_ratio(value: str) -> float:
    """Return what C's `strtod` makes of a watermark: the number it starts with, else 0."""
    found = _NUMBER.match(value)
    if found is None:
        return 0.0
    text = found[0].strip().lower()
    try:
        return float.fromhex(text) if "0x" in text else float(text)
    except OverflowError:
        return -math.inf if text.startswith("-") else math.inf


def misread_watermarks(high: str | None, low: str | None) -> tuple[str, ...]:
    """Return which of two watermarks are no numbers, and what torch silently reads instead.

    A value that is unset is None.
    """
    found = []
    for name, value in ((HIGH_WATERMARK, high), (LOW_WATERMARK, low)):
        if value is not None and not _is_number(value):
            meant = value.replace(",", ".")
            hint = f" (use {meant})" if _is_number(meant) else ""
            found.append(
                f"{name}={value} isn't a number{hint}; PyTorch reads {parse_ratio(value):g}"
            )
    return tuple(found)


def refused_watermark(high: str | None, low: str | None) -> str:
    """Return what torch says of two watermarks at the first allocation; empty for nothing."""
    upper = DEFAULT_HIGH if high is None else parse_ratio(high)
    lower = DEFAULT_LOW if low is None else parse_ratio(low)
    if not 0 <= upper <= MOST:
        return f"invalid high watermark ratio {upper:g}"
    if not 0 <= lower <= (upper or MOST):
        return f"invalid low watermark ratio {lower:g}"
    return ""


def _is_number(value: str) -> bool:
    """Return whether the whole value is a finite number, as its author surely meant it."""
    return _NUMBER.fullmatch(value.rstrip()) is not None and math.isfinite(parse_ratio(value))


def parse_integer(value: str) -> int | None:
    """Return what C++'s `std::stoi` reads in the value; of None torch up to 2.7 aborts."""
    found = _INTEGER.match(value)
    number = int(found[0]) if found else 1 << _INT_BITS
    return number if -(1 << _INT_BITS) <= number < 1 << _INT_BITS else None
