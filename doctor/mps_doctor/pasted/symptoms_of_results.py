"""Symptoms of what a program computes, told in words: wrong numbers, spoilt images and texts.

A find needs more than a word of blame: the GPU on its line, or a Mac or mps in the text, and for
what happens on any device (a loss that stays) a device on which all is well.
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import FLAGS, told, words
from mps_doctor.pasted.symptom_words import APPLE_CHIP, CPU, GPU, MPS_AND_ANOTHER, ON_MPS
from mps_doctor.patterns import late

_BAD_WORDS = (
    *words(
        "wrong incorrect garbage gibberish nonsense nan nois black blank gray grey corrupt broken "
        "messed garbled allclose zero solid static differ scrambled bugged unreliable degraded "
        "poor worse 乱 不正确 不一致 全黑 inconsisten discrepanc divergen match bad != ≠ <> diff"
    ),
    *(" inf", "max error", "abs error", "relative error", ".cpu() - "),
)
_DENIED = late(
    r"(?:\b(?:no|not(?! work)|never|without|fix\w*|avoid\w*|prevent\w*|solv\w+|resolv\w+|instead of"
    r"|rather than|load\w*|pad\w*|from|input|creates?|create a|check\w*|handl\w+|detect\w*)\b"
    r"|n't\b)[^,;:\n]{0,24}$|\b(?:prompts?:|microphone)[^;\n]{0,32}$",
    FLAGS,
)
_WITHIN = r"(?:[^\n.]|\.(?=[a-z]))"
"""A sign within a sentence; the dot of a name like "nn.Linear" does not end it."""

_UNDENIED = (
    r"(?:(?!\b(?:no|not(?! work)|without|never|fix\w*|pad\w*|avoid\w*"
    r"|prevent\w*)\b)" + _WITHIN + ")"
)
_FILES = (
    r"(?:(?:text )?encoder|models?|files?|paths?|checkpoints?|loras?|vae|python|package|branch"
    r"|folder|director\w+|repo\w*|links?|buttons?|settings?|options?|arguments?|flags?|commands?"
    r"|downloads?|weights? file|archives?|zip)\b"
)
_BAD = (
    rf"(?:wrong(?! {_FILES})|incorrect|garbage|gibberish|nonsense|nans?\b|infs?\b|(?<!initial "
    rf")noise"
    rf"|noisy"
    rf"|blank|black(?! and white)|gr[ae]y|corrupt\w*\b(?! {_FILES})|broken|messed up|garbled|zeros"
    r"|solid[ -]colou?r\w*|static(?! [\w`'\"])|differs?\b(?! from the default)"
    r"|different(?! (?:models?|devices?|machines?|versions?|gpus?)\b)(?!ly[ -](?:sized|shaped)"
    r"|ly[^\n.]{0,16} (?:than|from) the (?:standard|usual|normal|default))|not zero|scrambled"
    r"|bugged|bad(?:ly)?\b|unreliable|degraded)(?![^\n.]{0,40}\b(?:device|handling|version|message"
    r"|requirement)s?\b)"
)
_NOT_OF_TIME = r"(?:(?!speed|time|timing|fast|slow|latency|throughput)[^\n.])"
_WRONG = (
    r"(?:wrong|incorrect|inaccurate|invalid|corrupt(?:ed)?|erroneous|bogus|nonsensical|weird"
    r"|strange|bizarre|inconsistent|unexpected|poor|bad|terrible|awful|(?<!no )(?<!not )worse"
    r"|meaningless|unstable|random|non-?deterministic|unreliable|broken|degraded|odd(?! (?:numbers?"
    r"|values?|tensors?)))"
)
_RESULT = (
    r"(?:results?|outputs?|predictions?|values?|answers?|inference|generations?|calculations?"
    r"|computations?|detections?|(?:bounding )?boxes|masks?|embeddings?|logits|gradients?"
    r"|transcriptions?|translations?|accuracy|segmentations?|tensors?|loss(?:es)?|scores?|numbers?)"
)
_APART = (
    r"\b(?:discrepanc(?:y|ies)|numerical (?:errors?|differences?|mismatch\w*|instabilit\w+)"
    r"|precision (?:loss|issues?|errors?|problems?)|accuracy (?:loss|drops?|degrad\w+))\b"
)
_NOTHING_BUT = (
    r"\b(?:always|only|just|all) (?:returns?|gives?|outputs?|produces?|predicts?|zeros?)"
    r"(?: (?:all )?(?:zeros?|ones?|0s?|the same)\b| as (?:the )?outputs?\b)"
    r"|\bno (?:detections?|boxes|predictions|masks)\b"
    r"|\b(?:returns?|gives?|outputs?|yields?) (?:only |just )?(?:all[ -])?(?:zeros|ones|empty)\b"
    r"|\b(?:embeddings?|vectors?|predictions?|logits|tokens) (?:are|is) (?:all )?(?:the same|equal"
    r"|identical|zeros?)\b"
    r"|\b(?:outputs?|results?|values) (?:are|is) (?:all (?:the same|equal|identical)"
    r"|(?:all )?zeros?)\b"
)
_POORLY = (
    r"\b(?:results? in|gives?|produces?|gets?|has|have|(?:is|are) of) (?:\w+ ){0,3}?(?:lower|worse"
    r"|poor|bad|terrible|reduced) quality\b"
    r"|\bquality (?:is|was|gets) (?:\w+ )?(?:lower|worse|bad|poor|terrible|reduced|degraded)\b"
)
_WITHOUT_TORCH = (
    r"(?:\bswift\b|\bswiftui\b|\bcore ?ml\b|\bmlx\b|\bgguf\b|\bggml\b|\bllama\.cpp\b|\bollama\b"
    r"|\btensorflow\b|\bvulkan\b)"
)
_MAC = r"\bmac(?:book|os|mini| ?os| studio| mini| pro)?\b"
_MADE = (
    r"(?:\b(?:py)?torch\b|diffus\w+|\bvae\b|\bfp16\b|\bunet\b|\b(?:txt|img)2img\b|\bsdxl\b"
    r"|animatediff|\bflux\b|\binvoke ?ai\b|\bautomatic1111\b|\bwebui\b|\bcontrolnet\b|\bno-half\b"
    r"|\bcomfyui\b|\bsafetensors\b|\bsampler)"
)
MADE_ON_MAC = late(
    rf"\bmps\b|\A(?![\s\S]*?{_WITHOUT_TORCH})[\s\S]*?{APPLE_CHIP}"
    rf"|(?:{_MAC}|{APPLE_CHIP})[\s\S]{{0,3000}}?{_MADE}"
    rf"|{_MADE}[\s\S]{{0,3000}}?(?:{_MAC}|{APPLE_CHIP})",
    FLAGS,
)
_PICTURE = (
    r"(?:images?|pictures?|photos?|frames?|outputs?|videos?|renders?|results?|samples?|generations?"
    r"|previews?(?! (?:windows?|panes?|tabs?)\b)|squares?|audio|voices?|sounds?|speech"
    r"|vocals|waveforms?)"
)
_MAKES = (
    r"(?:get|gets|getting|got|gives?|giving|generat\w+|produc\w+|yields?|returns?|outputs?|creates?"
    r"|makes?|renders?|rendering|see|seeing|only|always|just|becomes?|became|are|is|was|were|be"
    r"|comes? out|came out|turn(?:s|ed|ing)?|look(?:s|ed)?|ends? up|receiv\w+|show(?:s|ed|ing)?)"
)
_WHOLLY = (
    r"(?:(?:all|completely|entirely|just|only|totally|pure|purely|fully|sometimes|often|always"
    r"|mostly|either|or|as|a|an|like|white|random|static) ){0,3}"
)
_SPOILT = (
    r"(?:black(?! (?:and|&) white)|blank|gr[ae]y|green|pink|purple|nois[ey]|corrupt(?:ed|ion)?"
    r"|garbled|distorted|scrambled|garbage|pixelated|blurr(?:y|ed)|solid[ -]colou?r(?:ed)?"
    r"|psychedelic|mangled|deformed|incoherent|unintelligible|unrecogni[sz]able|washed[ -]out"
    r"|glitchy|robotic)"
)
_NUMBERS = (
    r"(?:loss(?:es)?|gradients?|grads?|outputs?|logits|values?|results?|tensors?|predictions?"
    r"|weights|activations|latents|param(?:eter)?s|norms?|embeddings?)"
)
_LEARNS_NOT = (
    r"(?:(?:does|do|did|is|are|will|would|can)(?: not|n't)|cannot|never|won't|fails? to|unable to"
    r"|not) (?:\w+ )?(?:decreas\w+|going down|go down|converg\w+|learn\w*|improv\w+|reduc\w+"
    r"|drop\w*)"
)

RESULTS = (
    told(
        "wrong-results",
        rf"{GPU}{_UNDENIED}{{0,60}}\b{_BAD}[^\n]{{0,80}}|\b{_BAD}{_WITHIN}{{0,50}}\b(?:on|with"
        rf"|using|in|under|for) (?:the )?{GPU}"
        rf"|{GPU} ?(?:!=|≠|<>) ?{CPU}|{CPU} ?(?:!=|≠|<>) ?{GPU}"
        rf"|\bresults?\b[^\n.]{{0,40}}{GPU}[^\n.]{{0,40}}\b(?:poor|(?<!no )(?<!not )worse)\b"
        r"|mps[^\n。]{0,30}(?:错乱|乱码|不正确|不一致|全黑)"
        rf"|\binconsisten\w+[^\n.]{{0,50}}\b(?:on|with|using|in|under|for|between)\b"
        rf"[^\n.]{{0,30}}{GPU}"
        rf"|{GPU}[^\n.]{{0,60}}(?:not|n't) match[^\n.]{{0,40}}{CPU}"
        rf"|(?<!speed )(?<!timing )(?<!performance )\b(?:results?|outputs?|gradients?|values"
        rf"|loss\w*|logits|predictions)\b"
        rf"{_NOT_OF_TIME}{{0,80}}\bdiffer\w*[^\n.]{{0,40}}\bbetween (?:the )?"
        rf"(?:{GPU}[^\n.]{{0,20}}{CPU}|{CPU}[^\n.]{{0,20}}{GPU})"
        rf"|(?<!speed )(?<!timing )(?<!performance )\b(?:results?|outputs?|convergence)\b"
        rf"{_NOT_OF_TIME}{{0,40}}\b(?:differences?|divergen\w+|discrepanc\w+|mismatch\w*)"
        rf"\b{_NOT_OF_TIME}{{0,40}}\bbetween (?:the )?(?:{GPU}[^\n.]{{0,20}}{CPU}"
        rf"|{CPU}[^\n.]{{0,20}}{GPU})"
        rf"|\b(?:different|divergent) (?:results?|outputs?)\b[^\n.]{{0,40}}\bbetween (?:the )?"
        rf"(?:{GPU}[^\n.]{{0,20}}{CPU}|{CPU}[^\n.]{{0,20}}{GPU})"
        rf"|\b(?:diff|difference)(?: sum)?: ?[1-9]\d{{1,12}}(?:\.\d+)?(?![\d.]*, ?\d)"
        rf"|\b(?:diff|difference|error)\b[^\n.:]{{0,24}}\b(?:{CPU}[^\n.:]{{0,12}}{GPU}"
        rf"|{GPU}[^\n.:]{{0,12}}{CPU})\W{{1,4}}(?:0\.0?[1-9]|[1-9])"
        rf"|allclose\([^\n]{{0,80}}mps[^\n]{{0,40}}false"
        rf"|\(\w+\.cpu\(\) - \w+\)[^\n]{{0,20}} not (?:zero|0|close)"
        rf"|(?<!speed )(?<!timing )(?:results?|outputs?|losses|scores|embeddings|predictions"
        rf"|images?){_NOT_OF_TIME}{{0,40}}(?:differ|{_BAD})[^\n.]{{0,60}}{GPU}",
        needles=_BAD_WORDS,
        unless=_DENIED,
    ),
    told(
        "training-fails",
        r"\bmps\b[\s\S]{0,300}?\bloss\b[^\n.]{0,30}\bnans?\b"
        r"|\bloss\b[^\n.]{0,30}\bnans?\b[\s\S]{0,300}?\bmps\b"
        r"|\bmps\b[\s\S]{0,400}?\b(?:get|gets|got|produces|becomes?)\b[^\n.]{0,20}(?<!\w)-?(?:nans?"
        r"|infs?)\b"
        r"|\bmps\b[\s\S]{0,300}?\bloss\b[^\n.]{0,40}(?:stuck|(?:not|n't) (?:decreas|go down"
        r"|converg))[\s\S]{0,200}?\bcpu\b[^\n.]{0,40}(?:works|fine|expected|converges|decreases)",
        needles=(" nan", "stuck", "converg", "decreas", "-inf", " inf"),
        by_line=False,
        beside="mps",
    ),
    told(
        "wrong-results",
        rf"{GPU}{_WITHIN}{{0,80}}\b{_WRONG} (?:\w+ )?{_RESULT}\b"
        rf"|\b{_WRONG} (?:\w+ ){{0,2}}{_RESULT}\b{_WITHIN}{{0,80}}{GPU}"
        rf"|{GPU}[^\n]{{0,80}}\b{_RESULT}\b[^\n.]{{0,40}}\b(?:is|are|was|were|seems?|looks?"
        rf"|looked|becomes?)\b[^\n.]{{0,24}}\b(?:{_WRONG}|off|different)\b"
        r"|\bsilent(?:ly)?[ -](?:\w+ ){0,4}(?:incorrect|wrong|corrupt\w*|data corruption|nothing"
        r"|zeros?|garbage|truncat\w+|overwrit\w+)\b"
        r"|\b(?:just|only) an? wrong (?:number|value|result)\b"
        rf"|\b(?:{_RESULT}|similarity|sum|mean|distance|probability|norm)\b[^\n.]{{0,60}}"
        r" -?\d[\d.e-]{0,12} (?:instead of|rather than) (?:the (?:expected|correct) )?-?\d"
        rf"|{_APART}[^\n.]{{0,50}}{GPU}|{GPU}[^\n.]{{0,50}}{_APART}"
        rf"|{CPU}[^\n.]{{0,20}}{GPU}[^\n.]{{0,20}}\bdifferent (?:results?|outputs?)\b"
        rf"|{CPU} (?:works|is|runs)[^\n.]{{0,24}}\bbut[^\n.]{{0,12}}{GPU}"
        r"[^\n.]{0,12}\bproblems?\b"
        r"|\b(?:to|from|at|in) the wrong (?:elements?|ind(?:ex|ices)|positions?|rows?|columns?)"
        r"|\bcorrectness (?:bugs?|issues?|problems?)\b(?![^\n.;]{0,40}\b(?:may|might|can|could) )"
        r"|\bresults? (?:does|do)(?: not|n't) (?:\w+ )?match[^\n.]{0,40}\bcpu\b"
        rf"|{GPU}[^\n.]{{0,40}}(?:{_NOTHING_BUT})|(?:{_NOTHING_BUT})[^\n.]{{0,40}}{GPU}"
        rf"|{GPU}[^\n.]{{0,60}}(?:{_POORLY})|(?:{_POORLY})[^\n.]{{0,40}}{GPU}"
        r"|\bnumerically (?:wrong|incorrect|different)\b"
        r"|结果(?:不对|错误|异常|不同|不正确)|不收敛"
        r"|結果が(?:おかし|異な|違|不一致)|결과가 (?:다르|이상)",
        needles=(
            "wrong incorrect corrupt invalid accura weird strange consisten expected poor bad "
            "terrible worse awful bizarre bogus meaningless determin different silent random "
            "nonsens erroneous stable broken degraded correctness match always instead rather "
            "detection boxes predictions masks returns gives outputs yields produces predicts odd "
            "same equal identical zero problem quality discrepanc numerical precision accuracy "
            "结果 不收敛 結果が 결과가"
        ),
        along=ON_MPS,
        unless=_DENIED,
    ),
    told(
        "spoilt-images",
        rf"\b(?:black|blank)(?: or (?:noisy|gr[ae]y|white|blank))?(?: \w+)? {_PICTURE}\b"
        rf"|\b{_PICTURE}\b(?!, (?:just|only))[^\n.]{{0,24}}\b{_MAKES} {_WHOLLY}{_SPOILT}\b"
        rf"|\b{_MAKES} {_WHOLLY}{_SPOILT} {_PICTURE}\b"
        r"|\b(?:pure|only|just|random|nothing but|colou?red|full of|all) (?:noise|static)\b"
        r"|\b(?:graphical|visual|weird|strange|ugly|image|checkerboard) (?:glitches"
        r"|art[ie]facts?)\b"
        r"|\bblack screen (?:on|as|in|for) (?:the )?(?:output|image|result|video)"
        r"|\b(?:weird|strange|wrong|odd|inverted|false) colou?rs\b"
        r"|黑图|黑屏|全黑|噪点|真っ黒",
        along=MADE_ON_MAC,
        unless=_DENIED,
    ),
    told(
        "spoilt-text",
        r"\b(?:gibberish|gobbledy ?gook|garbled|word salad|nonsens(?:e|ical)|mojibake|(?:garbage"
        r"|junk|rubbish|trash) (?:outputs?|texts?|tokens?|results?|values?|characters|responses?"
        r"|numbers?)|(?:outputs?|produc\w+|generat\w+|returns?|gives?|prints?|gave out|get"
        r"|getting)\b[^\n.]{0,20} (?:garbage|junk|rubbish))\b(?! collect)"
        r"|!{14}|乱码|文字化け"
        r"|\bonly (?:gets?|outputs?|prints?|generates?|produces?|returns?|see) (?:a |the )?"
        r"(?:['\"“`][!?@#.]{1,8}['\"”`]|[!?]{2,9}|exclamation marks?|question marks?)",
        needles=(
            *words(
                "gibberish gobbledy garbled nonsens mojibake garbage junk rubbish trash "
                "!!!!!!!!!!!!!! 乱码 文字化け"
            ),
            *("word salad", "only "),
        ),
        along=ON_MPS,
        unless=_DENIED,
    ),
    told(
        "wrong-results",
        r"\bergebnis(?:se)?\b[^\n.]{0,30}\b(?:falsch|anders|unterschiedlich|unsinnig|ungenau)"
        r"|\bfalsche\w{0,2} (?:\w+ )?(?:ergebnis(?:se)?|werte|ausgaben?|bilder)\b"
        r"|\bschwarze[sn]? bild(?:er)?\b|\b(?:images? noires?|im(?:a|á)genes negras|imagem preta"
        r"|immagini nere)\b"
        r"|\brésultats?\b[^\n.]{0,24}\b(?:faux|incorrects?|incohérents?|différents?)"
        r"|\b(?:resultados?|risultat[io])\b[^\n.]{0,24}\b(?:incorrect\w+|incorret\w+|errad\w+"
        r"|err(?:ó|o)neos?|errat[io]|sbagliat[io]|diferentes|divers[io])"
        r"|(?:неправильн|неверн)\S{1,4} результат",
        along=ON_MPS,
        unless=_DENIED,
    ),
    told(
        "spoilt-text",
        r"\brepeat(?:s|ing|ed)? (?:the same|itself|one|a single) (?:words?|tokens?|texts?"
        r"|sentences?|phrases?|characters?)"
        r"|\brepeat(?:s|ing|ed)? (?:endlessly|forever|infinitely|over and over)\b"
        r"|\b(?:returns?|gives?|outputs?|produces?|gets?|with) (?:only )?(?:an )?empty (?:strings?"
        r"|texts?|results?|outputs?|transcriptions?|lists?)\b"
        r"|\bmps (?:finds?|found|detects?|detected|recogni[sz]es?) (?:none|nothing|no (?:faces?"
        r"|objects?))\b"
        rf"|\b{_PICTURE}(?: file)? (?:is|are) (?:silent|empty)\b"
        rf"|\b{_PICTURE} (?:isn't|is not|aren't|are not) (?:split|separated|translated|the same)\b",
        along=MPS_AND_ANOTHER,
        unless=_DENIED,
    ),
    told(
        "nans",
        rf"(?:\b|_){_NUMBERS}\b{_UNDENIED}{{0,30}}(?<![\w.])-?(?:nans?|infinity|inf)(?![\w_])"
        rf"|(?<![\w.])nans? (?:\w+ )?(?:{_NUMBERS}|everywhere)\b",
        along=ON_MPS,
        unless=_DENIED,
    ),
    told("nans", r"nan, {1,4}nan,[\s\S]{0,600}?device='mps", needles=("nan, ",), by_line=False),
    told(
        "training-fails",
        r"\b(?:loss(?:es)?|accuracy|map|metrics?|perplexity)\b[^\n.]{0,50}?\b(?:stuck|stagnat\w+"
        r"|plateau\w*|diverg\w+|explod\w+|stays? (?:at|the same|around|constant"
        rf"|flat)|{_LEARNS_NOT})"
        rf"|\b(?:models?|network|training|learner|agent|classifier|policy|u?net"
        rf"|it)\b[^\n.]{{0,50}}?\b{_LEARNS_NOT}",
        needles=(
            *words(
                "stuck stagnat plateau diverg explod stays decreas converg learn improv reduc drop"
            ),
            "going down",
            "go down",
        ),
        along=MPS_AND_ANOTHER,
    ),
    told(
        "slower-than-cpu",
        rf"{GPU}(?:(?!\bcpu\b[^\n.,;]{{0,12}}[,;]? but slow\b)[^\n.]){{0,60}}\bslow(?:er)?\b"
        rf"|\bslow(?:er)?\b[^\n.]{{0,40}}{GPU}"
        r"|\bslower than\b|\bperformance\b[^\n.]{0,40}\d ?x (?:worse|slower)\b"
        r"|\bperformance (?:regressions?|drops?|degradation|decrease)\b",
    ),
)
