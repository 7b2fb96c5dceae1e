"""Symptoms of two kinds of numbers, or of two devices, that meet in one operator.

"The unet is half and the controlnet stayed in float32", "the table is made on the CPU, all else is
on mps": two states of things, the meeting of them, and the trouble that comes of it.  What works
in one kind or on one device, and not in the other, is another matter.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import DENIED, FLAGS, ON_MAC, Speaking, told

_HALF = r"(?:\b(?:x?f16|fp16|float16|half|bf16|bfloat16)\b|\.half\(\)|_half\b)"
_FULL = r"(?:\b(?:x?f32|fp32|float32|float|single precision|int64|bool)\b|_float\b)"
_MEET = (
    r"(?:\bmix(?:es|ed|ing|ture)?\b(?![ _-]?precision)|\b(?:same|one|single|equal) (?:d?type"
    r"|element type|precision)\b|\b(?:two|different) (?:d?types?|precisions?|element types?"
    r"|kinds of numbers)\b|\bcast(?:ing)? both\b|(?:\bdoes(?: not|n't) )?\bpromot\w+"
    r"|\bbroadcast compatible\b|\bmismatch\w*|\bmeet(?:s|ing)?\b)"
)
_KEPT = (
    r"(?:\b(?:stay(?:s|ed)?|remain(?:s|ed)?|forgot\w*|times|the rest|rest|while|whereas|kept"
    r"|added to|on top of|against|saved in|multipl(?:y|ied|ies))\b|\+|\*|×)"
)
_BETWEEN = (
    r"(?:(?!\b(?:works?|worked|fine|ok|runs?|instead|fails?|crash\w*|abort\w*|dies)\b)[^\n]){0,60}?"
)
_NOT_ALONE = r"(?![^\n.,;]{0,12}\b(?:works?|worked|fine|ok|runs?|does|good|fails?|crash\w*)\b)"
_STOPS = (
    r"\b(?:abort\w*|crash\w*|dies|died|dying|asserts?|assertion|llvm|breaks?|errors?|exception"
    r"|fails?|failed|unhappy|trap|killed|raises?|stops?|refuses|promot\w+|must be|please)\b"
)
_RESULTS = (
    r"\b(?:nans?|black|nois[ey]|garbage|gibberish|wrong|incorrect|allclose|differ\w*|faster|slow\w*"
    r"|benchmark\w*|out of memory|oom|quality|autocast)\b"
)
_MAC = late(
    rf"{ON_MAC.pattern}|\bmetal\b|\bmpsgraph\b|\b(?:monterey|ventura|sonoma|sequoia|tahoe)\b", FLAGS
)
_OF_NUMBERS = Speaking(of=(_MAC, late(_STOPS, FLAGS)), without=late(_RESULTS, FLAGS))

_AT = (
    r"(?:is|are|was|were|stays?|stayed|lives?|lands?|left|remains?|remained|created|made|generated"
    r"|built|loaded|kept|initiali[sz]ed|sits?|resides?|allocated|placed|buffers?|tensors?|weights?"
    r"|table|embeddings?|head|latents|\w{0,20}net|model|inputs?|batch|rest|everything|else|boxes)"
    r"(?: (?:still|left|always|only|by [\w.()]{1,20}))?"
)
_ON_CPU = rf"(?:\b{_AT} (?:on|to) (?:the )?(?:cpu|host)\b|\bcpu (?:\w+[- ])?tensors?\b)"
_ON_GPU = rf"\b{_AT} on (?:the )?(?:mps|metal|(?:apple |m[1-5] |mac )?gpu)\b"
_DEVICES = Speaking(
    of=(
        _MAC,
        late(
            rf"{_STOPS}|\b(?:explodes?|complain\w*|mixes|mix|needed|needs?|accept|forgot\w*"
            r"|(?:device|to_device) argument|move[ds]?|trace)\b|\bdevice=\w|\.to\(device\)",
            FLAGS,
        ),
    ),
    without=late(
        r"\b(?:nans?|black|garbage|wrong|incorrect|allclose|differ\w*|faster|benchmark\w*|fall(?:s"
        r"|ing)?[- ]?back)\b",
        FLAGS,
    ),
)

MIXTURES = (
    told(
        "two-dtypes-on-gpu",
        "half float16 fp16 f16 bf16 bfloat16",
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
        along=_OF_NUMBERS,
        unless=DENIED,
    ),
    told(
        "two-dtypes-on-gpu",
        "int64 bool long",
        r"\b(?:multipl(?:y|ied|ying)|add(?:ed|ing)?|matmul|divid(?:e|ed|ing)|times)\b[^\n]{0,40}"
        r"\bfloat\w*\b[^\n]{0,40}\b(?:int64|bool|long) (?:\w+ )?(?:tensor|mask|labels?|index)",
        along=_OF_NUMBERS,
    ),
    told(
        "two-devices",
        "mps:0",
        r"\bmps:0\W{1,3}(?:(?:vs\.?|and|versus)\W{1,2})?cpu\b"
        r"|\bcpu\W{1,3}(?:(?:vs\.?|and|versus)\W{1,2})?mps:0\b",
        along=_DEVICES,
    ),
    told(
        "two-devices",
        "devices",
        r"\b(?:two|different) devices? errors?\b|\bmix(?:es|ed|ing)? (?:the |two )?devices\b"
        r"|\b(?:explodes|complain\w*|errors?|crash\w*|fails?|stops) (?:\w+ )?(?:about|because of"
        r"|over) (?:the |two |different )*devices\b",
        along=_DEVICES,
    ),
    told(
        "two-devices",
        ("on cpu", "on the cpu", "on host", "on the host", "cpu "),
        rf"{_ON_CPU}[\s\S]{{0,120}}?{_ON_GPU}|{_ON_GPU}[\s\S]{{0,120}}?{_ON_CPU}"
        r"|\b(?!runs|works|trains|fails|takes|needs|passes|results|outputs|crashes)\w{3,20}s on"
        r" (?:the )?cpu,? (?:(?:and|but|while) )?\w{2,20} (?:are )?on (?:the )?mps\b"
        r"|\b(?:initiali[sz]ed|created|made|generated|built|allocated) (?:[\w.()]+ ){0,4}?on"
        r" (?:the )?cpu\b[^\n]{0,60}\b(?:breaks?|fails?|crash\w*|subtracted|added|multiplied)\b",
        along=_DEVICES,
        unless=DENIED,
    ),
    told(
        "two-devices",
        "register_buffer moved move along forgot forget",
        r"\bregister_buffer\b[^\n.;]{0,24}\b(?:not|n't|missing|forgotten|instead|never)\b"
        r"|\b(?:no|without|missing|forgot\w*) register_buffer\b"
        r"|\b(?:never|not|n't) (?:get )?moved? (?:along|with|to (?:the )?(?:mps|gpu|device))\b"
        r"|\bdoes(?: not|n't) (?:take|move) (?:it|them) (?:along|with)\b"
        r"|\b\w*_\w+ (?:is |was |were |are )?never moved\b"
        r"|\bforg[eo]t(?:ten)? to (?:move|send|put|transfer|push) (?:\w+ ){0,3}?(?:there|over|along"
        r"|to (?:the )?(?:mps|gpu|device)|inputs?|tensors?|mask|labels?|targets?"
        r"|batch)\b(?! (?:files?|scripts?|job|size))",
        along=_DEVICES,
    ),
)
"""Beside the dtypes that Metal lacks: what met tells why it crashed."""
