"""Symptoms of operands that do not meet: of two dtypes, or on two devices.

"Half times float32", "mps:0 and cpu", "the buffer stays on the CPU".  `MIXTURES` tell the reason of
a crash; `OPERANDS` are told more loosely.
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import FLAGS, sentence, speaking, told
from mps_doctor.pasted.symptom_words import (
    DENIED,
    GOOD,
    MAC_GPU,
    ON_MAC,
    ON_MPS,
    RELEASES,
    TROUBLE,
)
from mps_doctor.patterns import late

_MAC = late(rf"{ON_MAC.pattern}|\b(?:{RELEASES})\b", FLAGS)
_STOPS = (
    r"\b(?:abort\w*|crash\w*|dies|died|dying|asserts?|assertion|llvm|breaks?|errors?|exception"
    r"|fails?|failed|unhappy|trap|killed|raises?|stops?|refuses|promot\w+|must be|please)\b"
)
_RESULTS = (
    r"\b(?:nans?|black|nois[ey]|garbage|gibberish|wrong|incorrect|allclose|differ\w*|faster|slow\w*"
    r"|benchmark\w*|out of memory|oom|quality|autocast)\b"
)
_OF_NUMBERS = speaking(_MAC, _STOPS, without=_RESULTS)
_HALF = r"(?:\b(?:x?f16|fp16|float16|half|bf16|bfloat16)\b|\.half\(\)|_half\b)"
_FULL = r"(?:\b(?:x?f32|fp32|float32|float|single precision|int64|bool)\b|_float\b)"
_MEET = (
    r"(?:\bmix(?:es|ed|ing|ture)?\b(?![ _-]?precision)|\b(?:same|one|single|equal) (?:d?type"
    r"|element type|precision)\b|\b(?:two|different) (?:d?types?|precisions?|element types?"
    r"|kinds of numbers)\b|\bcast(?:ing)? both\b|(?:\bdoes(?: not|n't) )?\bpromot\w+"
    r"|\bbroadcast compatible\b|\bmismatch\w*|\bmeet(?:s|ing)?\b)"
)
_BETWEEN = (
    r"(?:(?!\b(?:works?|worked|fine|ok|runs?|instead|fails?|crash\w*|abort\w*|dies)\b)[^\n]){0,60}?"
)
_KEPT = (
    r"(?:\b(?:stay(?:s|ed)?|remain(?:s|ed)?|forgot\w*|times|the rest|rest|while|whereas|kept"
    r"|added to|on top of|against|saved in|multipl(?:y|ied|ies))\b|\+|\*|×)"
)
_NOT_ALONE = r"(?![^\n.,;]{0,12}\b(?:works?|worked|fine|ok|runs?|does|good|fails?|crash\w*)\b)"
_DEVICES = speaking(
    _MAC,
    rf"{_STOPS}|\b(?:explodes?|complain\w*|mixes|mix|needed|needs?|accept|forgot\w*|(?:device"
    r"|to_device) argument|move[ds]?|trace)\b|\bdevice=\w|\.to\(device\)",
    without=(
        r"\b(?:nans?|black|garbage|wrong|incorrect|allclose|differ\w*|faster|benchmark\w*|fall(?:s"
        r"|ing)?[- ]?back)\b"
    ),
)
_AT = (
    r"(?:is|are|was|were|stays?|stayed|lives?|lands?|left|remains?|remained|created|made|generated"
    r"|built|loaded|kept|initiali[sz]ed|sits?|resides?|allocated|placed|buffers?|tensors?|weights?"
    r"|table|embeddings?|head|latents|\w{0,20}net|model|inputs?|batch|rest|everything|else|boxes)"
    r"(?: (?:still|left|always|only|by [\w.()]{1,20}))?"
)
_ON_CPU = rf"(?:\b{_AT} (?:on|to) (?:the )?(?:cpu|host)\b|\bcpu (?:\w+[- ])?tensors?\b)"
_ON_GPU = rf"\b{_AT} on (?:the )?(?:mps|metal|(?:apple |m[1-5] |mac )?gpu)\b"

MIXTURES = (
    told(
        "two-dtypes-on-gpu",
        rf"{_HALF}[^\n]{{0,80}}?{_FULL}[^\n]{{0,120}}?{_MEET}"
        rf"|{_FULL}[^\n]{{0,80}}?{_HALF}[^\n]{{0,120}}?{_MEET}"
        rf"|{_MEET}[^\n]{{0,60}}?(?:{_HALF}[^\n]{{0,40}}?{_FULL}|{_FULL}[^\n]{{0,40}}?{_HALF})"
        rf"|{_HALF}{_BETWEEN}{_KEPT}{_BETWEEN}{_FULL}{_NOT_ALONE}"
        rf"|{_FULL}{_BETWEEN}{_KEPT}{_BETWEEN}{_HALF}{_NOT_ALONE}"
        rf"|\b(?:is|are|was|were)(?: still)? (?:in |as )?{_FULL},? (?:and|but|while"
        rf"|whereas) (?:\w+ ){{1,4}}(?:is|are|was|were)(?: still)? (?:in |as )?{_HALF}"
        rf"|\b(?:is|are|was|were)(?: still)? (?:in |as )?{_HALF},? (?:and|but|while"
        rf"|whereas) (?:\w+ ){{1,4}}(?:is|are|was|were)(?: still)? (?:in |as )?{_FULL}"
        r"|\([^()\n]{0,60}\bx?\w{0,12}half\b[^()\n]{0,40}(?:_float|\bfloat32)\b",
        needles="half float16 fp16 f16 bf16 bfloat16",
        along=_OF_NUMBERS,
        unless=DENIED,
    ),
    told(
        "two-dtypes-on-gpu",
        r"\b(?:multipl(?:y|ied|ying)|add(?:ed|ing)?|matmul|divid(?:e|ed|ing)|times)\b[^\n]{0,40}"
        r"\bfloat\w*\b[^\n]{0,40}\b(?:int64|bool|long) (?:\w+ )?(?:tensor|mask|labels?|index)",
        along=_OF_NUMBERS,
    ),
    told(
        "two-devices",
        r"\bmps:0\W{1,3}(?:(?:vs\.?|and|versus)\W{1,2})?cpu\b"
        r"|\bcpu\W{1,3}(?:(?:vs\.?|and|versus)\W{1,2})?mps:0\b",
        along=_DEVICES,
    ),
    told(
        "two-devices",
        r"\b(?:two|different) devices? errors?\b|\bmix(?:es|ed|ing)? (?:the |two )?devices\b"
        r"|\b(?:explodes|complain\w*|errors?|crash\w*|fails?|stops) (?:\w+ )?(?:about|because of"
        r"|over) (?:the |two |different )*devices\b",
        needles="devices",
        along=_DEVICES,
    ),
    told(
        "two-devices",
        rf"{_ON_CPU}[\s\S]{{0,120}}?{_ON_GPU}|{_ON_GPU}[\s\S]{{0,120}}?{_ON_CPU}"
        r"|\b(?!runs|works|trains|fails|takes|needs|passes|results|outputs|crashes)\w{3,20}s on"
        r" (?:the )?cpu,? (?:(?:and|but|while) )?\w{2,20} (?:are )?on (?:the )?mps\b"
        r"|\b(?:initiali[sz]ed|created|made|generated|built|allocated) (?:[\w.()]+ ){0,4}?on"
        r" (?:the )?cpu\b[^\n]{0,60}\b(?:breaks?|fails?|crash\w*|subtracted|added|multiplied)\b",
        needles=("on cpu", "on the cpu", "on host", "on the host", "cpu "),
        along=_DEVICES,
        unless=DENIED,
    ),
    told(
        "two-devices",
        r"\bregister_buffer\b[^\n.;]{0,24}\b(?:not|n't|missing|forgotten|instead|never)\b"
        r"|\b(?:no|without|missing|forgot\w*) register_buffer\b"
        r"|\b(?:never|not|n't) (?:get )?moved? (?:along|with|to (?:the )?(?:mps|gpu|device))\b"
        r"|\bdoes(?: not|n't) (?:take|move) (?:it|them) (?:along|with)\b"
        r"|\b\w*_\w+ (?:is |was |were |are )?never moved\b"
        r"|\bforg[eo]t(?:ten)? to (?:move|send|put|transfer|push) (?:\w+ ){0,3}?(?:there|over|along"
        r"|to (?:the )?(?:mps|gpu|device)|inputs?|tensors?|mask|labels?|targets?"
        r"|batch)\b(?! (?:files?|scripts?|job|size))",
        needles="register_buffer moved move along forgot forget",
        along=_DEVICES,
    ),
)
"""Beside the dtypes that Metal lacks: what met tells why it crashed."""

_OPERAND = (
    r"\b(?:inputs?|data|batch(?:es)?|tensors?|weights?|model|buffers?|labels?|targets?|masks?"
    r"|images?|embeddings?|ids|indices|noise|latents?|generator|parameters?|hidden states?)\b"
)
_LEFT_ON_CPU = (
    rf"(?:\b(?:creat|mak|leav|left|keep|kept|put|build|built|allocat|initiali[sz]|generat)\w*"
    rf"[^\n.;,]{{0,40}}|{_OPERAND}[^\n.;,]{{0,16}})\b(?:on (?:the )?cpu\b|cpu tensor)"
)
_TROUBLE = r"\b(?:errors?|fails?|failed|raises?|crash\w*|complain\w*|breaks?|mismatch|stops?)\b"
_AS_MEANT = (
    r"\b(?:fast\w*|slow\w*|on purpose|fall\w* back|fallback|works?|fixed|solved|seconds|minutes"
    r"|memory|out of)\b"
)
_FORGOTTEN_ALONE = (
    rf"\bforg[eo]t\w* to (?:move|put|send|transfer|push|copy)[^\n.;]{{0,30}}(?:{_OPERAND})?"
    r"[^\n.;]{0,12}\b(?:to|on|onto) (?:the )?(?:mps|device|gpu|same device)\b"
    rf"|\bon mps\b[^\n.;]{{0,12}}?(?:,|\bbut|\band|\bwhile) (?:the |my |its )?(?:\w+ )?{_OPERAND}"
    r" (?:is|are|was|were)(?:n't| not)(?! (?:slow|fast|large|big))"
)
_IS = r"(?:,? (?:is|are|was|were|stays?|remains?|comes?|arrives?|being)|:|,)? (?:in |as |of )?"
_HALVES = r"\b(?:float16|fp16|f16|half|bf16|bfloat16)\b"
_AND = r"[^\n.;]{0,40}\b(?:and|while|whereas|but|with|vs\.?|against)\b[^\n.;]{0,40}"
_WHOLE = r"\b(?:float32|fp32|f32|float|full precision|bf16|bfloat16)\b"
_TWO = (
    rf"(?:{_IS}{_HALVES}{_AND}{_IS}{_WHOLE}|{_IS}{_WHOLE}{_AND}{_IS}{_HALVES})"
    rf"|{_HALVES} (?:and|with|or|/|vs\.?) {_WHOLE}|{_WHOLE} (?:and|with|or|/|vs\.?) {_HALVES}"
    rf"|{_HALVES} (?:times|by) {_WHOLE}|{_WHOLE} (?:times|by) {_HALVES}"
)
_MISMATCH = (
    r"\b(?:d?types?|data types?|precisions?) (?:\w+ )?(?:mismatch\w*|conflicts?|disagree\w*"
    r"|do(?:es)? not (?:match|agree)|don't match)\b|\bmismatch\w* (?:of|in|between) (?:the )?"
    r"(?:\w+ )?(?:d?types?|precisions?)\b"
    r"|\b(?:cast|converted?|moved?|put)\b[^\n.;]{0,24}\b(?:to|in|into) (?:half|fp16|float16|bf16)\b"
    r"[^\n.;]{0,16}\bbut not\b"
    r"|\b(?:both|all) (?:operands?|inputs?|tensors?|arguments?)\b[^\n.;]{0,24}\b(?:one|the same"
    r"|a single) (?:d?type|data ?type|precision|element type)\b"
    r"|\bmix(?:ing|es|ed|ture)?\b(?!ed[- _]precision)[^\n.;]{0,24}\b(?:d?types?|float\w*|half"
    r"|f16|fp16|bf16|precisions)\b"
    r"|\b(?:float\w*|half|f16|fp16|bf16|operands|d?types)\b[^\n.;]{0,24}\bmix(?:ed|ing)?\b"
    r"(?![- _]precision)"
)
_MEANT_SO = (
    r"\b(?:on purpose|offload\w*|saves?|to save|memory|works|fine|by design|intended|faster"
    r"|slower|fixed|no longer|wrong|nans?)\b"
)
_THING = (
    r"(?:\b|_)(?:inputs?|data|tensors?|labels?|targets?|masks?|ids|tokens?|buffers?|weights?"
    r"|param\w*|generators?|rng|noise|embeddings?|logits|batch(?:es)?|index|indices|states?|layers?"
    r"|output|images?|features|activations?|optimi[sz]er)\b"
)
_FORGOTTEN = (
    r"\b(?:forgot(?:ten)?|forgets?|failed|fails) to (?:move|send|put|transfer|push|copy)\b"
    rf"(?=[^\n.;]{{0,32}}{_THING})[^\n.;]{{0,40}}\b(?:to|on|onto) (?:the )?(?:mps|gpu|device)\b"
    rf"|{_THING}[^\n.;]{{0,32}}(?:\b(?:never|not)|n't) (?:\w+ )?(?:moved|sent|put|transferred"
    r"|pushed|copied)\b[^\n.;]{0,16}\b(?:to|on|onto) (?:the )?(?:mps|gpu|device)\b"
)
_MUST_MOVE = (
    rf"{_THING}[^\n.;]{{0,32}}\b(?:ha(?:s|ve|d) to|must|needs? to|should) (?:first )?(?:be|live|sit"
    r"|go|reside)(?: \w+)?(?: on| to| onto| in)? [^\n.;]{0,24}\b(?:mps|same (?:device|place))\b"
)
_LEFT = (
    rf"{_THING}[^\n.;]{{0,32}}\b(?:made|created|allocated|initiali[sz]ed|generated|built|kept"
    r"|left|loaded|stay\w*|remain\w*|still|lives?|ends? up|(?:is|are|was|were)(?= on\b))\b"
    r"[^\n.;]{0,16}\bon (?:the )?(?:meta/)?cpu\b[^\n.;]{0,24}\b(?:while|whereas|but|and|though"
    r"|when|,)[^\n.;]{0,40}\b(?:on|is|to) (?:the )?mps\b"
    rf"|\bon (?:the )?mps\b[^\n.;]{{0,40}}{_THING} (?:(?:is|are|still|stays?|remains?|left) )"
    r"{0,2}on (?:the )?(?:meta/)?cpu\b"
    r"|\b(?:half|some|part) of\b[^\n.;]{0,32}\bon (?:the )?cpu\b[^\n.;]{0,32}\bon (?:the )?mps\b"
)
_PAIR = (
    r"\b(?:a |the |one )?(?:cpu|mps) (?:tensors?|inputs?|weights?)\b[^\n.;]{0,16}\b(?:and|with|to"
    r"|onto)\b (?:an? |the |one )?(?:cpu|mps) (?:tensors?|inputs?|weights?)\b"
    r"|\bplaceholder storage\b|\b(?:cpu|mps) generator\b[^\n.;]{0,24}\b(?:cpu|mps) tensors?\b"
)
_CREATED_THERE = (
    rf"{_THING}[^\n]{{0,40}}\b(?:made|created|allocated|generated|initiali[sz]ed|drawn)\b"
    r"[^\n]{0,16}\bon (?:the )?cpu\b[^\n]{0,48}\b(?:has|have|needs?|must|should|ought)\b"
    r"[^\n]{0,80}\b(?:mps|same (?:place|device)|where)\b"
)

OPERANDS = (
    told(
        "two-devices",
        sentence(_LEFT_ON_CPU, r"\bmps\b", _TROUBLE, without=_AS_MEANT),
        unless=DENIED,
    ),
    told("two-devices", _FORGOTTEN_ALONE, along=ON_MPS, unless=DENIED),
    told(
        "two-dtypes-on-gpu",
        r"\b(?:one|some|input|weights?|model)\b[^\n.;]{0,24}\b(?:float16|half|fp16|bfloat16)\b"
        r"[^\n.;]{0,24}\b(?:other|another|weights?|bias|rest)\b[^\n.;]{0,16}\b(?:float(?:32)?"
        r"|fp32)\b",
        along=ON_MPS,
    ),
    told(
        "two-devices",
        r"\bdevices? mismatch\w*|\bmismatch\w* (?:of|in|between) (?:the )?devices\b"
        r"|(?:\bnot|n't) (?:all |both )?(?:\w+ ){0,4}?(?:on|to) the same device\b"
        r"|(?<!executing )(?<!running )(?<!run )\b(?:on|from|of) (?:two |several )?different "
        r"devices\b",
        needles=(
            "device mismatch",
            "devices mismatch",
            "mismatch of device",
            "same device",
            "ent devices",
        ),
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "two-devices",
        r"\btensors?\b[^\n.;]{0,16}\bon (?:the )?cpu\b[^\n.;]{0,12}\bnot (?:on )?(?:the )?mps\b|"
        r"\b(?:is|are|was|were|stays?|still|remains?|left|located|created) on (?:the )?cpu\b"
        r"[^\n.;]{0,12}\b(?:but|while|whereas|and)\b[^\n.;]{0,40}\bon (?:the )?mps\b"
        r"(?![^\n.]{0,24}\b(?:saves?|to save|works?|fine|on purpose)\b)"
        r"|\b(?:is|are) on (?:the )?mps\b[^\n.;]{0,12}\b(?:but|while|whereas|and)\b[^\n.;]{0,40}"
        r"\bon (?:the )?cpu\b"
        r"|\bcreated on (?:the )?cpu\b[^\n.;]{0,24}\bneeds? to be\b[^\n.;]{0,24}\b(?:same|mps)\b",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "two-devices",
        r"\bmust be on (?:the )?same device\b"
        r"|\bexpected all tensors (?:\w+ ){0,2}?on (?:the )?same device\b"
        r"|\bmps(?::0)? and cpu\b[^\n.]{0,16}\bmix|\bmix\w*[^\n.]{0,16}\bmps(?::0)? and cpu\b"
        r"|\bmix\w*[^\n.]{0,16}\bcpu and mps\b",
        along=ON_MPS,
    ),
    told(
        "two-devices",
        r"\bon (?:the )?mps\b(?!:? (?:about |~)?\d)[^\n.;]{0,24}\b(?:inputs?|data|tensors?|weights?"
        r"|model|buffers?|labels?|mask|images?|embeddings?)\b[^\n.;]{0,12}\bon (?:the )?cpu\b"
        r"|\b(?:inputs?|data|tensors?|weights?|buffers?|labels?|mask|embeddings?)\b[^\n.;]{0,12}"
        r"\bon (?:the )?cpu\b[^\n.;]{0,24}\bon (?:the )?mps\b"
        r"|\b(?:buffers?|tensors?|param\w*|weights?|mask|embeddings?|layers?)\b[^\n.;]{0,16}"
        r"\b(?:stays?|remains?|still|(?:is|are|was|were) (?:still |left )?)[^\n.;]{0,8}"
        r"\bon (?:the )?cpu\b",
        needles=("on cpu", "on the cpu"),
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "two-dtypes-on-gpu",
        sentence(rf"(?:{_TWO})", MAC_GPU, TROUBLE, without=rf"{GOOD}|\bor\b"),
        along=ON_MAC,
    ),
    told(
        "two-dtypes-on-gpu",
        sentence(rf"(?:{_MISMATCH})", MAC_GPU, without=GOOD),
        needles="type precision mix",
        along=ON_MPS,
    ),
    told(
        "two-dtypes-on-gpu",
        rf"(?:{_TWO}|{_MISMATCH})[^\n.!?]{{0,60}}[.!] (?=[^\n.!?]{{0,120}}{MAC_GPU})"
        r"(?=[^\n.!?]{0,120}\b(?:abort\w*|dies|error|errors|raises|fails|crash\w*|llvm)\b)"
        rf"(?![^\n.!?]{{0,160}}(?:{GOOD}))",
        needles="f16 float16 fp16 half bf16 bfloat16",
        along=ON_MPS,
    ),
    told(
        "two-devices",
        rf"(?:^|(?<=[.!?;] ))(?![^\n]{{0,200}}{_MEANT_SO})(?=[^\n.;]{{0,160}}(?:{_FORGOTTEN}"
        rf"|{_MUST_MOVE}))",
        needles="mps gpu device",
        along=ON_MPS,
    ),
    told(
        "two-devices",
        rf"(?:^|(?<=[.!?;] ))(?![^\n]{{0,200}}{_MEANT_SO})(?=[^\n.;]{{0,160}}(?:{_LEFT}))",
        along=ON_MPS,
    ),
    told("two-devices", sentence(_PAIR, TROUBLE, without=GOOD), along=ON_MPS),
    told(
        "two-devices",
        r"\b(?:created?|creates|made|makes|built|drawn|uses?|using|calls?"
        r"|allocat\w+)\b[^\n.;]{0,40}\bwithout (?:an? |any |the |its )?(?:`?device\b"
        r"|`?\.to\(device\))(?! (?:driver|name))",
        along=ON_MPS,
        unless=DENIED,
    ),
    told("two-devices", _CREATED_THERE, along=ON_MPS, unless=DENIED),
)
