"""Recognises what mps-doctor itself wrote: a snapshot, a report as JSON or from a screen.

The findings of a printed report name their causes: those lines are known as the error text
`own-finding`.  What stands below them explains and advises, and would be read as if the writer said
it: it is taken out.
"""

from __future__ import annotations

import json
import re

import msgspec

from mps_doctor.facts import Machine, SnapshotError, decode_machine

_STATUSES = "HEALTHY|UNPROVEN|DEGRADED|BROKEN|NOT APPLICABLE|INCONCLUSIVE"
_VERDICT = rf"(?m)^(?:### mps-doctor: )?(?:[✓✗!?]|\[(?:ok|x|!|\?)\]) (?:{_STATUSES})(?::|$)"
_FINDING = (
    r"(?:#### )?(?:[✗!i]|\[[x!i]\]) (error|warning|advice):? +`?[\w-]{2,60}`?:?"
    r"(?: +`?[\w-]{4,60}`?)?$"
)
"""A check and its cause, which stands on the next line where the screen is narrow."""
_RESULT = (
    r"(?:[✓✗!?i-]|\[(?:ok|x|!|\?|i|-)\]) [\w-]+/[\w-]+:"
    r"|(?:[✓✗!?]|\[(?:ok|x|!|\?)\]) +[\w ]+ {2}|(?:-|\[-\]) \w+ {2,}(?:not run|does not apply)"
    r"|Operations by dtype:"
)
"""One check of a report of all of them, an area of checks in short, or what the deep ones found."""
_NOT_CHECKED = (
    r"Not checked because of this:[^\n]{0,200}(?:\n {4}[\w-]+(?:, | and |$)[^\n]{0,200}){0,4}"
)
"""Names of checks, where a part of a report was pasted: `sandbox` among them is no sandbox."""
_OF_A_FILE = r"(?:Snapshot|Text in) \S+(?: [·|] )?"
_ROW = r"\| [✓✗!?i-] \| `"


class _Outer(msgspec.Struct):
    facts: msgspec.Raw = msgspec.Raw()
    verdict: msgspec.Raw = msgspec.Raw()


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
        _, end = json.JSONDecoder().raw_decode(text, start)  # msgspec wants to know the end
        if '"schema_version"' in text[end:]:
            return None  # two of them: which one is meant is not ours to guess
        document = text[start:end].encode(errors="replace")
        outer = msgspec.json.decode(document, type=_Outer)
        return decode_machine(bytes(outer.facts) if bytes(outer.verdict) else document)
    except (ValueError, msgspec.DecodeError, SnapshotError, RecursionError):
        return None


def without_own_words(text: str) -> str:
    """Return a clean text without what a report of ours says about its findings.

    Lines keep their numbers; a text without such a report is returned as it is.
    """
    if "Not checked because" in text:
        text = re.sub(_NOT_CHECKED, lambda found: "\n" * found[0].count("\n"), text)
    of_ours = "mps-doctor" in text or "Examined because: " in text
    if not of_ours or re.search(_VERDICT, text) is None:
        return text
    lines = text.split("\n")
    below = ""  # what ends the explanation: another heading, the table of facts, or no blank
    cause_comes = False
    for number, line in enumerate(lines):
        if cause_comes:
            cause_comes = False
        elif found := re.match(_FINDING, line):
            below = "#" if line.startswith("#") else " "
            if found[1] == "advice":
                lines[number] = ""
            else:
                cause_comes = line.endswith(":")
        elif re.match(_VERDICT, line) or re.match(_RESULT, line):
            below = "|" if line.startswith("#") else " "
            lines[number] = ""
        elif re.match(_ROW, line) or line.startswith("Examined because: "):
            lines[number] = ""
        elif found := re.match(_OF_A_FILE, line):
            lines[number] = line[found.end() :]
        elif below in ("#", "|"):
            below = "" if line.startswith((below, "<details>")) else below
            lines[number] = "" if below else line
        elif below and line.startswith("  "):
            lines[number] = ""
        else:
            below = ""
    return "\n".join(lines)
