"""What does not meet in one operation on MPS, and what is too large for it, told freely.

"The query is float32 and the key float16", "I forgot to send the inputs to the mps device",
"Metal buffers cannot be larger than 4 GB", "fbgemm isn't there on ARM Macs".
Operands of one dtype and on one device: MPSGraph and aten/src/ATen/native/mps/OperationUtils.mm.
Sizes: MPSNDArray takes 2**32 bytes, INT_MAX elements a dimension and 16 dimensions at most.
"""

from __future__ import annotations

from mps_doctor.sources.pasted.symptom_kinds import DENIED, ON_MAC, ON_MPS, sentence, told
from mps_doctor.sources.pasted.symptoms_of_precision import GOOD, MAC_GPU, TROUBLE

_HALF = r"\b(?:float16|fp16|f16|half|bf16|bfloat16)\b"
_WHOLE = r"\b(?:float32|fp32|f32|float|full precision|bf16|bfloat16)\b"
_IS = r"(?:,? (?:is|are|was|were|stays?|remains?|comes?|arrives?|being)|:|,)? (?:in |as |of )?"
_AND = r"[^\n.;]{0,40}\b(?:and|while|whereas|but|with|vs\.?|against)\b[^\n.;]{0,40}"
_TWO = (
    rf"(?:{_IS}{_HALF}{_AND}{_IS}{_WHOLE}|{_IS}{_WHOLE}{_AND}{_IS}{_HALF})"
    rf"|{_HALF} (?:and|with|or|/|vs\.?) {_WHOLE}|{_WHOLE} (?:and|with|or|/|vs\.?) {_HALF}"
    rf"|{_HALF} (?:times|by) {_WHOLE}|{_WHOLE} (?:times|by) {_HALF}"
)
_MEET = (
    r"\b(?:d?types?|data types?|precisions?) (?:\w+ )?(?:mismatch\w*|conflicts?|disagree\w*"
    r"|do(?:es)? not (?:match|agree)|don't match)\b|\bmismatch\w* (?:of|in|between) (?:the )?"
    r"(?:\w+ )?(?:d?types?|precisions?)\b"
    r"|\b(?:cast|converted?|moved?|put)\b[^\n.;]{0,24}\b(?:to|in|into) (?:half|fp16|float16|bf16)\b"
    r"[^\n.;]{0,16}\bbut not\b"
    r"|\b(?:both|all) (?:operands?|inputs?|tensors?|arguments?)\b[^\n.;]{0,24}\b(?:one|the same"
    r"|a single) (?:d?type|data ?type|precision|element type)\b"
    r"|\bmix(?:ing|es|ed|ture)?\b(?!ed[- _]precision)[^\n.;]{0,24}\b(?:d?types?|float\w*|half"
    r"|f16|fp16|bf16|precisions)\b"
    r"|\b(?:float\w*|half|f16|fp16|bf16|operands|d?types)\b[^\n.;]{0,24}\bmix(?:ed|ing)?\b"
    r"(?![- _]precision)"
)

