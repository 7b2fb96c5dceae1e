"""Reads computers: Apple's chips, Intel Macs, their GPUs, and Python for the other processor."""

from __future__ import annotations

import re
from functools import lru_cache

from mps_doctor.facts import Gpu
from mps_doctor.pasted import guests, systems
from mps_doctor.pasted.claims import FIELD, LISTED, PROSE, Claims
from mps_doctor.pasted.clauses import narrowed
from mps_doctor.pasted.places import is_in_entry, line_at, lines_around, places_of
from mps_doctor.patterns import late

_CHIP = late(
    r"(?:(?<![\w./=-])|(?<=macos/))(?:apple )?m([1-9])(?![\d.]*\d)[ -]?(pro|max"
    r"|ultra)?(?:[ -]?chip)?(?:(?=\s*\((virtual)\)))?"
    r"(?![\w/=]*\d\d)",
    re.IGNORECASE,
)
_CHIP_GLUED = late(
    r"(?<![\w.])(?:apple|macbook|mac|mini|air|pro)[ -]?m([1-9])(pro|max|ultra)?\b", re.IGNORECASE
)
_SILICON = late(
    r"apple[ -]?silicon|apple m[ -]?(?:series )?chip|\bm[ -]series\b|apple arm"
    r"|arm(?:64)?[ -](?:based )?mac"
    r"|\barm m[1-9]|m-chip|apple processor|virtualapple",
    re.IGNORECASE,
)
_MAC = late(
    r"\b(?:mac ?books?|imacs?|mac ?minis?|mac ?studios?|mac ?pros?|mbp|mba|macs?"
    r"|hackintosh)\b",
    re.IGNORECASE | re.ASCII,
)
_INTEL = late(
    r"\bintel\b(?:\(r\))?(?: core(?:\(tm\))?)?(?: ?i[3579](?:-\w{3,8})?)?"
    r"|\bi[3579]-\d{4,5}\w{0,3}\b"
    r"|\b(?:core )?i[3579]\b|\bxeon\b|\bx86(?:[-_]64)? (?:cpu|mac(?:s|os)?|macbook|processor)\b"
    r"|\bx86 cpu\b",
    re.IGNORECASE,
)
_X86_MAC = late(
    r"\bx(?:86_)?64 (?:mac|apple|imac)\w*|\b(?:mac\w*|mbp) x(?:86|64)\b|mbp x86", re.IGNORECASE
)
_BEFORE_M1 = late(
    r"\b(?:macbookpro(?:[1-9]|1[0-6]),\d|macbookair[1-9],\d|macbook\d{1,2},\d|imac(?:1?\d|20),\d"
    r"|imacpro1,1|macmini[1-8],\d|macpro[1-7],\d)(?!\d)"
    r"|\b20[01]\d(?: intel)? (?:mac ?book|imac|mac ?mini|mac ?pro)\b"
    r"|\b(?:mac ?book(?: pro| air)?|imac|mac ?mini|mac ?pro|mbp)[ ,(]{1,2}(?:retina, "
    r")?(?:1[3-7][ -]?inch,? )?"
    r"(?:(?:early|mid|late|from|of)[ -])?20[01]\d\b(?![.\d])",
    re.IGNORECASE,
)
"""A model of the years in which all Macs had an Intel processor."""
_DENIAL = late(
    r"\b(?:not|no|non|without|isn't|instead of)[ -](?:(?:of|an?|the|on) ){0,2}$", re.IGNORECASE
)
_MODEL = late(r" ?(?:air|mini|studio|imac)\b", re.IGNORECASE)
_SILICON_WORDS = ("apple", "arm", "series", "m-chip")
_INTEL_CHIPS = ("intel", "i3", "i5", "i7", "i9", "xeon", "x86")
_MAC_WORDS = ("mac", "apple", "mbp", "mba", "m-chip", "hackintosh")
_CHIP_ALONE = late(r"\bm[1-9]\b", re.IGNORECASE)
_OWNED = late(r"\b(?:(?:my|an|our)|(?:machine|computer|laptop|mac):) $", re.IGNORECASE)
"""Before `M1` alone: what somebody has is the computer, and `an` goes with the letter."""
_BEGINS = late(r"(?:^|[,.;(\n]) ?$")
_ENDS = late(r" ?(?:[,.;)\n]|$)")
"""Around `M1` where it stands for itself in a list of what there is."""
_NOT_INTEL = late(r"\b(?:not|no|non-?|instead of|unlike|without)[ -]?$", re.IGNORECASE)
_AMD = late(
    r"\b(?:amd )?(?:radeon(?: pro)?(?: rx)?|rx|firepro|amd)[ -]?(?:pro )?(?:vega ?\d{0,3}"
    r"|d?\d{3,4} ?(?:xt|m|x)?)\b"
    r"|\bamd (?:rdna ?\d|gpus?|graphics)\b"
    r"|\bvega ?(?:20|48|56|64|ii)\b|\b(?:5[3-7]|6[4-9])00 ?xt\b|\bradeon\b",
    re.IGNORECASE,
)
_FOR_ANOTHER_SYSTEM = late(
    r"^\s*(?:[|#<]|\*\*)[^\n]*\b(?:linux|windows|wsl2?|ubuntu)\b", re.IGNORECASE
)
_WITH_ROCM = late(r"\brocm\b|\bhip\w*error|\bmiopen\b", re.IGNORECASE)
"""What AMD's GPUs have on Linux and Windows alone."""
_MPS = late(r"\bmps\b", re.IGNORECASE)
"""On an AMD GPU it is that of a Mac."""
_OF_MACS_ALONE = late(r"\bmps\b|\brosetta\b|\bmac ?os\b|\bosx\b|\bmacosx_\d", re.IGNORECASE)
"""What only a text about a Mac names: there `M1` is the chip."""
_INTEGRATED = late(
    r"\b(?:intel )?(?:iris(?: plus| pro| xe)?(?: max)?(?: graphics)?|u?hd graphics)(?: \d{3,4})?\b",
    re.IGNORECASE,
)
_MENTION = late(
    r"[Mm]ac|[Aa]pple|APPLE|MAC|MBP|mbp|MBA|[Ii]ntel|INTEL|[Hh]ackintosh|\b[Mm][1-9]\b|x86"
    r"|i[3579]-|[Cc]hip"
)
"""A cheap look for lines that may name a computer."""


