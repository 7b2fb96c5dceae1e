"""Symptoms of kinds of numbers that the GPU of a Mac does not have, told by who names the kind.

`DTYPES`: "The weights are cfloat, .to('mps') stops": the dtype, a refusal within reach of it, and a
Mac somewhere in the text.  `PRECISION`: "The scaler yields doubles and mps cannot take them",
"replaced float64 with float32 so that it runs on mps": the kind, the GPU and the trouble stand in
one sentence, in whatever order.  What gives wrong numbers or fills the memory is another matter.
The names of the dtypes are torch's own; which of them MPS lacks is what
torch/docs/source/notes/mps.rst and its checks say (aten/src/ATen/native/mps/OperationUtils.mm,
getMPSDataType).
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import FLAGS, Symptom, sentence, speaking, told
from mps_doctor.pasted.symptom_words import (
    BFLOAT16,
    BFLOAT16_TOLD_BY,
    COMPLEX,
    COMPLEX_TOLD_BY,
    DENIED,
    FLOAT8,
    FLOAT8_TOLD_BY,
    FLOAT64,
    FLOAT64_TOLD_BY,
    GOOD,
    MAC_GPU,
    ON_MAC,
    ON_MPS,
    TROUBLE,
)
from mps_doctor.patterns import late

_SPOILT = (
    r"\b(?:mlx\w*|nans?|black|nois[ey]|garbage|gibberish|wrong|incorrect|nonsense|allclose"
    r"|differ\w*|deviat\w+|(?:needs?|requires?) mac ?os|out of memory|oom|slow(?:er|ly)?|faster"
    r"|leaks?|accuracy|inaccurate)\b"
)
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
_ASKED = (
    r"\b(?:(?:any|no) plans?|any (?:chance|way|hope) (?:to|for|of)|plans? for|workarounds? (?:for"
    r"|with)|will \w+ (?:get|have|support)|brings? (?:any|some)|please (?:hide|remove|disable))\b"
)
_WITHOUT_IT = (
    r"\bwithout (?:it|that|this|the \w+)\b[^\n.]{0,24}\b(?:starts?|works?|runs?|fine|ok|good)\b"
    r"|\b(?:after|by|when|once|if) (?:\w+ )?(?:delet|remov|dropp)(?:ing|ed|e)\b"
    r"|\b(?:removed|deleted|dropped) (?:it|that|the (?:flag|option|argument))\b"
)
"""An option that has to go: nobody takes out what works."""

_ON_A_MAC = speaking(ON_MAC, without=_SPOILT)
_IN_ONE = r"(?:[^.;?!]|[.;?!](?=\S)){0,80}?"
"""Some of one sentence: dtypes that Metal has by now are named in many others."""

_OTHERWISE = (
    r"\bmix(?:ed|es|ing|ture)?\b|\bmismatch\w*|\bmeets?\b|\b(?:same|different|both|two) d?types?\b"
    r"|\bscalartype\b|\.numpy\(\)|\bautocast|\bgrad ?scaler\b|\btrainer\b|\bamp\b"
    r"|\bbf16 ?= ?true\b|--bf16\b|precision ?="
)
"""What tells that bfloat16 was one of two dtypes, or a framework's mixed precision."""

_OF_ONE = speaking(ON_MAC, without=rf"{_SPOILT}|{_OTHERWISE}")

_THINGS = (
    (
        "complex-on-gpu",
        COMPLEX_TOLD_BY,
        COMPLEX,
        rf"(?:{_IN_ONE}|[\s\S]{{0,120}}?(?:\bmps\b|\.to\(|\bgpus?\b|\bmetal\b)[\s\S]{{0,60}}?)",
        _ON_A_MAC,
    ),
    ("bfloat16-on-gpu", BFLOAT16_TOLD_BY, BFLOAT16, _IN_ONE, _OF_ONE),
    ("float64-on-gpu", FLOAT64_TOLD_BY, FLOAT64, _IN_ONE, _ON_A_MAC),
)

