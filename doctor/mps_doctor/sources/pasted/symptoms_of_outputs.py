"""Symptoms of outputs, told by what they ought to be, by what they vary with, and by their place.

"I cannot get a usable picture on my M2", "the embeddings depend on the batch size on mps", "I see
cubes when I use mps, with the CPU it works": nothing is called wrong here either.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import DENIED, FLAGS, ON_MPS, Speaking, sentence, told
from mps_doctor.sources.pasted.symptoms_of_results import MADE_ON_MAC
from mps_doctor.sources.pasted.symptoms_of_spoilage import SPOILAGE

_MADE = (
    r"(?:images?|pictures?|photos?|frames?|videos?|renders?|results?|outputs?|samples?|audio"
    r"|voices?|speech|texts?|transcri\w+|answers?|detections?|segmentations?|masks?|mesh(?:es)?"
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
    r"\b(?:problems?|issues?|bugs?|it|this|wrong \w+|artifacts?) (?:\w+ ){0,3}?(?:(?:related"
    r"|specific|limited|confined|restricted|unique|tied) to|only (?:happens?|occurs?|appears?"
    r"|shows?(?: up)?|exists?) (?:on|with|when|under|in|if)) (?:\w+ ){0,4}?['`\"]?mps\b"
)
_OTHER_TROUBLE = (
    r"\b(?:errors?|exceptions?|traceback|crash\w*|warnings?|memory|oom|install\w*|leak\w*|pickl\w+"
    r"|download\w*|hang\w*|freez\w*|progress|menu|window|button)\b"
)
_SPEED = r"\b(?:slow\w*|fast\w*|speed\w*)\b"

_ERRANT = (
    r"\b(?:errant|erratic|implausible|impossible|absurd|spurious) (?:\w+ )?(?:results?|outputs?"
    r"|values?|box(?:es)?|detections?|coordinates|predictions?|numbers?|scores?|masks?|keypoints)\b"
    r"|\bnegative(?:-| )(?:width|height|area|size|length)s?\b"
    r"|\b(?:box(?:es)?|keypoints?|coordinates?|corners?|edges?"
    r"|sides? of (?:the )?(?:\w+ )?box(?:es)?)[^\n.]{0,24}\b(?:is|are|stays?|remains?"
    r"|always) (?:always )?(?:pinned|stuck|fixed|frozen|clamped)\b"
)
_NANS_ON = (
    r"(?:(?<!no )(?<!fix )\bnan'?s?|(?<![\w.])-?inf) (?:\w+ ){0,3}?(?:on|with|under) (?:my |an? "
    r"|the )?(?:mps|apple|m[1-5]|mac\w*)\b"
)
_WELL_IN_CODE = (
    r"\bdevice ?= ?['\"]mps['\"][\s\S]{0,1500}?\bdevice ?= ?['\"]cpu['\"][^\n]{0,80}\n[\s`]{0,12}"
    r"(?:this |it |that |which )?(?:works?|worked|is|gives?) (?:well|fine|good|correct|ok|perfectly"
    r"|as expected|correctly|the correct|the right)"
)

_PLACED = (
    r"(?:\b(?:on|with|using|in|under) (?:my |an? |the )?(?:\w+ )?[`'\"]?(?:mps|metal|m[1-5]"
    r"|mac(?:book)?(?: \w+)? gpus?|apple (?:silicon|gpus?|m[1-5]))\b|\bgpus? of (?:my |an? "
    r"|the )?(?:m[1-5]|mac\w*)\b|\bmps:)"
)
_ODD_RESULT = (
    r"\b(?:returns?|gives?|outputs?|produces?|generates?|predicts?) (?:only |just |complete "
    r"|pure )?(?:garbage|nonsense|noise|gibberish|junk|rubbish)\b"
    r"|\b(?:quality|results?|accuracy|outputs?) (?:\w+ ){0,3}?(?:much |far |way |significantly "
    r"|a lot )?(?:worse|lower|poorer) than\b"
    r"|\b(?:maps?|masks?|transcriptions?|outputs?|images?|predictions?|segmentations?|results?"
    r"|meshes|mesh|subtitles|audio|tensors?|answers?|responses?) (?:is|are|comes? out|was"
    r"|were) (?:\w+ )?(?:flat|empty|blank|an? empty \w+)\b"
    r"|\bhallucinat(?:es?|ed|ions?|ing)\b"
    r"|\b(?:box(?:es)?|keypoints|landmarks|masks?|detections?|skeletons?) (?:is"
    r"|are) (?:\w+ )?(?:off|shifted|misplaced|displaced|misaligned) (?:by|on|with|to|in)\b"
    r"|\b(?:looks?|comes? out|turns? out|is|are) (?:\w+ )?(?:burn(?:ed|t)|fried|overcooked"
    r"|over-?saturated|over-?exposed|melted|mushy)\b"
    r"|\b(?:outputs?|returns?|gives?|predicts?|produces?) (?:only|just|all|nothing but) (?:zeros"
    r"|nans?|ones|the same|class|noise)\b"
    r"|\bcomes? out as (?:an? |one )?(?:[a-z]+ )?(?:blob|mess|mush|smear|noise|sphere|cube|line"
    r"|dot|lump|square)\b"
    r"|\bsounds? like (?:an? )?(?!(?:good|great|fun|it|you|that|this|we)\b)\w+\b"
    r"|\b(?:loss|gradients?|training)\b[^\n.]{0,16}\b(?:explodes?|diverges?)\b"
)

_NOTHING_BUT = (
    r"\b(?:return|yield|giv|produc|output|generat|creat|mak)\w* (?:only|just|nothing but) (?:grainy"
    r"|noisy|black|blank|empty|garbled|blurry|repeat\w+|broken|distorted|meaningless|incoherent"
    r"|exclamation|question|nonsens\w+|corrupt\w*) (?:results?|outputs?|images?|pictures?|frames?"
    r"|videos?|texts?|tokens?|marks?|predictions?|audio|speech|strings?|transcriptions?|answers?"
    r"|masks?)\b"
)

_INSTEAD_OF_TEXT = (
    r"\b(?:generat|print|output|return|produc|giv|yield|emit)(?:es|s|ed|ing|e)? (?!only |the same "
    r"|nothing )\S{3,60} instead of (?:\w+ )?(?:tokens|text|words|sentences|answers?"
    r"|transcriptions?)\b"
)
_REPEATED = "abcdefghijklmnopqrstuvwyz!?"
_OVER_AND_OVER = (
    rf"(?<![\w+/=])([{_REPEATED}])\1{{11,}}(?![\w+/=])|\b(the|and|is|of|to|a)(?: \2){{5,}}\b"
    r"|\bthank you\.(?: thank you\.){2}"
)
"""A character, or a short word, again and again, and nothing else."""

OUTPUTS = (
    told("wrong-results", ("instead of",), _INSTEAD_OF_TEXT, along=ON_MPS, unless=DENIED),
    told(
        "wrong-results",
        (
            *(character * 12 for character in _REPEATED),
            *("the the the", "and and and", "is is is", "of of of", "to to to", "a a a a"),
            "thank you. thank you.",
        ),
        _OVER_AND_OVER,
        along=ON_MPS,
    ),
    told(
        "wrong-results", ("only", "just", "nothing but"), _NOTHING_BUT, along=ON_MPS, unless=DENIED
    ),
    told(
        "wrong-results",
        "garbage nonsense noise gibberish junk rubbish worse lower poorer flat empty blank "
        "hallucinat off shifted placed aligned burn fried cooked saturated exposed melted "
        "mushy only just all nothing blob mess mush smear sphere cube line dot lump square sounds "
        "explod diverg",
        sentence(
            _PLACED,
            _ODD_RESULT,
            without=r"\b(?:no longer|fix(?:es|ed)?|memory|cache|list|folder|director\w+|files?"
            r"|speed\w*|fast\w*|slow\w*|not|never|if|when the|should|errors?|no (?:worse|lower"
            r"|poorer)|too|both|as well|less|fewer|augment\w*|expected|placeholders?)\b|n't\b",
        ),
        unless=DENIED,
    ),
    told(
        "wrong-results",
        "errant erratic implausible impossible absurd spurious negative pinned stuck fixed "
        "frozen clamped",
        _ERRANT,
        along=ON_MPS,
        unless=DENIED,
    ),
    told("nans", ("nan", "-inf", "inf on"), _NANS_ON, unless=DENIED),
    told("odd-on-gpu-only", ("device=", "device ="), _WELL_IN_CODE, by_line=False, beside="cpu"),
    told(
        "spoilt-images",
        "generat creat produc render get give output make return uniform single flat plain solid",
        rf"{_CANNOT}[^\n.;]{{0,16}}\b{_MAKE} (?:\w+ ){{0,2}}?{_GOOD}(?:ly)? (?:\w+ )?{_MADE}\b"
        rf"|{_CANNOT}[^\n.;]{{0,16}}\b{_MAKE} (?:\w+ ){{0,2}}?{_MADE} (?:correctly|properly"
        r"|right)\b"
        r"|\b(?:single|one|flat|plain|uniform|uniformly|solid"
        r"|monochrome)[ -](?:\w+[ -])?(?:colou?r(?:ed)?|brown|gr[ae]y|green|purple|black"
        r"|white) (?:images?|pictures?|frames?|outputs?|squares?|canvas|surface)\b"
        r"|\b(?:image|picture|result|output|frame|video)s? (?:is|are|was|were|has) (?:just |only )?"
        r"(?:a |one )?(?:single|one|flat|plain|uniform|solid) (?:\w+ )?(?:colou?r|brown|gr[ae]y)\b"
        r"|\b(?:generat(?:es?|ed|ing)|produc(?:es?|ed|ing)|outputs?|renders?|creates?|made)"
        r" (?:\w+ )?(?:noise|static|garbage|snow) (?:as|instead|in place|for|on)\b",
        along=MADE_ON_MAC,
        unless=DENIED,
    ),
    told(
        "wrong-results",
        "coherent garbled distorted scrambled corrupt intelligib deformed mangled blurr nois "
        "pixelated glitch robotic broken mosaic psychedelic",
        rf"\b{_SPOILT} {_MADE} {_ON}",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "wrong-results",
        "batch padding order run",
        sentence(
            rf"{_COMPUTED}[^\n.]{{0,30}}{_VARIES}|\b(?:different|inconsistent|varying) (?:\w+ )?"
            rf"{_COMPUTED}[^\n.]{{0,60}}\b(?:batch(?:es)?(?: sizes?)?|padding|order|runs)\b",
            without=r"\b(?:speed|time|memory|faster|slower|error)\b",
        ),
        along=r"\bmps\b(?![^\n.]{0,40}\b(?:fine|identical|correct)\b)",
        unless=DENIED,
    ),
    told(
        "odd-on-gpu-only",
        "related specific limited confined restricted unique tied only",
        _ONLY_THERE,
        along=Speaking(
            (late(rf"{_COMPUTED}|\b{_MADE}\b", FLAGS),),
            without=late(rf"{_OTHER_TROUBLE}|{_SPEED}", FLAGS),
        ),
        unless=DENIED,
    ),
    told(
        "odd-on-gpu-only",
        "cpu cuda",
        sentence(
            r"\b(?:get|gets|got|getting|see|sees|seeing|shows?|appear\w*)\b[^\n.]{0,60}\b(?:when|if"
            r"|once|after|while|with|by) (?:\w+ ){0,5}?['`\"]?mps\b",
            r"\b(?:works?|fine|good|correct|well)\b[^\n.]{0,20}\b(?:cpu|cuda)\b"
            r"|\b(?:cpu|cuda)\b[^\n.]{0,20}\b(?:works?|fine|good|correct|well)\b",
            without=rf"{_OTHER_TROUBLE}|\b(?:too|both|as well|also (?:works?|fine))\b",
        ),
        along=ON_MPS,
    ),
    told(
        "wrong-results",
        "2.",
        sentence(
            r"\bmps\b",
            rf"\b{_GOOD} {_MADE}\b",
            r"\b(?:only|no longer|not any ?more|n't|since|older)\b",
            r"\b(?:torch|pytorch)(?: version)? ?v?2\.\d",
            without=r"\b(?:errors?|crash\w*|install\w*)\b",
        ),
        along=ON_MPS,
    ),
    *SPOILAGE,
)
"""Beside what is told by comparisons."""
