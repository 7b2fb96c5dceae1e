"""Symptoms told by a contrast, of things that a program computes: none found, all zero, cut off.

The words are of everyday use, so the text must speak of a program that computes, too.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import (
    DENIED,
    FLAGS,
    ON_MPS,
    Speaking,
    sentence,
    told,
    words,
)
from mps_doctor.sources.pasted.symptoms_of_contrast import BESIDE

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
    r"|too (?:dark|bright)|unchanged"
)
_UNLIKE = (
    r"not (?:the same|equal|equivalent|identical)"
    r"|(?:do|does|did)(?: not|n't|nt) (?:match|agree)|not matching"
    r"|lower (?:quality|accuracy|scores?|confidence)|low (?:quality|accuracy|confidence)"
    r"|(?:way|totally|completely|far|very|wildly) off"
)

_OK = r"\b(?:works?|worked|working|fine|correct(?:ly)?|as expected|normal(?:ly)?|perfectly|right)\b"
_GO_ON = (
    r"(?:(?!\b(?:not|never|only|but|mps|slow\w*|fast\w*|if|when|how|too|also|and|both)\b|n't)"
    r"[^\n.;,])"
)
_WELL_ON_ANOTHER = (
    rf"\b(?:cpus?|cuda)\b(?: \w+)?,?{_GO_ON}{{0,40}}{_OK}|(?<!only ){_OK}(?: well| fine| normally)?"
    r" (?:on|with|using|in) (?:the |a |my |regular )?(?:cpus?|cuda)\b(?! only)"
    r"(?!(?: modes?)?,? (?:without|never|instead of|rather than)\b)"
)
_COMPLAINS_OF_MPS = Speaking(
    of=(
        late(r"\bmps\b", FLAGS),
        late(
            r"\b(?:not|never|wrong|however|always|instead|unlike|unexpected\w*|issues?|bugs?"
            r"|problems?|keeps|fail\w*)\b|n't\b",
            FLAGS,
        ),
    ),
    without=late(
        r"\b(?:slow\w*|fast\w*|speed\w*|quick\w*|thanks?|feature request|pickl\w+|ssl|certificate"
        r"|is_available|how (?:do|can|to|should)|use (?:the )?(?:mps|gpu))\b"
        r"|\bmps\b[^\n.]{0,30}\b(?:availab\w+|detect\w*|support\w*|found|recogni\w+|used|enabled"
        r"|selected)\b",
        FLAGS,
    ),
)
"""What names mps and complains, of something else than its speed or that it is not used."""

_ON_TORCH = late(
    r"\bmps\b|\bmetal\b"
    r"|\A(?![\s\S]*?\b(?:gguf|ggml|llama\.cpp|ollama|mlx|core ?ml|onnx\w*|tensorflow)\b)"
    r"(?=[\s\S]*?\b(?:py)?torch\b)(?=[\s\S]*?\b(?:apple silicon|m[1-5](?: ?(?:pro|max|ultra))?)\b)",
    FLAGS,
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
    told(
        "wrong-results",
        ("should ", "must be", "ought to be", "expected"),
        _NOT_AS_DUE,
        along=ON_MPS,
    ),
    told(
        "wrong-results",
        "predict output result value score metric losses embedding detection label",
        sentence(r"\bmps\b", _ALL_NOTHING),
        beside="mps",
        unless=DENIED,
    ),
    told(
        "spoilt-text",
        "gibberish garbled nonsens garbage junk rubbish",
        r"\b(?:gibberish|garbled|nonsens(?:e|ical)|garbage|junk|rubbish) (?:\w+ )?(?:outputs?"
        r"|texts?|tokens?|results?|answers?|responses?|generations?)\b"
        r"|\b(?:outputs?|produc\w+|generat\w+|returns?|gives?)\b[^\n.]{0,20}\b(?:gibberish|garbled"
        r"|nonsens\w+)\b",
        along=_ON_TORCH,
        unless=DENIED,
    ),
    told(
        "nans",
        "nan",
        r"\bnan'?s?\b (?:while |when |during |in |after |with )?(?:training|fine-?tuning"
        r"|the loss)\b"
        r"|\b(?:training|train|fine-?tuning|loss)\b[^\n.]{0,20}(?<!no )\bnan'?s?\b",
        along=ON_MPS,
        unless=DENIED,
    ),
    told("odd-on-gpu-only", "cpu cuda", _WELL_ON_ANOTHER, along=_COMPLAINS_OF_MPS),
    told(
        "odd-on-gpu-only",
        "disabl off deactivat cpu without",
        sentence(_WITHOUT_GPU, _CURED),
        along=_COMPLAINS_OF_MPS,
    ),
    told(
        "odd-on-gpu-only",
        (
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
        rf"\b(?:{_ODD_SOUND_OR_TEXT}|{_UNLIKE}|random (?:\w+ )?(?:structures?|coordinates|points"
        r"|noise|garbage|words|characters|colou?rs|pixels|shapes|boxes|labels))\b"
        rf"|{_ALL_ZERO}|{_FINDS_NOTHING}",
        along=rf"\A(?=[\s\S]*?{_COMPUTES}){BESIDE}",
        unless=DENIED,
    ),
)
"""After all others."""
