"""Operators that have no kernel on the GPU of a Mac, as people tell it who name the operator.

"Please bring `trace` to Apple GPUs", "deformable convolutions have no implementation there".
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import (
    DENIED,
    FLAGS,
    ON_MAC,
    ON_MPS,
    Speaking,
    sentence,
    told,
)
from mps_doctor.sources.pasted.symptoms_of_limits import FAILS, LACKING, SOME, THINGS, TO_A_PROJECT

_OPERATOR = (
    r"(?:\baten::[\w.]+|\btorch\.(?!cuda|mps|float|compile|distributed|backends|device)[\w.]+"
    r"|\btorchvision(?:::|\.ops\.)\w+|\b(?:nn|f)\.\w+|`(?!mps|cpu|cuda|metal)[a-z]\w*(?:\.\w+)*`"
    r"|\b(?!pytorch_|load_|map_|use_|is_|set_|torch_)[a-z]+(?:_[a-z0-9]+)+\b|\b(?:transposed "
    r"|deformable |3d |grouped )*convolutions?\b|\b(?:cumsum|cumprod|sort|unique|svd|qr|eigh"
    r"|inverse|pooling|sampling|interpolation|generator))"
)
_NO_KERNEL = (
    r"\b(?:no|lacks? an?|lacked an?) (?:\w+ ){0,2}?(?:kernels?|implementation|generator"
    r"|version for (?:its|the|mps|apple))\b|\bkernels? (?:\w+ ){0,6}?(?:is|are) missing\b"
    r"|\bmissing on (?:mps|metal)\b"
)
_PLEASE = r"\bplease\b(?! (?:note|see|check|read))|\b(?:would|i'd) (?:like|be glad|love)\b"
_FOR_GPU = (
    r"\b(?:mps|metal|apple(?:'s)? (?:gpus?|silicon|device|graphics)|(?:m[1-5]"
    r"|mac)(?: \w+)?'s gpu)\b"
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
_NOT_NOW = (
    rf"{_NO_DTYPE}|{TO_A_PROJECT}"
    r"|(?<!for )\b(?:now|fixed|added|merged|import\w*|use mps|device choice)\b"
)

_FOR_DOUBLES = (
    r"(?:\b(?:not|cannot|unable|fail\w*|crash\w*|breaks?|broken|impossible|errors?)\b|n't\b)"
    r"[^\n.;]{0,60}(?:\b(?:due to|because(?: of)?|since|as)\b|:)[^\n.;]{0,32}\b(?:float64|fp64|f64"
    r"|doubles|double(?:[- ]precision)? tensors?|double precision)\b"
)

KERNELS = (
    told(
        "float64-on-gpu",
        "double float64 64-bit 32",
        _NO_DOUBLES,
        beside="metal mps apple",
        unless=DENIED,
    ),
    told(
        "float64-on-gpu",
        "float64 fp64 f64 double",
        _FOR_DOUBLES,
        along=ON_MAC,
        unless=r"\b(?:no longer|fix\w*|solv\w+)\b[^,;:.\n]{0,24}$",
    ),
    told(
        "complex-on-gpu",
        "complex",
        sentence(
            r"\bcomplex(?:float|double|half|32|64|128)\b",
            rf"\bmps\b|{_FOR_GPU}",
            r"\b(?:not|cannot|unable|fail\w*|crash\w*|errors?|unsupported|problems?)\b|n't\b",
            without=r"\b(?:fix\w*|now|already|no longer|works?|added|wrong|nans?)\b",
        ),
    ),
    *(
        told(
            name,
            needles,
            rf"(?:\[mps\]|(?<![\w.])mps:) [^\n.;]{{0,24}}(?:{thing}){SOME}(?:{LACKING}|{FAILS})",
            beside="mps",
            unless=DENIED,
        )
        for name, needles, thing in THINGS
        if name != "cuda-needed"
    ),
    told(
        "ddp-on-gpu",
        "c10d distributed process reduce gather broadcast torchrun nproc",
        sentence(
            r"\b(?:c10d|torch\.distributed|dist\.\w+|init_process_group|all_?(?:reduce|gather)"
            r"|torchrun|nproc_per_node)\b",
            r"(?:\b|_)mps(?:\b|_)|\bapple silicon\b",
            r"\b(?:broken|breaks?|fail\w*|errors?|wrong|unchanged|hangs?|stuck|deadlocks?|ignored"
            r"|nothing)\b|n't\b",
        ),
    ),
    told(
        "float64-on-gpu",
        "float64 fp64 f64 double",
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
    told(
        "operator-missing-on-gpu",
        "kernel implement version missing generator",
        sentence(_OPERATOR, _NO_KERNEL, without=_NOT_NOW),
        along=(
            rf"{ON_MPS.pattern}|\b(?:m[1-5]|mac)(?: \w+)?'s gpu\b|\bmetal\b"
            r"|\bm[1-5]\b[^\n]{0,80}\bgpu\b"
            r"|\bapple(?:'s)? (?:gpus?|device)"
        ),
        unless=DENIED,
    ),
    told(
        "operator-missing-on-gpu",
        "please like glad love",
        sentence(_OPERATOR, _PLEASE, _FOR_GPU, r"\b(?:for|to|on)\b", without=_NOT_NOW),
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "operator-fails-on-gpu",
        "notimplementederror",
        r"\b(?:raises?|throws?|gives?|ends? (?:in|with)) (?:an? )?notimplementederror\b",
        along=Speaking(
            (ON_MPS,), late(r"\b(?:abstract|base class|method|subclass\w*|no longer)\b", FLAGS)
        ),
        unless=DENIED,
    ),
    told(
        "operator-fails-on-gpu",
        "notimplementederror",
        sentence(
            r"\bnotimplementederror\b",
            rf"\bmps\b|{_FOR_GPU}",
            without=r"\b(?:abstract|base class|method|subclass\w*|fix\w*|no longer|instead)\b",
        ),
        unless=DENIED,
    ),
)
"""After the limits."""
