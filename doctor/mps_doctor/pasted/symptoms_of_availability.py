"""Symptoms of an MPS that is not there at all, and of the macOS that it needs.

"mps is not available", "it asks for macOS 12.3", "Python believes that this is 10.16".
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import sentence, speaking, told
from mps_doctor.pasted.symptom_words import MAC, MISTOLD, NOT_OR_FAILS, ON_MAC, RELEASES

_BEFORE_MPS = (
    r"(?:mac ?os ?x? ?)?(?:big sur|catalina|mojave|10\.1[0-5](?:\.\d)?|11(?:\.\d){0,2}"
    r"|(?:monterey )?12\.[0-2](?:\.\d)?)(?![\d.]*\d)"
)
_WITH_MPS = rf"(?:mac ?os ?x? ?)?(?:{RELEASES}|12\.[3-9]|1[3-5]|26)(?![\d.]*\d\d)"
"""Source: the release notes of torch 1.12: MPS is there from macOS 12.3 on."""

_SYSTEM_UPDATE = r"\b(?:mac ?os|os|system) (?:updat|upgrad)\w+"
_ASKS = (
    r"(?:(?:needs?|requires?|asks? for|wants?|is (?:only )?(?:supported|available|possible) "
    r"(?:only )?(?:on|from|since|with|in))(?: at least)?)"
)
_OR_NEWER = r"(?:>=|≥|version|at least)? ?(?:1[2-5](?:\.\d)?|26)(?![\d.]*\d)"
_OPERATION = (
    r"\b(?:mps|op|ops|operators?|kernels?|conv\w*|fft\w*|topk|sort\w*|cumsum|bfloat16|bf16|int64"
    r"|complex\w*|upsampl\w+|interpolat\w+|bicubic|matmul|linalg\w*|lstm|dtypes?|autocast)\b"
)
_OTHER_NEEDS = (
    r"\b(?:apps?|application|installer|xcode|program|gui|homebrew|docker|driver|(?:py)?torch"
    r"(?: \d[\d.]*)?|(?<!on )(?:mps|metal)(?: backend| support| device)?) (?:needs?|requires?"
    r"|asks? for|wants?)\b"
)
_TAGS_OF_10_16 = (
    r"\b(?:tags?|sys_tags\W|pip3? debug|pip (?:detects?|sees|finds|thinks|takes)|get_platform)\b"
    r"(?:(?!not a supported wheel|\.whl)[\s\S]){0,400}?\bmacosx?[-_]10[_.]16(?!\d)"
    r"|\bmacosx_10_16_\w+\s{1,12}\w{2,6}-\w{2,6}-macosx_10_16_"
)
_NAMES_MACOS = (
    r"\b(?:mac ?os|os ?x)[ :(-]{0,3}(?:version )?(?:1[1-5]|2[67])\b"
    rf"|\b(?:big sur|{RELEASES})\b"
)
_TAG_OF_TODAY = r"\bmacosx[-_](?:1[1-9]|2\d)[_.]\d|\bxcode\b"
"""What pip lists first where it is told the truth; 10_16 follows it on every Intel Mac.

