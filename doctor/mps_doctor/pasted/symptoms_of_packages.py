"""Symptoms of packages other than torch that have no build for a Mac.

"xformers has no wheels for Apple silicon", "it installs on Linux only".
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import FLAGS, anywhere, sentence, speaking, told
from mps_doctor.pasted.symptom_words import ABOUT_INSTALLING, FOR_MACS, LACK, MAC, ON_MAC
from mps_doctor.patterns import late

_LINUX_ONLY = (
    r"\b(?:xformers|triton|flash[-_ ]?att(?:n|ention)|decord|deepspeed|auto[-_]?gptq|auto[-_]?awq"
    r"|gptqmodel|exllama\w*|mamba[-_]ssm|causal[-_]conv1d|sage[-_]?attention|tensorrt\w*"
    r"|nvidia-(?!smi)\w+|onnxruntime-gpu|faiss-gpu\w*|cupy\w*|pycuda|bitsandbytes|tensorflow-text"
    r"|cuda toolkit|torch[-_]tensorrt|intel-openmp(?===))\b"
)
"""Packages of which no release, or no old one, has files for macOS. Source: the package index."""

_INSTALLING_ON_MAC = late(
    rf"{MAC}[\s\S]{{0,3000}}?\b(?:pip3?|install\w*|wheels?|setup|pyproject)\b"
    rf"|\b(?:pip3?|install\w*|wheels?|setup|pyproject)\b[\s\S]{{0,3000}}?{MAC}",
    FLAGS,
)
_TORCH_ITSELF = r"\b(?:py)?torch(?:vision|audio)?\b(?![-_.]\w)"
_OTHER = (
    r"\b(?!(?:it|it's|we|you|they|i|this|that|them|there|which|who|what|the|my|your|our|any|still"
    r"|also|and|but|just|always|everything|anything|apps?|project|torch|pytorch|mps|metal|gpu|cuda"
    r"|python|pip|conda|homebrew|docker|containers?|ollama|xcode|macos|gui|plug-?ins?|extensions?"
    r"|game|client|dmg|tools?|program|software|version|images?|updates?|models?|requirements?"
    r"|dependenc\w+|packages?|build|installation|install|script|setup|kernel|shader|training|tests?"
    r"|jobs?|op|operator|ops|operators|examples?)\b)[\w][\w.=-]{1,39}"
)
"""The name of a package, and no word of a sentence."""

_FILES = r"(?:wheels?|builds?|binar(?:y|ies)|files?|packages?)"
_NONE_FOR_MAC = (
    rf"\b(?:nobody|no one|no-one) (?:publishes|builds|ships|offers|compiles) (?:\w+ )?{FOR_MACS}"
    rf"|\b(?:nobody|no one|no-one) (?:publishes|builds|ships|offers|compiles) [\w-]+ {FOR_MACS}"
    rf"|\b(?:neither|none)(?: of (?:which|these|them|those))? (?:comes?|ships?) with (?:an?"
    rf" |any )?(?:darwin|mac\w*|arm64) {_FILES}"
    rf"|\bno (?:ready-made |pre-?built |binary )?{_FILES} (?:offered |available |published |there "
    rf")?{FOR_MACS}"
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
_SUBJECT = anywhere(
    r"\bmac\w*\b|\bosx\b|\bdarwin\b|\bapple\b|\bm[1-5]\b|\bm[ -]chips?\b",
    r"\b(?:install\w*|setup|solv\w+|resol\w+|requirements?|dependenc\w+|pip3?|conda|lock ?file"
    r"|collecting|import\w*|compil\w+)\b",
)

PACKAGES = (
    told(
        "package-not-for-mac",
        sentence(
            _LINUX_ONLY,
            MAC,
            rf"{LACK}|\berrors?\b|\bcannot be found\b",
            without=r"\bmps\b|\bon (?:the )?(?:gpu|cpu)\b|\b(?:not|n't) (?:need|have) to\b"
            r"|\bskip\w*|\bwithout (?:it|them)\b",
        ),
        along=ABOUT_INSTALLING,
    ),
    told(
        "package-not-for-mac",
        r"\b(?!(?:it|we|you|they|i|this|that|there|which|who|app|project|torch"
        r"|pytorch)\b)[\w-]{2,40} (?:does|do|did)(?: not|n't) (?:\w+ )?(?:have|provide|ship|offer"
        r"|publish|include) (?:an? |any )?(?:\w+[ -]){0,2}?(?:packages?|wheels?|binar(?:y"
        r"|ies))(?: files?)? (?:for|on) (?:the )?(?:mac\w*|os ?x|apple silicon|arm64|darwin"
        r"|m[1-5])\b"
        r"|\b(?!(?:it|we|you|they|i|this|that|there|which|who|app|project|torch"
        r"|pytorch)\b)[\w-]{2,40} (?:is|are)(?: not|n't) (?:yet )?(?:published|built|packaged"
        r"|distributed|released|provided|compiled) (?:for|on) (?:the )?(?:mac\w*|os ?x"
        r"|apple silicon|darwin|m[1-5])\b"
        r"|\b(?:install\w*|pip3?|setup)\b[^\n.]{0,24}\b(?:mac\w*|apple silicon|m[1-5])\b"
        r"[^\n.]{0,24}\bfails?\b[^\n.]{0,24}\b(?!(?:torch|pytorch)\b)[\w-]{2,40} has no "
        r"(?:pre-?built |binary |arm64 )?wheels?\b",
        along=ABOUT_INSTALLING,
    ),
    told(
        "package-not-for-mac",
        r"\b(?!(?:it|we|you|they|this|that|there|which|mps|metal|gpus?|cuda|torch|pytorch|support"
        r"|acceleration|accelerated|builds?|instruments?|features?|options?)\b)"
        r"[\w-]{2,40}`?(?: for (?:\w+[ =]{0,2})?[\d.]{1,8})? (?:is|are)(?: not"
        r"|n't) (?:\w+ )?(?:available|published|released|built|distributed|provided) (?:on"
        r"|for) (?:\w+ ){0,2}?(?:mac\w*|os ?x|apple silicon|arm64|darwin"
        r"|m[1-5])\b(?!(?:'s)? gpus?\b)",
        needles="available published released distributed provided",
        along=ABOUT_INSTALLING,
    ),
    told(
        "package-not-for-mac",
        sentence(
            _LINUX_ONLY,
            MAC,
            r"(?:\b(?:not|no|never)\b|n't\b) (?:\w+ )?(?:support\w*|available|compatible|work\w*)",
            without=r"\bmps\b|\bskip\w*|\bwarning\b|\bproceed\w*",
        ),
        needles=(
            "xformers triton flash decord deepspeed gptq awq exllama mamba causal sage tensorrt "
            "faiss-gpu cupy pycuda bitsandbytes"
        ),
    ),
    told(
        "package-not-for-mac",
        r"(?:\b(?:cannot|could not|unable to|not|never)|(?:ca|could)n't) (?:find|see|get|locate)"
        r" (?:an? |any |the )?(?:arm64|arm|aarch64|apple[ -]silicon|m[1-5]|native)[ -](?:\w+ )?"
        r"(?:versions?|wheels?|builds?|packages?|binar(?:y|ies)|releases?|files?) (?:of|for) "
        r"(?!(?:python|conda|torch|pytorch)\b)",
        needles="arm apple silicon native m1 m2 m3 m4 m5",
        along=_INSTALLING_ON_MAC,
    ),
    told(
        "package-not-for-mac",
        r"\b(?:(?:only|currently|just) (?:supports?|works? (?:on|with)|runs? on|builds? on|for"
        r"|(?:installable|available|tested|supported) (?:on|for)) linux|linux[ -]only)\b(?! (?:and"
        r"|or|/) mac)",
        along=_INSTALLING_ON_MAC,
        unless=r"\b(?:cuda|rocm) (?:builds?|wheels?|versions?|ones?) (?:is|are) $",
    ),
    told(
        "package-not-for-mac",
        rf"^(?![^\n]{{0,400}}(?:{_TORCH_ITSELF}|\.(?:txt|toml|cfg|lock)\b))[^\n]{{0,160}}"
        r"\b(?:from versions?|versions):? none\b(?! of)",
        along=speaking(MAC, without=rf"{_TORCH_ITSELF}[^\n]{{0,80}}\bnone\b"),
    ),
    told(
        "package-not-for-mac",
        sentence(
            MAC,
            r"\bno (?:\w+ )?(?:wheels?|binar(?:y|ies))\b(?! (?:(?:are|is) )?(?:needed|required"
            r"|necessary|problems?|issues?|errors?))|\bno (?:mac\w*|mac ?os|darwin|osx"
            r"|apple silicon|arm64)[ -](?:builds?|versions?|releases?) (?:of|for)\b(?! (?:the|this"
            r"|that|your|our|an?) )",
            without=rf"{_TORCH_ITSELF}|\b(?:if|where|unless) (?:you|there|i|we|one|no)\b|\bwould\b"
            r"|\bmacosx_\d",
        )
        + rf"|{_LINUX_ONLY}[^\n]{{0,120}}\bno (?:[\w-]+ ){{0,2}}(?:wheels?|builds?)\b"
        + r"|\b(?:publish|provide|release|upload|ship|offer)\b[^\n.]{0,16}\b(?:mac\w*|darwin|arm64"
        rf"|apple silicon)[- ](?:arm64 )?wheels? (?:of|for) (?!{_TORCH_ITSELF})",
        needles="wheel build version release",
        along=_INSTALLING_ON_MAC,
    ),
    told(
        "package-not-for-mac",
        sentence(
            _LINUX_ONLY,
            MAC,
            r"\b(?:ever|plans?|planned|going to|will|when|any chance)\b",
            r"\?",
            r"\b(?:releas\w+|wheels?|build|publish\w*|available|come)\b",
        ),
        needles=(
            "xformers triton flash decord deepspeed gptq awq exllama mamba causal sage tensorrt "
            "faiss-gpu cupy pycuda bitsandbytes tensorflow-text"
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
        along=ABOUT_INSTALLING,
    ),
    told(
        "package-not-for-mac",
        r"\bno (?:pre-?built |binary |official )?(?:wheels?|binar(?:y|ies)|builds?|packages?)"
        rf" (?:of|for) {_OTHER} {FOR_MACS}"
        rf"|{_OTHER} (?:can(?:not|'t| not)|could(?: not|n't)) be (?:installed|built"
        rf"|compiled) {FOR_MACS}"
        rf"|{_OTHER} (?:(?:build|installation|install|compilation) fails?|fails? to"
        rf" (?:compile|build|install)) {FOR_MACS}"
        rf"|{_OTHER} (?:does not|doesn't|do not|don't) exist {FOR_MACS}"
        r"|\b(?:cannot|can't|could not|couldn't|unable to|fails? to) (?:build|compile) "
        rf"{_OTHER} {FOR_MACS}"
        rf"|{_OTHER} (?:wheels?|binar(?:y|ies)) (?:is |are )?(?:missing|unavailable"
        rf"|not available) {FOR_MACS}"
        r"|\b(?:dependenc(?:y|ies)|packages?|librar(?:y|ies)|modules?) (?:still )?(?:miss(?:es"
        r"|ing)?|lack(?:s|ing)?|without|(?:have|has) no|(?:do|does)(?: not|n't) have)"
        r"(?: \w+){0,2}? (?:versions?|builds?|wheels?|binar(?:y|ies)|packages?)"
        rf"(?: \w+)? {FOR_MACS}"
        rf"|\b(?:building|compiling|installing) {_OTHER} fails on (?:the |my |an? )?"
        r"(?:m-series|m[1-5]|apple silicon|macos|macs?|arm64 macs?)\b"
        r"|\bwheels?\b[^\n.;]{0,40}\b(?:do|does)(?: not|n't) (?:yet )?support (?:the )?"
        r"(?:(?:mac ?os|osx|darwin)[ /-]?)?(?:arm64|apple silicon|m[1-5])\b"
        r"|\b(?:cannot|can't|can not|could not|couldn't|unable to) find (?:an? |any )?(?:\w+ )?"
        rf"(?:wheels?|builds?|binar(?:y|ies)) (?:of|for) {_OTHER} {FOR_MACS}",
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
        "package-not-for-mac",
        rf"{_OTHER} won't (?:install|build|compile) {FOR_MACS}"
        rf"|{_OTHER} has no (?:apple[ -]silicon|mac ?os|macosx|mac|arm64|osx-arm64|darwin)"
        r"(?: arm64)? (?:builds?|wheels?|binar(?:y|ies))\b"
        rf"|\b(?:could not|couldn't|cannot|can't) build (?:the )?wheels? for {_OTHER} {FOR_MACS}"
        r"|\b(?:onnxruntime-gpu|faiss-gpu\w*|tensorflow-text|decord|triton|xformers|vllm"
        r"|bitsandbytes)\b (?:is|are) (?:linux|windows|cuda|for cuda)(?:[/ ,]|and|linux|windows"
        r"|nvidia){0,6} ?only\b[^\n.!?]{0,40}\bmac"
        r"|\b(?:onnxruntime-gpu|faiss-gpu\w*|triton|xformers|vllm|bitsandbytes)\b (?:is|are) "
        r"(?:only for|for) (?:cuda|linux|nvidia)\b[^\n.!?]{0,24}\binstall\w*\b[^\n.!?]{0,12}"
        r"\bmac\w*[^\n.!?]{0,12}\b(?:errors?|fails?|breaks?)",
        needles="install build wheel binar linux",
    ),
    told(
        "package-not-for-mac",
        r"\b(?:triton|xformers|bitsandbytes|flash[-_ ]?att(?:n|ention)|decord|deepspeed|vllm)\b"
        r"[^\n.]{0,40}\b(?:missing|needed|required|not (?:found|installed))\b[^\n.]{0,40}"
        r"\binstall\w*\b[^\n.]{0,40}(?:\b(?:errors?|fail\w*|cannot|not|unable)\b|n't\b)",
        along=ON_MAC,
    ),
    told(
        "package-not-for-mac",
        rf"\b(?:cannot|can't|can not|could not|couldn't|unable to|fail(?:s|ed)? to) install "
        rf"{_OTHER} {FOR_MACS}"
        rf"|\binstalling {_OTHER} {FOR_MACS}(?: \w+)? (?:fails|failed|errors|does not work|doesn't "
        r"work)\b"
        rf"|{_OTHER} (?:has|have) no (?:arm64|apple silicon) mac (?:builds?|wheels?|binar\w+)\b",
        needles="install arm64",
        along=(
            r"\bno matching\b|\bno (?:\w+ )?wheels?\b|(?:\bnot|n't) (?:available|supported|built)\b"
            r"|\bonly (?:on|for) linux\b|\bhas no\b|\bfails?\b(?! build)"
        ),
    ),
    told("package-not-for-mac", _NONE_FOR_MAC, along=_SUBJECT),
)
