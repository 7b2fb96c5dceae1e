"""Symptoms of dtypes that the GPU of a Mac does not have, told by people who name the dtype.

"The weights are cfloat, .to('mps') stops": the dtype, a refusal within reach of it, and a Mac
somewhere in the text.  A dtype that gives wrong numbers or fills the memory is another matter.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import DENIED, FLAGS, ON_MAC, Speaking, told

_NOT = r"(?:\b(?:cannot|can ?not|not|never|unable to|impossible to|nobody can)\b|n't\b)"
_DO = (
    r"(?:us(?:e|ed|able)|run|runs|running|load(?:s|ed)?|mov(?:e|ed)|put|placed?|cast|convert(?:ed)?"
    r"|work(?:s|ing)?|support(?:s|ed)?|start(?:s|ed)?|handled?|takes?|get|gets|have|had|exists?"
    r"|available|possible|accept(?:s|ed)?|allow(?:s|ed)?|implemented|leave|live|do|a thing|there|go"
    r"|goes|compatible|train|create[ds]?|allocated?|represent(?:ed)?|like)"
)
_REFUSED = (
    rf"(?:{_NOT} (?:\w+ ){{0,3}}?{_DO}\b|\b(?:unsupported|incompatible|missing (?:from|on|in|for)"
    r"|unknown (?:to|on)|impossible|refus(?:es|ed|ing)|reject(?:s|ed)|fails?|failed|failing"
    r"|stop(?:s|ped)|dies|died|crash(?:es|ed)?|abort(?:s|ed)|breaks?|broke|raises?|raised|throws?"
    r"|threw|chokes?|blows? up|falls? over|gave up|explodes?|(?:type|value|runtime|assertion"
    r"|notimplemented) ?error|exceptions?|errors? (?:about|with|for|says|on|out)|an? error"
    r"|(?:knows?|has|have|is|are|with) (?:nothing|no|none)\b(?! (?:problems?|trouble|issues?"
    r"|errors?|idea))|does(?: not|n't) know(?! (?:if|whether|why|how|what))|no (?:such|\w+ types?"
    r"|\w+ dtypes?|conversion)|limit(?:s|ation)?|only (?:with|for|on) (?:cuda|nvidia|cpu))\b"
    r"|(?:[-=]>|[:→]) ?(?:\w+ )?error\b)(?![^\n.;]{0,24}\bon (?:windows|linux|cuda)\b)"
)
_SPOILT = (
    r"\b(?:mlx\w*|nans?|black|nois[ey]|garbage|gibberish|wrong|incorrect|nonsense|allclose"
    r"|differ\w*|deviat\w+|(?:needs?|requires?) mac ?os|out of memory|oom|slow(?:er|ly)?|faster"
    r"|leaks?|accuracy|inaccurate)\b"
)
_OTHERWISE = (
    r"\bmix(?:ed|es|ing|ture)?\b|\bmismatch\w*|\bmeets?\b|\b(?:same|different|both|two) d?types?\b"
    r"|\bscalartype\b|\.numpy\(\)|\bautocast|\bgrad ?scaler\b|\btrainer\b|\bamp\b"
    r"|\bbf16 ?= ?true\b|--bf16\b|precision ?="
)
"""What tells that bfloat16 was one of two dtypes, or a framework's mixed precision."""
_MAC = late(rf"{ON_MAC.pattern}|\bmetal\b|\bm-(?:series|chips?)\b", FLAGS)
_ON_A_MAC = Speaking(of=(_MAC,), without=late(_SPOILT, FLAGS))
_OF_ONE = Speaking(of=(_MAC,), without=late(rf"{_SPOILT}|{_OTHERWISE}", FLAGS))
_WITHOUT_IT = (
    r"\bwithout (?:it|that|this|the \w+)\b[^\n.]{0,24}\b(?:starts?|works?|runs?|fine|ok|good)\b"
    r"|\b(?:after|by|when|once|if) (?:\w+ )?(?:delet|remov|dropp)(?:ing|ed|e)\b"
    r"|\b(?:removed|deleted|dropped) (?:it|that|the (?:flag|option|argument))\b"
)
"""An option that has to go: nobody takes out what works."""