DTYPES = (
    told(
        "float8-on-gpu",
        FLOAT8,
        needles=FLOAT8_TOLD_BY,
        along=speaking(ON_MAC, f"{_REFUSED}|{_ASKED}|{_WITHOUT_IT}", without=_SPOILT),
        unless=DENIED,
    ),
    *(
        told(
            name,
            rf"{thing}(?={reach}{_REFUSED})",
            needles=needles,
            by_line=False,
            along=along,
            unless=DENIED,
        )
        for name, needles, thing, reach, along in _THINGS
    ),
    *(
        told(
            name,
            rf"(?:{_REFUSED}|\blacks?\b|{_ASKED})(?:[^\n.;]|\.(?! )){{0,80}}?{thing}",
            needles=needles,
            along=along,
            unless=DENIED,
        )
        for name, needles, thing, _, along in _THINGS
    ),
)
"""Before what is told of results and crashes: who names such a dtype tells why it crashed."""

_DOUBLES = rf"(?:{FLOAT64}|\bdouble\b)"
_NO_DOUBLES = (
    rf"{_DOUBLES}[^\n.;]{{0,80}}\b(?:absent from|missing (?:from|in|on)|unknown to|not part of)"
    r" (?:the )?(?:metal|mps)\b"
    r"|\b(?:metal|mps|apple hardware|apple gpus?)\b[^\n.;]{0,16}\b(?:lacks?|has no|have no"
    rf"|knows? no|knows only up to 32|only up to 32)\b[^\n.;]{{0,16}}(?:{_DOUBLES}|bits?\b)"
)
_FOR_DOUBLES = (
    r"(?:\b(?:not|cannot|unable|fail\w*|crash\w*|breaks?|broken|impossible|errors?)\b|n't\b)"
    r"[^\n.;]{0,60}(?:\b(?:due to|because(?: of)?|since|as)\b|:)[^\n.;]{0,32}\b(?:float64|fp64|f64"
    r"|doubles|double(?:[- ]precision)? tensors?|double precision)\b"
)
_REFUSED_BEHIND = (
    r"(?:\b(?:it|that|this|they|dtype|data type|type)\b[^\n.!?]{0,24}(?:\b(?:not(?! (?:need"
    r"|matter|mind|take (?:long|much)))|cannot|fails?|failed|raises?|refuses|unsupported"
    r"|impossible)\b|n't\b(?! (?:need|take (?:long|much)|matter|mind)\b))|\b(?:typeerror"
    r"|dtype error|notimplementederror)\b|\b(?:refus\w+|rejects?|rejected|(?:then|always) raises)\b"
    r"|(?:\bdoes not|\bdo not|\bcannot|n't) (?:take(?! (?:long|much))|like|want|have|know|support"
    r"|do|accept|handle|allow)\b|\bdoes not$)"
)
_REST = r"(?:[^\n.!?]|[.](?=\S))"
"""Of the rest of a sentence: the dot of a version does not end it."""

_OTHER_REASONS = (
    rf"{GOOD}|\b(?:importerror|modulenotfound\w*|filenotfound\w*|keyerror|attributeerror|indexerror"
    r"|install\w*|import\w*|segfault|memory|shapes?|download\w*|permission|path|cuda)\b"
)
_OF_MODELS = late(
    rf"{ON_MPS.pattern}|\b(?:torch|pytorch|tensors?|models?|train\w*|checkpoints?|weights|gpu"
    r"|layers?|networks?|diffusers|transformers|comfy\w*|flux|lora|trainer|t5|encoders?|loss"
    r"|bf16|bfloat16|fp16|fp8|float8|mixed[ _-]precision)\b",
    FLAGS,
)
"""What speaks of tensors, or of what is made of them: a Mac alone has other programs too."""


def _next(name: str, needles: str, thing: str, trouble: str = _REFUSED_BEHIND) -> Symptom:
    """Return what names a kind of number, and tells of the trouble in the sentence behind it."""
    pattern = (
        rf"{thing}(?!{_REST}{{0,100}}(?:{GOOD})){_REST}{{0,120}}[.!?]['\")]? "
        rf"(?:{_REST}{{0,60}}[.!] )?(?={_REST}{{0,120}}{MAC_GPU})(?={_REST}{{0,120}}{trouble})"
        rf"(?!{_REST}{{0,160}}(?:{_OTHER_REASONS}))"
    )
    return told(name, pattern, needles=needles, along=_OF_MODELS)


