"""Symptoms told by a contrast: something odd in a text whose other device is said to do well.

Looser than the other symptoms, and so judged only where the text tells of nothing else: the odd
thing, the GPU of a Mac and the device on which all is well may stand in three sentences.
`ODDITIES`: none found, all zero, cut off.  The words are of everyday use, so the text must speak of
a program that computes, too.
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import FLAGS, sentence, speaking, told, words
from mps_doctor.pasted.symptom_words import CPU, DENIED, GPU, MPS_OR_MAC, ON_MPS
from mps_doctor.patterns import late

_OTHER = (
    r"\b(?:cpu|cuda|nvidia|colab|kaggle|windows|linux|ubuntu|rtx ?\d{4}|[atv]100|(?:a|my|on) pc)\b"
)
_WELL = (
    r"(?<!not )(?<!n't )\b(?:works?|worked|working|fine|ok(?:ay)?|correct(?:ly)?|normal(?:ly)?"
    r"|perfect(?:ly)?|flawless(?:ly)?|expected|good|great|excellent|decent|sensible|reasonable"
    r"|coherent|proper(?:ly)?|success(?:ful(?:ly)?)?|converges?|trains|learns|as (?:it|they) should"
    r"|no (?:such )?(?:problems?|issues?|errors?)|runs? (?:well|quickly|smoothly))\b"
)
_NOT_THERE = (
    r"(?:\b(?:not|never)\b|n't\b)[^\n.]{0,24}\b(?:happen|occur|see|get|have|reproduce\w*)\b"
)
BESIDE = (
    rf"(?=[\s\S]*?(?:{MPS_OR_MAC}))(?=[\s\S]*?(?:{_OTHER}[^\n.]{{0,60}}{_WELL}"
    rf"|{_WELL}[^\n.]{{0,60}}{_OTHER}|{_NOT_THERE}[^\n.]{{0,60}}{_OTHER}"
    rf"|{_OTHER}\W{{0,3}}\n\W{{0,8}}(?:(?!not\b|no\b)\w+ ){{0,2}}{_WELL}))"
)
BESIDE_ANOTHER = late(rf"\A{BESIDE}", FLAGS)
"""What speaks of a Mac or of mps, and of another device on which all is well."""

_TOLD_OF = (
    r"\b(?:results?|outputs?|predictions?|values|answers?|generations?|detections?|boxes|masks?"
    r"|embeddings?|logits|gradients?|transcriptions?|images?|keypoints|poses?|segmentations?"
    r"|faces|pictures|frames|videos?|audio|voices?|speech|texts?|shapes|maps?|colou?rs)\b"
)
_AMISS = (
    r"\b(?:is|are|was|were|looks?|seems?|comes? out|came out) (?:\w+ )?(?:off|shifted|misaligned"
    r"|misplaced|cropped|rotated|mirrored|flipped|distorted|odd|strange|weird|wrong|garbled"
    r"|(?:not|non)[ -]?(?:reproducible|deterministic|repeatable))\b"
)

_OPPOSED = (
    r"(?:negative|positive|zeros?|constant|right|wrong|true|false|none|empty|non-?zero|non-?empty"
    r"|finite|infinite|nans?|inf|low|high|tiny|huge|correct|incorrect)"
)

CONTRASTS = (
    told(
        "wrong-results",
        rf"\b({_OPPOSED}) (?:on|with|for|in) (?:the )?[`'\"]?mps[`'\"]?,? (?:but |and |while "
        rf"|whereas )?(?:it )?(?:is |are )?(?!\1\b){_OPPOSED} (?:on|with|for|in) (?:the )?"
        r"[`'\"]?cpu\b"
        rf"|\b({_OPPOSED}) (?:on|with|for|in) (?:the )?[`'\"]?cpu[`'\"]?,? (?:but |and |while "
        rf"|whereas )?(?:it )?(?:is |are )?(?!\2\b){_OPPOSED} (?:on|with|for|in) (?:the )?"
        r"[`'\"]?mps\b",
    ),
    told(
        "wrong-results",
        rf"{_TOLD_OF}[^\n.]{{0,30}}{GPU}[^\n.]{{0,12}}{_AMISS}"
        rf"|{_TOLD_OF}[^\n.]{{0,30}}{_AMISS}[^\n.]{{0,40}}{GPU}",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "wrong-results",
        sentence(
            GPU,
            CPU,
            r"(?:\b(?:disagree\w*|diverg\w+|deviat\w+|mismatch\w*|not agree)|n't agree)\b",
            without=r"\b(?:speed|tim(?:e|ing)|fast|slow|latency|shape|size|dtype|type|version)"
            r"|\bno (?:\w+ )?mismatch",
        ),
        along=ON_MPS,
    ),
    told(
        "wrong-results",
        sentence(
            r"\bmps\b",
            r"\b(?:always|only) (?:picks?|predicts?|returns?|gives?|chooses?|samples?|outputs?"
            r"|generates?) (?:the same|one (?:class|token)|class|zero)\b"
            r"|\b(?:every|each|all(?: the)?) (?:predictions?|outputs?|results?|tokens?|samples?)"
            r" (?:is|are) (?:class|the same|zero|identical)\b"
            r"|\b(?:returns?|reads?|gives?|gets?|has) stale (?:values?|data|results?)\b"
            r"|\b(?:does|do)(?: not|n't) sum to (?:1|one)\b"
            r"|\b(?:strange|weird|odd|horizontal|vertical) (?:stripes?|lines?|patterns?|blocks?"
            r"|spots?|patches|grids?|dots|noise|shapes?|words?|characters?|symbols?)\b",
        ),
        unless=DENIED,
    ),
    told(
        "wrong-results",
        sentence(
            GPU,
            r"\b(?:decreas\w+|drop(?:s|ped|ping)?|lowers|lowered|degrad\w+|worsen\w*)\b"
            r"[^\n.]{0,40}\b(?:accuracy|precision|quality|scores?|metrics?)\b"
            r"|\b(?:accuracy|precision|quality|scores?|metrics?)\b[^\n.]{0,24}\b(?:decreas\w+"
            r"|drop(?:s|ped)|is lower|are lower|degrad\w+|worsen\w*)\b",
            without=r"\b(?:no|without|full|mixed|half|reduced|lower) precision|\b(?:no|not)\b",
        ),
        along=ON_MPS,
    ),
    told(
        "wrong-results",
        r"\d ?%[^\n.%]{0,30}\bcpu\b[^\n%]{0,40}\d ?%[^\n.%]{0,30}\bmps\b"
        r"|\d ?%[^\n.%]{0,30}\bmps\b[^\n%]{0,40}\d ?%[^\n.%]{0,30}\bcpu\b",
        needles="accura",
    ),
    told(
        "odd-on-gpu-only",
        r"\b(?:abnormal\w*|strange\w*|weird\w*|wrong\w*|incorrect\w*|garbage(?! collect)|nans?"
        r"|noise|nois[iy]\w*|(?:random|white) snow|distort\w*|blurr\w+|corrupt\w*|inconsisten\w+"
        r"|random (?:results?|outputs?|values?|tokens?|images?)|(?:is|are|was|were|looks?|seems?"
        r"|becomes?) (?:like )?(?:an? )?(?:\w+ )?random|(?:does|do|did|will|would)(?: not"
        r"|n't) (?:train|learn|converge|improve)|messed up|cropped(?:-| )off|inaccura\w+|bad"
        r"|poor(?:ly)?|(?<!no )(?<!not )worse|unstable|misplaced|shifted|flicker\w*|(?:visual|weird"
        r"|strange|with|shows?|has|have|full of|see) art[ie]facts?|infinit[ey]|differ(?:s|ent"
        r"|ently)?|mismatch(?:es)?|meaningless|unusable|useless|not work(?:ing)? (?:properly"
        r"|correctly|right|as expected)|hallucinat\w+)\b(?! (?:\w+ )?(?:version|device|environment"
        r"|machine|computer|problem|issue|error|approach|way|model|number of|platform|setup|process"
        r"|thread|branch|variant|workflow)s?\b)",
        needles=(
            "abnormal strange weird wrong incorrect garbage nan nois snow distort blurr corrupt "
            "inconsisten random messed cropped inaccura bad poor worse unstable misplaced shifted "
            "flicker artifact artefact infinit differ mismatch meaningless unusable useless "
            "hallucinat properly correctly train learn converge improve"
        ),
        along=BESIDE_ANOTHER,
        unless=DENIED,
    ),
    told(
        "crash-beside-mps",
        r"\b(?:(?:the )?(?:process|program|script|python|app|notebook|session|kernel|it|run"
        r"|training|train|job|code|model|test|inference) (?:\w+ ){0,2}?crash(?:es|ed)?|crash(?:es"
        r"|ed)? (?:the )?(?:python|kernel|process|notebook|session)"
        r"|seg(?:mentation)?[ -]?faults?(?:ed)?|sigsegv|sigabrt|fatal python error: (?:bus error"
        r"|segmentation fault|aborted|illegal instruction)|pointer being freed was not allocated"
        r"|malloc: \*{3} error|exc_bad_\w+|dead ?kernel|kernel (?:\w+ ){0,3}?(?:dies|died|dead|die"
        r"|dying|restarts?)|(?:z|ba)?sh: (?:abort|segmentation fault|bus error|trace trap)"
        r"|bus error: ?10|abort trap|trace trap|trace/bpt trap|quits? unexpectedly"
        r"|(?<!\bui )(?<!\bgui )(?<!window )(?<!\btab )(?<!browser )freezes|is freezing"
        r"|froze(?! (?:the|all|my)\b)|(?:python|process|program|script) (?:to )?aborts?"
        r"|closes without|gpu hang|(?:app|program|webui|server) (?:just |suddenly |simply "
        r"|always )?(?:closes|quits|vanishes|disappears|shuts down)(?! (?:when|if|after) (?:i"
        r"|you) (?:press|click|type|close|quit))|(?:process|program|script|python|app"
        r"|server) (?:\w+ )?(?:exits|dies|quits|disappears|stops|terminates) (?:silently"
        r"|without (?:any |an |a )?(?:error|message|trace\w*))|crash(?:es|ed) my"
        r"|assertion fail(?:ure|s|ed))\b",
        needles=(
            *words(
                "crash segfault sigsegv sigabrt exc_bad kernel abort freez froze trap quit hang "
                "closes assertion silently without malloc pointer"
            ),
            *("seg fault", "seg-fault", "segmentation fault", "bus error"),
        ),
        along=ON_MPS,
        unless=DENIED,
    ),
)


_COMPUTES = (
    r"\b(?:mps|gpus?|metal|cuda|torch|pytorch|models?|train\w*|inference|generat\w+|predict\w*"
    r"|tensors?|neural|network|outputs?|results?)\b"
)
_MEASURED = (
    r"(?:map(?:50)?|metrics?|stat(?:istic)?s|precision|recall|loss(?:es)?|\w+_loss|accuracy|scores?"
    r"|values|results?|predictions?|outputs?|confidences?|iou|dice|f1|detections?|numbers)"
)
_ZERO = r"(?:zeros?|0(?:\.0+)?)(?![\w.%])"
_IS = (
    r"(?:is|are|was|were|gets?|getting|stays?|remains?|becomes?|turns?|equals?|shows?|reports?|all"
    r"|always|only|just|as)"
)
_ALL_ZERO = (
    rf"\b{_MEASURED}\b[^\n.]{{0,24}}\b{_IS} (?:all |always |just |only |exactly |at )?{_ZERO}"
    rf"|(?<![\d.]){_ZERO} (?:for|in|as) (?:all|every|each|the|most) (?:\w+ )?{_MEASURED}\b"
)
_FINDS_NOTHING = (
    r"\b(?:no|zero) (?:objects?|faces?|detections?|box(?:es)?|masks?|persons?|people|words?|speech"
    r"|text|keypoints) (?:(?:is|are|was|were|gets?) )?(?:detected|found|recogni[sz]ed|seen)"
    r"|\b(?:(?:does|do|did|can|could)(?: not|n't|not)|fails? to|failed to|unable to) (?:detect"
    r"|recogni[sz]e|segment|transcribe)\b(?! (?:(?!(?:on|with|in|for|when"
    r"|if)\b)[\w'-]+ ){0,3}(?:gpus?|mps|cuda|metal|devices?|cards?|cameras?|mic\w*|modules?"
    r"|packages?|python|torch|versions?|architectures?|chips?|files?)\b)"
    r"|\b(?:fails?|failed|unable) to (?:converge|learn)\b"
)
_ODD_SOUND_OR_TEXT = (
    r"silen(?:t|ce)|crackl\w+|screech\w*|hissing|muffled|gibberish|nonsens\w+|jumbled|scrambled"
    r"|incoherent|unintelligible|illegible|repetitive|(?:in|with) an? (?:endless|infinite) loop"
    r"|over and over|truncated|cut (?:off|short)|oversaturated|over-?exposed|washed[ -]out"
    r"|too (?:dark|bright)|(?:image|picture|output|input|result|frame|text|weight|value|loss)s?"
    r" (?:\w+ ){0,2}unchanged"
)
_UNLIKE = (
    r"not (?:the same|equal|equivalent|identical)"
    r"|(?:do|does|did)(?: not|n't|nt) (?:match|agree)|not matching"
    r"|lower (?:quality|accuracy|scores?|confidence)|low (?:quality|accuracy|confidence)"
    r"|(?:way|totally|completely|far|very|wildly) off"
)

_OK = (
    r"\b(?:(?<!\bto )works?|worked|working|fine|correct(?:ly)?|as expected|normal(?:ly)?"
    r"|perfectly|right)\b"
)
_GO_ON = (
    r"(?:(?!\b(?:not|never|only|but|mps|slow\w*|fast\w*|if|when|how|too|also|and|both)\b|n't)"
    r"[^\n.;,])"
)
_WELL_ON_ANOTHER = (
    rf"\b(?:cpus?|cuda)\b(?: \w+)?,?{_GO_ON}{{0,40}}{_OK}|(?<!only ){_OK}(?: well| fine| normally)?"
    r" (?:on|with|using|in) (?:the |a |my |regular )?(?:cpus?|cuda)\b(?! only)"
    r"(?!(?: modes?)?,? (?:without|never|instead of|rather than)\b)"
)
_COMPLAINS_OF_MPS = speaking(
    r"\bmps\b",
    r"\b(?:not|never|wrong|however|always|instead|unlike|unexpected\w*|(?<!/)issues?|bugs?"
    r"|problems?"
    r"|keeps|fail\w*)\b|n't\b",
    without=(
        r"\b(?:slow\w*|fast\w*|speed\w*|quick\w*|thanks?|feature request|pickl\w+|ssl|certificate"
        r"|is_available|how (?:do|can|to|should)|use (?:the )?(?:mps|gpu))\b"
        r"|\bmps\b[^\n.]{0,30}\b(?:availab\w+|detect\w*|support\w*|found|recogni\w+|used|enabled"
        r"|selected)\b"
    ),
)
"""What names mps and complains, of something else than its speed or that it is not used."""

_ON_TORCH = (
    r"\bmps\b|\bmetal\b"
    r"|\A(?![\s\S]*?\b(?:gguf|ggml|llama\.cpp|ollama|mlx|core ?ml|onnx\w*|tensorflow)\b)"
    r"(?=[\s\S]*?\b(?:py)?torch\b)(?=[\s\S]*?\b(?:apple silicon|m[1-5](?: ?(?:pro|max|ultra))?)\b)"
)
"""What speaks of mps, or of torch on an Apple chip."""

_WITHOUT_GPU = (
    r"\b(?:disabl(?:e|es|ed|ing)|turn(?:ing|ed)? off|switch(?:ing|ed)? off|not using|without using"
    r"|deactivat\w+) (?:the )?(?:gpu|mps)\b"
    r"|\b(?:using|switch(?:ing|ed)? to|forcing|moving (?:it |that )?to|chang(?:ing|ed) to"
    r"|running (?:it )?on) (?:the )?cpu\b"
)
_CURED = (
    r"\b(?:fix(?:es|ed)?|solv(?:es|ed)|resolv(?:es|ed)|help(?:s|ed)|figured (?:it|this) out"
    r"|did the trick|works (?:now|again)|is correct|makes it work)\b"
)

_VALUE = r"(?:(?:tensor\()?\[?-?\d[\d.,e+ -]{0,40}\]?\)?|true|false|nan)"
_NOT_AS_DUE = (
    r"^(?![^\n]*\b(?:\w*error|shapes?|sizes?|dim\w*|rank|versions?|python|dtype|channels?"
    r"|arguments?|gb|mb|seconds?)\b)[^\n]{0,120}?(?:\b(?:got|gets?|prints?|returns?|gives?|is|are"
    rf"|was|targets?|labels?|results?|values?|index|outputs?|class|mps)\b ?[:=]?|=>"
    rf"|->) ?({_VALUE})[ ,;:.(\[-]{{0,4}}"
    r"(?:but |and |it |which |where ){0,2}(?:should (?:be|print|return|give|have been|read)|must be"
    rf"|ought to be|expected(?: value| result| output)?(?: is"
    rf"| was)?)[ :]{{1,2}}(?!\1(?![\d.])){_VALUE}"
)

_ALL_NOTHING = (
    r"\b(?:all|every|each) (?:(?:of )?(?:the|my|its) )?(?:predictions?|outputs?|results?|values?"
    r"|scores?|metrics?|losses|embeddings?|detections?|labels?) (?:(?:is|are|was|were|become"
    r"|becomes|=|being) )?(?:all |just |only )?(?:0(?:\.0+)?(?![\w.%])|zeros?\b|nans?\b|empty\b"
    r"|the same\b|identical\b)"
)

ODDITIES = (
    told("wrong-results", _NOT_AS_DUE, along=ON_MPS),
    told("wrong-results", sentence(r"\bmps\b", _ALL_NOTHING), unless=DENIED),
    told(
        "spoilt-text",
        r"\b(?:gibberish|garbled|nonsens(?:e|ical)|garbage|junk|rubbish) (?:\w+ )?(?:outputs?"
        r"|texts?|tokens?|results?|answers?|responses?|generations?)\b"
        r"|\b(?:outputs?|produc\w+|generat\w+|returns?|gives?)\b[^\n.]{0,20}\b(?:gibberish|garbled"
        r"|nonsens\w+)\b",
        along=_ON_TORCH,
        unless=DENIED,
    ),
    told(
        "nans",
        r"\bnan'?s?\b (?:while |when |during |in |after |with )?(?:training|fine-?tuning"
        r"|the loss)\b"
        r"|\b(?:training|train|fine-?tuning|loss)\b[^\n.]{0,20}(?<!no )\bnan'?s?\b",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "wrong-results",
        r"\bacc(?:uracy)? ?[:= ] ?0(?:\.0+)? ?%[^\n%]{0,24}\bloss\b",
        along=r"\bmps\b",
    ),
    told("odd-on-gpu-only", _WELL_ON_ANOTHER, along=_COMPLAINS_OF_MPS),
    told(
        "odd-on-gpu-only",
        sentence(_WITHOUT_GPU, _CURED),
        needles="disabl off deactivat cpu without",
        along=_COMPLAINS_OF_MPS,
    ),
    told(
        "odd-on-gpu-only",
        rf"\b(?:{_ODD_SOUND_OR_TEXT}|{_UNLIKE}|random (?:\w+ )?(?:structures?|coordinates|points"
        r"|noise|garbage|words|characters|colou?rs|pixels|shapes|boxes|labels))\b"
        rf"|{_ALL_ZERO}|{_FINDS_NOTHING}",
        needles=(
            *words(
                "silen crackl screech hissing muffled gibberish nonsens jumbled scrambled coheren "
                "intelligib illegible repetitive truncated saturated exposed washed unchanged "
                "detect recogni transcribe segment random zero converge learn"
            ),
            *("no object", "no face", "no box", "no mask", "no word", "no speech", "no text"),
            *("no person", "no people", "no keypoint"),
            *("not the same", "not equal", "not identical", "n't match", "not match", "n't agree"),
            *("not agree", "lower quality", "lower accuracy", "lower score", "lower confidence"),
            *("low quality", "low accuracy", "low confidence", "y off", " far off", " loop"),
            *(" 0 ", " 0,", " 0.", "over and over", "cut off", "cut short", "too dark"),
            "too bright",
        ),
        along=rf"\A(?=[\s\S]*?{_COMPUTES}){BESIDE}",
        unless=DENIED,
    ),
)
