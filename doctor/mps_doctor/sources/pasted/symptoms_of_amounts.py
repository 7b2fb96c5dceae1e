"""Symptoms told by amounts: memory that grows from round to round, or is too small; tensors too
large for one array of Metal.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import DENIED, FLAGS, ON_MPS, Speaking, sentence, told

_MEMORY = (
    r"\b(?:memory|ram|rss|footprint|\w*allocated\w*|swap|vram|caches?|buffers?|mb|gb|gib|usage)\b"
)
_ON_A_MAC = Speaking(
    of=(
        late(rf"{ON_MPS.pattern}|\bm[1-5]\b|\bmac(?:s|book|mini)?\b|\bmps_\w+|\bapple\b", FLAGS),
        late(rf"{_MEMORY}|\boom\b|\bleak\w*|\bmpsgraph\b", FLAGS),
    ),
    without=late(
        r"\b(?:leaked semaphore|data leak\w*|label leak\w*|leaky|mlx|ollama|llama\.cpp|linux"
        r"|windows|rtx|cuda out|nvidia)\b",
        FLAGS,
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
_ROUND = (
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
_MAC_SHORT_OF_IT = Speaking(
    of=(
        late(r"\bmps(?:\b|_)|\bm[1-5]\b|\bmac(?:s|book|mini)?\b|\bapple (?:gpu|silicon)\b", FLAGS),
    ),
    without=late(
        r"\b(?:cuda|nvidia|rtx|slurm\w*|oom_kill|linux|windows|wsl2?|docker|colab|kubernetes|a100"
        r"|v100|h100|mlx|ollama|llama\.cpp|compil\w+|no (?:oom|out of memory))\b",
        FLAGS,
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
        "allocated rss memory ram footprint swap gb",
        _ROWS,
        by_line=False,
        beside="iter step epoch file image predict batch run after",
        along=_ON_A_MAC,
    ),
    told(
        "memory-grows",
        "memory ram rss footprint allocated swap vram cache buffer mb gb usage",
        rf"{_ROW}|{_ROUND}[^\n]{{0,60}}{_KEPT}|{_KEPT}[^\n.;]{{0,40}}{_ROUND}"
        rf"|{_MEMORY}[^\n.;]{{0,60}}(?:{_KEPT}|{_EVER_MORE})"
        rf"|(?:{_EVER_MORE})[^\n.;]{{0,30}}{_MEMORY}|\+ ?\d+ ?[mg]b per \w+",
        along=_ON_A_MAC,
        unless=DENIED,
    ),
    told(
        "memory-grows",
        "oom immediate only leak eaten",
        rf"{_ONLY_LATER}|{_LEAK}|\beaten (?:everything|all)\b",
        along=_ON_A_MAC,
        unless=DENIED,
    ),
    told(
        "out-of-memory",
        ("oom", "out of memory", "fit", "allowed"),
        _SHORT,
        along=_MAC_SHORT_OF_IT,
        unless=DENIED,
    ),
    told(
        "tensor-too-large-for-gpu",
        "^3 **3 4294967296 2147483647 int_max 65535 65536 thousand gb gib rank dim per-array",
        sentence(_LIMIT, _PAST_IT, _ARRAY, without=r"\bcuda\b|\bram is\b"),
        along=rf"{ON_MPS.pattern}|\bmac\b|\bapple(?:'s)? (?:gpu|ndarray)\b|\bm[1-5]\b",
    ),
)
"""Before what is told of running out of memory."""
