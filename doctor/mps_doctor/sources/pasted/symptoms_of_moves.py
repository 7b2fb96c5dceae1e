"""Symptoms of what lies on another device: files from another machine, tensors left on the CPU.

And operators that the GPU lacks, as people say it without naming them.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import DENIED, FLAGS, ON_MPS, Speaking, sentence, told
from mps_doctor.sources.pasted.symptoms_in_tongues import TONGUES

_FILE = (
    r"(?:\b(?:weights?|checkpoints?|ckpts?|models?|pickles?|state_?dicts?|adapters?|learners?"
    r"|torch\.load)\b|\.(?:pth?|ckpt|pkl|bin)\b)"
)
_ELSEWHERE = (
    r"\b(?:saved|trained|serialized|pickled|exported|stored|written|fine-?tuned|contains?|holds)"
    r"\b(?: \w+){0,3}? (?:cuda|gpus?|nvidia|colab|[ahv]100s?|rtx|t4|servers?|cluster|linux|mps"
    r"|mac\w*|m[1-5]|apple)\b"
)
_LOAD = r"(?:\btorch\.load\b|\b(?:load|open|read|restor|deseriali[sz]|unpickl)\w*)"
_CANNOT = (
    r"(?:\b(?:not|cannot|unable|fails?|failed|errors?|raises?|stops?|refus\w+|impossible|wants)\b"
    r"|n't\b|\bsomething about\b)"
)
_LOAD_FAILS = rf"{_CANNOT}[^\n.;]{{0,30}}{_LOAD}|{_LOAD}[^\n.;]{{0,40}}{_CANNOT}"
_FROM_ELSEWHERE = Speaking(
    of=(
        late(r"\b(?:mac(?:s|os|books?| ?mini| studio)?|apple|mps|m[1-5])\b", FLAGS),
        late(_LOAD_FAILS, FLAGS),
    ),
    without=late(
        r"\b(?:size mismatch|missing keys?|unexpected keys?|weights_only|no such file|corrupt\w*"
        r"|out of memory|slow\w*|fixed|solved|loads (?:fine|well))\b",
        FLAGS,
    ),
)

_THING = (
    r"\b(?:inputs?|data|batch(?:es)?|tensors?|weights?|model|buffers?|labels?|targets?|masks?"
    r"|images?|embeddings?|ids|indices|noise|latents?|generator|parameters?|hidden states?)\b"
)
_LEFT_ON_CPU = (
    rf"(?:\b(?:creat|mak|leav|left|keep|kept|put|build|built|allocat|initiali[sz]|generat)\w*"
    rf"[^\n.;,]{{0,40}}|{_THING}[^\n.;,]{{0,16}})\b(?:on (?:the )?cpu\b|cpu tensor)"
)
_TROUBLE = r"\b(?:errors?|fails?|failed|raises?|crash\w*|complain\w*|breaks?|mismatch|stops?)\b"
_AS_MEANT = (
    r"\b(?:fast\w*|slow\w*|on purpose|fall\w* back|fallback|works?|fixed|solved|seconds|minutes"
    r"|memory|out of)\b"
)
_FORGOTTEN = (
    rf"\bforg[eo]t\w* to (?:move|put|send|transfer|push|copy)[^\n.;]{{0,30}}(?:{_THING})?"
    r"[^\n.;]{0,12}\b(?:to|on|onto) (?:the )?(?:mps|device|gpu|same device)\b"
    rf"|\bon mps\b[^\n.;]{{0,12}}?(?:,|\bbut|\band|\bwhile) (?:the |my |its )?(?:\w+ )?{_THING}"
    r" (?:is|are|was|were)(?:n't| not)(?! (?:slow|fast|large|big))"
)

_GPU = (
    r"(?:the |its |an? )?(?:mps|metal|apple(?:'s)? gpus?|mac gpus?|(?:m[1-5]|mac)(?: \w+)?'s gpu)\b"
)
_OPERATION = (
    r"(?:\b(?:aten |torch )?(?:ops?|operators?|operations?|layers?|kernels?|functions?)\b"
    r"|\b(?:i?s?tft|i?r?fft|stft|ffts?|(?:\w+ )?convolutions?|backward(?: pass)?|(?:\w+ )?pooling"
    r"|interpolation|upsampling|sorting|cumsum|histograms?)\b|\b(?:linalg|nn|f|torch)\.[a-z]\w*)"
)
_ABSENT = (
    rf"{_OPERATION}[^\n.;,]{{0,24}}(?:\b(?:is|are)(?: not|n't)(?: (?:there|available|present"
    rf"|implemented|supported|offered))?(?: (?:for|on|in|with|by))? {_GPU}|\b(?:is"
    rf"|are) (?:unsupported|missing|absent|unavailable) (?:for|on|in|with|by|from) {_GPU}|\b(?:has"
    rf"|have) no (?:\w+ )?(?:implementation|kernel|version) (?:for|on|in) {_GPU}|\b(?:that "
    rf"|which )?{_GPU}(?: \w+)? (?:(?:does not|doesn't|do not|don't) (?:have|know|support"
    rf"|offer|implement)|lacks|misses)\b)"
    rf"|{_OPERATION}, (?:which|that) {_GPU}(?: \w+)? (?:(?:does not|doesn't|do not|don't) (?:have"
    rf"|know|support|offer|implement)|lacks|misses)\b"
)

MOVES = (
    *TONGUES,
    told(
        "loaded-elsewhere",
        "saved trained serialized pickled exported stored written tuned contain holds",
        rf"{_FILE}[^\n;]{{0,60}}{_ELSEWHERE}|{_ELSEWHERE}[^\n;]{{0,80}}{_FILE}",
        along=_FROM_ELSEWHERE,
    ),
    told(
        "two-devices",
        "cpu",
        sentence(_LEFT_ON_CPU, r"\bmps\b", _TROUBLE, without=_AS_MEANT),
        unless=DENIED,
    ),
    told("two-devices", "forget forgot mps", _FORGOTTEN, along=ON_MPS, unless=DENIED),
    told(
        "operator-missing-on-gpu",
        "mps metal gpu",
        _ABSENT,
        unless=rf"{DENIED.pattern}|\b(?:any|all|other|some|every|each|those|which) $",
    ),
)
"""Beside what is told of limits."""
