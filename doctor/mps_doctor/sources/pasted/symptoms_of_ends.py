"""Symptoms of a program that ends: brought down, gone, without a word for a crash.

Judged only where the text tells of nothing else.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import DENIED, FLAGS, ON_MPS, Symptom, words

_PROGRAM = (
    r"(?:(?:the |my |our |its |whole |entire |jupyter |python |notebook |notebook's |worker )*"
    r"(?:process|interpreter|python|kernel|notebook|session|program|script|app|server|worker"
    r"|yolo)(?: of (?:the|my) notebook)?)"
)
_BROUGHT_DOWN = (
    rf"\b(?:brings?|brought|takes?|took|taking|bringing) down {_PROGRAM}\b"
    rf"|\b(?:brings?|brought|takes?|took|taking|bringing) {_PROGRAM} down\b"
    rf"|\bkill(?:s|ed) {_PROGRAM}\b"
    rf"|\b{_PROGRAM}\b[^\n.;]{{0,30}}\b(?:goes down|went down|is gone|vanishes|dies|died|ends with"
    r" (?:exit code|a signal|sig\w+))\b"
    r"|\bsig(?:bus|segv|abrt|ill|trap)\b|\bexit code (?:-?1[01]|13[0-9])\b|\bseg(?:v|faults?)\b"
    r"|\baborts;|\b(?:closes|quits) with an abort\b|\babort on every\b"
)
_ON_CHIP = late(
    rf"\A(?![\s\S]*?\b(?:killed: 9|out of memory|salad|gibberish|nonsense|rubbish"
    r"|noise|more gb|\d+ ?gi?b of swap|linux|docker|windows)\b)"
    rf"(?=[\s\S]*?(?:{ON_MPS.pattern}|\bm[1-5]\b[\s\S]*?\b(?:cpu|backward|nn\.\w+)\b"
    r"|\bbackward\b[\s\S]*?\bm[1-5]\b))",
    FLAGS,
)
_RAISES = (
    r"\bon mps: \w*error\b|\b(?:raises?|ends in an? [`\w]*error|breaks?|fails?|stops?)\b[^\n]{0,80}"
    r"\b(?:mps|apple|m[1-5]|mac'?s?|gpu)\b|\bf\.\w+\([^\n)]*\)[^\n]{0,8}# raises"
)
_BESIDE_ANOTHER = late(
    rf"\A(?![\s\S]*?\b(?:slow\w*|install\w*|import\w*|float64|double|complex|bfloat16|sparse"
    r"|no such file|is_available|cuda is not|not compiled|nccl|distributed|triton"
    r"|feature|support\w*)\b)"
    rf"(?=[\s\S]*?{ON_MPS.pattern})(?=[\s\S]*?\b(?:cpu|processor|cuda|nvidia|cluster"
    r"|host|others?|f\.\w+)\b[^\n]{0,40}\b(?:ok|fine|works?|worked|no (?:problems?|trouble|issues?"
    r"|such)|comes out|as expected|can)\b|\bnot on the cpu\b)",
    FLAGS,
)

ENDS = (
    Symptom(
        "crash-beside-mps",
        words(
            "bring brought took take kill down gone vanish dies died ends sigbus sigsegv sigabrt "
            "sigill sigtrap exit segv segfault abort"
        ),
        late(_BROUGHT_DOWN, FLAGS),
        along=_ON_CHIP,
        unless=DENIED,
    ),
    Symptom(
        "fails-beside-mps",
        words("raise ends breaks break fail stop error"),
        late(_RAISES, FLAGS),
        along=_BESIDE_ANOTHER,
        unless=DENIED,
    ),
)
"""After all others."""
