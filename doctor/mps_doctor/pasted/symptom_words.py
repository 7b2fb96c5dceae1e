"""The words that many symptoms share: for the two devices, for Macs, for torch, for trouble."""

from __future__ import annotations

from mps_doctor.knowledge.macos import macos_by_name
from mps_doctor.pasted.symptom_kinds import FLAGS
from mps_doctor.patterns import late

GPU = r"(?:\bmps\b|\bgpus?\b|\bmetal\b)"
CPU = r"\bcpus?\b"
_S_GPU = r"(?: (?:pro|max|ultra|air|mini|studio))?(?:'s)? gpus?\b"
ON_MPS = late(
    r"m(?<![^\W_]m)ps(?:graph|ndarray)?(?:\b|_)|m(?<!\wm)etal(?:performanceshaders\w*)?\b"
    rf"|apple(?<!\wapple)(?: silicon)?{_S_GPU}|mac(?<!\wmac)(?:book)?{_S_GPU}"
    rf"|m(?<!\wm)[1-5](?:{_S_GPU}|(?: (?:pro|max|ultra))?\b[^\n.;]{{0,32}}\b(?:on|with"
    r"|using) (?:the )?gpu\b)"
    r"|gpu(?<!\wgpu)s?['\"”]? (?:of|on|in) (?:an? |the |my )?(?:apple|mac(?:book)?s?|m[1-5])\b",
    FLAGS,
)
"""What speaks of the GPU of a Mac anywhere in a text.

Each way begins with a letter: then Python looks for it far faster than after a boundary.
"""

MAC_GPU = (
    r"\b(?:mps|metal|apple silicon|apple(?:'s)?(?: \w+)? (?:gpus?|chips?|hardware|device|machines?)"
    r"|mac(?:s|os|books?|mini| studio)?|m[1-5])\b(?!\.\w)"
)
"""The GPU of a Mac, or the Mac itself, in a sentence that tells of a limit."""

MPS_OR_MAC = (
    r"\b(?:mps\w*|metal|apple|mac(?:s|os|books?|mini| ?os| mini| studio)?"
    r"|m[1-5](?: (?:pro|max|ultra))?|m-(?:series|chips?))\b"
)
ON_MAC = late(MPS_OR_MAC, FLAGS)
"""What speaks of a Mac, of its GPU or its chip anywhere in a text."""

APPLE_GPU = (
    r"\b(?:mps|metal|apple(?:'s)? (?:gpus?|device|graphics)|apple silicon(?:'s)?(?: gpus?)?"
    r"|(?:mac(?:book)?s?|m[1-5])(?: \w+)?(?:'s)? gpus?|gpus? (?:of|on|in) (?:an? |the |my )?"
    r"(?:apple|mac\w*|m[1-5]))\b(?!\.\w)"
)
"""The GPU of a Mac by one of its names: a Mac or a chip alone is none."""

FOR_MPS = r"(?:on|with|in|under|using|for) (?:\w+ )?['\"`]?(?:mps|metal)\b"

MPS_AND_ANOTHER = late(
    r"\bmps\b[\s\S]{0,3000}?\b(?:cpu|cuda|nvidia|colab)\b"
    r"|\b(?:cpu|cuda|nvidia|colab)\b[\s\S]{0,3000}?\bmps\b",
    FLAGS,
)
"""What names mps and a device to compare it with."""

MAC = r"\b(?:mac(?!hin|ro)\w*|osx|os x|imacs?|darwin|apple[ -]silicon|m[1-5])\b"
OF_A_PART = (
    r"\b(?:amp|autocast|(?:grad ?)?scaler|mixed[- ]precision|pin(?:ned|ning)?[_ ]memory|index|flag"
    r"|print\w*|log(?:s|ged)?)\b[^\n,;:.]{0,16}"
)
"""A part of a program that may be only for CUDA, while the rest of it takes any device."""

