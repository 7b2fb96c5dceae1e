"""Limits of MPS told in words, without the error text: a thing, what is lacking, and the device.

"Sparse tensors do not work on mps" and "mps has no bfloat16" are one frame: the thing names the
cause, so there is a list of things and one frame for all.  Judged only where no error text of the
catalogue is in the text.
"""

from __future__ import annotations

from mps_doctor.sources.pasted.symptom_kinds import sentence, told, words
from mps_doctor.sources.pasted.symptom_words import DENIED, OF_A_PART, ON_MAC, ON_MPS, denied

_MPS = (
    r"['\"`(]?\b(?:mps|metal|apple silicon|(?:apple|mac(?:book)?) gpus?|m[1-5](?: (?:pro|max"
    r"|ultra))?)\b"
)

SOME = r"[^\n.;]{0,40}?"
_NOT = r"(?: not|n't|not)(?: yet| currently| fully| really| be| been| natively){0,2}"
LACKING = (
    rf"(?:\b(?:is|are|was|were)?{_NOT} (?:supported|implemented|available|possible|allowed|accepted"
    rf"|working)\b|\b(?:does|do|did|can|could|will){_NOT} (?:work|run|used|loaded|converted|moved"
    rf"|exist)\b|\b(?:cannot|can't) (?:be )?(?:work|run|used|loaded|converted|moved)\b"
    r"|\b(?:unsupported|unimplemented|missing|unavailable)\b)"
)
_LACKS = (
    rf"(?:\b(?:does|do|did|can|could|will){_NOT} (?:support|have|handle|implement|allow|accept"
    rf"|take|do|use|know|run)\b|\b(?:cannot|can't) (?:support|handle|do|use|run)\b|\b(?:lacks?"
    r"|lacking|has no(?! effect)|have no|no support for|without)\b)"
)


FAILS = (
    r"\b(?:fails?|failed|breaks?|raises?|errors? (?:out|for|with|on|in)|gives? (?:an )?errors?)\b"
)


_ON = rf"(?:for|on|with|by|in|to|under) (?:\w+ )?{_MPS}"


def lacking(thing: str, *, lacks: str = rf"{LACKING}|{FAILS}") -> str:
    """Return the pattern of sentences in which a thing is lacking on the GPU of a Mac."""
    return (
        rf"{failing(thing, fails=lacks)}"
        rf"|(?:{thing}){SOME}{_LACKS} (?:\w+ ){{0,2}}?{_MPS}"
        rf"|{_MPS}[^\n.;]{{0,20}}{_LACKS} (?:\w+ ){{0,2}}?(?:{thing})"
        rf"|{_MPS} (?:does|do|did|has)(?: not|n't)? (?:have )?(?:an? |any |no )(?:\w+ )?"
        rf"(?:implementation|kernels?|support|equivalent) (?:for|of) (?:\w+ ){{0,2}}?(?:{thing})"
        rf"|(?:{thing}){SOME}(?:which|that) {_MPS} (?:lacks|misses|does(?: not|n't) have)\b"
        rf"|\bno (?:\w+ )?(?:support|kernels?|implementation|equivalent) (?:for|of) "
        rf"(?:\w+ ){{0,3}}?(?:{thing}){SOME} {_ON}"
        rf"|\b(?:unsupported|unimplemented|missing) (?:\w+ ){{0,2}}?(?:{thing}) {_ON}"
    )


def failing(thing: str, *, fails: str = FAILS) -> str:
    """Return the pattern of sentences in which a thing fails on the GPU of a Mac."""
    return (
        rf"(?:{thing}){SOME}(?:{fails}) (?:\w+ ){{0,2}}?{_ON}"
        rf"|{_MPS}['\"`]? (?:with|and|under|plus) (?:\w+ )?(?:{thing})[^\n.;]{{0,12}}(?:{fails})"
        rf"|(?:{thing}) {_ON}[^\n.;]{{0,12}}(?:{fails})"
    )


_IDENTIFIER = (
    r"(?<![\w.`'\"-])[`'\"]?_?(?!pin_|load_|map_|device|low_|torch_|flash_|is_|has_|use_|mps_|no_"
    r"|attn_|data_|num_|batch_|set_|get_|requires_|auto_|to_)[a-z][a-z0-9]*_[a-z0-9_]{2,40}"
    r"(?:\(\))?[`'\"]?(?![\w.=])"
)
"""A name as operators have it: more than one word, joined by underscores."""