def read_machine(value: str, claims: Claims, weight: int = FIELD) -> None:
    """Read the value of a line about the computer."""
    if not _read_chip(value, claims, weight):
        _read_intel(value, claims, weight)
    if _MAC.search(value):
        claims.add("host.system", "Darwin", min(weight, LISTED))
        claims.add("mac", value, weight)
    read_gpu(value, claims)
    guests.read_virtual(value, claims)


def read_chip_in_prose(text: str, claims: Claims) -> None:
    """Read chips that a sentence names; a text that speaks of two kinds says nothing."""
    whole, lowered = text, text.lower()
    if "asahi" in lowered and systems.is_on_asahi(text):
        return
    if not any(word in lowered for word in _MAC_WORDS) and not _CHIP_ALONE.search(text):
        if (
            ("amd" in lowered or "radeon" in lowered)
            and _MPS.search(text)
            and (amd := _AMD.search(text))
        ):
            claims.add("gpu", Gpu(name=_amd_name(amd)), PROSE)
        return
    of_macs = _OF_MACS_ALONE.search(text) is not None
    kept = [line for line in text.split("\n") if _MENTION.search(line)]
    text = "\n".join(kept)
    for part in narrowed(text):
        chips, silicon, intel = _named(part, of_macs=of_macs)
        if not (intel and (chips or silicon)):
            break
    else:
        return
    if claims.value("host.hardware_architecture") == "x86_64":
        chips, silicon = set(), False  # the kernel knows: a program's log may speak of both kinds
    if chips:
        name = next(iter(chips)) if len(chips) == 1 else "Apple silicon"
        _add_apple(name, claims, PROSE)
    elif silicon:
        _add_apple("Apple silicon", claims, PROSE)
    elif intel:
        _add_intel("Intel", claims, PROSE)
        if gpu := _INTEGRATED.search(text):
            claims.add("gpu", Gpu(name=gpu[0], vendor="Intel"), PROSE)
    if _MAC.search(text):
        claims.add("host.system", "Darwin", 0)
        claims.add("mac", "a Mac", PROSE)
    about_a_mac = _MAC.search(text) is not None or "macos" in lowered
    amd = _amd_of_a_mac(whole) if about_a_mac and not (chips or silicon) else None
    if amd and not _WITH_ROCM.search(whole):
        claims.add("gpu", Gpu(name=_amd_name(amd)), PROSE)


