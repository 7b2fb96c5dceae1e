"""Reads what programs answered: torch of itself, the shell of the system, and what is set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from mps_doctor.facts import Variable
from mps_doctor.knowledge.variables import FALLBACK
from mps_doctor.pasted.claims import BLOCK, FIELD, PROSE, Claims
from mps_doctor.pasted.cleaning import unwrap
from mps_doctor.pasted.extracts import claim_all
from mps_doctor.pasted.quoting import line_at
from mps_doctor.pasted.rows.answers import ANSWERS, SAYS

MOST = 60
"""Finds of one pattern that are read: a text made of them costs no more."""

FEW = 8
"""The same of what programs print once or twice."""

_ANSWER = (
    r"(?i)mps\.is_(available|built)\(\)\)?[\s:=,>'\"`|?)-]{0,12}?" + SAYS + r"[\s:=,>'\"`|]{0,6}"
    r"(true|false)\b"
)
_PROSE_ANSWER = (
    r"(?i)\bmps(?:\.|\s+)(?:is[_ ])?(available|built)\b(?:\(\))?\W{0,8}" + SAYS + r"\W{0,3}"
    r"(true|false)\b"
)
_BARE_ANSWER = (
    r"(?i)(?<![\w.])is_(available|built)\(\)[\s:=,>'\"`|?)-]{0,12}?" + SAYS + r"[\s:=,>'\"`|]{0,6}"
    r"(true|false)\b"
)
"""Without the module's name, as people write it; beside a word of CUDA it may be CUDA's."""
_SUPPOSED = r"\b(?:if|assert|unless|when|expect\w*|whether|case that|but)\b[^\n]{0,20}$"
"""Before an answer that an error text, code or a sentence only supposes."""

_PRINT = r"\bprint\(((?:[^\n()]|\(\)){4,300})\)[^\n]{0,200}((?:\n[^\n]{0,120}){1,4})"
_PRINTED = {
    "torch.backends.mps.is_available()": "torch_import.mps_available",
    "torch.backends.mps.is_built()": "torch_import.mps_built",
    "torch.mps.is_available()": "torch_import.mps_available",
    "torch.__version__": "torch.version",
    "platform.machine()": "python.architecture",
}
_ASKED = (
    r"(?:(uname -[mp])|sysctl -n ([\w.]{6,40})|sw_vers -{1,2}([pP]roductVersion)"
    r"|(lipo) -archs [^\n]{0,100}python[\w.]{0,6}[)`\"']{0,3}|(arch))"
    r"[ \t]*\n[ \t]*(\S[^\n]{0,80})(?=\n|\Z)"
)
"""A command, and on the next line what it printed."""
_ASKS = ("uname -", "sysctl -n", "sw_vers -", "lipo -archs", " arch", "/arch")
"""What stands in all of them."""
_BEFORE_ASKED = re.compile(r"(?:([$%>#❯➜] ?)|^[ \t]{0,8})(?:(?:/usr)?/s?bin/)?\Z", re.MULTILINE)
"""Before a command: a prompt, or nothing but its folder."""

_NAMES = (
    r"(?:PYTORCH_(?:ENABLE_MPS_FALLBACK|MPS_\w{3,40}|DEBUG_MPS_ALLOCATOR)|ACCELERATE_(?:USE_CPU"
    r"|TORCH_DEVICE|USE_MPS_DEVICE)|KMP_DUPLICATE_LIB_OK|OMP_NUM_THREADS|DISABLE_MPS"
    r"|SYSTEM_VERSION_COMPAT|MTL_DEBUG_LAYER|MTL_SHADER_VALIDATION|CODEX_SANDBOX)"
)
_SET = (
    r"[\s$%>#*`-]*(?:export |set |setenv |env |ENV )?(?:[A-Z_]+=\S+ )*?(" + _NAMES + r")"
    r"\s*(?:=|[: ](?=\s*\S*\s*(?:#|$)))\s*['\"]?([\w.,-]{0,20})['\"]?`?"
    r"(?=[\s;&]|$)(?!\s+(?:is|was|has|does)\b)"
)
"""A sentence may begin with the name too: without an equals sign the value ends the line."""
_IN_CODE = (
    r"(?:os\.(?:environ\[\s?['\"]?|putenv\(\s?['\"]?|environ\.setdefault\(\s?['\"])|%(?:set_)?env\s)"
    r"(" + _NAMES + r")(?:['\"]?\s?\]\s?=(?!=)|['\"],|[= ])\s?['\"]?([\w.]{0,20})"
)
_IMPORT = (
    r"(?:^|[\n;:\s])(?:import\s+(?:\w+(?: as \w+)?,\s?){0,6}|from\s+)(torch|transformers"
    r"|sentence_transformers|diffusers|accelerate|lightning|pytorch_lightning|fastai|ultralytics"
    r"|timm|whisper|torchvision|torchaudio|peft|trl|flair|easyocr|open_clip|TTS)\b"
)
_TOO_LATE = (
    r"(" + _NAMES + r")\S{0,8}[^\n]{0,60}?(?:\b(?:set|exported|assigned|defined|applied)\b"
    r"[^\n]{0,24}\b(?:after|later than)\b|too late|after `?import(?:ing)?)"
)
_TRIED = (
    r"(?i)\b(?:i|we|even|already|also|tried|having|have|with|after|when)\b[^\n]{0,60}?"
    r"(PYTORCH_ENABLE_MPS_FALLBACK|PYTORCH_MPS_HIGH_WATERMARK_RATIO|KMP_DUPLICATE_LIB_OK)"
)
"""A sentence of somebody who has set it."""
_ONLY_ASKED = (
    r"(?i)\b(?:should|could|can|must|would|please|need to|have to|recommend\w*|suggest\w*) "
    r"\w*[^\n]{0,30}$"
)


def read_answers(text: str, claims: Claims) -> None:
    """Read what the text shows of torch's answers, and of those of the system."""
    lowered = text.lower()
    if "is_" in lowered:
        printed = [found for found in _finds(_PRINT, text) if _read_printed(found, claims)]
        for found in _finds(_ANSWER, text):
            if not any(each.start() < found.start() < each.end() for each in printed):
                _claim_answer(found, claims)
        if "cuda" not in lowered:
            for found in _finds(_BARE_ANSWER, text):
                _claim_answer(found, claims)
    if "available" in lowered and not claims.has("torch_import.mps_available"):
        for found in _finds(_PROSE_ANSWER, text):
            _claim_answer(found, claims)
    for row in ANSWERS:
        for found in islice(_finds(row.pattern, text), FEW) if row.holds in text else ():
            if not _is_supposed(found):
                claim_all(row, found, claims, line_at(text, found.start()))


