"""Symptoms of what happens to a program, told in words: crashes, memory, hangs, installs."""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import FLAGS, anywhere, speaking, told, words
from mps_doctor.sources.pasted.symptom_words import (
    DENIED,
    GPU,
    MPS_AND_ANOTHER,
    ON_MAC,
    ON_MPS,
    RELEASES,
)

_NOT_DENIED = r"(?:(?!\b(?:no|not|never|without|fix|avoid)\b|n't)[^\n.])"
_OF_IT = (
    r"(?:(?!\b(?:no|not|never|without|fix\w*|avoid\w*|cuda|instead|unlike|fewer|less|had|until)\b"
    r"|n't\b)[^\n.])"
)
_NO_TASK = r"(?! (?:handling|handler|check|guard|prevention|protection|message|errors? (?:in|of)))"

_INTEL_MACS = (
    r"\b(?:intel(?:[ -]based)? mac(?:s|os)?|macs? intels?|macos x(?:86|64)(?:_64)?"
    r"|x86(?:_64)? (?:\(intel\) )?mac(?:s|os)?)\b"
)

_NUMBER = r"(?:1[1-5]|2[6-9])\.\d+(?:\.\d+)?"
_RELEASE = rf"(?:(?:mac ?os )?(?:(?:{RELEASES})(?: {_NUMBER})?|{_NUMBER})|mac ?os (?:1[1-9]|2\d))"
"""A version of macOS that no other version is taken for."""
_UPDATE = rf"(?:{_RELEASE}(?: (?:\w+ )?beta)?|the {_NUMBER} (?:\w+ )?(?:beta|update|upgrade))"
_AMISS = (
    r"(?:(?:wrong|incorrect|garbage|noise|noisy|nans?|zeros?|black|differs?|different|broken|bad"
    r"|fails?|crash\w*|segfaults?|aborts?|dies|bus error|gibberish|corrupt\w*|kernel panics?"
    r"|reboots?|freezes|washed[ -]out|blotchy|distorted|blurry|weird|strange)\b"
    r"(?![^\n.;]{0,24}\b(?:fix|solv|resolv|gone|cured)\w*))"
)
_IN_ORDER = (
    r"(?:right|fine|correct(?:ly)?|good|equal|ok(?:ay)?|stable|passes|pass|never|works?|worked"
    r"|does(?: not|n't) crash|no (?:crash\w*|problems?|issues?|trouble))\b"
)
_AT = r"(?:on|in|under|with|running)"
_OF_MINE = (
    r"(?:my|the|our|this|an?|it|i|we|just|only|recently|today|yesterday|mac\w*|mini|pro|air|studio"
    r"|imac|laptop|machine|computer|work|office|home|os|osx|x|version|software|operating|system"
    r"|m[1-5]|host|both|and)"
)
"""What a system that is brought up to date is called: another program has a name of its own."""
_WITH_A_RELEASE = (
    rf"\b(?:updat|upgrad)\w+ (?:{_OF_MINE} ){{0,4}}?from {_RELEASE}[^\n.]{{0,12}} to {_RELEASE}\b"
    r"(?![^\n]{0,80}\b(?:still|the same|as before|unchanged|well|no change)\b)"
    rf"|\b{_AMISS}[^\n.;]{{0,40}} (?:since|after|(?:started|began|came|appeared) with) (?:the |my "
    rf"|i |we )?(?:installed |updated to |upgraded to )?(?:the )?{_UPDATE}\b"
    rf"|\b(?:since|after|installing|installed|got) (?:the "
    rf"|my )?{_UPDATE}\b[^\n.;]{{0,60}}\b{_AMISS}"
    rf"|\b{_AMISS}[^\n]{{0,120}}\b(?:revert|downgrad|roll|go|went)\w*(?: back)? to {_RELEASE}\b"
    r"[^\n.;]{0,12}\b(?:cure|fix|help|solve|work)\w*"
    rf"|\b{_AMISS}[^\n.;]{{0,24}} {_AT} {_RELEASE}(?![^\n]{{0,24}}\bor (?:newer|later))(?![\d.]*\d"
    rf"| (?:and|or) (?:{_AT} )?{_RELEASE})[^\n]{{0,60}}"
    rf"\b{_AT} {_RELEASE}\b[^\n.;]{{0,60}}?\b{_IN_ORDER}"
    rf"|\b{_AMISS} {_AT} {_RELEASE}(?: too| as well)?[,;] (?:but |and )?{_IN_ORDER}(?: again)?"
    rf" {_AT} {_RELEASE}"
    rf"|\b{_IN_ORDER}[^\n.;]{{0,24}} {_AT} {_RELEASE}\b[^\n]{{0,24}}?\b{_AMISS}"
    rf"[^\n.;]{{0,16}} {_AT} {_RELEASE}"
    rf"|\b(?:updat|upgrad)ing to {_UPDATE} (?:spoil\w*|ruin\w*|(?:turned|turns|made"
    rf"|makes)\b[^\n.;]{{0,60}}\b{_AMISS})"
    rf"|^{_RELEASE}(?: beta(?: \d)?)?[:,] [^\n]{{0,80}}\b{_AMISS}[^\n]{{0,40}}[.;,]"
    rf" on {_RELEASE}\b[^\n.;]{{0,24}}\b{_IN_ORDER}"
    rf"|^(?:(?!{_AMISS})[^\n]){{0,60}}? {_AT} {_RELEASE} (?:(?!{_AMISS})[^\n]){{0,40}}?[,;]"
    rf" [^\n.;]{{0,24}}\b{_AMISS}[^\n.;]{{0,16}} {_AT} {_RELEASE}"
)
_CRASHES = (
    r"(?:dies|crash(?:es|ed|ing)?|aborts?|segfaults?|reboots?|restarts|freezes|kernel panics?"
    r"|bus error|(?:ends|kills|takes down) (?:the )?(?:interpreter|process|python|kernel))\b"
)
_CRASH_WITH_A_RELEASE = (
    rf"\b{_CRASHES}[^\n.;]{{0,60}} (?:since|after|(?:started|began) with) (?:the |my |i |we )?"
    rf"(?:installed |updated to |upgraded to )?(?:the )?{_UPDATE}\b"
    rf"|\b(?:since|after|installing|installed) (?:the |my )?(?:(?:updat|upgrad)\w+ to )?{_UPDATE}\b"
    rf"[^\n.;]{{0,60}}\b{_CRASHES}"
    rf"|\b{_RELEASE} (?:runs?|works?|computes?|handles|does)\b[^\n.;,]{{0,16}}[,;] (?:but |while "
    rf"|and )?{_RELEASE} {_CRASHES}"
)
_OF_COMPUTING = late(
    rf"{ON_MPS.pattern}|torch|comfyui|diffus\w+|\b(?:models?|train\w*|inference|embeddings?"
    r"|segment\w+|detect\w+|python)\b",
    FLAGS,
)

