"""Symptoms of packages that must fit torch: torchvision, torchaudio, NumPy; told in words.

"I upgraded torch only", "torchvision comes from a checkout", "NumPy below 2 helped".
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import sentence, told, words
from mps_doctor.pasted.symptom_words import (
    ABOUT_TORCH,
    COMPANION,
    HELPED,
    NEWER_TORCH,
    NOT,
    NOT_OR_FAILS,
    TORCH,
    TORCH_OR_COMPANION,
)

_COMPANION = r"\btorch(?:vision|audio|text|data|codec)\b"
_NAMED_COMPANION = rf"\b{COMPANION}\b"
_COPY = (
    r"\b(?:checkout|checked out|source tree|clone|cloned|main branch|master branch|source (?:folder"
    r"|directory))\b"
)
_EXTENSION = (
    r"\b(?:mmcv|torch[-_](?:scatter|sparse|cluster|geometric)|detectron2|pytorch3d|natten"
    r"|pyg[-_]lib|fairseq|apex|torch(?:vision|audio|text|codec))\b"
)
_FAILS = (
    r"(?:\b(?:fail(?:s|ed|ing)?|errors?|crash\w*|broke|broken|missing|does not|nothing|not)\b"
    r"|n't\b)"
)
_VISION_OR_AUDIO = r"\b(?:torch)?(?:vision|audio)\b"

COMPANIONS = (
    told(
        "companions-do-not-match",
        sentence(
            _COMPANION,
            rf"{TORCH}|\bnightly\b",
            r"\b(?:mismatch\w*|(?:not|n't) (?:match|fit|compatible|work with)|incompatib\w+"
            r"|(?:built|compiled|meant|made) (?:for|against|with) (?:an?other|a different|an old"
            r"|older)|different (?:versions?|channels?|builds?)|same version as"
            r"|versions?[^\n.!?]{0,30}\bdiffer\w*|align\w*|(?:out of|in) sync|(?:to|that) "
            r"match(?:es|ing)?)\b",
        )
        + "|"
        + sentence(
            _COMPANION,
            r"\b(?:nightly|upgrad\w+|updat\w+)\b",
            r"\b(?:kept|keeps?|still|old|older|stable|remain\w*)\b",
            r"(?:\bfail\w*|\berrors?|\bcannot|n't|\bbreaks?|\bbroke)\b",
        )
        + "|"
        + sentence(
            _COMPANION,
            rf"{TORCH}",
            r"\b(?:upgrad\w+|updat\w+|install\w+)\b[^\n.!?]{0,20}\btorch only\b|\bfrom defaults\b"
            r"|\b(?:compiled|built) (?:for|against|with) torch \d[\d.]*,? (?:but )?i have\b",
        ),
        needles="torchvision torchaudio torchtext torchcodec",
        along=ABOUT_TORCH,
    ),
    told(
        "numpy-below-2-helped",
        r"\b(?:downgrad\w+|pin\w*|cap\w*|need\w*|us(?:e|ing)|install\w*|roll\w* back)\b"
        r"[^\n.!?]{0,24}\bnumpy\b[^\n.!?]{0,12}(?:<|below|under|lower than|older than|before"
        r"|less than) ?= ?2?|\bnumpy ?(?:<|below|under|lower than|older than) ?2\b"
        r"|\bnumpy ?(?:version )?2\b[^\n.!?]{0,12}(?:\bnot|n't) (?:yet "
        r")?support\w*[^\n.!?]{0,12}\btorch\b"
        r"|\bnumpy ?>= ?2[^\n.!?]{0,12}\bbreaks? torch"
        r"|\bnumpy 2(?:\.\d){0,2}\b[^\n!?]{0,24}\btorch\b[^\n.!?]{0,12}(?:\d[\d.]*)?(?:(?!\b(?:no"
        r"|without)\b)[^\n.!?]){0,24}\b(?:complain\w*|warn\w*|breaks?|broke|fail\w*|crash\w*"
        r"|errors?)",
        needles="numpy",
        along=ABOUT_TORCH,
    ),
    told(
        "companion-of-a-source-tree",
        rf"\b{COMPANION}\b[^\n]{{0,24}}\b(?:imported|loaded) from ['\"`]?(?!\S{{0,200}}(?:site"
        rf"|dist)-packages)\S{{0,200}}{COMPANION}\b",
    ),
    told(
        "numpy-2-with-old-torch",
        sentence(
            r"\bnumpy\b[^\n\d.]{0,24}\b(?:now|is|at|to|upgraded)\b[^\n\d]{0,12}\b2\.\d",
            TORCH,
            NOT_OR_FAILS,
            without=r"\btorch (?:is |version )?(?:2\.[3-9]|2\.1\d)",
        ),
        along=TORCH,
    ),
    told(
        "companion-of-a-source-tree",
        rf"(?:__file__ (?:of|for) {COMPANION}|{COMPANION}\."
        r"__file__)\b[^\n/~]{0,12}(?![^\s]{0,200}(?:site|dist)-packages)[~/]\S{1,200}"
        rf"/{COMPANION}/",
    ),
    told(
        "numpy-2-with-old-torch",
        sentence(
            r"\bnumpy ?(?:version )?(?:>=|==)? ?v?2(?:\.[\dx]{1,2}){0,2}\b(?!\.)",
            TORCH_OR_COMPANION,
            r"(?:\b(?:not|incompatib\w+|unsupported|mismatch\w*|breaks?|broken?|fail\w*|crash\w*"
            r"|without|only)\b|n't\b)",
            without=NEWER_TORCH,
        )
        + r"|\b(?:downgrad\w+|pin(?:s|ned|ning)?|restrict\w*|forc\w+|limit\w*) (?:\w+ )?"
        r"numpy ?(?:version )?(?:to |at )?`?(?:<|<=|==)? ?v?(?:1\.|2\b(?! or))",
        along=TORCH_OR_COMPANION,
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
        "companion-of-a-source-tree",
        sentence(
            _NAMED_COMPANION,
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
            rf"\bimport\w*\b[^\n.!?]{{0,12}}{_NAMED_COMPANION}"
            rf"|{_NAMED_COMPANION}[^\n.!?]{{0,8}}\bimport",
            r"\b(?:broke|broken|breaks|fails?|failed|errors?|raises?)\b",
        )
        + rf"|\b{COMPANION}\b[^\n。]{{0,40}}版本[^\n。]{{0,8}}(?:不(?:匹配|兼容|一致|对应"
        rf"|符)|冲突)|\b{COMPANION}\b[^\n]{{0,30}}バージョン[^\n]{{0,10}}合",
    ),
    told(
        "companions-do-not-match",
        sentence(
            r"\btorch(?:vision|audio|text|data|codec)\b",
            TORCH,
            r"(?:\bnot|n't) (?:go|fit|belong|work) together\b|\bundefined symbols?\b"
            rf"|\bsymbol not found\b|\breinstall\w* both\b[^\n.!?]{{0,40}}{HELPED}",
        ),
        needles="torchvision torchaudio torchtext torchcodec",
    ),
    told(
        "companions-do-not-match",
        sentence(
            _EXTENSION,
            r"\b(?:compiled|built) (?:for|against|with) (?:an?other|a different|an old(?:er)?"
            r"|older|the (?:old|previous)) (?:version of )?torch\b",
        ),
    ),
    told(
        "numpy-below-2-helped",
        r"\bnumpy (?:must|has to|needs to|should|had to) be (?:<|below|older than|under) ?=? ?2"
        r"|\bnumpy ?(?:==)? ?1\.\d\d\b[^\n!?]{0,24}\b(?:since|because|as|for)\b[^\n!?]{0,12}"
        r"\btorch\b[^\n!?]{0,24}(?:\bnot|n't)\b[^\n!?]{0,24}\b2(?:\.x|\.0|\b)",
        beside="torch",
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
        "companions-do-not-match",
        sentence(
            _NAMED_COMPANION,
            r"\b(?:only|just) (?:upgraded|updated) (?:py)?torch\b|\b(?:upgraded?|updated?|upgrading"
            r"|updating) (?:only|just) (?:py)?torch\b"
            rf"|\bforgot {_NAMED_COMPANION}",
        )
        + rf"|\bwhich (?:version of )?{_NAMED_COMPANION}[^\n.?]{{0,24}}"
        r"\b(?:goes|fits|matches|works|belongs|is for)\b[^\n?]{0,30}\?(?=[^\n]*"
        + _FAILS
        + rf")|{_VISION_OR_AUDIO} (?:remained|stayed|was left|was kept|is still|stays) (?:at|on) "
        r"(?:version )?\d\.\d"
        rf"|\b(?:missing|undefined) (?:c\+\+ )?symbols? in {_NAMED_COMPANION}"
        r"|\b(?:built|compiled) (?:for|against|with) (?:py)?torch ?v?(\d\.\d{1,2})(?:\.\d)?"
        r"[^\n.]{0,24}\b(?:i have|mine is|i'm on|here is"
        r"|installed is) (?:torch )?(?!\1\b)\d\.\d"
        rf"|\bmatching (?:versions?|pair|releases?)\b[^\n.]{{0,24}}{HELPED}[^\n]{{0,60}}"
        + _NAMED_COMPANION,
        needles=(
            *words("torchvision torchaudio torchtext vision audio"),
            "for torch",
            "with torch",
        ),
        along=ABOUT_TORCH,
    ),
    told(
        "numpy-2-with-old-torch",
        r"\bnumpy (?:went|moved|jumped|was upgraded|is|got) (?:to|at)? ?(?:version )?(?:2"
        r"|two)\b(?!\.\d*[a-z]| times| orders| ?%)"
        r"|\btorch (?:1\.\d{1,2}|2\.[0-2])(?:\.\d)?\b[^\n.?]{0,24}\b(?:work|run|support|compatible"
        r"|go)\w* with (?:numpy ?)(?:2|two)\b"
        r"|\bnumpy ?(?:==)? ?['\"]?(?:1\.2\d(?:\.[\d*])?"
        r"|<=? ?2)['\"]?[^\n.]{0,24}\bbecause (?:py)?torch\b[^\n]{0,40}(?:\b(?:cannot|refus\w+"
        r"|fails?|breaks?|not)\b|n't\b)",
        along=ABOUT_TORCH,
    ),
)