THINGS = (
    (
        "cuda-needed",
        "xformers triton flash deepspeed gptq awq exllama mamba bitsandbytes sage tensorrt apex "
        "cpm causal",
        r"\b(?:xformers|triton|flash[-_ ]?att(?:n|ention)|deepspeed|(?:auto[-_]?)?(?:gptq|awq)"
        r"|exllama\w*|mamba[-_]ssm|causal[-_]conv1d|cpm[-_]kernels|apex|bitsandbytes|sage[-_ "
        r"]?attention|tensorrt)\b",
    ),
    ("bfloat16-on-gpu", "bf16 bfloat16", r"\bbf(?:loat)?16\b"),
    ("complex-on-gpu", "complex", r"\bcomplex(?:64|128|32|float|double|half)?\b"),
    ("float8-on-gpu", "fp8 float8 f8", r"\b(?:fp8|float8|f8)(?:_\w+)?\b"),
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
        "float64 double fp64 f64",
        r"\b(?:float64|fp64|f64|float 64|doubles?(?: precision)?(?! (?:the|my|your|its|as"
        r"|check)\b))\b",
    ),
)

OPERATORS_TOLD_BY = words(
    "aten conv svd linalg torch. operat interpol sampler kernel generator functions layers ops "
    "bicubic trilinear nearest"
)
OPERATORS = (
    r"\b(?:aten::\w+|torch\.(?!compile|distributed|cuda|mps|backends|float|bfloat|complex)[\w.]+"
    r"|linalg\.\w+|conv(?:_?transpose)?_?[123]d|grid_sampl\w+|(?:bicubic|trilinear|nearest)"
    r"(?: \w+)?|interpolat\w+|operat(?:ors?|ions?)|ops|functions|layers|generators?)\b"
)

_INTEGERS = r"\bu?int(?:8|16|32|64)\b"

_ASKED = (
    r"\b(?:add(?:ing)?|extend\w*|enable|implement\w*|would (?:like|love)|please|request\w*|want"
    r"|need|support for|possible to)\b"
)
_ON_IT = (
    rf"\b(?:for|on|to|in|with|by) (?:the |an? |my )?(?:\w+ )?{_MPS}|\[mps\]|\b(?:mps|metal)"
    r" (?:support|backend|implementation|kernels?|device)"
)
TO_A_PROJECT = (
    r"\b(?:mps|metal|gpu|apple(?: silicon)?|m[1-5]) (?:device |backend )?support (?:\w+ )?(?:to"
    r"|in|into|for) (?:the )?['\"`]?\w+_\w+"
    r"|\b(?:can|could|does|do|will|would|is|are|make|let) (?:the )?['\"`]?[a-z]\w+_\w+['\"`]? "
    r"(?:also|ever|support\w*|be|follow|run|work|use|get|going)\b"
)
"""What asks a package, whose name is like an operator's, for support of the GPU."""

_GRANTED = (
    r"\b(?:now|already|fix(?:es|ed|ing)?|works|is supported|are supported|added|merged|can be"
    r"|is possible|thanks|instead of)\b"
)


def asked_for(thing: str) -> str:
    """Return the pattern of sentences that ask for a thing on the GPU of a Mac."""
    return sentence(rf"(?:{thing})", _ASKED, _ON_IT, without=_GRANTED)


