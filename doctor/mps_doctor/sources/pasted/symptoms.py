"""Reads symptoms that are told in words, without an error text: a small closed list.

The words are those of people: "only noise on the GPU, the CPU is fine".
Each symptom needs two things said near each other, so that a mere mention of a word is none.
"""

from __future__ import annotations

import re
from collections.abc import Set
from typing import NamedTuple

from mps_doctor.sources.pasted.claims import PROSE, Claims
from mps_doctor.sources.pasted.cleaning import unwrap


class Symptom(NamedTuple):
    """A symptom: its word, the words of which one must be in the text, and its pattern.

    With `by_line` the pattern is tried on the lines that hold a needle, else on the whole text.
    Where there is a `beside`, such a line must hold one of these words too.
    """

    name: str
    needles: tuple[str, ...]
    pattern: re.Pattern[str]
    by_line: bool = True
    beside: tuple[str, ...] = ()


_BAD = (
    r"(?:wrong|incorrect|garbage|gibberish|nonsense|nans?\b|infs?\b|noise|noisy|black|blank"
    r"|gr[ae]y|corrupt\w*"
    r"|broken|messed up|garbled|all zeros|zeros|solid[ -]colou?r\w*|static|differs?\b"
    r"|different|not zero|scrambled|bad|unreliable|degraded)"
    r"(?![^\n.]{0,40}\b(?:device|handling|version|message|requirement)s?\b)"
)
_BAD_WORDS = (
    "wrong",
    "incorrect",
    "garbage",
    "gibberish",
    "nonsense",
    "nan",
    " inf",
    "nois",
    "black",
    "blank",
    "gray",
    "grey",
    "corrupt",
    "broken",
    "messed",
    "garbled",
    "allclose",
    "zero",
    "solid",
    "static",
    "differ",
    "scrambled",
    "unreliable",
    "degraded",
    "poor",
    "worse",
    "乱",
    "不正确",
    "不一致",
    "全黑",
    "inconsisten",
    "discrepanc",
    "divergen",
    "match",
    "bad",
    "!=",
    "≠",
    "<>",
    "diff",
    "max error",
    "abs error",
    "relative error",
)
_GOOD = r"(?:correct|right|fine|ok|okay|normal|works?|good|expected|as expected|no nan)"
_GPU = r"(?:\bmps\b|\bgpu\b|\bmetal\b)"
_CPU = r"\bcpu\b"
_BLACK = (
    r"(?:\b(?:get|gets|getting|got|generat\w+|produc\w+|yields?|returns?|outputs?|always"
    r"|entirely|completely)\b(?:(?!\bno|n't)[^\n.]){0,24}\b(?:black|blank) "
    r"(?:images?|pictures?|outputs?|frames?)\b"
    r"|\b(?:images?|pictures?|frames?|outputs?)\b[^\n.]{0,30}\bturn(?:s|ed)? (?:all )?black\b)"
)
_NOT_OF_TIME = r"(?:(?!speed|time|timing|fast|slow|latency|throughput)[^\n.])"
_NOT_DENIED = r"(?:(?!\b(?:no|not|never|without|fix|avoid)\b|n't)[^\n.])"
_NO_TASK = r"(?! (?:handling|handler|check|guard|prevention|protection|message|errors? (?:in|of)))"
_ON_MAC = r"(?:\bmps\b|\bapple silicon\b)"

