"""Limits of MPS that one sentence tells freely: the kind of number, the GPU of a Mac, and trouble.

"The scaler yields doubles and mps cannot take them", "fp8 models do not work on Macs", "replaced
float64 with float32 so that it runs on mps": the three stand in whatever order.  The names of the
dtypes are torch's own; which of them MPS lacks is what torch/docs/source/notes/mps.rst and its
checks say (aten/src/ATen/native/mps/OperationUtils.mm, getMPSDataType).
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import (
    FLAGS,
    ON_MPS,
    SENTENCE,
    Symptom,
    sentence,
    words,
)

MAC_GPU = (
    r"\b(?:mps|metal|apple silicon|apple(?:'s)?(?: \w+)? (?:gpus?|chips?|hardware|device|machines?)"
    r"|mac(?:s|os|books?|mini| studio)?|m[1-5])\b(?!\.\w)"
)
TROUBLE = (
    r"(?:\b(?:not(?! used\b)|cannot|never|nothing|no|none|neither|nor)\b"
    r"(?! (?:\w+ )?(?:only|problems?|matter|longer|difference|slower|faster|issues?|errors?|trouble"
    r"|need(?:ed)?|section|mention\w*|words?|notes?|docs|documentation|idea|plans?|touch\w*"
    r"|chang\w+|affect\w*|clear|sure|installed|linked?)\b)"
    r"|n't\b(?! (?:need|matter|mind)\b)"
    r"|\b(?:unable|unsupported|unavailable|impossible|unknown|missing|lack(?:s|ed|ing)?|absent"
    r"|refus\w+|reject\w*|fail\w*|(?<!no )errors?|typeerror|runtimeerror|raises?|raised|throws?"
    r"|threw"
    r"|crash\w*|kills?|killed|breaks?|broken|dies|died|chokes?|complain\w*|abort\w*|forbid\w*"
    r"|unusable"
    r"|stumbles?|trips?|out of the question)\b)"
)
GOOD = (
    r"\b(?:wrong|incorrect|nans?|nois[ey]\w*|black|blurry|garbage|gibberish|differ\w*|accura\w+"
    r"|slow\w*|fast\w*|speed\w*|quicker|benchmark\w*|out of memory|oom|leak\w*|reference"
    r"|rounding|(?:is|are|was|were|has|have|be|been|now|already|finally|got)"
    r"(?: been| now| already| finally| since)? (?:supported|fixed|solved|added|merged|resolved)"
    r"|fixed (?:in|by|with)|no longer|works? (?:fine|now|well|again|great|perfectly|there)"
    r"|supports? (?:it|them|that) now|since then|by now|any ?more|more \w+ than|windows|linux"
    r"|skipped"
    r"|mlx\w*|tensorflow\w*|jax|llama\.cpp|ggml\w*|core ?ml|tinygrad|candle|scalartype)\b"
)
"""What tells of something else: of results, of speed and memory, of other programs, or of what has
been mended."""

_TO = r"\b(?:to|by|with|into|instead of|in place of|rather than|for)\b"
_REPLACED = (
    r"\b(?:replac\w+|switch\w*|chang\w+|down ?cast\w*|cast(?:s|ing|ed)?|convert\w*|patch\w*|forc\w+"
    r"|use[ds]?|using|had to|have to|need(?:s|ed)? to|must)\b"
)
_SO_THAT = (
    r"\b(?:so(?: that)? (?:it|this|they|the \w+)|in order|(?:to|and) (?:make|get|let|have|run"
    r"|train)|now (?:it )?(?:runs|works)|(?:it|that) (?:runs|works)|(?:runs|works) on|for (?:the )?"
    r"(?:mps|metal|apple|mac)|(?:if|when|where|whenever) (?:the )?device|for compatib\w+"
    r"|for (?:users|owners|people) (?:of|on|with)|on (?:mps"
    r"|metal|apple|mac))\b"
)

_SINGLE = r"\b(?:float32|fp32|f32|single(?:[- ]precision)?|float\(\)|\.float\b)"
_HALF = r"\b(?:float16|fp16|half|float32|fp32)\b"
_DOUBLE = (
    r"(?:\b(?:torch\.|np\.|numpy\.)?(?:float64|fp64|f64|float 64)\b|\b64[- ]bits? (?:floats?"
    r"|floating|precision)|\b(?:torch|np)\.double\b|\bdouble(?:tensors?|[- ]precision| tensors?"
    r"| floats?| dtype)\b|\.double\(\)|\bdoubles\b)"
)
_BRAIN = r"\b(?:torch\.)?(?:bf16|bfloat16|bfloat|brain float(?:s|16)?)\b"
_EIGHT = r"\b(?:[\w-]{0,24}[-_])?(?:fp8|float8|f8|e4m3(?:fn)?|e5m2)(?:_\w+)?\b"
_COMPLEX = (
    r"\b(?:complex(?:64|128|32|floats?|doubles?|half)|complex[- ](?:numbers?|valued?|tensors?"
    r"|dtypes?|types?|weights?|values?|multiplications?|arithmetic|math|matri\w+|exponentials?)"
    r"|view_as_complex|torch\.(?:complex|polar)|cfloat|cdouble)\b"
)
_SPARSE = (
    r"\b(?:torch\.sparse\.\w+|to_sparse|sparse(?:_\w+|adam|tensors?)|sparse (?:coo|csr|tensors?"
    r"|matri\w+|layouts?|buffers?"
    r"|ops?|operat\w+|support|arrays?|matmul|multiplication|gradients?|embeddings?|backend|is|are"
    r"|cannot|does|on (?:mps|metal))|is sparse|(?:csr|coo)[-_ ](?:tensors?|matri\w+|formats?"
    r"|layouts?))\b"
)
_AMP = (
    r"(?:\b(?:autocast\w*|grad ?scaler|mixed[- _]precision|torch\.(?:\w+\.)?amp|native amp"
    r"|amp (?:flag|option|setting)"
    r"|amp(?=[^\n.;]{0,40}\b(?:mps|metal)\b))\b|\b(?:fp16|float16|half[- ]"
    r"precision|16[- ]bit|bf16) training\b|\btrain\w* (?:in|with|at|using) (?:fp16|float16|half"
    r"|bf16|16[- ]bit)\b|\bprecision ?= ?['\"]?(?:16|bf16)\b|--(?:fp16|bf16)\b"
    r"|\b(?:fp16|bf16)\b(?= (?:\w+ )?(?:needs?|requires?|wants?) )|\b(?:fp16|bf16) ?= ?true\b"
    r"|\baccelerate config\b[^\n.;]{0,24}\b(?:fp16|bf16)\b)"
)
_ASKS_FOR_CUDA = (
    r"\b(?:needs?|requires?|wants?|asks? for|insists on|only (?:on|with|for|takes?|accepts?|works"
    r" (?:on|with)))\b[^\n.;]{0,24}\b(?:cuda|nvidia|gpus?|float16|bfloat16)\b"
    r"|\b(?:cuda|gpu) (?:is )?(?:required|needed|missing)\b"
)
_SWITCHED_OFF = (
    r"\b(?:has|have|had|needs?) to be (?:set to )?(?:false|off|disabled|no)\b|"
    r"\b(?:had|have|has|needs?|needed|must)\b[^\n.;]{0,24}\b(?:switch\w*|turn\w*|disabl\w*"
    r"|set\w*|leave|keep)\b[^\n.;]{0,32}(?:\b(?:off|no|none|disabled|false)\b|$)"
    r"|\bmixed_precision ?=? ?['\"]?no\b[^\n.;]{0,24}\bonly\b|\bonly (?:fp32|float32)\b"
)


_OF_MODELS = late(
    rf"{ON_MPS.pattern}|\b(?:torch|pytorch|tensors?|models?|train\w*|checkpoints?|weights|gpu"
    r"|layers?|networks?|diffusers|transformers|comfy\w*|flux|lora|trainer|t5|encoders?|loss"
    r"|bf16|bfloat16|fp16|fp8|float8|mixed[ _-]precision)\b",
    FLAGS,
)
"""What speaks of tensors, or of what is made of them: a Mac alone has other programs too."""


def _free(
    name: str, needles: str, thing: str, *, trouble: str = TROUBLE, without: str = GOOD
) -> Symptom:
    pattern = sentence(thing, MAC_GPU, trouble, without=without)
    return Symptom(name, words(needles), late(pattern, FLAGS | SENTENCE), along=_OF_MODELS)


def _replaced(name: str, needles: str, thing: str, other: str) -> Symptom:
    """Return what tells that a kind of number was replaced for the sake of a Mac."""
    pattern = sentence(thing, other, _REPLACED, _TO, _SO_THAT, MAC_GPU, without=GOOD)
    return Symptom(name, words(needles), late(pattern, FLAGS | SENTENCE))


_MEETING = r"\bmix\w*|\bmismatch\w*|\bmeets?\b|\b(?:same|different) d?types?\b"
"""What tells of two kinds of numbers in one operation, which is another limit."""

_BECAUSE = (
    r"[^\n]{0,240}\b(?:because of (?:it|this|that)|for (?:this|that) reason|that is why|therefore"
    r"|due to (?:it|this|that)|(?:which|this|that) (?:caused|causes|made|makes|breaks|broke))\b"
)

_ONLY_SINGLE = (
    r"(?:\b(?:cast(?:s|ing|ed)?|convert\w*|forc\w+|chang\w+|set|default\w*|make|making)\b"
    r"[^\n.;]{0,40}\bto (?:torch\.|np\.)?(?:float32|fp32|single precision)\b"
    r"|\b(?:make|default)\b[^\n.;]{0,40}\b(?:torch\.|np\.)?(?:float32|fp32)\b"
    r"|\b(?:has|have|needs?) to be (?:in )?(?:float32|fp32|single precision)\b"
    r"|\b(?:limited|restricted) to (?:float32|fp32|32[- ]bit|single[- ]precision)\b"
    r"|\bsingle[- ]precision only\b|\bonly (?:float32|fp32|single[- ]precision|32[- ]bit floats?)"
    r" (?:is|are|can|works?)\b)"
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

_REST = r"(?:[^\n.!?]|[.](?=\S))"
"""Of the rest of a sentence: the dot of a version does not end it."""
_REFUSED = (
    r"(?:\b(?:it|that|this|they|dtype|data type|type)\b[^\n.!?]{0,24}(?:\b(?:not(?! (?:need"
    r"|matter|mind"
    r"|take (?:long|much)))|cannot|fails?"
    r"|failed"
    r"|raises?|refuses|unsupported|impossible)\b|n't\b(?! (?:need|take (?:long|much)|matter"
    r"|mind)\b))|\b(?:typeerror|dtype error"
    r"|notimplementederror)\b|\b(?:refus\w+|rejects?|rejected|(?:then|always) raises)\b"
    r"|(?:\bdoes not|\bdo not|\bcannot|n't) (?:take(?! (?:long|much))|like|want|have|know"
    r"|support|do|accept|handle"
    r"|allow)\b|\bdoes not$)"
)
_OTHER_REASONS = (
    rf"{GOOD}|\b(?:importerror|modulenotfound\w*|filenotfound\w*|keyerror|attributeerror"
    r"|indexerror|install\w*|import\w*|segfault|memory|shapes?|download\w*|permission|path"
    r"|cuda)\b"
)


def _next(name: str, needles: str, thing: str, trouble: str = _REFUSED) -> Symptom:
    """Return what names a kind of number, and tells of the trouble in the sentence behind it."""
    pattern = (
        rf"{thing}(?!{_REST}{{0,100}}(?:{GOOD})){_REST}{{0,120}}[.!?]['\")]? "
        rf"(?:{_REST}{{0,60}}[.!] )?(?={_REST}{{0,120}}{MAC_GPU})(?={_REST}{{0,120}}{trouble})"
        rf"(?!{_REST}{{0,160}}(?:{_OTHER_REASONS}))"
    )
    return Symptom(name, words(needles), late(pattern, FLAGS | SENTENCE), along=_OF_MODELS)


PRECISION = (
    _next("float64-on-gpu", "float64 fp64 f64 64 double", _DOUBLE),
    _next("bfloat16-on-gpu", "bf16 bfloat", _BRAIN),
    _next("float8-on-gpu", "fp8 float8 e4m3 e5m2", _EIGHT),
    _next("complex-on-gpu", "complex polar cfloat", _COMPLEX),
    _next("sparse-on-gpu", "sparse csr coo", _SPARSE),
    _next(
        "amp-on-gpu",
        "autocast scaler precision amp fp16 bf16",
        rf"(?:{_AMP}|\bfp16 flag\b)",
        rf"(?:{_REFUSED}|{_ASKS_FOR_CUDA})",
    ),
    Symptom(
        "float64-on-gpu",
        ("float32",),
        late(r"\b(?:use|using) (?:torch\.)?float32 instead\b", FLAGS),
        along=ON_MPS,
    ),
    Symptom(
        "float64-on-gpu",
        words("float32 fp32 single 32"),
        late(
            sentence(_ONLY_SINGLE, MAC_GPU, without=_OTHER_NUMBERS),
            FLAGS | SENTENCE,
        ),
        along=ON_MPS,
    ),
    *(
        Symptom(name, words(needles), late(rf"{_TITLE}(?:{thing}){_IN_TITLE}", FLAGS | SENTENCE))
        for name, needles, thing in (
            ("float64-on-gpu", "float64 fp64 double", _DOUBLE),
            ("float8-on-gpu", "fp8 float8", _EIGHT),
            ("complex-on-gpu", "complex", r"\bcomplex(?:64|128)?\b"),
            ("sparse-on-gpu", "sparse", r"\bsparse\b"),
        )
    ),
    _free("float64-on-gpu", "float64 fp64 f64 64 double", _DOUBLE),
    _free("bfloat16-on-gpu", "bf16 bfloat brain", _BRAIN, without=rf"{GOOD}|{_AMP}|{_MEETING}"),
    _free("float8-on-gpu", "fp8 float8 f8 e4m3 e5m2", _EIGHT),
    _free("complex-on-gpu", "complex polar cfloat cdouble", _COMPLEX),
    _free("sparse-on-gpu", "sparse csr coo", _SPARSE),
    _free(
        "amp-on-gpu",
        "autocast scaler precision amp fp16 float16 bf16 16",
        _AMP,
        trouble=rf"(?:{TROUBLE}|{_ASKS_FOR_CUDA}|{_SWITCHED_OFF})",
    ),
    _replaced("float64-on-gpu", "float64 fp64 f64 64 double", _DOUBLE, _SINGLE),
    _replaced("bfloat16-on-gpu", "bf16 bfloat", _BRAIN, _HALF),
    _replaced(
        "float8-on-gpu",
        "fp8 float8 e4m3 e5m2",
        _EIGHT,
        r"\b(?:default|fp16|float16|bf16|bfloat16|gguf|full|q8\w*)\b",
    ),
    _replaced(
        "complex-on-gpu",
        "complex polar cfloat",
        _COMPLEX,
        r"\b(?:real|reals|float32|two tensors|sin|cos)\b",
    ),
    Symptom(
        "float64-on-gpu",
        words("float64 double"),
        late(
            rf"{_DOUBLE}(?=[^\n]{{0,120}}{MAC_GPU})(?={_BECAUSE})",
            FLAGS,
        ),
    ),
)
"""After what is told of results: the kind of number is the reason of a crash in its sentence."""
