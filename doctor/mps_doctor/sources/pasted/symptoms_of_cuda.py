"""Symptoms of programs that are written for CUDA, told in words by people who have a Mac."""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import FLAGS, ON_MAC, sentence, told

_NAME = r"(?:cuda|nvidia)\b"
_STOPS = r"(?:exit|stop|abort|refus|rais|fail|quit|crash|break|broke|error)\w*"
_DENIED = late(
    r"(?:\b(?:no|not|never|no longer|without|if|remov\w+|replac\w+)\b|n't\b)(?:[^,;:.\n]"
    r"|\.(?! )){0,24}$",
    FLAGS,
)

_ASKS = (
    r"(?:\?|\b(?:any (?:way|chance|plans?|option|version|possibility)|is there|are there|will there"
    r"|(?:can|could|would|will) (?:i|it|this|we|you|there|be|someone|\w+ run)|possible|plan(?:s"
    r"|ned)?|please|why|future|wonder\w*|hope\w*)\b)"
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
_GRANTED = (
    r"\b(?:now|already|works (?:fine|well|great|now|on)|add(?:s|ed)|this (?:pr|pull request|patch"
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

_OF_CUDA = (
    r"\b(?:cpm[-_]kernels|(?:nvidia )?apex|pynvml|tiny-?cuda-?nn|nvdiffrast|nccl|cudnn|pytorch3d "
    r"cuda|cupy|pycuda|nvcc)\b"
)
"""What there is for CUDA alone, and no package index tells so."""
_DOES_NOT = (
    r"(?:(?:\b(?:not|never|cannot|unable to|failed to|fails to)\b|n't\b) (?:\w+ ){0,2}?(?:work|run"
    r"|start|launch|train|install|load|execute|finish|generate|used?|possible)\b|\b(?:fails?|failed"
    r"|stops?|stopped|crash\w*|breaks?|broke|exits?|errors? out)\b)"
)
_FOR_WANT_OF = (
    r"\b(?:due to|because of|owing to|thanks to|for|because|since|as) (?:(?:the|an?|my|this|there"
    r"|it|i|we|they|you|apple|silicon|mac\w*|m[1-5]|chips?|is|was|are|ha[sd]|have|does|do|of course"
    r"|obviously) ){0,5}?"
    rf"(?:lack of|absence of|missing|lacks?|lacking|no|not have|(?:does|do)n't have|without) "
    rf"(?:an? |any )?{_NAME}"
    rf"|\b(?:because|since|as) (?:\w+ )?{_NAME}(?: \w+)? (?:is|was)(?: (?:missing|absent"
    r"|unavailable)|(?: not|n't) (?:available|there|supported|found))\b"
)

WRITTEN_FOR_CUDA = (
    told(
        "cuda-needed",
        "cpm apex pynvml tiny nvdiffrast nccl cudnn cupy pycuda nvcc",
        sentence(
            _OF_CUDA,
            r"\bmac(?:s|os|book)?\b|\bapple\b|\bm[1-5]\b|\bdarwin\b",
            r"(?:\b(?:not|no|never|un)|n't|\bcannot) ?(?:\w+ )?(?:support\w*|available|exist\w*"
            r"|work\w*|install\w*|run)\b",
            without=rf"{_GRANTED}|\b(?:optional|skip\w*|warning|without|ignored?|using)\b",
        ),
        along=ON_MAC,
    ),
    told(
        "cuda-needed",
        "cuda nvidia",
        sentence(
            _DOES_NOT,
            _FOR_WANT_OF,
            without=r"\b(?:works? (?:fine|well|great|now|on mps)|no longer|despite|fixed|skip\w*"
            r"|falls? back|falling back)\b",
        ),
        along=ON_MAC,
    ),
    told("cuda-needed", "_cuda", _NO_EXTENSION, along=ON_MAC),
    told(
        "cuda-needed",
        "cuda nvidia nvcc",
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
        "cuda nvidia",
        sentence(
            _HAS_NONE,
            r"\b(?:will|can|could|would) (?:this|it|i|we|you)\b|\bhow (?:do|can|to|should)\b",
            without=_GRANTED,
        ),
        along=ON_MAC,
    ),
    told(
        "cuda-needed",
        "cuda nvidia",
        r"(?:\bnot|n't) (?:have|own) (?:an? |any )(?:cuda|nvidia)\b[^\n]{0,60}[.!] (?:how|can"
        r"|is there|what)\b",
        along=ON_MAC,
    ),
    told("cuda-needed", "cuda nvidia", sentence(_ANOTHER, _ASKS, without=_GRANTED), along=ON_MAC),
    told("cuda-needed", "cuda nvidia", _WRITTEN_IN, along=ON_MAC, unless=_DENIED),
    told(
        "cuda-needed",
        "cuda nvidia",
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
        unless=_DENIED,
    ),
)
"""Beside what is told of limits."""
