"""Symptoms told by a contrast: something odd in a text whose other device is said to do well.

Looser than the other symptoms, and so judged only where the text tells of nothing else: the odd
thing, the GPU of a Mac and the device on which all is well may stand in three sentences.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import (
    CPU,
    DENIED,
    FLAGS,
    GPU,
    ON_MPS,
    sentence,
    told,
    words,
)

_DEVICE = (
    r"\bmps\b|\bmetal\b|\bapple(?:'s)? (?:silicon|gpus?|m[1-5])\b|\bm[1-5](?: (?:pro|max|ultra))?\b"
    r"|\bmac(?:book|s|os| ?mini| studio)?\b"
)
_OTHER = (
    r"\b(?:cpu|cuda|nvidia|colab|kaggle|windows|linux|ubuntu|rtx ?\d{4}|[atv]100|(?:a|my|on) pc)\b"
)
_WELL = (
    r"(?<!not )(?<!n't )\b(?:works?|worked|working|fine|ok(?:ay)?|correct(?:ly)?|normal(?:ly)?"
    r"|perfect(?:ly)?|flawless(?:ly)?|expected|good|great|excellent|decent|sensible|reasonable"
    r"|coherent|proper(?:ly)?|success(?:ful(?:ly)?)?|converges?|trains|learns|as (?:it|they) should"
    r"|no (?:such )?(?:problems?|issues?|errors?)|runs? (?:well|quickly|smoothly))\b"
)
_NOT_THERE = (
    r"(?:\b(?:not|never)\b|n't\b)[^\n.]{0,24}\b(?:happen|occur|see|get|have|reproduce\w*)\b"
)
BESIDE = (
    rf"(?=[\s\S]*?(?:{_DEVICE}))(?=[\s\S]*?(?:{_OTHER}[^\n.]{{0,60}}{_WELL}"
    rf"|{_WELL}[^\n.]{{0,60}}{_OTHER}|{_NOT_THERE}[^\n.]{{0,60}}{_OTHER}"
    rf"|{_OTHER}\W{{0,3}}\n\W{{0,8}}(?:(?!not\b|no\b)\w+ ){{0,2}}{_WELL}))"
)
BESIDE_ANOTHER = late(rf"\A{BESIDE}", FLAGS)
"""What speaks of a Mac or of mps, and of another device on which all is well."""

_TOLD_OF = (
    r"\b(?:results?|outputs?|predictions?|values|answers?|generations?|detections?|boxes|masks?"
    r"|embeddings?|logits|gradients?|transcriptions?|images?|keypoints|poses?|segmentations?"
    r"|faces|pictures|frames|videos?|audio|voices?|speech|texts?|shapes|maps?|colou?rs)\b"
)
_AMISS = (
    r"\b(?:is|are|was|were|looks?|seems?|comes? out|came out) (?:\w+ )?(?:off|shifted|misaligned"
    r"|misplaced|cropped|rotated|mirrored|flipped|distorted|odd|strange|weird|wrong|garbled"
    r"|(?:not|non)[ -]?(?:reproducible|deterministic|repeatable))\b"
)

_OPPOSED = (
    r"(?:negative|positive|zeros?|constant|right|wrong|true|false|none|empty|non-?zero|non-?empty"
    r"|finite|infinite|nans?|inf|low|high|tiny|huge|correct|incorrect)"
)

CONTRASTS = (
    told(
        "wrong-results",
        "cpu",
        rf"\b({_OPPOSED}) (?:on|with|for|in) (?:the )?[`'\"]?mps[`'\"]?,? (?:but |and |while "
        rf"|whereas )?(?:it )?(?:is |are )?(?!\1\b){_OPPOSED} (?:on|with|for|in) (?:the )?"
        r"[`'\"]?cpu\b"
        rf"|\b({_OPPOSED}) (?:on|with|for|in) (?:the )?[`'\"]?cpu[`'\"]?,? (?:but |and |while "
        rf"|whereas )?(?:it )?(?:is |are )?(?!\2\b){_OPPOSED} (?:on|with|for|in) (?:the )?"
        r"[`'\"]?mps\b",
        beside="mps",
    ),
    told(
        "wrong-results",
        "off shifted misaligned misplaced cropped rotated mirrored flipped distorted odd strange "
        "weird wrong garbled reproducible deterministic repeatable",
        rf"{_TOLD_OF}[^\n.]{{0,30}}{GPU}[^\n.]{{0,12}}{_AMISS}"
        rf"|{_TOLD_OF}[^\n.]{{0,30}}{_AMISS}[^\n.]{{0,40}}{GPU}",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "wrong-results",
        "disagree diverg deviat mismatch agree same identical equal",
        sentence(
            GPU,
            CPU,
            r"(?:\b(?:disagree\w*|diverg\w+|deviat\w+|mismatch\w*|not agree)|n't agree)\b",
            without=r"\b(?:speed|tim(?:e|ing)|fast|slow|latency|shape|size|dtype|type|version)",
        ),
        along=ON_MPS,
    ),
    told(
        "wrong-results",
        "always only every each all stale sum strange weird odd horizontal vertical",
        sentence(
            r"\bmps\b",
            r"\b(?:always|only) (?:picks?|predicts?|returns?|gives?|chooses?|samples?|outputs?"
            r"|generates?) (?:the same|one (?:class|token)|class|zero)\b"
            r"|\b(?:every|each|all(?: the)?) (?:predictions?|outputs?|results?|tokens?|samples?)"
            r" (?:is|are) (?:class|the same|zero|identical)\b"
            r"|\b(?:returns?|reads?|gives?|gets?|has) stale (?:values?|data|results?)\b"
            r"|\b(?:does|do)(?: not|n't) sum to (?:1|one)\b"
            r"|\b(?:strange|weird|odd|horizontal|vertical) (?:stripes?|lines?|patterns?|blocks?"
            r"|spots?|patches|grids?|dots|noise|shapes?|words?|characters?|symbols?)\b",
        ),
        beside="mps",
        unless=DENIED,
    ),
    told(
        "wrong-results",
        "accura precision quality score metric",
        sentence(
            GPU,
            r"\b(?:decreas\w+|drop(?:s|ped|ping)?|lowers|lowered|degrad\w+|worsen\w*)\b"
            r"[^\n.]{0,40}\b(?:accuracy|precision|quality|scores?|metrics?)\b"
            r"|\b(?:accuracy|precision|quality|scores?|metrics?)\b[^\n.]{0,24}\b(?:decreas\w+"
            r"|drop(?:s|ped)|is lower|are lower|degrad\w+|worsen\w*)\b",
            without=r"\b(?:no|without|full|mixed|half|reduced|lower) precision|\b(?:no|not)\b",
        ),
        along=ON_MPS,
    ),
    told(
        "wrong-results",
        "accura",
        r"\d ?%[^\n.%]{0,30}\bcpu\b[^\n%]{0,40}\d ?%[^\n.%]{0,30}\bmps\b"
        r"|\d ?%[^\n.%]{0,30}\bmps\b[^\n%]{0,40}\d ?%[^\n.%]{0,30}\bcpu\b",
    ),
    told(
        "odd-on-gpu-only",
        "abnormal strange weird wrong incorrect garbage nan nois snow distort blurr corrupt "
        "inconsisten random messed cropped inaccura bad poor worse unstable misplaced shifted "
        "flicker artifact artefact infinit differ mismatch meaningless unusable useless hallucinat "
        "properly correctly train learn converge improve",
        r"\b(?:abnormal\w*|strange\w*|weird\w*|wrong\w*|incorrect\w*|garbage(?! collect)|nans?"
        r"|noise|nois[iy]\w*|(?:random|white) snow|distort\w*|blurr\w+|corrupt\w*|inconsisten\w+"
        r"|random (?:results?|outputs?|values?|tokens?|images?)|(?:is|are|was|were|looks?|seems?"
        r"|becomes?) (?:like )?(?:an? )?(?:\w+ )?random|(?:does|do|did|will|would)(?: not"
        r"|n't) (?:train|learn|converge|improve)|messed up|cropped(?:-| )off|inaccura\w+|bad"
        r"|poor(?:ly)?|(?<!no )(?<!not )worse|unstable|misplaced|shifted|flicker\w*|(?:visual|weird"
        r"|strange|with|shows?|has|have|full of|see) art[ie]facts?|infinit[ey]|differ(?:s|ent"
        r"|ently)?|mismatch(?:es)?|meaningless|unusable|useless|not work(?:ing)? (?:properly"
        r"|correctly|right|as expected)|hallucinat\w+)\b(?! (?:version|device|environment|machine"
        r"|computer|problem|issue|error|approach|way|model|number of)s?\b)",
        along=BESIDE_ANOTHER,
        unless=DENIED,
    ),
    told(
        "crash-beside-mps",
        (
            *words(
                "crash segfault sigsegv sigabrt exc_bad kernel abort freez froze trap quit hang "
                "closes assertion silently without malloc pointer"
            ),
            *("seg fault", "seg-fault", "segmentation fault", "bus error"),
        ),
        r"\b(?:(?:the )?(?:process|program|script|python|app|notebook|session|kernel|it|run"
        r"|training|train|job|code|model|test|inference) (?:\w+ ){0,2}?crash(?:es|ed)?|crash(?:es"
        r"|ed)? (?:the )?(?:python|kernel|process|notebook|session)"
        r"|seg(?:mentation)?[ -]?faults?(?:ed)?|sigsegv|sigabrt|fatal python error: (?:bus error"
        r"|segmentation fault|aborted|illegal instruction)|pointer being freed was not allocated"
        r"|malloc: \*{3} error|exc_bad_\w+|dead ?kernel|kernel (?:\w+ ){0,3}?(?:dies|died|dead|die"
        r"|dying|restarts?)|(?:z|ba)?sh: (?:abort|segmentation fault|bus error|trace trap)"
        r"|bus error: ?10|abort trap|trace trap|trace/bpt trap|quits? unexpectedly"
        r"|(?<!\bui )(?<!\bgui )(?<!window )(?<!\btab )(?<!browser )freezes|is freezing"
        r"|froze(?! (?:the|all|my)\b)|(?:python|process|program|script) (?:to )?aborts?"
        r"|closes without|gpu hang|(?:app|program|webui|server) (?:just |suddenly |simply "
        r"|always )?(?:closes|quits|vanishes|disappears|shuts down)(?! (?:when|if|after) (?:i"
        r"|you) (?:press|click|type|close|quit))|(?:process|program|script|python|app"
        r"|server) (?:\w+ )?(?:exits|dies|quits|disappears|stops|terminates) (?:silently"
        r"|without (?:any |an |a )?(?:error|message|trace\w*))|crash(?:es|ed) my"
        r"|assertion fail(?:ure|s|ed))\b",
        along=ON_MPS,
        unless=DENIED,
    ),
)
"""After all others."""
