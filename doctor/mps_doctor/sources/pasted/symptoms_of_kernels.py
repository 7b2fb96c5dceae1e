"""Operators that have no kernel on the GPU of a Mac, as people tell it who name the operator.

"Please bring `trace` to Apple GPUs", "deformable convolutions have no implementation there".
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import (
    DENIED,
    FLAGS,
    ON_MPS,
    SENTENCE,
    Symptom,
    sentence,
    words,
)

_OPERATOR = (
    r"(?:\baten::[\w.]+|\btorch\.(?!cuda|mps|float|compile|distributed|backends|device)[\w.]+"
    r"|\btorchvision(?:::|\.ops\.)\w+|\b(?:nn|f)\.\w+|`(?!mps|cpu|cuda|metal)[a-z]\w*(?:\.\w+)*`"
    r"|\b(?!pytorch_|load_|map_|use_|is_|set_|torch_)[a-z]+(?:_[a-z0-9]+)+\b"
    r"|\b(?:transposed |deformable |3d |grouped )*convolutions?\b"
    r"|\b(?:cumsum|cumprod|sort|unique|svd|qr|eigh|inverse|pooling|sampling|interpolation"
    r"|generator))"
)
_NO_KERNEL = (
    r"\b(?:no|lacks? an?|lacked an?) (?:\w+ ){0,2}?(?:kernels?|implementation|generator"
    r"|version for (?:its|the|mps|apple))\b|\bkernels? (?:\w+ ){0,6}?(?:is"
    r"|are) missing\b|\bmissing on (?:mps|metal)\b"
)
_PLEASE = r"\bplease\b(?! (?:note|see|check|read))|\b(?:would|i'd) (?:like|be glad|love)\b"
_FOR_GPU = (
    r"\b(?:mps|metal|apple(?:'s)? (?:gpus?|silicon|device|graphics)"
    r"|(?:m[1-5]|mac)(?: \w+)?'s gpu)\b"
)
_DOUBLES = r"\b(?:double(?: precision|s)?|float64|64-bit floats?)\b"
_NO_DOUBLES = (
    rf"{_DOUBLES}[^\n.;]{{0,80}}\b(?:absent from|missing (?:from|in|on)|unknown to|not part of)"
    r" (?:the )?(?:metal|mps)\b"
    r"|\b(?:metal|mps|apple hardware|apple gpus?)\b[^\n.;]{0,16}\b(?:lacks?|has no|have no"
    rf"|knows? no|knows only up to 32|only up to 32)\b[^\n.;]{{0,16}}(?:{_DOUBLES}|bits?\b)"
)
_NO_DTYPE = (
    r"\b(?:sparse|csr|coo|complex|bfloat16|float64|double|float8|fp8|autocast|amp|distributed)\b"
)
_NOT_NOW = rf"{_NO_DTYPE}|(?<!for )\b(?:now|fixed|added|merged|import\w*|use mps|device choice)\b"

KERNELS = (
    Symptom(
        "float64-on-gpu",
        words("double float64 64-bit 32"),
        late(_NO_DOUBLES, FLAGS),
        beside=words("metal mps apple"),
        unless=DENIED,
    ),
    Symptom(
        "operator-missing-on-gpu",
        words("kernel implement version missing generator"),
        late(sentence(_OPERATOR, _NO_KERNEL, without=_NOT_NOW), FLAGS | SENTENCE),
        along=late(
            rf"{ON_MPS.pattern}|\b(?:m[1-5]|mac)(?: \w+)?'s gpu\b|\bmetal\b"
            r"|\bm[1-5]\b[^\n]{0,80}\bgpu\b"
            r"|\bapple(?:'s)? (?:gpus?|device)",
            FLAGS,
        ),
        unless=DENIED,
    ),
    Symptom(
        "operator-missing-on-gpu",
        words("please like glad love"),
        late(
            sentence(_OPERATOR, _PLEASE, _FOR_GPU, r"\b(?:for|to|on)\b", without=_NOT_NOW),
            FLAGS | SENTENCE,
        ),
        along=ON_MPS,
        unless=DENIED,
    ),
)
"""After the limits."""
