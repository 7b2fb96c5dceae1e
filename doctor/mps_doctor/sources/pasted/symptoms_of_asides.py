"""Symptoms of an environment that are said in passing: a question, a half sentence, a list.

"No torch for 3.6 on M1" and "brew's Python is 3.14, wheels are missing there" say the same as
pip's error text; each pattern holds the thing, the Mac or the Python, and the word for the lack.
"""

from __future__ import annotations

from mps_doctor.sources.pasted.symptom_kinds import anywhere, sentence, told
from mps_doctor.sources.pasted.symptom_words import (
    FOR_MACS,
    INTEL_MAC,
    MAC,
    NOT,
    ON_MAC,
    TORCH,
    TWO_PYTHONS,
)

_NEWER = (
    r"\b(?:py)?torch(?: version)?[ `(-]{0,2}(?:==|>=|>|~=|\^)? ?v?2\.(?:[3-9]|[1-9]\d)(?:\.\d+)?\b"
)
_PYTHON = r"(?:python ?|cp)?3\.(?:[5-9]|1[0-4])t?(?![\w.]|th\b)"
_CONDA = r"\b(?:python|conda|anaconda|miniconda|miniforge|mambaforge|homebrew|brew|env\w*)\b"
_OTHER = (
    r"\b(?!(?:it|this|that|them|the|my|your|our|any|torch|pytorch|mps|metal|cuda|gpu|app|apps"
    r"|python|requirements?|dependenc\w+|packages?|everything|anything|software|program|tools?"
    r"|models?|plug-?ins?|extensions?|updates?|macos|xcode|homebrew|docker|ollama|conda|pip)\b)"
    r"[\w][\w.=-]{1,39}"
)
_EXTENSION = (
    r"\b(?:mmcv|torch[-_](?:scatter|sparse|cluster|geometric)|detectron2|pytorch3d|natten"
    r"|pyg[-_]lib|fairseq|apex|torch(?:vision|audio|text|codec))\b"
)