_BFLOAT = rf"(?:{BFLOAT16}|\bbfloat\b)"
"""The short name is also said of other programs: the sentence must hold the GPU."""

_SPARSE = (
    r"\b(?:torch\.sparse\.\w+|to_sparse|sparse(?:_\w+|adam|tensors?)|sparse (?:coo|csr|tensors?"
    r"|matri\w+|layouts?|buffers?|ops?|operat\w+|support|arrays?|matmul|multiplication|gradients?"
    r"|embeddings?|backend|is|are|cannot|does|on (?:mps|metal))|is sparse|(?:csr"
    r"|coo)[-_ ](?:tensors?|matri\w+|formats?|layouts?))\b"
)
_AMP = (
    r"(?:\b(?:autocast\w*|grad ?scaler|mixed[- _]precision|torch\.(?:\w+\.)?amp|native amp"
    r"|amp (?:flag|option|setting)|amp(?=[^\n.;]{0,40}\b(?:mps|metal)\b))\b|\b(?:fp16|float16"
    r"|half[- ]precision|16[- ]bit|bf16) training\b|\btrain\w* (?:in|with|at|using) (?:fp16|float16"
    r"|half|bf16|16[- ]bit)\b|\bprecision ?= ?['\"]?(?:16|bf16)\b|--(?:fp16|bf16)\b|\b(?:fp16"
    r"|bf16)\b(?= (?:\w+ )?(?:needs?|requires?|wants?) )|\b(?:fp16|bf16) ?= ?true\b"
    r"|\baccelerate config\b[^\n.;]{0,24}\b(?:fp16|bf16)\b)"
)
_ASKS_FOR_CUDA = (
    r"\b(?:needs?|requires?|wants?|asks? for|insists on|only (?:on|with|for|takes?|accepts?|works"
    r" (?:on|with)))\b[^\n.;]{0,24}\b(?:cuda|nvidia|gpus?|float16|bfloat16)\b"
    r"|\b(?:cuda|gpu) (?:is )?(?:required|needed|missing)\b"
)
_ONLY_SINGLE = (
    r"(?:\b(?:cast(?:s|ing|ed)?|convert\w*|forc\w+|chang\w+|set|default\w*|make|making)\b"
    r"[^\n.;]{0,40}\bto (?:torch\.|np\.)?(?:float32|fp32|single precision)\b|(?<!\.)\b(?:make"
    r"|default)\b(?!\()[^\n.;]{0,40}\b(?:torch\.|np\.)?(?:float32|fp32)\b|\b(?:has|have"
    r"|needs?) to be (?:in )?(?:float32|fp32|single precision)\b|\b(?:limited"
    r"|restricted) to (?:float32|fp32|32[- ]bit|single[- ]precision)\b|\bsingle[- ]precision only\b"
    r"|\bonly (?:float32|fp32|single[- ]precision|32[- ]bit floats?) (?:is|are|can|works?)\b)"
)
_OTHER_NUMBERS = (
    rf"{GOOD}|\b(?:fp16|float16|half|bf16|bfloat16|int64|int32|long|complex\w*|fp8|model|weights"
    r"|memory|mixed)\b"
)
_TITLE = r"^(?:title: )?(?:\[\w+\] )?"
_IN_TITLE = (
    r"(?: (?:tensors?|dtype|numbers?|arrays?|types?|support|error|weights|layouts?|matri\w+))?"
    r" (?:on|for|with|under|and) (?:the )?(?:mps|metal|apple \w+|m[1-5]|macs?|macbooks?)"
    r"(?: (?:backend|device|gpus?))?[.!?]?$"
)