def _amd_of_a_mac(text: str) -> re.Match[str] | None:
    """Return the first AMD GPU that no row or heading of a guide gives to another system."""
    lines = (line for line in text.split("\n") if not _FOR_ANOTHER_SYSTEM.search(line))
    return next(filter(None, map(_AMD.search, lines)), None)


def _named(text: str, *, of_macs: bool) -> tuple[set[str], bool, bool]:
    """Return the chips of Apple's that sentences name, and whether they name its kind or Intel."""
    named = _CHIP.finditer(text)
    chips = {_chip_name(found) for found in named if of_macs or _is_about_a_mac(text, found)}
    chips = chips or {_chip_name(found) for found in _CHIP_GLUED.finditer(text)}
    lowered = text.lower()
    silicon = any(word in lowered for word in _SILICON_WORDS) and any(
        not _denied(text, found) for found in _SILICON.finditer(text)
    )
    intel = any(word in lowered for word in _INTEL_CHIPS) and any(
        _intel_mac(text, found, of_macs=of_macs) for found in _INTEL.finditer(text)
    )
    intel = intel or (("20" in text or "," in text) and _BEFORE_M1.search(text) is not None)
    intel = intel or ("hackintosh" in lowered and _OF_PYTHON.search(text) is not None)
    return chips, silicon, intel


def _amd_name(found: re.Match[str]) -> str:
    return "AMD " + re.sub("^amd ", "", found[0].strip(), flags=re.IGNORECASE)


def read_gpu(value: str, claims: Claims) -> bool:
    """Read a discrete AMD or an integrated Intel GPU."""
    if found := _AMD.search(value):
        claims.add("gpu", Gpu(name=_amd_name(found)), FIELD)
        return True
    if found := _INTEGRATED.search(value):
        claims.add("gpu", Gpu(name=found[0], vendor="Intel"), FIELD)
        return True
    return False


def has_amd(gpus: tuple[Gpu, ...]) -> bool:
    """Return whether one of the GPUs is an AMD one."""
    return any("AMD" in gpu.name for gpu in gpus)


