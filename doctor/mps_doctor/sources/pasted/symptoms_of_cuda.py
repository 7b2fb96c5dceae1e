"""Symptoms of programs that are written for CUDA, told in words by people who have a Mac."""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import (
    FLAGS,
    ON_MAC,
    SENTENCE,
    Symptom,
    sentence,
    words,
)

_NAME = r"(?:cuda|nvidia)\b"
_STOPS = r"(?:exit|stop|abort|refus|rais|fail|quit|crash|break|broke|error)\w*"
_DENIED = late(
    r"(?:\b(?:no|not|never|no longer|without|if|remov\w+|replac\w+)\b|n't\b)"
    r"(?:[^,;:.\n]|\.(?! )){0,24}$",
    FLAGS,
)

_ASKS = (
    r"(?:\?|\b(?:any (?:way|chance|plans?|option|version|possibility)|is there|are there|will there"
    r"|(?:can|could|would|will) (?:i|it|this|we|you|there|be|someone|\w+ run)|possible|plan(?:s"
    r"|ned)?"
    r"|please|why|future|wonder\w*|hope\w*)\b)"
)
_ANOTHER = (
    rf"\b(?:alternatives? (?:to|for)|replacement for|substitute for|other than"
    rf"|equivalent (?:to|of)|not (?:depend|rely|need|require)\w*(?: on)?) (?:the |an? )?{_NAME}"
    r"|\bnon-?(?:cuda|nvidia)\b|\bport (?:of|for) (?:the )?(?:\w+ )?cuda\b"
    r"|\b(?:platforms?|environments?|machines?|computers?|systems?|devices?|users?|systems) without"
    rf" (?:an? |any )?{_NAME}"
    r"|\b(?:run|runs|work|works|us(?:e|ed|able)|support\w*|install\w*|train|execute"
    r"|it)\b[^\n.;]{0,24}"
    rf"\bwithout (?:an? |any |having )?{_NAME}"
    rf"|\bwhy\b[^\n.;]{{0,24}}\b(?:us(?:es?|ing)|need\w*|requir\w+) {_NAME}"
)
_GRANTED = (
    r"\b(?:now|already|works? (?:fine|well|great|now|on)|add(?:s|ed)|this (?:pr|pull request|patch"
    r"|change|commit)|merged|thanks|fixed)\b"
)
_WRITTEN_IN = (
    r"\b(?:implemented|written|coded|programmed) (?:\w+ )?(?:in|using|with|on|for) cuda\b"
    r"|\bhard[- ]?(?:wired|coded) (?:to|for|on) (?:use )?(?:cuda|nvidia)\b"
    r"|\b(?:are|is|as|via|custom|through|uses?|on|own) (?:\w+ )?cuda (?:kernels?|extensions?|ops"
    r"|operators?|code)\b[^\n.]{0,40}(?:\bnot\b|n't\b|\bcannot\b|\bno\b|\bonly\b)"
    r"|\b(?:\w+_)?cuda(?:_\w+)?['\"`]? (?:is|are|was)(?: not|n't) installed\b"
    r"|\bcuda (?:(?:does|do)(?: not|n't)|no longer)(?: \w+)? supports? (?:on )?mac\w*"
    r"|\bneeds? cuda\w* (?:to run )?on (?:an? )?mac\b"
)

WRITTEN_FOR_CUDA = (
    Symptom(
        "cuda-needed",
        ("cuda", "nvidia"),
        late(sentence(_ANOTHER, _ASKS, without=_GRANTED), FLAGS | SENTENCE),
        along=ON_MAC,
    ),
    Symptom(
        "cuda-needed",
        words("cuda nvidia"),
        late(_WRITTEN_IN, FLAGS),
        along=ON_MAC,
        unless=_DENIED,
    ),
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
