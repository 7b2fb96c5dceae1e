"""Symptoms of memory that is not given back, told by amounts and by what each round costs."""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import DENIED, FLAGS, ON_MPS, told, words

_AMOUNT = (
    r"\b\d[\d.,]* ?(?:[gm]i?b|gigabytes?|megabytes?)\b|\b(?:two|three|four|some) (?:more )?gb\b"
)
_ROUND = (
    r"\b(?:each|every|per|after (?:each|every|a)) (?:[\w.]+ ){0,2}?(?:epochs?|steps?|iterations?"
    r"|batch|calls?|requests?|images?|generations?|files?|clips?|videos?|runs?|pass|frames?"
    r"|prompts?|lengths?|shapes?|pages?|rounds?|episodes?)\b"
)
_STAYS = (
    r"\b(?:behind|more|fatter|bigger|larger|on top|higher|grows?|growing|climbs?|rises?|(?:never"
    r"|not|n't) (?:shrinks?|come back|comes back|go(?:es)? down|freed|released))\b"
)
_NEVER_FALLS = (
    r"\b(?:memory|ram|footprint|usage|allocated bytes|swap|rss|process)\b[^\n.;]{0,40}"
    r"\b(?:never (?:goes down|shrinks|falls|drops|comes back|decreases)|keeps? (?:climbing|growing"
    r"|rising|going up)|climbs? (?:at|with|by)|gets? (?:a bit )?(?:fatter|bigger|larger))\b"
)
_FROM_TO = (
    r"\b(?:from )?(?<!epoch )(?<!step )(?<!batch )(?P<first>\d[\d.]*) ?(?:gi?b)? (?:at (?:the )?"
    r"(?:beginning|start|first)|in the beginning)?[^\n.;]{0,12}\b(?:and|to) (?!(?P=first)(?![\d.]))"
    r"\d[\d.]* ?gi?b (?:after|in|within|by|at|during|while|over)\b"
)
_ROUND_OF = r"\b(?:epoch|step|iteration|batch|run|call|image|request)"
_BY_ROUNDS = (
    rf"{_ROUND_OF} 1\b[^\n;]{{0,20}}?(?<![\d.])(\d[\d.]*) ?[gm]i?b\b[^\n;]{{0,40}}"
    rf"{_ROUND_OF} (?:[2-9]|\d{{2,6}})\b[^\n;]{{0,20}}?(?<![\d.])(?!\1 )\d[\d.]* ?[gm]i?b\b"
    r"|(?:(?<![\d.])\d[\d.]* ?gi?b (?:after|at|in|by|on) [\w ]{1,24}, ){2,}\d[\d.]* ?gi?b\b"
    r"|\b(?:rss|memory|ram|footprint)\b after \d+ \w+:? (?P<early>\d[\d.]*) ?[gm]i?b\b,"
    r" (?:after )?\d+ \w+:? (?!(?P=early)(?![\d.]))\d[\d.]* ?gi?b\b"
    r"|(?:(?<![\d.])\d[\d.]* ?gi?b(?:,| ?->| ?→| then)+ ){3,}\d[\d.]* ?gi?b\b"
)
_UP_AND_NEVER_DOWN = (
    r"\b(?:memory|rss|ram|usage|footprint)\b[^\n.;]{0,40}\b(?:goes|go|went) up (?:with|on|at"
    r"|after|by)[^\n.;]{0,30}\b(?:never|not|n't) (?:\w+ )?(?:comes?|go(?:es)?|falls?"
    r"|drops?)(?: back)? down\b"
    r"|\bdriver_allocated_memory\b[^\n.;]{0,24}\b(?:goes|grows?|rises?|climbs?|increases?|reaches)"
    r"[^\n;]{0,40}\bto \d(?![^\n]{0,40}\b(?:stays?|flat|constant|stable)\b)"
    r"|\b(?:driver|current)_allocated_memory\b[^\n.;]{0,12}\b(?:only|just|always) (?:goes|climbs"
    r"|moves|grows|rises|increases)\b"
    r"|\bkeeps? (?:holding )?more (?:memory|ram)\b[^\n.;]{0,12}\b(?:after|with|for) (?:each"
    r"|every)\b"
    r"|\bcurrent_allocated_memory\b\W{0,3}[^\n.;]{0,12}\b(?:grows?|rises?|climbs?|increases?)\b"
    r"|\bmemory (?:\w+ )?creeps\b"
    r"|\b(?:process|python|rss|footprint)\b[^\n.;]{0,24}\bkeeps? getting (?:bigger|larger|fatter)\b"
    r"|(?:\bnot|n't) (?:give|bring|get|hand) (?:\w+ ){0,3}?(?:memory|ram)(?: \w+)? back\b"
    r"|\bmemory (?:usage |use )?(?:balloon|swell)\w* by\b"
    r"|\b(?:eats?|eating|fills?|consumes?) (?:up )?(?:all|more and more)(?: of)? (?:the "
    r"|my )?(?:ram|memory)\b[^\n.;]{0,24}\b(?:though|although|despite|even|over time|with every"
    r"|after)\b"
    r"|\bmemory pressure\b[^\n.]{0,40}\bthe longer\b|\bthe longer\b[^\n.]{0,40}\bmemory\b"
)
_HELD = (
    r"\b(?:still holds?|holds? on to|keeps?) [^\n.;]{0,12}\d[\d.]* ?[gm]i?b\b"
    r"|\b(?:gobbles?|devours?|swallows?|hogs) (?:up )?(?:my )?(?:memory|ram)\b"
    r"|\bkept climbing\b|\bkeeps climbing\b"
)
_CACHES = r"\b(?:cached|caches) (?:\w+ ){0,2}?(?:per|for each|for every)\b[^\n]{0,60}\bevict\w*"
_NEVER_FREES = (
    r"\b(?:memory|ram|vram|caches?|cached|allocat\w+|buffers?)\b[^\n;]{0,100}(?:\b(?:never|not)"
    r"|n't) (?:\w+ )?(?:released?|freed?|evict(?:ed)?|give[ns]? back)s?\b(?![^\n.;]{0,16}\buntil\b)"
)
_IN_CHINESE = (
    r"内存[^\n]{0,6}(?:一路|一直|不断|持续)[^\n]{0,4}[涨升增]|不会释放|不释放|内存(?:占用)?越来越"
)
_ON_CHIP = late(
    rf"{ON_MPS.pattern}|(?:driver|current)_allocated_memory|\bm[1-5](?: (?:pro|max|ultra))?\b"
    rf"|\bmac(?:book|s)?\b|\bmacos\b",
    FLAGS,
)

