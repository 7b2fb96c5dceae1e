"""Symptoms of what there is not for a Mac, as titles and answers tell them: loosely, in half lines.

The sentences of `symptoms_of_installs` say who refuses what; these only name two things and a
word for the lack of one ("osx-64 builds were discontinued", "no 3.13 wheels").
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import (
    ABOUT_TORCH,
    FLAGS,
    FOR_MACS,
    INTEL_MAC,
    MAC,
    NOT,
    TORCH,
    sentence,
    told,
    words,
)

_GONE = (
    r"(?:\b(?:dropp?(?:s|ed|ing)?|discontinu\w+|end(?:s|ed|ing)? (?:of )?support|ended|remov(?:e"
    r"|es|ed|al)|unsupported|deprecat\w+|abandon\w*|no longer|not any ?more|stopp(?:ed|s|ing)"
    r"|unavailable|last(?! (?:week|month|year|night|time)))\b|\b(?:cannot|not|no)\b|n't\b)"
)
_NEWER_WANTED = (
    r"\b(?:py)?torch(?: version)?[ `]{0,2}(?:==|>=|>|~=|\^)? ?v?2\.(?:[3-9]|[1-9]\d)(?:\.\d+)?\b"
)
_PYTHON = r"(?:\bpython ?(?:version )?(?:to )?v?3\.\d{1,2}t?\b|\bcp3\d{1,2}\b|\bpypy\b)"
_OTHER_PACKAGE = (
    r"\b(?!(?:it|we|you|they|i|this|that|there|which|who|app|apps|project|torch|pytorch|mps"
    r"|metal|gpu|cuda|model|models|still|also|and|but|just|always|build|installation|install|script"
    r"|everything|pip|conda|setup|the|kernel|shader|training|test|tests|job|jobs|it's|op|operator"
    r"|what)\b)[\w][\w.-]{1,39}"
)
_INSTALLING = late(
    r"\b(?:install\w*|wheels?|build\w*|built|pip3?|conda|uv|poetry|dependenc\w+|requirements?"
    r"|support|lock ?file|packag\w+|ci|matrix|jobs?)\b",
    FLAGS,
)

ABSENCES = (
    told(
        "torch-dropped-intel-macs",
        (*words("intel x86 x64 osx-64"), "core i"),
        sentence(
            INTEL_MAC,
            _GONE,
            r"\b(?:support\w*|builds?|wheels?|binar\w+|jobs?|runners?|packages?|discontinu\w+"
            r"|remov\w+|unsupported|at all|architectures?|install\w*|platforms?|pushed|ended)\b",
            without=r"\b(?:mps|metal|gpus?|cuda|numpy)\b|\?",
        ),
        along=ABOUT_TORCH,
    ),
    told(
        "torch-dropped-intel-macs",
        "intel x86 x64 osx-64 i5 i7 i9",
        sentence(
            r"\b(?:py)?torch\b",
            INTEL_MAC,
            r"\b(?:pin(?:s|ned|ning)?|cap(?:s|ped)?|stay\w*|limit\w*)\b|\bno (?:py)?torch\b",
            without=r"\bnumpy\b",
        )
        + r"|\bno (?:py)?torch(?: wheels?)? for (?:macosx_\w+|intel|x86)",
    ),
    told(
        "newer-torch-required",
        ("torch 2.", "torch==2.", "torch>=2.", "torch >= 2.", "torch version 2.", "torch is 2."),
        sentence(_NEWER_WANTED, r"\b(?:requires?d?|needs?|needed|minimum|wants?|asks? for)\b")
        + r"|\b(?:minimum|required) (?:py)?torch is 2\.(?:[3-9]|[1-9]\d)",
        along=r"\binstall\w*\b|\bpip3?\b|\buv\b|\bpoetry\b",
    ),
    told(
        "torch-not-for-python",
        ("3.1", "pypy", "cp3", "python 3."),
        rf"{TORCH}[^\n.!?]{{0,40}}(?:\bnot|n't) support(?:s|ed)?(?: \w+)? {_PYTHON}"
        rf"|{TORCH}[^\n.!?]{{0,30}}\bno (?:python )?(?:3\.1\d|cp31\d)t? (?:wheels?|builds?|support)"
        rf"|{_PYTHON}[^\n.!?]{{0,16}}\btoo (?:new|recent) for {TORCH}"
        rf"|\b(?:installation|install|pip install torch|pip3 install torch)\b[^\n.!?]{{0,30}}"
        rf"\b(?:broken|fails?|impossible|not possible)\b[^\n.!?]{{0,40}}{_PYTHON}"
        rf"|(?:\bbut not|\bfails?|\bnot) (?:with|on|under|in|for) {_PYTHON}[^\n]{{0,60}}"
        rf"|{_PYTHON}[^\n.!?]{{0,40}}{TORCH}[^\n.!?]{{0,12}}(?:\bcannot|\bcan't|\bcould not"
        rf"|\bcouldn't) (?:be )?(?:install|found|find)"
        rf"|{_PYTHON}[^\n.!?]{{0,24}}(?:\bfinds?|\bfound) no {TORCH}"
        rf"|{_PYTHON}[^\n.!?]{{0,40}}\bno {TORCH}(?: \w+)? for (?:it|this|that)\b"
        r"|(?:<|\bbelow |\bunder )=? ?3\.1\d\b[^\n.!?]{0,30}\btorch\b[^\n.!?]{0,12}(?:\bnot|n't)"
        r" available"
        r"|\bpypy\b[^\n]{0,80}\b(?:no|not|cannot|can't)\b[^\n]{0,16}\btorch\b",
        along=(
            rf"\A(?=[\s\S]*?{TORCH})(?=[\s\S]*?\b(?:install\w*|wheels?|pip3?|uv|brew|available"
            r"|requires-python|support\w*|no (?:py)?torch)\b)"
        ),
    ),
    told(
        "package-not-for-mac",
        "conda mamba osx-arm64",
        sentence(
            r"\b(?:(?:bio)?conda|(?:micro)?mamba|osx-arm64)\b",
            r"\b(?:cannot|can't|could not|couldn't|fails? to|unable to) find\b"
            r"|\b(?:are|were|is) not (?:found|available)\b"
            r"|\b(?:has|have) no osx-arm64 (?:build|package)s?\b",
            r"\bosx-arm64\b|\bmac\w*\b|\bm[1-5]\b|\bapple silicon\b",
            without=r"\b(?:py)?torch\b|\b(?:mps|gpu|cuda\w*|command|python|path|env(?:ironment)?"
            r" (?:is|was) not)\b|\?",
        ),
        along=_INSTALLING,
    ),
    told(
        "another-python-helped",
        ("with 3.", "on 3.", "python"),
        r"\b(?:with|on|under) (?:python ?)?3\.\d{1,2}\b[^\n.!?]{0,16}\b(?:it )?(?:installs"
        r"|installed|could be installed)\b",
        along=(
            rf"\A(?=[\s\S]*?{TORCH})(?=[\s\S]*?(?:\b(?:no|not|cannot|fail\w*|errors?)\b|n't\b))"
            r"[\s\S]*?\b3\.(\d{1,2})(?!\.?\d)[\s\S]{0,600}?\b3\.(?!\1\b)(?:[7-9]|1\d)(?!\d)"
        ),
    ),
    told(
        "package-not-for-mac",
        "wheel binar build compil install exist versions packages",
        r"\bno (?:pre-?built |binary |official )?(?:wheels?|binar(?:y|ies)|builds?|packages?)"
        rf" (?:of|for) {_OTHER_PACKAGE} {FOR_MACS}"
        rf"|{_OTHER_PACKAGE} (?:can(?:not|'t| not)|could(?: not|n't)) be (?:installed|built"
        rf"|compiled) {FOR_MACS}"
        rf"|{_OTHER_PACKAGE} (?:(?:build|installation|install|compilation) fails?|fails? to"
        rf" (?:compile|build|install)) {FOR_MACS}"
        rf"|{_OTHER_PACKAGE} (?:does not|doesn't|do not|don't) exist {FOR_MACS}"
        r"|\b(?:cannot|can't|could not|couldn't|unable to|fails? to) (?:build|compile) "
        rf"{_OTHER_PACKAGE} {FOR_MACS}"
        rf"|{_OTHER_PACKAGE} (?:wheels?|binar(?:y|ies)) (?:is |are )?(?:missing|unavailable"
        rf"|not available) {FOR_MACS}"
        r"|\b(?:dependenc(?:y|ies)|packages?|librar(?:y|ies)|modules?) (?:still )?(?:miss(?:es"
        r"|ing)?|lack(?:s|ing)?|without|(?:have|has) no|(?:do|does)(?: not|n't) have)"
        r"(?: \w+){0,2}? (?:versions?|builds?|wheels?|binar(?:y|ies)|packages?)"
        rf"(?: \w+)? {FOR_MACS}"
        rf"|\b(?:building|compiling|installing) {_OTHER_PACKAGE} fails on (?:the |my |an? )?"
        r"(?:m-series|m[1-5]|apple silicon|macos|macs?|arm64 macs?)\b"
        r"|\bwheels?\b[^\n.;]{0,40}\b(?:do|does)(?: not|n't) (?:yet )?support (?:the )?"
        r"(?:(?:mac ?os|osx|darwin)[ /-]?)?(?:arm64|apple silicon|m[1-5])\b"
        r"|\b(?:cannot|can't|can not|could not|couldn't|unable to) find (?:an? |any )?(?:\w+ )?"
        rf"(?:wheels?|builds?|binar(?:y|ies)) (?:of|for) {_OTHER_PACKAGE} {FOR_MACS}",
        along=(
            r"\b(?:pip3?|install\w*|wheels?|compil\w*|builds?|binar\w+|dependenc\w+"
            r"|requirements?)\b"
        ),
    ),
    told(
        "package-not-for-mac",
        "xformers triton flash decord deepspeed gptq awq exllama mamba bitsandbytes",
        r"\b(?:xformers|triton|flash[-_ ]?att(?:n|ention)|decord|deepspeed|auto[-_]?gptq"
        r"|auto[-_]?awq|exllama\w*|mamba[-_]ssm|bitsandbytes)\b[^\n.]{0,40}(?:\b(?:not|no|un)\b"
        r"|n't\b)[^\n.]{0,24}\b(?:support\w*|available|work\w*)\b[^\n.]{0,12}"
        rf"{FOR_MACS}[^\n]{{0,60}}\b(?:optional|skip|exclude|marker|linux)\b",
    ),
    told(
        "cuda-build-for-mac",
        "cu1 cuda nvidia",
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
        along=_INSTALLING,
    ),
    told(
        "other-index-for-mac",
        "rocm xpu linux manylinux",
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
        "mps",
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
        along=r"\btorch|pytorch|libtorch|build\b",
    ),
    told(
        "mps-functions-missing",
        "torch.mps. backends.mps. attribute namespace module",
        r"\btorch(?: v?\d[\w.]*)? (?:has|had|have) no (?:(?:attribute|module|namespace"
        r"|submodule) [`'\"]?mps\b|[`'\"]?mps[`'\"]? (?:attribute|module|namespace|submodule)\b)"
        r"|\btorch\.(?:mps\.\w+|backends\.mps\.is_macos\w+)(?:\(\))?[`'\"]?(?: function)?"
        r"[^\n.;]{0,24}?(?:\b(?:does|did)(?: not|n't) (?:yet )?exist\b|\b(?:is|was) (?:missing"
        r"|undefined|unknown|not (?:defined|there|known))\b(?! (?:from|in) (?:the )?doc)"
        r"|\battributeerror\b|\bno such (?:attribute|function)\b"
        r"|\bnot (?:yet )?(?:available )?in (?:py)?torch\b)",
    ),
    told(
        "torch-before-mps",
        "torch",
        r"\btorch\.has_mps\b[^\n.;]{0,24}\b(?:does(?: not|n't) exist|no (?:such )?attribute|missing"
        r"|unknown)\b|\btorch\.backends (?:has no|lacks|misses|does(?: not|n't) have)"
        r" (?:an? )?[`'\"]?mps\b|"
        + sentence(
            r"\b(?:py)?torch ?(?:<|before|below|older than|prior to) ?=? ?1\.1[0-2]\b"
            r"|\b(?:py)?torch ?[>=~]=? ?(?:0\.\d|1\.(?:\d|1[01]))(?:\.\d)?(?![\d.]*\d)",
            r"\bbackends\b[^\n!?]{0,6}\bmps\b",
            r"\b(?:hasattr|attribute\w*|raises?|missing|guard\w*|fails?|crash\w*|not there)\b",
        )
        + "|"
        + sentence(
            r"\b(?:py)?torch\b[^\n.!?]{0,24}\b(?:0\.\d|1\.(?:\d|1[01]))(?:\.\d)?(?![\d.]*\d)",
            r"\b(?:upgrad\w+|updat\w+|bump\w*|pin\w*|predat\w+|too old|older|no|not|lacks?|without"
            r"|unknown|missing|invalid)\b|n't\b|\?",
            r"\b(?:mps|apple(?:'s)? gpus?|metal|m1 gpu)\b"
            r"|\bgpu (?:for|on|of) (?:my |the )?m[1-5]\b",
            without=r"\b(?:crash\w*|wrong|no (?:problems?|issues?|errors?|trouble))\b",
        ),
    ),
)
"""In the order in which they are tried."""
