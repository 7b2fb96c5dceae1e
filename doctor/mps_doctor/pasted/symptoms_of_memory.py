"""Symptoms of memory, told in words: it grows, it runs out, or one tensor is too large for the GPU.

"Each step takes more", "memory pressure goes red", "out of memory at 18 GB", "more than 2**32
elements".
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import FLAGS, sentence, speaking, told, words
from mps_doctor.pasted.symptom_words import DENIED, MAC_GPU, ON_MAC, ON_MPS, UNDENIED
from mps_doctor.patterns import late

_OF_AN_OPTION = r"\b(?:enabl\w+|set\w*|allow\w*|tf|tensorflow)\b[^\n.]{0,24}$"
"""Before the memory growth that TensorFlow has an option for."""

_NO_TASK = r"(?! (?:handling|handler|check|guard|prevention|protection|message|errors? (?:in|of)))"
_ON_CHIP = late(
    rf"{ON_MPS.pattern}|(?:driver|current)_allocated_memory|\bm[1-5](?: (?:pro|max|ultra))?\b"
    rf"|\bmac(?:book|s)?\b|\bmacos\b",
    FLAGS,
)
_ROUND = (
    r"\b(?:each|every|per|after (?:each|every|a)) (?:[\w.]+ ){0,2}?(?:epochs?|steps?|iterations?"
    r"|batch|calls?|requests?|images?|generations?|files?|clips?|videos?|runs?|pass|frames?"
    r"|prompts?|lengths?|shapes?|pages?|rounds?|episodes?)\b"
)
_AMOUNT = (
    r"\b\d[\d.,]* ?(?:[gm]i?b|gigabytes?|megabytes?)\b|\b(?:two|three|four|some) (?:more )?gb\b"
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
_UNIT = r" ?(?:gi?b?|mi?b?|e9|e10)?"
_ROWS = (
    r"\b(?:allocated|rss|memory|ram|footprint|swap|gb)\b(?:[^\n]{0,60}\n){0,2}?"
    rf"[^\n]{{0,40}}?(?<![\d.])(\d{{1,3}}(?:\.\d+)?){_UNIT}[^\n\d]{{0,16}}\n"
    rf"[^\n]{{0,40}}?(?<![\d.])(?!\1\b)(\d{{1,3}}\.\d+){_UNIT}[^\n\d]{{0,16}}\n"
    rf"[^\n]{{0,40}}?(?<![\d.])(?!\1\b|\2\b)\d{{1,3}}\.\d+{_UNIT}"
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
_GIGABYTES = r"\d[\d.,]* ?[gm]i?b\b"

MEMORY = (
    told(
        "memory-grows",
        r"\b(?:memory|ram|swap) (?:usage |use |consumption |used )?(?:keeps? |is |steadily "
        r"|constantly |slowly )?(?:grow|increas|ris|climb|leak)\w*"
        r"|memory (?:usage|use|consumption|footprint)(?: \w+){0,5} (?:grow|increas|ris"
        r"|climb|balloon)(?:s|es|ing|ed|ned|ning)\b"
        r"|memory (?:of|in|(?:us|allocat)ed by) [^\n.]{0,40}\b(?:grow|increas|ris|climb)"
        r"(?:s|es|ing)\b"
        r"|\b(?:mps|gpu|metal|ram)\b[^\n.]{0,24}\bleaks?\b"
        r"|memory leak|leaks? memory|(?:ram|memory)[^\n.]{0,30}until (?:it |oom|out of memory"
        r"|the system|swap)",
        needles="memory ram leak",
        unless=_OF_AN_OPTION,
    ),
    told(
        "memory-grows",
        r"\b(?:memory|ram|swap)\b[^\n.]{0,40}\b(?:(?:goes|going|went|creeps|shoots|fills?) up"
        r"|accumulat(?:es?|ed|ing|ion)|piles up|(?:never|not|\w+n't) (?:\w+ )?(?:released?"
        r"|freed?|given back|reclaimed|returned))\b"
        r"|内存(?:泄漏|泄露|[^\n]{0,24}(?:增长|增加|上涨|暴涨))|メモリリーク",
        needles=("memory", "ram ", "swap", "内存", "メモリ"),
        along=ON_MPS,
    ),
    told(
        "out-of-memory",
        rf"\bmps\b{UNDENIED}{{0,60}}\b(?:oom(?:s|ed|ing)?|out of memory)\b{_NO_TASK}"
        rf"|^{UNDENIED}{{0,80}}\boom(?:s|ed)?\b{_NO_TASK}{UNDENIED}{{0,40}}"
        r"\b(?:on|with|using) (?:the )?mps\b|\bmps\b[^\n]{0,60}(?:内存溢出|内存不足|显存不足"
        r"|(?:内存|显存)爆|爆(?:内存|显存))",
    ),
    told(
        "out-of-memory",
        r"(?<!cuda )\b(?:(?:runs?|ran|running|goes|went) out of (?:(?:system|unified|gpu"
        r"|video|physical) )?(?:memory|ram)\b|(?:not|n't) (?:\w+ )?enough (?:(?:unified|gpu"
        r"|free) )?(?:memory|ram)\b|insufficient memory\b|(?:hits?|reach(?:es|ed)?"
        r"|exceeds?) the memory limit\b|memory (?:is |was )?exhausted\b|exhaust(?:s|ed) (?:the "
        r"|all )?(?:memory|ram)\b|needs more (?:memory|ram) than\b|(?:needs?|takes?|took|uses?"
        r"|wants?) (?:far |way )?too much (?:memory|ram)\b|killed by (?:macos|the (?:system|os"
        r"|kernel))\b[^\n.;]{0,40}\b(?:memory|ram)\b"
        rf"|out-of-memory\b{_NO_TASK})",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "memory-grows",
        r"\b(?:each|every) (?:epoch|step|iteration|batch|generation|call|request|image)\b"
        r"[^\n.]{0,40}\b(?:more (?:memory|ram|[gm]i?b)|[gm]i?b more)\b"
        r"|\bgrow(?:s|ing)? without (?:bounds?|limit|end)\b"
        r"|\bunbounded (?:\w+ ){0,3}?(?:growth|memory|rss|ram)\b|\b(?:rss|memory) growth\b"
        r"|\b(?:grows?|swells?|balloons?) to \d+ ?gi?b\b"
        r"|\b(?:memory|ram|swap)(?: \w+)? (?:is )?(?:rising|growing|climbing|increasing)\b",
        along=ON_MPS,
        unless=_OF_AN_OPTION,
    ),
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
    told(
        "memory-grows",
        rf"\b(?:memory|\w*allocated\w*|rss|ram|footprint)\b[^\n]{{0,60}}?(?:{_GIGABYTES}(?:,|;| ?->"
        rf"| ?→| ?>| then| and)? ?){{3,12}}[^\n]{{0,16}}\b(?:until|killed|oom|and so on|each|every"
        r"|per|etc)\b"
        rf"|\b(?:each|every|per)\b[^\n]{{0,40}}:? ?(?:{_GIGABYTES}(?:,| ?->| ?→| then) ?){{3,12}}",
        needles="memory allocated rss ram footprint",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "memory-grows",
        r"\bleaks? (?:in|of|with|from|when|during)\b[^\n.;]{0,60}\bmps\b(?![^\n]{0,40}\bfixed\b)",
        unless=DENIED,
    ),
    told(
        "memory-grows",
        r"\b(?:memory|ram|rss|footprint|swap|process)\b[^\n]{0,40}?(?:\d[\d.,]* ?[gm]i?b?"
        r" ?(?:->|→) ?){2,8}\d[\d.,]* ?[gm]i?b\b",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "memory-grows",
        sentence(
            r"\b(?:memory|ram|\d ?gi?b)\b",
            r"\b(?:never|not|n't) (?:gives? (?:it|them|any|memory) back|releases?|frees?)\b",
        ),
        needles="gives releas frees returns",
        along=ON_MPS,
    ),
    told(
        "out-of-memory",
        r"\bswap\b[^\n.]{0,16}\b\d{2,3} ?gi?b\b"
        r"|\b(?:eats?|ate|eating|consumes?|consuming|uses?|using|takes?|fills?|filled|exhausts?)"
        r"(?: up)? (?:all|the whole|the entire|100 ?%)(?: (?:of|the|my|its|available|system))*"
        r" (?:memory|ram)\b",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "out-of-memory",
        r"(?<!sensitive to )(?<!reduces )(?<!reduce )(?<!monitor )\bmemory pressure\b(?! (?:is "
        r"|was |stays )?(?:low|green|fine|ok))",
        along=ON_MPS,
        unless=DENIED,
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
_SIZE = r"\b\d[\d.]* ?(?:gi?b|gigabytes)\b"
_BUFFER = r"(?:buffers?|allocations?|tensors?|arrays?)"
_TOO_LARGE = (
    rf"{_SIZE}[^\n.;]{{0,40}}\btoo (?:large|big|much)\b[^\n;]{{0,30}}\b{_BUFFER}\b"
    rf"|\b(?:single|one|contiguous|individual)\b (?:[\w.]+ ){{0,3}}?{_BUFFER}\b[^\n;]{{0,60}}"
    r"\b(?:too (?:large|big)|limit\w*|max\w*|more than|larger than|exceed\w*|(?:not|n't) (?:allowed"
    r"|possible))"
    r"|\b(?:larger|bigger|greater|more) than (?:the |metal's )?(?:\w+ )?(?:max\w*|largest)"
    rf" (?:\w+ ){{0,2}}?{_BUFFER}\b"
    rf"|\bexceed\w* (?:the )?(?:\w+ )?(?:max\w*|largest|metal(?:'s)?) (?:\w+ ){{0,2}}?{_BUFFER}"
    r"|\bmaxbufferlength\b"
)
_BYTES = (
    r"(?:\b(?:more|larger|bigger|greater|above|over|beyond|exceed\w*|up to|at most|limit\w*|maximum"
    r"|max)\b[^\n.;]{0,32}(?:\b2 ?(?:\^|\*\*) ?3[12]\b|\b4 ?gi?b\b|\bint_?max\b|\bint32\b|\b(?:four"
    r"|five|16|8) dim\w*|\b[4-9] dim\w*|\brank [4-9]\b)|(?:\b2 ?(?:\^|\*\*) ?3[12]\b|\b4 ?gi?b\b"
    r"|\bint_?max\b)[^\n.;]{0,24}\b(?:bytes|limit\w*|elements|buffer|boundary|maximum|ndarray)\b)"
)
_OF_ONE = (
    r"\b(?:tensors?|buffers?|arrays?|ndarrays?|matri\w+|attention|images?|allocations?|dims?"
    r"|dimensions?|elements?|volumes?|pixels|bytes|upscal\w*|resolution|sequence\w*)\b"
)
_ALLOWED = (
    r"\b(?:tensors?|buffers?|arrays?|matri\w+)\b[^\n.;]{0,24}\b(?:exceeds?|larger than|bigger than"
    r"|too (?:large|big) for|beyond)\b[^\n.;]{0,24}\b(?:mps|metal)\b[^\n.;]{0,24}\b(?:allows?"
    r"|takes?|can (?:hold|do|take|handle|address)|limit\w*|buffers?)\b"
    r"|\btoo (?:large|big) (?:\w+ )?for (?:an? |one |a single )?(?:mps|metal) (?:buffers?|tensors?"
    r"|ndarrays?)\b|\b(?:mps|metal)(?:'s)? (?:maximum|largest|max) buffer\b"
)

TOO_LARGE = (
    told(
        "tensor-too-large-for-gpu",
        sentence(_LIMIT, _PAST_IT, _ARRAY, without=r"\bcuda\b|\bram is\b"),
        needles="^3 **3 4294967296 2147483647 int_max 65535 65536 thousand gb gib rank dim "
        "per-array",
        along=rf"{ON_MPS.pattern}|\bmac\b|\bapple(?:'s)? (?:gpu|ndarray)\b|\bm[1-5]\b",
    ),
    told(
        "tensor-too-large-for-gpu",
        r"\b(?:more than|larger than|over|above|beyond|exceed\w*|bigger than|greater than)"
        r" (?:2\s?(?:\^|\*\*)\s?3[12]|int_?max|the int32 limit|4 ?gi?b (?:in|per|for) (?:one"
        r"|a single|a) tensor)"
        r"|(?:超过|超出|大于)[^\n]{0,6}2\s?(?:\^|\*\*)\s?3[12]"
        r"|2\s?(?:\^|\*\*)\s?3[12][^\n]{0,8}(?:を超え|限制|制限)",
        needles=("2^3", "2**3", "int_max", "int32", "4 gb", "4gb"),
        along=ON_MPS,
    ),
    told(
        "tensor-too-large-for-gpu",
        _TOO_LARGE,
        needles="buffer allocation tensor array",
        beside="gb gib gigabytes max limit largest",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "tensor-too-large-for-gpu",
        r"\bndarray\b[^\n]{0,40}2 ?(?:\^|\*\*) ?3[12]|2 ?(?:\^|\*\*) ?3[12][^\n]{0,40}\bndarray\b"
        r"|\bchannels\b[^\n.;]{0,40}\b(?:only|limit\w*|more than|above|at most|maximum|exceed\w*"
        r"|up to)\b[^\n.;]{0,16}\b65,?536\b",
        along=ON_MAC,
    ),
    told("tensor-too-large-for-gpu", r"\binvalid buffer size\b", along=ON_MPS, unless=DENIED),
    told(
        "tensor-too-large-for-gpu",
        sentence(_BYTES, _OF_ONE, MAC_GPU, without=r"\b(?:ram|vram|memory of|wheel)\b"),
        needles="2^3 2**3 gb gib int max 4 5 6 7 8 9 16 four five",
        along=ON_MPS,
    ),
    told("tensor-too-large-for-gpu", _ALLOWED, unless=DENIED),
)