ASIDES = (
    told(
        "torch-dropped-intel-macs",
        sentence(
            INTEL_MAC + r"|\bdarwin'? and platform_machine ?== ?'x86_64",
            _NEWER,
            rf"(?:{NOT}|\bunsatisf\w+|\bunresolv\w+|\bconflict\w*)",
            without=r"\b(?:numpy|mps|gpus?|cuda|crash\w*|slow\w*|tested)\b",
        ),
        needles="intel x86 x64 osx-64",
    ),
    told(
        "native-python-helped",
        sentence(
            r"\b(?:re)?(?:install\w*|creat\w+|switch\w*|us(?:e|ed|ing)|mov\w+)\b[^\n.!?]{0,24}"
            + _CONDA
            + r"[^\n.!?]{0,12}\b(?:arm64|native|apple silicon)\b",
            r"\b(?:mps|torch)\b[^\n.!?]{0,12}\b(?:then |now )?(?:works?|worked|is available)\b",
            r"\b(?:fix|x86\w*|intel|rosetta|delet\w+|remov\w+|instead)\b",
            without=r"\bnot\b|n't\b|\bis native\b|\bnative arm64\b",
        ),
    ),
    told(
        "native-python-helped",
        sentence(
            r"\b(?:from|of) (?:my |an? |the )?(?:old |previous )?intel (?:mac(?!hin)\w*|imac)\b"
            r"|\bmigration assistant\b|\bmigrated\b[^\n.!?]{0,24}\bintel\b",
            r"\b(?:conda|miniconda|anaconda|python|homebrew|brew|venv|environment)\b",
            r"\b(?:mps|torch)\b",
            NOT,
            without=r"\b(?:no longer|not needed|works? fine|no problems?|easy)\b",
        ),
        needles="from migrat",
    ),
    told(
        "container-without-gpu",
        r"\bmetal (?:is not|isn't|is never) (?:exposed|passed|available|visible)[^\n.]{0,24}"
        r"\b(?:docker|containers?)\b"
        r"|\b(?:in|inside|within) (?:docker|(?:an? |the )?containers?) on (?:my |an? )?(?:mac\w*"
        r"|m[1-5])\b[^\n.]{0,40}\bdevice:? ?['\"]?cpu\b"
        r"|\bcompose\b[^\n.]{0,40}\bmac\w*\b[^\n.]{0,24}\bonly the cpu\b",
    ),
    told(
        "torch-not-for-python",
        rf"\bno (?:py)?torch (?:wheels? |builds? )?for {_PYTHON}"
        rf"|{TORCH} (?:can't|cannot|can not|couldn't|could not) be (?:resolved|installed|found)"
        rf" (?:on|with|for|under|in) (?:my |the )?{_PYTHON}"
        rf"|\bpython\b[^\n.!?]{{0,16}}(?:[^\n.!?]|\.\d){{0,8}}\b3\.1\d\b[^\n.!?]{{0,8}}{TORCH}"
        r" (?:wheels?|builds?) (?:are|is) (?:still )?(?:missing|unavailable)"
        rf"|\b(?:free[- ]threaded|no-?gil)\b[^\n.!?]{{0,12}}(?:[^\n!?]){{0,8}}{TORCH} (?:does"
        r"|has|have) (?:not|no)",
        needles="3. cp3",
    ),
    told(
        "another-python-helped",
        r"\b(?:with|on|under) (?:python ?)?3\.\d{1,2} (?:it (?:does|did) )?not\b(?! \w+ed\b)"
        r"|\bpython ?==? ?3\.\d{1,2} (?:it )?(?:works?|worked|solves?)\b",
        along=anywhere(
            TORCH,
            r"\b(?:could be installed|installs|installed|conflicts?|unsatisfiable"
            r"|no matching distribution|resolve)\b",
            TWO_PYTHONS,
        ),
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
        "openmp-with-torch",
        sentence(
            r"\b(?:libi?omp\w*|openmp)\b",
            TORCH,
            r"\bclash\w*\b|\bloaded twice\b|\btwo (?:copies|versions|runtimes)\b",
            without=r"\b(?:mps|cuda)\b",
        ),
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
        "torch-before-mps",
        r"\btorch ?<=? ?1\.1[0-2]\b[^\n.!?]{0,40}\b(?:prevents?|forbids?|rules out|blocks?|no"
        r"|without)\b[^\n.!?]{0,24}\b(?:mps|gpu)\b",
        needles=("torch<1.1", "torch <1.1", "torch < 1.1", "torch<=1.1"),
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
    told(
        "torch-files-missing",
        r"\buninstall torch\b[^\n]{0,60}\b(?:fixed|solved|helped|resolved)\b[^\n]{0,16}"
        r"(?:\bimporterror\b|\bdlopen\b|\blibrary not loaded\b)"
        r"|\b(?:conda and pip|pip and conda)\b[^\n.!?]{0,24}\binstalled torch\b[^\n.!?]{0,60}"
        r"\b(?:mixed|import fails|broken|fails|conflict\w*)\b",
    ),
    told(
        "killed-at-import",
        r"\b(?:python|interpreter|kernel|process)\b[^\n.!?]{0,12}\b(?:crash\w*|dies|quits|aborts?)"
        r"\b[^\n.!?]{0,24}\b(?:when|as soon as|once|after|on) (?:\w+ )?(?:py)?torch is imported\b"
        r"|\bbus error\b[^\n.!?]{0,16}\b(?:when|while|on|at|after) import(?:ing)? torch\b",
    ),
    told(
        "python-managed-by-another",
        r"\b(?:ha(?:ve|d)|need\w*|must|forced|only|refus\w+)\b[^\n.]{0,60}--break-system-packages\b"
        r"|\bwithout (?:the )?(?:flag )?--break-system-packages\b",
        along=ON_MAC,
    ),
    told(
        "python-managed-by-another",
        sentence(
            r"\bexternally[- ]managed\b",
            r"\bpip\b",
            r"\b(?:refus\w+|error\w*|fail\w*|complain\w*|stops?|venv)\b",
            without=r"\bif (?:you|your|pip|it)\b",
        ),
    ),
    told(
        "kernel-of-another-python",
        r"\b(?:kernel|jupyter|notebook|interpreter|vs ?code)\b[^\n.!?]{0,12}\b(?:uses?|is|runs?"
        r"|points? to)\b[^\n.!?]{0,12}\b(?:system|base|other|global|homebrew)\b[^\n.!?]{0,12}"
        r"\bpython\b[^\n.!?]{0,12}\b(?:and|but|while) torch is (?:only )?(?:in|installed in)\b"
        r"|\binstalled torch\b[^\n.!?]{0,24}\b(?:for|into|in) python (3\.\d{1,2})[^\n!?]{0,8}"
        r"\b(?:but|while) (?:my )?python3? (?:is|points to|runs) (?!\1)3\.",
        needles="kernel jupyter interpreter installed",
    ),
)
