"""Symptoms of how things were set up, told in one sentence: Pythons, imports, variables, "
"systems."""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import (
    DENIED,
    FLAGS,
    MISTOLD,
    NOT,
    ON_MPS,
    TORCH,
    sentence,
    told,
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
        "x86 intel i386 osx-64",
        f"{_of_two(_INTEL, _ARM)}|{_of_two(_ARM, _INTEL)}",
        along=(
            r"\b(?:dlopen|dyld|built for|compiled for|load(?:s|able|ed)?|import(?:s|ing)?"
            r"|architectures?|mix\w*|half|wrong|broken?|clean|fix\w*|reinstall\w*|error)\b"
        ),
        unless=DENIED,
    ),
    told(
        "two-architectures",
        ".so dylib wheel arch",
        rf"{_FILE}[^\n.]{{0,24}}\b(?:is|are) (?:all )?(?:for|of) the (?:wrong|other) (?:cpu"
        r"|processor|arch\w*)\b|\bmixed (?:env|environment|venv|architectures)\b",
        along=r"\b(?:dlopen|dyld|x86(?:_64)?|arm64|intel)\b",
        unless=DENIED,
    ),
    told(
        "fallback-set-too-late",
        "fallback",
        r"\b(?:pytorch_enable_)?mps_fallback\b[^\n]{0,80}\b(?:below|beneath|underneath|behind)\b"
        r"[^\n]{0,20}\bimport"
        r"|\bfallback (?:env\w* )?(?:variable|setting|flag)\b[^\n]{0,80}\b(?:no effect|ignored"
        r"|not (?:seen|read|used|picked up)|too late)\b[^\n]{0,80}\b(?:before|after)\b"
        r"[^\n]{0,16}\bimport",
    ),
    told(
        "float8-on-gpu",
        "float8 fp8",
        r"\b(?:float8(?:_\w+)?|fp8)\b[^\n.;]{0,24}(?:\bcan(?:not|'t| not)|\bcould(?: not|n't))"
        r" (?:be )?(?:put|moved?|loaded|load|used?|cast|converted|sent|transferred|go)\b"
        r"[^\n.;]{0,16}\b(?:mps|metal)\b",
        unless=DENIED,
    ),
    told(
        "memory-grows",
        "-> →",
        r"\b(?:memory|ram|rss|footprint|swap|process)\b[^\n]{0,40}?(?:\d[\d.,]* ?[gm]i?b?"
        r" ?(?:->|→) ?){2,8}\d[\d.,]* ?[gm]i?b\b",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "since-macos-update",
        "since upgraded updated good fine worked ran right clean from on",
        rf"\bfrom {_SYSTEM} to {_SYSTEM}[^\n]{{0,80}}\b{_BAD}\b"
        rf"|\b{_SYSTEM}[^\n.]{{0,60}}\b(?:panic\w*|crash\w*|{_BAD})\b[^\n]{{0,40}}[;,.] ?on "
        rf"{_SYSTEM} (?:it|all|everything) (?:was|is|ran|runs|works|worked)\b"
        rf"|\bsince {_SYSTEM}[^\n]{{0,120}}\b(?:1[2-5]|2[67])\.\d(?:\.\d)?\b[^\n.]{{0,16}}"
        rf"\b{_GOOD}\b"
        rf"|\b{_SYSTEM}[:,]? (?:\w+ )?{_GOOD}\b[^\n]{{0,24}}[,;] ?{_SYSTEM}[:,]? (?:\w+ )?{_BAD}\b"
        r"|\b(?:updat|upgrad)ed\b[^\n.]{0,24}\bto (?:mac ?os )?(?:1[2-5]|2[67]|sonoma|sequoia"
        r"|tahoe|ventura)\b[^\n]{0,60}\b(?:this morning|since then|afterwards|after that|now"
        r"|today)\b[^\n]{0,160}\b(?:still|before)\b",
    ),
    told(
        "macos-told-otherwise",
        "10.16 16.0",
        sentence(
            MISTOLD,
            r"\b(?:writes?|shows?|prints?|gives?|displays?|lists?)\b",
            r"\b(?:mac_ver|collect_env|platform|python)\b",
            r"\b(?:tahoe|26\.\d|sequoia|sonoma|ventura|monterey|1[2-5]\.\d|darwin 2\d)\b",
        ),
    ),
    told(
        "kernel-of-another-python",
        ("python3.", "python 3.", "interpreter", "which pip"),
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
        "pip",
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
        ("which pip",),
        r"\bwhich pip3?\b[^\n/~]{0,24}\n?[^\n/~]{0,8}([/~]\S{1,120})/pip[\d.]*\b[\s\S]{0,200}?"
        r"\bwhich python3?\b[^\n/~]{0,24}\n?[^\n/~]{0,8}(?!\1/)[/~]\S{1,120}/python"
        r"|\bwhich python3?\b[^\n/~]{0,24}\n?[^\n/~]{0,8}([/~]\S{1,120})/python[\d.]*\b"
        r"[\s\S]{0,200}?\bwhich pip3?\b[^\n/~]{0,24}\n?[^\n/~]{0,8}(?!\2/)[/~]\S{1,120}/pip",
        by_line=False,
        along=_TORCH_MISSING,
    ),
    told(
        "killed-at-import",
        ("import torch", "importing torch"),
        rf"(?:{_IMPORT})['\"`)]{{0,3}}[^\n]{{0,24}}(?:\n[^\n]{{0,20}})?\b(?:echo \$\?|exit(?:ed|s)?"
        r"(?: with)?(?: code| status)?)\W{1,6}-?(?:13[2-9]|4|5|6|9|10|11)\b",
        by_line=False,
    ),
    told(
        "import-hangs",
        ("import torch", "importing torch"),
        rf"\b(?:blocks|sits|waits|hangs|is stuck|got stuck|stalls) (?:in|at|on|during) [`'\"]?"
        rf"(?:{_IMPORT})|(?:{_IMPORT})[`'\"]? (?:takes|took) (?:forever|ages|hours|half an hour)",
    ),
    told(
        "import-raises",
        ("import torch", "importing torch"),
        rf"(?:{_IMPORT})[`'\"]?[^\n.]{{0,12}}\b(?:raises|throws|gives|fails with|ends (?:with|in)"
        r"|stops with)\b[^\n.]{0,8}\b(?:value|type|runtime|os|system|syntax|name|key|assertion"
        r"|memory|unicode\w{0,12}|index|recursion|notimplemented|permission)(?:error)?\b",
    ),
    told(
        "mps-function-newer",
        "torch.mps.",
        r"\btorch\.mps\.\w+\b[^\n]{0,24}\b(?:fails?|breaks|stops) (?:with|in|on|under) (?:torch )?"
        r"(?:1|2)\.\d{1,2}\b[^\n]{0,12}\bno attribute\b",
    ),
    told(
        "companion-of-a-source-tree",
        "__file__",
        r"(?:__file__ (?:of|for) torch(?:vision|audio|text)|torch(?:vision|audio|text)\."
        r"__file__)\b[^\n/~]{0,12}(?![^\s]{0,200}(?:site|dist)-packages)[~/]\S{1,200}"
        r"/torch(?:vision|audio|text)/",
    ),
    told(
        "openmp-header-told",
        "omp.h",
        sentence(
            r"\bomp\.h\b",
            rf"(?:{NOT}|\b(?:needs?|wants?|asks? for|where)\b)",
            without=r"\bno (?:problem|error)s?\b|\bfound it\b",
        ),
        along=rf"{TORCH}|\btorch\.compile\b|\binductor\b",
    ),
    told(
        "newest-torch-is-2.2.2",
        "2.2.2",
        r"\b(?:leaves|keeps|stays|remains|stuck|ends|stops|stopped|sticks)\b[^\n.]{0,16}\b(?:at"
        r"|on|with) (?:torch )?(?:version )?2\.2\.2\b",
        along=TORCH,
    ),
)
"""Before what is told of operators in general."""
