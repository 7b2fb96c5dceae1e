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
    SENTENCE,
    Speaking,
    Symptom,
    sentence,
    words,
)
from mps_doctor.sources.pasted.symptoms_of_limits import (
    FAILS,
    LACKING,
    SOME,
    THINGS,
    TO_A_PROJECT,
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
_NOT_NOW = (
    rf"{_NO_DTYPE}|{TO_A_PROJECT}"
    r"|(?<!for )\b(?:now|fixed|added|merged|import\w*|use mps|device choice)\b"
)

_FOR_DOUBLES = (
    r"(?:\b(?:not|cannot|unable|fail\w*|crash\w*|breaks?|broken|impossible|errors?)\b|n't\b)"
    r"[^\n.;]{0,60}(?:\b(?:due to|because(?: of)?|since|as)\b|:)[^\n.;]{0,32}"
    r"\b(?:float64|fp64|f64|doubles|double(?:[- ]precision)? tensors?|double precision)\b"
)

KERNELS = (
    Symptom(
        "float64-on-gpu",
        words("double float64 64-bit 32"),
        late(_NO_DOUBLES, FLAGS),
        beside=words("metal mps apple"),
        unless=DENIED,
    ),
    Symptom(
        "float64-on-gpu",
        ("float64", "fp64", "f64", "double"),
        late(_FOR_DOUBLES, FLAGS),
        along=ON_MAC,
        unless=late(r"\b(?:no longer|fix\w*|solv\w+)\b[^,;:.\n]{0,24}$", FLAGS),
    ),
    Symptom(
        "complex-on-gpu",
        ("complex",),
        late(
            sentence(
                r"\bcomplex(?:float|double|half|32|64|128)\b",
                rf"\bmps\b|{_FOR_GPU}",
                r"\b(?:not|cannot|unable|fail\w*|crash\w*|errors?|unsupported|problems?)\b|n't\b",
                without=r"\b(?:fix\w*|now|already|no longer|works?|added|wrong|nans?)\b",
            ),
            FLAGS | SENTENCE,
        ),
    ),
    *(
        Symptom(
            name,
            words(needles),
            late(
                rf"(?:\[mps\]|(?<![\w.])mps:) [^\n.;]{{0,24}}(?:{thing}){SOME}(?:{LACKING}"
                rf"|{FAILS})",
                FLAGS,
            ),
            beside=("mps",),
            unless=DENIED,
        )
        for name, needles, thing in THINGS
        if name != "cuda-needed"
    ),
    Symptom(
        "ddp-on-gpu",
        words("c10d distributed process reduce gather broadcast torchrun nproc"),
        late(
            sentence(
                r"\b(?:c10d|torch\.distributed|dist\.\w+|init_process_group|all_?(?:reduce|gather)"
                r"|torchrun|nproc_per_node)\b",
                r"(?:\b|_)mps(?:\b|_)|\bapple silicon\b",
                r"\b(?:broken|breaks?|fail\w*|errors?|wrong|unchanged|hangs?|stuck|deadlocks?"
                r"|ignored|nothing)\b|n't\b",
            ),
            FLAGS | SENTENCE,
        ),
    ),
    Symptom(
        "float64-on-gpu",
        ("float64", "fp64", "f64", "double"),
        late(
            r"\b(?:needs?|requires?|wants?|expects?|takes?|accepts?|(?:must|has to|have to"
            r"|should) be"
            r"|use|cast\w* to|convert\w* to) (?:\w+ )?(?:float32|fp32|f32|float|single)\b"
            r"[^\n.;]{0,12}\b(?:instead of|rather than|not|but (?:gets?|got|is|finds?))\b"
            r"[^\n.;]{0,12}\b(?:float64|fp64|f64|doubles?)\b"
            r"|\b(?:lack of|lacking|no|without|missing|absence of) (?:\w+ )?(?:float64|fp64|f64"
            r"|double(?: precision)?) support\b"
            r"|(?:\b(?:not|cannot|unable to|not being able to|fails? to)|n't) (?:\w+ )?(?:convert"
            r"|cast|mov)\w*[^\n.;]{0,20} (?:to|into) (?:float64|fp64|f64|double)\b"
            r"|\b(?:float64|fp64|f64|doubles?)\b[^\n;]{0,40}\b(?:cast|convert\w*|chang\w*) to "
            r"(?:float32|float|fp32|single)\b[^\n;]{0,24}\bmps\b",
            FLAGS,
        ),
        along=ON_MPS,
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
    Symptom(
        "operator-fails-on-gpu",
        ("notimplementederror",),
        late(
            r"\b(?:raises?|throws?|gives?|ends? (?:in|with)) (?:an?"
            r" )?notimplementederror\b",
            FLAGS,
        ),
        along=Speaking(
            (ON_MPS,), late(r"\b(?:abstract|base class|method|subclass\w*|no longer)\b", FLAGS)
        ),
        unless=DENIED,
    ),
    Symptom(
        "operator-fails-on-gpu",
        ("notimplementederror",),
        late(
            sentence(
                r"\bnotimplementederror\b",
                rf"\bmps\b|{_FOR_GPU}",
                without=r"\b(?:abstract|base class|method|subclass\w*|fix\w*|no longer|instead)\b",
            ),
            FLAGS | SENTENCE,
        ),
        unless=DENIED,
    ),
)
"""After the limits."""