_INTEL_PYTHON = late(
    r"\b(?:intel|x86(?:[-_]64)?|x64|osx-64)(?: version| build)?(?: of)? "
    r"(?:python|conda|anaconda\d?|miniconda\d?|miniforge\d?|interpreter|homebrew|brew)\b"
    r"|\bconda_subdir\b\W{0,3}(?:(?:was|is|set|exported|to|as) ){0,4}=? ?['\"]?osx-64\b"
    r"|\bpython3?[\d.]*`?\W{1,6}(?:says )?executable x86_64\b"
    r"|\bplatform:? (?:darwin|macos)[ -]x86_64\b|\bpython arch\w*:? x86_64\b"
    r"|\binterpreter\b[^\n.]{0,24}\bis x86_64\b"
    r"|\('x86_64', 'i386'\)"
    r"|\b(?:platform|subdir)\b ?:? ?(?:is |= ?)?osx-64\b"
    r"|\b(?:arch|uname -[am])[`'\"]? (?:prints|says|returns|gives|shows|reports|is)"
    r" (?:i386|x86_64)\b"
    r"|\barch -x86_64 (?:/bin/)?(?:zsh|bash|sh|python3?|pip3?|conda)\b"
    r"|\b(?:installed|downloaded|took|had|have|got|used) (?:the |an? )?"
    r"(?:(?:ana|mini)conda\d?|miniforge\d?|python|homebrew) (?:\w+ )?for (?:intel|x86(?:_64)?)\b"
    r"(?! (?:and|or)\b)|(?:python|conda|终端|homebrew|interpreter) ?(?:是|が|は) ?(?:x86|intel)"
    r"|\b(?:mini|ana)conda\w*[^\n.]{0,30}\bmacosx-x86_64\b"
    r"|\bpython3?\)?\W{0,3}(?:says|shows|prints|is|:) x86_64\b(?! arm64)"
    r"|\b(?:built|compiled|installed) (?:my |the |its )?(?:python|conda|interpreter)(?: \d[\d.]*)? "
    r"for (?:x86_64|intel)\b"
    r"|\b(?:see|seeing|sees|shows?|prints?|reports?|gives?|says) x86(?:[-_]64)? (?:as|for|on) "
    r"(?:the |my |an? )?(?:machine|arch\w*|platform|processor|cpu|m[1-5]\b|apple silicon)"
    r"|\b(?:x86(?:[-_]64)?|x64|intel)[ -]emulat(?:ed|ion) (?:python|conda|env|environment|venv"
    r"|shell"
    r"|terminal)\b"
    r"|\bintel edition\b|\bx86(?:_64)? (?:venv|virtualenv|environment|env"
    r"|terminal|shell|homebrew"
    r"|brew)\b"
    r"|\b(?:python|conda|anaconda|miniconda|miniforge|homebrew|brew|interpreter|environment|env"
    r"|pip)"
    r"(?: i (?:use|have|took)| on (?:my|this|the|an?) (?:\w+ )?(?:m[1-5]|mac\w*)"
    r"(?: (?:pro|max|ultra|air|mini))?)?(?: itself)? (?:is|was|were|had been) (?:still |really "
    r"|actually |only |the |an? |one |for "
    r"|running (?:as )?|installed (?:as "
    r"|for )?)*"
    r"(?:x86(?:[-_]64)?|intel|i386|x64|osx-64)\b(?! mac)|\b(?:home)?brew (?:is |lives |was "
    r")?(?:installed )?(?:in|under|at) "
    r"/usr/local|\bpython3?\)?[^\n]{0,12}\bmach-o 64-bit executable x86_64\b"
    r"|\bmacosx_\d\d_\d_x86_64 tags?\b|\b64-bit westmere\b"  # what Rosetta shows of itself
    r"|(?:装|安装|用|下载)(?:的|了)?(?:是)? ?(?:x86(?:_64)?|intel|英特尔) ?(?:的|版本?的?)? ?"
    r"(?:python|\w{0,4}conda|解释器)"
    r"|\bmigrat\w+ (?:it |all )?from (?:an?|my|the) (?:old )?intel mac\w*\b[^\n.;]{0,40}"
    r"\b(?:old|same|copied|restored) (?:\w+ )?(?:(?:ana|mini)?conda\w*|python|homebrew|brew"
    r"|env\w*)\b"
    r"|^(?=[^\n]*\bactivity monitor\b)(?![^\n]*\bpython[^\n,.;]{0,24}\bapple\b)[^\n]*?"
    r"(?:\b(?:python[\d.]*|terminal)\b(?:[^\n.,;]|\.\d){0,60}(?<!not )(?<!no )\bintel\b(?! mac)"
    r"|\bintel\b(?:[^\n.,;]|\.\d){0,24}\bpython"
    r"|\bpython[^\n]{0,120}\bkind\b[^\n.;]{0,30}(?<!not )\bintel\b)"
)
"""For a line in lower case."""
_INTEL_ANSWER = late(
    r"\bget_platform\(\)[^\n]{0,4}\n[^\n]{0,4}macosx-\d+\.\d+-x86_64\b"
    r"|\bproc_translated\b\W{0,3}(?:is |= ?|: ?)?1\b"
)
"""For a text in lower case: the answer may stand on the line after the question."""
_ASKING = ("proc_translated", "get_platform()")
_INTEL_WORDS = (
    "westmere",
    "intel",
    "x86",
    "x64",
    "osx-64",
    "i386",
    "/usr/local",
    "proc_translated",
)
ROSETTA_TOLD_BY = (*_INTEL_WORDS, "rosetta")
_ROSETTA = late(
    r"\b(?:under|via|using|with|in|through|a) (?:(?:i386|x86(?:_64)?)/)?rosetta(?: ?2)?\b"
    r"|\brosetta(?: ?2)? (?:terminal|shell|python|environment|conda)\b"
    r"|(?:用|使用|通过|在) ?rosetta|rosetta(?: ?2)? ?(?:打开|运行|模式|环境|のせい|経由|上で|で動)",
    re.IGNORECASE,
)


