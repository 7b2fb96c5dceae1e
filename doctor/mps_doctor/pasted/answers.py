"""Reads what torch answered, the environment variables that are shown, and the order of code."""

from __future__ import annotations

import re
from collections.abc import Set

from mps_doctor.facts import MacOSAnswer, Variable
from mps_doctor.pasted import crashes
from mps_doctor.pasted.claims import BLOCK, FIELD, LISTED, Claims
from mps_doctor.pasted.cleaning import unwrap
from mps_doctor.pasted.places import Places, lines_around, places_of
from mps_doctor.pasted.printed import read_printed
from mps_doctor.patterns import late

_ANSWER = late(
    r"\bmps\.is_(available|built)\(\)\)?[\s:=,>'\"`|?)-]{0,12}?"
    r"(?:is |returns? |returned |gives |prints |Out\[\d+\]: ?)?"
    r"[\s:=,>'\"`|]{0,6}(true|false)\b",
    re.IGNORECASE,
)
_ANSWER_PROSE = late(
    r"\bmps(?:\.|\s+)(?:is[_ ])?(available|built)\b(?:\(\))?\W{0,8}(?:is |returns? |returned "
    r"|says |gives )?\W{0,3}"
    r"(true|false)\b",
    re.IGNORECASE,
)
_BARE_ANSWER = late(
    r"(?<![\w.])is_(available|built)\(\)[\s:=,>'\"`|?)-]{0,12}?"
    r"(?:is |was |returns? |returned |gives |prints |says )?[\s:=,>'\"`|]{0,6}(true|false)\b",
    re.IGNORECASE,
)
"""Without the module's name, as people write it; beside a word of CUDA it may be CUDA's."""
_MAC_VER = late(
    r"\bmac_ver\(\)(?:\[0\])?[\s:=,;>'\"`()-]{0,8}(?:is |returns? |returned |gives |says |prints )?"
    r"[\s'\"`(]{0,3}(\d{2}(?:\.\d{1,2}){1,2})\b"
)
_PRODUCT_VERSION = late(
    r"\bsw_vers -{1,2}productversion\)?[\s`'\"]{0,2}(?:->|=>|:|=|gives|says|prints|returns)"
    r"[\s`'\"]{0,2}(\d\d\.\d{1,2}(?:\.\d{1,2})?)\b",
    re.IGNORECASE,
)
_MACHINE = late(
    r"\bplatform\.(machine|processor)\(\)[\s'\"`):;>=|-]{0,10}"
    r"(?:is |returns? |returned |gives |says |prints )?[\s'\"`=:>]{0,6}(arm64|x86_64|i386|arm)\b"
)
_EXECUTABLE = late(
    r"python[\w.]{0,6}(?:\n?:? ?Mach-O 64-bit executable| is architecture:) (arm64|x86_64)\b"
)
"""What `file` and `lipo -info` print of a Python; of a universal one they print it otherwise."""
_LIBRARY = late(
    r"/torch/\S{0,80}(?:\.dylib|\.so): Mach-O 64-bit (?:dynamically linked shared library|bundle) "
    r"(arm64|x86_64)\b"
    r"|\blipo -archs \S{0,200}/torch/\S{0,80}(?:\.dylib|\.so)\s{1,3}(arm64|x86_64)\s"
)
"""What `file` and `lipo` print of a library of torch's."""
_CHANNELS = late(
    r"\bcurrent channels:?\s{1,4}(?:- \S{1,120}\s{1,4}){0,8}?- \S{1,120}/(osx-64|osx-arm64)\b",
    re.IGNORECASE,
)
"""The channels that conda looked through: of the platform of its environment.

Source: https://docs.conda.io/projects/conda/en/stable/user-guide/troubleshooting.html
"""
_INTEL_BUILD = late(r"Math Kernel Library[^\n]{0,80} for Intel\(R\) 64 architecture")
"""What `torch.__config__.show()` says of its MKL, which runs on x86_64 alone."""
_NEWER = late(
    r"\bis_macos_or_newer\(\s?(?:major=)?(\d+),\s?(?:minor=)?(\d+)\s?\)\)?[\s:=,>|-]{0,8}(true"
    r"|false)\b",
    re.IGNORECASE,
)
_ULTRALYTICS = late(
    r"\b(?:Ultralytics|YOLOv\d)[^\n]{0,60}?Python-(\d\.\d+\S{0,8}) torch-(\d+\.\d+\S{0,20})"
)
_REPL_VERSION = late(
    r"\btorch\.__version__\)?(?: is| gives| says)?\W{1,12}(\d+\.\d+\.\d+[\w.+]{0,30})"
)

