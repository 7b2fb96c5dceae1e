"""Symptoms of a checkpoint that was saved for another device than the one that loads it.

"Saved on CUDA, the Mac cannot open it", "without map_location it fails".
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import speaking, told
from mps_doctor.pasted.symptom_words import ON_MAC

_CANNOT = (
    r"(?:\b(?:not|cannot|unable|fails?|failed|errors?|raises?|stops?|refus\w+|impossible|wants)\b"
    r"|n't\b|\bsomething about\b)"
)
_LOAD = r"(?:\btorch\.load\b|\b(?:load|open|read|restor|deseriali[sz]|unpickl)\w*)"
_LOAD_FAILS = rf"{_CANNOT}[^\n.;]{{0,30}}{_LOAD}|{_LOAD}[^\n.;]{{0,40}}{_CANNOT}"
_FROM_ELSEWHERE = speaking(
    r"\b(?:mac(?:s|os|books?| ?mini| studio)?|apple|mps|m[1-5])\b",
    _LOAD_FAILS,
    without=(
        r"\b(?:size mismatch|missing keys?|unexpected keys?|weights_only|no such file|corrupt\w*"
        r"|out of memory|slow\w*|fixed|solved|loads (?:fine|well))\b"
    ),
)
_FILE = (
    r"(?:\b(?:weights?|checkpoints?|ckpts?|models?|pickles?|state_?dicts?|adapters?|learners?"
    r"|torch\.load)\b|\.(?:pth?|ckpt|pkl|bin)\b)"
)
_ELSEWHERE = (
    r"\b(?:saved|trained|serialized|pickled|exported|stored|written|fine-?tuned|contains?|holds)"
    r"\b(?: \w+){0,3}? (?:cuda|gpus?|nvidia|colab|[ahv]100s?|rtx|t4|servers?|cluster|linux|mps"
    r"|mac\w*|m[1-5]|apple)\b"
)
_OF_ANOTHER = (
    r"(?:\b(?:saved|trained|written|serialized|pickled|stored|tagged|scripted|exported|made|gave)\b"
    r"[^\n.;]{0,40}\b(?:cuda\w*|gpu|colab|nvidia|rtx|[atv]100|t4|mps|apple silicon|macbook|mac)\b"
    r"|\b(?:cuda|mps) (?:location|tags?|storages?|tensors inside|workstation)\b"
    r"|\btagged with (?:mps|cuda)\b|\bcuda deserialization\b|\bdeserializ\w+ on cuda\b"
    r"|\bstorage location cuda\b|\bmap_location\b)"
)
_NOT_LOADED = (
    r"(?:\b(?:cannot|can't|fail\w*|refuse[sd]?|errors?|exception|asks? for|wants|needs?|unknown"
    r"|failure|no idea|otherwise|blocked|nowhere|don't know how)\b|n't (?:work|load|open)\b)"
)
_LOADS = (
    r"\b(?:torch\.(?:jit\.)?load|pickle\.load|load(?:s|ed|ing|er)?|open(?:s|ed)?|resume\w*"
    r"|restor\w+|deserializ\w+|unpickl\w+|load_from_checkpoint|map_location)\b"
)
_STORED = (
    r"(?:\b(?:checkpoints?|weights?|models?|state[ _]dict|pickled?|storages?|params|tensors"
    r"|map_location|torch\.load)\b|\.(?:pth?|ckpt|pkl|bin)\b)"
)
_NO_OTHER_LOADING = (
    r"\b(?:size mismatch|missing keys?|unexpected keys?|weights_only|no such file|filenotfound"
    r"|out of memory|fp8|float8|bf16|float64|int8|memory|slow\w*|loads in|tf|tensorflow|keras)\b"
)

CHECKPOINTS = (
    told(
        "loaded-elsewhere",
        r"\bmap_location\b[^\n.;]{0,24}\b(?:fix|help|solve|did the trick)\w*"
        r"|\b(?:fix|solv|help)\w*[^\n.;]{0,24}\bmap_location\b",
        along=ON_MAC,
    ),
    told(
        "loaded-elsewhere",
        r"\b(?:saved|trained|serialized) (?:on|with|for|by) (?:a )?(?:cuda|gpus?|nvidia|colab"
        r"|mps)\b[^\n.]{0,60}(?:\b(?:cannot|fails?|failed|errors?|unable|not)\b|n't\b)"
        r"[^\n.]{0,40}\b(?:load\w*|open(?:ed)?|restor\w*)",
        along=ON_MAC,
    ),
    told(
        "loaded-elsewhere",
        r"(?:saved|trained)(?: on)?:?[^\n]{0,40}\b(?:mps|mac"
        r"|apple)[^\n]{0,60}\n?[^\n]{0,20}\bload(?:s|ed|ing)?\b"
        r"|\b(?:saved|trained|written|exported|pickled) on (?:an? |the |my )?(?:mps|mac|apple"
        r"|m[1-5])\b[^\n]{0,60}(?:\b(?:cannot|can't|not)|n't) (?:be )?(?:read|opened|loaded"
        r"|restored)\b",
        needles=("saved on", "trained on", "written on", "exported on", "pickled on"),
        by_line=False,
        along=speaking(without=r"\b(?:size mismatch|missing keys?|loads in|load(?:s|ed) fine)\b"),
    ),
    told(
        "loaded-elsewhere",
        r"\b(?:until|without|unless|needs?|had to|have to|must|only with|missing)\b[^\n.]{0,24}"
        r"\bmap_location\b",
        along=(
            r"\b(?:torch\.load|checkpoint|weights|load\w*)\b[\s\S]{0,300}\b(?:fail\w*|cannot|error"
            r"|can't|refus\w+)\b"
        ),
    ),
    told(
        "loaded-elsewhere",
        rf"{_FILE}[^\n;]{{0,60}}{_ELSEWHERE}|{_ELSEWHERE}[^\n;]{{0,80}}{_FILE}",
        along=_FROM_ELSEWHERE,
    ),
    told(
        "loaded-elsewhere",
        rf"{_OF_ANOTHER}[\s\S]{{0,200}}?{_NOT_LOADED}|{_NOT_LOADED}[\s\S]{{0,160}}?{_OF_ANOTHER}",
        needles="load open resum restor deserial pickl storage saved map_location",
        by_line=False,
        along=speaking(_LOADS, _STORED, ON_MAC, without=_NO_OTHER_LOADING),
    ),
)
