"""Recognises a report of ours that was pasted as it stood on a screen, or as Markdown.

Its findings name their causes: those lines are known as the error text `own-finding`.  What stands
below them explains and advises, and would be read as if the writer told it: it is taken out.
"""

from __future__ import annotations

import re

from mps_doctor.patterns import late

_STATUSES = "HEALTHY|UNPROVEN|DEGRADED|BROKEN|NOT APPLICABLE|INCONCLUSIVE"
_VERDICT = late(
    rf"^(?:### mps-doctor: )?(?:[✓✗!?]|\[(?:ok|x|!|\?)\]) (?:{_STATUSES})(?::|$)",
    re.MULTILINE,
)
_FINDING = late(
    r"(?:#### )?(?:[✗!i]|\[[x!i]\]) (error|warning|advice):? +`?[\w-]{2,60}`?:?"
    r"(?: +`?[\w-]{4,60}`?)?$"
)
"""A check and its cause, which stands on the next line where the screen is narrow."""
_ANY = r"(?:[✓✗!?i-]|\[(?:ok|x|!|\?|i|-)\])"
_RESULT = late(rf"{_ANY} [\w-]+/[\w-]+:|(?:\?|\[\?\]) +[\w ]+ {{2}}")
"""One check of a report of all of them, or an area of which nothing is known."""
_NOT_CHECKED = late(
    r"Not checked because of this:[^\n]{0,200}(?:\n {4}[\w-]+(?:, | and |$)[^\n]{0,200}){0,4}"
)
"""Names of checks, where a part of a report was pasted: `sandbox` among them is no sandbox."""
_OF_A_FILE = late(r"(?:Snapshot|Text in) \S+(?: [·|] )?")
_ROW = late(r"\| [✓✗!?i-] \| `")


def without_own_words(text: str) -> str:
    """Return a clean text without what a report of ours says about its findings.

    Lines keep their numbers; a text without such a report is returned as it is.
    """
    if "Not checked because" in text:
        text = _NOT_CHECKED.sub(lambda found: "\n" * found[0].count("\n"), text)
    of_ours = "mps-doctor" in text or "Examined because: " in text
    if not of_ours or _VERDICT.search(text) is None:
        return text
    lines = text.split("\n")
    below = ""
    cause_comes = False
    for number, line in enumerate(lines):
        if cause_comes:
            cause_comes = False
        elif found := _FINDING.match(line):
            below = "#" if line.startswith("#") else " "
            if found[1] == "advice":
                lines[number] = ""
            else:
                cause_comes = line.endswith(":")
        elif _VERDICT.match(line) or _RESULT.match(line):
            below = "" if line.startswith("#") else " "
            lines[number] = ""
        elif _ROW.match(line) or line.startswith("Examined because: "):
            lines[number] = ""
        elif found := _OF_A_FILE.match(line):
            lines[number] = line[found.end() :]
        elif below == "#":
            below = "" if line.startswith(("#", "<details>")) else below
            lines[number] = ""
        elif below and line.startswith("  "):
            lines[number] = ""
        else:
            below = ""
    return "\n".join(lines)
