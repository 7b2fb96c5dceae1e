"""On what terms a symptom counts, in whichever words it is told."""

from __future__ import annotations

import re
from typing import NamedTuple

from mps_doctor.pasted.symptom_kinds import FLAGS
from mps_doctor.patterns import late


class Terms(NamedTuple):
    """The terms of one symptom: where one of them is not kept, the symptom is not told."""

    computed: bool = False
    """It tells what a program computes, or how it ends: not where that program is another one."""
    without_errors: bool = False
    """It is no more than a guess, and an error text in the same text tells more."""
    denied_by: re.Pattern[str] | None = None
    """What the text must not say anywhere."""
    beside: frozenset[str] = frozenset()
    """The symptoms of which one must be told before it: it says nothing by itself."""
    unmended: bool = False
    """What a patch does tells nothing of it: the trouble is over, and was perhaps another's."""


ALWAYS = Terms()
_FINE_ON_MPS = late(
    r"\b(?:mps|gpu) (?:devices? |mode )?works? (?:just )?fine\b"
    r"(?! (?:with|for|on|in|if|when|until|before|at|as))",
    FLAGS,
)
"""What tells that it is another device that goes wrong."""
_COMPUTED = Terms(computed=True)
_OF_RESULTS = Terms(computed=True, denied_by=_FINE_ON_MPS)
_GUESSED = Terms(computed=True, without_errors=True, unmended=True)
_CENSORED = late(
    r"\bnsfw content was detected\b|\b(?:tripped|triggered|caught by|because of|due to|blame\w*)"
    r" (?:on )?(?:the )?(?:safety|nsfw)",
    FLAGS,
)
"""What tells that a filter made a picture black."""
OF_A_PATCH = late(
    r"\s*(?:[-*•] |- \[[ x]\] |#{1,4} )?(?:\[[^\]\n]{1,30}\] "
    r"?)?(?:[a-z]{2,10}(?:\([^)\n]{1,40}\))?!?: )?"
    r"(?:修复|(?:fix(?:e[sd]|ing)?(?! (?:it|this|that|by|for)\b)|patch|skip|disable|avoid|remove"
    r"|revert"
    r"|prevent|bump|add(?:ed|s|ing)?|apply"
    r"|cherry[- ]?pick|merge|mitigate|work ?around|temporar(?:y|ily)|implement|enable|allow"
    r"|document"
    r"|clarify|silence|pin|update(?! to))\b(?!:))",
    FLAGS,
)
"""A line of a list of changes: what a patch does, as those who write one say it."""
_PATCHED = late(
    r"(?:^|\n)\W{0,4}(?:a |the |my )?patch(?:ed)?\b[^\n]{0,60}\bmps\b"
    r"|\bcuda['\"`]* [^\n.]{0,30}\b(?:have|has|was|were) (?:been )?(?:changed|replaced)\b",
    FLAGS,
)
"""What tells that the device was a matter of the program, and is mended there."""
_OF_A_MACOS = frozenset({"since-macos-update", "began-with-a-macos", "macos-beta"})

LASTING = frozenset({"float64-on-gpu", "sparse-on-gpu", "complex-on-gpu", "ddp-on-gpu"})
"""What no version has lifted: it holds after the change that works around it, too."""

TERMS = {
    "wrong-results": _OF_RESULTS,
    "spoilt-images": Terms(computed=True, denied_by=_CENSORED),
    "spoilt-text": _OF_RESULTS,
    "nans": _OF_RESULTS,
    "training-fails": _COMPUTED,
    "memory-grows": _COMPUTED,
    "out-of-memory": _COMPUTED,
    "since-macos-update": _COMPUTED,
    "crash-on-gpu": _COMPUTED,
    "crash-beside-mps": Terms(computed=True, unmended=True),
    "fails-on-gpu-only": _COMPUTED,
    "fails-beside-mps": _GUESSED,
    "odd-on-gpu-only": _GUESSED,
    "unexplained-on-gpu": _GUESSED,
    "cuda-needed": Terms(denied_by=_PATCHED),
    "amp-on-gpu": Terms(denied_by=_PATCHED),
    "end-told": Terms(beside=_OF_A_MACOS),
    "amiss-told": Terms(beside=_OF_A_MACOS | {"compiled-beside-eager"}),
}
"""Of each symptom that does not count always."""
