"""Facts that follow from a pattern: `rows/labels.py` and `rows/answers.py` hold such rows."""

import re
from typing import Any, NamedTuple

from mps_doctor.pasted.claims import FIELD, Claims


class Extract(NamedTuple):
    """What a text that the pattern matches claims."""

    pattern: str
    facts: tuple[tuple[str, Any], ...]
    """Facts by their dotted names; `$1` in a value is the first group; an empty value is none."""
    weight: int = FIELD
    holds: str = ""
    """What a text must hold, as it stands there: the pattern is tried in no other one."""
    example: str = ""


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