Source: https://github.com/pypa/packaging/blob/main/src/packaging/tags.py
"""

AVAILABILITY = (
    told(
        "mps-said-missing",
        r"\b(?:mps|metal)(?: (?:backend|device|support|gpu|acceleration))?\b[^\n.;,]{0,24}"
        r"(?:(?:\bnot|n't|\bnever) (?:yet )?(?:be )?(?:available|supported|detected|found|visible"
        r"|usable|recogni[sz]ed|exposed|work\w*)\b|\b(?:un(?:available|supported)|missing)\b)"
        r"|\bmps\b[^\n.;,]{0,12}(?:\b(?:can(?:not|'t)|could(?: not|n't)) be (?:used|found|selected"
        r"|chosen|enabled)\b|\bis (?:gone|lost)\b)|\bmps\b[^\n.;]{0,24}\b(?:erst|nur)"
        r" (?:ab|mit) mac ?os\b|\bmps ?(?:不可用|不支持|用不了|无法使用|使えない)"
        r"|\b(?:needs?|requires?) mac ?os [\d.]+[^\n.]{0,16}\b(?:for|to use) mps\b"
        r"|\b(?:is there (?:a|any) way|how (?:can|do|could) (?:i|we)|can i|possible) (?:to )?"
        r"(?:use|get|enable) (?:the )?(?:mps|gpu)\b"
        r"|\bmps\b[^\n.;]{0,20}\b(?:needs?|requires?|only)\b[^\n.;]{0,24}\bmac ?os\b"
        r"|\b(?:no|without|lacks?) (?:an? )?(?:mps|metal|gpu)(?: device| gpu| support"
        r"| acceleration)?\b"
        r"|(?:\b(?:cannot|unable to|not)|n't) (?:use|access|see|find|detect|expose) (?:the |any )?"
        r"(?:mps|metal|gpu)\b"
        r"|\bis built,? but (?:is )?not available\b"
        r"|\b(?:mps|metal)(?: (?:backend|device|support|gpu|acceleration))?:? (?:is |was "
        r"|were |gets? )?(?:disabled|false|gone|dropped)\b"
        r"|\b(?:want|like|wish|hop(?:e|ing)|try(?:ing)?) to (?:use|run|get|train)\b"
        r"[^\n.;]{0,32}\b(?:mps|gpu)\b|\bto get (?:the )?(?:mps|gpu)\b"
        r"|\b(?:is|can) (?:mac ?os )?1\d\.\d (?:(?:new )?(?:enough|sufficient) for|run|use) "
        r"(?:mps|the gpu|metal)\b",
        needles="mps metal gpu",
    ),
    told(
        "macos-said-too-old",
        r"\bmac ?os\b(?: x)?[^\n]{0,16}\btoo old (?:for|to) (?:[\w']+ ){0,2}(?:torch|pytorch"
        r"|mps)\b",
    ),
    told(
        "mps-after-macos-update",
        sentence(
            r"\b(?:updat|upgrad)\w+\b[^\n.!?]{0,40}\b(?:mac ?os|monterey|ventura|sonoma|sequoia"
            r"|tahoe|1[2-5]\.\d)\b",
            r"\bmps\b[^\n.!?]{0,24}\b(?:became|becomes|is|was|turned)(?: now)? (?:available|true"
            r"|supported|detected|found)\b|\bis_available\(\)[^\n.!?]{0,16}\btrue\b",
            without=r"\b(?:as before|still|same|no (?:change|difference))\b",
        )
        + "|"
        + sentence(
            r"\b(?:mps|is_available)\b[^\n.!?]{0,40}\b(?:false|unavailable|not (?:available|there"
            r"|found))\b",
            rf"\b(?:until|before)\b[^\n.!?]{{0,24}}{_SYSTEM_UPDATE}",
        )
        + rf"|\b(?:updat|upgrad)\w+[^\n]{{0,24}}\bfrom {_BEFORE_MPS} to {_WITH_MPS}"
        r"(?=[^\n]{0,160}\b(?:mps|is_available|gpu)\b[^\n]{0,24}\b(?:works?|available|true|false"
        r"|used|found|detected)\b)",
    ),
    told(
        "macos-below-asked",
        r"\b(?:mps|metal|gpu|(?:py)?torch(?: nightly| \d[\w.]*)?)(?: (?:backend|device|support"
        rf"|acceleration))?\b[^\n.;,]{{0,24}}\b{_ASKS} ?(?:mac ?os(?: x)? ?)?{_OR_NEWER}"
        rf"|\bmac ?os(?: version)? (?:must|needs to|has to|should) be {_OR_NEWER}"
        rf"|\bmac ?os(?: x)? [\d.]{{2,7}} ?(?:<|is (?:below|older than)) ?{_OR_NEWER}|"
        + sentence(
            rf"\b(?:updat|upgrad)\w+ (?:my mac |mac ?os )?to (?:mac ?os )?{_OR_NEWER}",
            r"\b(?:mps|gpu|metal)\b",
            r"\?|\b(?:have to|must|need to)\b",
        ),
        needles="mac 12. 13 14 15",
        beside="mac monterey ventura sonoma sequoia big",
        unless=r"\b(?:on|with|in|for|of|no|not|never|without) (?:the )?$",
    ),
    told(
        "macos-told-otherwise",
        sentence(
            rf"\bsystem_version_compat ?= ?1\b|{MISTOLD}",
            r"\b(?:reported|reports?|tells?|told|says?|thinks?|think|detect\w*|returns?|seen"
            r"|instead of|though|although|but)\b",
            MAC,
        ),
        beside="mac",
    ),
    told(
        "nothing-runs-on-gpu",
        r"\bnothing (?:at all )?(?:can be|is|gets|could be) (?:computed|calculated|run|executed)"
        r"\b[^\n.]{0,16}\b(?:mps|gpu)\b"
        r"|\b(?:even|very first|already)\b[^\n]{0,16}\btorch\.(?:ones|zeros|rand|randn|empty"
        r"|tensor)\([^\n]{0,50}\bmps\b[^\n]{0,24}"
        rf"{NOT_OR_FAILS}"
        r"|\btorch\.(?:ones|zeros|rand|randn|empty|tensor)\([^\n)]{0,30}\bmps\b[^\n)]{0,4}\)"
        rf" already[^\n.]{{0,8}}{NOT_OR_FAILS}",
    ),
    told(
        "patched-macos",
        r"\bopencore(?:[ -]legacy)?(?:[ -]patcher)?\b|\boclp\b|\bpatched sur\b"
        r"|\bpatched to (?:run |use |get )?(?:mac ?os|(?:big )?sur|monterey|ventura|sonoma|sequoia"
        r"|tahoe|1[1-5]\b)",
        needles=("opencore", "legacy patcher", "patched"),
        along=ON_MAC,
    ),
    told(
        "macos-told-otherwise",
        sentence(
            MISTOLD,
            r"\b(?:writes?|shows?|prints?|gives?|displays?|lists?)\b",
            r"\b(?:mac_ver|collect_env|platform|python)\b",
            r"\b(?:tahoe|26\.\d|sequoia|sonoma|ventura|monterey|1[2-5]\.\d|darwin 2\d)\b",
        ),
    ),
    told(
        "operation-needs-newer-macos",
        sentence(
            r"\b(?:needs?|requires?|asks? for|wants?|only (?:supported|works?|available) (?:on|in"
            r"|from|since|with)|not (?:supported|available|implemented) (?:before|below|until"
            r"|prior to|on less than)|supported (?:on|from|since)) (?:at least )?mac ?os \d\d",
            _OPERATION,
            without=_OTHER_NEEDS,
        ),
    ),
    told(
        "macos-told-otherwise",
        r"\bmac_ver\b(?:\(\))?[\s\S]{0,60}?(?<![\d.])(?:10\.16|16\.0)(?![\d.]*\d)"
        r"|\bpython[\d.]* -m platform\s{1,4}macos-(?:10\.16|16\.0)-"
        r"|\b(?:python|conda|pip|torch|it|system|program|process)\b[^\n.]{0,24}\b(?:believes?"
        r"|claims?|thinks?|is told|is convinced|assumes?|pretends?)\b(?:[^\n.]"
        r"|\.(?! )){0,24}(?<![\d.])(?:10\.16|16\.0)(?![\d.]*\d)",
        needles="10.16 16.0",
        by_line=False,
    ),
    told(
        "macos-told-otherwise",
        sentence(
            r"(?<![\d.])(?:10\.16|16\.0)(?![\d.]*\d)(?!-x86_64)",
            r"\b(?:mac_ver|platform|python|sys|conda|torch)\b|__osx\b",
            r"\b(?:tahoe|sequoia|sonoma|ventura|monterey|big sur|mac ?os (?:1[1-5]|26))\b",
            without=r"\b(?:xcode|sdk|clang)\b|\bis_available\b[^\n]{0,6}\btrue\b",
        ),
    ),
    told(
        "macos-told-otherwise",
        _TAGS_OF_10_16,
        by_line=False,
        along=speaking(_NAMES_MACOS, without=_TAG_OF_TODAY),
    ),
    told(
        "mps-said-missing",
        r"\bskip\w* (?:the |all |our )?mps\b|\bmps tests? (?:are |is )?skipped\b"
        r"|\bno (?:real|usable|actual|physical) gpu\b",
    ),
    told(
        "mps-after-macos-update",
        sentence(
            r"\b(?:updat|upgrad)\w+\b[^\n.!?]{0,16}\b(?:mac ?os|os|monterey|ventura|sonoma"
            r"|1[1-5]\.\d)\b",
            r"\bma(?:de|kes) mps (?:available|work|usable|appear)\b",
        ),
    ),
    told(
        "mps-after-macos-update",
        sentence(
            r"\b(?:updat|upgrad)\w+\b[^\n.!?]{0,24}\b(?:mac ?os|monterey|ventura|sonoma)\b",
            r"\b(?:could|can|did|does) (?:now |then |finally )?(?:see|find|use|detect) (?:the "
            r")?mps\b",
            without=r"\bnot\b|n't\b|\bno longer\b|\bas before\b",
        ),
    ),
)