FOR_MACS = (
    r"\b(?:for|on|under|with|by) (?:the |my |an? |any |his |our |this )?(?:arm64 |arm )?"
    r"(?:mac(?!hin|ro)\w*|mac ?os|os ?x|osx-arm64|apple silicon|apple machines|darwin"
    r"|m[ -]chips?|m[1-5])\b"
)
"""What is said to be for Macs, or to happen on one."""

APPLE_CHIP = r"(?:\bapple silicon\b|\bm[1-5](?: ?(?:pro|max|ultra))?\b)"
_X86 = r"(?:intel|x86(?:[-_]64)?|x64)"
_MACS = r"(?:mac(?!hin|ro)\w*|mac ?os|imacs?|osx|darwin|apple)"
_BETWEEN = r"(?:(?!m\d|arm|apple|silicon|not\b|and\b|or\b|vs\b|than\b)[\w.]{1,10}[ ,/(-]{1,3}){0,4}"
"""Some words between a Mac and its processor: none that begins to speak of another one."""

INTEL_MAC = (
    rf"(?:\b{_X86}(?:[ -](?:based|arch\w*|cpus?|chips?|processors?|machines?|hardware|support"
    r"|\(intel\)))*(?: (?:on|for|of|under|with|in)(?: the)?)?"
    rf"[ -]{_MACS}\b|\b{_MACS}[ ,/(_-]{{1,3}}{_BETWEEN}(?:{_X86}|i[3579])\b"
    rf"|\bosx-64\b|\bx86_64-darwin\b|\bmacosx_\d\d_\d+_x86_64\b)"
)

_FIRST_WITH_MPS = 12
RELEASES = "|".join(
    name for name, version in macos_by_name().items() if float(version) >= _FIRST_WITH_MPS
)
"""The names of the releases of macOS that have MPS."""

MISTOLD = (
    r"(?<!clang )(?<!clang-)(?<!xcode )(?<!ios )(?<!>=)(?<!>= )(?<![\w.])(?:10\.16|16\.0)(?!\.?\d)"
)
"""A version that macOS tells old programs instead of its own; compilers have a 16.0, too."""

TORCH = r"\b(?:py)?torch\b(?!\.\w|/)"
"""The package, not a name within it."""

ABOUT_TORCH = late(TORCH, FLAGS)

TORCH_OR_COMPANION = r"\b(?:py)?torch(?:vision|audio)?\b"
"""Torch, or what is released with it."""

NEWER_TORCH = (
    r"\b(?:py)?torch(?: version)?[ `(-]{0,2}(?:[=>~]=?|\^)? ?v?2\.(?:[3-9]|[1-9]\d)(?:\.\d+)?\b"
)
"""A torch that has no build for Intel Macs."""

IMPORT_TORCH = (
    r"(?:\bimport(?:ing|s)?[ `'\"]{1,2}(?:py)?torch\b(?!\.\w)|\b(?:py)?torch['`\"]? import\b"
    r"|\bimport of (?:py)?torch\b|\bloading (?:py)?torch\b(?! ?(?:model|hub|weight|check|script"
    r"|\w+s\b))|\b(?:py)?torch (?:is|gets) imported\b)"
)

ABOUT_INSTALLING = late(
    r"\b(?:install\w*|wheels?|binar(?:y|ies)|builds?|building|index(?:es)?|pip3?|conda|mamba|pixi|uv"
    r"|poetry|dependenc\w+|requirements?|lock ?files?|packag\w+|pyproject|setup"
    r"|environment\.ya?ml|cannot be found|osx-(?:arm)?64)\b",
    FLAGS,
)
"""What speaks of installing anywhere in a text."""

BUILD = (
    r"\b(?:support\w*|builds?|wheels?|binar(?:y|ies)|versions?|releases?|install\w*|available"
    r"|distributions?|downloads?|packages?|publish\w*|ship\w*|provid\w+|resol\w+|uv|pip3?"
    r"|poetry|conda)\b"
)
"""What tells of getting a release, or of one to get."""

COMPANION = r"torch(?:vision|audio|text)"

