"""Symptoms of a build of torch, of its index, its libraries, and of two things that do not fit.

`BUILDS`: one sentence must hold the thing and what is wrong with it.  `PARTNERS`: what people say
of a pair, torch and a companion, NumPy, OpenMP, an index, where no error text of it is quoted; the
rules ask the facts as well.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import FLAGS, sentence, speaking, told, words
from mps_doctor.sources.pasted.symptom_words import (
    ABOUT_TORCH,
    COMPANION,
    DENIED,
    HELPED,
    INTEL_MAC,
    MAC,
    NOT,
    TORCH,
)

_INSTALLING = late(
    r"\b(?:install\w*|wheels?|build\w*|built|index(?:es)?|pip3?|conda|mamba|pixi|poetry|uv"
    r"|dependenc\w+|requirements?|lock ?files?|pyproject|environment\.ya?ml)\b",
    FLAGS,
)
_CUDA_BUILD = (
    r"(?:(?<![\w.])(?:torch-)?\+?cu1[0-3]\d\b|\bcuda[ -](?:only[ -]|specific[ -]|enabled[ -])?"
    r"(?:wheels?|builds?|index(?:es)?|packages?|dependenc\w+|(?:version|variant)s? of (?:py)?torch"
    r"|(?:py)?torch)\b|\b(?:specif\w+|requires?|pins?|lists?|asks? for"
    r"|wants) (?:py)?torch with cuda\b|\bnvidia-(?!smi)[a-z]\w+|\bnvidia(?:[ -](?:specific"
    r"|only))? (?:packages?|wheels?|dependenc\w+|librar\w+)\b|\bpytorch-(?:gpu|cuda)\b"
    r"|\bcudatoolkit\b)"
)
_OPENMP_USER = r"\b(?:lightgbm|xgboost|catboost|faiss\w*|scikit-learn|sklearn|hdbscan|umap|numba)\b"
_COMPANION = r"\btorch(?:vision|audio|text|data|codec)\b"

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
        along=_INSTALLING,
    ),
    told(
        "cuda-build-for-mac",
        r"\b(?:errors?|complain\w*|fail(?:s|ed)?|stuck|stops?|problems?|issues?|trouble|cannot find"
        r"|not find|n't find|missing|unavailable)\b[^\n.]{0,30}\b(?:cudatoolkit|pytorch-cuda)\b"
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
        along=_INSTALLING,
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
        "openmp-with-torch",
        sentence(
            _OPENMP_USER,
            TORCH,
            r"\b(?:segfault\w*|segmentation fault|crash\w*|kernel (?:dies|died|crash\w*)|hang\w*"
            r"|deadlock\w*|conflict\w*|abort\w*)\b",
            r"\b(?:together|both|same process|one process|same (?:script|program|notebook)"
            r"|before|after|first|openmp|libi?omp\d?|import(?:s|ed|ing)?|own)\b",
            without=r"\b(?:mps|cuda)\b",
        ),
        along=r"\b(?:mac\w*|osx|darwin|m[1-5]|apple|libi?omp\d?|openmp)\b",
    ),
    told(
        "openmp-with-torch",
        sentence(
            r"\b(?:libi?omp\w*|openmp|omp_num_threads)\b",
            r"\b(?:segfault\w*|segmentation|crash\w*|abort\w*|hang\w*|deadlock\w*|conflict\w*"
            r"|access fault)\b",
            r"\b(?:mac\w*|torch|m[1-5]|darwin|another (?:imported |loaded )?(?:package|library"
            r"|module)|other (?:imported |loaded )?(?:packages|libraries|modules))\b",
            without=r"\b(?:mps|cuda|no longer|not (?:installed|found|loaded|hang|crash)"
            r"|no crash\w*)\b",
        ),
    ),
    told(
        "torch-files-missing",
        sentence(
            r"\blib(?:torch\w*|c10\w*|shm)\.(?:dylib|so)\b|\btorch/lib\b",
            r"\b(?:missing|incomplete|corrupt\w*)\b",
        )
        + "|"
        + sentence(
            r"\bimport(?:ing)? torch\b",
            r"\b(?:missing|incomplete|interrupted|corrupt\w*|half[- ](?:installed|removed"
            r"|deleted))\b",
            r"\b(?:fail\w*|errors?|cannot|stops?)\b",
        )
        + "|"
        + sentence(
            r"\b(?:two|both|several|mixed|duplicate|leftover|old)\b[^\n.]{0,24}\btorch\b"
            r"[^\n.]{0,24}\b(?:installs?|installations?|copies|versions?)\b",
            r"\b(?:same|one) (?:env\w*|venv|site-packages)\b|\bconda and pip\b|\bpip and conda\b",
        ),
        needles=("missing", "incomplete", "corrupt", "interrupted", "two ", "both ", "several "),
    ),
    told(
        "torch-release-broken",
        sentence(
            rf"{TORCH}|\bnightl(?:y|ies) (?:builds?|wheels?|binar\w+|(?:of [\w]+ )?can(?:not"
            rf"|'t) be imported)\b|\b(?:1\.1\d|2\.\d{{1,2}})\.\d\b",
            r"\b(?:wheels?|binar(?:y|ies)|nightl(?:y|ies))\b",
            r"\b(?:brok(?:e|en)|is bad|corrupt\w*|(?:wrong|bad) (?:rpath|path|link)|links? (?:to "
            r"|against )?(?:the )?(?:wrong|missing)|erroneous\w*|cannot be imported"
            r"|can't be imported|mis(?:built|packaged))\b",
            without=r"\bnightly of (?:the|my|our)\b",
        )
        + r"|(?:\bcannot|\bcan't|\bcould not|\bunable to|\bfails? to) import (?:py)?torch\b"
        r"[^\n.!?]{0,30}\bnightly\b"
        r"|\bimport(?:ing)? (?:py)?torch\b[^\n]{0,24}\b(?:fails?|failed|crash\w*|errors?|raises?"
        r"|broken|segfaults?)\b[^\n]{0,24}\b(?:since|with|in|on|after|from) (?:(?:py)?torch "
        r"|version |v)?(1\.1\d|2\.\d{1,2})\.\d\b[^\n]{0,120}\b(?!\1)(?:1\.1\d|2\.\d{1,2})(?:\.\d)?"
        r" (?:works?|is fine|was fine|is ok|worked|imports)\b",
        along=(
            r"\bimport (?:py)?torch\b[^\n]{0,30}\bnightly\b|\bnightl(?:y|ies)\b[^\n]{0,40}\b(?:brok"
            r"|fail)|\b(?:fix(?:ed|es)|works?|worked|fine|ok|good|previous|yesterday's|earlier)\b"
            r"[^\n]{0,40}(?:\d\.\d|nightl|release|in |is )|\d\.\d+(?:\.\d)?[^\n]{0,24}\b(?:fix(?:ed"
            r"|es)|works?|is fine|is good)\b|\byesterday's\b[^\n]{0,20}\bworks?\b"
        ),
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
)


_VISION_OR_AUDIO = r"\b(?:torch)?(?:vision|audio)\b"
_NAMED_COMPANION = rf"\b{COMPANION}\b"
_FAILS = (
    r"(?:\b(?:fail(?:s|ed|ing)?|errors?|crash\w*|broke|broken|missing|does not|nothing|not)\b"
    r"|n't\b)"
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

PARTNERS = (
    told(
        "cuda-build-for-mac",
        _CUDA_INDEX,
        along=speaking(MAC, _NOT_OFFERED, without=_ON_LINUX_ONLY),
        unless=DENIED,
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
    told(
        "openmp-workaround",
        r"\bkmp_duplicate_lib_ok\b[^\n]{0,24}\b(?:makes?|lets?|(?<!not )needed"
        r"|(?<!not )necessary)\b"
        r"|\b(?:must|have to|had to|need to) (?:write|set|use|put|export|add)\b[^\n]{0,30}"
        r"\bkmp_duplicate_lib_ok\b",
    ),
    told(
        "two-openmp-copies",
        r"\berror ?#15\b|\b(?:omp|openmp|gets?|got|with|gives?|see) error 15\b(?! of)"
        r"|\blibiomp5\b[^\n]{0,80}\b(?:and|vs\.?|versus|both|or)\b[^\n]{0,30}\blibomp\b"
        r"|\blibomp\b[^\n]{0,30}\b(?:and|vs\.?|versus|both|or)\b[^\n]{0,30}\blibiomp5\b"
        rf"|\bnomkl\b[^\n]{{0,120}}(?:{HELPED}|\bno longer\b)",
        needles=("omp", "error 15", "error #15", "error#15"),
        along=(
            r"\b(?:lib(?:i|g)?omp\w*|llvm-openmp|openmp)\b[\s\S]{0,600}\b(?:abort\w*|error|removed"
            r"|same process|crash\w*|duplicate\w*|runtimes?|no longer|ok now)\b"
            r"|\b(?:abort\w*|error|removed|same process|crash\w*)\b[\s\S]{0,600}\b(?:lib(?:i"
            r"|g)?omp\w*|llvm-openmp|openmp)\b"
        ),
        unless=DENIED,
    ),
    told(
        "torch-dropped-intel-macs",
        sentence(
            r"\btorch ?(?:>=|==|version )? ?2\.(?:[3-9]|1\d)",
            rf"{INTEL_MAC}|\b(?:osx|mac ?os) (?:intel|x86_64)\b",
            r"\b(?:optional|exclude|skip|marker|unofficial|share|somebody|anybody|anyone)\b",
            without=r"\bmps\b",
        )
        + r"|\bmacosx_\d\d_\d_arm64\b[^\n]{0,24}\b(?:i have|mine is|i'm on|but)\b[^\n]{0,24}"
        r"\bmacosx_\d\d_\d{1,2}_x86_64\b"
        r"|\b2\.2\.2\b[^\n.]{0,16}\b(?:the )?(?:last|latest|final|highest)(?: one)? for "
        rf"(?:the )?{INTEL_MAC}",
        needles="intel x86 osx-64 macosx_",
        along=TORCH,
    ),
    told(
        "newer-torch-required",
        r"\b(?:wants?|requires?|needs?|says?|asks? for) (?:at least )?(?:(?:py)?torch ?)?(?:>= ?)?"
        r"2\.(?:[3-9]|1\d)(?:\.\d)?\b(?! ?(?:[gmk]i?b?\b|s\b|x\b|%|seconds|times))",
        needles="wants requires needs says",
        along=TORCH + r"|\btorch\.load\b",
    ),
)
