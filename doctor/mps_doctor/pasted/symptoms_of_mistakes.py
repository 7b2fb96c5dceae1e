"""Symptoms of operators that do something else than they should, told in words.

No number is called wrong: a seed that does nothing, an output in another order, a tensor that
stays as it was.  Each is one sentence with the GPU and with what went otherwise in it.
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import sentence, told, words
from mps_doctor.pasted.symptom_words import DENIED, GPU, ON_MPS

_GIVES = (
    r"(?:returns?|gives?|outputs?|produces?|predicts?|generates?|yields?|samples?|picks?|creates?"
    r"|chooses?|prints?|gets?|becomes?|is|are)"
)
_NOT = r"(?: not|n't)"
_SAME_AGAIN = (
    rf"\b(?:always|only|just) {_GIVES} (?:an? |the )?(?:(?:same|identical|constant|first|last"
    r"|empty|true|false|none|negative)\b|\[?-?[01](?:\.0)?\]?(?![\w.]))"
    r"|\b(?:same|identical) (?:\w+ ){0,3}?(?:numbers?|values?|samples?|tensors?|outputs?|results?"
    r"|sequences?|noise|images?)\b[^\n.]{0,30}\b(?:every|each) (?:time|call|run|iteration)\b"
    rf"|(?:\b(?:not|never)|n't) (?:really |truly |actually )?random\b"
    rf"|\b(?:not|n't|non)[ -]?(?:\w+ )?reproducible\b"
    rf"|{_NOT} (?:\w+ )?reproduce (?:the )?(?:same|subsequent|identical|random)\b"
    r"|\b(?:seeds?|manual_seed|rng|generators?)\b[^\n.]{0,40}(?:\bignored|\bno effect"
    rf"|{_NOT} (?:\w+ )?(?:work|restor|reproduc|affect|chang|progress|advanc|respect|honou?r"
    r"|used)\w*|\bfails? to)"
)
OF_SETUP = (
    r"\b(?:is_?available|available|is_built|environ\w*|env var\w*|fallback|install\w*|pip|conda"
    r"|settings?|options?|flags?|config\w*|checkbox|documentation|docs|warnings?|progress|fix(?:es"
    r"|ed)?|no longer|any more|anymore)\b"
    r"|\b(?:gpus?|mps|metal)['`\")]{0,2} (?:is|are|was|were)(?: not|n't) (?:being )?used\b"
)
_THING = r"(?:tensors?|weights?|param(?:eter)?s?|gradients?|grads?|values?|buffers?|views?|arrays?)"
_NO_EFFECT = (
    r"\bsilently fails?\b|\b(?:has|have|had) no effect\b|\b(?:does|do|did) nothing\b|\bis a "
    r"no-?op\b"
    r"|\b(?:is|are|be|gets?|silently|just) (?:silently |completely )?(?:ignored|ignores|skipped"
    r"|skips|dropped|drops|discarded|discards)\b"
    r"|\bignor(?:es|ing) (?:the |any |all |their )?(?:\w+ )?(?:strides?|offsets?|ind(?:ex|ices)"
    r"|shapes?|masks?|metadata|weights?|seeds?|dtypes?|dimensions?|arguments?|views?)\b"
    r"|(?:\bnot|n't) (?:used|applied|handled|taken into account|respected|honou?red) (?:properly"
    r"|correctly|at all|right)\b"
    rf"|{_NOT} (?:\w+ )?(?:honou?r|respect|preserve|take effect|propagate)\b"
    rf"|{_NOT} (?:\w+ )?(?:update|modify|change|write|copy|fill|zero) (?:\w+ ){{0,3}}?{_THING}\b"
    rf"|\b{_THING} (?:\w+ )?(?:is|are|was|were|do|does|did){_NOT}? (?:\w+ )?(?:updated?|modified"
    r"|modify|changed?|written|copied|filled|synchroni[sz]ed)\b(?<!are updated)(?<!is updated)"
    r"|\bonly (?:the )?(?:first|last) (?:\w+ ){1,5}?(?:being |is |are |was |were |gets? )?"
    r"(?:modified|changed|written|copied|updated|filled|set|assigned)\b"
    rf"|\b(?:leaves?|left|keeps?|kept) (?:\w+ ){{0,3}}?{_THING}(?: \w+)? (?:unchanged|untouched"
    r"|unmodified|uninitiali[sz]ed|as it was)\b"
    rf"|\b{_THING} (?:\w+ )?(?:stays?|remains?) (?:unchanged|untouched|the same|zeros?|at zero)\b"
)
_OTHER_ORDER = (
    r"\b(?:outputs?|results?|order|dim(?:ension)?s?|axes|axis|channels?|rows?|columns?|batch\w*"
    r"|elements|indices|shapes?|layout)\b[^\n.]{0,30}\b(?:transposed|reversed|swapped|permuted"
    r"|shuffled|reordered|flipped|interleaved|mixed up|off[- ]by[- ]one)\b"
    r"|\b(?:reverses?|swaps?|transposes?|permutes?|shuffles?|mixes up|scrambles?) the\b"
    r"|\b(?:in|of|with|has|have|returns?|gives?|gets?) (?:an? |the )?(?:wrong|incorrect|different"
    r"|reverse) (?:order|shapes?|strides?|signs?|layout|dtype|type|axis|dimensions?|sizes?)\b"
)
_INEXACT = (
    r"\b(?:loses?|losing|lost|loss of) (?:\w+ )?precision\b|\b(?:overflows|overflowed|underflows"
    r"|underflowed|wraps around|saturates|truncates)\b"
    r"|\b(?:rounds?|rounded|truncated|clamped) (?:wrong\w*|incorrectly|differently|to float32"
    r"|to int32|to zero)\b"
)
_UNCHECKED = (
    rf"(?:\b(?:does|do|did){_NOT}|\bfails? to|\bnever) (?:\w+ )?(?:raise|throw|report|detect|catch"
    r"|check|validate)s? (?:[\w.]+ ){0,2}?(?:errors?|exceptions?|indexerror|out[- ]of[- ](?:bounds?"
    r"|range)|bounds|invalid|ind(?:ex|ices))\b"
)
_ELSEWHERE = (
    r"\b(?:in)?(?:to|from|at|in|for|of) the wrong (?:\w+ )?(?:elements?|ind(?:ex|ices)|positions?"
    r"|rows?|columns?|places?|slots?|locations?|values?)\b"
    r"|\b(?:in)?to (?:the )?(?:\d+'?(?:st|nd|rd|th)|first|last|zeroth) (?:\w+ )?instead of\b"
    r"|\binconsisten(?:t|cy|cies)\b[^\n.]{0,40}\b(?:results?|outputs?|behaviou?rs?|operations?"
    r"|index\w*|values?|gradients?)\b"
)
_OUTSIDE = (
    r"\b(?:reads?|writes?|written|reading|writing|access\w*) (?:\w+ ){0,4}?(?:outside|beyond|past"
    r"|out[ -]of[ -]bounds)\b|\b(?:illegal|unlegal|invalid|non[- ]legal) memory\b"
    r"|\bbuffer overflows?\b|\bsilently accepts?\b"
    r"|\b(?:returns?|gives?|produces?|samples?|yields?|outputs?) (?:\w+ ){0,2}?out[ -]of[ -]"
    r"(?:range|bounds?)\b(?! error)"
)
_FAR_OFF = (
    r"\b(?:large|big|huge|significant|high|considerable|larger|bigger) (?:\w+ )?(?:errors?"
    r"|differences?|deviations?)\b[^\n.]{0,60}\b(?:compared|relative|vs|versus|against|than)\b"
    r"|\boff by (?:a factor of |about |~|≈)? ?\d|\b\d+(?:\.\d+)? ?(?:x|times) (?:larger|smaller"
    r"|bigger|too (?:large|small|big))\b"
    r"|\b(?:returns?|gives?|yields?) (?:an? |only |just )?-?0(?:\.0)?(?![\w.,:%])"
)
_NO_NUMBER = r"(?:nans?|infs?|infinit(?:y|ies)|zeros|garbage|nonsense)"
_NO_NUMBERS = (
    rf"\b(?:returns?|gives?|produces?|producing|yields?|outputs?|contains?|generates?|creates?"
    rf"|gets?|getting|results? in|leads? to|turn(?:s|ed)? (?:in)?to|becomes?|became)\b"
    rf"[^\n.,;]{{0,24}}\b{_NO_NUMBER}\b"
)

MISTAKES = (
    told(
        "wrong-results", sentence(GPU, _SAME_AGAIN, without=OF_SETUP), along=ON_MPS, unless=DENIED
    ),
    told(
        "wrong-results",
        sentence(
            GPU, _NO_EFFECT, without=rf"{OF_SETUP}|\btests? (?:are|is|were|was|get|gets) skipped\b"
        ),
        needles=(
            *words(
                "effect nothing no-op noop ignor skip drop discard honor honour respect preserve "
                "propagate updat modif chang unchanged untouched uninitiali written stays remain"
            ),
            *(
                "properly",
                "correctly",
                " at all",
                " right",
                "copied",
                "filled",
                "silently fail",
                " fill ",
                " zero ",
                "as it was",
                "not copy",
                "n't copy",
            ),
        ),
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "wrong-results",
        sentence(GPU, _OTHER_ORDER, without=OF_SETUP),
        needles=(
            "transpose revers swap permut shuffle reorder flip interleav mixe scrambl by-one "
            "wrong incorrect different"
        ),
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "wrong-results",
        sentence(
            GPU,
            rf"{_INEXACT}|{_UNCHECKED}|{_ELSEWHERE}|{_OUTSIDE}|{_FAR_OFF}",
            without=rf"{OF_SETUP}|\b(?:(?<!legal )(?<!invalid )memory|speed\w*|slow\w*|fast\w*"
            r"|time|latency|throughput|out of memory)\b",
        ),
        needles=(
            *words(
                "precision overflow underflow truncat saturat wraps round clamped raise throw "
                "report detect catch check validate inconsisten instead wrong outside beyond past "
                "memory accept larger bigger error difference deviation"
            ),
            *("returns 0", "return 0", "gives 0", "yields 0", "n a 0", "s a 0", "s -0", "ly 0"),
            *("off by", "x smaller", "x too", "out of ", "out-of-"),
        ),
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "wrong-results",
        sentence(
            GPU,
            _NO_NUMBERS,
            without=rf"{OF_SETUP}|\b(?:no|without|never|avoid\w*|prevent\w*) (?:\w+ )?"
            rf"{_NO_NUMBER}\b|\bn't (?:\w+ )?(?:return|give|produce|contain)",
        ),
        along=ON_MPS,
    ),
)
_TOLD_LOOSELY = (
    r"(?:\bnot|n't) (?:\w+ )?(?:work|function|behav)(?:s|e|es|ing|ning)? (?:\w+ )?(?:properly"
    r"|correctly|right|as (?:\w+ )?(?:expected|intended|documented|it should))\b"
    r"|\b(?:malfunctions?|misbehaves?|behaves? (?:incorrectly|wrongly|strangely|unexpectedly"
    r"|oddly|weirdly|differently))\b"
    r"|\bexpected:? [^\n,;]{1,30}[,;] (?:actual|got|but got|actually):? "
    r"|\b(?:gives?|produc(?:es?|ing)|returns?|yields?|gets?|got|getting|has|have|contains?|shows?)"
    r" (?:\w+ ){0,2}?(?:wrong|incorrect|random|garbage|weird|strange|odd|inconsistent|unexpected)"
    r" (?:\w+ )?(?:results?|outputs?|values?|numbers?|gradients?|answers?|predictions?)\b"
    r"|\bbugs? (?:(?!not )\w+ ){0,4}?(?:on|with|in|for|to|from|using) (?:the |an? )?"
    r"(?:(?!recogni[sz]|detect|select|choos|find)\w+ )?['\"`]?mps\b"
    r"|\bmps['\"`]? (?:backend |device |specific )?bugs?\b|\bmps regressions?\b"
    r"|\bbugs? in [^\n]{1,60} (?:on|with|when using) (?:the )?['\"`]?mps\b"
    r"|\bshould (?:raise|return|give|be|have|result|produce)\b[^\n.]{0,60}\bbut (?:it |that "
    r"|they )?(?:instead |currently |actually )?(?:gives?|returns?|is|are|does|was|were|has"
    r"|raises)\b"
    r"|\bfails? to (?:work|update|match|reproduce|produce|return|give)\b"
    r"|(?:\bnot|n't) (?:happen|occur|reproduce|seen|affected|show|observ(?:able|ed)|present)"
    r" (?:\w+ )?(?:on|with|in) (?:the )?['`]?(?:cpu|cuda)\b"
    r"|\bonly (?:happens|occurs|reproduc\w+|appears|affects|seen)\b[^\n.]{0,24}\bmps\b"
)
_PRINTED_APART = (
    r"(?<![\w.])tensor\((\[[^()']{1,400}?\]|-?[\w.]{1,24})(?:, ?(?:dtype|grad_fn)=[^()\n]{1,60})?\)"
    r"[\s\S]{0,200}?(?<![\w.])tensor\((?!\1,)[^()']{1,400}?, ?device='mps"
    r"|(?<![\w.])tensor\((\[[^()']{1,400}?\]|-?[\w.]{1,24}), ?device='mps[^()\n]{1,80}\)"
    r"[\s\S]{0,200}?(?<![\w.])tensor\((?!\2[,)])[^()']{1,400}?\)"
)
"""Two tensors that were printed one after the other, of the CPU and of mps, with other numbers."""

_NO_TIME = r"(?!time|speed|sec|mem)"
_VALUE = (
    r"(-?\d[\d.]{0,4}|-?nan|-?inf|true|false|(?:torch\.size\()?\[[^\]\n]{0,200}\]\)?)"
    r"[\d.e+-]{0,24}(?![\w%.]| [a-z])"
)
"""A number by its first digits: the last ones always differ.  A time has its unit behind it."""

_LABELLED_APART = (
    rf"(?<![a-z_])({_NO_TIME}[a-z]\w*_)?cpu(_{_NO_TIME}\w+)?\b[`'\"]?(?(1)|(?(2)"
    rf"|(?! ?[:=] ?[\d.]))) ?[:=] ?{_VALUE}[\s\S]{{0,200}}?(?<![a-z_])(?(1)\1|)mps(?(2)\2"
    rf"|)\b[`'\"]? ?[:=] ?(?!\3){_VALUE}"
    r"|\bcpu\b[^\n]{0,20}:\s(?:[^\n:]{2,40}: ?)?(torch\.size\([^\n]{2,60}?\))\s[\s\S]{0,200}?"
    r"\bmps\b[^\n]{0,20}:\s(?:[^\n:]{2,40}: ?)?(?!\5)torch\.size\("
)
"""Two values with the same label but for the device, and they differ."""

_AMISS = (
    r"\b(?:bugs?|buggy|wrong(?:ly)?|incorrect(?:ly|ness)?|inconsisten\w+|(?<!quit )(?<!quits "
    r")unexpected(?:ly)?|broken|weird(?:ly)?|strange(?:ly)?|mismatch\w*|differs?"
    r"|differently(?! sized)|different (?:results?|outputs?|values?|behaviou?rs?|numbers?|answers?"
    r"|semantics|gradients?|loss\w*|from)|differences? (?:in|of|to|from|between)|inaccura\w+"
    r"|disagree\w*|erroneous\w*|nonsens\w+|silently|misbehav\w+|miscalculat\w+|corrupt\w*"
    r"|ignor(?:es?|ed|ing))\b"
    r"|(?:\bnot|n't) (?:be )?(?:equal|identical|the same|consistent|correct|accurate)\b"
    r"|^\[mps\] invalid\b|\binvalid (?:results?|outputs?|numbers?|gradients?|indices)\b"
)
OF_ANYTHING = (
    rf"{OF_SETUP}|\b(?:slow\w*|fast(?:er|est)?|speed\w*|performance|latency|throughput|seconds?"
    r"|times|it/s|memory|versions?|keys?|paths?|files?|folders?|urls?|links?|names?|labels?"
    r"|detect(?:s|ed|ing)?|select\w*|chosen|readme|intel|mentions?|information|how"
    r"|why|whether|no|not a|never|nothing|fine"
    r"|device (?:handling|selection|detection|choice)|should use|be used|cpu load|well"
    r"|to avoid|without (?:mps|gpu|errors?|problems?|issues?)"
    r"|works"
    r"|not (?:in|with|by|on) (?:the )?(?:mps|metal)|pull request|pr|save|load(?:s|ed|ing)?|(?:be|am"
    r"|was|i.m) wrong|download\w*|build\w*|compil\w+|user|thanks|handled|set ?up|please|add)\b"
    r"|\?|\de-\d"
)

NOT_AS_IT_SHOULD = (
    told(
        "odd-on-gpu-only",
        sentence(
            r"\b(?:cpu|cuda)\b",
            r"\b(?:as expected|correct(?:ly)?|fine|right|works?|gives)\b",
            r"\b(?:it|that|this|which) (?:is|does|was)(?: not|n't) (?:the case |so )?(?:on|with"
            r"|for) mps\b",
        ),
    ),
    told(
        "odd-on-gpu-only",
        _TOLD_LOOSELY,
        needles=(
            *words("properly correctly behav malfunction wrong incorrect garbage weird strange"),
            *words("inconsisten unexpected"),
            *(
                " right",
                " as ",
                "regression",
                "expected:",
                " random ",
                " odd ",
                " bug",
                "bug ",
                "bugs ",
                "should ",
            ),
            *("fails to", "fail to", "happen", "occur", "reproduc", "affect", " seen ", " show "),
            *("observ", " present "),
            "only appears",
        ),
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "odd-on-gpu-only",
        sentence(
            r"\bmps\b[^\n.]{0,40}\bnot (?:\w+ ){0,4}?on (?:the )?(?:cpu|cuda)\b",
            without=r"\b(?:works?|working|runs?|fine|ok|fast\w*|support\w*|available|train\w*)\b",
        ),
    ),
    told("odd-on-gpu-only", _PRINTED_APART, by_line=False),
    told(
        "odd-on-gpu-only",
        _LABELLED_APART,
        needles=("_mps", "mps_", "mps:", "mps =", "mps="),
        by_line=False,
    ),
    told(
        "odd-on-gpu-only",
        sentence(r"\bmps\b|\bmetal\b", _AMISS, without=OF_ANYTHING),
        unless=DENIED,
    ),
)