NEAR = 100
"""Characters before and after a word within which these patterns begin and end."""

_OF_PYTHON = late(r"\b(?:torch|pytorch|mps|python3?|conda|pip3?|terminal)\b", re.IGNORECASE)
"""What runs under Rosetta, if it is not a game."""

_ANOTHER_PROGRAM = late(
    r"\b(?:apps?|binary|menu bar|ffmpeg|games?|steam|browser|chrome|plug-?ins?|daw|gui|tool|player"
    r"|photoshop|lightroom)\b",
    re.IGNORECASE,
)
_TOLD_TO_BE_NATIVE = late(
    r"\b(?:torch|pytorch|python3?|conda)\b[^.;]{0,16}\b(?:natively|native|is arm64)\b",
    re.IGNORECASE,
)

_SUPPOSED = late(
    r"\b(?:if|when|whether|unless|in case)\b(?:(?!you're|you are|then\b|,)[^\n.!?]){0,60}$"
    r"|\b(?:can|could|should|would|does|will) (?:\w+ ){1,4}$|\b(?:slow|fast)er $",
    re.IGNORECASE,
)
"""Before what an answer only supposes: "if yours is x86_64 under Rosetta", and not what follows
from it: "if that installed, you are under Rosetta"."""


def read_rosetta(text: str, claims: Claims) -> None:
    """Read that Python is said to be one for Intel, or to run under Rosetta."""
    lowered = text.lower()
    intel = _intel_python(lowered)
    if lowered.startswith("proc_translated", intel):
        _add_apple("Apple silicon", claims, PROSE)  # only there is anything translated
    if (
        intel >= 0
        and not _DENIAL.search(text, max(0, intel - 24), intel)
        and not _is_supposed(text, intel)
    ):
        claims.add("python.architecture", "x86_64", PROSE, line_at(text, intel))
    near = ((max(0, place - NEAR), place + NEAR) for place in places_of(("osetta", "OSETTA"), text))
    if found := next(filter(None, (_ROSETTA.search(text, *around) for around in near)), None):
        before = text[max(0, found.start() - 16) : found.start()].lower()
        denied = any(word in before for word in ("not ", "n't", "without", "no "))
        denied = denied or _of_another_program(text, found) or is_in_entry(text, found.start())
        if not denied and not _is_supposed(text, found.start()):
            around = text[max(0, found.start() - NEAR) : found.end() + NEAR]
            if not claims.has("host.chip") and _OF_PYTHON.search(around):
                _add_apple("Apple silicon", claims, PROSE)  # only there is anything translated
            claims.add("python.architecture", "x86_64", PROSE, line_at(text, found.start()))


_CLAUSE_ENDS = (". ", "\n", "! ", "? ", "; ")


def _of_another_program(text: str, found: re.Match[str]) -> bool:
    """Whether a sentence says of a program alone that it runs under Rosetta."""
    start = max(text.rfind(mark, 0, found.start()) + 1 for mark in _CLAUSE_ENDS)
    end = min(
        (at for mark in _CLAUSE_ENDS if (at := text.find(mark, found.end())) >= 0),
        default=len(text),
    )
    clause = text[start:end]
    if _TOLD_TO_BE_NATIVE.search(clause):
        return True
    return _ANOTHER_PROGRAM.search(clause) is not None and _OF_PYTHON.search(clause) is None


def _intel_python(lowered: str) -> int:
    """Return where a text in lower case first speaks of a Python for Intel; -1 for nowhere."""
    found = _INTEL_ANSWER.search(lowered) if any(word in lowered for word in _ASKING) else None
    places = [found.start()] if found else []
    for start, end in lines_around(lowered, places_of(_INTEL_WORDS, lowered)):
        if (place := _intel_python_of(lowered[start:end])) >= 0:
            places.append(start + place)
            break
    return min(places, default=-1)


