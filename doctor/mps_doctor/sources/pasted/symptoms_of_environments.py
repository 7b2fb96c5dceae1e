"""Symptoms of an environment, told in words: of the Mac, of what runs on it, of its Pythons.

Each is the counterpart of an error text that the writer did not quote ("the kernel was another
Python"), so that the words of one sentence must hold the thing and what is wrong with it; a
sentence that says that all is well has no such word.
"""

from __future__ import annotations

from mps_doctor.sources.pasted.symptom_kinds import anywhere, sentence, told
from mps_doctor.sources.pasted.symptom_words import (
    DENIED,
    HELPED,
    MAC,
    MISTOLD,
    NOT,
    ON_MAC,
    RELEASES,
    TORCH,
    TWO_PYTHONS,
)

_PYTHON = r"\b(?:python ?(?:version )?v?3\.\d{1,2}t?|cp3\d{1,2}|py3\d{2})\b"
_CONTAINER = r"\b(?:docker\w*|containers?|dev ?containers?|podman|orbstack|colima)\b"

_NAMED = r"['`\"]?\btorch\.mps\.\w+(?:\(\))?['`\"]?"
_NO_SUCH_FUNCTION = (
    r"\btorch\.mps\b(?!\.)['`\"]?(?: module| namespace)?(?: is failing (?:because|as|since) it)?"
    r" (?:still |currently |it )?(?:has no|lacks|misses|is missing|does(?: not|n't) have) (?:an? "
    r"|the |any )?['`\"]?[a-z]\w+"
    rf"|{_NAMED}(?: function| method| attribute)? (?:does(?: not|n't) exist|is missing|missing from"
    r"|is(?: not|n't) (?:available|defined|present|there|in|part of|known)|only (?:exists|came))\b"
    r"(?! (?:in|from) (?:the|our|your|this) )"
    rf"|\b(?:no|there's no|without|missing) {_NAMED}"
    rf"|{_NAMED}[^\n.;]{{0,30}}\b(?:function|method|attribute) (?:is|was)(?: not|n't) (?:yet )?"
    r"(?:in|part of|available in) (?:py)?torch\b"
    r"|\b(?:but not|has no|have no|had no|without|lacks?) torch\.mps\b(?![.\w])"
)
_OF_AN_OLDER_TORCH = sentence(
    rf"{_NAMED}",
    rf"\b(?:older|old|earlier|previous) (?:versions? of )?{TORCH}|{TORCH} (?:below|before|older"
    r" than|<) ?\d",
    r"\b(?:crash\w*|raises?|fail\w*|errors?|attributeerror|missing|break\w*|broke)\b"
    r"|(?:\bnot|n't) (?:be )?(?:there|exist|known|defined|available)\b",
)

_SYSTEM_UPDATE = r"\b(?:mac ?os|os|system) (?:updat|upgrad)\w+"
_BEFORE_MPS = (
    r"(?:mac ?os ?x? ?)?(?:big sur|catalina|mojave|10\.1[0-5](?:\.\d)?|11(?:\.\d){0,2}"
    r"|(?:monterey )?12\.[0-2](?:\.\d)?)(?![\d.]*\d)"
)
_WITH_MPS = rf"(?:mac ?os ?x? ?)?(?:{RELEASES}|12\.[3-9]|1[3-5]|26)(?![\d.]*\d\d)"
"""Source: the release notes of torch 1.12: MPS is there from macOS 12.3 on."""
_ASKS = (
    r"(?:(?:needs?|requires?|asks? for|wants?|is (?:only )?(?:supported|available|possible) "
    r"(?:only )?(?:on|from|since|with|in))(?: at least)?)"
)
_OR_NEWER = r"(?:>=|≥|version|at least)? ?(?:1[2-5](?:\.\d)?|26)(?![\d.]*\d)"