LIMITS = (
    *(told(name, lacking(thing), needles=needles, along=ON_MPS) for name, needles, thing in THINGS),
    told(
        "operator-missing-on-gpu",
        lacking(rf"{OPERATORS}|{_INTEGERS}", lacks=LACKING),
        needles=(*OPERATORS_TOLD_BY, "int8", "int16", "int32", "int64"),
        along=ON_MPS,
    ),
    told(
        "operator-missing-on-gpu",
        lacking(_IDENTIFIER, lacks=LACKING),
        needles=(
            *words("support implement availab working missing lack"),
            *("not work", "n't work", "not run", "n't run", "not exist", "n't exist"),
            *("has no ", "have no "),
        ),
        along=ON_MPS,
    ),
    *(
        told(name, asked_for(thing), needles=needles, along=ON_MPS)
        for name, needles, thing in THINGS
        if name.startswith(("bfloat16", "complex", "float8", "sparse", "float64"))
    ),
    told(
        "sparse-on-gpu",
        r"\bsparse(?:csr)?mps\b|^(?:sparse|csr|coo)(?: \w+)? (?:on|for|with) (?:the )?mps\.?$"
        r"|^mps sparse support$",
    ),
    told(
        "float64-on-gpu",
        r"\b(?:float64|doubles?)\b[^\n.;]{0,60}\bmps\b (?:does|do|did|can)(?: not|n't|not)"
        r" (?:\w+ )?(?:support|handle|have|like)\b"
        r"|\bmps\b[^\n.;]{0,24}\bonly (?:supports?|has|knows|takes) (?:float32|fp32)"
        r"|\bonly (?:supports?|allows?|accepts?|handles?|has) (?:float32|fp32|single precision)"
        r"[^\n.;]{0,16}\b(?:for|on|with|in|under) (?:the )?mps\b",
        needles="float64 fp64 double float32 fp32",
    ),
    told(
        "operator-missing-on-gpu",
        r"\bmps (?:does|do)(?: not|n't) have (?:it|them|this|that)\b(?! (?:problem|issue))"
        r"|\bno mps (?:kernels?|implementation)\b"
        r"|\bmps (?:implementations?|kernels?|versions?) (?:is|are)(?: not|n't| missing)\b"
        r"|(?:\bnot|n't) (?:yet |currently )?implemented (?:for|on|in|by) (?:the )?(?:mps|metal)\b"
        r"|\bmps (?:does|do)(?: not|n't) have an? (?:\w+ )?implementation of\b"
        r"|\b(?:on|with) mps,? (?:\w+ )?(?:since|because|as) (?:\w+ )?not implemented\b"
        r"|\bmps (?:does|do)(?: not|n't) (?:yet |currently )?implement (?:it|this|that)\b|"
        r"\b[a-z]\w{2,40} (?:is|are) not (?:yet |currently )?implemented (?:for|on|in|by)"
        rf" (?:the )?{_MPS}|\bnotimplementederror\b[^\n.:]{{0,60}}{_MPS}",
        needles="implement kernel have",
    ),
    told(
        "operator-missing-on-gpu",
        sentence(
            rf"\baten::\w+|\btorch\.(?:linalg|fft|nn|special)\.\w+|\b_?linalg_\w+"
            rf"|\bconv(?:_?transpose)?_?[123]d\b|\btorchvision::\w+|{_IDENTIFIER}",
            r"\b(?:add(?:ing)?|support(?:ing)?|implement\w*|would (?:like|love)|please|want"
            r"|wish|vot(?:e|ing)|request\w*|missing)\b",
            r"\b(?:support\w*|implement\w*|work|to (?:be able to )?run|kernels?|vot(?:e|ing)"
            r"|request\w*)\b",
            _ON_IT,
            without=f"{_GRANTED}|{TO_A_PROJECT}",
        ),
        needles=(
            *words("support implement kernel vote voting"),
            *(" to work", " to run", "request for", "requested", "requesting", "feature request"),
        ),
        along=ON_MPS,
    ),
    told(
        "operator-missing-on-gpu",
        r"\bmps\b[^\n.;]{0,40}\bfail(?:s|ed)? (?:for|with|on) (?:\w+ ){0,3}(?:u?int(?:8|16|32|64)"
        r"|bool|boolean|half|float16|long|integers?)\b",
    ),
    told(
        "two-dtypes-on-gpu",
        r"\b(?:one|some|input|weights?|model)\b[^\n.;]{0,24}\b(?:float16|half|fp16|bfloat16)\b"
        r"[^\n.;]{0,24}\b(?:other|another|weights?|bias|rest)\b[^\n.;]{0,16}\b(?:float(?:32)?"
        r"|fp32)\b",
        along=ON_MPS,
    ),
    told(
        "two-devices",
        r"\bdevices? mismatch\w*|\bmismatch\w* (?:of|in|between) (?:the )?devices\b"
        r"|(?:\bnot|n't) (?:all |both )?(?:\w+ ){0,4}?(?:on|to) the same device\b"
        r"|(?<!executing )(?<!running )(?<!run )\b(?:on|from|of) (?:two |several )?different "
        r"devices\b",
        needles=(
            "device mismatch",
            "devices mismatch",
            "mismatch of device",
            "same device",
            "ent devices",
        ),
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "two-devices",
        r"\btensors?\b[^\n.;]{0,16}\bon (?:the )?cpu\b[^\n.;]{0,12}\bnot (?:on )?(?:the )?mps\b|"
        r"\b(?:is|are|was|were|stays?|still|remains?|left|located|created) on (?:the )?cpu\b"
        r"[^\n.;]{0,12}\b(?:but|while|whereas|and)\b[^\n.;]{0,40}\bon (?:the )?mps\b"
        r"(?![^\n.]{0,24}\b(?:saves?|to save|works?|fine|on purpose)\b)"
        r"|\b(?:is|are) on (?:the )?mps\b[^\n.;]{0,12}\b(?:but|while|whereas|and)\b[^\n.;]{0,40}"
        r"\bon (?:the )?cpu\b"
        r"|\bcreated on (?:the )?cpu\b[^\n.;]{0,24}\bneeds? to be\b[^\n.;]{0,24}\b(?:same|mps)\b",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "tensor-too-large-for-gpu",
        r"\b(?:more than|larger than|over|above|beyond|exceed\w*|bigger than|greater than)"
        r" (?:2\s?(?:\^|\*\*)\s?3[12]|int_?max|the int32 limit|4 ?gi?b (?:in|per|for) (?:one"
        r"|a single|a) tensor)"
        r"|(?:超过|超出|大于)[^\n]{0,6}2\s?(?:\^|\*\*)\s?3[12]"
        r"|2\s?(?:\^|\*\*)\s?3[12][^\n]{0,8}(?:を超え|限制|制限)",
        needles=("2^3", "2**3", "int_max", "int32", "4 gb", "4gb"),
        along=ON_MPS,
    ),
    told(
        "cuda-needed",
        r"(?<!precision )(?<!autocast )(?<!amp )\b(?:needs?|requires?|relies on|depends on"
        r"|only (?:works?|runs?|for|supports?))\b"
        r"(?: (?:on|with|a|an|the|to|have|run)){0,3} (?:\w+ )?(?:cuda|nvidia)\b(?! (?:version"
        r"|toolkit version|[<>=]))"
        r"(?![^\n;]{0,16}\bon (?:my |a |the )?(?:windows|linux)\b)"
        r"|\b(?:cuda|nvidia)(?: (?:gpus?|cards?|graphics cards?|support|cores?|hardware"
        r"|drivers?))? (?:is|are|seems?(?: to be)?) (?:(?!not |no )\w+ )?(?:necessary|required"
        r"|needed|mandatory)\b(?!\? no)(?! (?:on|for) (?:linux|windows))"
        r"(?![^\n.]{0,12}\bbut (?:it )?works)"
        r"|\bonly (?:\w+ )?with (?:cuda|nvidia)\w* (?:is|are) supported\b"
        r"|\b(?:written|made|built|designed|meant|intended) for (?:cuda|nvidia)\b"
        r"|\b(?:asks? for|wants?|expects?|insists on|looks? for) (?:an? )?(?:cuda|nvidia)\b"
        r"|\bno cuda on (?:my |a )?mac\w*[^\n.]{0,24}\b(?:stops|fails|crash\w*|breaks|errors?)\b"
        r"|\b(?:due to|because of) (?:the |a )?(?:lack|absence|missing)(?: of)? (?:cuda|nvidia)\b"
        r"|(?<!precision )(?<!autocast )(?<!amp )\b(?:is|are|being) cuda[- ]only\b"
        r"|\bcalls? \.cuda\(\)|\.cuda\(\) (?:calls? )?everywhere",
        needles="cuda nvidia",
        along=ON_MAC,
        unless=(
            denied("no|not|never|no longer|without|if")
            + rf"|{OF_A_PART}$"
            + r"|\bdo(?:es)? (?:\w+ ){1,5}$"
        ),
    ),
)

FAILING = (
    told(
        "operator-fails-on-gpu",
        rf"^(?:title: )?(?:\[\w+\] )?(?:{OPERATORS}|{_IDENTIFIER}) (?:on|for|with) (?:the )?mps"
        r"(?: (?:backend|devices?|support))?[.!]?$"
        r"|\baten::\w+ (?:is )?(?:still )?missing (?:from|on|for|in) (?:the )?mps\b"
        r"|^(?:\[\w+\] )?implement `(?!mps)\w+`[^\n]{0,60}\b(?:for|on|in) (?:the )?mps\b"
        r"|\bmissing operators?(?: support)? (?:for|on|in) (?:the )?mps\b",
    ),
    told("operator-fails-on-gpu", failing(OPERATORS), needles=OPERATORS_TOLD_BY, along=ON_MPS),
    told(
        "operator-fails-on-gpu",
        failing(_IDENTIFIER),
        needles="fails failed breaks raises errors",
        along=ON_MPS,
    ),
)
"""What fails may be lacking: it counts after what the text tells of results and crashes."""