@lru_cache(maxsize=512)
def _intel_python_of(line: str) -> int:
    found = _INTEL_PYTHON.search(line)
    return found.start() if found else -1


_PAST = late(
    r"\b(?:used to|previously|formerly|was once|no longer|at first|in the past|until recently)\b"
    r"[^\n.!?;]{0,40}$",
    re.IGNORECASE,
)
"""Before what was so, and is not any more."""


def _is_supposed(text: str, place: int) -> bool:
    if _PAST.search(text, max(0, place - 80), place):
        return True
    return _SUPPOSED.search(text, max(0, place - 80), place) is not None


def _read_chip(value: str, claims: Claims, weight: int) -> bool:
    if found := _CHIP.search(value) or _CHIP_GLUED.search(value):
        _add_apple(_chip_name(found), claims, weight)
        return True
    if (found := _SILICON.search(value)) and not _denied(value, found):
        _add_apple("Apple silicon", claims, weight)
        return True
    return False


def _denied(text: str, found: re.Match[str]) -> bool:
    """Whether the words before say that it is none: "not of the M series"."""
    return _DENIAL.search(text, max(0, found.start() - 24), found.start()) is not None


def _read_intel(value: str, claims: Claims, weight: int) -> None:
    found = _INTEL.search(value) or _X86_MAC.search(value)
    if found and not _NOT_INTEL.search(value, 0, found.start()):
        _add_intel(value.strip() if len(value) < 60 else found[0], claims, weight)
    elif _BEFORE_M1.search(value):
        _add_intel("Intel", claims, weight)


def _chip_name(found: re.Match[str]) -> str:
    variant = f" {found[2].title()}" if found[2] else ""
    virtual = " (Virtual)" if found.re.groups > 2 and found[3] else ""
    return f"Apple M{found[1]}{variant}{virtual}"


def _is_about_a_mac(text: str, found: re.Match[str]) -> bool:
    """In prose `M1` alone may be anything; near a word for Macs it is the chip."""
    if found[2] or found[0].lower().endswith("chip"):
        return True
    near = text[max(0, found.start() - 24) : found.end() + 24]
    if _MODEL.match(text, found.end()) or _OWNED.search(
        text, max(0, found.start() - 12), found.start()
    ):
        return True
    if _MAC.search(near) is not None or "apple" in near.lower() or "macos" in near.lower():
        return True
    begins = _BEGINS.search(text, max(0, found.start() - 4), found.start())
    return begins is not None and _ENDS.match(text, found.end()) is not None


_OF_A_PROGRAM = late(
    r"['\"”]? (?:python|conda|miniconda|anaconda|miniforge|interpreter|installer|binar(?:y|ies)"
    r"|wheels?"
    r"|builds?)\b",
    re.IGNORECASE,
)
"""After a word for Intel that is said of a program, not of the computer."""


def _intel_mac(text: str, found: re.Match[str], *, of_macs: bool) -> bool:
    """In prose `Intel` alone may be MKL, OpenMP or a compiler; near a word for a Mac it is one."""
    near = text[max(0, found.start() - 32) : found.end() + 20].lower()
    if _OF_A_PROGRAM.match(text, found.end()):
        return False
    if any(word in near for word in ("mkl", "openmp", "oneapi", "iomp", "intel(r) math")):
        return False
    if any(word in near for word in ("chip", "macos", "darwin")) or _MAC.search(near):
        return True
    model = re.search(r"\d|xeon", found[0], re.IGNORECASE)  # a processor, and no compiler
    return of_macs and model is not None


def _add_apple(name: str, claims: Claims, weight: int) -> None:
    claims.add("host.chip", name, weight)
    claims.add("host.hardware_architecture", "arm64", weight)
    claims.add("mac", name, weight)
    claims.add("host.system", "Darwin", min(weight, LISTED))


def _add_intel(name: str, claims: Claims, weight: int) -> None:
    title = name if "intel" in name.lower() else f"Intel {name}"
    claims.add("host.chip", title, weight)
    claims.add("host.hardware_architecture", "x86_64", weight)
