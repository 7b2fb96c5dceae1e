"""Symptoms of what the CPU refuses and mps takes: indices out of range, shapes, singular matrices.

Nothing fails, and that is what is wrong: "the CPU raises an IndexError, mps returns zeros".
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import FLAGS, ON_MPS, Speaking, told

_CPU = r"\b(?:cpus?|processors?|host|cuda|nvidia)\b"
_REFUSES = (
    r"\b(?:raises?|throws?|refuses?|rejects?|rejected|turn(?:s|ed)? down|complains?|(?:an? "
    r"|the )?(?:exception|index ?error|runtime ?error|value ?error|clear error)|does so"
    r"|checks? (?:it|them|the))\b"
)
_OTHER_REFUSES = rf"(?:{_CPU}[^\n]{{0,60}}?\n?{_REFUSES}|{_REFUSES}[^\n.]{{0,30}}{_CPU})"
_TAKES = (
    r"\b(?:accepts?|trusts?|takes? (?:\w+ )?(?:targets|indices|ids|any)|goes (?:unnoticed|through)"
    r"|keeps? quiet|stays? (?:quiet|silent)|is (?:quiet|silent)|says nothing|silent(?:ly)?"
    r"|no (?:complaint|error|exception|warning|check)|without (?:a word|an? (?:\w+ )?(?:error"
    r"|exception|complaint|warning)|complaint|any error)|never (?:fires|raises|fails|complains)"
    r"|as if (?:all|nothing)|no one is told|nobody is told|returns? (?:\w+ ){0,4}(?:something"
    r"|numbers?|zeros|garbage|leftovers|rows))\b"
)
_NO_CHECK = (
    r"\b(?:no|without|lacks?|missing|skips?(?: the)?) (?:\w+ )?(?:bounds?|range|index|shape|size)"
    r"[ -]?check(?:s|ing)?\b|\b(?:bounds?|range|index|shape)[ -]?checks? (?:is|are) (?:missing"
    r"|absent|skipped)\b"
    r"|\b(?:reads?|writes?|reading|writing|read|written|indexing|accepts?) (?:\w+ ){0,4}?"
    r"(?:past|beyond|behind|outside) the (?:end|last|size|buffer|tensor|vocabulary|range|bounds)"
    r"|\b(?:foreign|neighbou?r(?:'s|ing)) memory\b|\bmemory (?:next to|behind|beside) the\b"
)
_OF_OTHERS = late(
    r"\b(?:is_available|how (?:do|can|to)|feature|slow\w*|install\w*|out of memory)\b", FLAGS
)

UNCHECKED = (
    told(
        "unexplained-on-gpu",
        "accept trust take unnoticed quiet silent nothing without never complain error told "
        "return exception check through",
        _TAKES,
        beside=(),
        along=Speaking((ON_MPS, late(_OTHER_REFUSES, FLAGS)), without=_OF_OTHERS),
    ),
    told(
        "unexplained-on-gpu",
        "check past beyond behind outside memory",
        _NO_CHECK,
        along=Speaking((ON_MPS,), without=_OF_OTHERS),
    ),
)
"""After all others."""
