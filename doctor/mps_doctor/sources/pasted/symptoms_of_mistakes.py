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
    rf"|{_NOT} (?:\w+ )?(?:honou?r|respect|preserve|take effect|propagate)\b"
    rf"|{_NOT} (?:\w+ )?(?:update|modify|change|write|copy|fill|zero) (?:\w+ ){{0,3}}?{_THING}\b"
    rf"|\b{_THING} (?:\w+ )?(?:is|are|was|were|do|does|did){_NOT}? (?:\w+ )?(?:updated?|modified"
    r"|modify|changed?|written|copied|filled|synchroni[sz]ed)\b(?<!are updated)(?<!is updated)"
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
                "effect nothing no-op noop ignore skip drop discard honor honour respect preserve "
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
            "detect catch check validate"
        ),
        late(sentence(GPU, rf"{_INEXACT}|{_UNCHECKED}", without=_OF_SETUP), FLAGS | SENTENCE),
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
)
"""After what is told of limits."""

NOT_AS_IT_SHOULD = Symptom(
    "odd-on-gpu-only",
    words("work function behav malfunction expected:"),
    late(
        r"(?:\bnot|n't) (?:\w+ )?(?:work|function|behav)(?:s|e|es|ing|ning)? (?:\w+ )?(?:properly"
        r"|correctly|right|as (?:\w+ )?(?:expected|intended|documented|it should))\b"
        r"|\b(?:malfunctions?|misbehaves?|behaves? (?:incorrectly|wrongly|strangely|unexpectedly"
        r"|oddly|weirdly|differently))\b"
        r"|\bexpected: [^\n,;]{1,30}[,;] (?:actual|got|but got|actually): ",
        FLAGS,
    ),
    along=ON_MPS,
    unless=DENIED,
)
"""Counts only where the text tells of nothing else."""
