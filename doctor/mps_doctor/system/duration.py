"""How people write how long something may take."""

import re

from mps_doctor.system.errors import InputError

SHORTEST, LONGEST = 1.0, 86_400.0
"""Seconds."""

_UNITS = {"s": 1, "m": 60, "h": 3600}
_PARTS = re.compile(r"(?:\d+(?:\.\d*)?[smh])+", re.ASCII)


def seconds(text: str) -> float:
    """Return the seconds of `90`, `90s`, `1.5m` or `1m30s`; raises InputError for all else.

    A time is at least one second and at most a day.
    """
    given = text.strip().lower()
    parts = given if given.endswith(tuple(_UNITS)) else f"{given}s"
    if _PARTS.fullmatch(parts):
        found = re.findall(r"([\d.]+)([smh])", parts)
        total = sum(float(number) * _UNITS[unit] for number, unit in found)
        if SHORTEST <= total <= LONGEST:
            return total
    hint = "write it as 90, 90s, 2m or 1h30m: from one second to a day"
    raise InputError(f"{text[:40]!r} is not a time", hint)
