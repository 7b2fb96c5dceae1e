"""Recognises what mps-doctor itself wrote: a snapshot, a report as JSON or from a screen.

A report from a screen states facts, and ends with the cause that it found: that line is known as
the error text `own-finding`.  The others explain and advise, and would be read as if the writer
said it.
"""

import json
import re

from mps_doctor.facts import Machine, SnapshotError, decode_machine
from mps_doctor.pasted.rows import documents as patterns


def read_document(text: str) -> Machine | None:
    """Return the machine that a JSON text of ours holds; None for every other text.

    A fence or prose around the document does no harm; a broken document is text like any other.
    """
    named = text.find('"schema_version"')
    # We write it first; a tool that sorts the keys has put the facts before it.
    for start in (text.rfind("{", 0, named), text.find("{")) if named >= 0 else ():
        if start >= 0 and (machine := _decoded(text, start)) is not None:
            return machine
    return None


def _decoded(text: str, start: int) -> Machine | None:
    try:
        document, end = json.JSONDecoder().raw_decode(text, start)  # msgspec says no end
        if '"schema_version"' in text[end:]:
            return None  # two of them: which one is meant is not ours to guess
        machine = document["facts"] if "verdict" in document else document
        return decode_machine(json.dumps(machine).encode())
    except (ValueError, KeyError, SnapshotError, RecursionError):
        return None


def without_own_words(text: str) -> str:
    """Return a clean text in which a report of ours says its facts and its finding only.

    Lines keep their numbers; a text without such a report is returned as it is.
    """
    for pattern in (patterns.COMMENT, patterns.PAGE):
        text = pattern.sub(_facts_and_cause, text)
    return text


def _facts_and_cause(found: re.Match[str]) -> str:
    """Return facts as labelled lines, and the line of the cause with how bad it was."""
    page = found[0]
    areas, more = list(patterns.AREA.finditer(page)), patterns.MORE.search(page)
    elsewhere = patterns.ELSEWHERE.match(page)
    if not areas and more is None and elsewhere is None:
        return page
    lines = ["" for _ in page.split("\n")]
    if elsewhere is not None:
        lines[0] = f"OS: {' '.join(elsewhere[1].split())}"
    for area in areas:
        sign, label, text = area.groups()
        # A Python that is at fault is shown by that, not by what it is.
        if label in patterns.STATED and (label != "Python" or sign in ("✓", "[ok]")):
            fact = patterns.NEED.sub("", " ".join(text.split()))
            lines[page.count("\n", 0, area.start())] = f"{label}: {fact}"
    if more is not None:
        word = "warning" if patterns.WARNS.match(page) else "error"
        at = page.count("\n", 0, more.start(1))
        lines[at] = f"{word}: More: mps-doctor explain {more[1]}"
    return "\n".join(lines)
