"""Symptoms of programs that are tied to CUDA, as owners of Macs tell it: asking, regretting.

"CUDA is the only GPU it knows", "tied to CUDA calls", "an answer that CUDA is not available": what
says that there is nothing else, not that CUDA is one of several.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import FLAGS, SENTENCE, Speaking, Symptom, words

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
        r"\b(?:no longer|any ?more|used to|this (?:pr|pull request|patch|change)|merged"
        r"|changelog|release notes|passed)\b",
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
    r"|\.cuda\(\)[`'\"]?(?: calls?)? (?:all over|throughout|in (?:many|dozens)|everywhere)"
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

_COLLECTIVES = (
    r"(?:\ball_?reduce\b|\bgloo\b|\bprocess[- ]groups?(?: backend)?\b|\bdistributeddataparallel\b"
    r"|\bc10d\b|\bnccl\b)"
)

TIES = (
    Symptom(
        "ddp-on-gpu",
        words("reduce gloo process distributeddata c10d nccl"),
        late(
            rf"{_COLLECTIVES}[^\n.;]{{0,60}}(?:\b(?:mps|apple gpu)\b[^\n.;]{{0,24}}\b(?:refused"
            r"|rejected|not|error)\b|\bapple gpu is refused\b)"
            rf"|\bno {_COLLECTIVES}[^\n.;]{{0,24}}\b(?:claims|knows|takes|supports|accepts|handles)"
            r" (?:the )?mps\b"
            rf"|\blet {_COLLECTIVES} (?:accept|take|handle) mps\b",
            FLAGS,
        ),
    ),
    Symptom(
        "cuda-needed",
        (*words("cuda nvidia nvcc"), ".cu ", "no plan"),
        late("|".join((_TIED, _HAVE_IT)), FLAGS),
        along=_ON_A_MAC,
        unless=_TOLD_OF_OTHERS,
    ),
    Symptom("cuda-needed", words("cuda nvidia"), late(_CANNOT, FLAGS), along=_ON_A_MAC),
    Symptom("cuda-needed", ("cuda",), late(_SAYS, FLAGS), along=_ON_A_MAC),
    Symptom(
        "cuda-needed",
        words("flash xformers triton bitsandbytes gptq exllama tiny-cuda deepspeed"),
        late(_PACKAGE_NEEDED, FLAGS),
        along=_ON_A_MAC,
    ),
    Symptom(
        "cuda-needed",
        (".cuda()",),
        late(_MOVED, FLAGS | SENTENCE),
        by_line=False,
        along=_ON_A_MAC,
    ),
)
"""After the limits that are told outright."""