TWO_PYTHONS = r"\b3\.(\d{1,2})(?!\.?\d)[\s\S]{0,600}?\b3\.(?!\1\b)(?:[7-9]|1\d)(?!\d)"
"""Two versions of Python that are not the same; it has one group."""


FLOAT64 = (
    r"(?:f(?<!\wf)(?:loat|p)?[ -]?64\b|t(?<!\wt)orch\.double\b|n(?<!\wn)p\.double\b|\.double\(\)"
    r"|d(?<!\wd)oubles\b|d(?<!\wd)oubletensors?\b|d(?<!\wd)type[ =]{1,3}double\b"
    r"|d(?<!\wd)ouble[- ](?:precision|columns?|tensors?|d?types?|arrays?|values?|inputs?|scalars?"
    r"|floats?|arithmetic)\b|d(?:(?<=\bprecision d)|(?<=\btype d)|(?<=\b(?:as|to|in"
    r"|is) d)|(?<=\binto d)|(?<=\bare d))ouble\b(?![- ]\w)|6(?<!\w6)4[- ]bits? (?:floats?|floating"
    r"|precision|reals?|numbers?)\b|6(?:(?<=\b(?:want|need)s 6)|(?<=\b(?:want|need) 6)"
    r"|(?<=\brequire 6)|(?<=\brequires 6))4 bits\b)"
)
"""Numbers of 64 bits; each way begins with one sign: then Python looks for it far faster."""

FLOAT64_TOLD_BY = "float64 float-64 fp64 f64 double 64"

BFLOAT16 = r"\b(?:bf(?:loat)?[ -]?16|brain[ -]?floats?(?:16)?)\b"
BFLOAT16_TOLD_BY = "bf16 bfloat bf-16 brain"

FLOAT8 = (
    r"(?:(?<![a-z\d])(?:mx)?(?:fp8|float[ -]?8|f8)(?:_\w+)?\b|\be(?:4m3|5m2|8m0)\w{0,6}\b"
    r"|\b8[- ]bit floats?\b)"
)
FLOAT8_TOLD_BY = "fp8 float8 float-8 f8 e4m e5m e8m 8-bit"

COMPLEX = (
    r"(?:\bcomplex(?:64|128|32|floats?|doubles?|half)\b|\bc(?:float|double)\b"
    r"|\bcomplex(?:[- ](?:d?types?|tensors?|numbers?|values?|data|mat(?:mul|ri\w+)|multipl\w+"
    r"|parameters?|weights?|arithmetic|math|covariance|spectr\w+|signals?|inputs?|exponentials?)"
    r"|[- ]valued?)\b|(?<![\w.])1j\b|\btorch\.(?:polar|complex)\b|\bview_as_(?:complex|real)\b)"
)
COMPLEX_TOLD_BY = "complex cfloat cdouble 1j polar view_as"

NOT = (
    r"(?:\b(?:no|not|cannot|never|nothing|none|without|unable|unavailable|unsupported|unusable"
    r"|fail\w*|missing|lacks?|impossible|refus\w+|errors?|nicht|keine?[mnrs]?|pas)\b|n't\b"
    r"|无法|不能|不支持|装不了|找不到|没有|失败|ません|できない|없|않)"
)
"""What denies, or tells of a lack."""

NOT_YET = r"(?:\bnot|n't|\bun)(?: yet| currently| fully| natively)? ?"
"""What denies a participle: "not yet supported", "unsupported"."""

NOT_OR_FAILS = (
    rf"(?:{NOT}|\b(?:stop(?:s|ped)?|dies|break(?:s|ing)?|broke|crash\w*|raises?|refuse[sd]?)\b)"
)
"""What denies, or tells of a failure."""

LACK = (
    r"(?:\b(?:no|not|nothing|cannot|never|without|unable|unavailable|unsupported|incompatib\w+"
    r"|lacks?|missing|last(?! (?:week|month|year|night|time)\b)|latest|newest|highest|dropp?(?:s|ed"
    r"|ing)?|stopp(?:ed|ing)|ended|remov(?:es?|ed|al)|abandon\w*|fail(?:s|ed|ing|ures?)?"
    r"|discontinu\w+|deprecat\w+|only|up to|restrict\w*|capp?(?:s|ed)?|stuck)\b|n't\b)"
)
"""What tells that there is none of a thing, or none any more."""

