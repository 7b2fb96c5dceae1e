"""Symptoms of programs that are written for CUDA, as owners of Macs tell it.

`WRITTEN_FOR_CUDA`: what a program has, asks for or lacks.  `TIES`: "CUDA is the only GPU it knows",
"tied to CUDA calls", "an answer that CUDA is not available": what says that there is nothing else,
not that CUDA is one of several.
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import anywhere, sentence, speaking, told
from mps_doctor.pasted.symptom_words import DENIED, ERRORS, OF_A_PART, ON_MAC, denied

_ERRORS_OR_STOPS = rf"(?:\b{ERRORS}|\b(?:fail(?:s|ed)?|crash\w*|stops?|breaks?))\b"
_IMPORT = r"\bimport(?:ing|s)? [`'\"]?(?:triton|flash_attn|xformers|bitsandbytes|cupy|tensorrt)\b"
_OF_CUDA = (
    r"\b(?:cpm[-_]kernels|(?:nvidia )?apex|pynvml|tiny-?cuda-?nn|nvdiffrast|nccl|cudnn|pytorch3d "
    r"cuda|cupy|pycuda|nvcc)\b"
)
"""What there is for CUDA alone, and no package index tells so."""

_GRANTED = (
    r"\b(?:now|already|works (?:fine|well|great|now|on)|add(?:s|ed)|this (?:pr|pull request|patch"
    r"|change|commit)|merged|thanks|fixed)\b"
)
_DOES_NOT = (
    r"(?:(?:\b(?:not|never|cannot|unable to|failed to|fails to)\b|n't\b) (?:\w+ ){0,2}?(?:work|run"
    r"|start|launch|train|install|load|execute|finish|generate|used?|possible)\b|\b(?:fails?|failed"
    r"|stops?|stopped|crash\w*|breaks?|broke|exits?|errors? out)\b)"
)
_NAME = r"(?:cuda|nvidia)\b"
_FOR_WANT_OF = (
    r"\b(?:due to|because of|owing to|thanks to|for|because|since|as) (?:(?:the|an?|my|this|there"
    r"|it|i|we|they|you|apple|silicon|mac\w*|m[1-5]|chips?|is|was|are|ha[sd]|have|does|do|of course"
    r"|obviously) ){0,5}?"
    rf"(?:lack of|absence of|missing|lacks?|lacking|no|not have|(?:does|do)n't have|without) "
    rf"(?:an? |any )?{_NAME}"
    rf"|\b(?:because|since|as) (?:\w+ )?{_NAME}(?: \w+)? (?:is|was)(?: (?:missing|absent"
    r"|unavailable)|(?: not|n't) (?:available|there|supported|found))\b"
)
_EXTENSION = (
    r"['`\"]?\b(?!is_|use_|no_|to_|has_|with_|test_|torch_|sdp_|num_|mps_|not_"
    r"|load_)[a-z]\w{2,40}_cuda\b['`\"]?"
)
_NO_EXTENSION = (
    rf"{_EXTENSION} (?:errors?|is missing|missing|not found|fails?|failed|cannot be|can't be"
    rf"|won't)\b"
    r"|\b(?:import|importing|build|building|compile|compiling|install|installing) "
    rf"{_EXTENSION}[^\n.;]{{0,16}}(?:\b(?:fails?|failed|errors?|not|impossible)\b|n't\b)"
)
_UNASKED = (
    r"\bno (?:cuda|nvidia) drivers? (?:\w+ )?found\b(?![^\n]{0,8}\b(?:us(?:ing|es?)|falling|so"
    r"|will|default\w*))"
    r"|\b(?:mentions?|covers?|describes?|lists?|knows?|supports?) only (?:\w+ )?(?:cuda"
    r"|nvidia)\b(?! ?(?:and|or|,|/|&))"
    r"|\b(?:instructions?|guide|docs|steps|readme) (?:\w+ )?(?:is|are) (?:only |all )?for (?:cuda"
    r"|nvidia)\b(?! ?(?:and|or|,|/|&) ?(?:mps|metal|mac|apple|cpu))"
    r"|\binstead of only (?:cuda|nvidia)\b"
    r"|\b(?:complains?|complaining|errors? out|error|fails?|stops?) (?:about|because of|due to)"
    r" (?:\w+ )?(?:cuda|nvidia)\b"
    r"|\b(?:no|lacks? an?|without an?) (?:\w+ ){0,2}?(?:fallbacks?|path|branch|alternative)\b"
    r"[^\n.;]{0,48}\b(?:non-?cuda|(?:without|no|lacks?|missing) cuda|cuda (?:is )?(?:missing"
    r"|unavailable|absent|not available))\b"
    r"|\b(?:anything|everything|devices?) (?:else |other )?than [\"'`]?(?:cuda|nvidia)\b"
    r"|\bcuda(?: is)?(?: not|n't) available[\"']?,? (?:and |then |so )?(?:it |the \w+ )?(?:exits?"
    r"|stops?|fails?|aborts?|crash\w*|quits?|dies|error\w*)\b"
    r"|\b(?:rel(?:y|ies|ied)|built|depends?|based) (?:\w+ )?on (?:nvidia(?:'s)? )?cuda\b"
    r"[^\n.;]{0,80}\b(?:limit\w*|cannot|can't|out of luck|unusable|exclud\w+|left out)\b"
    r"|\b(?:behind|inside|under|into|guard\w*|wrap\w*)[^\n.;]{0,16}\bif torch\.cuda\.is_available\b"
    r"|\b(?:there is|there's|i have|dies|fails|stops)[^\n.;]{0,16} (?:no|without) nvcc\b"
    r"|\bmake cuda optional\b|\bcuda (?:an )?optional\b|\b(?:hard|strict|strong"
    r"|implicit) dependency on cuda\b"
    r"|\b(?:is|are) (?:cuda|nvidia)(?: \w+)? (?:really )?(?:mandatory|required|needed|necessary"
    r"|a must|obligatory)\b(?!\? no)(?! (?:on|for) (?:linux|windows))"
    r"|\bcuda (?:runtime )?errors? (?:on|with) (?:my |an? |the )?(?:mac\w*|apple|m[1-5])\b"
    r"|\b(?:again|still|always|keep\w*|get\w*|giv\w+|throw\w*|shows?)\b[^\n.;]{0,16}\b(?:the|an?"
    r"|this|that|same) [\"'`]?cuda (?:runtime )?errors?\b"
    r"|\bno (?:cuda|nvidia)\b[^\n.;]{0,28}(?:\b(?:can't|can not|cannot|won't|fails? to"
    r"|unable to)) (?:\w+ ){0,2}?(?:start|run|launch|train|install|use)\b"
    r"|\.cuda\(\)[^\n]{0,24}\b(?:what|how) (?:should|do|can|to)\b"
    r"|\b(?:disable|turn off|get rid of|avoid|skip|bypass) cuda\b[^\n]{0,60}\b(?:errors?|fails?"
    r"|crash\w*)\b"
)
_HAS_NONE = (
    rf"(?:\b(?:no|without|lacks?)|(?:\bnot|n't) have|(?:\bnot|n't) own) (?:an? "
    rf"|any )?(?:\w+ )?{_NAME}"
)
_ANOTHER = (
    rf"\b(?:alternatives? (?:to|for)|replacement for|substitute for|other than|equivalent (?:to|of)"
    rf"|not (?:depend|rely|need|require)\w*(?: on)?) (?:the |an? )?{_NAME}"
    r"|\bnon-?(?:cuda|nvidia)\b|\bport (?:of|for) (?:the )?(?:\w+ )?cuda\b"
    r"|\b(?:platforms?|environments?|machines?|computers?|systems?|devices?|users?|systems) without"
    rf" (?:an? |any )?{_NAME}"
    r"|\b(?:run|runs|work|works|us(?:e|ed|able)|support\w*|install\w*|train|execute"
    r"|it)\b[^\n.;]{0,24}"
    rf"\bwithout (?:an? |any |having )?{_NAME}(?!\? yes)"
    rf"|\bwhy\b[^\n.;]{{0,24}}\b(?:us(?:es?|ing)|need\w*|requir\w+) {_NAME}"
)
_ASKS = (
    r"(?:\?|\b(?:any (?:way|chance|plans?|option|version|possibility)|is there|are there|will there"
    r"|(?:can|could|would|will) (?:i|it|this|we|you|there|be|someone|\w+ run)|possible|plan(?:s"
    r"|ned)?|please|why|future|wonder\w*|hope\w*)\b)"
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
_DENIED = denied(r"no|not|never|no longer|without|if|remov\w+|replac\w+")
_FAILS_ON_A_MAC = speaking(
    r"\b(?:fails?|failed|crash\w*|breaks?|broke|errors?|stops?|dies"
    r"|(?:not|n't) (?:run|work|start))\b[^\n.;]{0,16}"
    r"\bon (?:(?:an?|my|the|any|every) )?(?:\w+ )?(?:mac\w*|m[1-5]|apple)\b",
    without=r"\bno longer\b|\bworks? (?:now|again)\b|\bfixed\b",
)
"""What tells beside a device that is written into the code that a Mac has none."""

_STOPS = r"(?:exit|stop|abort|refus|rais|fail|quit|crash|break|broke|error)\w*"
_ON_A_MAC = speaking(
    ON_MAC,
    without=(
        r"\b(?:no longer|any ?more|used to|this (?:pr|pull request|patch|change)|merged|changelog"
        r"|release notes|passed)\b"
    ),
)
"""What speaks of a Mac, and of no change that has been made."""

_TOLD_OF_OTHERS = denied(
    r"no|not|never|nothing|without|if|where|unless|remov\w+|replac\w+|linux|windows"
)
_AN = r"(?:an? |the |any )?"
_CUDA = r"(?:cuda|nvidia)\b(?! (?:on|under|for) (?:linux|windows|ubuntu)\b)"
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
_HAVE_IT = (
    r"\b(?:can|could|how to|how (?:do|can) i) (?:i )?(?:get |have |install )?cuda (?:be )?"
    r"(?:somehow )?(?:installed|added|had|work\w*)\b"
    r"|\binstalling (?:cuda|cudatoolkit|cuda toolkit)\b[^\n.;]{0,30}\b(?:no difference|not help"
    r"|n't help|fails?|impossible)\b"
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
_PACKAGES = (
    r"(?:flash[-_ ]?att(?:n|ention)|xformers|triton|bitsandbytes|(?:auto[-_]?)?gptq|exllama\w*"
    r"|tiny-cuda-nn|deepspeed)"
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
_STUCK_ON_A_MAC = speaking(
    ON_MAC,
    r"\b(?:refus\w+|fails?|failed|abort\w*|quits?|closes|stops?|stopped|stuck|errors?|crash\w*"
    r"|terminat\w+|complain\w*|says|said|what now|somebody|someone|anyone)\b"
    r"|(?:\bnot|n't|\bcannot) (?:\w+ )?(?:start|run|work|load|train|launch|install|use)\b"
    r"|\bhow (?:do|can|to|should)\b|\bwh(?:at|ere) (?:do|can|should|must|now)\b|\bis there an?y?\b"
    r"|\b(?:can|could|will|would) (?:it|this|that|i|you|we|my mac\w*)(?: \w+){0,2} (?:run|work"
    r"|start|be|use|support|remove|make)\b"
    r"|\bis (?:it|this|(?:\w+ )?(?:mps|metal|apple))\b[^\n]{0,80}\?"
    r"|\bno (?:\w+ ){0,3}(?:version|support|option|build)\b|\bany (?:mps|mac|metal|chance"
    r"|plans?|version)\b",
    without=(
        r"\b(?:works? (?:fine|well|great|now|on mps|with mps|on my mac)|no longer|used to|any ?more"
        r"|merged|this (?:pr|pull request|patch|change|commit)|now (?:works?|runs?|supports?)|both"
        r"|linux|windows|ubuntu|docker|supported since|fixed|solved|changelog|mac is fine|us(?:e"
        r"|ing) mps|mps instead)\b|\? (?:no|yes)\b|^(?:fix|add|feat|docs?)\b"
    ),
)
"""Someone with a Mac who does not get on, in a text that tells of no other system."""

_NO_COMPLAINT = (
    r"\b(?:info|warning|debug)\b ?[:\]]|\b(?:use|using) (?:mps|metal|the cpu|cpu)\b"
    r"|\b(?:do not|don't) use\b|\bmps instead\b|\bfall\w* ?back\b|\bskip\w*|\bfaster\b|\bslower\b"
    rf"|\bmy nvidia (?:machine|pc|box|server)\b|{OF_A_PART}\bonly\b"
    r"|\b(?:listed|measured|shown|displayed|printed) (?:\w+ )?for\b|\bmessage\("
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
    r"|\b(?:cuda|nvidia)[ -](?:only|exclusive)\b|(?<!not )\bonly (?:\w+ ){0,2}?(?:cuda|nvidia)\b"
    r"|(?:\.cuda\(\)|['\"]cuda['\"]\)?|\btorch\.cuda\.\w+(?:\(\))?)[^\n.;]{0,24}\b(?:everywhere"
    r"|all over|throughout|called|hard)\b"
    r"|\b(?:replac|chang|switch|swap)\w*(?: \w+){0,3}? ['\"`]?cuda['\"`]? (?:\w+ )?(?:by|with|to"
    r"|for|into) ['\"`]?(?:mps|cpu)\b"
    r"|\bcuda (?:(?!it\b)\w+ )?errors?\b"
)

CUDA = (
    told(
        "cuda-needed",
        r"(?<!precision )(?<!autocast )(?<!amp )\b(?:needs?|requires?|relies on|depends on"
        r"|only (?:works?|runs?|for|supports?))\b"
        r"(?: (?:on|with|a|an|the|to|have|run)){0,3} (?:\w+ )?(?:cuda|nvidia)\b(?! (?:version"
        r"|toolkit version|[<>=]))"
        r"(?![^\n;]{0,16}\bon (?:my |a |the )?(?:windows|linux)\b)"
        r"|\b(?:cuda|nvidia)(?: (?:gpus?|cards?|graphics cards?|support|cores?|hardware"
        r"|drivers?))? (?:is|are|seems?(?: to be)?) (?:(?!not |no )\w+ )?(?:necessary|required"
        r"|needed|mandatory)\b(?!\? no)(?! (?:on|for) (?:linux|windows))"
        r"(?![^\n.]{0,12}\bbut (?:it )?works)"
        r"|\bonly (?:\w+ )?with (?:cuda|nvidia)\w* (?:is|are) supported\b"
        r"|\b(?:written|made|built|designed|meant|intended) for (?:cuda|nvidia)\b"
        r"|\b(?:asks? for|wants?|expects?|insists on|looks? for) (?:an? )?(?:cuda|nvidia)\b"
        r"|\bno cuda on (?:my |a )?mac\w*[^\n.]{0,24}\b(?:stops|fails|crash\w*|breaks|errors?)\b"
        r"|\b(?:due to|because of) (?:the |a )?(?:lack|absence|missing)(?: of)? (?:cuda|nvidia)\b"
        r"|(?<!precision )(?<!autocast )(?<!amp )\b(?:is|are|being) cuda[- ]only\b"
        r"|\bcalls? \.cuda\(\)|\.cuda\(\) (?:calls? )?everywhere",
        needles="cuda nvidia",
        along=ON_MAC,
        unless=(
            denied("no|not|never|no longer|without|if")
            + rf"|{OF_A_PART}$"
            + r"|\bdo(?:es)? (?:\w+ ){1,5}$"
        ),
    ),
    told(
        "cuda-needed",
        r"\bplease install (?:the )?(?:cuda|nvidia)\b"
        r"|\bonly (?:\w+ ){0,2}?(?:when|if|where) (?:\w+ )?cuda (?:is )?(?:present|available"
        r"|there|installed|found)\b"
        r"|\b(?:wants?|needs?|asks? for|requires?|looks? for) cuda_home\b"
        rf"|\btorch\.cuda\.(?!is_av)\w+[^\n.;]{{0,60}}(?:\braises?|\bthrows?|\bunconditional\w*"
        rf"|{_ERRORS_OR_STOPS})"
        r"|\bonly (?:\w+ )?nvidia (?:gpus?|cards?|graphics cards?) (?:is |are )?supported\b"
        r"|\.to\(['\"]cuda['\"]\)[^\n]{0,40}\b(?:everywhere|hard|breaks?|fails?)"
        rf"|{_ERRORS_OR_STOPS}[^\n.;]{{0,40}}{_IMPORT}|{_IMPORT}[^\n.;]{{0,40}}{_ERRORS_OR_STOPS}",
        along=ON_MAC,
        unless=DENIED,
    ),
    told(
        "cuda-needed",
        sentence(
            r"\bhard[- ]?cod\w+\b",
            r"\bcuda\b|\bdevices?\b",
            without=r"\b(?:no longer|not|never|fixed|now|remov\w+|replac\w+|avoid\w*|instead of"
            r"|un-?hard\w*|de-?hard\w*|mps is|to mps|(?:to|as|is) ['\"`]?cpu)\b|n't\b",
        ),
        along=anywhere(r"\bcuda\b", ON_MAC.pattern),
    ),
    told(
        "cuda-needed",
        sentence(
            _OF_CUDA,
            r"\bmac(?:s|os|book)?\b|\bapple\b|\bm[1-5]\b|\bdarwin\b",
            r"(?:\b(?:not|no|never|un)|n't|\bcannot) ?(?:\w+ )?(?:support\w*|available|exist\w*"
            r"|work\w*|install\w*|run)\b",
            without=rf"{_GRANTED}|\b(?:optional|skip\w*|warning|without|ignored?|using)\b",
        ),
        needles="cpm apex pynvml tiny nvdiffrast nccl cudnn cupy pycuda nvcc",
        along=ON_MAC,
    ),
    told(
        "cuda-needed",
        sentence(
            _DOES_NOT,
            _FOR_WANT_OF,
            without=r"\b(?:works? (?:fine|well|great|now|on mps)|no longer|despite|fixed|skip\w*"
            r"|falls? back|falling back)\b",
        ),
        needles="cuda nvidia",
        along=ON_MAC,
    ),
    told("cuda-needed", _NO_EXTENSION, along=ON_MAC),
    told(
        "cuda-needed",
        _UNASKED,
        along=ON_MAC,
        unless=(
            r"(?:\b(?:not|never|no longer)\b|n't\b)[^,;:.\n]{0,16}$"
            r"|\b(?:nvidia|linux|windows|other|second) (?:machine|box|pc|server|laptop"
            r"|computer)s? $"
        ),
    ),
    told(
        "cuda-needed",
        sentence(
            _HAS_NONE,
            r"\b(?:will|can|could|would) (?:this|it|i|we|you)\b|\bhow (?:do|can|to|should)\b",
            without=_GRANTED,
        ),
        along=ON_MAC,
    ),
    told(
        "cuda-needed",
        r"(?:\bnot|n't) (?:have|own) (?:an? |any )(?:cuda|nvidia)\b[^\n]{0,60}[.!] (?:how|can"
        r"|is there|what)\b",
        along=ON_MAC,
    ),
    told("cuda-needed", sentence(_ANOTHER, _ASKS, without=_GRANTED), along=ON_MAC),
    told("cuda-needed", _WRITTEN_IN, along=ON_MAC, unless=_DENIED),
    told("cuda-needed", r"\bdevice ?= ?['\"]cuda(?::\d)?['\"]", along=_FAILS_ON_A_MAC),
    told(
        "cuda-needed",
        rf"\bassum(?:es|ed|ing)\b(?: that| the| an?| you| there| is| are| have| use){{0,5}} "
        rf"(?:\w+ )?{_NAME}"
        rf"|\b(?:needs?|requires?) (?:an? )?gpus? with (?:\w+ )?{_NAME}"
        r"|\b(?:tr(?:ies|ying|ied)|attempts?|keeps?|insists|always|still|automatically) "
        r"(?:to |on )?(?:use|using|call|calling|load|loading|find|finding|init\w*|look(?:ing"
        r"|s)? for|access\w*|mov\w+ (?:\w+ ){0,3}to|run\w* on|select\w*) "
        rf"(?:the |a )?{_NAME}"
        rf"|\bonly (?:\w+ )?{_NAME} (?:\w+ )?(?:is|are) (?:supported|accepted|allowed|possible)\b"
        rf"|\bsupports? only (?:\w+ )?{_NAME}"
        rf"|\.cuda\(\)[^\n.]{{0,40}}\b{_STOPS}"
        r"|\b(?:code|script|class|function|program|app|it|this)\b[^\n.]{0,16}\b(?:defaults?|set"
        r"|sets|resorts?|goes|switches) (?:straight )?to ['\"`]?cuda\b['\"`]?[^\n.]{0,60}\b(?:mps"
        r"|mac\w*|apple)\b"
        rf"|\bcuda\.is_available\(\)[^\n.]{{0,60}}\b{_STOPS}",
        along=ON_MAC,
        unless=rf"{_DENIED}|\bnot (?:auto-?)?detect\b[^\n]{{0,32}}$",
    ),
    told("cuda-needed", "|".join((_TIED, _HAVE_IT)), along=_ON_A_MAC, unless=_TOLD_OF_OTHERS),
    told("cuda-needed", _CANNOT, along=_ON_A_MAC),
    told("cuda-needed", _SAYS, along=_ON_A_MAC),
    told("cuda-needed", _PACKAGE_NEEDED, along=_ON_A_MAC),
    told("cuda-needed", _MOVED, by_line=False, along=_ON_A_MAC),
    told(
        "cuda-needed",
        sentence(rf"{_LACKED}|{_DEMANDED}", without=_NO_COMPLAINT),
        needles="cuda nvidia nvcc",
        along=_STUCK_ON_A_MAC,
    ),
)
