"""Limits of MPS told in words, without the error text: a thing, what is lacking, and the device.

"Sparse tensors do not work on mps" and "mps has no bfloat16" are one frame: the thing names the
cause, so there is a list of things, and frames for all: `lacking`, `failing`, `asked_for` and those
of refusals.  Judged only where no error text of the catalogue is in the text.
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import sentence, told
from mps_doctor.pasted.symptom_words import (
    BFLOAT16,
    BFLOAT16_TOLD_BY,
    COMPLEX,
    COMPLEX_TOLD_BY,
    DENIED,
    ERRORS,
    FLOAT8,
    FLOAT8_TOLD_BY,
    FLOAT64,
    FLOAT64_TOLD_BY,
    FOR_MACS,
    FOR_MPS,
    NOT_YET,
    ON_MAC,
    ON_MPS,
)

THINGS = (
    (
        "cuda-needed",
        "xformers triton flash deepspeed gptq awq exllama mamba bitsandbytes sage tensorrt apex "
        "cpm causal",
        r"\b(?:xformers|triton|flash[-_ ]?att(?:n|ention)|deepspeed|(?:auto[-_]?)?(?:gptq|awq)"
        r"|exllama\w*|mamba[-_]ssm|causal[-_]conv1d|cpm[-_]kernels|apex|bitsandbytes|sage[-_ "
        r"]?attention|tensorrt)\b",
    ),
    ("bfloat16-on-gpu", BFLOAT16_TOLD_BY, BFLOAT16),
    ("complex-on-gpu", COMPLEX_TOLD_BY, rf"{COMPLEX}|\bcomplex\b"),
    ("float8-on-gpu", FLOAT8_TOLD_BY, FLOAT8),
    ("sparse-on-gpu", "sparse csr coo", r"\b(?:sparse(?:_\w+)?|csr|coo)\b"),
    (
        "amp-on-gpu",
        "autocast gradscaler precision amp",
        r"\b(?:autocast|grad ?scaler|mixed[ -]precision|amp)\b",
    ),
    (
        "ddp-on-gpu",
        "ddp fsdp distributed collective c10d process communication parallel multi gloo reduce",
        r"\b(?:ddp|fsdp|torch\.distributed|distributed|collectives?|c10d|process ?groups?"
        r"|communication backends?|(?:data|tensor|pipeline|model) ?parallel\w*|multi[-_]?(?:gpu"
        r"|node)s?|all_?(?:reduce|gather))\b",
    ),
    ("compile-on-gpu", "compile inductor", r"\b(?:torch\.compile|inductor)\b"),
    (
        "float64-on-gpu",
        FLOAT64_TOLD_BY,
        rf"{FLOAT64}|\bdouble(?! (?:the|my|your|its|as|check)\b)\b",
    ),
)
_NOT = r"(?: not|n't|not)(?: yet| currently| fully| really| be| been| natively){0,2}"
LACKING = (
    rf"(?:\b(?:is|are|was|were)?{_NOT} (?:supported|implemented|available|possible|allowed|accepted"
    rf"|working)\b|\b(?:does|do|did|can|could|will){_NOT} (?:work|run|used|loaded|converted|moved"
    rf"|exist)\b|\b(?:cannot|can't) (?:be )?(?:work|run|used|loaded|converted|moved)\b"
    r"|\b(?:unsupported|unimplemented|missing|unavailable)\b)"
)
FAILS = (
    r"\b(?:fails?|failed|breaks?|raises?|errors? (?:out|for|with|on|in)|gives? (?:an )?errors?)\b"
)
SOME = r"[^\n.;]{0,40}?"
_LACKS = (
    rf"(?:\b(?:does|do|did|can|could|will){_NOT} (?:support|have|handle|implement|allow|accept"
    rf"|take|do|use|know|run)\b|\b(?:cannot|can't) (?:support|handle|do|use|run)\b|\b(?:lacks?"
    r"|lacking|has no(?! effect)|have no|no support for|without)\b)"
)
MPS_OR_CHIP = (
    r"['\"`(]?\b(?:mps|metal|apple silicon|(?:apple|mac(?:book)?)(?:'s)? gpus?|m[1-5](?: (?:pro|max"
    r"|ultra))?(?:'s gpu)?)\b"
)
"""The GPU of a Mac, or the chip that it is a part of."""

_ON = rf"(?:for|on|with|by|in|to|under) (?:\w+ )?{MPS_OR_CHIP}"


def failing(thing: str, *, fails: str = FAILS) -> str:
    """Return the pattern of sentences in which a thing fails on the GPU of a Mac."""
    return (
        rf"(?:{thing}){SOME}(?:{fails}) (?:\w+ ){{0,2}}?{_ON}"
        rf"|{MPS_OR_CHIP}['\"`]? (?:with|and|under|plus) (?:\w+ "
        rf")?(?:{thing})[^\n.;]{{0,12}}(?:{fails})"
        rf"|(?:{thing}) {_ON}[^\n.;]{{0,12}}(?:{fails})"
    )


def lacking(thing: str, *, lacks: str = rf"{LACKING}|{FAILS}") -> str:
    """Return the pattern of sentences in which a thing is lacking on the GPU of a Mac."""
    return (
        rf"{failing(thing, fails=lacks)}"
        rf"|(?:{thing}){SOME}{_LACKS} (?:\w+ ){{0,2}}?{MPS_OR_CHIP}"
        rf"|{MPS_OR_CHIP}[^\n.;]{{0,20}}{_LACKS} (?:\w+ ){{0,2}}?(?:{thing})"
        rf"|{MPS_OR_CHIP} (?:does|do|did|has)(?: not|n't)? (?:have )?(?:an? |any |no )(?:\w+ )?"
        rf"(?:implementation|kernels?|support|equivalent) (?:for|of) (?:\w+ ){{0,2}}?(?:{thing})"
        rf"|(?:{thing}){SOME}(?:which|that) {MPS_OR_CHIP} (?:lacks|misses|does(?: not|n't) have)\b"
        rf"|\bno (?:\w+ )?(?:support|kernels?|implementation|equivalent) (?:for|of) "
        rf"(?:\w+ ){{0,3}}?(?:{thing}){SOME} {_ON}"
        rf"|\b(?:unsupported|unimplemented|missing) (?:\w+ ){{0,2}}?(?:{thing}) {_ON}"
    )


_ASKED = (
    r"\b(?:add(?:ing)?|extend\w*|enable|implement\w*|would (?:like|love)|please|request\w*|want"
    r"|need|support for|possible to)\b"
)
ON_IT = (
    rf"\b(?:for|on|to|in|with|by) (?:the |an? |my )?(?:\w+ )?{MPS_OR_CHIP}|\[mps\]|\b(?:mps|metal)"
    r" (?:support|backend|implementation|kernels?|device)"
)
GRANTED = (
    r"\b(?:now|already|fix(?:es|ed|ing)?|works|is supported|are supported|added|merged|can be"
    r"|is possible|thanks|instead of)\b"
)


def asked_for(thing: str) -> str:
    """Return the pattern of sentences that ask for a thing on the GPU of a Mac."""
    return sentence(rf"(?:{thing})", _ASKED, ON_IT, without=GRANTED)


_CANNOT = r"\b(?:cannot|can't|could not|couldn't|unable to|not able to|impossible to)"
_SOME = r"[^\n.;]{0,30}?"
_DTYPES = frozenset({"bfloat16-on-gpu", "complex-on-gpu", "float8-on-gpu", "float64-on-gpu"})
UNSUPPORTED = rf"(?:{NOT_YET}(?:supported|implemented|available|possible|usable)\b|\bmissing\b)"
_FEW = r"[^\n.;]{0,32}?"
_DOES_NOT = r"(?:cannot|can not|can't|does not|doesn't|do not|don't|is unable to|won't)"


def _refused(thing: str) -> str:
    """Return the pattern of sentences that tell that a thing does not go with the GPU of a Mac."""
    return (
        rf"\bincompatib\w+ (?:of|between|with) (?:the )?(?:{thing}){_FEW} {MPS_OR_CHIP}"
        rf"|(?:{thing}){_FEW}\b(?:incompatib\w+|(?:not|n't) compatible) (?:with|on|and|for)"
        rf" (?:\w+ ){{0,2}}?{MPS_OR_CHIP}"
        rf"|{MPS_OR_CHIP}(?: and \w+)?[ ,]{{0,2}}\((?:{thing})(?: is)? (?:unsupported|missing"
        r"|not supported|incompatible)"
        rf"|(?:{thing}){_FEW},? (?:which|that|but) (?:\w+ ){{0,2}}?{MPS_OR_CHIP} {_DOES_NOT} \w+"
        rf"|(?:{thing}) (?:models?|weights?|tensors?|checkpoints?|layers?|inputs?) {_DOES_NOT}"
        rf" (?:be )?(?:load|run|work|go|fit|use)\w* (?:on|with|under|in) (?:\w+ )?{MPS_OR_CHIP}"
    )


LIMITS = (
    *(told(name, lacking(thing), needles=needles, along=ON_MPS) for name, needles, thing in THINGS),
    *(
        told(name, asked_for(thing), needles=needles, along=ON_MPS)
        for name, needles, thing in THINGS
        if name.startswith(("bfloat16", "complex", "float8", "sparse", "float64"))
    ),
    *(
        told(
            name,
            rf"{_CANNOT} (?:\w+ ){{0,2}}?(?:use|run|do|train with|load|call|enable|get) "
            rf"(?:\w+ ){{0,2}}?[`'\"]?(?:torch\.)?(?:{thing}){_SOME} {FOR_MPS}"
            rf"|(?:{thing}) (?:\w+ )?{ERRORS} {FOR_MPS}"
            rf"|(?:{thing}) (?:\w+ )?{FOR_MPS}['\"`]?[:,]? (?:an? |gives? (?:an? )?){ERRORS}\b"
            rf"|(?:{thing}) (?:\w+ )?{FOR_MPS}['\"`]?: {ERRORS}\b"
            rf"|\b(?:{ERRORS}|typeerror) (?:about|with|for|from|of|due to|because of) "
            rf"(?:\w+ )?(?:{thing})[^\n.;]{{0,40}}? (?:to|on|with|in) (?:the )?mps\b"
            + (rf"|(?:{thing}) (?:\w+ )?{UNSUPPORTED} {FOR_MACS}" if name in _DTYPES else ""),
            needles=needles,
            along=ON_MAC if name in _DTYPES else ON_MPS,
            unless=DENIED,
        )
        for name, needles, thing in THINGS
    ),
    *(
        told(name, _refused(thing), needles=needles, along=ON_MPS, unless=DENIED)
        for name, needles, thing in THINGS
    ),
    *(
        told(
            name,
            rf"(?:\[mps\]|(?<![\w.])mps:) [^\n.;]{{0,24}}(?:{thing}){SOME}(?:{LACKING}|{FAILS})",
            needles=needles,
            unless=DENIED,
        )
        for name, needles, thing in THINGS
        if name != "cuda-needed"
    ),
)