_FLOAT8 = (
    r"(?:(?<![a-z\d])(?:mx)?(?:fp8|float[ -]?8|f8_e)|\be(?:4m3|5m2|8m0)\w{0,6}\b"
    r"|\b8[- ]bit floats?\b)"
)
_COMPLEX = (
    r"(?:\bcomplex(?:64|128|32|float|double|half)\b|\bc(?:float|double)\b|\bcomplex(?: (?:d?types?"
    r"|tensors?|numbers?|values?|data|mat(?:mul|ri\w+)|multipl\w+|parameters?|weights?|arithmetic"
    r"|covariance|spectr\w+|signals?|inputs?|exponentials?)|-valued)\b|(?<![\w.])1j\b"
    r"|\btorch\.(?:polar|complex)\b|\bview_as_(?:complex|real)\b)"
)
_BFLOAT16 = r"(?:\bbf(?:loat)?[ -]?16\b|\bbrain[ -]?floats?\b)"
_ASKED = (
    r"\b(?:(?:any|no) plans?|any (?:chance|way|hope) (?:to|for|of)|plans? for|workarounds? (?:for"
    r"|with)|will \w+ (?:get|have|support)|brings? (?:any|some)|please (?:hide|remove|disable))\b"
)
_FLOAT64 = (
    r"(?:f(?<!\wf)(?:loat|p)?[ -]?64\b|t(?<!\wt)orch\.double\b|\.double\(\)|d(?<!\wd)oubles\b"
    r"|d(?<!\wd)type[ =]{1,3}double\b|d(?<!\wd)ouble[- ](?:precision|columns?|tensors?|d?types?"
    r"|arrays?|values?|inputs?|scalars?)\b|d(?:(?<=\bprecision d)|(?<=\btype d)|(?<=\b(?:as|to|in"
    r"|is) d)|(?<=\binto d)|(?<=\bare d))ouble\b(?![- ]\w)|6(?<!\w6)4[- ]bits? (?:floats?|floating"
    r"|precision|reals?|numbers?)\b|6(?:(?<=\b(?:want|need)s 6)|(?<=\b(?:want|need) 6)"
    r"|(?<=\brequire 6)|(?<=\brequires 6))4 bits\b)"
)
"""Each way begins with one sign: then Python looks for it far faster than after a boundary."""


_IN_ONE = r"(?:[^.;?!]|[.;?!](?=\S)){0,80}?"
"""Some of one sentence: dtypes that Metal has by now are named in many others."""

_THINGS = (
    (
        "complex-on-gpu",
        "complex cfloat cdouble 1j torch.polar",
        _COMPLEX,
        rf"(?:{_IN_ONE}|[\s\S]{{0,120}}?(?:\bmps\b|\.to\(|\bgpus?\b|\bmetal\b)[\s\S]{{0,60}}?)",
        _ON_A_MAC,
    ),
    ("bfloat16-on-gpu", "bf16 bfloat brain", _BFLOAT16, _IN_ONE, _OF_ONE),
    ("float64-on-gpu", "float64 float-64 fp64 f64 double 64", _FLOAT64, _IN_ONE, _ON_A_MAC),
)

DTYPES = (
    told(
        "float8-on-gpu",
        "fp8 float8 float-8 f8_e e4m e5m e8m 8-bit",
        _FLOAT8,
        along=Speaking(
            (_MAC, late(f"{_REFUSED}|{_ASKED}|{_WITHOUT_IT}", FLAGS)), late(_SPOILT, FLAGS)
        ),
        unless=DENIED,
    ),
    *(
        told(
            name,
            needles,
            rf"{thing}(?={reach}{_REFUSED})",
            by_line=False,
            along=along,
            unless=DENIED,
        )
        for name, needles, thing, reach, along in _THINGS
    ),
    *(
        told(
            name,
            needles,
            rf"(?:{_REFUSED}|\blacks?\b|{_ASKED})(?:[^\n.;]|\.(?! )){{0,80}}?{thing}",
            along=along,
            unless=DENIED,
        )
        for name, needles, thing, _, along in _THINGS
    ),
)
"""Before what is told of results and crashes: who names such a dtype tells why it crashed."""
