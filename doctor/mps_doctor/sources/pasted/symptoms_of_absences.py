"""Symptoms of builds that do not exist: for Intel Macs, for a Mac, for a Python; told in passing.

The sentences of `symptoms_of_installs` say who refuses what.  `ABSENCES`: titles and answers in
half lines, which only name two things and a word for the lack of one ("osx-64 builds were
discontinued").  `SHORTAGES`: a known fact, told on the way ("2.2 was the final one there"); each
pattern holds the word for the end or the lack, and the text must name whom it concerns.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import FLAGS, anywhere, sentence, speaking, told, words
from mps_doctor.sources.pasted.symptom_words import (
    ABOUT_TORCH,
    FOR_MACS,
    INTEL_MAC,
    MAC,
    NOT,
    TORCH,
    TWO_PYTHONS,
)

_GONE = (
    r"(?:\b(?:dropp?(?:s|ed|ing)?|discontinu\w+|end(?:s|ed|ing)? (?:of )?support|ended|remov(?:e"
    r"|es|ed|al)|unsupported|deprecat\w+|abandon\w*|no longer|not any ?more|stopp(?:ed|s|ing)"
    r"|unavailable|last(?! (?:week|month|year|night|time)))\b|\b(?:cannot|not|no)\b|n't\b)"
)
_NEWER_WANTED = (
    r"\b(?:py)?torch(?: version)?[ `]{0,2}(?:==|>=|>|~=|\^)? ?v?2\.(?:[3-9]|[1-9]\d)(?:\.\d+)?\b"
)
_PYTHON = r"(?:\bpython ?(?:version )?(?:to )?v?3\.\d{1,2}t?\b|\bcp3\d{1,2}\b|\bpypy\b)"
_OTHER_PACKAGE = (
    r"\b(?!(?:it|we|you|they|i|this|that|there|which|who|app|apps|project|torch|pytorch|mps"
    r"|metal|gpu|cuda|model|models|still|also|and|but|just|always|build|installation|install|script"
    r"|everything|pip|conda|setup|the|kernel|shader|training|test|tests|job|jobs|it's|op|operator"
    r"|ops|operators|example|examples|what)\b)[\w][\w.-]{1,39}"
)
_INSTALLING = late(
    r"\b(?:install\w*|wheels?|build\w*|built|pip3?|conda|uv|poetry|dependenc\w+|requirements?"
    r"|support|lock ?file|packag\w+|ci|matrix|jobs?)\b",
    FLAGS,
)

ABSENCES = (
    told(
        "torch-dropped-intel-macs",
        sentence(
            INTEL_MAC,
            _GONE,
            r"\b(?:support\w*|builds?|wheels?|binar\w+|jobs?|runners?|packages?|discontinu\w+"
            r"|remov\w+|unsupported|at all|architectures?|install\w*|platforms?|pushed|ended)\b",
            without=r"\b(?:mps|metal|gpus?|cuda|numpy|reproduc\w+)\b|\?",
        ),
        needles=(*words("intel x86 x64 osx-64"), "core i"),
        along=ABOUT_TORCH,
    ),
    told(
        "torch-dropped-intel-macs",
        sentence(
            r"\b(?:py)?torch\b",
            INTEL_MAC,
            r"\b(?:pin(?:s|ned|ning)?|cap(?:s|ped)?|stay\w*|limit\w*)\b|\bno (?:py)?torch\b",
            without=r"\bnumpy\b",
        )
        + r"|\bno (?:py)?torch(?: wheels?)? for (?:macosx_\w+|intel|x86)",
        needles="intel x86 x64 osx-64 i5 i7 i9",
    ),
    told(
        "newer-torch-required",
        sentence(_NEWER_WANTED, r"\b(?:requires?d?|needs?|needed|minimum|wants?|asks? for)\b")
        + r"|\b(?:minimum|required) (?:py)?torch is 2\.(?:[3-9]|[1-9]\d)",
        needles=(
            "torch 2.",
            "torch==2.",
            "torch>=2.",
            "torch >= 2.",
            "torch version 2.",
            "torch is 2.",
        ),
        along=r"\binstall\w*\b|\bpip3?\b|\buv\b|\bpoetry\b",
    ),
    told(
        "torch-not-for-python",
        rf"{TORCH}[^\n.!?]{{0,40}}(?:\bnot|n't) support(?:s|ed)?(?: \w+)? {_PYTHON}"
        rf"|{TORCH}[^\n.!?]{{0,30}}\bno (?:python )?(?:3\.1\d|cp31\d)t? (?:wheels?|builds?|support)"
        rf"|{_PYTHON}[^\n.!?]{{0,16}}\btoo (?:new|recent) for {TORCH}"
        rf"|\b(?:installation|install|pip install torch|pip3 install torch)\b[^\n.!?]{{0,30}}"
        rf"\b(?:broken|fails?|impossible|not possible)\b[^\n.!?]{{0,40}}{_PYTHON}"
        rf"|(?:\bbut not|\bfails?|\bnot) (?:with|on|under|in|for) {_PYTHON}[^\n]{{0,60}}"
        rf"|{_PYTHON}[^\n.!?]{{0,40}}{TORCH}[^\n.!?]{{0,12}}(?:\bcannot|\bcan't|\bcould not"
        rf"|\bcouldn't) (?:be )?(?:install|found|find)"
        rf"|{_PYTHON}[^\n.!?]{{0,24}}(?:\bfinds?|\bfound) no {TORCH}"
        rf"|{_PYTHON}[^\n.!?]{{0,40}}\bno {TORCH}(?: \w+)? for (?:it|this|that)\b"
        r"|(?:<|\bbelow |\bunder )=? ?3\.1\d\b[^\n.!?]{0,30}\btorch\b[^\n.!?]{0,12}(?:\bnot|n't)"
        r" available"
        r"|\bpypy\b[^\n]{0,80}\b(?:no|not|cannot|can't)\b[^\n]{0,16}\btorch\b",
        needles=("3.1", "pypy", "cp3", "python 3."),
        along=anywhere(
            TORCH,
            r"\b(?:install\w*|wheels?|pip3?|uv|brew|available|requires-python|support\w*"
            r"|no (?:py)?torch)\b",
        ),
    ),
    told(
        "package-not-for-mac",
        sentence(
            r"\b(?:(?:bio)?conda|(?:micro)?mamba|osx-arm64)\b",
            r"\b(?:cannot|can't|could not|couldn't|fails? to|unable to) find\b"
            r"|\b(?:are|were|is) not (?:found|available)\b"
            r"|\b(?:has|have) no osx-arm64 (?:build|package)s?\b",
            r"\bosx-arm64\b|\bmac\w*\b|\bm[1-5]\b|\bapple silicon\b",
            without=r"\b(?:py)?torch\b|\b(?:mps|gpu|cuda\w*|command|python|path|env(?:ironment)?"
            r" (?:is|was) not)\b|\?",
        ),
        along=_INSTALLING,
    ),
    told(
        "another-python-helped",
        r"\b(?:with|on|under) (?:python ?)?3\.\d{1,2}\b[^\n.!?]{0,16}\b(?:it )?(?:installs"
        r"|installed|could be installed)\b",
        needles=("with 3.", "on 3.", "python"),
        along=anywhere(TORCH, r"\b(?:no|not|cannot|fail\w*|errors?)\b|n't\b", TWO_PYTHONS),
    ),
    told(
        "package-not-for-mac",
        r"\bno (?:pre-?built |binary |official )?(?:wheels?|binar(?:y|ies)|builds?|packages?)"
        rf" (?:of|for) {_OTHER_PACKAGE} {FOR_MACS}"
        rf"|{_OTHER_PACKAGE} (?:can(?:not|'t| not)|could(?: not|n't)) be (?:installed|built"
        rf"|compiled) {FOR_MACS}"
        rf"|{_OTHER_PACKAGE} (?:(?:build|installation|install|compilation) fails?|fails? to"
        rf" (?:compile|build|install)) {FOR_MACS}"
        rf"|{_OTHER_PACKAGE} (?:does not|doesn't|do not|don't) exist {FOR_MACS}"
        r"|\b(?:cannot|can't|could not|couldn't|unable to|fails? to) (?:build|compile) "
        rf"{_OTHER_PACKAGE} {FOR_MACS}"
        rf"|{_OTHER_PACKAGE} (?:wheels?|binar(?:y|ies)) (?:is |are )?(?:missing|unavailable"
        rf"|not available) {FOR_MACS}"
        r"|\b(?:dependenc(?:y|ies)|packages?|librar(?:y|ies)|modules?) (?:still )?(?:miss(?:es"
        r"|ing)?|lack(?:s|ing)?|without|(?:have|has) no|(?:do|does)(?: not|n't) have)"
        r"(?: \w+){0,2}? (?:versions?|builds?|wheels?|binar(?:y|ies)|packages?)"
        rf"(?: \w+)? {FOR_MACS}"
        rf"|\b(?:building|compiling|installing) {_OTHER_PACKAGE} fails on (?:the |my |an? )?"
        r"(?:m-series|m[1-5]|apple silicon|macos|macs?|arm64 macs?)\b"
        r"|\bwheels?\b[^\n.;]{0,40}\b(?:do|does)(?: not|n't) (?:yet )?support (?:the )?"
        r"(?:(?:mac ?os|osx|darwin)[ /-]?)?(?:arm64|apple silicon|m[1-5])\b"
        r"|\b(?:cannot|can't|can not|could not|couldn't|unable to) find (?:an? |any )?(?:\w+ )?"
        rf"(?:wheels?|builds?|binar(?:y|ies)) (?:of|for) {_OTHER_PACKAGE} {FOR_MACS}",
        needles="wheel binar build compil install exist versions packages",
        along=(
            r"\b(?:pip3?|install\w*|wheels?|compil\w*|builds?|binar\w+|dependenc\w+"
            r"|requirements?)\b"
        ),
    ),
    told(
        "package-not-for-mac",
        r"\b(?:xformers|triton|flash[-_ ]?att(?:n|ention)|decord|deepspeed|auto[-_]?gptq"
        r"|auto[-_]?awq|exllama\w*|mamba[-_]ssm|bitsandbytes)\b[^\n.]{0,40}(?:\b(?:not|no|un)\b"
        r"|n't\b)[^\n.]{0,24}\b(?:support\w*|available|work\w*)\b[^\n.]{0,12}"
        rf"{FOR_MACS}[^\n]{{0,60}}\b(?:optional|skip|exclude|marker|linux)\b",
    ),
    told(
        "cuda-build-for-mac",
        sentence(
            r"(?:(?<![\w.])\+?cu1[0-3]\d\b|\bcuda (?:index|wheels?|builds?)\b)",
            r"\b(?:only|restrict\w*|limit\w*|marker|so that)\b[^\n.!?]{0,40}\b(?:linux|non-mac\w*"
            r"|windows)\b",
            MAC,
            without=r"\b(?:works?|fine|default|right one|nothing)\b",
        )
        + "|"
        + sentence(
            r"\bcuda-(?:version|toolkit|nvcc|cudart|libraries)\b|\bnumba-cuda\b",
            r"\bosx-(?:arm64|64)\b|\bmac\w*\b",
            NOT,
        )
        + "|"
        + sentence(r"(?<![\w.])\+?cu1[0-3]\d\b", MAC, r"\b(?:stops?|too|also|as well)\b"),
        along=_INSTALLING,
    ),
    told(
        "other-index-for-mac",
        sentence(
            r"\b(?:rocm[\d.]*|xpu)\b[ -](?:index|wheels?|builds?)\b|\bwhl/(?:rocm|xpu)",
            MAC,
            without=r"\b(?:on linux|linux machine)\b|\bnot\b[^\n.]{0,16}\bmac",
        )
        + "|"
        + sentence(r"\b(?:many)?linux wheels?\b", TORCH, MAC, NOT)
        + r"|\btorch(?:vision|audio)?-\d[\w.+]*-cp\d+-\w+-(?:many)?linux\w*\.whl\b",
        along=rf"{MAC}",
    ),
    told(
        "torch-built-without-mps",
        sentence(
            r"\b(?:lib|py-?|py)?torch\b",
            r"\b(?:conda(?:-forge)?|home ?brew|brew|nix\w*|spack|macports|libtorch|(?:own"
            r"|custom|source) build|from source|package\w*|compiled)\b",
            r"(?:\b(?:without|no|lacks?) |~)mps\b|(?:\bnot|n't) (?:come|ship|built|compiled"
            r"|linked|include\w*|have|contain|provide)\b[^\n.!?]{0,16}\bmps\b",
            without=r"\b(?:op|operator|kernel|implementation|release notes)\b",
        )
        + r"|\bprints? (?:use_)?mps ?:? ?off\b|\buse_mps ?: ?off\b"
        r"|\b(?:py)?torch (?:was|is) not (?:built|compiled|linked) with (?:mps|metal)\b",
        needles="mps",
        along=r"\btorch|pytorch|libtorch|build\b",
    ),
    told(
        "mps-functions-missing",
        r"\btorch(?: v?\d[\w.]*)? (?:has|had|have) no (?:(?:attribute|module|namespace"
        r"|submodule) [`'\"]?mps\b|[`'\"]?mps[`'\"]? (?:attribute|module|namespace|submodule)\b)"
        r"|\btorch\.(?:mps\.\w+|backends\.mps\.is_macos\w+)(?:\(\))?[`'\"]?(?: function)?"
        r"[^\n.;]{0,24}?(?:\b(?:does|did)(?: not|n't) (?:yet )?exist\b|\b(?:is|was) (?:missing"
        r"|undefined|unknown|not (?:defined|there|known))\b(?! (?:from|in) (?:the )?doc)"
        r"|\battributeerror\b|\bno such (?:attribute|function)\b"
        r"|\bnot (?:yet )?(?:available )?in (?:py)?torch\b)",
        needles="torch.mps. backends.mps. attribute namespace module",
    ),
    told(
        "torch-before-mps",
        r"\btorch\.has_mps\b[^\n.;]{0,24}\b(?:does(?: not|n't) exist|no (?:such )?attribute|missing"
        r"|unknown)\b|\btorch\.backends (?:has no|lacks|misses|does(?: not|n't) have)"
        r" (?:an? )?[`'\"]?mps\b|"
        + sentence(
            r"\b(?:py)?torch ?(?:<|before|below|older than|prior to) ?=? ?1\.1[0-2]\b"
            r"|\b(?:py)?torch ?[>=~]=? ?(?:0\.\d|1\.(?:\d|1[01]))(?:\.\d)?(?![\d.]*\d)",
            r"\bbackends\b[^\n!?]{0,6}\bmps\b",
            r"\b(?:hasattr|attribute\w*|raises?|missing|guard\w*|fails?|crash\w*|not there)\b",
        )
        + "|"
        + sentence(
            r"\b(?:py)?torch\b[^\n.!?]{0,24}\b(?:0\.\d|1\.(?:\d|1[01]))(?:\.\d)?(?![\d.]*\d)",
            r"\b(?:upgrad\w+|updat\w+|bump\w*|pin\w*|predat\w+|too old|older|no|not|lacks?|without"
            r"|unknown|missing|invalid)\b|n't\b|\?",
            r"\b(?:mps|apple(?:'s)? gpus?|metal|m1 gpu)\b"
            r"|\bgpu (?:for|on|of) (?:my |the )?m[1-5]\b",
            without=r"\b(?:crash\w*|wrong|no (?:problems?|issues?|errors?|trouble))\b",
        ),
        needles="torch",
    ),
)


_X86 = (
    r"(?:\bintel\b|\bx86(?:[-_]64)?\b|\bosx-64\b|\bpre-2020\b|\b(?:core )?i[3579]\b"
    r"|\bolder apple machines\b)"
)
_MAC_WORD = r"\b(?:mac\w*|imacs?|osx|os x|darwin)\b"
_OF_INTEL_MACS = speaking(
    "torch", _X86, _MAC_WORD, without=r"\b(?:mps|gpus?|metal|cuda|numpy|radeon|amd)\b"
)
_LAST = (
    r"\b(?:the )?(?:final|last|newest|latest|stopped (?:at|with)|nothing (?:above|newer than|beyond"
    r"|after|past)|ended (?:at|with)|step back to|fork to|stay(?:s|ed)? (?:at|on)|kept? at|keeps?"
    r"|(?:stuck|frozen|remain(?:s|ing)?|left) (?:at|on|with|to)|(?:limited|capped|confined) (?:at"
    r"|to)|select)\b"
)
_OLD = r"\b2\.2(?:\.[2x])?(?![\w.]*\d)"
_ENDED = (
    rf"{_LAST}(?:[^\n.;]|\.\d){{0,32}}?{_OLD}|{_OLD} (?:is|was)(?: the)? (?:final|last|newest)\b"
    r"|\bno (?:\w+ )?(?:builds?|wheels?|binar\w+|files?|downloads?|variant) (?:\w+ ){0,2}?(?:for"
    r" (?:that|this) (?:architecture|platform)|to download\b|any ?more\b)"
    r"|\bno (?:\w+ ){1,3}variant any ?more\b"
    r"|\b(?:ended|dropped|gave up(?: on)?|stopped|abandoned|discontinued) (?:\w+ ){0,2}?(?:binar\w+"
    r"|builds?|wheels?|(?:that|this|the) (?:platform|architecture))\b"
    r"|(?:\bnot|n't) (?:built|published|released|made|compiled) for (?:them|it|those|these)\b"
    r"|\bnothing (?:of that kind )?(?:has been|was|is) (?:published|released|built)\b"
    r"|\b(?:has|have|is|finds?) (?:nothing|no file) to (?:download|install)\b"
)

_SUBJECT = anywhere(
    r"\bmac\w*\b|\bosx\b|\bdarwin\b|\bapple\b|\bm[1-5]\b|\bm[ -]chips?\b",
    r"\b(?:install\w*|setup|solv\w+|resol\w+|requirements?|dependenc\w+|pip3?|conda|lock ?file"
    r"|collecting|import\w*|compil\w+)\b",
)
_FOR_MAC = (
    r"(?:for|on) (?:the |my |an? |any )?(?:arm64 |arm )?(?:mac\w*|osx(?:-arm64)?|darwin|apple"
    r"(?: silicon| machines)?|m[ -]chips?|m[1-5])\b"
)
_FILES = r"(?:wheels?|builds?|binar(?:y|ies)|files?|packages?)"
_NONE_FOR_MAC = (
    rf"\b(?:nobody|no one|no-one) (?:publishes|builds|ships|offers|compiles) (?:\w+ )?{_FOR_MAC}"
    rf"|\b(?:nobody|no one|no-one) (?:publishes|builds|ships|offers|compiles) [\w-]+ {_FOR_MAC}"
    rf"|\b(?:neither|none)(?: of (?:which|these|them|those))? (?:comes?|ships?) with (?:an?"
    rf" |any )?(?:darwin|mac\w*|arm64) {_FILES}"
    rf"|\bno (?:ready-made |pre-?built |binary )?{_FILES} (?:offered |available |published |there "
    rf")?{_FOR_MAC}"
    rf"|\bno file for macosx_|\bno (?:arm64 )?mac {_FILES}\b[^\n.;]{{0,24}}\b(?:offered|published"
    r"|there)\b"
    r"|\bonly (?:an? )?(?:sdist|source (?:archive|distribution|package|tarball))s? (?:is|are|was"
    r"|exists?)\b"
    rf"|\b(?:publish\w*|builds?|offers?|ships?|has|have) (?:only )?linux {_FILES} only\b"
    rf"|\b(?:publish\w*|offers?|ships?) linux {_FILES} only\b|\bfile for linux only\b"
    r"|\b(?:was|were|are|is) never (?:compiled|built|published) for (?:mac\w*|arm\w*|apple|m[ -]?"
    r"(?:chips?|[1-5])|osx)\b"
    r"|\bnot every (?:dependency|package|requirement)\b[^\n.;]{0,24}\bexists? for (?:osx|mac|arm)"
    r"|\blinux and windows (?:files|wheels|builds)\b[^\n.;]{0,24}\bnone for (?:us|mac\w*|me)\b"
    r"|\bthis package supports linux only\b"
    r"|(?:\bdoes|\bdo)(?: not|n't) build (?:those|these|them|it|that) for (?:apple|mac\w*)\b"
    r"|\bhas no wheel for (?:my |the )?(?:mac\w*|m[1-5])(?:'s)?\b"
)

_TWO_PYTHONS = anywhere(
    r"\btorch\b",
    r"\binstall\w*\b|\bfound\b|\bbinar\w+\b|\bwheels?\b|\bmatching distribution\b",
    r"\bnot|n't|\bno\b|\bnothing\b|\bcannot\b|\bnone\b|\berrors?\b|\bfail|\bimpossible\b",
    r"(?<![\d.])3\.(\d{1,2})(?!\.?\d)[\s\S]{0,600}?(?<![\d.])3\.(?!\1\b)(?:[7-9]|1\d)(?!\d)",
)

SHORTAGES = (
    told("torch-dropped-intel-macs", _ENDED, along=_OF_INTEL_MACS),
    told("package-not-for-mac", _NONE_FOR_MAC, along=_SUBJECT),
    told(
        "another-python-helped",
        r"\b(?:on|with|in|under) (?:python ?)?3\.\d{1,2}\b[^\n.;]{0,16}\b(?:(?:the|this)"
        r" (?:very )?same (?:\w+ )?|it |all |that )(?:was|is|works?|worked|succeeds?|succeeded"
        r"|installs|installed|went)\b(?! not)"
        r"|\b3\.\d{1,2} in the same (?:shell|terminal|folder) works\b"
        r"|\bpip3?\.?\d{1,2} install torch\b[^\n;,]{0,24}\b(?:without (?:any )?(?:problem|error"
        r"|issue)s?|works?|worked|fine|succeeds?)\b"
        r"|\btorch (?:\d\S{0,8} )?(?:works|installs|resolves|is fine)\b(?: fine| well)? (?:in|on"
        r"|with|under|for) (?:python ?)?3\.\d{1,2}\b[^\n;]{0,12}\b(?:but|not|while|however|yet)\b"
        r"|\b(?:with|on|in|under) (?:python ?)?3\.\d{1,2},? (?:it (?:was|is|went) )?(?:ok|fine"
        r"|possible|no problem)\b",
        needles="3.",
        along=_TWO_PYTHONS,
    ),
    told(
        "torch-not-for-python",
        r"\A(?=[\s\S]*?\btorch-\d[\d.]*-cp3\d{1,2}-\w+-macosx_\d+_\d+_arm64\b)"
        r"(?=[\s\S]*?\bpython(?: version)?:? ?v?3\.(\d{1,2})\b)"
        r"(?![\s\S]*?\btorch-\d[\d.]*-cp3\1-)[\s\S]*?\b(?:no|not|none|skipp\w+)\b",
        by_line=False,
    ),
    told(
        "torch-not-for-python",
        r"\btorch\b[^\n!?;]{0,40}\b(?:never|not) (?:built|compiled|published|released) for "
        r"(?:python ?)?3\.1?\d\b"
        r"|\btorch\b[^\n!?;]{0,24}\bhas no cp3\d+t? (?:files?|wheels?|builds?)\b"
        r"|\bpython (?:to |is now )?3\.1\d\b[^\n.;]{0,24}\b(?:cannot|can't|no longer|could not"
        r"|couldn't) (?:find|install|get|see)s? (?:py)?torch\b",
    ),
    told(
        "numpy-below-2-helped",
        r"\b(?:cap|limit|bound|pin|hold|keep|restrict)\w* numpy\b[^\n.;]{0,12}\b(?:below|at"
        r"|under|to) (?:1|2)"
        r"|\b(?:compiled|built) (?:before|against|for|with) (?:the )?numpy (?:1|2)\b"
        r"|\bnumpy[ =`\"]{1,4}1\.\d\d(?:\.\d)?[`\"]?[^\n;]{0,16}\b(?:repairs?|repaired|fixe[sd]"
        r"|helps|helped|cures?|cured)\b",
        along=r"\btorch\b",
    ),
    told(
        "native-python-helped",
        r"\bconda_subdir=osx-arm64\b[^\n]{0,40}\b(?:fell into place|helped|works?|worked|fixed"
        r"|cured|solved|flawless\w*|succeed\w*|went through)\b"
        r"|\b(?:helped|works?|worked|fixed|solved"
        r"|flawless\w*)\b[^\n]{0,24}\bconda_subdir=osx-arm64\b"
        r"|\b(?:migration assistant|(?:from|of|between) (?:my |an? |the )?(?:old |previous )?intel"
        r" mac(?!hin)\w*)\b[^\n]{0,80}\b(?:x86_64|osx-64|arm64)\b"
        r"|\b(?:pick(?:ed)?|took|chose|got|installed|downloaded)\b(?:[^\n.;]|\.\d){0,24}?"
        r"\bintel['\"”]? (?:installer|one|miniconda|anaconda|installation|download)\b"
        r"[^\n;]{0,60}\b(?:translated|rosetta|x86_64|emulat\w+)\b",
        along=r"\b(?:m[1-5]|apple silicon|arm64)\b",
    ),
    told(
        "torch-built-without-mps",
        r"\bhasmps\(\)(?: is| says| returns|:)? false\b"
        r"|\b(?:left|leaves|turned|switched|built with|compiled with) (?:the )?(?:metal|mps)"
        r"(?: support)? (?:off|out|disabled)\b"
        r"|\bis_built\(\)\)['\"]?\n(?:\d[\w.+]* )?false\b",
        needles="hasmps is_built metal mps",
        by_line=False,
    ),
    told("torch-forgotten", r"\b(?:shipped|built|frozen|bundled|packed) without torch\b"),
    told(
        "companions-do-not-match",
        r"\btorch(?:vision|audio) \d[\d.]* (?:insists on|depends on|wants|demands)"
        r" (?:an? )?(?:py)?torch(?: ?==|\b that's\b| \d[\d.]*,? (?:but|while))",
    ),
    told(
        "companions-do-not-match",
        r"\b(?:missing|undefined|unresolved|unknown) symbols?\b[^\n.]{0,40}\btorch(?:vision|audio"
        r"|text|codec)\b"
        r"|\btorch(?:vision|audio|text|codec)\b[^\n.]{0,40}\b(?:missing|undefined|unresolved"
        r"|unknown) symbols?\b"
        r"|\blib(?:torchaudio|torchvision|torchtext)\w*\.(?:so|dylib)\b[^\n.]{0,24}\b(?:errors?"
        r"|fails?|problems?)\b",
    ),
    told(
        "kernel-of-another-python",
        r"\bwhich pip3?[`'\"]? and [`'\"]?which python3?[`'\"]? (?:give|show|print|name|are)"
        r"|\b(?:they|these|those) (?:were|are) two different (?:interpreters|pythons)\b"
        r"|\btorch (?:lives|sits|is(?: installed)?) in (?:the one|that|another one) of\b",
        needles="pip python interpreter venv",
    ),
    told(
        "openmp-workaround",
        r"\bkmp_duplicate_lib_ok\b(?=[\s\S]{0,160}?\b(?:now it|price|silenced|since then)\b)"
        r"|\b__kmp_\w+ of two different libraries\b"
        r"|\bsilenced\b[^\n.;]{0,24}\bkmp_duplicate_lib_ok\b",
        needles="kmp_duplicate_lib_ok __kmp_ libomp",
        by_line=False,
    ),
    told(
        "container-without-gpu",
        r"\b(?:containers?|docker|orbstack|podman|colima)\b[\s\S]{0,240}?(?:\bis_available\b"
        r"[^\n]{0,24}\bfalse\b|\bfalse, false\b|\bgpu (?:is not|isn't|cannot be|can't be)"
        r" (?:reachable|reached|visible|seen) from (?:in )?(?:there|inside)\b)",
        by_line=False,
        along=speaking(
            r"\b(?:mac\w*|m[1-5]|apple)\b", without=r"\b(?:nvidia|cuda|without docker)\b"
        ),
    ),
    told(
        "graphics-missing-in-guest",
        r"\bparavirtual\w*\b[\s\S]{0,240}?\b(?:fails?|dies|crash\w*|hardly any|no family"
        r"|supports metal false)\b",
        by_line=False,
    ),
    told(
        "tests-pass",
        anywhere(
            r"\b\d+ passed\b",
            without=r"\b(?:but|however|wrong\w*|nans?|crash\w*|differ\w*|[1-9]\d* (?:failed"
            r"|failures?|errors?))\b",
        ),
        by_line=False,
    ),
)