_HANGS_WITH_MPS = anywhere(
    MPS_AND_ANOTHER.pattern,
    without=r"\bcpu\b\W{1,4}(?:to\W{1,3})?mps\b[^\n.]{0,60}\b(?:normal|fast\w*|fix\w*|solve[sd]"
    r"|resolve[sd]|works?)\b",
)
"""What names mps and another device, and tells of no cure by mps itself."""

_OTHER_SUBJECT = (
    r"git|passwords?|log(?:ged)? in|login|windows?|docker|wi-?fi|bluetooth|microphone|permissions?"
    r"|homebrew|brew|pip3?|conda|xcode|xcrun|compil\w+|(?:re)?install\w*|ssh|fonts?|keyboard|camera"
    r"|network|internet|vpn|icons?|menus?|battery|fans?|sleep"
)
"""What an update of macOS changes besides."""

_OF_AN_OPTION = r"\b(?:enabl\w+|set\w*|allow\w*|tf|tensorflow)\b[^\n.]{0,24}$"
"""Before the memory growth that TensorFlow has an option for."""

EVENTS = (
    told(
        "since-macos-update",
        r"\b(?:was|were) (?:fine|ok|working|good|correct)[^\n.]{0,16} (?:on|in|with|under"
        r"|before) (?:macos|mac os) [12]\d|\bwas (?:fine|working) on [12]\d"
        r"|worked (?:fine |correctly |well )?(?:on|in|with|under|before) (?:macos "
        r"|mac os )?[12]\d(?:\.[\dx]+){0,2}\b(?!\.\d)"
        r"|\bworks (?:fine |correctly |well )?(?:on|in|with|under|before) (?:macos |mac os )?"
        r"[12]\d(?:\.[\dx]+){0,2}\b(?!\.\d)(?=[^\n]{0,160}(?:\b(?:but|not|fail\w*|broke\w*"
        r"|wrong|crash\w*|while)\b|n't\b))"
        r"|\b(?:but|not|fail\w*|broken?|wrong|crash\w*|regress\w*|bug)\b[^\n]{0,120}"
        r"\bworks (?:fine |correctly |well )?(?:on|in|with|under|before) (?:macos |mac os )?"
        r"[12]\d(?:\.[\dx]+){0,2}\b(?!\.\d)"
        r"|(?:after|since)[^\n.]{0,24}(?:updat|upgrad)\w+\b(?! (?:my |the )?(?:py)?torch(?:vision"
        r"|audio)?,? (?:mac|on ))[^\n.]{0,24}(?:macos|sonoma|sequoia|tahoe|ventura|monterey"
        r"|to [12]\d\.|os\b)(?![^\n]{0,120}\b(?:the same|as before|unchanged)\b)"
        rf"(?!(?:[^\n.]|\.\d){{0,80}}\b(?:{_OTHER_SUBJECT})\b)"
        r"|\bmacos \d\d\.\d[^\n]{0,80}\bfails?\b[^\n]{0,120}\bmacos \d\d\.\d[^\n]{0,80}\bwork(?:s"
        r"|ed|ing) (?:fine|correctly|well)\b"
        r"|(?:macos|sonoma|sequoia) ?[12]\d\.\d+ ?(?:->|→) ?[12]\d\.\d+",
        needles=(
            "update",
            "updating",
            "upgrad",
            "was ",
            "were ",
            "worked",
            "works ",
            "working ",
            "->",
            "→",
        ),
    ),
    told(
        "since-macos-update",
        _WITH_A_RELEASE,
        needles=(
            *words("since after install updat upgrad revert beta monterey ventura sonoma"),
            *words("sequoia tahoe macos"),
            *(" got ", "back to ", " on 1", " on 2", "under 1", "under 2", "with the "),
        ),
        along=_OF_COMPUTING,
    ),
    told(
        "memory-grows",
        r"\b(?:memory|ram|swap) (?:usage |use |consumption |used )?(?:keeps? |is |steadily "
        r"|constantly |slowly )?(?:grow|increas|ris|climb|leak)\w*"
        r"|memory (?:usage|use|consumption|footprint)(?: \w+){0,5} (?:grow|increas|ris"
        r"|climb|balloon)(?:s|es|ing|ed|ned|ning)\b"
        r"|memory (?:of|in|(?:us|allocat)ed by) [^\n.]{0,40}\b(?:grow|increas|ris|climb)"
        r"(?:s|es|ing)\b"
        r"|\b(?:mps|gpu|metal|ram)\b[^\n.]{0,24}\bleaks?\b"
        r"|memory leak|leaks? memory|(?:ram|memory)[^\n.]{0,30}until (?:it |oom|out of memory"
        r"|the system|swap)",
        needles="memory ram leak",
        unless=_OF_AN_OPTION,
    ),
    told(
        "memory-grows",
        r"\b(?:memory|ram|swap)\b[^\n.]{0,40}\b(?:(?:goes|going|went|creeps|shoots|fills?) up"
        r"|accumulat(?:es?|ed|ing|ion)|piles up|(?:never|not|\w+n't) (?:\w+ )?(?:released?"
        r"|freed?|given back|reclaimed|returned))\b"
        r"|内存(?:泄漏|泄露|[^\n]{0,24}(?:增长|增加|上涨|暴涨))|メモリリーク",
        needles=("memory", "ram ", "swap", "内存", "メモリ"),
        along=ON_MPS,
    ),
    told(
        "out-of-memory",
        rf"\bmps\b{_NOT_DENIED}{{0,60}}\b(?:oom(?:s|ed|ing)?|out of memory)\b{_NO_TASK}"
        rf"|^{_NOT_DENIED}{{0,80}}\boom(?:s|ed)?\b{_NO_TASK}{_NOT_DENIED}{{0,40}}"
        r"\b(?:on|with|using) (?:the )?mps\b|\bmps\b[^\n]{0,60}(?:内存溢出|内存不足|显存不足"
        r"|(?:内存|显存)爆|爆(?:内存|显存))",
    ),
    told(
        "out-of-memory",
        r"(?<!cuda )\b(?:(?:runs?|ran|running|goes|went) out of (?:(?:system|unified|gpu"
        r"|video|physical) )?(?:memory|ram)\b|(?:not|n't) (?:\w+ )?enough (?:(?:unified|gpu"
        r"|free) )?(?:memory|ram)\b|insufficient memory\b|(?:hits?|reach(?:es|ed)?"
        r"|exceeds?) the memory limit\b|memory (?:is |was )?exhausted\b|exhaust(?:s|ed) (?:the "
        r"|all )?(?:memory|ram)\b|needs more (?:memory|ram) than\b|(?:needs?|takes?|took|uses?"
        r"|wants?) (?:far |way )?too much (?:memory|ram)\b|killed by (?:macos|the (?:system|os"
        r"|kernel))\b[^\n.;]{0,40}\b(?:memory|ram)\b"
        rf"|out-of-memory\b{_NO_TASK})",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "memory-grows",
        r"\b(?:each|every) (?:epoch|step|iteration|batch|generation|call|request|image)\b"
        r"[^\n.]{0,40}\b(?:more (?:memory|ram|[gm]i?b)|[gm]i?b more)\b"
        r"|\bgrow(?:s|ing)? without (?:bounds?|limit|end)\b"
        r"|\bunbounded (?:\w+ ){0,3}?(?:growth|memory|rss|ram)\b|\b(?:rss|memory) growth\b"
        r"|\b(?:grows?|swells?|balloons?) to \d+ ?gi?b\b"
        r"|\b(?:memory|ram|swap)(?: \w+)? (?:is )?(?:rising|growing|climbing|increasing)\b",
        along=ON_MPS,
        unless=_OF_AN_OPTION,
    ),
    told(
        "fixed-by-macos-update",
        r"\b(?:updat|upgrad)\w+ (?:to )?(?:a newer |the latest )?mac ?os[^\n.,;]{0,24}\b(?:fixe[sd]"
        r"|resolve[sd]|solve[sd]|cure[sd])\b"
        r"|\b(?:fixed|resolved|solved|cured) (?:it |this )?(?:by|with|after) (?:updat"
        r"|upgrad)\w+ (?:to )?mac ?os\b",
    ),
    told(
        "import-hangs",
        r"import torch`?[^\n.]{0,40}\b(?:hangs?|stuck|freezes?|never (?:returns?|finishes)"
        r"|does not (?:return|come back)|takes forever)"
        r"|(?:hangs?|stuck|freezes?)(?:(?!\bafter\b)[^\n.]){0,30}import torch",
    ),
    told(
        "slower-than-cpu",
        rf"{GPU}(?:(?!\bcpu\b[^\n.,;]{{0,12}}[,;]? but slow\b)[^\n.]){{0,60}}\bslow(?:er)?\b"
        rf"|\bslow(?:er)?\b[^\n.]{{0,40}}{GPU}"
        r"|\bslower than\b|\bperformance\b[^\n.]{0,40}\d ?x (?:worse|slower)\b"
        r"|\bperformance (?:regressions?|drops?|degradation|decrease)\b",
    ),
    told(
        "segfault-with-openmp-package",
        r"\bseg(?:mentation)?[ -]?fault|memory fault|exc_bad_access|sigsegv|\bcode 139\b",
        needles="sklearn scikit-learn faiss libomp openmp omp_num_threads lightgbm xgboost "
        "catboost",
        by_line=False,
    ),
    told(
        "float64-on-gpu",
        r"\bmps\b[^\n.]{0,60}\b(?:float64|double precision)\b[^\n.]{0,40}\b(?:crash\w*|fail\w*"
        r"|errors?|unsupported|not support\w*|tensors|buffers)"
        r"|\b(?:float64|double precision)\b[^\n.]{0,40}\b(?:crash\w*|fail\w*|errors?|unsupported"
        r"|not support\w*|tensors|buffers)\b[^\n.]{0,60}\bmps\b",
    ),
    told(
        "crash-on-gpu",
        r"\b(?:bus error|segfault|segmentation fault|kernel (?:crash|die)\w*|crash(?:es|ed)?)\b"
        r"[^\n.]{0,60}\b(?:with|on|using|in) (?:the )?(?:apple(?:'s)? )?mps(?:graph)?\b"
        r"|\babort(?:s|ed|ing)? (?:in|inside|within) (?:the )?(?:mpsgraph|mps|metal)\b"
        rf"|\bmps(?:graph)?\b{_OF_IT}{{0,60}}\b(?:crash(?:es|ed)|keeps crashing|segfaults"
        rf"|core dumps|aborts)\b(?! (?:before|earlier|reports?|logs?))"
        r"|\bmps\b[^\n.]{0,30}\b(?:causes?|triggers?|leads to|results in)\b"
        rf"{_NOT_DENIED}{{0,40}}\b(?:crash(?:es)?|segfaults?|aborts?)\b",
        unless=DENIED,
    ),
    told(
        "crash-on-gpu",
        _CRASH_WITH_A_RELEASE,
        needles="dies crash abort segfault reboot restart freez panic bus",
        along=_OF_COMPUTING,
        unless=DENIED,
    ),
    told(
        "crash-on-gpu",
        r"\b(?:hangs|freezes|is hanging|gets stuck|(?:runs|running) forever|never (?:returns"
        r"|finish(?:es)?)|(?:can't|cannot|does not|doesn't) finish)\b|卡住|卡死|崩溃|闪退",
        along=_HANGS_WITH_MPS,
    ),
    told(
        "fails-on-gpu-only",
        rf"^{_OF_IT}{{0,80}}\b(?<!kernel )(?:fail(?:s|ed)?|errors?|exceptions?|raises?)\b"
        rf"{_OF_IT}{{0,60}}\b(?:on|with|using|when) (?:the )?(?:device ?= ?)?['\"]?mps\b"
        r"|\b(?:not|n't) (?:work|run|train|function)(?:s|ing|ning)?\b[^\n.]{0,40}\bmps\b",
        needles="fail error exception raise work run",
        along=(
            r"\b(?:works?|runs?|succeed(?:s|ed)|no (?:errors?|problems?))\b[^\n.]{0,60}\bcpu\b"
            r"|\bcpu\b[^\n.]{0,24}\b(?:works?|runs?|succeed(?:s|ed)|fine|ok|no (?:errors?"
            r"|problems?))\b"
        ),
    ),
    told(
        "bus-error",
        r"\bsigbus\b|\bbus error\b|\b(?:z|ba)?sh: (?:abort|segmentation fault|trace trap)\b",
    ),
    told(
        "two-openmp-copies",
        r"\bopenmp (?:and|as well as|besides) (?:the )?\w+ openmp\b|\bboth libi?omp\d?\b"
        r"|libi?omp5? copies(?: loaded)?:? ?[2-9]|(?:two|2|several|multiple|second) (?:copies"
        r"|instances|versions|copy) of (?:the )?(?:lib(?:i?omp|gomp)|openmp)"
        r"|\b(?:two|several|multiple|duplicate|second) (?:libi?omp|openmp)s?\b(?! threads)"
        r"|\b(?:libi?omp|openmp)\b[^\n.]{0,20} (?:conflicts?|clash(?:es)?|double[- ]load)\b"
        r"|\(own copy in torch/lib\)|@loader_path/lib(?:i?omp)[\w.]{0,12}",
        needles="libomp libiomp libgomp openmp",
    ),
    told(
        "openmp-workaround",
        r"\bkmp_duplicate_lib_ok\b[^\n]{0,40}\b(?:fix|solv|help|work|avoid|prevent)\w*"
        r"|\b(?:fix|solv|help|work)\w*[^\n]{0,40}\bkmp_duplicate_lib_ok\b",
    ),
    told(
        "torch-said-to-be-installed",
        r"\bpip3? (?:list|show|freeze)\b[^\n.]{0,40}\b(?:shows?|says?|lists?|has)\b[^\n.]{0,20}"
        r"\btorch\b"
        r"|\btorch (?:is|was|has been) (?:already |successfully |correctly )?installed\b"
        r"|\b(?:already|successfully|did|have) (?:pip )?install(?:ed)? (?:py)?torch\b",
    ),
    told(
        "mps-missing-in-guest",
        r"(?:graphics|gpu|metal|mps)[^\n]{0,30}(?:none listed|not listed|not visible)"
        r"|no (?:mps|metal|gpu)\b[^\n.]{0,20}(?:in|inside) (?:the |a )?(?:vm|guest)",
    ),
    told(
        "newest-torch-is-2.2.2",
        r"(?:newest|latest|highest|max(?:imum)?|last|only)[^\n.]{0,64}?\b2\.2\.2"
        r"|up to (?:torch |version )?2\.2\.2"
        r"|2\.2\.[2x] (?:is|was|will be) the (?:latest|last|newest)"
        rf"|torch\b(?:[^\n.]|\.\d){{0,40}}(?:\b(?:stopped|dropped|ended|cannot|no longer"
        rf"|not(?! (?:crash|tested|slow|hang|freez|fail)))\b|\bdeprecat\w+|n't\b)(?:[^\n.]"
        rf"|\.\d){{0,30}}?{_INTEL_MACS}"
        rf"|\b(?:last|latest|newest) (?:[^\n.]|\.\d){{0,30}}torch\b[^\n.]{{0,12}}?{_INTEL_MACS}"
        r"|torch\b(?=[^\n]*\b(?:last|latest|newest|only|max\w*|up to|pin\w*|cap\w*|limit\w*|until"
        r"|stuck|restrict\w*|drop\w*|support\w*|older|can (?:be )?install\w*|no (?:newer|longer"
        r"|wheels?)|not (?:newer|available|install\w*)|for)\b)"
        rf"[^\n]{{0,20}}\b2\.2\b[^\n]{{0,40}}{_INTEL_MACS}"
        rf"|{_INTEL_MACS}[^\n.]{{0,16}} torch\b[^\n.]{{0,24}}\b(?:no support|no wheels?)\b"
        r"|\b(?:py)?torch\b[^\n]{0,40}\bonly supports?\b[^\n]{0,30}\barm64\b[^\n]{0,60}"
        r"\b(?:my|mine is an|on an|this is an|have an) intel\b"
        r"|\btorch\b[^\n]{0,80}\bintel(?:[ -]based)? macs?\b[^\n.]{0,20}(?:\b(?:not|cannot"
        r"|no longer|unable)\b|n't\b)[^\n.]{0,24}\b(?:install|support|get|use)",
    ),
    told(
        "torch-for-arm-only",
        r"\btorch\b[^\n]{0,80}\bonly\b[^\n]{0,20}\b(?:for|on|support\w*|provid\w+|ships?|has)\b"
        r"[^\n]{0,24}\b(?:arm64|arm|apple silicon)\b",
        needles=(" arm", "apple silicon"),
    ),
    told(
        "ddp-on-mac",
        r"strategy ?= ?['\"]?(?:ddp|fsdp|deepspeed)|\bbackend ?= ?['\"]nccl['\"]"
        r"|init_process_group\(\s?['\"]nccl",
        needles="ddp nccl torchrun",
    ),
    told(
        "loaded-elsewhere",
        r"\bmap_location\b[^\n.;]{0,24}\b(?:fix|help|solve|did the trick)\w*"
        r"|\b(?:fix|solv|help)\w*[^\n.;]{0,24}\bmap_location\b",
        along=ON_MAC,
    ),
    told(
        "loaded-elsewhere",
        r"\b(?:saved|trained|serialized) (?:on|with|for|by) (?:a )?(?:cuda|gpus?|nvidia|colab"
        r"|mps)\b[^\n.]{0,60}(?:\b(?:cannot|fails?|failed|errors?|unable|not)\b|n't\b)"
        r"[^\n.]{0,40}\b(?:load\w*|open(?:ed)?|restor\w*)",
        along=ON_MAC,
    ),
    told(
        "loaded-elsewhere",
        r"(?:saved|trained)(?: on)?:?[^\n]{0,40}\b(?:mps|mac"
        r"|apple)[^\n]{0,60}\n?[^\n]{0,20}\bload(?:s|ed|ing)?\b"
        r"|\b(?:saved|trained|written|exported|pickled) on (?:an? |the |my )?(?:mps|mac|apple"
        r"|m[1-5])\b[^\n]{0,60}(?:\b(?:cannot|can't|not)|n't) (?:be )?(?:read|opened|loaded"
        r"|restored)\b",
        needles=("saved on", "trained on", "written on", "exported on", "pickled on"),
        by_line=False,
        along=speaking(without=r"\b(?:size mismatch|missing keys?|loads in|load(?:s|ed) fine)\b"),
    ),
)
