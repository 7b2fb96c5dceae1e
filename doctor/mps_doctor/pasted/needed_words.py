"""The words without which a symptom's pattern matches nothing: they are found far faster than it.

Words stand in groups: a text that the pattern matches holds one of each group.
`python -m mps_doctor.pasted.deriving_words` derives them from the patterns.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TypeAlias

import msgspec

from mps_doctor.patterns import written

DATA = Path(__file__).with_name("needed_words.json")

Groups: TypeAlias = tuple[tuple[str, ...], ...]


def needed_words(pattern: re.Pattern[str]) -> Groups:
    """Return the groups of a pattern, the rarest first.

    Raises LookupError for a pattern that has changed since they were derived.
    """
    groups = _read().get(_key(pattern))
    if groups is None:
        raise LookupError("a pattern changed: run python -m mps_doctor.pasted.deriving_words")
    return groups


def frequency(words: Iterable[str]) -> float:
    """Return a measure of how often one of some words stands in a text, by their lengths."""
    return sum(8.0 ** -len(word) for word in words)


def write_words(groups: Iterable[tuple[re.Pattern[str], Groups]]) -> None:
    """Write the file that holds the groups of these patterns."""
    rows = sorted((_key(pattern), words) for pattern, words in groups)
    DATA.write_bytes(msgspec.json.format(msgspec.json.encode(dict(rows)), indent=1) + b"\n")


@cache
def _read() -> dict[str, Groups]:
    return msgspec.json.decode(DATA.read_bytes(), type=dict[str, Groups])


def _key(pattern: re.Pattern[str]) -> str:
    return hashlib.sha256(repr(written(pattern)).encode()).hexdigest()[:12]
