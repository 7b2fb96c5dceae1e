"""Symptoms of what an installation lacks, told in words: of what there is no build, and for whom.

Sentences say the same in any order ("on Intel Macs there is no newer torch", "torch dropped the
Intel Mac"), so most of these want some words together in one sentence, wherever each stands.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import FLAGS, sentence, speaking, told
from mps_doctor.sources.pasted.symptom_words import COMPANION, MAC

_TORCH_ITSELF = r"\b(?:py)?torch(?:vision|audio)?\b(?![-_.]\w)"
_TORCH = r"\b(?:py)?torch(?:vision|audio)?\b"
_BETWEEN = r"(?:(?!m\d|arm|apple|silicon|not\b|and\b|or\b|vs\b|than\b)[\w.]{1,10}[ ,/(-]{1,3}){0,3}"
_INTEL_MAC = (
    r"\b(?:intel(?:[ -](?:based|cpus?|chips?|processors?))?|x86(?:[-_]64)?|x64)(?: \(intel\))?"
    r"[ -](?:based )?(?:macs?|macbooks?|macos|mac ?os|imacs?|osx|darwin|apple)\b"
    rf"|\b(?:mac\w{{0,6}}|osx|imac|darwin)[ ,/(-]{{1,3}}{_BETWEEN}(?:intel|x86(?:[-_]64)?|x64"
    r"|i[3579])\b"
)
_LACKS = (
    r"(?:\b(?:no|not|nothing|cannot|never|without|unable|unavailable|unsupported|incompatib\w+"
    r"|lacks?|missing|last(?! (?:week|month|year|night|time)\b)|latest|newest|highest|dropp?(?:s|ed"
    r"|ing)?|stopp(?:ed|ing)|ended|remov(?:es?|ed|al)|abandon\w*|fail(?:s|ed|ing|ures?)?"
    r"|discontinu\w+|deprecat\w+|only|up to|restrict\w*|capp?(?:s|ed)?|stuck)\b|n't\b)"
)
_BUILD = (
    r"\b(?:support\w*|builds?|wheels?|binar(?:y|ies)|versions?|releases?|install\w*|available"
    r"|distributions?|downloads?|packages?|publish\w*|ship\w*|provid\w+|resol\w+|uv|pip3?"
    r"|poetry|conda)\b"
)
_NEWER = r"\b(?:py)?torch(?: version|==| ?>=)?[ ~=]{0,2}v?2\.(?:[3-9]|[1-9]\d)(?:\.\d+)?\b"
_PYTHON = r"\b(?:python(?: version)?[ -]?v?3\.\d{1,2}|cp3\d{1,2}|py3\d{2})\b"
_INSTALLING = late(
    r"\b(?:install\w*|wheels?|binar(?:y|ies)|builds?|building|pip3?|conda|uv|dependenc\w+"
    r"|requirements?|cannot be found|setup|osx-(?:arm)?64)\b",
    FLAGS,
)
_INSTALLING_ON_MAC = late(
    rf"{MAC}[\s\S]{{0,3000}}?\b(?:pip3?|install\w*|wheels?|setup|pyproject)\b"
    rf"|\b(?:pip3?|install\w*|wheels?|setup|pyproject)\b[\s\S]{{0,3000}}?{MAC}",
    FLAGS,
)
_LINUX_ONLY = (
    r"\b(?:xformers|triton|flash[-_ ]?att(?:n|ention)|decord|deepspeed|auto[-_]?gptq|auto[-_]?awq"
    r"|gptqmodel|exllama\w*|mamba[-_]ssm|causal[-_]conv1d|sage[-_]?attention|tensorrt\w*"
    r"|nvidia-(?!smi)\w+|onnxruntime-gpu|faiss-gpu\w*|cupy\w*|pycuda|bitsandbytes|tensorflow-text"
    r"|cuda toolkit|torch[-_]tensorrt)\b"
)
"""Packages of which no release, or no old one, has files for macOS. Source: the package index."""

INSTALLS = (
    told(
        "torch-dropped-intel-macs",
        sentence(
            _TORCH,
            _INTEL_MAC,
            _LACKS,
            _BUILD,
            without=r"\b(?:mps|metal|gpus?|cuda)\b|\btorch\.[a-z]\w",
        ),
    ),
    told(
        "torch-dropped-intel-macs",
        sentence(
            _TORCH,
            _INTEL_MAC,
            r"\b(?:install\w*|dependenc\w+|wheels?|resol\w+) (?:\w+ )?(?:issues?|problems?|errors?"
            r"|trouble)\b"
            r"|\b(?:issues?|problems?|errors?|trouble) (?:with |when |while |in )?(?:\w+ )?"
            r"(?:install\w*|resolv\w+|locking)\b",
            without=r"\b(?:mps|metal|gpus?|cuda)\b",
        ),
        needles="intel x86 x64",
    ),
    told(
        "torch-dropped-intel-macs",
        sentence(_INTEL_MAC, rf"\bno (?:\w+ )?{_NEWER}"),
        needles="intel x86 x64",
    ),
    told(
        "newer-torch-not-found",
        sentence(_NEWER, r"(?:\b(?:not|no|cannot|unable|unavailable|fail\w*)\b|n't\b)", _BUILD),
        needles=("torch 2.", "torch==2.", "torch>=2.", "torch >= 2.", "torch version 2."),
        beside=("not", "no ", "n't", "una", "fail"),
    ),
    told(
        "newer-torch-not-found",
        r"\b(?:(?:re)?solv(?:e[sd]?|ing|er)|resolution|locking|lock(?: ?file)?|sync\w*|install(?:s"
        r"|ing|ation|er)?|requirements?[\w.]{0,5}|dependenc\w+)\b(?:(?!\b(?:works?|fine|ok|succe\w+"
        r"|train\w*)\b)[^\n.;]){0,60}\b(?:fails?|failed|failing|stops?|stopped|breaks?|broke|dies"
        r"|aborts?|chokes?|stuck) (?:\w+ )?(?:at|on|with|because of|due to|for"
        r"|over) (?:the )?['\"`]?(?:py)?torch(?:vision|audio)?\b(?![-_.]\w)",
    ),
    told(
        "numpy-2-with-old-torch",
        sentence(
            r"\bnumpy ?(?:version )?(?:>=|==)? ?v?2(?:\.[\dx]{1,2}){0,2}\b(?!\.)",
            _TORCH,
            r"(?:\b(?:not|incompatib\w+|unsupported|mismatch\w*|breaks?|broken?|fail\w*|crash\w*"
            r"|without|only)\b|n't\b)",
            without=_NEWER,
        )
        + r"|\b(?:downgrad\w+|pin(?:s|ned|ning)?|restrict\w*|forc\w+|limit\w*) (?:\w+ )?"
        r"numpy ?(?:version )?(?:to |at )?`?(?:<|<=|==)? ?v?(?:1\.|2\b(?! or))",
        along=_TORCH,
    ),
    told(
        "nightly-broken",
        sentence(
            r"\b(?:nightl(?:y|ies)|2\.\d{1,2}\.\d\.dev20\d{6})\b",
            r"\b(?:brok(?:e|en)|breaks?|regress\w*|no longer|stopped|fail(?:s|ed|ing)?|crash\w*"
            r"|errors?|raises?|missing)\b",
        ),
        along=(
            r"\b(?:works?|worked|fine|ok|no (?:problem|issue|error)s?)\b[^\n]{0,60}\b(?:stable"
            r"|releases?|previous|earlier|older|last|dev20\d{6})\b"
            r"|\b(?:stable|releases?|previous|earlier|older|downgrad\w+|roll\w* back|dev20\d{6})\b"
            r"[^\n]{0,60}\b(?:works?|worked|fine|ok|solve[sd]|fix(?:es|ed)|helps?|helped)\b"
            r"|\b(?:the day before|yesterday|a (?:day|week) (?:ago|earlier|before))\b[^\n]{0,24}"
            r"\b(?:works?|worked|fine|ok)\b"
        ),
    ),
    told(
        "package-not-for-mac",
        sentence(
            _LINUX_ONLY,
            MAC,
            rf"{_LACKS}|\berrors?\b|\bcannot be found\b",
            without=r"\bmps\b|\bon (?:the )?(?:gpu|cpu)\b|\b(?:not|n't) (?:need|have) to\b"
            r"|\bskip\w*|\bwithout (?:it|them)\b",
        ),
        along=_INSTALLING,
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
        along=_INSTALLING,
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
        along=_INSTALLING,
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
        r"\b(?:from )?versions?:? none\b(?! of)",
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
        "python-without-torch",
        sentence(
            _PYTHON, _TORCH, r"\b(?:wheels?|binar(?:y|ies)|builds?)\b", _LACKS, without=r"\bif you"
        )
        + "|"
        + sentence(
            _PYTHON,
            r"(?:\b(?:not|n't|isn't|wasn't) (?:yet |currently |officially )?(?:compatible"
            r"|supported)\b|\bincompatible\b|\bunsupported\b|(?:\bnot|n't) support\b|\btoo (?:new"
            r"|recent|old)\b)",
            without=r"\b(?:windows|linux|ubuntu)\b|\bif you",
        ),
        along=(
            rf"{_TORCH}[\s\S]{{0,600}}\b(?:install|wheel)|\b(?:install"
            rf"|wheel)[\s\S]{{0,600}}{_TORCH}"
        ),
    ),
    told(
        "companion-of-another-torch",
        sentence(
            rf"\b{COMPANION}\b",
            r"\b(?:depends on|requires?|needs?|expects?|wants|compiled (?:for|against|with)"
            r"|built (?:for|against|with))\b",
            r"\b(?:py)?torch ?(?:==|>=)? ?v?\d+\.\d",
            r"\b(?:instead of|rather than|wrong\w*|but|not)\b",
        ),
    ),
    told(
        "openmp-workaround",
        r"\bkmp_duplicate_lib_ok\b[\s\S]{0,200}?\b(?:did the trick|(?<!not )(?<!n't )(?:fixed"
        r"|solved|helped|worked|resolved))\b",
        by_line=False,
    ),
    told(
        "sandbox-hides-gpu",
        sentence(
            r"\b(?:sandbox\w*|seatbelt)\b",
            r"\b(?:metal|mps|iokit|mtl\w+|agx\w+)\b",
            r"(?:\b(?:block(?:s|ed|ing)?|den(?:y|ies|ied)|unavailable|not|nil|restrict\w+|fail\w*"
            r"|no|crash\w*|hidden|hides|false|empty|none)\b|n't\b"
            r"|\bkeeps?\b[^\n.!?]{0,20}\bfrom\b)",
            without=r"\b(?:outside|without|out) (?:of )?(?:the |a |any )?(?:sandbox|seatbelt)",
        ),
        needles="sandbox seatbelt",
    ),
    told(
        "mps-fails-in-guest",
        sentence(
            r"\b(?:runners?|(?:build|ci|hosted|azure|cloud|jenkins)(?: mac\w*)? agents?"
            r"|(?:para)?virtuali[sz](?:ed|ation)|virtual (?:machines?|macos|gpu)|vms?|ci"
            r"|git ?hub actions?|circleci|azure pipelines|bitrise|cirrus|macos-(?:latest|1[3-9]"
            r"|2\d))\b",
            r"\b(?:mps|mpp|metal\w*)\b",
            r"\b(?:mac\w*|m[1-5]|github|hosted|arm64|apple)\b",
            r"(?:\b(?:not|cannot|fail\w*|hang(?:s|ing)?|ooms?|out of memory|crash\w*|tiny|bugs?"
            r"|unable|unavailable|unsupported|limit\w*|without|lacks?)\b|n't\b|\bno (?:real "
            r"|actual |working )?(?:mps|metal|gpus?)\b(?! tests?| jobs?| code)|\berrors? (?:when|if"
            r"|as soon as)\b[^\n.!?]{0,24}\ballocat)",
            without=r"\bself[- ]hosted\b|\bno mps tests?\b"
            r"|\bfix\w*(?:\([^)\n]{1,30}\))?:? (?:\w+ ){0,2}ci\b"
            r"|\(#\d{1,6}\)"
            r"|\bbare[- ]metal\b(?![^\n.!?]{0,24}\b(?:pass|work|fine))"
            r"|\bci\b[^\n.!?]{0,16}\b(?:uses?|runs? on|is on|only)\b[^\n.!?]{0,12}(?:\b(?:linux"
            r"|ubuntu|lint)|$)|(?:\bnot|n't) (?:see|notice|catch|show|hit|cover) (?:it|this|that"
            r"|the (?:issue|problem|bug|failure|error))\b",
        )
        + "|"
        + sentence(
            r"\bmps\b(?:[^\n.!?]|\.(?=\w)){0,24}(?:\b|_)available\b[^\n.!?]{0,24}\b(?:but|yet"
            r"|though|although)\b[^\n.!?]{0,24}(?:\b(?:not|cannot|fail\w*)\b|n't\b)",
            r"\b(?:runners?|ci|vms?|virtual machines?)\b",
        ),
        needles="runner virtual vm ci agent hosted github macos- bitrise",
    ),
)
