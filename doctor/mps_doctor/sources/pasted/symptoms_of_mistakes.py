"""Symptoms of operators that do something else than they should, told in words.

No number is called wrong: a seed that does nothing, an output in another order, a tensor that
stays as it was.  Each is one sentence with the GPU and with what went otherwise in it.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import (
    DENIED,
    FLAGS,
    GPU,
    ON_MPS,
    SENTENCE,
    Symptom,
    sentence,
    words,
)

_OF_SETUP = (
    r"\b(?:is_?available|available|is_built|environ\w*|env var\w*|fallback|install\w*|pip|conda"
    r"|settings?|options?|flags?|config\w*|checkbox|documentation|docs|warnings?|progress"
    r"|fix(?:es|ed)?|no longer|any more|anymore)\b"
)
_NOT = r"(?: not|n't)"
_GIVES = (
    r"(?:returns?|gives?|outputs?|produces?|predicts?|generates?|yields?|samples?|picks?|creates?"
    r"|chooses?|prints?|gets?|becomes?|is|are)"
)
_NO_NUMBER = r"(?:nans?|infs?|infinit(?:y|ies)|zeros|garbage|nonsense)"
_THING = r"(?:tensors?|weights?|param(?:eter)?s?|gradients?|grads?|values?|buffers?|views?|arrays?)"

_SAME_AGAIN = (
    rf"\b(?:always|only|just) {_GIVES} (?:an? |the )?(?:(?:same|identical|constant|first|last"
    r"|empty|true|false|none|negative)\b|\[?-?[01](?:\.0)?\]?(?![\w.]))"
    r"|\b(?:same|identical) (?:\w+ ){0,3}?(?:numbers?|values?|samples?|tensors?|outputs?|results?"
    r"|sequences?|noise|images?)\b[^\n.]{0,30}\b(?:every|each) (?:time|call|run|iteration)\b"
    rf"|(?:\b(?:not|never)|n't) (?:really |truly |actually )?random\b"
    rf"|\b(?:not|n't|non)[ -]?(?:\w+ )?reproducible\b"
    rf"|{_NOT} (?:\w+ )?reproduce (?:the )?(?:same|subsequent|identical|random)\b"
    r"|\b(?:seeds?|manual_seed|rng|generators?)\b[^\n.]{0,40}(?:\bignored|\bno effect"
    rf"|{_NOT} (?:\w+ )?(?:work|restor|reproduc|affect|chang|progress|advanc|respect"
    r"|honou?r|used)\w*|\bfails? to)"
)
_NO_EFFECT = (
    r"\b(?:has|have|had) no effect\b|\b(?:does|do|did) nothing\b|\bis a no-?op\b"
    r"|\b(?:is|are|gets?|silently|just) (?:silently )?(?:ignored|ignores|skipped|skips|dropped"
    r"|drops|discarded|discards)\b"
    r"|\bignor(?:es|ing) (?:the |any |all |their )?(?:\w+ )?(?:strides?|offsets?|ind(?:ex|ices)"
    r"|shapes?|masks?|metadata|weights?|seeds?|dtypes?|dimensions?|arguments?|views?)\b"
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
    r"\b(?:loses?|losing|lost|loss of) (?:\w+ )?precision\b|\b(?:overflows|overflowed"
    r"|underflows|underflowed|wraps around|saturates|truncates)\b"
    r"|\b(?:rounds?|rounded|truncated|clamped) (?:wrong\w*|incorrectly|differently|to float32"
    r"|to int32|to zero)\b"
)
_ELSEWHERE = (
    r"\b(?:in)?(?:to|from|at|in|for|of) the wrong (?:\w+ )?(?:elements?|ind(?:ex|ices)|positions?"
    r"|rows?|columns?|places?|slots?|locations?|values?)\b"
    r"|\b(?:in)?to (?:the )?(?:\d+'?(?:st|nd|rd|th)|first|last|zeroth) (?:\w+ )?instead of\b"
    r"|\binconsisten(?:t|cy|cies)\b[^\n.]{0,40}\b(?:results?|outputs?|behaviou?rs?|operations?"
    r"|index\w*|values?|gradients?)\b"
)
_UNCHECKED = (
    rf"(?:\b(?:does|do|did){_NOT}|\bfails? to|\bnever) (?:\w+ )?(?:raise|throw|report|detect|catch"
    r"|check|validate)s? (?:\w+ ){0,2}?(?:errors?|exceptions?|indexerror|out[- ]of[- ]bounds?"
    r"|bounds|invalid|ind(?:ex|ices))\b"
)
_NO_NUMBERS = (
    rf"\b(?:returns?|gives?|produces?|producing|yields?|outputs?|contains?|generates?|creates?"
    rf"|results? in|leads? to|turn(?:s|ed)? (?:in)?to|becomes?|became)\b[^\n.,;]{{0,24}}"
    rf"\b{_NO_NUMBER}\b"
)

_STOPS = (
    r"\b(?:hangs?|hung|is hanging|(?:freez(?:es?|ing)|froze)"
    r"(?! (?:the|all|my|some|first|last|layers?|weights?|it|them|its)\b)"
    r"|(?:is|was|gets?|got) (?:frozen|stuck)|deadlock(?:s|ed)?|unresponsive"
    r"|never (?:returns?|finish(?:es)?|completes?|ends?)|reboots?|rebooted"
    r"|(?:infinite|endless) loops?|kernel panics?|beach ?ball|(?:blocks|waits) forever)\b"
    r"|\b100 ?% gpu\b"
)
_ABORTS = (
    r"\b(?:internal assert(?:ion)?s?|assertion (?:errors?|failures?|failed)|sigabrt|sigsegv|sigtrap"
    r"|(?:kills?|terminates?|takes down) (?:the )?(?:process|python|interpreter|kernel))\b"
)
_NO_STOP = (
    r"\b(?:loss|accuracy|download\w*|install\w*|pip|conda|import(?:s|ing)? torch|queue|progress bar"
    r"|no|not|never (?!returns|finish|complete|end)|without|fix(?:es|ed)?|avoid\w*|prevent\w*)\b"
    r"|\bcpu\b\W{1,4}(?:to\W{1,3})?mps|n't\b"
)

MISTAKES = (
    Symptom(
        "wrong-results",
        words("always only just random same identical reproduc seed rng generator"),
        late(sentence(GPU, _SAME_AGAIN, without=_OF_SETUP), FLAGS | SENTENCE),
        along=ON_MPS,
        unless=DENIED,
    ),
    Symptom(
        "wrong-results",
        (
            *words(
                "effect nothing no-op noop ignor skip drop discard honor honour respect preserve "
                "propagate updat modif chang unchanged untouched uninitiali written stays remain"
            ),
            *("copied", "filled", " fill ", " zero ", "as it was", "not copy", "n't copy"),
        ),
        late(sentence(GPU, _NO_EFFECT, without=_OF_SETUP), FLAGS | SENTENCE),
        along=ON_MPS,
        unless=DENIED,
    ),
    Symptom(
        "wrong-results",
        words(
            "transpose revers swap permut shuffle reorder flip interleav mixe scrambl by-one "
            "wrong incorrect different"
        ),
        late(sentence(GPU, _OTHER_ORDER, without=_OF_SETUP), FLAGS | SENTENCE),
        along=ON_MPS,
        unless=DENIED,
    ),
    Symptom(
        "wrong-results",
        words(
            "precision overflow underflow truncat saturat wraps round clamped raise throw report "
            "detect catch check validate inconsisten instead wrong"
        ),
        late(
            sentence(GPU, rf"{_INEXACT}|{_UNCHECKED}|{_ELSEWHERE}", without=_OF_SETUP),
            FLAGS | SENTENCE,
        ),
        along=ON_MPS,
        unless=DENIED,
    ),
    Symptom(
        "wrong-results",
        words("nan inf zeros garbage nonsense"),
        late(
            sentence(
                GPU,
                _NO_NUMBERS,
                without=rf"{_OF_SETUP}|\b(?:no|without|never|avoid\w*|prevent\w*) (?:\w+ )?"
                rf"{_NO_NUMBER}\b|\bn't (?:\w+ )?(?:return|give|produce|contain)",
            ),
            FLAGS | SENTENCE,
        ),
        along=ON_MPS,
    ),
    Symptom(
        "crash-on-gpu",
        (
            *words("hang hung freez froz deadlock responsive stuck reboot panic beach infinite"),
            *words("endless assert sigabrt sigsegv sigtrap kills terminate forever 100%"),
            *("never returns", "never finish", "never complete", "never ends", "100 % gpu"),
            "takes down",
        ),
        late(sentence(GPU, rf"{_STOPS}|{_ABORTS}", without=_NO_STOP), FLAGS | SENTENCE),
        along=ON_MPS,
        unless=DENIED,
    ),
)
"""After what is told of limits."""

_BY_NAME = r"\b(?:runtime|type|value|index|notimplemented|assertion)error"

_TOLD_LOOSELY = (
    r"(?:\bnot|n't) (?:\w+ )?(?:work|function|behav)(?:s|e|es|ing|ning)? (?:\w+ )?(?:properly"
    r"|correctly|right|as (?:\w+ )?(?:expected|intended|documented|it should))\b"
    r"|\b(?:malfunctions?|misbehaves?|behaves? (?:incorrectly|wrongly|strangely|unexpectedly"
    r"|oddly|weirdly|differently))\b"
    r"|\bexpected:? [^\n,;]{1,30}[,;] (?:actual|got|but got|actually):? "
    r"|\b(?:gives?|produc(?:es?|ing)|returns?|yields?|gets?|got|getting|has|have|contains?|shows?)"
    r" (?:\w+ ){0,2}?(?:wrong|incorrect|random|garbage|weird|strange|odd|inconsistent|unexpected)"
    r" (?:\w+ )?(?:results?|outputs?|values?|numbers?|gradients?|answers?|predictions?)\b"
    r"|\bbugs? (?:(?!not )\w+ ){0,4}?(?:on|with|in|for|to|from|using) (?:the |an? )?(?:\w+ )?"
    r"['\"`]?mps\b|\bmps['\"`]? (?:backend |device |specific )?bugs?\b"
)
_PRINTED_APART = (
    r"(?<![\w.])tensor\((\[[^()']{1,400}?\]|-?[\w.]{1,24})(?:, ?(?:dtype|grad_fn)=[^()\n]{1,60})?\)"
    r"[\s\S]{0,200}?(?<![\w.])tensor\((?!\1,)[^()']{1,400}?, ?device='mps"
    r"|(?<![\w.])tensor\((\[[^()']{1,400}?\]|-?[\w.]{1,24}), ?device='mps[^()\n]{1,80}\)"
    r"[\s\S]{0,200}?(?<![\w.])tensor\((?!\2[,)])[^()']{1,400}?\)"
)
"""Two tensors that were printed one after the other, of the CPU and of mps, with other numbers."""

NOT_AS_IT_SHOULD = (
    Symptom(
        "odd-on-gpu-only",
        words(
            "work function behav malfunction expected wrong incorrect random garbage weird "
            "strange odd inconsisten bug"
        ),
        late(_TOLD_LOOSELY, FLAGS),
        along=ON_MPS,
        unless=DENIED,
    ),
    Symptom(
        "odd-on-gpu-only",
        ("device='mps",),
        late(_PRINTED_APART, FLAGS),
        by_line=False,
    ),
    Symptom(
        "crash-beside-mps",
        ("error ",),
        late(
            rf"{_BY_NAME} (?:when|while|using|with|on|in|for|during)\b[^\n.:]{{0,60}}\bmps\b", FLAGS
        ),
    ),
)
"""Count only where the text tells of nothing else."""
