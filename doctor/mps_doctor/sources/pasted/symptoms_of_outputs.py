"""Symptoms of outputs, told by what they ought to be, by what they vary with, and by their place.

"I cannot get a usable picture on my M2", "the embeddings depend on the batch size on mps", "I see
cubes when I use mps, with the CPU it works": nothing is called wrong here either.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import (
    DENIED,
    FLAGS,
    ON_MPS,
    SENTENCE,
    Speaking,
    Symptom,
    sentence,
    words,
)
from mps_doctor.sources.pasted.symptoms_of_results import MADE_ON_MAC
from mps_doctor.sources.pasted.symptoms_of_spoilage import SPOILAGE

_MADE = (
    r"(?:images?|pictures?|photos?|frames?|videos?|renders?|results?|outputs?|samples?|audio"
    r"|voices?"
    r"|speech|texts?|transcri\w+|answers?|detections?|segmentations?|masks?|mesh(?:es)?"
    r"|faces?|hands?|sounds?|music)"
)
_GOOD = (
    r"(?:proper|correct|normal|good|decent|usable|coherent|sensible|valid|clean|sharp|meaningful)"
)
_SPOILT = (
    r"(?:incoherent|garbled|distorted|scrambled|corrupt(?:ed)?|unintelligible|deformed|mangled"
    r"|blurr(?:y|ed)|nois[ey]|pixelated|glitchy|robotic|broken|mosaic|psychedelic)"
)
_CANNOT = r"(?:\b(?:unable|not able|fail(?:s|ed)?|cannot|never)\b|n't\b)"
_MAKE = r"(?:generat\w+|creat\w+|produc\w+|render\w*|get|gets|give|gives|output|make|makes|return)"
_ON = (
    r"\b(?:on|with|using|in|under) (?:my |an? |the )?[`'\"]?(?:mps|metal|m[1-5]|mac(?:book)?"
    r"|apple (?:silicon|gpus?|m[1-5]))\b"
)
_COMPUTED = (
    r"\b(?:results?|outputs?|embeddings?|encodings?|predictions?|logits|scores?|transcriptions?"
    r"|values|losses|answers?)\b"
)
_VARIES = (
    r"\b(?:depends?|depending|change[sd]?|changing|var(?:y|ies)|differ(?:s|ent)?|inconsistent)\b"
    r"[^\n.]{0,50}\b(?:batch(?:es)?(?: sizes?)?|padding|order|run|runs)\b"
)
_ONLY_THERE = (
    r"\b(?:problems?|issues?|bugs?|it|this|wrong \w+|artifacts?) (?:\w+ ){0,3}?"
    r"(?:(?:related|specific|limited|confined|restricted|unique|tied) to"
    r"|only (?:happens?|occurs?|appears?|shows?(?: up)?|exists?) (?:on|with|when|under|in|if))"
    r" (?:\w+ ){0,4}?['`\"]?mps\b"
)
_OTHER_TROUBLE = (
    r"\b(?:errors?|exceptions?|traceback|crash\w*|warnings?|memory|oom|install\w*|leak\w*|pickl\w+"
    r"|download\w*|hang\w*|freez\w*|progress|menu|window|button)\b"
)
_SPEED = r"\b(?:slow\w*|fast\w*|speed\w*)\b"

_ERRANT = (
    r"\b(?:errant|erratic|implausible|impossible|absurd|spurious) (?:\w+ )?(?:results?|outputs?"
    r"|values?"
    r"|box(?:es)?|detections?|coordinates|predictions?|numbers?|scores?|masks?|keypoints)\b"
    r"|\bnegative(?:-| )(?:width|height|area|size|length)s?\b"
    r"|\b(?:box(?:es)?|keypoints?|coordinates?|corners?|edges?"
    r"|sides? of (?:the )?(?:\w+ )?box(?:es)?)"
    r"[^\n.]{0,24}\b(?:is|are|stays?|remains?|always) (?:always )?(?:pinned|stuck|fixed|frozen"
    r"|clamped)\b"
)
_NANS_ON = (
    r"(?:(?<!no )(?<!fix )\bnan'?s?|(?<![\w.])-?inf) (?:\w+ ){0,3}?(?:on|with|under) "
    r"(?:my |an? |the )?(?:mps|apple|m[1-5]|mac\w*)\b"
)
_WELL_IN_CODE = (
    r"\bdevice ?= ?['\"]mps['\"][\s\S]{0,1500}?\bdevice ?= ?['\"]cpu['\"][^\n]{0,80}\n[\s`]{0,12}"
    r"(?:this |it |that |which )?(?:works?|worked|is|gives?) (?:well|fine|good|correct|ok|perfectly"
    r"|as expected|correctly|the correct|the right)"
)

_PLACED = (
    r"(?:\b(?:on|with|using|in|under) (?:my |an? |the )?(?:\w+ )?[`'\"]?(?:mps|metal|m[1-5]"
    r"|mac(?:book)?(?: \w+)? gpus?"
    r"|apple (?:silicon|gpus?|m[1-5]))\b|\bgpus? of (?:my |an? |the )?(?:m[1-5]|mac\w*)\b|\bmps:)"
)
_ODD_RESULT = (
    r"\b(?:returns?|gives?|outputs?|produces?|generates?|predicts?) (?:only |just |complete "
    r"|pure )?"
    r"(?:garbage|nonsense|noise|gibberish|junk|rubbish)\b"
    r"|\b(?:quality|results?|accuracy|outputs?) (?:\w+ ){0,3}?(?:much |far |way |significantly "
    r"|a lot )?"
    r"(?:worse|lower|poorer) than\b"
    r"|\b(?:maps?|masks?|transcriptions?|outputs?|images?|predictions?|segmentations?|results?"
    r"|meshes|mesh"
    r"|subtitles|audio|tensors?|answers?|responses?) (?:is|are|comes? out|was|were) (?:\w+ )?"
    r"(?:flat|empty|blank|an? empty \w+)\b"
    r"|\bhallucinat(?:es?|ed|ions?|ing)\b"
    r"|\b(?:box(?:es)?|keypoints|landmarks|masks?|detections?|skeletons?) (?:is"
    r"|are) (?:\w+ )?(?:off|shifted"
    r"|misplaced|displaced|misaligned) (?:by|on|with|to|in)\b"
    r"|\b(?:looks?|comes? out|turns? out|is|are) (?:\w+ )?(?:burn(?:ed|t)|fried|overcooked"
    r"|over-?saturated|over-?exposed|melted|mushy)\b"
    r"|\b(?:outputs?|returns?|gives?|predicts?|produces?) (?:only|just|all|nothing but) (?:zeros"
    r"|nans?|ones"
    r"|the same|class|noise)\b"
    r"|\bcomes? out as (?:an? |one )?(?:[a-z]+ )?(?:blob|mess|mush|smear|noise|sphere|cube|line"
    r"|dot|lump|square)\b"
    r"|\bsounds? like (?:an? )?(?!(?:good|great|fun|it|you|that|this|we)\b)\w+\b"
    r"|\b(?:loss|gradients?|training)\b[^\n.]{0,16}\b(?:explodes?|diverges?)\b"
)

_NOTHING_BUT = (
    r"\b(?:return|yield|giv|produc|output|generat|creat|mak)\w* (?:only|just|nothing but) "
    r"(?:grainy|noisy|black|blank|empty|garbled|blurry|repeat\w+|broken|distorted|meaningless"
    r"|incoherent|exclamation|question|nonsens\w+|corrupt\w*) (?:results?|outputs?|images?"
    r"|pictures?|frames?|videos?|texts?|tokens?|marks?|predictions?|audio|speech|strings?"
    r"|transcriptions?|answers?|masks?)\b"
)

_INSTEAD_OF_TEXT = (
    r"\b(?:generat|print|output|return|produc|giv|yield|emit)(?:es|s|ed|ing|e)? "
    r"(?!only |the same |nothing )\S{3,60} instead of (?:\w+ )?(?:tokens|text|words|sentences"
    r"|answers?"
    r"|transcriptions?)\b"
)
_REPEATED = "abcdefghijklmnopqrstuvwyz!?"
_OVER_AND_OVER = (
    rf"(?<![\w+/=])([{_REPEATED}])\1{{11,}}(?![\w+/=])|\b(the|and|is|of|to|a)(?: \2){{5,}}\b"
    r"|\bthank you\.(?: thank you\.){2}"
)
"""A character, or a short word, again and again, and nothing else."""

OUTPUTS = (
    Symptom(
        "wrong-results",
        ("instead of",),
        late(_INSTEAD_OF_TEXT, FLAGS),
        along=ON_MPS,
        unless=DENIED,
    ),
    Symptom(
        "wrong-results",
        (
            *(character * 12 for character in _REPEATED),
            *("the the the", "and and and", "is is is", "of of of", "to to to", "a a a a"),
            "thank you. thank you.",
        ),
        late(_OVER_AND_OVER, FLAGS),
        along=ON_MPS,
    ),
    Symptom(
        "wrong-results",
        ("only", "just", "nothing but"),
        late(_NOTHING_BUT, FLAGS),
        along=ON_MPS,
        unless=DENIED,
    ),
    Symptom(
        "wrong-results",
        words(
            "garbage nonsense noise gibberish junk rubbish worse lower poorer flat empty blank "
            "hallucinat off shifted placed aligned burn fried cooked saturated exposed melted "
            "mushy only just all nothing blob mess mush smear sphere cube line dot lump square "
            "sounds "
            "explod diverg"
        ),
        late(
            sentence(
                _PLACED,
                _ODD_RESULT,
                without=r"\b(?:no longer|fix(?:es|ed)?|memory|cache|list|folder|director\w+|files?"
                r"|speed\w*"
                r"|fast\w*|slow\w*|not|never|if|when the|should|errors?|no (?:worse|lower|poorer)"
                r"|too|both|as well|less|fewer"
                r"|augment\w*|expected|placeholders?)\b|n't\b",
            ),
            FLAGS | SENTENCE,
        ),
        unless=DENIED,
    ),
    Symptom(
        "wrong-results",
        words(
            "errant erratic implausible impossible absurd spurious negative pinned stuck fixed "
            "frozen clamped"
        ),
        late(_ERRANT, FLAGS),
        along=ON_MPS,
        unless=DENIED,
    ),
    Symptom(
        "nans",
        ("nan", "-inf", "inf on"),
        late(_NANS_ON, FLAGS),
        unless=DENIED,
    ),
    Symptom(
        "odd-on-gpu-only",
        ("device=", "device ="),
        late(_WELL_IN_CODE, FLAGS),
        by_line=False,
        beside=("cpu",),
    ),
    Symptom(
        "spoilt-images",
        words(
            "generat creat produc render get give output make return uniform single flat plain "
            "solid"
        ),
        late(
            rf"{_CANNOT}[^\n.;]{{0,16}}\b{_MAKE} (?:\w+ ){{0,2}}?{_GOOD}(?:ly)? (?:\w+ )?{_MADE}\b"
            rf"|{_CANNOT}[^\n.;]{{0,16}}\b{_MAKE} (?:\w+ ){{0,2}}?{_MADE} (?:correctly|properly"
            r"|right)\b"
            r"|\b(?:single|one|flat|plain|uniform|uniformly|solid"
            r"|monochrome)[ -](?:\w+[ -])?(?:colou?r(?:ed)?"
            r"|brown|gr[ae]y|green|purple|black|white) (?:images?|pictures?|frames?|outputs?"
            r"|squares?"
            r"|canvas|surface)\b"
            r"|\b(?:image|picture|result|output|frame|video)s? (?:is|are|was|were|has) (?:just "
            r"|only )?"
            r"(?:a |one )?(?:single|one|flat|plain|uniform|solid) (?:\w+ )?(?:colou?r|brown"
            r"|gr[ae]y)\b"
            r"|\b(?:generat(?:es?|ed|ing)|produc(?:es?|ed|ing)|outputs?|renders?|creates?|made)"
            r" (?:\w+ )?(?:noise|static|garbage|snow) (?:as|instead|in place|for|on)\b",
            FLAGS,
        ),
        along=MADE_ON_MAC,
        unless=DENIED,
    ),
    Symptom(
        "wrong-results",
        words(
            "coherent garbled distorted scrambled corrupt intelligib deformed mangled blurr nois "
            "pixelated glitch robotic broken mosaic psychedelic"
        ),
        late(rf"\b{_SPOILT} {_MADE} {_ON}", FLAGS),
        along=ON_MPS,
        unless=DENIED,
    ),
    Symptom(
        "wrong-results",
        words("batch padding order run"),
        late(
            sentence(
                rf"{_COMPUTED}[^\n.]{{0,30}}{_VARIES}|\b(?:different|inconsistent"
                rf"|varying) (?:\w+ )?"
                rf"{_COMPUTED}[^\n.]{{0,60}}\b(?:batch(?:es)?(?: sizes?)?|padding|order|runs)\b",
                without=r"\b(?:speed|time|memory|faster|slower|error)\b",
            ),
            FLAGS | SENTENCE,
        ),
        along=late(r"\bmps\b(?![^\n.]{0,40}\b(?:fine|identical|correct)\b)", FLAGS),
        unless=DENIED,
    ),
    Symptom(
        "odd-on-gpu-only",
        words("related specific limited confined restricted unique tied only"),
        late(_ONLY_THERE, FLAGS),
        along=Speaking(
            (late(rf"{_COMPUTED}|\b{_MADE}\b", FLAGS),),
            without=late(rf"{_OTHER_TROUBLE}|{_SPEED}", FLAGS),
        ),
        unless=DENIED,
    ),
    Symptom(
        "odd-on-gpu-only",
        ("cpu", "cuda"),
        late(
            sentence(
                r"\b(?:get|gets|got|getting|see|sees|seeing|shows?|appear\w*)\b[^\n.]{0,60}"
                r"\b(?:when|if|once|after|while|with|by) (?:\w+ ){0,5}?['`\"]?mps\b",
                r"\b(?:works?|fine|good|correct|well)\b[^\n.]{0,20}\b(?:cpu|cuda)\b"
                r"|\b(?:cpu|cuda)\b[^\n.]{0,20}\b(?:works?|fine|good|correct|well)\b",
                without=rf"{_OTHER_TROUBLE}|\b(?:too|both|as well|also (?:works?|fine))\b",
            ),
            FLAGS | SENTENCE,
        ),
        along=ON_MPS,
    ),
    Symptom(
        "wrong-results",
        ("2.",),
        late(
            sentence(
                r"\bmps\b",
                rf"\b{_GOOD} {_MADE}\b",
                r"\b(?:only|no longer|not any ?more|n't|since|older)\b",
                r"\b(?:torch|pytorch)(?: version)? ?v?2\.\d",
                without=r"\b(?:errors?|crash\w*|install\w*)\b",
            ),
            FLAGS | SENTENCE,
        ),
        along=ON_MPS,
    ),
    *SPOILAGE,
)
"""Beside what is told by comparisons."""
