"""More sentences in which a thing is lacking on the GPU of a Mac, for the things of the limits.

`LACKS`: "bf16 error on mps", "I cannot use multi-GPU training with mps", "the svd falls back to the
CPU", and the everyday names of operators: attention, pooling, nms.
`REFUSALS`: "Bfloat16 is incompatible with mps", "a single allocation of 15 GB is too large for
Metal", "the device is hard-coded, it is cuda": what does not go with what.
"""

from __future__ import annotations

from mps_doctor.sources.pasted.symptom_kinds import anywhere, sentence, told
from mps_doctor.sources.pasted.symptom_words import DENIED, ON_MAC, ON_MPS
from mps_doctor.sources.pasted.symptoms_of_limits import OPERATORS, OPERATORS_TOLD_BY, THINGS

_ON_MPS = r"(?:on|with|in|under|using|for) (?:\w+ )?['\"`]?(?:mps|metal)\b"
_ON_MAC = (
    r"(?:on|with|for|by) (?:my |an? |the |this )?(?:\w+ )?(?:m[1-5]|mac(?:s|book|os)?"
    r"|apple silicon)\b"
)
_SOME = r"[^\n.;]{0,30}?"
_NOT = r"(?:\bnot|n't|\bun)(?: yet| currently| fully| natively)? ?"
_LACKING = rf"(?:{_NOT}(?:supported|implemented|available|possible|usable)\b|\bmissing\b)"
_TROUBLE = r"(?:errors?|failures?|exceptions?|crash(?:es)?|problems?|issues?)"
_CANNOT = r"\b(?:cannot|can't|could not|couldn't|unable to|not able to|impossible to)"

_STOPS = rf"(?:\b{_TROUBLE}|\b(?:fail(?:s|ed)?|crash\w*|stops?|breaks?))\b"
_IMPORT = r"\bimport(?:ing|s)? [`'\"]?(?:triton|flash_attn|xformers|bitsandbytes|cupy|tensorrt)\b"
_DTYPES = frozenset({"bfloat16-on-gpu", "complex-on-gpu", "float8-on-gpu", "float64-on-gpu"})
_OPERATION = (
    r"\b(?:(?:torchvision|torchaudio|quantized)::\w+|(?:\w+ )?(?:attention|convolutions?|pooling"
    r"|interpolation|upsampling|resampling|sorting|fft|stft|scatter\w*|gather\w*|histograms?"
    r"|median|cumsum|cumprod|topk|unique|nonzero|einsum|determinant|cholesky|eig\w*|svd|lstsq"
    r"|unfold|nms|roi[_ ]?align|ctc ?loss|lstm|gru|rnn|embedding bag|normali[sz]ation|softmax"
    r"|padding|masked fill|searchsorted|bincount|isin))\b"
)

