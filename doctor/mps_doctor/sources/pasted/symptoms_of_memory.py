"""Symptoms of memory: not given back, growing from round to round, too small.

`GROWTH` is told by what each round costs, `AMOUNTS` by numbers (tensors too large for one array of
Metal among them), `MEMORY` as macOS and people tell it, without the error text of torch.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import FLAGS, sentence, speaking, told, words
from mps_doctor.sources.pasted.symptom_words import DENIED, ON_MAC, ON_MPS

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
        rf"{_NEVER_FALLS}|{_FROM_TO}|{_HELD}|{_CACHES}|{_NEVER_FREES}|{_IN_CHINESE}",
        along=_ON_CHIP,
        unless=DENIED,
    ),
    told(
        "memory-grows",
        rf"{_BY_ROUNDS}|{_UP_AND_NEVER_DOWN}",
        needles=(
            *words("memory rss ram bigger larger fatter"),
            " 1 ",
            "gb, ",
            "gb after",
            "gb at",
            "gb -",
            "gb →",
            "gb then",
        ),
        along=_ON_CHIP,
        unless=DENIED,
    ),
)


_MEMORY = (
    r"\b(?:memory|ram|(?:ru_max)?rss|footprint|\w*allocated\w*|swap|vram|caches?|buffers?"
    r"|mb|gb|gib|usage)\b"
)
_ON_A_MAC = speaking(
    rf"{ON_MPS.pattern}|\bm[1-5]\b|\bmac(?:s|book|mini)?\b|\bmps_\w+|\bapple\b",
    rf"{_MEMORY}|\boom\b|\bleak\w*|\bmpsgraph\b",
    without=(
        r"\b(?:leaked semaphore|data leak\w*|label leak\w*|leaky|mlx|ollama|llama\.cpp|linux"
        r"|windows|rtx|cuda out|nvidia)\b"
    ),
)
_UNIT = r" ?(?:gi?b?|mi?b?|e9|e10)?"
_ROWS = (
    r"\b(?:allocated|rss|memory|ram|footprint|swap|gb)\b(?:[^\n]{0,60}\n){0,2}?"
    rf"[^\n]{{0,40}}?(?<![\d.])(\d{{1,3}}(?:\.\d+)?){_UNIT}[^\n\d]{{0,16}}\n"
    rf"[^\n]{{0,40}}?(?<![\d.])(?!\1\b)(\d{{1,3}}\.\d+){_UNIT}[^\n\d]{{0,16}}\n"
    rf"[^\n]{{0,40}}?(?<![\d.])(?!\1\b|\2\b)\d{{1,3}}\.\d+{_UNIT}"
)
_ROW = (
    rf"{_MEMORY}[^\n]{{0,60}}?[:( ](?:\d{{1,3}}\.\d{{1,2}}(?: ?gi?b)?(?:,| /| ->| →| then) )"
    r"{3,12}\d{1,3}\.\d"
    r"|\b1 \w+: \d[\d.]* ?gb\b[^\n]{0,6}\b[2-9] \w+: \d[\d.]* ?gb\b"
)
_TURN = (
    r"\b(?:each|every|per|after (?:each|every)) (?:\W?\w+\W? ){0,2}?(?:epochs?|steps?|iterations?"
    r"|batch(?:es)?|calls?|requests?|images?|pictures?|generations?|files?|jobs?|clicks?|runs?"
    r"|frames?|prompts?|shapes?|answers?|trials?|predictions?|seconds?|minutes?|inference)\b"
)
_KEPT = (
    r"(?:\b(?:never|not|doesn't|does not|isn't|is not|won't|aren't) (?:\w+ ){0,2}?(?:comes? back"
    r"|given? (?:it )?back|freed|released?|shrinks?|cleared|reuses?|returned)\b|\b(?:leaks?"
    r"|accumulates?|piles up)\b)"
)
_EVER_MORE = (
    r"\b(?:only ever|always|steadily|linearly|slowly|forever) (?:increases?|grows?|climbs?|rises?"
    r"|eats|more)\b|\b(?:increases?|grows?|climbs?|rises?) (?:linearly|steadily|forever|without end"
    r"|constantly)\b|\bslowly eats\b|\beats (?:up )?more and more\b"
    r"|\b(?:increases?|grows?|climbs?|rises?) from (\w+) to \1\b"
    r"|\beaten (?:everything|all)\b|\+ ?\d+ ?[mg]b per \w+|\bmonte sans arr[eê]t\b"
    r"|\bw[äa]chst (?:immer|st[äa]ndig)\b"
)
_ONLY_LATER = (
    r"\b(?:oom|out of memory)\b[^\n]{0,60}\b(?:only|but|not (?:at once|immediate\w*))\b[^\n]{0,24}"
    r"\bafter (?:\S+ )?(?:~?\d+ steps|(?:a )?(?:long|some|few|several)|\w+ (?:minutes|hours))"
    r"|\bnot an immediate (?:oom|out of memory)\b"
    r"|\b(?:comes|happens|appears) only after (?:~ ?|about )?\d+ (?:steps|iterations|images"
    r"|batches)\b"
)
_LEAK = (
    r"(?<!no )(?<!not a )(?<!fixed )\bleaks?\b(?! (?:tests?|checks?|detect\w*|canary)\b"
    r"| (?:\w+ ){0,3}(?:fixed|solved|gone))"
)

_SHORT = (
    r"\b(?:oom(?:s|ed)?|out of memory)\b(?! (?:killer|killed|kill|handling))"
    r"|\b(?:does|do|did|will)(?: not|n't) fit (?:in|into|on) (?:the |my )?\d+ ?gb\b"
    r"|\bmax(?:imum)? allowed:? [\d.]+ ?gb\b|\b[\d.]+ ?gb (?:are|is) allowed\b"
    r"[^\n.;]{0,24}\bneeds? \d"
)
_MAC_SHORT_OF_IT = speaking(
    r"\bmps(?:\b|_)|\bm[1-5]\b|\bmac(?:s|book|mini)?\b|\bapple (?:gpu|silicon)\b",
    without=(
        r"\b(?:cuda|nvidia|rtx|slurm\w*|oom_kill|linux|windows|wsl2?|docker|colab|kubernetes|a100"
        r"|v100|h100|mlx|ollama|llama\.cpp|compil\w+|no (?:oom|out of memory))\b"
    ),
)

_LIMIT = (
    r"(?:\b2 ?(?:\^|\*\*) ?3[12]\b|\b4294967296\b|\b2147483647\b|\bint_max\b|\b6553[56]\b"
    r"|\b66 thousand\b|\b4 ?gi?b\b|\brank [5-9]\b|\bmore than 16 dim\w*|\bper-array\b"
    r"|\b[5-9](?:\.\d)? ?gi?b\b[^\n]{0,16}\b(?:single|one) tensor\b)"
)
_PAST_IT = (
    r"(?:\b(?:ceiling|limits?|exceeds?|larger|too (?:large|big|many|long)|over|past|abort\w*"
    r"|assert\w*|(?:not|n't|cannot) (?:allowed|be|support\w*)|refuse[sd]?|ndarray|above)\b)"
)
_ARRAY = r"\b(?:tensors?|ndarrays?|arrays?|matri(?:x|ces)|elements|channels|dims?|input|floats)\b"

AMOUNTS = (
    told(
        "memory-grows",
        _ROWS,
        by_line=False,
        beside="iter step epoch file image predict batch run after",
        along=_ON_A_MAC,
    ),
    told(
        "memory-grows",
        rf"{_ROW}|{_TURN}[^\n]{{0,60}}{_KEPT}|{_KEPT}[^\n.;]{{0,40}}{_TURN}"
        rf"|{_MEMORY}[^\n.;]{{0,60}}(?:{_KEPT}|{_EVER_MORE})"
        rf"|(?:{_EVER_MORE})[^\n.;]{{0,30}}{_MEMORY}|\+ ?\d+ ?[mg]b per \w+",
        needles="memory ram rss footprint allocated swap vram cache buffer mb gb usage",
        along=_ON_A_MAC,
        unless=DENIED,
    ),
    told(
        "memory-grows",
        rf"{_ONLY_LATER}|{_LEAK}|\beaten (?:everything|all)\b",
        needles="oom immediate only leak eaten",
        along=_ON_A_MAC,
        unless=DENIED,
    ),
    told("out-of-memory", _SHORT, along=_MAC_SHORT_OF_IT, unless=DENIED),
    told(
        "tensor-too-large-for-gpu",
        sentence(_LIMIT, _PAST_IT, _ARRAY, without=r"\bcuda\b|\bram is\b"),
        needles="^3 **3 4294967296 2147483647 int_max 65535 65536 thousand gb gib rank dim "
        "per-array",
        along=rf"{ON_MPS.pattern}|\bmac\b|\bapple(?:'s)? (?:gpu|ndarray)\b|\bm[1-5]\b",
    ),
)


MEMORY = (
    told(
        "memory-grows",
        r"\b\d[\d.]* ?gi?b and (?:counting|growing|rising|climbing)\b"
        r"|\b(?:extreme|excessive|enormous|insane|massive|ridiculous|huge|abnormal)"
        r" (?:amounts? of )?(?:memory|ram|swap)\b",
        along=ON_MAC,
    ),
    told(
        "memory-grows",
        r"\b(?:allocator|cache|footprint|rss)\b(?! (?:hit|rate|size of))[^\n.]{0,30}\b(?:grow(?:s"
        r"|ing)?|increas(?:es|ing)|ris(?:es|ing)|climb(?:s|ing)|balloons?)\b",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "memory-grows",
        r"\bafter (?:\w+ )?(?:\d+|a few|some|several|many) (?:\w+ )?(?:images?|steps|epochs"
        r"|iterations|batches|generations|files|minutes|hours|runs|videos"
        r"|frames)\b[^\n.]{0,30}\d ?gi?b\b[^\n.]{0,24}\b(?:used?|taken|gone|in use|occupied"
        r"|allocated|consumed|memory|ram|swap)\b"
        r"|\bafter (?:\d+|a few|some|several|many) (?:\w+ )?(?:images?|steps|epochs|iterations"
        r"|batches|generations|files|minutes|hours|runs|videos|frames)\b[^\n.]{0,24}\b(?:holds?"
        r"|takes?|uses?|needs?|has|occup\w+) \d[\d.]* ?gi?b\b",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "memory-grows",
        r"\b\d[\d.]* ?gi?b\b[^\n.]{0,40}\b(?:memory|ram|swap)\b[^\n.]{0,80}\b(?:keeps? (?:growing"
        r"|increasing|rising|climbing)|(?:increases|grows|rises|climbs) (?:with |after |on "
        r"|at )?(?:every|each|over|until)|(?:increases|grows|rises|climbs) (?:steadily|constantly"
        r"|slowly|linearly))\b",
        along=ON_MPS,
    ),
    told(
        "out-of-memory",
        r"\boom(?:s|ed|'d|'ed|ing)?\b(?! (?:killer|handling))[^\n.,;]{0,12}\bmps\b",
        unless=DENIED,
    ),
    told(
        "out-of-memory",
        r"\bjetsam\b(?! limits?)|\bmemory[- ]pressure (?:killer|kills?)\b|\bkilled by "
        r"memory[- ]pressure\b"
        r"|\bmemory\b[^\n.;]{0,60}\b(?:macos|the system) (?:kills?|killed)\b",
        along=ON_MAC,
        unless=DENIED,
    ),
    told("out-of-memory", r"\bout of application memory\b", along=ON_MAC, unless=DENIED),
)