_THING = (
    r"(?:\b|_)(?:inputs?|data|tensors?|labels?|targets?|masks?|ids|tokens?|buffers?|weights?"
    r"|param\w*|generators?|rng|noise|embeddings?|logits|batch(?:es)?|index|indices|states?|layers?"
    r"|output|images?|features|activations?|optimi[sz]er)\b"
)
_FORGOTTEN = (
    r"\b(?:forgot(?:ten)?|forgets?|failed|fails) to (?:move|send|put|transfer|push|copy)\b"
    rf"(?=[^\n.;]{{0,32}}{_THING})[^\n.;]{{0,40}}\b(?:to|on|onto) (?:the )?(?:mps|gpu|device)\b"
    rf"|{_THING}[^\n.;]{{0,32}}(?:\b(?:never|not)|n't) (?:\w+ )?(?:moved|sent|put|transferred"
    r"|pushed|copied)\b[^\n.;]{0,16}\b(?:to|on|onto) (?:the )?(?:mps|gpu|device)\b"
)
_MUST_MOVE = (
    rf"{_THING}[^\n.;]{{0,32}}\b(?:ha(?:s|ve|d) to|must|needs? to|should) (?:first )?(?:be|live|sit"
    r"|go|reside)(?: \w+)?(?: on| to| onto| in)? [^\n.;]{0,24}\b(?:mps|same (?:device|place))\b"
)
_LEFT = (
    rf"{_THING}[^\n.;]{{0,32}}\b(?:made|created|allocated|initiali[sz]ed|generated|built|kept"
    r"|left|loaded|stay\w*|remain\w*|still|lives?|ends? up|(?:is|are|was|were)(?= on\b))\b"
    r"[^\n.;]{0,16}\bon (?:the )?(?:meta/)?cpu\b[^\n.;]{0,24}\b(?:while|whereas|but|and|though"
    r"|when|,)[^\n.;]{0,40}\b(?:on|is|to) (?:the )?mps\b"
    rf"|\bon (?:the )?mps\b[^\n.;]{{0,40}}{_THING} (?:(?:is|are|still|stays?|remains?|left) )"
    r"{0,2}on (?:the )?(?:meta/)?cpu\b"
    r"|\b(?:half|some|part) of\b[^\n.;]{0,32}\bon (?:the )?cpu\b[^\n.;]{0,32}\bon (?:the )?mps\b"
)
_CREATED_THERE = (
    rf"{_THING}[^\n]{{0,40}}\b(?:made|created|allocated|generated|initiali[sz]ed|drawn)\b"
    r"[^\n]{0,16}\bon (?:the )?cpu\b[^\n]{0,48}\b(?:has|have|needs?|must|should|ought)\b"
    r"[^\n]{0,80}\b(?:mps|same (?:place|device)|where)\b"
)
_PAIR = (
    r"\b(?:a |the |one )?(?:cpu|mps) (?:tensors?|inputs?|weights?)\b[^\n.;]{0,16}\b(?:and|with|to"
    r"|onto)\b (?:an? |the |one )?(?:cpu|mps) (?:tensors?|inputs?|weights?)\b"
    r"|\bplaceholder storage\b|\b(?:cpu|mps) generator\b[^\n.;]{0,24}\b(?:cpu|mps) tensors?\b"
)
_MEANT_SO = (
    r"\b(?:on purpose|offload\w*|saves?|to save|memory|works|fine|by design|intended|faster"
    r"|slower|fixed|no longer|wrong|nans?)\b"
)

_BYTES = (
    r"(?:\b(?:more|larger|bigger|greater|above|over|beyond|exceed\w*|up to|at most|limit\w*|maximum"
    r"|max)\b[^\n.;]{0,32}(?:\b2 ?(?:\^|\*\*) ?3[12]\b|\b4 ?gi?b\b|\bint_?max\b|\bint32\b|\b(?:four"
    r"|five|16|8) dim\w*|\b[4-9] dim\w*|\brank [4-9]\b)|(?:\b2 ?(?:\^|\*\*) ?3[12]\b|\b4 ?gi?b\b"
    r"|\bint_?max\b)[^\n.;]{0,24}\b(?:bytes|limit\w*|elements|buffer|boundary|maximum|ndarray)\b)"
)
_OF_ONE = (
    r"\b(?:tensors?|buffers?|arrays?|ndarrays?|matri\w+|attention|images?|allocations?|dims?"
    r"|dimensions?|elements?|volumes?|pixels|bytes|upscal\w*|resolution|sequence\w*)\b"
)
_ALLOWED = (
    r"\b(?:tensors?|buffers?|arrays?|matri\w+)\b[^\n.;]{0,24}\b(?:exceeds?|larger than|bigger than"
    r"|too (?:large|big) for|beyond)\b[^\n.;]{0,24}\b(?:mps|metal)\b[^\n.;]{0,24}\b(?:allows?"
    r"|takes?|can (?:hold|do|take|handle|address)|limit\w*|buffers?)\b"
    r"|\btoo (?:large|big) (?:\w+ )?for (?:an? |one |a single )?(?:mps|metal) (?:buffers?|tensors?"
    r"|ndarrays?)\b|\b(?:mps|metal)(?:'s)? (?:maximum|largest|max) buffer\b"
)