LACKS = (
    *(
        told(
            name,
            rf"{_CANNOT} (?:\w+ ){{0,2}}?(?:use|run|do|train with|load|call|enable|get) "
            rf"(?:\w+ ){{0,2}}?[`'\"]?(?:torch\.)?(?:{thing}){_SOME} {_ON_MPS}"
            rf"|(?:{thing}) (?:\w+ )?{_TROUBLE} {_ON_MPS}"
            rf"|(?:{thing}) (?:\w+ )?{_ON_MPS}['\"`]?[:,]? (?:an? |gives? (?:an? )?){_TROUBLE}\b"
            rf"|(?:{thing}) (?:\w+ )?{_ON_MPS}['\"`]?: {_TROUBLE}\b"
            rf"|\b(?:{_TROUBLE}|typeerror) (?:about|with|for|from|of|due to|because of) "
            rf"(?:\w+ )?(?:{thing})[^\n.;]{{0,40}}? (?:to|on|with|in) (?:the )?mps\b"
            + (rf"|(?:{thing}) (?:\w+ )?{_LACKING} {_ON_MAC}" if name in _DTYPES else ""),
            needles=needles,
            along=ON_MAC if name in _DTYPES else ON_MPS,
            unless=DENIED,
        )
        for name, needles, thing in THINGS
    ),
    told(
        "operator-missing-on-gpu",
        rf"(?:{OPERATORS}) (?:\w+ )?(?:falls?|fell|falling) back (?:to|on) (?:the )?cpu\b",
        needles=OPERATORS_TOLD_BY,
        along=ON_MPS,
        unless=r"\b(?:only|no|not)\b[^,;.\n]{0,36}$",
    ),
    told(
        "operator-missing-on-gpu",
        rf"{_OPERATION}(?: \w+)? (?:is|are|was|were)? ?{_LACKING} (?:\w+ ){{0,2}}?{_ON_MPS}",
        needles=(
            "vision:: audio:: quantized:: attention convolution pooling polation sampling sorting "
            "fft scatter gather histogram median cumsum cumprod topk unique nonzero einsum "
            "determinant cholesky eig svd lstsq unfold nms align ctc lstm gru rnn embedding "
            "normali softmax padding masked searchsorted bincount isin"
        ),
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "ddp-on-gpu",
        r"\bno nccl\b|\bnccl (?:\w+ )?(?:\bnot|n't|\bun|\bmissing)[^\n.]{0,24}",
        needles="nccl",
        along=ON_MAC,
    ),
    told(
        "compile-on-gpu",
        rf"\bcompile ?= ?true\b[^\n.;]{{0,20}}(?:{_NOT}work\w*|\bfails?|\bbreaks?)"
        rf"[^\n.;]{{0,12}}{_ON_MPS}",
        along=ON_MPS,
    ),
    told(
        "compile-on-gpu",
        sentence(
            r"\b(?:torch[._ ]compile|torch_compile\w*|use_torch_compile|inductor)\b"
            r"|--compile\b",
            r"(?:\b(?:not|never)|n't) (?:yet |currently )?(?:be )?(?:support\w*|available|work\w*"
            r"|exist\w*)\b|\b(?:fails?|failed|breaks?|broke)\b"
            r"|\bhad to (?:\w+ )?(?:pass|use|add)\b"
            r"|\b(?:set|disable[ds]?|turn(?:ed)?|switch(?:ed)?|must be|leave|keep) (?:\S+ ){0,3}?"
            r"(?:off|false)\b|\bdisabl(?:e|es|ed|ing) torch[._]compile\b",
            r"\b(?:on|for|with|under) (?:an? |the |my )?(?:mac\w*|mac ?os|apple silicon|mps"
            r"|m[1-5])\b",
            without=r"\bwindows\b|\blinux\b|\b(?:works|faster|slower)\b"
            r"|(?<!eager mode )(?<!eager )\b(?:is )?fine\b",
        ),
    ),
    told(
        "compile-on-gpu",
        r"\bsuppress_errors ?= ?true\b"
        r"|\b(?:errors?|exceptions?|fails?|crash\w*|breaks?) (?:\w+ )?(?:at|in|on|with)\b"
        r"[^\n;]{0,24}\btorch\.compile\(",
        along=ON_MPS,
    ),
    told("sparse-on-gpu", r"\baten::_?sparse_\w+", along=ON_MPS),
    told(
        "float64-on-gpu",
        r"\b(?:casts?|casting|converts?|converting|moves?|turns?) (?:\w+ ){0,3}?"
        r"(?:to|into) (?:an? )?(?:torch\.)?(?:double|float64)\b(?![^\n.]{0,12}\bcpu\b)",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "operator-missing-on-gpu",
        r"\b(?:needs?|needed|had to|have to|has to|must|requires?|required|only (?:works?"
        r"|runs?) (?:with|by)|(?:fails?|crash\w*|errors?) without)\b"
        r"[^\n.;]{0,24}pytorch_enable_mps_fallback",
        unless=DENIED,
    ),
    told(
        "two-devices",
        r"\bmust be on (?:the )?same device\b"
        r"|\bexpected all tensors (?:\w+ ){0,2}?on (?:the )?same device\b"
        r"|\bmps(?::0)? and cpu\b[^\n.]{0,16}\bmix|\bmix\w*[^\n.]{0,16}\bmps(?::0)? and cpu\b"
        r"|\bmix\w*[^\n.]{0,16}\bcpu and mps\b",
        along=ON_MPS,
    ),
    told(
        "two-devices",
        r"\bon (?:the )?mps\b(?!:? (?:about |~)?\d)[^\n.;]{0,24}\b(?:inputs?|data|tensors?|weights?"
        r"|model|buffers?|labels?|mask|images?|embeddings?)\b[^\n.;]{0,12}\bon (?:the )?cpu\b"
        r"|\b(?:inputs?|data|tensors?|weights?|buffers?|labels?|mask|embeddings?)\b[^\n.;]{0,12}"
        r"\bon (?:the )?cpu\b[^\n.;]{0,24}\bon (?:the )?mps\b"
        r"|\b(?:buffers?|tensors?|param\w*|weights?|mask|embeddings?|layers?)\b[^\n.;]{0,16}"
        r"\b(?:stays?|remains?|still|(?:is|are|was|were) (?:still |left )?)[^\n.;]{0,8}"
        r"\bon (?:the )?cpu\b",
        needles=("on cpu", "on the cpu"),
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "cuda-needed",
        r"\bplease install (?:the )?(?:cuda|nvidia)\b"
        r"|\bonly (?:\w+ ){0,2}?(?:when|if|where) (?:\w+ )?cuda (?:is )?(?:present|available"
        r"|there|installed|found)\b"
        r"|\b(?:wants?|needs?|asks? for|requires?|looks? for) cuda_home\b"
        rf"|\btorch\.cuda\.(?!is_av)\w+[^\n.;]{{0,60}}(?:\braises?|\bthrows?|\bunconditional\w*"
        rf"|{_STOPS})"
        r"|\bonly (?:\w+ )?nvidia (?:gpus?|cards?|graphics cards?) (?:is |are )?supported\b"
        r"|\.to\(['\"]cuda['\"]\)[^\n]{0,40}\b(?:everywhere|hard|breaks?|fails?)"
        rf"|{_STOPS}[^\n.;]{{0,40}}{_IMPORT}|{_IMPORT}[^\n.;]{{0,40}}{_STOPS}",
        along=ON_MAC,
        unless=DENIED,
    ),
    told(
        "memory-grows",
        sentence(
            r"\b(?:memory|ram|\d ?gi?b)\b",
            r"\b(?:never|not|n't) (?:gives? (?:it|them|any|memory) back|releases?|frees?)\b",
        ),
        needles="gives releas frees returns",
        along=ON_MPS,
    ),
    told(
        "out-of-memory",
        r"\bswap\b[^\n.]{0,16}\b\d{2,3} ?gi?b\b"
        r"|\b(?:eats?|ate|eating|consumes?|consuming|uses?|using|takes?|fills?|filled|exhausts?)"
        r"(?: up)? (?:all|the whole|the entire|100 ?%)(?: (?:of|the|my|its|available|system))*"
        r" (?:memory|ram)\b",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "out-of-memory",
        r"(?<!sensitive to )(?<!reduces )(?<!reduce )(?<!monitor )\bmemory pressure\b(?! (?:is "
        r"|was |stays )?(?:low|green|fine|ok))",
        along=ON_MPS,
        unless=DENIED,
    ),
)