ANSWERS_TOLD_BY = (
    *("mps.is_", "vailable", "is_", "cuda", "mac_ver()", "sw_vers -", *crashes.TOLD_BY, "print("),
    *("device='mps:", "platform.", "mach-o", "lipo", "non-fat", "urrent channels", "math kernel"),
    *("is_macos_or_newer", " torch-", "torch.__version__"),
)

_NAMES = (
    r"PYTORCH_(?:ENABLE_MPS_FALLBACK|MPS_\w{3,40}|DEBUG_MPS_ALLOCATOR)|ACCELERATE_(?:USE_CPU"
    r"|TORCH_DEVICE"
    r"|USE_MPS_DEVICE)|KMP_DUPLICATE_LIB_OK|OMP_NUM_THREADS|DISABLE_MPS|SYSTEM_VERSION_COMPAT"
    r"|MTL_DEBUG_LAYER|MTL_SHADER_VALIDATION|CODEX_SANDBOX"
)
VARIABLES_TOLD_BY = (
    *("pytorch_", "accelerate_", "kmp_", "omp_num", "disable_mps", "_sandbox", "mtl_"),
    "system_version",
)
_NAMED = late(_NAMES)
_SET = late(
    r"[\s$%>#*`-]*(?:export |set |setenv |env |ENV )?(?:[A-Z_]+=\S+ )*?("
    + _NAMES
    + r")\s*(?:=|[: ](?=\s*\S*\s*(?:#|$)))\s*['\"]?([\w.,-]{0,20})['\"]?`?"
    r"(?=[\s;&]|$)(?!\s+(?:is|was|has|does)\b)"
)
"""A sentence may begin with the name too: without an equals sign the value ends the line."""
_IN_CODE = late(
    r"(?:os\.(?:environ\[\s?['\"]?("
    + _NAMES
    + r")['\"]?\s?\]\s?=(?!=)\s?|putenv\(\s?['\"]?|environ\.setdefault\(\s?['\"])"
    r"|%(?:set_)?env\s)(?:(" + _NAMES + r")(?:['\"],\s?|[= ]))?['\"]?([\w.]{0,20})"
)
_IMPORT = late(
    r"(?:^|[\n;:\s])(?:import\s+(?:\w+(?: as \w+)?,\s?){0,6}|from\s+)(torch|transformers"
    r"|sentence_transformers|diffusers|accelerate|lightning|pytorch_lightning|fastai|ultralytics"
    r"|timm|whisper|torchvision|torchaudio|peft|trl|flair|easyocr|open_clip|TTS)\b"
)
_SET_AFTER = late(
    r"("
    + _NAMES
    + r")\S{0,8}[^\n]{0,60}?\b(?:set|exported|assigned|defined|applied)\b"
    + r"[^\n]{0,24}\b(?:after|later than)\b",
)
_SET_TOO_LATE = late(
    r"(" + _NAMES + r")[^\n]{0,80}(?:too late|after `?import(?:ing)?)", re.IGNORECASE
)