ENVIRONMENTS = (
    told("torch-mps-function-missing", f"{_NO_SUCH_FUNCTION}|{_OF_AN_OLDER_TORCH}"),
    told(
        "native-python-helped",
        sentence(
            r"\b(?:re)?-?(?:install\w*|creat\w+|switch\w*|us(?:e|ed|ing)|mov\w+|tak(?:e|ing)"
            r"|forc(?:e|ed|ing))\b[^\n.!?]{0,24}\b(?:arm64|arm|native"
            r"|apple[ -]silicon)\b[^\n.!?]{0,24}\b(?:python|conda|anaconda|miniconda|miniforge"
            r"|mambaforge|homebrew|brew|terminal|environment|interpreter)\b",
            HELPED,
        ),
        needles="arm64 native silicon miniforge rosetta x86 intel",
        along=r"\b(?:mps|(?:py)?torch|m[1-5]|apple silicon)\b",
    ),
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
        "source-build-with-old-xcode",
        sentence(
            TORCH,
            r"\bsource\b",
            r"\bxcode\b(?: \d+)?|\bsdk\b",
            r"\b(?:fail\w*|missing|too old|outdated|undeclared|errors?)\b",
            without=r"\bcommand[ -]line tools\b|\bno (?:errors?|problems?|issues?)\b",
        ),
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
        "graphics-missing-in-guest",
        r"\b(?:no|without|lacks?|lack of|missing|not|n't)\b[^\n.]{0,24}\b(?:graphics?|gpu|3d"
        r"|hardware|metal)(?: acceleration| support| device)?\b"
        r"|\b(?:graphics?|gpu|3d|hardware|metal)(?: acceleration| support| device)?\b[^\n.]{0,16}"
        r"(?:\b(?:not|missing|unavailable|unsupported)\b|n't\b)"
        r"|\bfall(?:s|ing)? back (?:on|to) (?:the )?cpu\b|\bcpu only\b"
        r"|\bonly (?:on |uses )?(?:the )?cpu\b"
        r"|\bnone of\b[^\n.]{0,40}\buses? (?:the )?gpu\b",
        needles="graphic gpu metal acceleration cpu",
        along=(
            r"\b(?:vms?|guest|virtual|virtuali[sz]\w+|vmware|qemu|kvm|paravirt\w*|docker[- ]osx)\b"
        ),
    ),
    told(
        "metal-fails-in-guest",
        r"(?:\bapple ?paravirt\w*|\bmpsgraph|\bmtl\w+|\bggml_metal\w*|\bnewcomputepipeline\w*"
        r"|\bmetal(?: device| shaders?| compiler)?)\b[^\n]{0,80}\b(?:errors?|fail(?:s|ed)"
        r"|failed assertion|not support(?:ed)?|unsupported)\b"
        r"|\bfailed assertion\b[^\n]{0,80}\bparavirt\w*"
        r"|\btried to allocate \d[\d.]* \w{1,5} on (?:shared|private) pool",
        along=r"\b(?:\w*paravirt\w*|runners?|vms?|virtual|hosted|ci|guest)\b",
        unless=DENIED,
    ),
    told(
        "container-without-gpu",
        sentence(
            _CONTAINER,
            r"\b(?:mps|gpus?|metal|cpu)\b",
            rf"(?:{NOT}|\b(?:only|just|slow\w*|is there a way|how (?:can|do|to)|possible|issues?"
            rf"|false|problems?|trouble)\b|\?)",
            without=r"\b(?:docker|containers?) (?:is|are) not (?:needed|necessary|required)\b"
            r"|\b(?:nvidia|cuda|rocm|not in|without (?:docker|an? container),? (?:and|but)\b|"
            r"outside|natively|runners?|executors?|docker-osx|mac ?os-in-docker)\b",
        )
        + "|"
        + sentence(_CONTAINER, r"\bslow\w*\b", r"\bnative(?:ly)?\b", without=r"\bnvidia\b")
        + rf"|{_CONTAINER}[\s\S]{{0,120}}?\b(?:(?:using|uses|runs? on|on) (?:the )?cpu"
        r" only\b|using device:? ?['\"]?cpu\b)",
        needles="docker container podman orbstack colima",
        along=ON_MAC,
    ),
    told(
        "agent-hides-gpu",
        sentence(
            r"\b(?:claude(?: code)?(?:'s)?|codex|cursor|(?:coding )?agents?|sandbox\w*)\b",
            r"\b(?:mps|metal|is_available|mtl\w+)\b",
            rf"(?:{NOT}|\b(?:false|nil|empty|zero)\b)",
            without=r"\boutside\b[^\n.]{0,30}(?:\bnot\b|n't\b)|\bsuggest\w*|\bwrote\b|\btells?\b",
        ),
        along=(
            r"\b(?:mps|metal|gpu|torch|is_available)\b[\s\S]{0,400}\b(?:i?term(?:inal)?2?|shell"
            r"|outside|unsandboxed)\b"
            r"|\b(?:terminal|shell|outside|unsandboxed|sandbox-exec)\b[\s\S]{0,400}\b(?:mps|metal"
            r"|mtl\w+|gpu|torch)\b"
        ),
    ),
    told(
        "another-python-helped",
        sentence(
            r"\bpython ?(?:version )?v?3\.\d{1,2}\b",
            r"\b(?:downgrad\w+|switch\w*|chang\w+|mov(?:ed|ing)|back to|revert\w*|recreat\w+"
            r"|instead of|rather than|with (?:python )?3\.|us(?:e|ed|ing) (?:python )?3\.)",
            rf"(?:{HELPED}|\binstall(?:ed|s)?\b)",
        ),
        along=anywhere(
            TORCH,
            r"\b(?:install\w*|wheels?|pip3?|uv|no matching)",
            r"\b(?:no|not|cannot|fail\w*|unable|errors?|could be installed)\b|n't\b|\bthen\b",
            TWO_PYTHONS,
        ),
    ),
    told(
        "torch-not-for-python",
        rf"{TORCH}(?: \d[\w.]*)?[^\n.!?]{{0,60}}(?:(?:\bnot|n't) (?:\w+ ){{0,2}}?(?:available"
        r"|support\w*|compatible|built|published|released|install\w*|exist)|\bno (?:wheels?|builds?"
        r"|releases?|support|versions?|binar\w+)|\bonly (?:supports?|available|works?|installs?)"
        rf"|\bsupports? (?:only )?up to|\bunavailable|\bincompatible)[^\n.!?]{{0,24}}(?:\b(?:for"
        rf"|with|on|under|up to|to|in|by) )(?:(?:the|this|my) )?{_PYTHON}"
        rf"|{_PYTHON}[^\n.!?]{{0,24}}(?:(?:\bis|\bare|\bwas) not|n't)(?: yet| currently"
        rf"| officially)? (?:supported|compatible)(?: by| with) {TORCH}"
        rf"|{TORCH}[^\n.!?]{{0,16}}\b(?:supports?|works? with|needs?|requires?)\b[^\n.!?]{{0,16}}"
        r"(?:\bup to\b|\bonly\b|<=?|\bbelow\b|\bat most\b|\bolder than\b)[^\n.!?\d]{0,10}"
        r"3\.(?:[7-9]|1\d)(?![\d.]*\d)"
        rf"|(?:\bcan(?:not|'t)|\bcould(?: not|n't)|\bunable to|\bfail\w* to|\bnot) (?:find|install"
        rf"|get|resolve) {TORCH}[^\n.!?]{{0,24}}\b(?:with|on|for|under|in|using) {_PYTHON}"
        rf"|\b(?:3\.1\dt|free[- ]threaded|no-?gil)\b(?:[^\n.!?]|\.(?=\d)){{0,40}}(?:\bno|\bnot"
        rf"|n't)\b[^\n.!?]{{0,24}}{TORCH}"
        rf"|{TORCH}[^\n.!?]{{0,40}}(?:\bno|\bnot|n't)\b[^\n.!?]{{0,24}}\b(?:3\.1\dt"
        r"|free[- ]threaded|no-?gil)\b",
        needles="python cp3 free-threaded no-gil nogil",
    ),
    told(
        "killed-at-import",
        sentence(
            r"\b(?:import(?:ing)? (?:py)?torch|torch import)\b",
            r"\b(?:sigkill|trace/bpt trap|quits unexpectedly|killed(?:: 9)?|sigill|sigtrap|sigabrt"
            r"|abort trap|trace trap|sigsegv|exc_bad_(?:access|instruction)|exit(?:s"
            r"|ed)? (?:with )?(?:code |status |signal )?-?(?:139|134|133|132|138|11|10|6|5|4)"
            r"|libc\+\+abi: terminating|(?:python|interpreter|process) (?:crash\w*|dies|quits?))\b"
            r"|\bkills? (?:the )?(?:python|interpreter|process|kernel)\b",
            without=r"\bmemory\b",
        ),
        needles=("import torch", "importing torch", "torch import", "import pytorch"),
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
        "file-shadows-module",
        sentence(
            r"(?<![\w/])(?:torch|numpy|typing|random|types)\.py\b|\bfolder (?:named|called) "
            r"torch\b",
            r"\b(?:my|own|local|same|project|working|current|renam\w+|named|called|shadow\w*)\b",
            rf"(?:{HELPED}|{NOT}|\b(?:instead|shadow\w*|broke|breaks)\b)",
        ),
        along=r"\bimport\w*\b[\s\S]{0,400}\btorch\b|\btorch\b[\s\S]{0,400}\bimport",
    ),
    told(
        "kernel-of-another-python",
        sentence(
            r"\b(?:jupyter|notebook|kernel|vs ?code|pycharm|spyder|which pip3?|pip3?"
            r"|interpreter)\b",
            r"\b(?:an?other|different|wrong|other|differ)\b",
            r"\b(?:python|kernel|interpreter|environment|env|venv)\b",
            TORCH,
        )
        + "|"
        + sentence(
            TORCH,
            r"\b(?:in|into|to|has)\b[^\n.!?]{0,20}\b(?:base|system|global|conda)\b|\bpip list has\b"
            r"|\bin which i installed\b",
            r"\b(?:not (?:in|into|the)|isn't|has not|hasn't|but|no module named)\b",
        ),
        needles="kernel interpreter which base system global conda pip",
        along=r"\binstall\w*\b|\bwent\b|\bpip3?\b|\bimport torch fails\b",
    ),
    told(
        "fallback-set-too-late",
        r"\bpytorch_enable_mps_fallback\b[^\n]{0,80}\b(?:before|prior to|ahead of|after|later"
        r" than)\b[^\n]{0,24}\bimport(?:s|ed|ing)?\b|\bimport(?:s|ed|ing)? torch\b[^\n]{0,60}"
        r"\bbefore\b[^\n]{0,40}\bpytorch_enable_mps_fallback\b"
        r"|\b(?:set|move[ds]?|export\w*|put)\b[^\n]{0,60}\bpytorch_enable_mps_fallback\b"
        r"[^\n]{0,60}\b(?:before|above)\b[^\n]{0,24}\b(?:import|torch)",
    ),
)