SYMPTOMS = (
    Symptom(
        "wrong-results",
        _BAD_WORDS,
        re.compile(
            rf"{_GPU}[^\n.]{{0,60}}\b{_BAD}[^\n]{{0,80}}|\b{_BAD}[^\n.]{{0,50}}\b(?:on|with"
            rf"|using|in|under|for) (?:the )?{_GPU}"
            rf"|{_GPU} ?(?:!=|≠|<>) ?{_CPU}|{_CPU} ?(?:!=|≠|<>) ?{_GPU}"
            rf"|{_GPU}\s?(?:output|result)s?:? {_BAD}"
            rf"|\bresults?\b[^\n.]{{0,40}}{_GPU}[^\n.]{{0,40}}\b(?:poor|worse)\b"
            r"|mps[^\n。]{0,30}(?:错乱|乱码|不正确|不一致|全黑)"
            rf"|\binconsisten\w+[^\n.]{{0,50}}\b(?:on|with|using|in|under|for|between)\b"
            rf"[^\n.]{{0,30}}{_GPU}"
            rf"|{_GPU}[^\n.]{{0,60}}(?:not|n't) match[^\n.]{{0,40}}{_CPU}"
            rf"|(?<!speed )(?<!timing )(?<!performance )"
            rf"\b(?:results?|outputs?|gradients?|values|loss\w*|logits|predictions)\b"
            rf"{_NOT_OF_TIME}{{0,80}}\bdiffer\w*[^\n.]{{0,40}}\bbetween (?:the )?"
            rf"(?:{_GPU}[^\n.]{{0,20}}{_CPU}|{_CPU}[^\n.]{{0,20}}{_GPU})"
            rf"|(?<!speed )(?<!timing )(?<!performance )\b(?:results?|outputs?|convergence)\b"
            rf"{_NOT_OF_TIME}{{0,40}}\b(?:differences?|divergen\w+|discrepanc\w+|mismatch\w*)"
            rf"\b{_NOT_OF_TIME}{{0,40}}\bbetween (?:the )?"
            rf"(?:{_GPU}[^\n.]{{0,20}}{_CPU}|{_CPU}[^\n.]{{0,20}}{_GPU})"
            rf"|\b(?:different|divergent) (?:results?|outputs?)\b[^\n.]{{0,40}}\bbetween (?:the )?"
            rf"(?:{_GPU}[^\n.]{{0,20}}{_CPU}|{_CPU}[^\n.]{{0,20}}{_GPU})"
            rf"|\b(?:diff|difference)(?: sum)?: ?[1-9]\d{{1,12}}(?:\.\d+)?"
            rf"|\b(?:diff|difference|error)\b[^\n.:]{{0,24}}\b(?:{_CPU}[^\n.:]{{0,12}}{_GPU}"
            rf"|{_GPU}[^\n.:]{{0,12}}{_CPU})\W{{1,4}}(?:0\.0?[1-9]|[1-9])"
            rf"|allclose\([^\n]{{0,80}}mps[^\n]{{0,40}}false"
            rf"|\(\w+\.cpu\(\) - \w+\)[^\n]{{0,20}} not (?:zero|0|close)"
            rf"|(?<!speed )(?<!timing )(?:results?|outputs?|losses|scores|embeddings|predictions"
            rf"|images?){_NOT_OF_TIME}{{0,40}}(?:differ|{_BAD})[^\n.]{{0,60}}{_GPU}",
            re.IGNORECASE,
        ),
        beside=("mps", "gpu", "metal", "cpu", "diff:", "difference:", "sum:"),
    ),
    Symptom(
        "spoilt-images",
        ("black", "blank"),
        re.compile(
            rf"{_BLACK}[\s\S]{{0,800}}?{_ON_MAC}|{_ON_MAC}[\s\S]{{0,800}}?{_BLACK}",
            re.IGNORECASE,
        ),
        by_line=False,
    ),
    Symptom(
        "training-fails",
        (" nan", "stuck", "converg", "decreas", "-inf"),
        re.compile(
            r"\bmps\b[\s\S]{0,300}?\bloss\b[^\n.]{0,30}\bnans?\b"
            r"|\bloss\b[^\n.]{0,30}\bnans?\b[\s\S]{0,300}?\bmps\b"
            r"|\bmps\b[\s\S]{0,400}?\b(?:get|gets|got|produces|becomes?)\b[^\n.]{0,20}"
            r"(?<!\w)-?(?:nans?|infs?)\b"
            r"|\bmps\b[\s\S]{0,300}?\bloss\b[^\n.]{0,40}(?:stuck|(?:not|n't) (?:decreas"
            r"|go down|converg))[\s\S]{0,200}?\bcpu\b[^\n.]{0,40}(?:works|fine|expected"
            r"|converges|decreases)",
            re.IGNORECASE,
        ),
        by_line=False,
    ),
    Symptom(
        "wrong-on-cpu",
        ("cpu",),
        re.compile(
            rf"^\W{{0,4}}cpu(?: results?| outputs?)?\s?[:=]\s?[^\n]{{0,20}}\b{_BAD}",
            re.IGNORECASE | re.MULTILINE,
        ),
    ),
    Symptom(
        "since-macos-update",
        (
            "update",
            "updating",
            "upgrad",
            "was fine on",
            "worked",
            "works ",
            "was working on",
            "since macos",
            "->",
            "after macos",
        ),
        re.compile(
            r"(?:was|were) (?:fine|ok|working|good|correct)[^\n.]{0,16} (?:on|in|with|under"
            r"|before) (?:macos |mac os )?\d\d(?:\.[\dx]+)?"
            r"|work(?:ed|s) (?:fine |correctly |well )?(?:on|in|with|under|before) (?:macos "
            r"|mac os )?[12]\d(?:\.[\dx]+){0,2}\b(?!\.\d)"
            r"|(?:after|since)[^\n.]{0,24}(?:updat|upgrad)\w+[^\n.]{0,24}(?:macos|sonoma"
            r"|sequoia|tahoe|ventura|monterey|to [12]\d\.|os\b)"
            r"|(?:macos|sonoma|sequoia) ?[12]\d\.\d+ ?(?:->|→|to) ?[12]\d\.\d+",
            re.IGNORECASE,
        ),
    ),
    Symptom(
        "memory-grows",
        ("memory", "ram", "leak"),
        re.compile(
            r"memory (?:usage |use |consumption )?(?:keeps? |is |steadily |constantly "
            r"|slowly )?(?:grow|increas|ris|climb|leak)\w*"
            r"|memory (?:usage|use|consumption|footprint)(?: \w+){0,5} (?:grow|increas|ris"
            r"|climb|balloon)(?:s|es|ing|ed|ned|ning)\b"
            r"|\b(?:mps|gpu|metal|ram)\b[^\n.]{0,24}\bleaks?\b"
            r"|memory leak|leaks? memory|(?:ram|memory)[^\n.]{0,30}until (?:it |oom"
            r"|out of memory|the system|swap)",
            re.IGNORECASE,
        ),
    ),
    Symptom(
        "out-of-memory",
        ("oom", "out of memory"),
        re.compile(
            rf"\bmps\b{_NOT_DENIED}{{0,60}}\b(?:oom(?:s|ed|ing)?|out of memory)\b{_NO_TASK}"
            rf"|^{_NOT_DENIED}{{0,80}}\boom(?:s|ed)?\b{_NO_TASK}{_NOT_DENIED}{{0,40}}"
            r"\b(?:on|with|using) (?:the )?mps\b",
            re.IGNORECASE | re.MULTILINE,
        ),
    ),
    Symptom(
        "fixed-by-macos-update",
        ("updat", "upgrad"),
        re.compile(
            r"\b(?:updat|upgrad)\w+ (?:to )?(?:a newer |the latest )?mac ?os[^\n.,;]{0,24}"
            r"\b(?:fixe[sd]|resolve[sd]|solve[sd]|cured?)\b"
            r"|\b(?:fixed|resolved|solved|cured) (?:it |this )?(?:by|with|after) "
            r"(?:updat|upgrad)\w+ (?:to )?mac ?os\b",
            re.IGNORECASE,
        ),
    ),
    Symptom(
        "import-hangs",
        ("import torch",),
        re.compile(
            r"import torch`?[^\n.]{0,40}\b(?:hangs?|stuck|freezes?|never (?:returns?|finishes)"
            r"|does not (?:return|come back)|takes forever)"
            r"|(?:hangs?|stuck|freezes?)[^\n.]{0,30}import torch",
            re.IGNORECASE,
        ),
    ),
    Symptom(
        "slower-than-cpu",
        ("slow",),
        re.compile(
            rf"{_GPU}[^\n.]{{0,60}}\bslow(?:er)?\b|\bslow(?:er)?\b[^\n.]{{0,40}}{_GPU}",
            re.IGNORECASE,
        ),
    ),
    Symptom(
        "segfault-with-openmp-package",
        (
            "sklearn",
            "scikit-learn",
            "faiss",
            "libomp",
            "openmp",
            "omp_num_threads",
            "lightgbm",
            "xgboost",
        ),
        re.compile(
            r"segmentation fault|segfault|memory fault|exc_bad_access|sigsegv", re.IGNORECASE
        ),
        by_line=False,
    ),
    Symptom(
        "crash-on-gpu",
        ("crash", "bus error", "segfault", "segmentation fault", "kernel die", "abort"),
        re.compile(
            r"\b(?:bus error|segfault|segmentation fault|kernel (?:crash|die)\w*|crash(?:es|ed)?)\b"
            r"[^\n.]{0,60}\b(?:with|on|using|in) (?:the )?mps\b"
            r"|\babort(?:s|ed|ing)? (?:in|inside|within) (?:the )?(?:mpsgraph|mps|metal)\b"
            r"|\bmps\b[^\n.]{0,30}\b(?:causes?|triggers?|leads to|results in)\b"
            rf"{_NOT_DENIED}{{0,40}}"
            r"\b(?:crash(?:es)?|segfaults?|aborts?)\b",
            re.IGNORECASE,
        ),
    ),
    Symptom(
        "bus-error", ("sigbus", "bus error"), re.compile(r"\bsigbus\b|\bbus error\b", re.IGNORECASE)
    ),
    Symptom(
        "two-openmp-copies",
        ("libomp", "libiomp"),
        re.compile(
            r"libi?omp5? copies(?: loaded)?:? ?[2-9]|(?:two|2|several|multiple) (?:copies"
            r"|instances|versions) of (?:the )?lib(?:i?omp|gomp)"
            r"|\(own copy in torch/lib\)|@loader_path/lib(?:i?omp)[\w.]{0,12}",
            re.IGNORECASE,
        ),
    ),
    Symptom(
        "openmp-workaround",
        ("kmp_duplicate_lib_ok",),
        re.compile(
            r"\bKMP_DUPLICATE_LIB_OK\b[^\n]{0,40}\b(?:fix|solv|help|work|avoid|prevent)\w*"
            r"|\b(?:fix|solv|help|work)\w*[^\n]{0,40}\bKMP_DUPLICATE_LIB_OK\b",
            re.IGNORECASE,
        ),
    ),
    Symptom(
        "torch-said-to-be-installed",
        ("torch",),
        re.compile(
            r"\bpip3? (?:list|show|freeze)\b[^\n.]{0,40}\b(?:shows?|says?|lists?|has)\b[^\n.]{0,20}"
            r"\btorch\b"
            r"|\btorch (?:is|was|has been) (?:already |successfully |correctly )?installed\b"
            r"|\b(?:already|successfully|did|have) (?:pip )?install(?:ed)? (?:py)?torch\b",
            re.IGNORECASE,
        ),
    ),
    Symptom(
        "cpu-by-a-setting",
        ("no_cuda", "use_cpu", "disable_mps"),
        re.compile(
            r"(?:no_cuda ?= ?true|use_cpu ?[=:] ?true|accelerate_use_cpu|disable_mps ?= ?1)"
            r"[\s\S]{0,200}\b(?:stays?|runs?|running|still|only|trains?)(?: \w+)? on (?:the )?cpu\b"
            r"|accelerate[^\n]{0,30} config:?\s[\s\S]{0,300}\buse_cpu: true"
            r"|\b(?:stays?|runs?|running|still|only|trains?)(?: \w+)? on (?:the )?cpu\b"
            r"[\s\S]{0,200}"
            r"(?:no_cuda ?= ?true|use_cpu ?[=:] ?true|accelerate_use_cpu|disable_mps ?= ?1)",
            re.IGNORECASE,
        ),
        by_line=False,
    ),
    Symptom(
        "mps-missing-in-guest",
        ("none listed", "no mps", "no metal", "no gpu"),
        re.compile(
            r"(?:graphics|gpu|metal|mps)[^\n]{0,30}(?:none listed|not listed|not visible)"
            r"|no (?:mps|metal|gpu)\b[^\n.]{0,20}(?:in|inside) (?:the |a )?(?:vm|guest)",
            re.IGNORECASE,
        ),
    ),
    Symptom(
        "newest-torch-is-2.2.2",
        ("2.2.2", "2.2.x", "intel mac", "x86", "only support"),
        re.compile(
            r"(?:newest|latest|highest|max(?:imum)?|last|only)[^\n.]{0,40}?2\.2\.2"
            r"|up to (?:torch |version )?2\.2\.2|2\.2\.[2x] is the (?:latest|last|newest)"
            r"|\btorch\b[^\n.]{0,30}\b(?:stopped|dropped|deprecated|ended|no longer)\b"
            r"[^\n.]{0,40}\b(?:intel macs?|macos x86(?:_64)?|x86(?:_64)? macs?)\b"
            r"|\b(?:py)?torch\b[^\n]{0,40}\bonly supports?\b[^\n]{0,30}\barm64\b[^\n]{0,60}"
            r"\b(?:my|mine is an|on an|this is an|have an) intel\b"
            r"|\btorch\b[^\n]{0,80}\bintel(?:[ -]based)? macs?\b[^\n.]{0,20}"
            r"(?:\b(?:not|cannot|no longer|unable)\b|n't\b)"
            r"[^\n.]{0,24}\b(?:install|support|get|use)",
            re.IGNORECASE,
        ),
    ),
    Symptom(
        "torch-for-arm-only",
        (" arm", "apple silicon"),
        re.compile(
            r"\btorch\b[^\n]{0,80}\bonly\b[^\n]{0,20}\b(?:for|on|support\w*|provid\w+|ships?|has)\b"
            r"[^\n]{0,24}\b(?:arm64|arm|apple silicon)\b",
            re.IGNORECASE,
        ),
    ),
    Symptom(
        "ddp-on-mac",
        ("ddp", "nccl", "torchrun"),
        re.compile(
            r"strategy ?= ?['\"]?(?:ddp|fsdp|deepspeed)|\bbackend ?= ?['\"]nccl['\"]"
            r"|init_process_group\(\s?['\"]nccl",
            re.IGNORECASE,
        ),
    ),
    Symptom(
        "loaded-elsewhere",
        ("saved on", "trained on"),
        re.compile(
            r"(?:saved|trained)(?: on)?:?[^\n]{0,40}\b(?:mps|mac"
            r"|apple)[^\n]{0,60}\n?[^\n]{0,20}\bload(?:ed|ing)?\b",
            re.IGNORECASE,
        ),
        by_line=False,
    ),
)
"""The closed list: these words are what `messages.reported` holds."""


