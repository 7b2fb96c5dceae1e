"""Symptoms of PYTORCH_ENABLE_MPS_FALLBACK that is set where torch no longer reads it.

torch reads the variable once, when its library for mps is loaded: what sets it later, and what
tells of an order of imports, of a cell or of a line further down, has no effect.
Source: https://github.com/pytorch/pytorch/blob/v2.7.1/aten/src/ATen/mps/MPSFallback.mm
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import FLAGS, ON_MAC, Speaking, told

_OF_TORCH = (
    r"(?:torch|transformers|diffusers|lightning|accelerate|timm|fastai|ultralytics|whisper"
    r"|sentence_transformers|everything|anything that imports it)"
)
_VARIABLE = (
    r"(?:\bmps_fallback\b|pytorch_enable_mps_fallback\b|\b(?:mps|cpu)?[ _-]?fallback(?: (?:env\w*"
    r"|variable|var|setting|flag|line|option)\b|\b(?! (?:to|on|for|path|model|font|url|value)\b)))"
)
_NO_EFFECT = (
    r"(?:\b(?:no|zero|without|any) (?:effect|luck|influence|difference)\b|\bnothing happens\b"
    r"|\bnot enough\b|\bignored\b|\buseless\b|\bdo(?:es)? nothing\b|\bnobody reads\b|\b(?:not"
    r"|never)(?: being)? (?:used|read|seen|picked up|taken|honou?red|respected|applied|active)\b"
    r"|n't (?:used|read|seen|picked up|taken|honou?red|respected|applied|active|help|work|change"
    r"|do anything|see|take|care)\b|\b(?:does|did) not (?:help|work|change|do anything|see|take"
    r"|care|read|use)\b|\bas without\b|\btoo late\b|\bearly enough\b|\blate\b)"
)
_READ_BEFORE = (
    rf"(?:\b{_OF_TORCH}['`\"]?(?: itself)? (?:is|was|gets|has been|had been|being)? ?"
    rf"(?:already )?(?:imported|loaded)\b|\b(?:had|has"
    rf"|have) (?:already )?{_OF_TORCH} (?:already )?(?:imported|loaded)\b|\balready (?:import(?:s"
    rf"|ed)?|load(?:s|ed)?) (?:\w+ )?{_OF_TORCH}\b|\b(?:import(?:s|ed)?"
    rf"|from) [`'\"]?{_OF_TORCH}\b[^\n]{{0,40}}\b(?:above|before|first|earlier|further up|higher)\b"
    r"|\b(?:after|behind|below|following|beneath|under) (?:(?:the|all|my|our|their|of|of the) "
    r")?(?:[`'\"]?[\w.]+ )?['\"`]?import(?:s|ing|ed)?\b|\b(?:read|evaluated|looked up"
    r"|parsed) (?:only )?once\b|\bat (?:library )?(?:load|import)"
    r" time\b|\bonce (?:the )?(?:py)?torch (?:is|has been|was|library)\b"
    r"|\border (?:of (?:the )?imports )?(?:is|was) wrong\b|\b(?:wrong|import) order\b"
    r"|\b(?:re-?order|sort|mov)\w*[^\n.]{0,16}\bimports?\b|\bimports?\b[^\n.]{0,16}\breorder\w*"
    r"|\bat (?:run ?time|top of (?:the|my) (?:file|script|notebook))\b|\bin (?:a|the|my) repl\b"
    r"|\bimported (?:as the last|last|late)\b|\b(?:after|once) (?:it|torch|python|the \w+) "
    r"(?:has |had |was |is |)?(?:started|starts|imported|loaded|running)\b|\bin (?:the|an?"
    r"|some) (?:first|second|third|fourth|last|next|later|other|\d+\w\w) cell\b|\b(?:long |only "
    r"|right |just )?after (?:py)?torch\b|\b(?:when|before|until) (?:the )?(?:python|interpreter"
    r"|process|kernel) (?:starts|is started)\b)"
)
_MUST_BE_BEFORE = (
    r"\b(?:must|important|need\w*|has to|have to|why|only|should have)\b[^\n]{0,60}\b(?:before"
    r"|above|ahead of|prior to)\b[^\n]{0,24}\bimport"
)
_OF_MPS = Speaking(
    of=(
        late(
            rf"{_VARIABLE}|\benv\w* var|not (?:currently )?implemented"
            rf"|\baten::\w+ (?:is )?missing|\bcpu fallback\b",
            FLAGS,
        ),
        late(rf"{ON_MAC.pattern}|\bmetal\b|\baten::|\btorch\b|_mps_fallback\b", FLAGS),
    ),
    without=late(
        r"\b(?:works|working) (?:fine|well|great|perfectly|as (?:it should|expected))\b"
        r"|\b(?:is|was|had been) (?:exported|set) before (?:the )?python (?:starts|started)\b",
        FLAGS,
    ),
)

_STILL = (
    r"(?:\bit (?:is|was) (?:really |already )?set\b|\bstill (?:asks?|tells?|says?|wants?|raises?"
    r"|crash\w*|fails?|stops?|get|gets|the same|notimplemented\w*|not implemented|missing|the"
    r" error)\b|\beven (?:with|though|after|when)\b[^\n.;]{0,40}\b(?:variable|fallback|set)\b)"
)
_IN_CODE = (
    r"(?:\bos\.(?:environ\b|putenv)|%(?:set_)?env\b|\bsetenv\b|\b(?:cell|notebook|script|code"
    r"|module|file|app|function|launcher)\b|\w\.py\b)"
)

_SET = (
    r"(?:\bmps_fallback\b|pytorch_enable_mps_fallback\b|\bfallback\b|\benv\b|\benvironment\b"
    r"|\bvariable\b|\benviron\b|\bexport(?:ed)?\b|\b(?:is|was|it|gets|i|being) set\b|\bsets?"
    r" (?:it|in|at|by|only|late)\b|\btoggl\w+)"
)
_TROUBLE = late(
    rf"{_NO_EFFECT}|{_STILL}|\b(?:not (?:currently )?implemented|missing|should (?:be|go)|crash\w*"
    rf"|fail\w*|errors?|broke|breaks|wrong|must|move[sd]?|why|repairs?|fix(?:es|ed)|solve[sd])\b",
    FLAGS,
)

FALLBACKS = (
    told(
        "fallback-without-effect",
        "import loaded once time repl cell order after starts started",
        rf"{_SET}[\s\S]{{0,140}}?{_READ_BEFORE}|{_READ_BEFORE}[\s\S]{{0,140}}?{_SET}",
        by_line=False,
        beside="fallback env variable export",
        along=Speaking(of=(*_OF_MPS.of, _TROUBLE), without=_OF_MPS.without),
    ),
    told(
        "fallback-without-effect",
        "fallback",
        rf"{_VARIABLE}[^\n]{{0,80}}(?:{_NO_EFFECT}|{_STILL})"
        rf"|{_STILL}[^\n]{{0,60}}{_VARIABLE}",
        along=Speaking(of=(late(_IN_CODE, FLAGS), _OF_MPS.of[1]), without=_OF_MPS.without),
    ),
    told(
        "fallback-without-effect",
        "environ putenv setenv %env",
        rf"(?:\bos\.environ|\bputenv|\bsetenv|%(?:set_)?env)\b[^\n]{{0,16}}mps_fallback"
        rf"[\s\S]{{0,400}}?{_STILL}",
        by_line=False,
        along=_OF_MPS,
    ),
    told("fallback-set-too-late", "import", _MUST_BE_BEFORE, along=_OF_MPS),
)
"""`fallback-without-effect` leads even where the operator's own error text is quoted."""
