"""Reads the Python that sentences and paths name, where no labelled line does."""

from __future__ import annotations

import re
from itertools import islice

from mps_doctor.pasted.claims import PROSE, Claims
from mps_doctor.pasted.clauses import narrowed
from mps_doctor.pasted.places import is_in_entry, line_at
from mps_doctor.pasted.systems import REQUIREMENT
from mps_doctor.patterns import late

TOLD_BY = (
    *("python 3.", "python3.", "python version 3.", "python v3.", "python: 3.", "py 3."),
    *("python (3.", "(3.", "python 2.7", "python2.7", "python=3.", ".0a", ".0b", ".0rc"),
)
"""Of these a text in lower case holds one whose sentences name a Python, or a path with one."""

_TOLD = late(
    r"(?<![\w./=-])(?:c?python|py)(?: version)?:? ?v?(3\.\d{1,2}(?:\.\d{1,2})?)t?"
    r"(?![\w*+]|\.[\dx*]|/| ?[-–<>=] ?\d"
    r"|,?\s{1,2}(?:(?:and|or|to|through|until)\s{1,2})?(?:python ?)?v?3\.\d"
    r"|,? (?:and|or)\s{1,2}(?:new|old|lat|earl|abov|up|high|low|below)"
    r"| (?:is|was|are) (?:the )?(?:need|requir|recommend|minim|suppos|only|last|latest)"
    r"| (?:is|was) (?:no longer|not) supported"
    r"| (?:works?|worked|fixed|fixes|solve[sd]|helps?|helped|did|instead|users?|supports?)\b)",
    re.IGNORECASE,
)
"""A version that a sentence names, and no range: `Python 3.12` and not `Python 3.9 or newer`."""

_WANTED = late(
    r"\b(?:works?|working|worked|fine|compatible|tested|built|compiled|depends?|install\w*"
    r"|downgrad\w+|upgrad\w+|try|before|after|(?<!\bi )(?<!\bwe )use|create|creating|switch\w*"
    r"|mov(?:e|ed|ing)|go(?:ing)?|back|instead|not|no|if|other|another|a|new|fresh|releas\w+"
    r"|drop(?:s|ped)?|until|both|for|to|e\.g\.)"
    r"(?: (?:with|to|a|an|from|of|on|under|for|against))? ?$",
    re.IGNORECASE,
)
"""Words before a Python that need not be the one in use."""

_UNRELEASED = late(
    r"(?<![\w./-])(?:c?python ?(?:version )?v?|\()?"
    r"(3\.\d{2}(?:\.\d{1,2})?(?:a|b|rc)\d{1,2}"
    r"|(?:(?<=python)|(?<=python )|(?<=version ))3\.\d(?:\.\d{1,2})?(?:a|b|rc)\d{1,2})\b",
    re.IGNORECASE,
)
"""A Python that is not released yet: outside of lists of changes nobody names one who does not
use it.  A number alone may be
of a program: none of those Pythons has a second number of one digit."""

_TOO_OLD = late(
    r"(?<![\w./-])c?python ?(?:version |=|@)?v?(2\.7(?:\.\d{1,2})?|3\.[3-6](?:\.\d{1,2})?)"
    r"(?![\w.]|\+| ?(?:or|and|to|-) | (?:is|was|are|has|users?|support\w*|compat\w*)\b)",
    re.IGNORECASE,
)
"""A Python that no torch with MPS is for: in a text about mps, who names one mostly uses it."""

_ABOUT_MPS = late(r"\bmps\b", re.IGNORECASE)

_IN_PATH = late(
    r"[/\\]python(3\.(?:[89]|\d\d))t?[/\\]site-packages[/\\]torch\w*[/\\]", re.IGNORECASE
)
"""Where torch lies tells the Python that runs it; an older one had no torch with MPS, and the text
is about something else."""


def read_python_in_prose(text: str, claims: Claims) -> None:
    """Read the version of Python from sentences, where they name one only.

    One that works is often another than the one in use.
    """
    versions = {
        found[1] for found in _UNRELEASED.finditer(text) if not is_in_entry(text, found.start())
    }
    if not versions and _ABOUT_MPS.search(text):
        versions = {
            found[1]
            for found in _TOO_OLD.finditer(text)
            if not REQUIREMENT.search(text, max(0, found.start() - 40), found.start())
        }
    if len(versions) == 1:
        claims.add("python.version", versions.pop(), PROSE)
        return
    for part in islice(narrowed(text), 1, None):
        versions = {
            found[1]
            for found in _TOLD.finditer(part)
            if not any(
                before.search(part, max(0, found.start() - 40), found.start())
                for before in (REQUIREMENT, _WANTED)
            )
        }
        if len(_told_apart(versions)) < 2:
            break
    if len(told := _told_apart(versions)) == 1:
        claims.add("python.version", told.pop(), PROSE)


def _told_apart(versions: set[str]) -> set[str]:
    """Return the versions without those that another one says more exactly: 3.12 beside 3.12.4."""
    return {one for one in versions if not any(o.startswith(f"{one}.") for o in versions)}


def read_python_of_torch(text: str, claims: Claims) -> None:
    """Read the version of Python from the paths of torch's files, where they are of one."""
    found = {place[1]: place.start() for place in reversed([*_IN_PATH.finditer(text)])}
    if len(found) == 1:
        version, place = found.popitem()
        claims.add("python.version", version, PROSE, line_at(text, place))