def read_answers(text: str, claims: Claims, held: Set[str]) -> None:
    """Read what the text shows of torch's answers; `text` has its lines.

    `held` are those of `ANSWERS_TOLD_BY` that the text in lower case holds, whatever white space
    is in them.
    """
    places = Places(text)
    if "mps.is_" in held:
        for found in _ANSWER.finditer(text):
            _claim_answer(found, claims, places.line(found.start()))
    if "vailable" in held and not claims.has("torch_import.mps_available"):
        _read_told_answers(text, claims, places)
    if "is_" in held and "cuda" not in held:
        for found in _BARE_ANSWER.finditer(text):
            _claim_answer(found, claims, places.line(found.start()))
    if "mac_ver()" in held and (shown := _MAC_VER.search(text)):
        claims.add("host.macos_version_reported", shown[1], FIELD, places.line(shown.start()))
    if "sw_vers -" in held and (shown := _PRODUCT_VERSION.search(text)):
        claims.add("host.macos_version", shown[1], FIELD, places.line(shown.start()))
        claims.add("host.system", "Darwin", FIELD, places.line(shown.start()))
    if not held.isdisjoint(crashes.TOLD_BY):
        crashes.read_crash(text, claims)
    if "print(" in held and "mps.is_" in held:
        read_printed(text, claims)
    if not held.isdisjoint(("mach-o", "lipo")) and (shown := _LIBRARY.search(text)):
        architectures = (shown[1] or shown[2],)
        claims.add("torch.architectures", architectures, FIELD, places.line(shown.start()))
        claims.add("torch.installed", True, FIELD, places.line(shown.start()))
    if "device='mps:" in held and not claims.has("torch_import.mps_available"):
        claims.add("torch_import.mps_available", True, LISTED)
    shown = _MACHINE.search(text) if "platform." in held else None
    if shown and not _is_a_condition(shown):
        fact = "architecture" if shown[2] in ("arm64", "x86_64") else "processor"
        claims.add(f"python.{fact}", shown[2], FIELD, places.line(shown.start()))
    if not held.isdisjoint(("mach-o", "non-fat")) and (shown := _EXECUTABLE.search(text)):
        claims.add("python.architecture", shown[1], FIELD, places.line(shown.start()))
    if "urrent channels" in held and (shown := _CHANNELS.search(text)):
        claims.add("conda.subdir", shown[1].lower(), LISTED, places.line(shown.start()))
    if "math kernel" in held and (shown := _INTEL_BUILD.search(text)):
        claims.add("python.architecture", "x86_64", LISTED, places.line(shown.start()))
    if "is_macos_or_newer" in held:
        for found in _NEWER.finditer(text):
            answer = MacOSAnswer(
                version=f"{found[1]}.{found[2]}", answer=found[3].lower() == "true"
            )
            claims.add("macos_at_least", answer, BLOCK, places.line(found.start()))
    if " torch-" in held and (banner := _ULTRALYTICS.search(text)):
        line = places.line(banner.start())
        claims.add("python.version", banner[1], FIELD, line)
        claims.add("torch.version", banner[2], FIELD, line)
        claims.add("torch.installed", True, FIELD, line)
    if "torch.__version__" in held and (shown := _REPL_VERSION.search(text)):
        line = places.line(shown.start())
        claims.add("torch.version", shown[1], FIELD, line)
        claims.add("torch.installed", True, FIELD, line)


def _read_told_answers(text: str, claims: Claims, places: Places) -> None:
    """Read "MPS available: True" and the like, on lines that speak of both."""
    for start, end in lines_around(text, places_of(("vailable",), text)):
        if "mps" in text[start:end].lower():
            for found in _ANSWER_PROSE.finditer(text, start, min(end, start + 2_000)):
                _claim_answer(found, claims, places.line(found.start()))


def read_variables(text: str, claims: Claims) -> None:
    """Read the environment variables that the text shows as set, and when code sets them.

    Only a text that holds one of `VARIABLES_TOLD_BY` has any.
    """
    places = Places(text)
    for start, end in lines_around(text, (found.start() for found in _NAMED.finditer(text))):
        line = text[start:end]
        at = 0
        while found := _SET.match(line, at):
            _claim_variable(found[1], found[2], claims, places.line(start))
            at = found.end()
    if "os." in text or "env PYTORCH" in text:
        _read_code(text, claims, places)
    told = unwrap(text)
    late = list(lines_around(told, places_of(("after", "late"), told.lower())))
    for pattern in (_SET_AFTER, _SET_TOO_LATE):
        for start, end in late:
            for found in pattern.finditer(told, start, end):
                claims.add("set_after_import", found[1], FIELD, places.line(found.start()))


def _read_code(text: str, claims: Claims, places: Places) -> None:
    """Read the variables that code sets; an import before it makes that too late."""
    settings = list(_IN_CODE.finditer(text))
    imported = _IMPORT.search(text) if settings else None
    for found in settings:
        name = found[1] or found[2]
        if not name:
            continue
        _claim_variable(name, found[3], claims, places.line(found.start()))
        if imported is not None and imported.start() < found.start():
            claims.add("set_after_import", name, FIELD, places.line(found.start()))


_CONDITIONS = ("if ", "assert ", "unless ", "when ", "expect", "whether ", "case that ")


def _is_a_condition(found: re.Match[str]) -> bool:
    """Whether an error text, code or a sentence only supposes an answer."""
    before = found.string[max(0, found.start() - 28) : found.start()].lower().replace("\n", " ")
    return any(word in before for word in _CONDITIONS)


def _claim_answer(found: re.Match[str], claims: Claims, line: int) -> None:
    before = found.string[max(0, found.start() - 28) : found.start()].lower().replace("\n", " ")
    if "but " in before or _is_a_condition(found):
        return
    claims.add(f"torch_import.mps_{found[1].lower()}", found[2].lower() == "true", BLOCK, line)


def _claim_variable(name: str, value: str, claims: Claims, line: int) -> None:
    claims.add("variable", Variable(name=name, value=value), FIELD, line)