TOLD_BY = frozenset(needle for symptom in SYMPTOMS for needle in symptom.needles)


def read_symptoms(text: str, claims: Claims, possible: Set[str] = TOLD_BY) -> None:
    """Read the symptoms that a text tells; `possible` are the needles that it may hold."""
    text = unwrap(text)
    lowered = text.lower()
    present = {needle for needle in TOLD_BY & possible if needle in lowered}
    for symptom in SYMPTOMS:
        if present.isdisjoint(symptom.needles):
            continue
        needles = [needle for needle in symptom.needles if needle in present]
        place = _place(symptom, needles, text, lowered)
        if place >= 0:
            claims.add("reported", symptom.name, PROSE, text.count("\n", 0, place) + 1)


def _place(symptom: Symptom, needles: list[str], text: str, lowered: str) -> int:
    if not symptom.by_line or len(lowered) != len(text):
        found = symptom.pattern.search(text)
        return found.start() if found else -1
    end = 0
    places = {needle: lowered.find(needle) for needle in needles}
    while places:
        first = min(places.values())
        start = text.rfind("\n", 0, first) + 1
        end = text.find("\n", first)
        end = len(text) if end < 0 else end
        line = lowered[start:end] if symptom.beside else ""
        if not line or any(word in line for word in symptom.beside):
            found = symptom.pattern.search(text, start, end)
            if found:
                return found.start()
        for needle in [needle for needle, place in places.items() if place <= end]:
            places[needle] = lowered.find(needle, end + 1)
            if places[needle] < 0:
                del places[needle]
    return -1
