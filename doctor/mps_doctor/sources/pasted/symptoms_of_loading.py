"""Symptoms of loading torch, told in words: imports, copies of its companions, its variables."""

from __future__ import annotations

from mps_doctor.sources.pasted.symptom_kinds import DENIED, HELPED, NOT, TORCH, sentence, told

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
_COMPANION = r"\btorch(?:vision|audio|text)\b"
_FALLBACK = r"\b(?:pytorch_enable_)?mps[_ ]fallback\b|\bfallback (?:env\w* )?(?:variable|flag)\b"
_WATERMARK = r"\b(?:pytorch_mps_(?:high|low)_)?watermark(?:_ratio)?\b"
_RELEASE = r"(?:1\.1\d|2\.\d{1,2})\.\d"

LOADING = (
    told(
        "import-hangs",
        "import",
        sentence(
            _IMPORT,
            _HANGS,
            without=r"\b(?:mps|cuda|after import\w*|download\w*|training|dataloader|workers?)\b"
            r"|\b(?:no longer|used to) (?:hang|freeze|block)",
        ),
        unless=DENIED,
    ),
    told(
        "companion-of-a-source-tree",
        "checkout checked tree clone branch folder directory",
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
        ("cd vision", "cd torchvision", "cd audio", "cd torchaudio", "cd text"),
        r"\bcd (?:torch)?(?:vision|audio|text)/?\s{1,4}(?:&& ?|; ?|[$%#>] ?){0,2}python3?\b"
        r"[^\n]{0,30}\bimport torch(?:vision|audio|text)\b",
        by_line=False,
    ),
    told(
        "companion-of-a-source-tree",
        ("torch.hub", "hub cache", "torch/hub"),
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
        "wheel release nightly broke import package build",
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
    ),
    told(
        "torch-release-broken",
        "wheel import rpath dylib lib published",
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
        "nightly nightlies",
        r"\bnightl(?:y|ies)\b[^\n]{0,60}\b(?:last week's|yesterday's|the previous|the one"
        r" before|an? (?:older|earlier))\b[^\n.]{0,24}\b(?:(?:was|is|were|are) (?:still )?"
        r"(?:fine|ok|good|right)|works|worked)\b",
    ),
    told(
        "fallback-set-too-late",
        "fallback",
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
        "watermark ratio",
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
        "kmp_duplicate_lib_ok",
        r"\bkmp_duplicate_lib_ok\b[^\n]{0,24}\b(?:makes?|made|lets?|gets?|got) (?:it|this|me"
        r"|everything|the \w+) (?:\w+ )?(?:run|start|work|import|rid|past)",
    ),
    told(
        "openmp-with-torch",
        "lightgbm xgboost catboost faiss scikit-learn sklearn hdbscan umap",
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
        ("numpy 2", "numpy2", "numpy==2", "numpy>=2"),
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
        "torchvision torchaudio torchtext",
        sentence(
            r"\b(?:upgrad\w+|updat\w+|install (?:-u|--upgrade))\b[^\n.!?]{0,12}\b(?:py)?torch\b",
            rf"\bimport\w*\b[^\n.!?]{{0,12}}{_COMPANION}|{_COMPANION}[^\n.!?]{{0,8}}\bimport",
            r"\b(?:broke|broken|breaks|fails?|failed|errors?|raises?)\b",
        )
        + r"|\btorch(?:vision|audio|text)\b[^\n。]{0,40}版本[^\n。]{0,8}(?:不(?:匹配|兼容|一致|对应"
        r"|符)|冲突)|\btorch(?:vision|audio|text)\b[^\n]{0,30}バージョン[^\n]{0,10}合",
    ),
)
"""In the order in which they are tried, before what tells of operators in general."""
