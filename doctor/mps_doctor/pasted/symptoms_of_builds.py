"""Symptoms of the wrong build of torch, or of one made here: for CUDA, without MPS, old Xcode.

"pip wants +cu121 on my Mac", "the conda-forge build has no mps", "the compiler is missing".
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import sentence, speaking, told, words
from mps_doctor.pasted.symptom_words import (
    ABOUT_INSTALLING,
    DENIED,
    FOR_MACS,
    HELPED,
    MAC,
    NOT,
    TORCH,
)

_CUDA_BUILD = (
    r"(?:(?<![\w.])(?:torch-)?\+?cu1[0-3]\d\b|\bcuda[ -](?:only[ -]|specific[ -]|enabled[ -])?"
    r"(?:wheels?|builds?|index(?:es)?|packages?|dependenc\w+|(?:version|variant)s? of (?:py)?torch"
    r"|(?:py)?torch)\b|\b(?:specif\w+|requires?|pins?|lists?|asks? for"
    r"|wants) (?:py)?torch with cuda\b|\bnvidia-(?!smi)[a-z]\w+|\bnvidia(?:[ -](?:specific"
    r"|only))? (?:packages?|wheels?|dependenc\w+|librar\w+)\b|\bpytorch-(?:gpu|cuda)\b"
    r"|\bcudatoolkit\b)"
)
_CUDA_INDEX = (
    r"(?:\b(?:whl/|index |source |pytorch-)cu1[0-3]\d\b|\bcu1[0-3]\d (?:index|command|url|wheels?"
    r"|builds?|repo\w*|source)\b|\bcuda \d\d\.\d (?:wheels?|index|builds?|repo\w*)|\b(?:goes to"
    r"|uses?|using|takes?|fetches|picks?|points? (?:at|to)) (?:the )?cu1[0-3]\d\b"
    r"|\btorch ?==? ?[\d.]{3,8}\+cu1[0-3]\d\b)(?![^\n]*(?:sys_platform|platform_system))"
)
_NOT_OFFERED = (
    r"\bno (?:matching |such )?(?:wheels?|distributions?|files?|candidates?)\b|\bfrom versions\b"
    r"|\bcould(?: not|n't) (?:find|install)\b|\bunable to find\b|\binstead of\b[^\n]{0,60}\?"
    r"|\bdoes(?: not|n't) exist\b|\bcandidatenotfound\b"
)
_ON_LINUX_ONLY = r"\bworks? (?:fine|well)\b|sys_platform ?== ?['\"](?:linux|win)|\bon linux\b"

BUILDS = (
    told(
        "cuda-build-for-mac",
        sentence(
            _CUDA_BUILD,
            MAC,
            rf"(?:{NOT}|\b(?:tr(?:y|ies|ied|ying) to|forc(?:e|es|ed|ing)|hard[- ]?cod\w+|wrong\w*"
            r"|skip\w*|breaks?|broken|unconditional\w*|unsatisfiable|even (?:on|when))\b)",
            without=r"\b(?:needs? nothing|not need to|not (?:needed|necessary|required|used)"
            r"|need no|optional|works? (?:fine|well)|no (?:problem|issue)s?)\b"
            r"|\bmps\b[^\n.]{0,40}\bslow|\bif (?:you|one|someone)\b",
        ),
        along=ABOUT_INSTALLING,
    ),
    told(
        "cuda-build-for-mac",
        r"\b(?:errors?|complain\w*|fail(?:s|ed)?|stuck|stops?|problems?|issues?|trouble|cannot find"
        r"|not find|n't find|missing|unavailable)\b[^\n.]{0,30}\b(?:cudatoolkit|pytorch-cuda)\b"
        r"|\bno (?:[\w.]+ ){0,4}(?:versions?|builds?|packages?) of (?:cudatoolkit|pytorch-cuda)\b"
        r"|\b(?:cudatoolkit|pytorch-cuda)\b[^\n.]{0,10}(?:[=<>]{1,2} ?[\d.]+\W{0,3})?[^\n.]{0,30}"
        r"(?:\bnot (?:be )?(?:found|available|compatible|resolved|installed)\b|n't (?:exist"
        r"|available)|\bfails?\b|\bmissing\b|\bunavailable\b|\berrors?\b)",
        along=MAC,
    ),
    told(
        "other-index-for-mac",
        sentence(
            r"\b(?:rocm[\d.]*|xpu)\b|\+cpu\b|\bwhl/cpu\b|\bcpu[- ]index\b|\bmirrors?\b",
            rf"{TORCH}|\btorch\d|\bindex\b",
            MAC,
            NOT,
        ),
        needles=(*words("rocm xpu +cpu whl/cpu mirror"), "cpu index"),
        along=ABOUT_INSTALLING,
    ),
    told(
        "other-index-for-mac",
        sentence(
            r"\btorch\S{0,12}\+cpu\b",
            MAC,
            r"(?:\b(?:not|never)|n't|\bno) (?:\w+ )?(?:support\w*|exist\w*|available|found"
            r"|published|provided|built)\b",
        ),
    ),
    told(
        "other-index-for-mac",
        r"\btorch(?:vision|audio)?\b['\"]?(?:\[\w+\])? ?[=~>]{1,2}[^\n;]{0,30}?"
        r"\d\.\d[\d.]{0,4}\+cpu\b(?![^\n]*(?:sys_platform|platform_\w+|marker))",
        along=speaking(
            MAC,
            rf"{NOT}|\b(?:candidates?|unsatisf\w+|conflict\w*)\b",
            without=r"\b(?:no longer|now (?:works?|installs?)|only (?:on|for) linux)\b",
        ),
    ),
    told(
        "torch-built-without-mps",
        rf"(?:{TORCH}|\bpy-pytorch\b)[^\n.!?]{{0,60}}\b(?:built|compiled|build|builds|package\w*)\b"
        r"[^\n.!?]{0,40}\b(?:without|no|lacks?) (?:mps|metal)\b"
        rf"|\b(?:build|package|version|wheel|binary)\b[^\n.!?]{{0,16}}\b{TORCH}"
        r"(?:[^\n.!?]|\.\d){0,40}\b(?:has|have|with|contains?) no mps\b"
        r"|\buse_mps ?= ?(?:0|off|no|false)\b",
        needles=("without mps", "without metal", "use_mps", "no mps", "mps support", "is_built"),
    ),
    told(
        "command-line-tools-needed",
        sentence(
            r"\b(?:xcode(?:-select --install| command[ -]line tools)?|command[ -]line tools)\b",
            r"\b(?:install\w*|missing|needed|required|not installed)\b",
            rf"(?:{HELPED}|\b(?:missing|needed|not (?:installed|found)|no compiler|fails?)\b)",
            without=r"\bxcode (?:projects?|generator|version)\b",
        ),
        along=r"\b(?:build\w*|compil\w*|wheels?|clang|setup\.py|install\w*)\b",
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
        "old-xcode-of-builder",
        r"\bxcode (?:version )?(?:[4-9](?:\.\d){0,2}|1[0-2](?:\.\d){0,2}|13(?:\.[0-2]){0,2})"
        r"(?![\d.]*\d)(?! *\|)",
        along=(
            r"\bfrom source\b|\bsetup\.py (?:develop|install|bdist_wheel|build)\b|\buse_mps\b"
            r"|\b(?:build|built|compil)\w* (?:py)?torch\b|\bcmake\b"
        ),
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
        along=ABOUT_INSTALLING,
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
        "cuda-build-for-mac",
        r"\btorch\S{0,12}\+cu1[0-3]\d\b[^\n]{0,60}(?:\bnot|n't|\bfails?(?: to)?|\bcannot"
        rf"|\bimpossible to) (?:be )?(?:install\w*|resolv\w*|work\w*|found"
        rf"|available)?[^\n]{{0,16}}{FOR_MACS}"
        r"|\+cu1[0-3]\d\b[\s\S]{0,120}\bmac(?: ?os)? users? (?:cannot|can't|are unable to) "
        r"install\b"
        r"|\bcudatoolkit\b[^\n]{0,24}(?:\bnot|n't) (?:available|there|found)\b[^\n]{0,16}\b(?:osx-"
        r"|mac)",
    ),
    told(
        "other-index-for-mac", sentence(r"\btorch(?:vision|audio)? ?==? ?\d[\d.]*\+cpu\b", MAC, NOT)
    ),
    told(
        "command-line-tools-needed",
        sentence(
            r"\bxcode-select --install\b",
            r"\b(?:was (?:necessary|needed|required)|had to)\b",
            r"\b(?:build\w*|compil\w*|wheels?|install(?:ed|ing|ation)?)\b",
        )
        + "|"
        + sentence(
            r"\bcommand[ -]line tools (?:were|was|are|had) (?:gone|removed|deleted|lost|missing"
            r"|broken|outdated)\b",
            r"\b(?:pip|clang|compil\w*|build\w*|wheels?)\b",
            NOT,
        ),
    ),
    told(
        "cuda-build-for-mac",
        sentence(
            r"(?<![\w.])\+?cu1[0-3]\d\b|\btorch (?:build |version )?for cuda\b",
            MAC,
            r"\b(?:downloads?|installs?|picks?|pulls?|fetch\w*|this command fails)\b",
            without=r"\b(?:linux|windows|default|skips?|not)\b|n't\b|\binstalls? (?:fine|well)\b",
        ),
    ),
    told(
        "other-index-for-mac",
        sentence(r"\btorch(?:vision|audio)? ?==? ?\d[\d.]*\+rocm", MAC, NOT)
        + "|"
        + sentence(
            r"\b\d\.\d\.\d\+cpu\b", MAC, r"\bonly (?:for|on) (?:linux|windows)\b|\bexists? only\b"
        )
        + "|"
        + sentence(
            r"\b(?:mirror|artifactory|nexus|(?:internal|company|private) (?:index|registry))\b",
            TORCH,
            MAC,
            r"\b(?:only|just|nothing but)\b[^\n.!?]{0,24}\blinux\b",
        )
        + "|"
        + sentence(
            r"\bmirror\b",
            MAC,
            r"(?:\bnot|n't|\bno) (?:\w+ )?(?:have |contain |offer |serve )?(?:the )?(?:py)?torch\b",
        ),
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
    told(
        "cuda-build-for-mac",
        _CUDA_INDEX,
        along=speaking(MAC, _NOT_OFFERED, without=_ON_LINUX_ONLY),
        unless=DENIED,
    ),
)