def sessions_in(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield the commands of shell sessions as labels, each with its answer and the line of it."""
    if not any(each in text for each in _ASKS):
        return
    for found in _finds(_ASKED, text):
        before = _BEFORE_ASKED.search(text, max(0, found.start() - 20), found.start())
        if before is None or (found[5] and not before[1]):
            continue
        label = found[1] or found[2] or found[3] or found[4] or found[5]
        answer = found[6].strip()
        line = line_at(text, found.start(6))
        if label == "uname -p":  # a translated shell says i386, another one arm
            if answer == "i386":
                yield "uname -m", "x86_64", line
        elif label != "lipo":
            yield label, answer, line
        elif answer in ("x86_64", "arm64"):
            yield "python architecture", answer, line


def read_variables(text: str, claims: Claims) -> None:
    """Read the environment variables that are shown as set, when code sets them, what was tried."""
    if not re.search(_NAMES, text):
        return
    pattern = re.compile(_SET)
    shown: dict[Variable, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        at = 0
        while "_" in line and (found := pattern.match(line, at)):
            shown.setdefault(Variable(name=found[1], value=found[2]), number)
            at = found.end()
    for variable, number in islice(shown.items(), MOST):
        claims.add("variable", variable, FIELD, number)
    imported = re.search(_IMPORT, text)
    for found in _finds(_IN_CODE, text):
        number = line_at(text, found.start())
        claims.add("variable", Variable(name=found[1], value=found[2]), FIELD, number)
        if imported is not None and imported.start() < found.start():
            claims.add("set_after_import", found[1], FIELD, number)
    joined = unwrap(text)
    for found in _finds(_TOO_LATE, joined):
        claims.add("set_after_import", found[1], FIELD, line_at(text, found.start()))
    for found in _finds(_TRIED, joined):
        if not re.search(_ONLY_ASKED, joined[max(0, found.start(1) - 80) : found.start(1)]):
            claims.add("tried", found[1].upper(), PROSE, line_at(text, found.start(1)))
    for claim in claims.of("variable"):
        if claim.value.name == FALLBACK and claim.value.value not in ("", "0"):
            claims.add("tried", FALLBACK, FIELD, claim.line)


def _finds(pattern: str, text: str) -> Iterator[re.Match[str]]:
    return islice(re.finditer(pattern, text), MOST)


def _is_supposed(found: re.Match[str]) -> bool:
    before = found.string[max(0, found.start() - 28) : found.start()]
    return re.search(_SUPPOSED, before.lower().replace("\n", " ")) is not None


def _claim_answer(found: re.Match[str], claims: Claims) -> None:
    if not _is_supposed(found):
        line = line_at(found.string, found.start())
        claims.add(f"torch_import.mps_{found[1].lower()}", found[2].lower() == "true", BLOCK, line)


def _read_printed(found: re.Match[str], claims: Claims) -> bool:
    """Read the first line after a `print` that has as many words as the print has arguments.

    Returns whether the print was of several things, of which torch's answer is one.
    """
    asked = [part.strip() for part in found[1].split(",")]
    if len(asked) < 2 or not any("mps.is_" in part for part in asked):
        return False
    answers = (words for line in found[2].split("\n") if len(words := line.split()) == len(asked))
    words = next((words for words in answers if {"True", "False"} & {*words}), [])
    line = line_at(found.string, found.start(2) + 1)
    for name, value in zip(asked, words, strict=False):
        fact = _PRINTED.get(name, "")
        if fact.startswith("torch_import") and value in ("True", "False"):
            claims.add(fact, value == "True", BLOCK, line)
        elif fact == "torch.version" and re.fullmatch(r"\d+\.\d+\.\d+[\w.+]{0,30}", value):
            claims.add(fact, value, FIELD, line)
            claims.add("torch.installed", True, FIELD, line)
        elif fact == "python.architecture" and value in ("arm64", "x86_64"):
            claims.add(fact, value, FIELD, line)
    return True
