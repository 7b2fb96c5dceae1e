"""What the GPU of a Mac refuses, told by what does not go with what.

"Bfloat16 is incompatible with mps", "a single allocation of 15 GB is too large for Metal", "the
device is hard-coded, it is cuda": the thing names the cause, as among the limits.
"""

from __future__ import annotations

from mps_doctor.sources.pasted.symptom_kinds import DENIED, ON_MAC, ON_MPS, sentence, told
from mps_doctor.sources.pasted.symptoms_of_limits import THINGS

_MPS = (
    r"['\"`(]?\b(?:mps|metal|apple silicon|(?:apple|mac(?:book)?)(?:'s)? gpus?|m[1-5](?: (?:pro|max"
    r"|ultra))?(?:'s gpu)?)\b"
)
_SOME = r"[^\n.;]{0,32}?"
_CANNOT = r"(?:cannot|can not|can't|does not|doesn't|do not|don't|is unable to|won't)"


def _refused(thing: str) -> str:
    """Return the pattern of sentences that tell that a thing does not go with the GPU of a Mac."""
    return (
        rf"\bincompatib\w+ (?:of|between|with) (?:the )?(?:{thing}){_SOME} {_MPS}"
        rf"|(?:{thing}){_SOME}\b(?:incompatib\w+|(?:not|n't) compatible) (?:with|on|and|for)"
        rf" (?:\w+ ){{0,2}}?{_MPS}"
        rf"|{_MPS}(?: and \w+)?[ ,]{{0,2}}\((?:{thing})(?: is)? (?:unsupported|missing"
        r"|not supported|incompatible)"
        rf"|(?:{thing}){_SOME},? (?:which|that|but) (?:\w+ ){{0,2}}?{_MPS} {_CANNOT} \w+"
        rf"|(?:{thing}) (?:models?|weights?|tensors?|checkpoints?|layers?|inputs?) {_CANNOT}"
        rf" (?:be )?(?:load|run|work|go|fit|use)\w* (?:on|with|under|in) (?:\w+ )?{_MPS}"
    )


_SIZE = r"\b\d[\d.]* ?(?:gi?b|gigabytes)\b"
_BUFFER = r"(?:buffers?|allocations?|tensors?|arrays?)"
_TOO_LARGE = (
    rf"{_SIZE}[^\n.;]{{0,40}}\btoo (?:large|big|much)\b[^\n;]{{0,30}}\b{_BUFFER}\b"
    rf"|\b(?:single|one|contiguous|individual)\b (?:[\w.]+ ){{0,3}}?{_BUFFER}\b[^\n;]{{0,60}}"
    r"\b(?:too (?:large|big)|limit\w*|max\w*|more than|larger than|exceed\w*|(?:not|n't) (?:allowed"
    r"|possible))"
    r"|\b(?:larger|bigger|greater|more) than (?:the |metal's )?(?:\w+ )?(?:max\w*|largest)"
    rf" (?:\w+ ){{0,2}}?{_BUFFER}\b"
    rf"|\bexceed\w* (?:the )?(?:\w+ )?(?:max\w*|largest|metal(?:'s)?) (?:\w+ ){{0,2}}?{_BUFFER}"
    r"|\bmaxbufferlength\b"
)

REFUSALS = (
    *(
        told(name, needles, _refused(thing), along=ON_MPS, unless=DENIED)
        for name, needles, thing in THINGS
    ),
    told(
        "tensor-too-large-for-gpu",
        "buffer allocation tensor array",
        _TOO_LARGE,
        beside="gb gib gigabytes max limit largest",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "cuda-needed",
        ("hardcod", "hard-cod", "hard cod"),
        sentence(
            r"\bhard[- ]?cod\w+\b",
            r"\bcuda\b|\bdevices?\b",
            without=r"\b(?:no longer|not|never|fixed|now|remov\w+|replac\w+|avoid\w*|instead of"
            r"|un-?hard\w*|de-?hard\w*|mps is|to mps|(?:to|as|is) ['\"`]?cpu)\b|n't\b",
        ),
        along=rf"\A(?=[\s\S]*?\bcuda\b)[\s\S]*?(?:{ON_MAC.pattern})",
    ),
)
"""Beside the limits."""