def _free(
    name: str, needles: str, thing: str, *, trouble: str = TROUBLE, without: str = GOOD
) -> Symptom:
    pattern = sentence(thing, MAC_GPU, trouble, without=without)
    return told(name, pattern, needles=needles, along=_OF_MODELS)


_MEETING = r"\bmix\w*|\bmismatch\w*|\bmeets?\b|\b(?:same|different) d?types?\b"
"""What tells of two kinds of numbers in one operation, which is another limit."""

_SWITCHED_OFF = (
    r"\b(?:has|have|had|needs?) to be (?:set to )?(?:false|off|disabled|no)\b|\b(?:had|have|has"
    r"|needs?|needed|must)\b[^\n.;]{0,24}\b(?:switch\w*|turn\w*|disabl\w*|set\w*|leave"
    r"|keep)\b[^\n.;]{0,32}(?:\b(?:off|no|none|disabled|false)\b|$)"
    r"|\bmixed_precision ?=? ?['\"]?no\b[^\n.;]{0,24}\bonly\b|\bonly (?:fp32|float32)\b"
)
_REPLACED = (
    r"\b(?:replac\w+|switch\w*|chang\w+|down ?cast\w*|cast(?:s|ing|ed)?|convert\w*|patch\w*|forc\w+"
    r"|use[ds]?|using|had to|have to|need(?:s|ed)? to|must)\b"
)
_TO = r"\b(?:to|by|with|into|instead of|in place of|rather than|for)\b"
_SO_THAT = (
    r"\b(?:so(?: that)? (?:it|this|they|the \w+)|in order|(?:to|and) (?:make|get|let|have|run"
    r"|train)|now (?:it )?(?:runs|works)|(?:it|that) (?:runs|works)|(?:runs|works) on|for (?:the )?"
    r"(?:mps|metal|apple|mac)|(?:if|when|where|whenever) (?:the )?device|for compatib\w+"
    r"|for (?:users|owners|people) (?:of|on|with)|on (?:mps|metal|apple|mac))\b"
)


def _replaced(name: str, needles: str, thing: str, other: str) -> Symptom:
    """Return what tells that a kind of number was replaced for the sake of a Mac."""
    pattern = sentence(thing, other, _REPLACED, _TO, _SO_THAT, MAC_GPU, without=GOOD)
    return told(name, pattern, needles=needles)


_SINGLE = r"\b(?:float32|fp32|f32|single(?:[- ]precision)?|float\(\)|\.float\b)"
_HALF = r"\b(?:float16|fp16|half|float32|fp32)\b"
_BECAUSE = (
    r"[^\n]{0,240}\b(?:because of (?:it|this|that)|for (?:this|that) reason|that is why|therefore"
    r"|due to (?:it|this|that)|(?:which|this|that) (?:caused|causes|made|makes|breaks|broke))\b"
)

