"""Symptoms of programs that are written for CUDA, told in words by people who have a Mac."""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import FLAGS, ON_MAC, Symptom

_NAME = r"(?:cuda|nvidia)\b"
_STOPS = r"(?:exit|stop|abort|refus|rais|fail|quit|crash|break|broke|error)\w*"
_DENIED = late(
    r"(?:\b(?:no|not|never|no longer|without|if|remov\w+|replac\w+)\b|n't\b)"
    r"(?:[^,;:.\n]|\.(?! )){0,24}$",
    FLAGS,
)

WRITTEN_FOR_CUDA = (
    Symptom(
        "cuda-needed",
        ("cuda", "nvidia"),
        late(
            rf"\bassum(?:es|ed|ing)\b(?: that| the| an?| you| there| is| are| have| use){{0,5}} "
            rf"(?:\w+ )?{_NAME}"
            rf"|\b(?:needs?|requires?) (?:an? )?gpus? with (?:\w+ )?{_NAME}"
            r"|\b(?:tr(?:ies|ying|ied)|attempts?|keeps?|insists|always|still|automatically) "
            r"(?:to |on )?(?:use|using|call|calling|load|loading|find|finding|init\w*"
            r"|look(?:ing|s)? for|access\w*|mov\w+ (?:\w+ ){0,3}to|run\w* on|select\w*) "
            rf"(?:the |a )?{_NAME}"
            rf"|\bonly (?:\w+ )?{_NAME} (?:\w+ )?(?:is|are) "
            r"(?:supported|accepted|allowed|possible)\b"
            rf"|\bsupports? only (?:\w+ )?{_NAME}"
            rf"|\.cuda\(\)[^\n.]{{0,40}}\b{_STOPS}"
            rf"|\bcuda\.is_available\(\)[^\n.]{{0,60}}\b{_STOPS}",
            FLAGS,
        ),
        along=ON_MAC,
        unless=_DENIED,
    ),
)
"""Beside what is told of limits."""