UNDENIED = r"(?:(?!\b(?:no|not|never|without|fix|avoid)\b|n't)[^\n.])"
"""A sign of a sentence, where no word begins that denies what follows."""

ERRORS = r"(?:errors?|failures?|exceptions?|crash(?:es)?|problems?|issues?)"

TROUBLE = (
    r"(?:\b(?:not(?! used\b)|cannot|never|nothing|no|none|neither|nor)\b(?! (?:\w+ )?(?:only"
    r"|cuda|problems?|matter|longer|difference|slower|faster|issues?|errors?|trouble|need(?:ed)?"
    r"|section"
    r"|mention\w*|words?|notes?|docs|documentation|idea|plans?|touch\w*|chang\w+|affect\w*|clear"
    r"|sure|installed|linked?)\b)|n't\b(?! (?:need|matter|mind)\b)|\b(?:unable|unsupported"
    r"|unavailable|impossible|unknown|missing|lack(?:s|ed|ing)?|absent|refus\w+|reject\w*|fail\w*"
    r"|(?<!no )errors?|typeerror|runtimeerror|raises?|raised|throws?|threw|crash\w*|kills?|killed"
    r"|breaks?|broken|dies|died|chokes?|complain\w*|abort\w*|forbid\w*|unusable|stumbles?|trips?"
    r"|out of the question)\b)"
)
"""What tells that something does not go, and not that it does no harm."""

GOOD = (
    r"\b(?:wrong|incorrect|nans?|nois[ey]\w*|black|blurry|garbage|gibberish|differ\w*|accura\w+"
    r"|slow\w*|fast\w*|speed\w*|quicker|benchmark\w*|out of memory|oom|leak\w*|reference|rounding"
    r"|(?:is|are|was|were|has|have|be|been|now|already|finally|got)(?: been| now| already| finally"
    r"| since)? (?:supported|fixed|solved|added|merged|resolved)|fixed (?:in|by|with)|no longer"
    r"|works? (?:fine|now|well|again|great|perfectly|there)|supports? (?:it|them|that) now"
    r"|since then|by now|any ?more|more \w+ than|windows|linux|skipped|mlx\w*|tensorflow\w*|jax"
    r"|llama\.cpp|ggml\w*|core ?ml|tinygrad|candle|scalartype|no (?:\w+ )?errors?|non-mps|\d+ ?s)\b"
)
"""What tells of something else: of results, of speed and memory, of other programs, or of what has
been mended."""

HELPED = (
    r"\b(?:fix(?:ed|es)|solv(?:ed|es)|resolv(?:ed|es)|help(?:ed|s)|(?:now|then|finally|and) (?:it "
    r")?work(?:s|ed)|works? (?:now|again)|it work(?:s|ed)|made it work|did the trick|cured?"
    r"|went away|gone|(?:runs?|ran|works?|worked|installs?|installed) (?:flawlessly|perfectly"
    r"|without (?:any )?(?:problem|issue|error)s?))\b"
)
"""What a writer says of the change that made it work; "it works" alone tells of no trouble."""

_REST_OF_CLAUSE = r"(?:[^,;:.\n]|\.(?! )){0,24}$"
DENIED = late(
    r"(?:\b(?:no|not(?! work)|never|without|fix\w*|avoid\w*|prevent\w*|(?:re)?solv(?:e[sd]?|ing)"
    r"|cur(?:es|ed|ing)|repair\w*|mend(?:s|ed)?)\b|n't\b(?! work))" + _REST_OF_CLAUSE,
    FLAGS,
)
"""What denies or repairs the thing that follows it."""


def denied(words: str) -> str:
    """Return the pattern of a clause that one of some words, or "n't", begins to deny."""
    return rf"(?:\b(?:{words})\b|n't\b){_REST_OF_CLAUSE}"
