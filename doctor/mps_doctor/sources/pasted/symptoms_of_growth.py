"""Symptoms of memory that is not given back, told by amounts and by what each round costs."""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import DENIED, FLAGS, ON_MPS, Symptom, words

_AMOUNT = (
    r"\b\d[\d.,]* ?(?:[gm]i?b|gigabytes?|megabytes?)\b|\b(?:two|three|four|some) (?:more )?gb\b"
)
_ROUND = (
    r"\b(?:each|every|per|after (?:each|every|a)) (?:\w+ ){0,2}?(?:epochs?|steps?|iterations?|batch"
    r"|calls?|requests?|images?|generations?|files?|clips?|videos?|runs?|pass|frames?|prompts?"
    r"|lengths?|shapes?|pages?|rounds?|episodes?)\b"
)
_STAYS = (
    r"\b(?:behind|more|fatter|bigger|larger|on top|higher|grows?|growing|climbs?|rises?"
    r"|(?:never|not|n't) (?:shrinks?|come back|comes back|go(?:es)? down|freed|released))\b"
)
_NEVER_FALLS = (
    r"\b(?:memory|ram|footprint|usage|allocated bytes|swap|rss|process)\b[^\n.;]{0,40}"
    r"\b(?:never (?:goes down|shrinks|falls|drops|comes back|decreases)|keeps? (?:climbing|growing"
    r"|rising|going up)|climbs? (?:at|with|by)|gets? (?:a bit )?(?:fatter|bigger|larger))\b"
)
_FROM_TO = (
    r"\b(?:from )?\d[\d.]* ?(?:gi?b)? (?:at (?:the )?(?:beginning|start|first)|in the beginning)?"
    r"[^\n.;]{0,12}\b(?:and|to) \d[\d.]* ?gi?b (?:after|in|within|by|at|during|while|over)\b"
)
_HELD = (
    r"\b(?:still holds?|holds? on to|keeps?) [^\n.;]{0,12}\d[\d.]* ?[gm]i?b\b"
    r"|\b(?:gobbles?|devours?|swallows?|hogs) (?:up )?(?:my )?(?:memory|ram)\b"
    r"|\bkept climbing\b|\bkeeps climbing\b"
)
_CACHES = r"\b(?:cached|caches) (?:\w+ ){0,2}?(?:per|for each|for every)\b[^\n]{0,60}\bevict\w*"
_NEVER_FREES = (
    r"\b(?:memory|ram|vram|caches?|cached|allocat\w+|buffers?)\b[^\n;]{0,100}(?:\b(?:never|not)"
    r"|n't)"
    r" (?:\w+ )?(?:release|free|evict|give back)s?\b(?![^\n.;]{0,16}\buntil\b)"
)
_IN_CHINESE = r"内存[^\n]{0,6}(?:一路|一直|不断|持续)[^\n]{0,4}[涨升增]|不会释放|不释放"
_ON_CHIP = late(
    rf"{ON_MPS.pattern}|\bm[1-5](?: (?:pro|max|ultra))?\b|\bmac(?:book|s)?\b|\bmacos\b", FLAGS
)

GROWTH = (
    Symptom(
        "memory-grows",
        words("each every per after"),
        late(
            rf"{_ROUND}[^\n.;]{{0,60}}(?:{_AMOUNT})[^\n.;]{{0,40}}{_STAYS}"
            rf"|{_ROUND}[^\n.;]{{0,40}}(?:more|{_STAYS}) [^\n.;]{{0,12}}(?:{_AMOUNT})"
            rf"|{_STAYS}[^\n;]{{0,40}}(?:{_AMOUNT})[^\n.;]{{0,20}}{_ROUND}"
            rf"|(?:{_AMOUNT}) (?:\w+ )?(?:more|{_STAYS})[^\n.;]{{0,24}}{_ROUND}"
            rf"|\b(?:each|every)\b[^\n.;]{{0,50}}\bcosts? [^\n.;]{{0,16}}(?:{_AMOUNT})"
            rf"|{_ROUND}[^\n.;]{{0,24}}(?:makes|costs)[^\n.;]{{0,24}}\b(?:fatter|bigger|larger"
            r"|more (?:memory|ram|gb))",
            FLAGS,
        ),
        along=_ON_CHIP,
        unless=DENIED,
    ),
    Symptom(
        "memory-grows",
        (),
        late(rf"{_NEVER_FALLS}|{_FROM_TO}|{_HELD}|{_CACHES}|{_NEVER_FREES}|{_IN_CHINESE}", FLAGS),
        along=_ON_CHIP,
        unless=DENIED,
    ),
)
"""Before what is told of running out of memory."""
