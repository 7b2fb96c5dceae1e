"""Symptoms of the wrong Python: too new or too old for torch, or not the one that has torch.

"No torch for Python 3.14", "with 3.11 it installs", "the kernel is another Python", "pip says
externally managed".
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import FLAGS, anywhere, sentence, told
from mps_doctor.pasted.symptom_words import (
    HELPED,
    LACK,
    ON_MAC,
    TORCH,
    TORCH_OR_COMPANION,
    TWO_PYTHONS,
)
from mps_doctor.patterns import late

_PYTHON = r"\b(?:python[ -]?(?:version )?(?:to )?v?3\.\d{1,2}t?|cp3\d{1,2}|py3\d{2}|pypy)\b"
_WORKS = r"\b(?:works?|worked|is ok(?:ay)?|is fine|are fine|imports?|succeeds?|true)\b"
_TORCH_MISSING = late(
    r"\bno module named ['\"]?torch\b(?!\.\w)|\bimport torch\b[^\n]{0,24}\b(?:fails?|error)"
    rf"|{TORCH}[^\n.]{{0,16}}(?:\bnot|n't) (?:be )?(?:found|there|installed|imported)\b",
    FLAGS,
)
"""What says that torch is not there."""

_BARE_PYTHON = r"(?:python ?|cp)?3\.?(?:[5-9]|1[0-4])t?(?![\w.]|th\b)"
"""A Python, also by its number alone, where the sentence tells of torch that it is there for."""

_TWO_PYTHONS = anywhere(
    r"\btorch\b",
    r"\binstall\w*\b|\bfound\b|\bbinar\w+\b|\bwheels?\b|\bmatching distribution\b",
    r"\bnot|n't|\bno\b|\bnothing\b|\bcannot\b|\bnone\b|\berrors?\b|\bfail|\bimpossible\b",
    r"(?<![\d.])3\.(\d{1,2})(?!\.?\d)[\s\S]{0,600}?(?<![\d.])3\.(?!\1\b)(?:[7-9]|1\d)(?!\d)",
)

PYTHONS = (
    told(
        "another-python-helped",
        sentence(
            r"\bpython ?(?:version )?v?3\.\d{1,2}\b",
            r"\b(?:downgrad\w+|switch\w*|chang\w+|mov(?:ed|ing)|back to|revert\w*|recreat\w+"
            r"|instead of|rather than|with (?:python )?3\.|us(?:e|ed|ing) (?:python )?3\.)",
            rf"(?:{HELPED}|\binstall(?:ed|s)?\b)",
        ),
        along=anywhere(
            TORCH,
            r"\b(?:install\w*|wheels?|pip3?|uv|no matching)",
            r"\b(?:no|not|cannot|fail\w*|unable|errors?|could be installed)\b|n't\b|\bthen\b",
            TWO_PYTHONS,
        ),
    ),
    told(
        "torch-not-for-python",
        rf"{TORCH}(?: \d[\w.]*)?[^\n.!?]{{0,60}}(?:(?:\bnot|n't) (?:\w+ ){{0,2}}?(?:available"
        r"|support\w*|compatible|built|published|released|install\w*|exist)|\bno (?:wheels?|builds?"
        r"|releases?|support|versions?|binar\w+)|\bonly (?:supports?|available|works?|installs?)"
        rf"|\bsupports? (?:only )?up to|\bunavailable|\bincompatible)[^\n.!?]{{0,24}}(?:\b(?:for"
        rf"|with|on|under|up to|to|in|by) )(?:(?:the|this|my) )?{_PYTHON}"
        rf"|{_PYTHON}[^\n.!?]{{0,24}}(?:(?:\bis|\bare|\bwas) not|n't)(?: yet| currently"
        rf"| officially)? (?:supported|compatible)(?: by| with) {TORCH}"
        rf"|{TORCH}[^\n.!?]{{0,16}}\b(?:supports?|works? with|needs?|requires?)\b[^\n.!?]{{0,16}}"
        r"(?:\bup to\b|\bonly\b|<=?|\bbelow\b|\bat most\b|\bolder than\b)[^\n.!?\d]{0,10}"
        r"3\.(?:[7-9]|1\d)(?![\d.]*\d)"
        rf"|(?:\bcan(?:not|'t)|\bcould(?: not|n't)|\bunable to|\bfail\w* to|\bnot) (?:find|install"
        rf"|get|resolve) {TORCH}[^\n.!?]{{0,24}}\b(?:with|on|for|under|in|using) {_PYTHON}"
        rf"|\b(?:3\.1\dt|free[- ]threaded|no-?gil)\b(?:[^\n.!?]|\.(?=\d)){{0,40}}(?:\bno|\bnot"
        rf"|n't)\b[^\n.!?]{{0,24}}{TORCH}"
        rf"|{TORCH}[^\n.!?]{{0,40}}(?:\bno|\bnot|n't)\b[^\n.!?]{{0,24}}\b(?:3\.1\dt"
        r"|free[- ]threaded|no-?gil)\b",
        needles="python cp3 free-threaded no-gil nogil",
    ),
    told(
        "kernel-of-another-python",
        sentence(
            r"\b(?:jupyter|notebook|kernel|vs ?code|pycharm|spyder|which pip3?|pip3?"
            r"|interpreter)\b",
            r"\b(?:an?other|different|wrong|other|differ)\b",
            r"\b(?:python|kernel|interpreter|environment|env|venv)\b",
            TORCH,
        )
        + "|"
        + sentence(
            TORCH,
            r"\b(?:in|into|to|has)\b[^\n.!?]{0,20}\b(?:base|system|global|conda)\b|\bpip list has\b"
            r"|\bin which i installed\b",
            r"\b(?:not (?:in|into|the)|isn't|has not|hasn't|but|no module named)\b",
        ),
        needles="kernel interpreter which base system global conda pip",
        along=r"\binstall\w*\b|\bwent\b|\bpip3?\b|\bimport torch fails\b",
    ),
    told(
        "kernel-of-another-python",
        sentence(
            r"\b(?:jupyter\w*|notebook|kernel|vs ?code|spyder|pycharm)\b",
            TORCH,
            r"(?:\bcan(?:not|'t)|\bcould(?: not|n't)|\bdoes(?: not|n't)|\bunable to) (?:find"
            r"|see|import|know)\b|\bno module\b|\bmodulenotfounderror\b",
        ),
        needles="kernel jupyter notebook vscode vs code",
        along=(
            r"\b(?:terminal|shell|command line|outside)\b[^\n]{0,60}"
            + _WORKS
            + "|"
            + _WORKS
            + r"[^\n]{0,40}\b(?:terminal|shell|command line|outside)\b"
        ),
    ),
    told(
        "pip-too-old-for-tags",
        r"\b(?:old )?pip(?: version)? (?:1\d|2[01])(?:\.\d{1,2}){0,2}\b[^\n]{0,80}(?:\bno\b|\bnot\b"
        r"|n't\b|\bcannot\b)[^\n]{0,60}\b(?:tags?|wheels?|macosx_1\d)"
        r"|\b(?:newer|upgrad\w+|updat\w+|old) pip\b[^\n]{0,60}\b(?:macosx_\d\d|tags?)\b",
        needles=("pip 1", "pip 2", "pip version 1", "pip version 2", "old pip", "newer pip"),
        along=TORCH,
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
        "python-without-torch",
        sentence(
            _PYTHON,
            TORCH_OR_COMPANION,
            r"\b(?:wheels?|binar(?:y|ies)|builds?)\b",
            LACK,
            without=r"\bif you",
        )
        + "|"
        + sentence(
            _PYTHON,
            r"(?:\b(?:not|n't|isn't|wasn't) (?:yet |currently |officially )?(?:compatible"
            r"|supported)\b|\bincompatible\b|\bunsupported\b|(?:\bnot|n't) support\b|\btoo (?:new"
            r"|recent|old)\b)",
            without=r"\b(?:windows|linux|ubuntu)\b|\bif you",
        ),
        along=(
            rf"{TORCH_OR_COMPANION}[\s\S]{{0,600}}\b(?:install|wheel)|\b(?:install"
            rf"|wheel)[\s\S]{{0,600}}{TORCH_OR_COMPANION}"
        ),
    ),
    told(
        "torch-not-for-python",
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
        needles=("3.1", "pypy", "cp3", "python 3."),
        along=anywhere(
            TORCH,
            r"\b(?:install\w*|wheels?|pip3?|uv|brew|available|requires-python|support\w*"
            r"|no (?:py)?torch)\b",
        ),
    ),
    told(
        "another-python-helped",
        r"\b(?:with|on|under) (?:python ?)?3\.\d{1,2}\b[^\n.!?]{0,16}\b(?:it )?(?:installs"
        r"|installed|could be installed)\b",
        needles=("with 3.", "on 3.", "python"),
        along=anywhere(TORCH, r"\b(?:no|not|cannot|fail\w*|errors?)\b|n't\b", TWO_PYTHONS),
    ),
    told(
        "another-python-helped",
        r"\b(?:with|on|under) (?:python ?)?3\.\d{1,2},? (?:it|torch|everything|that) (?:works?"
        r"|worked|is fine)\b",
        along=anywhere(
            TORCH,
            r"\b(?:no matching distribution|could not find a version|(?:cannot|can't|couldn't"
            r"|could not) (?:be )?(?:install|find)|no wheels?)\b",
            TWO_PYTHONS,
        ),
    ),
    told(
        "torch-not-for-python",
        rf"{TORCH}[^\n.!?]{{0,16}}(?:[^\n.!?]|\.\d){{0,12}}(?:\bnot|n't) (?:yet )?(?:published"
        rf"|released|built|there|available|out|ready) (?:for|on|with|under) {_BARE_PYTHON}"
        r"|(?:<|\bbelow |\bunder )=? ?3\.1\d\b[^\n!?]{0,40}\btorch\b[^\n.!?]{0,12}(?:\bnot"
        r"|n't) (?:yet )?(?:released|built|published|there|supported|ready|available)"
        rf"|\bpython ?3\.\d{{1,2}} (?:is|was) too (?:old|new|recent) (?:to|for)\b[^\n.!?]{{0,16}}"
        rf"{TORCH}"
        r"|\bpip3\.1\d install torch\b[^\n]{0,16}\bno (?:versions?|matching)",
        needles="3.1 3.7 3.8 3.9 python",
    ),
    told(
        "python-managed-by-another",
        sentence(
            r"\bpep ?668\b",
            r"\b(?:refus\w+|error|venv|break-system-packages|fail\w*|block\w*|prevent\w*|forbid\w*"
            r"|stop(?:s|ped)|(?:does|will|would) not let|(?:does|wo)n't let)\b",
            r"\b(?:homebrew|brew|mac\w*|torch)\b",
        ),
    ),
    told(
        "kernel-of-another-python",
        sentence(
            r"\bno module named '?torch\b|\bmodulenotfounderror\b",
            r"\b(?:al)?though\b|\bbut\b|\beven though\b|\bwhile\b|\bhence\b",
            r"\bpip3? (?:show torch|list (?:shows|has|lists))\b"
            r"|\bpip3? installed torch (?:into|in|for)\b",
            without=r"\bsudo\b",
        )
        + "|"
        + sentence(
            r"\bkernel (?:wasn't|was not|isn't|is not) (?:that of )?(?:my|the|in my|using)\b",
            TORCH,
            r"(?:\bcould not|\bcouldn't|\bcannot|\bnot) (?:be )?(?:import|found|find)",
        )
        + "|"
        + sentence(
            r"\bsys\.executable\b|\bwhich python3?\b",
            r"\b(?:different|another|other) (?:python|interpreter)\b",
            rf"\bwith {TORCH}|{TORCH} is (?:in|installed)|\bhas {TORCH}",
        ),
        needles="kernel sys.executable pip modulenotfounderror module",
    ),
    told(
        "torch-not-for-python",
        rf"\bno (?:py)?torch (?:wheels? |builds? )?for {_BARE_PYTHON}"
        rf"|{TORCH} (?:can't|cannot|can not|couldn't|could not) be (?:resolved|installed|found)"
        rf" (?:on|with|for|under|in) (?:my |the )?{_BARE_PYTHON}"
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
    told(
        "another-python-helped",
        r"\b(?:on|with|in|under) (?:python ?)?3\.\d{1,2}\b[^\n.;]{0,16}\b(?:(?:the|this)"
        r" (?:very )?same (?:\w+ )?|it |all |that )(?:was|is|works?|worked|succeeds?|succeeded"
        r"|installs|installed|went)\b(?! not)"
        r"|\b3\.\d{1,2} in the same (?:shell|terminal|folder) works\b"
        r"|\bpip3?\.?\d{1,2} install torch\b[^\n;,]{0,24}\b(?:without (?:any )?(?:problem|error"
        r"|issue)s?|works?|worked|fine|succeeds?)\b"
        r"|\btorch (?:\d\S{0,8} )?(?:works|installs|resolves|is fine)\b(?: fine| well)? (?:in|on"
        r"|with|under|for) (?:python ?)?3\.\d{1,2}\b[^\n;]{0,12}\b(?:but|not|while|however|yet)\b"
        r"|\b(?:with|on|in|under) (?:python ?)?3\.\d{1,2},? (?:it (?:was|is|went) )?(?:ok|fine"
        r"|possible|no problem)\b",
        needles="3.",
        along=_TWO_PYTHONS,
    ),
    told(
        "torch-not-for-python",
        r"\A(?=[\s\S]*?\btorch-\d[\d.]*-cp3\d{1,2}-\w+-macosx_\d+_\d+_arm64\b)"
        r"(?=[\s\S]*?\bpython(?: version)?:? ?v?3\.(\d{1,2})\b)"
        r"(?![\s\S]*?\btorch-\d[\d.]*-cp3\1-)[\s\S]*?\b(?:no|not|none|skipp\w+)\b",
        by_line=False,
    ),
    told(
        "torch-not-for-python",
        r"\btorch\b[^\n!?;]{0,40}\b(?:never|not) (?:built|compiled|published|released) for "
        r"(?:python ?)?3\.1?\d\b"
        r"|\btorch\b[^\n!?;]{0,24}\bhas no cp3\d+t? (?:files?|wheels?|builds?)\b"
        r"|\bpython (?:to |is now )?3\.1\d\b[^\n.;]{0,24}\b(?:cannot|can't|no longer|could not"
        r"|couldn't) (?:find|install|get|see)s? (?:py)?torch\b",
    ),
    told(
        "kernel-of-another-python",
        r"\bwhich pip3?[`'\"]? and [`'\"]?which python3?[`'\"]? (?:give|show|print|name|are)"
        r"|\b(?:they|these|those) (?:were|are) two different (?:interpreters|pythons)\b"
        r"|\btorch (?:lives|sits|is(?: installed)?) in (?:the one|that|another one) of\b",
        needles="pip python interpreter venv",
    ),
)