GROWTH = (
    told(
        "memory-grows",
        "each every per after",
        rf"{_ROUND}[^\n.;]{{0,60}}(?:{_AMOUNT})[^\n.;]{{0,40}}{_STAYS}"
        rf"|{_ROUND}[^\n.;]{{0,40}}(?:more|{_STAYS}) [^\n.;]{{0,12}}(?:{_AMOUNT})"
        rf"|{_STAYS}[^\n;]{{0,40}}(?:{_AMOUNT})[^\n.;]{{0,20}}{_ROUND}"
        rf"|{_ROUND}[^\n;]{{0,60}}\b(?:leaves?|leaks?|adds?|keeps?) (?:another )?(?:{_AMOUNT})"
        rf"|(?:{_AMOUNT}) (?:\w+ )?(?:more|{_STAYS})[^\n.;]{{0,24}}{_ROUND}"
        rf"|\b(?:each|every)\b[^\n.;]{{0,50}}\bcosts? [^\n.;]{{0,16}}(?:{_AMOUNT})"
        rf"|{_ROUND}[^\n.;]{{0,24}}(?:makes|costs)[^\n.;]{{0,24}}\b(?:fatter|bigger|larger"
        r"|more (?:memory|ram|gb))",
        along=_ON_CHIP,
        unless=DENIED,
    ),
    told(
        "memory-grows",
        (),
        rf"{_NEVER_FALLS}|{_FROM_TO}|{_HELD}|{_CACHES}|{_NEVER_FREES}|{_IN_CHINESE}",
        along=_ON_CHIP,
        unless=DENIED,
    ),
    told(
        "memory-grows",
        (
            *words("memory rss ram bigger larger fatter"),
            " 1 ",
            "gb, ",
            "gb after",
            "gb at",
            "gb -",
            "gb →",
            "gb then",
        ),
        rf"{_BY_ROUNDS}|{_UP_AND_NEVER_DOWN}",
        along=_ON_CHIP,
        unless=DENIED,
    ),
)
"""Before what is told of running out of memory."""
