"""Symptoms of programs that are tied to CUDA, as owners of Macs tell it: asking, regretting.

"CUDA is the only GPU it knows", "tied to CUDA calls", "an answer that CUDA is not available": what
says that there is nothing else, not that CUDA is one of several.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import FLAGS, Speaking, sentence, told, words

_CUDA = r"(?:cuda|nvidia)\b(?! (?:on|under|for) (?:linux|windows|ubuntu)\b)"
_AN = r"(?:an? |the |any )?"
_PACKAGES = (
    r"(?:flash[-_ ]?att(?:n|ention)|xformers|triton|bitsandbytes|(?:auto[-_]?)?gptq|exllama\w*"
    r"|tiny-cuda-nn|deepspeed)"
)
_ON_A_MAC = Speaking(
    of=(
        late(
            r"\b(?:mac(?:s|os|books?|mini| ?os)?|apple|mps|metal|m[1-5]|m-(?:series|chips?))\b",
            FLAGS,
        ),
    ),
    without=late(
        r"\b(?:no longer|any ?more|used to|this (?:pr|pull request|patch|change)|merged|changelog"
        r"|release notes|passed)\b",
        FLAGS,
    ),
)
"""What speaks of a Mac, and of no change that has been made."""
_TOLD_OF_OTHERS = late(
    r"(?:\b(?:no|not|never|nothing|without|if|where|unless|remov\w+|replac\w+|linux|windows)\b"
    r"|n't\b)(?:[^,;:.\n]|\.(?! )){0,24}$",
    FLAGS,
)

_TIED = (
    rf"\b(?:tied|bound|locked|chained|welded|limited|restricted|married) to {_AN}(?:\w+ )?{_CUDA}"
    rf"|\b(?:runs?|works?|starts?|compiles?|exists?|trains?|available) (?:only|solely|exclusively"
    rf"|just) (?:with|on|for|under|through|by|via) {_AN}(?:\w+ )?{_CUDA}"
    rf"|\bexists? (?:only )?for (?:cuda|nvidia)(?: cards?| gpus?)? (?:alone|only)\b"
    r"|\b(?:written|made|meant|built) for (?:cuda|nvidia)\b"
    rf"|\bcalls? for {_AN}{_CUDA}"
    r"|\bcuda (?:is|being|as) the (?:only|sole|single) (?:gpu|device|backend|accelerator|choice"
    r"|option|platform)\b"
    r"|\b(?:consists? of|(?:is|are)(?: all| mostly| only| written as)?|imports?|compiles?|made of"
    r"|relies on|builds?) (?:\w+ )?cuda (?:code|kernels?|extensions?|sources?)\b"
    r"|\bsends? (?:\w+ )?(?:everything|all|them|it) to ['\"`]?cuda\b"
    r"|\.cuda\(\)[`'\"]?(?: calls?)? (?:all over|throughout|in (?:many|dozens|several|\d+) "
    r"|everywhere|(?:with)?out (?:any |a )?(?:checks?|tests?|condition|asking))"
    r"|\b(?:calls?|runs?|wants?|requires?|looks? for|invokes?|compiled (?:with|by)|built (?:with"
    r"|by)) (?:\w+ )?nvcc\b"
    r"|\boutside of (?:cuda|nvidia)\b|\.cu (?:files?|sources?) only\b|\bonly \.cu (?:files?"
    r"|sources?)\b"
    rf"|\bno plans? (?:for|to support) (?:the )?(?:apple|mac\w*|mps|metal|m[1-5])\b"
)
_CANNOT = (
    r"(?:\bcannot|\bcan ?not|\bcan't|\bunable to|\bwon't|\bnot)(?: even)? (?:\w+ )?(?:start|run"
    r"|be (?:used|run|started|loaded|installed)|load|import|launch|work|train)"
    rf"\b[^\n.;]{{0,24}}\bwithout {_AN}(?:\w+ )?{_CUDA}"
    rf"|\bwithout {_AN}(?:\w+ )?{_CUDA}[^\n.;]{{0,24}}(?:\b(?:nothing|no way|cannot|impossible"
    r"|useless)\b|\b(?:ca|wo)n't\b)"
)
_SAYS = (
    r"\b(?:quits?|stops?|exits?|aborts?|dies|ends?|fails?|refuses?|answers?|complains?|says?|said"
    r"|greets)\b[^\n.;\"“]{0,16}[\"“'](?=[^\"”\n]{0,60}(?:\bnot\b|\bno\b|\bunavailable\b))"
    r"[^\"”\n]{0,32}\bcuda\b(?![^\n]{0,60}\b(?:using|falling|fall back|so i|will use)\b)"
)
_HAVE_IT = (
    r"\b(?:can|could|how to|how (?:do|can) i) (?:i )?(?:get |have |install )?cuda (?:be )?"
    r"(?:somehow )?(?:installed|added|had|work\w*)\b"
    r"|\binstalling (?:cuda|cudatoolkit|cuda toolkit)\b[^\n.;]{0,30}\b(?:no difference|not help"
    r"|n't help|fails?|impossible)\b"
)
_PACKAGE_NEEDED = (
    rf"\bimports? {_PACKAGES}\b[^\n.;]{{0,20}}\b(?:without asking|at the top|unconditional\w*"
    r"|always|no matter|regardless)"
    rf"|\b{_PACKAGES}\b[^\n.;]{{0,16}}\bbe(?:come)? (?:made )?optional\b|\bmake {_PACKAGES} "
    r"(?:an )?optional\b"
    rf"|\b{_PACKAGES}\b[^\n.;]{{0,24}}(?:\bnot|n't) (?:run|work|exist)\b[^\n.;]{{0,12}}\b(?:on|for)"
    r" (?:an? |the |my )?(?:mac\w*|apple|m[1-5])\b"
    rf"|\b{_PACKAGES} found no (?:cuda|nvidia)\b"
)
_MOVED = (
    r"^[^\n]{0,60}\.cuda\(\)[ \t]*$(?=[\s\S]*?(?:\b(?:no nvidia|without nvidia|no way around|such"
    r" calls|device variable|by mps|would you|who managed)\b))"
)

_GPU_OF_OTHERS = r"['\"`]?(?:cuda|nvidia|nvcc)\b"
_LACKED = (
    rf"(?<!: )(?<!when )(?<!if )(?<!where )(?:\bno|\bwithout|\blacks?|\bnot have|n't have"
    rf"|\bnever had) (?:an? |any )?(?:\w+ )?{_GPU_OF_OTHERS}"
    rf"|\b(?:cuda|nvidia)\b(?: \w+)? (?:is|was|are|were)(?: not|n't) (?:there|found|available"
    r"|present|supported|installed|possible)\b"
    r"|\b(?:cuda|nvidia)(?: \w+)? (?:not found|missing|unavailable|absent)\b"
    rf"|(?:\bnot|n't|\bcannot|\bnever|\bunable to) (?:use|find|see|work|run|have|support|compiled"
    rf"|built|call|load|get|install)\w*(?: \w+){{0,2}}? {_GPU_OF_OTHERS}"
)
_DEMANDED = (
    r"\b(?:strictly|exclusively|solely|purely|nothing but|nothing besides|insists on|still"
    r"|always|wants?|needs?|requires?|uses|calls?|depends on|relies on|assumes?)(?: \w+){0,2}? "
    rf"{_GPU_OF_OTHERS}"
    r"|\b(?:cuda|nvidia)[ -](?:only|exclusive)\b|\bonly (?:\w+ ){0,2}?(?:cuda|nvidia)\b"
    r"|(?:\.cuda\(\)|['\"]cuda['\"]\)?|\btorch\.cuda\.\w+(?:\(\))?)[^\n.;]{0,24}\b(?:everywhere"
    r"|all over|throughout|called|hard)\b"
    r"|\b(?:replac|chang|switch|swap)\w*(?: \w+){0,3}? ['\"`]?cuda['\"`]? (?:\w+ )?(?:by|with|to"
    r"|for|into) ['\"`]?(?:mps|cpu)\b"
    r"|\bcuda (?:(?!it\b)\w+ )?errors?\b"
)
_NO_COMPLAINT = (
    r"\b(?:info|warning|debug)\b ?[:\]]|\b(?:use|using) (?:mps|metal|the cpu|cpu)\b"
    r"|\b(?:do not|don't) use\b|\bmps instead\b|\bfall\w* back\b|\bskip\w*|\bfaster\b|\bslower\b"
    r"|\bmy nvidia (?:machine|pc|box|server)\b"
)
_STUCK_ON_A_MAC = Speaking(
    of=(
        _ON_A_MAC.of[0],
        late(
            r"\b(?:refus\w+|fails?|failed|abort\w*|quits?|closes|stops?|stopped|stuck|errors?"
            r"|crash\w*|terminat\w+|complain\w*|says|said|what now|somebody|someone|anyone)\b"
            r"|(?:\bnot|n't|\bcannot) (?:\w+ )?(?:start|run|work|load|train|launch|install|use)\b"
            r"|\bhow (?:do|can|to|should)\b|\bwh(?:at|ere) (?:do|can|should|must|now)\b|\bis there"
            r" an?y?\b|\b(?:can|could|will|would) (?:it|this|that|i|you|we"
            r"|my mac\w*)(?: \w+){0,2} (?:run|work|start|be|use|support|remove|make)\b"
            r"|\bis (?:it|this|(?:\w+ )?(?:mps|metal|apple))\b[^\n]{0,80}\?"
            r"|\bno (?:\w+ ){0,3}(?:version|support|option|build)\b|\bany (?:mps|mac|metal|chance"
            r"|plans?|version)\b",
            FLAGS,
        ),
    ),
    without=late(
        r"\b(?:works? (?:fine|well|great|now|on mps|with mps|on my mac)|no longer|used to|any ?more"
        r"|merged|this (?:pr|pull request|patch|change|commit)|now (?:works?|runs?|supports?)|both"
        r"|linux|windows|ubuntu|docker|supported since|fixed|solved|changelog|mac is fine|us(?:e"
        r"|ing) mps|mps instead)\b|\? (?:no|yes)\b|^(?:fix|add|feat|docs?)\b",
        FLAGS,
    ),
)
"""Someone with a Mac who does not get on, in a text that tells of no other system."""

_COLLECTIVES = (
    r"(?:\ball_?reduce\b|\bgloo\b|\bprocess[- ]groups?(?: backend)?\b|\bdistributeddataparallel\b"
    r"|\bc10d\b|\bnccl\b)"
)

TIES = (
    told(
        "ddp-on-gpu",
        "reduce gloo process distributeddata c10d nccl",
        rf"{_COLLECTIVES}[^\n.;]{{0,60}}(?:\b(?:mps|apple gpu)\b[^\n.;]{{0,24}}\b(?:refused"
        r"|rejected|not|error)\b|\bapple gpu is refused\b)"
        rf"|\bno {_COLLECTIVES}[^\n.;]{{0,24}}\b(?:claims|knows|takes|supports|accepts|handles)"
        r" (?:the )?mps\b"
        rf"|\blet {_COLLECTIVES} (?:accept|take|handle) mps\b",
    ),
    told(
        "cuda-needed",
        (*words("cuda nvidia nvcc"), ".cu ", "no plan"),
        "|".join((_TIED, _HAVE_IT)),
        along=_ON_A_MAC,
        unless=_TOLD_OF_OTHERS,
    ),
    told("cuda-needed", "cuda nvidia", _CANNOT, along=_ON_A_MAC),
    told("cuda-needed", "cuda", _SAYS, along=_ON_A_MAC),
    told(
        "cuda-needed",
        "flash xformers triton bitsandbytes gptq exllama tiny-cuda deepspeed",
        _PACKAGE_NEEDED,
        along=_ON_A_MAC,
    ),
    told("cuda-needed", ".cuda()", _MOVED, by_line=False, along=_ON_A_MAC),
    told(
        "cuda-needed",
        "cuda nvidia nvcc",
        sentence(rf"{_LACKED}|{_DEMANDED}", without=_NO_COMPLAINT),
        along=_STUCK_ON_A_MAC,
    ),
)
"""After the limits that are told outright."""
