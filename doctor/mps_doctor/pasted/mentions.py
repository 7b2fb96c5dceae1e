"""Finds what sentences mention, and which one of several they mean: that of the computer in use."""

import re
from collections.abc import Callable, Iterator
from itertools import islice, pairwise

from mps_doctor.pasted.rows import sentences as patterns

MOST = 200
"""Finds of one pattern that are looked at: a text made of them costs no more."""

BEFORE = 60
"""Characters before a find that may deny it."""


def mentioned(
    pattern: str | re.Pattern[str], text: str, *denials: re.Pattern[str]
) -> Iterator[re.Match[str]]:
    """Yield the finds of a pattern that the words just before them do not deny."""
    for found in islice(re.finditer(pattern, text), MOST):
        begin = max(0, found.start() - BEFORE)
        if not any(denial.search(text, begin, found.start()) for denial in denials):
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
    begins = [0, *(found.end() for found in patterns.CLAUSE.finditer(text)), len(text)]
    clauses = [text[begin:end] for begin, end in pairwise(begins)]
    kept = [each for each in clauses if not patterns.WELL.search(each) or patterns.ILL.search(each)]
    yield "\n".join(kept)
    yield "\n".join(each for each in kept if not patterns.OF_ANYBODY.search(each))
