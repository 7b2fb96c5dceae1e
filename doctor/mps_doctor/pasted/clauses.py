"""Tells what a writer says of another computer: the one where all is well, or anybody's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from mps_doctor.patterns import late

_END = late(
    r"\n|[.;!?](?=\s)|, | - | \(|\)|\b(?:but|while|whereas|however|although|though|and|yet)\b",
    re.IGNORECASE,
)
_WELL = late(
    r"\b(?:works?|worked|working|runs?|ran|fine|ok(?:ay)?|correct(?:ly)?|succe\w+"
    r"|pass(?:es|ed)?"
    r"|no (?:problems?|issues?|errors?|trouble|such))\b",
    re.IGNORECASE,
)
_ILL = late(
    r"\b(?:not|never|cannot|fail\w*|only|stop\w*|crash\w*|wrong|noise|errors? (?!free)|unable|try"
    r"|tried|want\w*|how|slow\w*|does it)\b|n't\b|\?",
    re.IGNORECASE,
)
_OF_ANYBODY = late(
    r"\b(?:if (?:you|it|the user)|users?|owners?|people|anyone|everyone|you (?:need|can|have|may"
    r"|should|must)|should|unlike|instead of|compared (?:to|with)|as (?:on|with)|like (?:on|with)"
    r"|migrat\w+|restored from|came from|(?:old|previous|former) (?:mac\w*|imac|intel|laptop)"
    r"|support\w*|affected|remains|dropped|deprecat\w+|(?:intel|arm"
    r"|x86(?:_64)?)(?:[ -]based)? macs|both)\b",
    re.IGNORECASE,
)


def narrowed(text: str) -> Iterator[str]:
    """Yield the text, then what is left of it without other computers: first those that work."""
    yield text
    kept = [clause for clause in _clauses(text) if not _is_of_success(clause)]
    yield "\n".join(kept)
    yield "\n".join(clause for clause in kept if not _OF_ANYBODY.search(clause))


def _clauses(text: str) -> list[str]:
    begins = [0, *(found.end() for found in _END.finditer(text)), len(text)]
    return [text[begin:end] for begin, end in pairwise(begins)]


def _is_of_success(clause: str) -> bool:
    return _WELL.search(clause) is not None and not _ILL.search(clause)
