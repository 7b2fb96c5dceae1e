"""Symptoms of Intel: Macs for which no newer torch is built, and Pythons under Rosetta.

"torch dropped the Intel Mac", "2.2.2 is the newest one there", "with an arm64 Python mps works",
"half of the packages are x86_64".
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import sentence, speaking, told, words
from mps_doctor.pasted.symptom_words import (
    ABOUT_TORCH,
    BUILD,
    DENIED,
    HELPED,
    INTEL_MAC,
    LACK,
    NEWER_TORCH,
    NOT,
    TORCH,
    TORCH_OR_COMPANION,
)

_INTEL_MACS = (
    r"\b(?:intel(?:[ -]based)? mac(?:s|os)?|macs? intels?|macos x(?:86|64)(?:_64)?"
    r"|x86(?:_64)? (?:\(intel\) )?mac(?:s|os)?)\b"
)
_PROCESS = r"\b(?:python(?: ?3[\d.]*)?|interpreter|process|venv|env|environment)\b"
_FILE = r"(?:\.so\b|\.dylib\b|\b(?:wheels?|packages?|librar(?:y|ies)|extensions?|modules?)\b)"


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


_INTEL = r"\b(?:x86(?:[-_]64)?|intel|i386|osx-64)\b"
_ARM = r"\b(?:arm64|arm|aarch64|apple silicon|osx-arm64|native)\b"
_GONE = (
    r"(?:\b(?:dropp?(?:s|ed|ing)?|discontinu\w+|end(?:s|ed|ing)? (?:of )?support|ended|remov(?:e"
    r"|es|ed|al)|unsupported|deprecat\w+|abandon\w*|no longer|not any ?more|stopp(?:ed|s|ing)"
    r"|unavailable|last(?! (?:week|month|year|night|time)))\b|\b(?:cannot|not|no)\b|n't\b)"
)
_LAST_OF_INTEL = r"\b(?:py)?torch[ `]{0,2}(?:==|>=|<=|~=|at|to)? ?v?2\.[0-2](?:\.\d)?(?![\d.]*\d)"
_CONDA = r"\b(?:python|conda|anaconda|miniconda|miniforge|mambaforge|homebrew|brew|env\w*)\b"
_LAST = (
    r"\b(?:the )?(?:final|last|newest|latest|stopped (?:at|with)|nothing (?:above|newer than|beyond"
    r"|after|past)|ended (?:at|with)|step back to|fork to|stay(?:s|ed)? (?:at|on)|kept? at|keeps?"
    r"|(?:stuck|frozen|remain(?:s|ing)?|left) (?:at|on|with|to)|(?:limited|capped|confined) (?:at"
    r"|to)|select)\b"
)
_OLD = r"\b2\.2(?:\.[2x])?(?![\w.]*\d)"
_ENDED = (
    rf"{_LAST}(?:[^\n.;]|\.\d){{0,32}}?{_OLD}|{_OLD} (?:is|was)(?: the)? (?:final|last|newest)\b"
    r"|\bno (?:\w+ )?(?:builds?|wheels?|binar\w+|files?|downloads?|variant) (?:\w+ ){0,2}?(?:for"
    r" (?:that|this) (?:architecture|platform)|to download\b|any ?more\b)"
    r"|\bno (?:\w+ ){1,3}variant any ?more\b"
    r"|\b(?:ended|dropped|gave up(?: on)?|stopped|abandoned|discontinued) (?:\w+ ){0,2}?(?:binar\w+"
    r"|builds?|wheels?|(?:that|this|the) (?:platform|architecture))\b"
    r"|(?:\bnot|n't) (?:built|published|released|made|compiled) for (?:them|it|those|these)\b"
    r"|\bnothing (?:of that kind )?(?:has been|was|is) (?:published|released|built)\b"
    r"|\b(?:has|have|is|finds?) (?:nothing|no file) to (?:download|install)\b"
)
_X86 = (
    r"(?:\bintel\b|\bx86(?:[-_]64)?\b|\bosx-64\b|\bpre-2020\b|\b(?:core )?i[3579]\b"
    r"|\bolder apple machines\b)"
)
_MAC_WORD = r"\b(?:mac\w*|imacs?|osx|os x|darwin)\b"
_OF_INTEL_MACS = speaking(
    "torch", _X86, _MAC_WORD, without=r"\b(?:mps|gpus?|metal|cuda|numpy|radeon|amd)\b"
)

ARCHITECTURES = (
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
        "newest-torch-is-2.2.2",
        r"\b(?:leaves|keeps|stays|remains|stuck|ends|stops|stopped|sticks)\b[^\n.]{0,16}\b(?:at"
        r"|on|with) (?:torch )?(?:version )?2\.2\.2\b",
        along=TORCH,
    ),
    told(
        "torch-dropped-intel-macs",
        sentence(
            TORCH_OR_COMPANION,
            INTEL_MAC,
            LACK,
            BUILD,
            without=r"\b(?:mps|metal|gpus?|cuda)\b|\btorch\.[a-z]\w",
        ),
    ),
    told(
        "torch-dropped-intel-macs",
        sentence(
            TORCH_OR_COMPANION,
            INTEL_MAC,
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
        sentence(INTEL_MAC, rf"\bno (?:\w+ )?{NEWER_TORCH}"),
        needles="intel x86 x64",
    ),
    told(
        "torch-dropped-intel-macs",
        sentence(
            INTEL_MAC,
            _GONE,
            r"\b(?:support\w*|builds?|wheels?|binar\w+|jobs?|runners?|packages?|discontinu\w+"
            r"|remov\w+|unsupported|at all|architectures?|install\w*|platforms?|pushed|ended)\b",
            without=r"\b(?:mps|metal|gpus?|cuda|numpy|reproduc\w+)\b|\?",
        ),
        needles=(*words("intel x86 x64 osx-64"), "core i"),
        along=ABOUT_TORCH,
    ),
    told(
        "torch-dropped-intel-macs",
        sentence(
            r"\b(?:py)?torch\b",
            INTEL_MAC,
            r"\b(?:pin(?:s|ned|ning)?|cap(?:s|ped)?|stay\w*|limit\w*)\b|\bno (?:py)?torch\b",
            without=r"\bnumpy\b",
        )
        + r"|\bno (?:py)?torch(?: wheels?)? for (?:macosx_\w+|intel|x86)",
        needles="intel x86 x64 osx-64 i5 i7 i9",
    ),
    told(
        "torch-dropped-intel-macs",
        sentence(
            _LAST_OF_INTEL,
            INTEL_MAC,
            r"\b(?:hold|keep|stuck|lock\w*|restrict\w*|allow\w*|relax\w*|lower|accept\w*"
            r"|constrain\w*|fall(?:s|ing)? back)\b",
            without=r"\b(?:numpy|mps|gpus?|pass(?:es|ed)?|works?|fine)\b",
        )
        + "|"
        + sentence(
            INTEL_MAC,
            r"\b(?:py)?torch\b",
            r"\b(?:wheels?|builds?|channel|binar(?:y|ies)|packages?)\b",
            r"\b(?:gone|exclud\w+|skip\w*|disappear\w*|vanish\w*|not on|missing)\b",
            without=r"\b(?:own|numpy|mps|gpus?|cuda)\b",
        ),
        needles="intel x86 x64 osx-64",
    ),
    told(
        "native-python-helped",
        sentence(
            r"\b(?:uninstall\w*|remov\w+|delet\w+|replac\w+|got rid of)\b[^\n.!?]{0,16}"
            r"\b(?:x86(?:[-_]64)?|intel)\b[^\n.!?]{0,8}\b(?:homebrew|brew|python|conda|anaconda"
            r"|miniconda|miniforge|terminal|version)\b",
            r"\b(?:now|then|finally|after(?:wards)?)\b[^\n.!?]{0,12}\b(?:mps|torch|it) (?:is "
            r"(?:found|available|there|detected|used)|works?|worked|showed up)\b",
        )
        + "|"
        + sentence(r"\b(?:subdir|conda_subdir)\b[ =:]{1,2}osx-arm64\b", HELPED),
    ),
    told(
        "torch-dropped-intel-macs",
        sentence(
            INTEL_MAC + r"|\bdarwin'? and platform_machine ?== ?'x86_64",
            NEWER_TORCH,
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
    told("torch-dropped-intel-macs", _ENDED, along=_OF_INTEL_MACS),
    told(
        "native-python-helped",
        r"\bconda_subdir=osx-arm64\b[^\n]{0,40}\b(?:fell into place|helped|works?|worked|fixed"
        r"|cured|solved|flawless\w*|succeed\w*|went through)\b"
        r"|\b(?:helped|works?|worked|fixed|solved"
        r"|flawless\w*)\b[^\n]{0,24}\bconda_subdir=osx-arm64\b"
        r"|\b(?:migration assistant|(?:from|of|between) (?:my |an? |the )?(?:old |previous )?intel"
        r" mac(?!hin)\w*)\b[^\n]{0,80}\b(?:x86_64|osx-64|arm64)\b"
        r"|\b(?:pick(?:ed)?|took|chose|got|installed|downloaded)\b(?:[^\n.;]|\.\d){0,24}?"
        r"\bintel['\"”]? (?:installer|one|miniconda|anaconda|installation|download)\b"
        r"[^\n;]{0,60}\b(?:translated|rosetta|x86_64|emulat\w+)\b",
        along=r"\b(?:m[1-5]|apple silicon|arm64)\b",
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
)
