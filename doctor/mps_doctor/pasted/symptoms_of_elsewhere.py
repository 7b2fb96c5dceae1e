"""Symptoms of what is no matter of MPS: it is so on every device, or was a mistake, or is well.

"The same error on the CPU", "it was a typo of mine", "all tests pass".
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import anywhere, told, words
from mps_doctor.pasted.symptom_words import ON_MPS

_FILES = (
    r"(?:(?:text )?encoder|models?|files?|paths?|checkpoints?|loras?|vae|python|package|branch"
    r"|folder|director\w+|repo\w*|links?|buttons?|settings?|options?|arguments?|flags?|commands?"
    r"|downloads?|weights? file|archives?|zip)\b"
)
_BAD = (
    rf"(?:wrong(?! {_FILES})|incorrect|garbage|gibberish|nonsense|nans?\b|infs?\b|(?<!initial "
    rf")noise"
    rf"|noisy"
    rf"|blank|black(?! and white)|gr[ae]y|corrupt\w*\b(?! {_FILES})|broken|messed up|garbled|zeros"
    r"|solid[ -]colou?r\w*|static(?! [\w`'\"])|differs?\b(?! from the default)"
    r"|different(?! (?:models?|devices?|machines?|versions?|gpus?)\b)(?!ly[ -](?:sized|shaped)"
    r"|ly[^\n.]{0,16} (?:than|from) the (?:standard|usual|normal|default))|not zero|scrambled"
    r"|bugged|bad(?:ly)?\b|unreliable|degraded)(?![^\n.]{0,40}\b(?:device|handling|version|message"
    r"|requirement)s?\b)"
)
_TROUBLE = (
    r"\b(?:crash\w*|fail\w*|errors?|happen\w*|occur\w*|problem|issue|bug|hangs?|reproduc\w*)\b"
)
_EITHER = r"(?:the )?(?:cpu|cuda|nvidia|mps|gpu|metal)"
_OTHER = r"(?:the )?(?:cpu|cuda|nvidia)\b"
_ELSEWHERE_TOO = (
    rf"{_TROUBLE}[^\n.;]{{0,60}}\bboth (?:on |with |for )?{_EITHER}(?: devices?)? and (?:on "
    rf"|with )?{_EITHER}\b|: ?both {_EITHER} and {_EITHER}[ \t]*$"
    rf"|{_TROUBLE}[^\n.;]{{0,40}}\b(?:on|with|using|under) {_OTHER},? (?:too|as well|also|alike)\b"
    rf"|\b(?:same|identical) (?:error|crash|problem|issue|thing|traceback|exception|failure)\b"
    rf"[^\n.;]{{0,24}}\b(?:on|with|using|under) {_OTHER}"
    rf"|{_TROUBLE}[^\n.;]{{0,40}}\b(?:regardless|independent\w*|irrespective|no matter) (?:of )?"
    r"(?:the |which |what )?(?:device|backend)\b"
)
"""What a program does on another device as well is no matter of mps."""

ELSEWHERE = (
    told("wrong-on-cpu", rf"^\W{{0,4}}cpu(?: results?| outputs?)?\s?[:=]\s?[^\n]{{0,20}}\b{_BAD}"),
    told(
        "wrong-on-cpu",
        r"\b(?:nans?|inf|wrong|black|garbage|noise|bad|gibberish)\b[^\n.,;:]{0,24}\bon (?:both )?"
        r"(?:the )?(?:cpu|processor)(?: and| as well as)(?: on)?(?: the)? (?:mps|gpu|metal)\b"
        r"(?! (?:differ|disagree))"
        r"|\bnans?\b(?: values?)? in (?:my|the|our) (?:\w+ )?(?:data\w*|csv|inputs?|labels?"
        r"|features?|files?|tables?|columns?|rows?)\b",
    ),
    told(
        "fails-elsewhere-too",
        _ELSEWHERE_TOO,
        needles="both same too well also alike regardless independent irrespective matter",
        along=ON_MPS,
    ),
    told(
        "tests-pass",
        anywhere(
            r"\b\d+ passed\b",
            without=r"\b(?:but|however|wrong\w*|nans?|crash\w*|differ\w*|[1-9]\d* (?:failed"
            r"|failures?|errors?))\b",
        ),
        by_line=False,
    ),
    told(
        "program-came-up",
        r"\brunning on (?:local )?url:|\buvicorn running on\b|\bapplication startup complete\b",
    ),
    told(
        "plain-mistake",
        r"\bmps\b|\bgpus?\b|\bmetal\b",
        along=(
            r"error: (?:"
            + "|".join(
                rf"(?<=\b{name}error: )"
                for name in words(
                    "name key syntax indentation unboundlocal filenotfound jsondecode "
                    "unicodedecode unicodeencode recursion"
                )
            )
            + ")"
        ),
    ),
)
