"""Symptoms of how things were set up, and of loading torch, told in words.

`SET_UPS`: Pythons, imports, variables, systems, in one sentence.  `LOADING`: imports, copies of
torch's companions, its variables.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import FLAGS, sentence, told
from mps_doctor.sources.pasted.symptom_words import (
    COMPANION,
    DENIED,
    HELPED,
    MISTOLD,
    NOT,
    ON_MPS,
    TORCH,
)

_SYSTEM = r"(?:mac ?os )?(?:1[2-5]|2[67])\.\d(?:\.\d)?(?![\d.]*\d)"
_GOOD = r"(?:good|fine|ok(?:ay)?|correct|right|works?|worked|clean|perfect|runs?|ran)"
_BAD = r"(?:black|bad|wrong|noise|noisy|broken|garbage|crash\w*|fails?|gr[ae]y|green|nonsense)"
_TORCH_MISSING = late(
    r"\bno module named ['\"]?torch\b(?!\.\w)|\bimport torch\b[^\n]{0,24}\b(?:fails?|error)"
    rf"|{TORCH}[^\n.]{{0,16}}(?:\bnot|n't) (?:be )?(?:found|there|installed|imported)\b",
    FLAGS,
)
"""What says that torch is not there."""
_IMPORT = (
    r"\bimport(?:ing|s)?[ `'\"]{1,2}torch\b|\bimport of torch\b|\btorch (?:is|gets) imported\b"
)

_INTEL = r"\b(?:x86(?:[-_]64)?|intel|i386|osx-64)\b"
_ARM = r"\b(?:arm64|arm|aarch64|apple silicon|osx-arm64|native)\b"
_FILE = r"(?:\.so\b|\.dylib\b|\b(?:wheels?|packages?|librar(?:y|ies)|extensions?|modules?)\b)"
_PROCESS = r"\b(?:python(?: ?3[\d.]*)?|interpreter|process|venv|env|environment)\b"


def _of_two(one: str, other: str) -> str:
    """Return what says that a file is of one architecture, and what loads it of the other."""
    runs = rf"{_PROCESS}[^\n,.]{{0,16}}\b(?:is|was|are|itself|runs|:)\b[^\n,.]{{0,16}}{other}"
    return (
        rf"{_FILE}[^\n]{{0,40}}{one}[^\n]{{0,60}}{runs}"
        rf"|{runs}[^\n]{{0,60}}{_FILE}[^\n]{{0,24}}{one}"
        rf"|{one} {_FILE}[^\n.]{{0,30}}\b(?:in|inside|into|for) (?:an?|the|my) {other} {_PROCESS}"
        rf"|\bhalf\b[^\n.]{{0,40}}{one}(?! macs?\b)[^\n.]{{0,60}}\bhalf\b[^\n.]{{0,24}}{other}"
        rf"|\b(?:runs?|running|start(?:s|ed)) as (?:an? )?{one}[^\n.]{{0,40}}(?:\b(?:cannot"
        rf"|can not)|n't) (?:load|import|open) (?:the |an? )?{other}"
        rf"|\bmix(?:ed|es|ing|ture)? (?:of )?{one}[^\n.]{{0,24}}\b(?:and|with)\b[^\n.]{{0,12}}"
        rf"{other} (?:{_FILE}|binar(?:y|ies)|builds?|env\w*|software)"
    )


SET_UPS = (
    told(
        "two-architectures",
        f"{_of_two(_INTEL, _ARM)}|{_of_two(_ARM, _INTEL)}",
        needles="x86 intel i386 osx-64",
        along=(
            r"\b(?:dlopen|dyld|built for|compiled for|load(?:s|able|ed)?|import(?:s|ing)?"
            r"|architectures?|mix\w*|half|wrong|broken?|clean|fix\w*|reinstall\w*|error)\b"
        ),
        unless=DENIED,
    ),
    told(
        "two-architectures",
        rf"{_FILE}[^\n.]{{0,24}}\b(?:is|are) (?:all )?(?:for|of) the (?:wrong|other) (?:cpu"
        r"|processor|arch\w*)\b|\bmixed (?:env|environment|venv|architectures)\b",
        needles=".so dylib wheel arch",
        along=r"\b(?:dlopen|dyld|x86(?:_64)?|arm64|intel)\b",
        unless=DENIED,
    ),
    told(
        "fallback-set-too-late",
        r"\b(?:pytorch_enable_)?mps_fallback\b[^\n]{0,80}\b(?:below|beneath|underneath|behind)\b"
        r"[^\n]{0,20}\bimport"
        r"|\bfallback (?:env\w* )?(?:variable|setting|flag)\b[^\n]{0,80}\b(?:no effect|ignored"
        r"|not (?:seen|read|used|picked up)|too late)\b[^\n]{0,80}\b(?:before|after)\b"
        r"[^\n]{0,16}\bimport",
    ),
    told(
        "float8-on-gpu",
        r"\b(?:float8(?:_\w+)?|fp8)\b[^\n.;]{0,24}(?:\bcan(?:not|'t| not)|\bcould(?: not|n't))"
        r" (?:be )?(?:put|moved?|loaded|load|used?|cast|converted|sent|transferred|go)\b"
        r"[^\n.;]{0,16}\b(?:mps|metal)\b",
        needles="float8 fp8",
        unless=DENIED,
    ),
    told(
        "memory-grows",
        r"\b(?:memory|ram|rss|footprint|swap|process)\b[^\n]{0,40}?(?:\d[\d.,]* ?[gm]i?b?"
        r" ?(?:->|→) ?){2,8}\d[\d.,]* ?[gm]i?b\b",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "since-macos-update",
        rf"\bfrom {_SYSTEM} to {_SYSTEM}[^\n]{{0,80}}\b{_BAD}\b"
        rf"|\b{_SYSTEM}[^\n.]{{0,60}}\b(?:panic\w*|crash\w*|{_BAD})\b[^\n]{{0,40}}[;,.] ?on "
        rf"{_SYSTEM} (?:it|all|everything) (?:was|is|ran|runs|works|worked)\b"
        rf"|\bsince {_SYSTEM}[^\n]{{0,120}}\b(?:1[2-5]|2[67])\.\d(?:\.\d)?\b[^\n.]{{0,16}}"
        rf"\b{_GOOD}\b"
        rf"|\b{_SYSTEM}[:,]? (?:\w+ )?{_GOOD}\b[^\n]{{0,24}}[,;] ?{_SYSTEM}[:,]? (?:\w+ )?{_BAD}\b"
        r"|\b(?:updat|upgrad)ed\b[^\n.]{0,24}\bto (?:mac ?os )?(?:1[2-5]|2[67]|sonoma|sequoia"
        r"|tahoe|ventura)\b[^\n]{0,60}\b(?:this morning|since then|afterwards|after that|now"
        r"|today)\b[^\n]{0,160}\b(?:still|before)\b",
        needles="since upgraded updated good fine worked ran right clean from on",
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
        "kernel-of-another-python",
        r"\b(?:pip3?|install(?:ed|s)?|put|went)\b[^\n]{0,60}\bpython ?3\.(\d{1,2})\b[^\n]{0,80}"
        r"\b(?:runs?|us(?:es|ing)|scripts?|starts?|started|calls?)\b[^\n]{0,30}"
        r"\bpython ?3\.(?!\1\b)\d{1,2}"
        r"|\bwhich pip3?\b[^\n]{0,40}\b(?:differ|different|not the same|another)\b"
        r"|\binterpreter\b[^\n]{0,60}\btorch\b[^\n]{0,24}\b(?:installed|is|went) (?:only )?(?:in"
        r"|into|to)\b[^\n]{0,16}\b(?:venv|env\w*|conda|base|homebrew|brew|other)\b",
        along=TORCH,
    ),
    told(
        "kernel-of-another-python",
        sentence(
            r"\bpip3?(?:'s)? (?:installs? (?:in|into|for|to)|belongs? to|points? to|goes (?:in)?to"
            r"|is (?:that|the one|for|from|of|linked|tied|bound))\b",
            r"\bpython3? (?:is|points|uses|belongs|runs|comes|resolves|the one|that)\b",
            without=r"\bthe same\b|\bso that\b|\bif\b",
        ),
        along=_TORCH_MISSING,
    ),
    told(
        "kernel-of-another-python",
        r"\bwhich pip3?\b[^\n/~]{0,24}\n?[^\n/~]{0,8}([/~]\S{1,120})/pip[\d.]*\b[\s\S]{0,200}?"
        r"\bwhich python3?\b[^\n/~]{0,24}\n?[^\n/~]{0,8}(?!\1/)[/~]\S{1,120}/python"
        r"|\bwhich python3?\b[^\n/~]{0,24}\n?[^\n/~]{0,8}([/~]\S{1,120})/python[\d.]*\b"
        r"[\s\S]{0,200}?\bwhich pip3?\b[^\n/~]{0,24}\n?[^\n/~]{0,8}(?!\2/)[/~]\S{1,120}/pip",
        needles=("which pip",),
        by_line=False,
        along=_TORCH_MISSING,
    ),
    told(
        "killed-at-import",
        rf"(?:{_IMPORT})['\"`)]{{0,3}}[^\n]{{0,24}}(?:\n[^\n]{{0,20}})?\b(?:echo \$\?|exit(?:ed|s)?"
        r"(?: with)?(?: code| status)?)\W{1,6}-?(?:13[2-9]|4|5|6|9|10|11)\b",
        needles=("import torch", "importing torch"),
        by_line=False,
    ),
    told(
        "import-hangs",
        rf"\b(?:blocks|sits|waits|hangs|is stuck|got stuck|stalls) (?:in|at|on|during) [`'\"]?"
        rf"(?:{_IMPORT})|(?:{_IMPORT})[`'\"]? (?:takes|took) (?:forever|ages|hours|half an hour)",
        needles=("import torch", "importing torch"),
    ),
    told(
        "import-raises",
        rf"(?:{_IMPORT})[`'\"]?[^\n.]{{0,12}}\b(?:raises|throws|gives|fails with|ends (?:with|in)"
        r"|stops with)\b[^\n.]{0,8}\b(?:value|type|runtime|os|system|syntax|name|key|assertion"
        r"|memory|unicode\w{0,12}|index|recursion|notimplemented|permission)(?:error)?\b",
        needles=("import torch", "importing torch"),
    ),
    told(
        "mps-function-newer",
        r"\btorch\.mps\.\w+\b[^\n]{0,24}\b(?:fails?|breaks|stops) (?:with|in|on|under) (?:torch )?"
        r"(?:1|2)\.\d{1,2}\b[^\n]{0,12}\bno attribute\b",
    ),
    told(
        "companion-of-a-source-tree",
        rf"(?:__file__ (?:of|for) {COMPANION}|{COMPANION}\."
        r"__file__)\b[^\n/~]{0,12}(?![^\s]{0,200}(?:site|dist)-packages)[~/]\S{1,200}"
        rf"/{COMPANION}/",
    ),
    told(
        "openmp-header-told",
        sentence(
            r"\bomp\.h\b",
            rf"(?:{NOT}|\b(?:needs?|wants?|asks? for|where)\b)",
            without=r"\bno (?:problem|error)s?\b|\bfound it\b",
        ),
        along=rf"{TORCH}|\btorch\.compile\b|\binductor\b",
    ),
    told(
        "newest-torch-is-2.2.2",
        r"\b(?:leaves|keeps|stays|remains|stuck|ends|stops|stopped|sticks)\b[^\n.]{0,16}\b(?:at"
        r"|on|with) (?:torch )?(?:version )?2\.2\.2\b",
        along=TORCH,
    ),
)


_IMPORT = (
    r"(?:\bimport(?:ing|s)?[ `'\"]{1,2}(?:py)?torch\b(?!\.\w)|\b(?:py)?torch['`\"]? import\b"
    r"|\bimport of (?:py)?torch\b|\bloading (?:py)?torch\b(?! ?(?:model|hub|weight|check|script"
    r"|\w+s\b))|\b(?:py)?torch (?:is|gets) imported\b)"
)
_HANGS = (
    r"(?:\b(?:runs?|waits?|sits) for (?:an hour|hours|minutes|ages)\b|卡着|卡在|\b(?:hangs?|hung"
    r"|stuck|freezes?|frozen|stalls?|blocks|forever)\b|(?:\b(?:never|not)|n't) (?:\w+ )?(?:returns?"
    r"|finish\w*|ends?|complete\w*|come back|get past|gets past|got past)\b|\bnothing (?:happens"
    r"|more|comes)\b|卡住|卡死|没有反应|固まる)"
)
_COPY = (
    r"\b(?:checkout|checked out|source tree|clone|cloned|main branch|master branch|source (?:folder"
    r"|directory))\b"
)
_COMPANION = rf"\b{COMPANION}\b"
_FALLBACK = r"\b(?:pytorch_enable_)?mps[_ ]fallback\b|\bfallback (?:env\w* )?(?:variable|flag)\b"
_WATERMARK = r"\b(?:pytorch_mps_(?:high|low)_)?watermark(?:_ratio)?\b"
_RELEASE = r"(?:1\.1\d|2\.\d{1,2})\.\d"

LOADING = (
    told(
        "import-hangs",
        sentence(
            _IMPORT,
            _HANGS,
            without=r"\b(?:mps|cuda|after import\w*|download\w*|training|dataloader|workers?)\b"
            r"|\b(?:no longer|used to) (?:hang|freeze|block)",
        ),
        needles="import",
        unless=DENIED,
    ),
    told(
        "companion-of-a-source-tree",
        sentence(
            _COMPANION,
            _COPY,
            r"\b(?:import\w*|shadow\w*|hides?|loads?|loaded|takes?|taken|picks?|picked|points?"
            r"|pointed|instead|found first)\b",
            without=r"\b(?:built|build|compil\w+|install(?:ed|ing) from|works?|fine)\b"
            r"|\bclone (?:this|the|it|our)\b",
        ),
    ),
    told(
        "companion-of-a-source-tree",
        r"\bcd (?:torch)?(?:vision|audio|text)/?\s{1,4}(?:&& ?|; ?|[$%#>] ?){0,2}python3?\b"
        rf"[^\n]{{0,30}}\bimport {COMPANION}\b",
        needles=("cd vision", "cd torchvision", "cd audio", "cd torchaudio", "cd text"),
        by_line=False,
    ),
    told(
        "companion-of-a-source-tree",
        sentence(
            r"\btorch\.hub\b|\bhub cache\b|\btorch/hub/",
            r"\bpytorch[/_]vision|\btorchvision\b|\bvision main\b",
            r"\btorchvision::\w+|\bno _c\b|\b(?:shadow|overrid|hid)\w+|\bsys\.path\b"
            r"|\binstead of the installed\b|\bnms\b",
            without=r"\bworks?\b",
        ),
    ),
    told(
        "torch-release-broken",
        rf"{TORCH}[^\n.]{{0,8}}({_RELEASE})[^\n;]{{0,40}}\b(?:broke|breaks|broken|fails?|failed"
        rf"|crash\w*)\b[^\n;]{{0,40}}\bimport\w*\b[^\n]{{0,60}}(?!\1){_RELEASE} (?:works?"
        r"|worked|is (?:fine|ok|good)|was (?:fine|ok|good)|imports)\b"
        rf"|{_IMPORT}[^\n]{{0,24}}\b(?:fails?|failed|crash\w*|errors?|raises?|broken"
        rf"|segfaults?)\b[^\n]{{0,24}}\b(?:since|with|in|on|after|from) (?:{TORCH} |version "
        rf"|v)?({_RELEASE})\b[^\n]{{0,120}}(?!\2){_RELEASE} (?:works?|worked|is (?:fine|ok"
        r"|good)|was (?:fine|ok|good)|imports)\b"
        r"|\b(?:dev20\d{6}|nightl(?:y|ies))\b[^\n]{0,24}\b(?:is|are) broken\b[^\n]{0,40}\b(?:use"
        r"|take|pin|go back to) [^\n]{0,12}dev20\d{6}"
        r"|\b(?:conda )?(?:build|package)\b[^\n.]{0,24}\b(?:of|for) (?:py)?torch\b"
        r"[^\n.;]{0,40}\bis broken\b[^\n]{0,24}\bbuild\b[^\n]{0,8}\bis (?:good|fine|ok)\b",
        needles="wheel release nightly broke import package build",
    ),
    told(
        "torch-release-broken",
        sentence(
            rf"{TORCH}|\bwheels?\b|\brelease\b",
            r"\b(?:wheels?|import\w*|rpath|published)\b|\blib(?:omp|torch\w*|c10|shm)\b",
            rf"{_RELEASE}[^\n;]{{0,60}}\b(?:broken?|breaks|fails?|crash\w*|lacks?|misses|missing"
            r"|wrong|bad|cannot|symbol not found)\b",
            rf"(?:[,;]|\b(?:and|but|while|whereas)\b) ?(?:with |pip install torch==)?{_RELEASE}"
            r" (?:works?|worked|is (?:fine|ok|good)|was (?:fine|ok|good)|has (?:it|them)"
            r"|fixe[sd] (?:it|that|this)|imports)\b",
            without=r"\b(?:slow\w*|noise|black|images?|pictures?|loss|our (?:package|library))\b",
        ),
        along=TORCH,
    ),
    told(
        "nightly-broken",
        r"\bnightl(?:y|ies)\b[^\n]{0,60}\b(?:last week's|yesterday's|the previous|the one"
        r" before|an? (?:older|earlier))\b[^\n.]{0,24}\b(?:(?:was|is|were|are) (?:still )?"
        r"(?:fine|ok|good|right)|works|worked)\b",
    ),
    told(
        "fallback-set-too-late",
        sentence(
            _FALLBACK,
            r"\btoo (?:late|early)\b|\bat import time\b"
            rf"|{TORCH}[^\n.!?]{{0,16}}\b(?:imported|loaded)\b[^\n.!?]{{0,16}}\b(?:first|before"
            r"|earlier|already|by then|until)\b"
            rf"|\b(?:already|had|has) (?:imported|loaded) {TORCH}"
            rf"|\b(?:import|load)(?:ing|ed)? {TORCH} (?:later|afterwards|after it|too early"
            r"|first|already)\b|\b(?:ahead of|prior to|before|above) (?:the )?(?:first )?"
            r"(?:import\w*|loading)\b|\bit is imported (?:first|before)\b",
            without=r"\bstill\b|\bas it should\b|\b(?:stands|stood|comes|came|is) (?:set )?(?:above"
            r"|before)\b",
        )
        + "|"
        + sentence(
            _FALLBACK,
            r"\b(?:no (?:effect|change)|did nothing|does nothing|ignored|does not|doesn't|not"
            r" (?:seen|picked up|read)|still)\b",
            r"\bos\.environ\b[^\n!?]{0,80}\b(?:in the (?:script|notebook)|after|below|last line)\b"
            r"|\breactivat\w+|\brestarted the kernel\b|\bin main\(\)",
        )
        + r"|\bmps_fallback ?= ?['\"]?(?:true|yes|on)\b[^\n]{0,60}(?:\bno effect\b|\bignored\b"
        r"|\bmust be 1\b|\bonly 1\b|(?:\bnot|n't) (?:work|help|read|accepted))"
        r"|\bmps_fallback=1\b[^\n.]{0,40}\bnot (?:yet )?reactivated\b",
    ),
    told(
        "watermark-refused",
        sentence(
            _WATERMARK,
            rf"{TORCH} (?:then )?(?:complains|refuses|rejects|stops|does not accept|doesn't accept"
            r"|fails)\b|\b(?:remov\w+|unset\w*|delet\w+|dropp?\w*|comment\w* out)\b[^\n]{0,60}"
            rf"\bwatermark_ratio\b[^\n.!?]{{0,40}}(?:{HELPED}|\b(?:loads|starts|runs|works) again)"
            rf"|\b\w*low_watermark_ratio\b[^\n.!?]{{0,24}}{HELPED}"
            r"|\bmust not be (?:above|larger|greater|higher)\b"
            r"|\binvalid (?:high|low) watermark\b"
            r"|(?:high|low)_?watermark_ratio ?=? ?[^\n.!?]{0,40}\b(?:makes|made) (?:the|it"
            r"|torch)[^\n.!?]{0,24}\b(?:fail|crash|stop)\w*"
            r"|\bboth\b[^\n]{0,24}high_watermark_ratio\b[^\n]{0,24}low_watermark_ratio\b"
            r"[^\n!?]{0,40}\b(?:crash|fail|invalid|error)\w*",
            without=r"\b(?:out of memory|oom|swap\w*|freez\w*|slow\w*|lower)\b",
        )
        + r"|\blow (?:watermark )?ratio\b[^\n.]{0,16}\b(?:above|exceeds|larger than|greater than"
        r"|higher than)\b[^\n.]{0,8}\bhigh (?:watermark )?ratio\b",
        unless=DENIED,
    ),
    told(
        "openmp-workaround",
        r"\bkmp_duplicate_lib_ok\b[^\n]{0,24}\b(?:makes?|made|lets?|gets?|got) (?:it|this|me"
        r"|everything|the \w+) (?:\w+ )?(?:run|start|work|import|rid|past)",
    ),
    told(
        "openmp-with-torch",
        sentence(
            r"\b(?:lightgbm|xgboost|catboost|faiss\w*|scikit-learn|sklearn|hdbscan|umap)\b",
            TORCH,
            r"\b(?:segfault\w*|segmentation fault|crash\w*|kernel (?:dies|died|crash\w*)|sigsegv"
            r"|abort\w*|exc_bad_access)\b",
            r"\b(?:in (?:one|the same|a single) (?:notebook|script|process|program|session|env"
            r"|environment)|side by side|with [^\n.!?]{0,16}present|both (?:are|of them)|is present"
            r"|are present|(?:loaded|imported|used) next to)\b",
            without=r"\b(?:mps|cuda)\b",
        ),
    ),
    told(
        "numpy-2-with-old-torch",
        sentence(
            r"\bnumpy(?: |==|>=)?2(?:\.\d{1,2}){0,2}\b",
            r"\b(?:py)?torch ?(?:==|version )? ?(?:1\.\d{1,2}(?:\.\d)?|2\.[0-2](?:\.\d)?"
            r"|2)(?![.\d])",
            rf"{NOT}|\b(?:complain\w*|warn\w*|break\w*|broke|crash\w*|refus\w*|raises?)\b",
            without=r"\bworks? (?:fine|well|with)\b|\bno (?:warning|problem|error)s?\b",
        ),
    ),
    told(
        "companions-do-not-match",
        sentence(
            r"\b(?:upgrad\w+|updat\w+|install (?:-u|--upgrade))\b[^\n.!?]{0,12}\b(?:py)?torch\b",
            rf"\bimport\w*\b[^\n.!?]{{0,12}}{_COMPANION}|{_COMPANION}[^\n.!?]{{0,8}}\bimport",
            r"\b(?:broke|broken|breaks|fails?|failed|errors?|raises?)\b",
        )
        + rf"|\b{COMPANION}\b[^\n。]{{0,40}}版本[^\n。]{{0,8}}(?:不(?:匹配|兼容|一致|对应"
        rf"|符)|冲突)|\b{COMPANION}\b[^\n]{{0,30}}バージョン[^\n]{{0,10}}合",
    ),
)
