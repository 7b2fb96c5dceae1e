"""Finds the known error texts, with their lines, and quotes them without private names."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mps_doctor.facts import MessageMatch
from mps_doctor.knowledge.signatures import find_signatures
from mps_doctor.pasted.quoting import quote_around
from mps_doctor.patterns import late
from mps_doctor.system.redaction import redact

MAX_EVIDENCE = 400
"""Characters of an error text that are kept as evidence."""

RECOGNISED = 16
"""Characters by which an error text is found again in its line."""

NAMES = frozenset({"paravirtual-device"})
"""Known texts that are no messages but names, which a sentence holds."""

_OF_TRANSLATION = late(
    r"^Warning: (?=[^\n]*\b(?:apple silicon|m[1-5]))(?=[^\n]*\b(?:x86_64|rosetta))", re.IGNORECASE
)
"""A program's warning that its Python is not of the processor's kind: facts, not an error."""
_SUPPOSING = ("if ", "in case ", "when")
_IF_YOU_SEE = late(
    r"\b(?:if|in case|when(?:ever)?) (?:you|users|pip3?|uv|conda|python|xcrun|it)"
    r" (?:still |also |ever |then )?(?:see|get|receive|encounter|run into|hit|face|says?|reports?"
    r"|complains?|prints?|shows?|fails? with|raises?)\b[^.!?\n]{0,40}$",
    re.IGNORECASE,
)
_THEN_DO = late(
    r"[\"'`”)\]]{0,2},? (?:then |please |you(?:r| should| need| must| can| have)\b|try |activate "
    r"|install |make |check |run |use |create |switch |(?:it|this|that) means |set |add |remove )",
    re.IGNORECASE,
)
"""Around an error text that instructions only suppose: "if you get …, activate the venv"."""
_ELSEWHERE = late(
    r"\b(?:on|under) (?:\w+ ){0,2}\(?(?:windows|linux|ubuntu|wsl|colab)\b[^.;!?\n]{0,40}$",
    re.IGNORECASE,
)
_MAC_IS_FINE = late(
    r"[^.;!?\n]{0,24}\b(?:mac\w*|m[1-5])\b[^.;!?\n]{0,24}\b(?:fine|works?|ok|succeeds?)\b",
    re.IGNORECASE,
)
"""Around an error text of another computer: "on Windows I get …, on my Mac all is fine"."""

_NAMED_ERROR = late(r"(?:Error|Warning): (?![^\n]{0,80}\b(?:loss|NaNs?|nans?)\b)[^\n]*")
"""An exception in words of its own: one that tells of NaNs tells what was computed."""

MAX_MATCHES = 60
"""Error texts that are kept: a log may repeat hundreds."""


def find_messages(
    text: str, flat: str, names: frozenset[str], places: Mapping[str, list[int]]
) -> tuple[MessageMatch, ...]:
    """Return the known error texts in a text, each with its line, redacted.

    `flat` is the text with single spaces, and `places` are those of the literals in it.
    """
    finds = find_signatures(flat, places)[:MAX_MATCHES]
    if not finds:
        return ()
    lines = text.split("\n")
    number = words = 0  # lines, and the words in them
    matches = []
    for find in finds:
        if _is_only_supposed(flat, find.start, find.end):
            continue
        kept = _kept(flat, find.start, find.end)
        # Both forms have the same words: those before a find tell its line.
        before = flat.count(" ", 0, find.start)
        while words <= before:
            words += len(lines[number].split())
            number += 1
        matches.append(
            MessageMatch(
                signature=find.signature.id,
                text=redact(kept, names),
                line=number,
                quote=quote_around(kept, lines[number - 1], names),
            )
        )
    return tuple(matches)


def _is_only_supposed(flat: str, start: int, end: int) -> bool:
    """Whether instructions say what to do where an error text should come; it may hold the verb."""
    begin = max(0, start - 100)
    before = flat[begin : start + 10].lower()
    if any(word in before for word in _SUPPOSING):
        supposed = any(_IF_YOU_SEE.search(flat, begin, start + more) for more in (0, 6, 10))
        if supposed and _THEN_DO.search(flat, start, end + 80):
            return True
    return (
        _MAC_IS_FINE.match(flat, end) is not None
        and _ELSEWHERE.search(flat, begin, start) is not None
    )


_ABOUT_THE_MACHINE = late(
    r"(?:[.;,)\]'\"`]\s{1,3}|\s-\s|\s\("
    r"|\b(?:failed|fails|errors?|crash(?:es|ed)?|seen)\s(?=on\s))"
    r"((?:(?:on|with|using|under|this is|it's|i have|(?:i'm|i am) (?:on|using))\s)?"
    r"(?:an? |my |the )?(?:(?:early |mid |late )?20\d\d )?(?:mac(?:s|os|book|mini)?|imac|apple"
    r"|m[1-5]|(?:py)?torch|python|monterey"
    r"|ventura|sonoma|sequoia|tahoe|intel|mbp|sw_vers|windows|linux|ubuntu|debian|fedora|centos"
    r"|rocky|gentoo|arch ?linux|nixos"
    r"|wsl2?|rtx|gtx|nvidia)\b[^\n:]{0,160})$",
    re.IGNORECASE,
)
"""What a writer adds behind an error text on the same line: the computer, the versions."""


def without_messages(text: str, matches: tuple[MessageMatch, ...]) -> str:
    """Return the text with each line cut where a known error text begins or an error is named."""
    lines = text.split("\n")
    for match in matches:
        if match.line <= len(lines) and match.signature not in NAMES:
            line = lines[match.line - 1]
            # A text that was wrapped or redacted is not found there; the whole line goes.
            kept = line[: max(0, line.find(match.text[:RECOGNISED]))]
            lines[match.line - 1] = kept + _behind(line[len(kept) :])
    return _NAMED_ERROR.sub(lambda found: _behind(found[0]), "\n".join(lines))


def _behind(text: str) -> str:
    """Return what a writer says of the machine behind an error text, as a sentence of its own."""
    if _OF_TRANSLATION.search(text):
        return text
    found = _ABOUT_THE_MACHINE.search(text)
    return f". {found[1]}" if found else ""


def _kept(flat: str, start: int, end: int) -> str:
    held = flat[start:end]
    # All the versions that pip was offered tell more than some: its signature bounds them.
    return held if "from versions" in held else held[:MAX_EVIDENCE]
