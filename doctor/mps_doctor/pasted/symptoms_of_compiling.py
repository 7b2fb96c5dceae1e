"""Symptoms of torch.compile with mps: it refuses, or its Metal shaders are wrong.

"Inductor knows no mps", "the generated shader does not build", "compiled it differs from eager".
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import sentence, speaking, told
from mps_doctor.pasted.symptom_words import (
    DENIED,
    FOR_MPS,
    MPS_OR_MAC,
    NOT_YET,
    ON_MAC,
    ON_MPS,
)

_ILL_FORMED = (
    r"(?:\b(?:undeclared|ambiguous|redefin\w+|rejects?|rejected|refuses?|invalid|wrong|unresolved"
    r"|overload|syntax|expected (?:'|expression)|does(?: not|n't) (?:build|compile)|not compile"
    r"|cannot (?:be|initialize)|more than 3[12]|exceeds|out of range|no member|lacks a barrier"
    r"|where a literal)\b|expected ';')"
)
_COMPILED = (
    r"(?:\b(?:torch[._ ]?compile\w*|inductor\w*|mpsinductor|torchinductor|compiled?|compile ?="
    r"|use_compile|--compile|jit-compiled|test_compile|max-autotune|output_code)\b)"
)
_BY_COMPILER = speaking(
    _COMPILED,
    r"\b(?:mps\w*|metal\w*|m[1-5]|macbook|mac)\b",
    without=r"\bllama\.cpp\b|\bggml\w*\b|\bmlx\b|\bxcode\b|\bswift\b",
)
_SOURCE = (
    r"(?:\b(?:shaders?|msl|metal (?:source|code|compiler|kernels?|syntax)|metal::\w+|(?:generated"
    r"|fused|compiled) (?:\w+ ){0,2}?(?:metal|kernels?|code|shader)|generated_kernel|program_source"
    r"|threadgroup|compiler of metal|metal refuses?)\b)"
)
_COMPILED_WORSE = (
    r"\bcompiled\b[^\n.;]{0,60}\b(?:goes flat|diverges|other numbers|wrong|nan|differs?|garbage"
    r"|different)\b|\b(?:max-autotune|torch\.compile)\b[^\n.;]{0,24}\b(?:gives|produce[sd]|returns?"
    r"|yields)\b[^\n.;]{0,16}\b(?:nans?|wrong|garbage|other|inf)\b"
    r"|\bwrong \w+ (?:after|with|under) torch\.compile\b"
)
_BESIDE_EAGER = r"\b(?:eager|not[- ]compiled|uncompiled|without (?:compil\w+|torch\.compile))\b"
_COMPILER = r"(?:\b(?:torch[._ ]?compile\w*|\w*inductor\w*|loweringexception)\b)"
_NO_COMPILING = (
    rf"{_COMPILER}[^\n;]{{0,60}}(?:\b(?:not|isn't|no|without|cannot)\b"
    rf"|n't\b)[^\n.;]{{0,40}}{MPS_OR_MAC}"
    r"|\b(?:mps|metal|apple|macs?)\b[^\n.;]{0,24}(?:\b(?:is not|not|isn't|aren't)\b)[^\n.;]{0,24}"
    r"\b(?:covered|supported|known|handled)\b[^\n.;]{0,16}\b(?:compiler|inductor|torch\.compile)\b"
    rf"|\b(?:no|without) (?:\w+ )?{MPS_OR_MAC}[^\n.;]{{0,16}}\bfor inductor\b"
    r"|\b(?:mps|apple gpu) ?\+ ?compile\b[^\n.;]{0,24}(?:n't|\bnot|\bimpossible)\b"
    r"|\bcompile\b[^\n.;]{0,24}\bfor (?:the )?cpu\b[^\n.;]{0,24}\bnot for (?:the )?mps\b"
    rf"|{_COMPILER}[^\n;]{{0,60}}\bnonetype\b"
    r"|\b(?:compile|use_compile|torch_compile|--compile) ?=? ?true\)?(?: on [^\n;,.]{1,24}?)?"
    r"[^\n;,.]{0,24}\b(?:fail(?:s|ed)?|breaks|errors?(?: out)?|dies|crash\w*|throws|raises"
    r"|(?:does )?not work\w*)\b"
    r"|\btorch_compile ?= ?true\b[^\n]{0,60}\bnot working\b"
    r"|\bdevice not supported by inductor\b"
    r"|\bgenerates? only c\+\+[^\n]{0,40}\btriton\b[^\n]{0,40}\bmps\b"
    r"|\btest_compile\w*\.py\b[^\n]{0,120}\bmps\b"
    rf"|{_COMPILER}\([^\n)]{{0,80}}\)[^\n.;]{{0,60}}\.? [^\n.;]{{0,40}}\bbreaks\b"
    r"|\bcompile\b[^\n.;]{0,30}\bconditional\b"
)

COMPILING = (
    told(
        "metal-shader-of-compile",
        sentence(
            r"\b(?:torch\.compile\w*|inductor)\b",
            r"\bmetal (?:shader|kernel|code)s?\b|\b(?:shader|kernel)s? (?:in|of) metal\b"
            r"|\bshaders?\b",
            r"\b(?:errors?|fails?|failed|wrong|invalid|exceeds?|undeclared|does(?: not|n't)"
            r"|differs?)\b",
            without=r"\bno errors?\b",
        ),
        along=ON_MPS,
    ),
    told(
        "compile-on-gpu",
        rf"\bcompile ?= ?true\b[^\n.;]{{0,20}}(?:{NOT_YET}work\w*|\bfails?|\bbreaks?)"
        rf"[^\n.;]{{0,12}}{FOR_MPS}",
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
    told(
        "metal-shader-of-compile",
        rf"{_SOURCE}[^\n]{{0,120}}{_ILL_FORMED}|{_ILL_FORMED}[^\n]{{0,80}}{_SOURCE}"
        r"|\binductor\w*\b[^\n]{0,120}" + _ILL_FORMED,
        needles="shader msl metal generated fused compiled program_source threadgroup",
        along=_BY_COMPILER,
        unless=DENIED,
    ),
    told(
        "metal-shader-of-compile",
        _COMPILED_WORSE,
        along=speaking(_BESIDE_EAGER, ON_MAC, without=r"\bcuda\b"),
        unless=DENIED,
    ),
    told(
        "compile-on-gpu",
        _NO_COMPILING,
        needles="compil inductor lowering",
        along=ON_MAC,
        unless=DENIED,
    ),
    told(
        "compiled-beside-eager",
        r"\b(?:with torch\.compile|with compile|when compil\w+|compiling|after compil\w+)\b"
        r"[^\n]{0,100}\b(?:without (?:it|compil\w+|torch\.compile)|uncompiled|not compiled"
        r"|compile ?= ?false)\b"
        r"|\b(?:without (?:torch\.)?compil\w+|uncompiled|compile ?= ?false)\b[^\n]{0,100}"
        r"\b(?:with (?:it|torch\.compile|compil\w+)|compiled|compile ?= ?true)\b"
        r"|\b(?:torch\.compile|inductor|compiled)\b[\s\S]{0,600}?\beager\b"
        r"|\beager\b[\s\S]{0,600}?\b(?:torch\.compile|inductor|compiled)\b",
        needles=("eager", "without", "uncompiled", "not compiled", "compile=false", "compiling"),
        by_line=False,
        beside="compile inductor",
        along=ON_MPS,
    ),
)