_QUANTISED = (
    r"\b(?:fbgemm|qnnpack|noqengine|quantized[._]engine|quanti[sz]ed engine|quanti[sz]e_dynamic"
    r"|(?:linear|conv\dd?)_prepack|(?:dynamic|static|int8) quanti[sz]ation)\b"
)
_ENGINE = r"\b(?:fbgemm|qnnpack|noqengine|quantized[._]engine|quanti[sz]ed engine|engine)\b"
_ENGINE_LACKS = (
    rf"(?:{TROUBLE}|\bis ['\"]?none\b|['\"]none['\"]|\b(?:needs?|needed|must|has to|have to"
    r"|required|requires|only|had to|wants?|set|setting|select\w*|chos\w+)\b)"
)

BOUNDS = (
    told(
        "two-dtypes-on-gpu",
        "f16 float16 fp16 half bf16 bfloat16",
        sentence(rf"(?:{_TWO})", MAC_GPU, TROUBLE, without=rf"{GOOD}|\bor\b"),
        along=ON_MAC,
    ),
    told(
        "two-dtypes-on-gpu",
        "type precision mix",
        sentence(rf"(?:{_MEET})", MAC_GPU, without=GOOD),
        along=ON_MPS,
    ),
    told(
        "two-dtypes-on-gpu",
        "f16 float16 fp16 half bf16 bfloat16",
        rf"(?:{_TWO}|{_MEET})[^\n.!?]{{0,60}}[.!] (?=[^\n.!?]{{0,120}}{MAC_GPU})"
        r"(?=[^\n.!?]{0,120}\b(?:abort\w*|dies|error|errors|raises|fails|crash\w*|llvm)\b)"
        rf"(?![^\n.!?]{{0,160}}(?:{GOOD}))",
        along=ON_MPS,
    ),
    told(
        "two-devices",
        "mps gpu device",
        rf"(?:^|(?<=[.!?;] ))(?![^\n]{{0,200}}{_MEANT_SO})(?=[^\n.;]{{0,160}}(?:{_FORGOTTEN}"
        rf"|{_MUST_MOVE}))",
        along=ON_MPS,
    ),
    told(
        "two-devices",
        "cpu",
        rf"(?:^|(?<=[.!?;] ))(?![^\n]{{0,200}}{_MEANT_SO})(?=[^\n.;]{{0,160}}(?:{_LEFT}))",
        along=ON_MPS,
    ),
    told(
        "two-devices",
        "tensor input weight storage generator",
        sentence(_PAIR, TROUBLE, without=GOOD),
        along=ON_MPS,
    ),
    told(
        "two-devices",
        "device",
        r"\b(?:created?|creates|made|makes|built|drawn|uses?|using|calls?"
        r"|allocat\w+)\b[^\n.;]{0,40}\bwithout (?:an? |any |the |its )?(?:`?device\b"
        r"|`?\.to\(device\))(?! (?:driver|name))",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "tensor-too-large-for-gpu",
        "ndarray channel",
        r"\bndarray\b[^\n]{0,40}2 ?(?:\^|\*\*) ?3[12]|2 ?(?:\^|\*\*) ?3[12][^\n]{0,40}\bndarray\b"
        r"|\bchannels\b[^\n.;]{0,40}\b(?:only|limit\w*|more than|above|at most|maximum|exceed\w*"
        r"|up to)\b[^\n.;]{0,16}\b65,?536\b",
        along=ON_MAC,
    ),
    told(
        "tensor-too-large-for-gpu",
        ("buffer size",),
        r"\binvalid buffer size\b",
        along=ON_MPS,
        unless=DENIED,
    ),
    told("two-devices", "cpu", _CREATED_THERE, along=ON_MPS, unless=DENIED),
    told(
        "tensor-too-large-for-gpu",
        "2^3 2**3 gb gib int max 4 5 6 7 8 9 16 four five",
        sentence(_BYTES, _OF_ONE, MAC_GPU, without=r"\b(?:ram|vram|memory of|wheel)\b"),
        along=ON_MPS,
    ),
    told("tensor-too-large-for-gpu", "mps metal", _ALLOWED, unless=DENIED),
    told(
        "no-quantized-engine",
        "fbgemm qnnpack noqengine quanti prepack",
        sentence(
            _QUANTISED,
            _ENGINE,
            _ENGINE_LACKS,
            rf"{MAC_GPU}|\barm(?:64)?\b",
            without=r"\b(?:android|ios|linux|jetson)\b",
        ),
        along=ON_MAC,
    ),
)
"""After the kinds of numbers."""