_MPS = (
    r"['\"`(]?\b(?:mps|metal|apple silicon|(?:apple|mac(?:book)?)(?:'s)? gpus?|m[1-5](?: (?:pro|max"
    r"|ultra))?(?:'s gpu)?)\b"
)
_FEW = r"[^\n.;]{0,32}?"
_DOES_NOT = r"(?:cannot|can not|can't|does not|doesn't|do not|don't|is unable to|won't)"


def _refused(thing: str) -> str:
    """Return the pattern of sentences that tell that a thing does not go with the GPU of a Mac."""
    return (
        rf"\bincompatib\w+ (?:of|between|with) (?:the )?(?:{thing}){_FEW} {_MPS}"
        rf"|(?:{thing}){_FEW}\b(?:incompatib\w+|(?:not|n't) compatible) (?:with|on|and|for)"
        rf" (?:\w+ ){{0,2}}?{_MPS}"
        rf"|{_MPS}(?: and \w+)?[ ,]{{0,2}}\((?:{thing})(?: is)? (?:unsupported|missing"
        r"|not supported|incompatible)"
        rf"|(?:{thing}){_FEW},? (?:which|that|but) (?:\w+ ){{0,2}}?{_MPS} {_DOES_NOT} \w+"
        rf"|(?:{thing}) (?:models?|weights?|tensors?|checkpoints?|layers?|inputs?) {_DOES_NOT}"
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
        told(name, _refused(thing), needles=needles, along=ON_MPS, unless=DENIED)
        for name, needles, thing in THINGS
    ),
    told(
        "tensor-too-large-for-gpu",
        _TOO_LARGE,
        needles="buffer allocation tensor array",
        beside="gb gib gigabytes max limit largest",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "cuda-needed",
        sentence(
            r"\bhard[- ]?cod\w+\b",
            r"\bcuda\b|\bdevices?\b",
            without=r"\b(?:no longer|not|never|fixed|now|remov\w+|replac\w+|avoid\w*|instead of"
            r"|un-?hard\w*|de-?hard\w*|mps is|to mps|(?:to|as|is) ['\"`]?cpu)\b|n't\b",
        ),
        along=anywhere(r"\bcuda\b", ON_MAC.pattern),
    ),
)