PRECISION = (
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
    told("sparse-on-gpu", r"\baten::_?sparse_\w+", along=ON_MPS),
    told(
        "float64-on-gpu",
        r"\b(?:casts?|casting|converts?|converting|moves?|turns?) (?:\w+ ){0,3}?"
        r"(?:to|into) (?:an? )?(?:torch\.)?(?:double|float64)\b(?![^\n.]{0,12}\bcpu\b)",
        along=ON_MPS,
        unless=DENIED,
    ),
    told("float64-on-gpu", _NO_DOUBLES, needles="double float64 64-bit 32", unless=DENIED),
    told(
        "float64-on-gpu",
        _FOR_DOUBLES,
        along=ON_MAC,
        unless=r"\b(?:no longer|fix\w*|solv\w+)\b[^,;:.\n]{0,24}$",
    ),
    told(
        "float64-on-gpu",
        r"\b(?:needs?|requires?|wants?|expects?|takes?|accepts?|(?:must|has to|have to|should) be"
        r"|use|cast\w* to|convert\w* to) (?:\w+ )?(?:float32|fp32|f32|float|single)\b"
        r"[^\n.;]{0,12}\b(?:instead of|rather than|not|but (?:gets?|got|is|finds?))\b"
        r"[^\n.;]{0,12}\b(?:float64|fp64|f64|doubles?)\b"
        r"|\b(?:lack of|lacking|no|without|missing|absence of) (?:\w+ )?(?:float64|fp64|f64"
        r"|double(?: precision)?) support\b"
        r"|(?:\b(?:not|cannot|unable to|not being able to|fails? to)|n't) (?:\w+ )?(?:convert"
        r"|cast|mov)\w*[^\n.;]{0,20} (?:to|into) (?:float64|fp64|f64|double)\b"
        r"|\b(?:float64|fp64|f64|doubles?)\b[^\n;]{0,40}\b(?:cast|convert\w*|chang\w*) to "
        r"(?:float32|float|fp32|single)\b[^\n;]{0,24}\bmps\b",
        along=ON_MPS,
    ),
    _next("float64-on-gpu", FLOAT64_TOLD_BY, FLOAT64),
    _next("bfloat16-on-gpu", BFLOAT16_TOLD_BY, _BFLOAT),
    _next("float8-on-gpu", FLOAT8_TOLD_BY, FLOAT8),
    _next("complex-on-gpu", COMPLEX_TOLD_BY, COMPLEX),
    _next("sparse-on-gpu", "sparse csr coo", _SPARSE),
    _next(
        "amp-on-gpu",
        "autocast scaler precision amp fp16 bf16",
        rf"(?:{_AMP}|\bfp16 flag\b)",
        rf"(?:{_REFUSED_BEHIND}|{_ASKS_FOR_CUDA})",
    ),
    told("float64-on-gpu", r"\b(?:use|using) (?:torch\.)?float32 instead\b", along=ON_MPS),
    told("float64-on-gpu", sentence(_ONLY_SINGLE, MAC_GPU, without=_OTHER_NUMBERS), along=ON_MPS),
    *(
        told(name, rf"{_TITLE}(?:{thing}){_IN_TITLE}", needles=needles)
        for name, needles, thing in (
            ("float64-on-gpu", FLOAT64_TOLD_BY, FLOAT64),
            ("float8-on-gpu", FLOAT8_TOLD_BY, FLOAT8),
            ("complex-on-gpu", "complex", r"\bcomplex(?:64|128)?\b"),
            ("sparse-on-gpu", "sparse", r"\bsparse\b"),
        )
    ),
    _free("float64-on-gpu", FLOAT64_TOLD_BY, FLOAT64),
    _free("bfloat16-on-gpu", BFLOAT16_TOLD_BY, _BFLOAT, without=rf"{GOOD}|{_AMP}|{_MEETING}"),
    _free("float8-on-gpu", FLOAT8_TOLD_BY, FLOAT8),
    _free("complex-on-gpu", COMPLEX_TOLD_BY, COMPLEX),
    _free("sparse-on-gpu", "sparse csr coo", _SPARSE),
    _free(
        "amp-on-gpu",
        "autocast scaler precision amp fp16 float16 bf16 16",
        _AMP,
        trouble=rf"(?:{TROUBLE}|{_ASKS_FOR_CUDA}|{_SWITCHED_OFF})",
    ),
    _replaced("float64-on-gpu", FLOAT64_TOLD_BY, FLOAT64, _SINGLE),
    _replaced("bfloat16-on-gpu", BFLOAT16_TOLD_BY, _BFLOAT, _HALF),
    _replaced(
        "float8-on-gpu",
        FLOAT8_TOLD_BY,
        FLOAT8,
        r"\b(?:default|fp16|float16|bf16|bfloat16|gguf|full|q8\w*)\b",
    ),
    _replaced(
        "complex-on-gpu",
        COMPLEX_TOLD_BY,
        COMPLEX,
        r"\b(?:real|reals|float32|two tensors|sin|cos)\b",
    ),
    told(
        "float64-on-gpu",
        rf"{FLOAT64}(?=[^\n]{{0,120}}{MAC_GPU})(?={_BECAUSE})",
        needles=FLOAT64_TOLD_BY,
    ),
)
"""After what is told of results: the kind of number is the reason of a crash in its sentence."""
