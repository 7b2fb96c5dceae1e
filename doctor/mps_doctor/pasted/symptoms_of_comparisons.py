"""Symptoms told by comparing two devices in one sentence, or the outputs of one with each other.

"It learns on the CPU but not on mps", "the loss is higher on mps than on cuda", "0.91 on the CPU
and 0.12 on mps": nothing is called wrong, and yet the GPU computes something else.
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import sentence, speaking, told, words
from mps_doctor.pasted.symptom_words import APPLE_GPU, DENIED, MPS_AND_ANOTHER, ON_MPS

_OTHER = r"\b(?:cpus?|cuda|nvidia|colab)\b"
_OF_COST = (
    r"\b(?:speed\w*|fast\w*|slow\w*|time[sd]?|seconds?|minutes?|latency|throughput|memory|ram|usage"
    r"|utili[sz]ation|power|it/s|s/it|steps?/s|tokens?/s|fps|version|batch size|ms|geekbench"
    r"|cinebench|[tg]flops)\b"
    r"|\b(?:would|should|could|expect\w*|hope\w*)\b|\d ?s\b"
)
_MEASURE = (
    r"\b(?:loss(?:es)?|errors?|accuracy|scores?|f1|map|m?iou|dice|auc|metrics?|perplexity|rewards?"
    r"|recall|precision|hit rate|ndcg|mrr|bleu|wer|cer|rouge|psnr|ssim|fid|similarity|quality"
    r"|results?|probabilit(?:y|ies))\b"
)
_FAILS_TO_LEARN = (
    r"\b(?:collapses?|diverges?|explodes?|degrades?(?! (?:\w+ )?to\b)|deteriorates?|(?:stays?"
    r"|remains?|is) (?:flat|stuck|at chance|constant)|plateaus?|(?:does|do|did)(?: not"
    r"|n't) (?:learn|train|converge|improve|decrease|increase)|(?:fails?|failed|unable) to (?:learn"
    r"|train|converge|improve))\b"
)
_NOT_THERE = (
    r"(?<!no )\b(?:detections?|boxes|masks?|faces?|labels?|words?|objects?|keypoints|segments?"
    r"|sounds?|voices?|vocals|subtitles|people|lines|colou?rs|details?) (?:\w+ )?(?:disappear\w*"
    r"|vanish\w*|(?:are|is|go|goes|get) (?:all )?(?:missing|lost|gone))\b"
)
_ALIKE = (
    r"\b(?:predicts?|gives?|returns?|outputs?|generates?|produces?|samples?|gets?|yields?|assigns?)"
    r" (?:always |only |just )?the same (?:\w+ )?(?:class|labels?|tokens?|words?|answers?"
    r"|predictions?|outputs?|results?|values?|embeddings?|categor(?:y|ies)) (?:for|on|with|to|over"
    r"|at|every|each|regardless)\b"
    r"|\balways (?:\w+ )?the same (?:\w+ )?(?:class|label|token|word|answer|prediction|output"
    r"|value)\b"
)
_NO_SENSE = (
    r"(?:\bmakes? no sense\b|(?:\bnot|n't) make (?:any |much )?sense\b|\b(?:complete|total|utter"
    r"|pure|absolute) (?:nonsense|garbage|rubbish|gibberish|noise)\b)"
)
_PICTURED = (
    r"\b(?:colou?rful|colou?red|colou?r|rainbow|psychedelic|grainy|gaussian) (?:noise|static"
    r"|pixels|patterns?)\b"
    r"|\bgrid of (?:tiles|squares|blocks|rectangles)\b"
    r"|\b(?:weird|strange|odd|visible|black|white|grey|gray) (?:squares|blocks|tiles|rectangles"
    r"|seams|stripes|lines|bands|dots|spots|patches|pixels)\b"
)


def _apart(groups: int, first: str, second: str) -> str:
    """Return the pattern of two shares, each before or after its device, of another first digit.

    It has two groups; `groups` is how many the pattern has before it.
    """
    share = r"(?<![\d.])0?\.(\d)\d{0,5}\b"
    other = r"(?<![\d.])0?\.(?!\%d)\d{1,6}\b"
    return (
        rf"{share}[^\n]{{0,24}}{first}[^\n]{{0,40}}{other % (groups + 1)}[^\n]{{0,48}}{second}"
        rf"|{first}[^\n]{{0,32}}{share}[^\n]{{0,40}}{second}[^\n]{{0,32}}{other % (groups + 2)}"
    )


_RANDOM = (
    r"\b(?:is|are|was|were|becomes?|outputs?|gives?|produces?|returns?|prints?|get) (?:just |only "
    r"|completely |totally |all |pure )?random (?:words?|characters?|letters?|texts?|numbers?|noise"
    r"|values?|tokens?|garbage|pixels?|classes|labels)\b"
)
_AGAIN = (
    r"\b(?:words?|tokens?|phrases?|sentences?|characters?|lines?)\b[^\n.]{0,20}\b(?:repeated"
    r"|repeating|repeats|repeat)\b"
    r"|\brepeated (?:garbage|tokens?|words?|text|characters?|phrases?)\b"
    r"|\bthe same (?:tokens?|words?|characters?|sentences?|phrases?) (?:forever|endlessly"
    r"|infinitely|again and again|over and over|all the time)\b"
    r"|\balways (?:\w+ )?(?:class|label|index|token) ?\d"
)
_ASTRAY = (
    r"\b(?:is|are|comes? out|turns? out) (?:upside[ -]down|inverted|mirrored|flipped|rotated"
    r"|transposed)\b|\bnegative (?:coordinates|counts|lengths?|ind(?:ices|exes))\b"
    r"|\b(?:loses|drops|skips|ignores|forgets|overwrites|zeroe?s|clobbers) (?:the |other |some "
    r"|all |every )?(?:\w+ )?(?:updates?|rows?|entries|elements?|values?|columns?|dimensions?"
    r"|writes?)\b"
    r"|\b(?:an?|one) flat (?:plane|surface|line|disc)\b|\bcollapses? (?:in)?to (?:an? |one "
    r"|the same |a single )"
    r"|\bmiss(?:es|ed|ing)? (?:almost |nearly )?(?:half|most|many|all|some|\d+ ?%)\b"
    r"|\bcolou?rs? (?:\w+ ){0,2}?(?:inverted|swapped|shifted|messed up|reversed)\b"
    r"|(?:\b(?:not|non)|n't|\bir)[ -]?reproducible\b"
    r"|\bin the wrong (?:corner|place|position|spot)s?\b"
    r"|\b(?:leaves?|left|returns?|stays?) (?:\w+ ){0,3}?unsorted\b"
    r"|\b(?:indices|indexes)\b[^\n.]{0,12}\b(?:beyond|past|outside)\b"
    r"|\b(?:picks?|takes|selects?|chooses|returns?|writes|reads|reduces|updates|gathers?)"
    r" (?:\w+ )?the wrong (?:branch|side|element|row|column|axis)(?:s|es)?\b"
    r"|\b(?:turned|turns|turning) [^\n.]{0,40}\b(?:in)?to (?:\w+ )?(?:noise|garbage|gibberish|mush"
    r"|static)\b"
    r"|\b(?:vary|varies|varying|chang(?:es?|ing)|differ(?:s|ent)?) (?:from|between|across|in|on|at)"
    r" (?:run to run|runs|each run|every run)\b"
    r"|\bmps (?:\w+ )?ignores\b|\bnothing like\b"
    r"|\bloss\b (?:is |stays |= ?)?(?:always|only|constantly|constant) (?:at )?0(?:\.0+)?(?![\w.])"
    r"|\b(?:faces?|hands?|eyes|bodies|people|letters|limbs)\b[^\n.]{0,16}\b(?:deformed|distorted"
    r"|mangled|melted|blurry|broken)\b"
    r"|\b(?:audio|voice|speech|sound|music|vocals?|outputs?|file)\b[^\n.]{0,16}\b(?:is|are|just"
    r"|only) (?:just |only )?(?:an? )?(?:beep\w*|hum|buzz\w*|click\w*|hiss|silence|crackl\w+)\b"
    r"|\b(?:detections?|inference|outputs?|results?|segmentations?|transcriptions?"
    r"|predictions?) (?:is|are) (?:\w+ )?(?:broken|unusable)\b"
    r"|\b(?:brown|yellow\w*|orange|reddish|bluish|greenish|dark|washed) (?:images?|pictures?"
    r"|frames?|outputs?|videos?|tints?|cast)\b"
    r"|\b(?:green|red|blue|purple|pink|magenta|colou?r) (?:tints?|casts?|hue)\b"
    r"|\b(?:map(?:@?50)?|accuracy|precision|recall|f1|m?iou|dice|scores?|metrics?)\b (?:(?:is|are"
    r"|of|stays|remains|was) )?(?:at |always |only |still |just |= ?)?0(?:\.0+)?(?: ?%)?(?![\w.])"
)
_FAR_APART = (
    r"\b(?:similarity|correlation|agreement|overlap)\b[^\n.]{0,60}\b(?:is|of|was|only"
    r"|just)\b[^\n.]{0,12}(?<![\d.])0?\.[0-8]\d{0,5}\b"
    r"|\b(?:max|maximum|mean|abs|absolute|relative)\b[^\n.]{0,16}\b(?:diff\w*|errors?"
    r"|deviations?)\b[^\n.]{0,40}\b(?:is|of|was|reaches)\b[^\n.]{0,8}(?<![\d.])(?:0\.0?[1-9]\d*"
    r"|[1-9]\d*(?:\.\d+)?)(?![\d.]*e-)"
)
_EACH_TIME = (
    r"\b(?:different|differs?|changes?|varies|vary|not the same|(?:an)?other (?:\w+ )?(?:results?"
    r"|outputs?|numbers)) (?:\w+ ){0,2}?(?:every|each|with every|with each|on every|on each"
    r"|in every) (?:single )?(?:time|run|call)\b"
    r"|\b(?:every|each) (?:time|run|call) (?:\w+ ){0,3}?(?:gives?|yields?|returns?|get|ends in"
    r"|produces?) (?:an? )?(?:\w+ )?(?:different|other|another|new)\b"
)
_TWO_VERSIONS = (
    r"\b(?:fine|good|ok(?:ay)?|correct(?:ly)?|right|works?"
    r"|worked)\b[^\n.]{0,24}\b\d\.\d{1,2}(?:\.\d)?"
    r"\b[^\n]{0,32}\b\d\.\d{1,2}(?:\.\d)?\b[^\n]{0,32}\b(?:garbage|wrong|noise|nonsense|bad|black"
    r"|nans?|gibberish|broken|blurry|corrupt\w*|haywire|crazy|nuts)\b|"
    r"\b\d\.\d{1,2}(?:\.\d)?\b[^\n]{0,40}\b(?:fine|good|ok(?:ay)?|correct|right|works?|worked)\b"
    r"[^\n]{0,60}\b\d\.\d{1,2}(?:\.\d)?\b[^\n]{0,40}\b(?:garbage|wrong|noise|nonsense|bad|black"
    r"|nans?|gibberish|broken|blurry|corrupt\w*|haywire|crazy|nuts)\b"
)

_GIVES = r"(?:returns?|gives?|gave|prints?|yields?|says?|is|are|has|gets?|shows?)"
_ONE_THEN_THE_OTHER = (
    rf"{APPLE_GPU}[^\n]{{0,60}}\b{_GIVES} [^\n]{{1,60}}?[.,;] (?:and |but |while "
    r"|whereas )?(?:the )?"
    r"(?:(?:very )?same (?:\w+ )?|it )?(?:on|with|in) (?:the )?(?:cpu|cuda),? (?:it )?"
    rf"{_GIVES} (?!the same\b|also\b|too\b|identical\b|equal\b|slow|fast|fine\b)\S"
)
_NUMBER = r"(?<![\d.])(?:is |of |: |= |at )?"


_COUNTS = r"\b(?:finds?|found|counts?|counted|detects?|detected|returns?|returned)"
_FOUND = rf"{_COUNTS} (?:only )?(\d{{1,5}})"


def _counted(first: str, second: str, group: int) -> str:
    """Return the pattern of two counts of the same, one after each device."""
    return (
        rf"{first}[^\n;]{{0,20}}? {_FOUND}\b(?! (?:[gm]i?b|tests?|files?)\b)"
        rf"[^\n;]{{0,32}}{second}[^\n;]{{0,20}}? "
        rf"(?:{_COUNTS} )?(?:only )?(?!\{group}\b)\d{{1,5}}(?=[,;)]|\.?(?:\s|$)(?! ?\w))"
    )


def _unlike(first: str, second: str) -> str:
    """Return the pattern of two measures, one before each device, of other orders of magnitude."""
    pairs = ((r"\d{3,7}(?:\.\d+)?", r"\d{1,2}(?:\.\d+)?"), (r"[1-9]\d(?:\.\d+)?", r"\d(?:\.\d+)?"))
    between = rf"(?: ?%)?(?![\d.]) (?:on|with|for|in|under) (?:the )?{first}"
    return "|".join(
        rf"{_NUMBER}{one}{between}[^\n.;]{{0,24}}?(?<![\d.]){other}(?: ?%)?(?![\d.]) (?:on|with|for"
        rf"|in|under) (?:the )?{second}"
        for large, small in pairs
        for one, other in ((large, small), (small, large))
    )


_UNTIL_END = r"(?:(?!\b(?:not|never|mps)\b|n't)[^\n.;]){0,40}?"
_OF_COST_OR_BOTH = rf"(?:{_OF_COST}|\b(?:too|also|both|as well|same)\b)"
_DOES_WELL = (
    r"\b(?:fine|good|great|correct(?:ly)?|right|normal(?:ly)?|natural(?:ly)?|clean(?:ly)?"
    r"|clear(?:ly)?|complete(?:ly)?|stable|sharp|crisp|smooth(?:ly)?|perfect(?:ly)?|sensible"
    r"|accurate(?:ly)?|ok(?:ay)?|as expected|as it should|works?|worked)\b"
)
_TELLS_OF_RESULTS = speaking(
    r"\b(?:images?|pictures?|outputs?|results?|predict\w*|text|transcri\w+|audio|voices?"
    r"|speech|mesh\w*|mask\w*|box\w*|detect\w*|segment\w*|score\w*|loss\w*|accuracy|answers?"
    r"|colou?rs?|faces?|tokens?|embedding\w*|generat\w+|sampl\w+|train\w*|learn\w*)\b",
    without=(
        r"\b(?:slow\w*|fast\w*|speed\w*|seconds?|support\w*|available|detected|how|please|thanks?"
        r"|feature|request\w*|install\w*|error|exception|traceback|pickl\w+|crash\w*|memory)\b"
    ),
)
"""What tells of something computed, and asks for nothing, complains of no error and no speed."""

_TRAINED = (
    r"\b(?:(?:py)?torch|models?|train\w*|fine-?tun\w+|distill?\w*|embedd\w*|classif\w+|encod\w+"
    r"|evaluat\w+|predict\w*|tasks?|cpus?|cuda)\b"
)

COMPARISONS = (
    told(
        "wrong-results",
        rf"{_ONE_THEN_THE_OTHER}|{_counted(APPLE_GPU, _OTHER, 1)}|{_counted(_OTHER, APPLE_GPU, 2)}",
        needles="cpu cuda",
        along=speaking(ON_MPS, without=_OF_COST),
        unless=DENIED,
    ),
    told(
        "wrong-results",
        sentence(
            _MEASURE, f"{_unlike(_OTHER, APPLE_GPU)}|{_unlike(APPLE_GPU, _OTHER)}", without=_OF_COST
        ),
        needles="perplex loss error accura score f1 map iou dice auc metric rewards bleu wer cer",
        along=ON_MPS,
    ),
    told(
        "wrong-results",
        _EACH_TIME,
        along=speaking(
            ON_MPS,
            r"\b(?:cpus?|cuda|seed\w*|determinis\w+)\b",
            without=r"\b(?:slow\w*|fast\w*|speed|seconds?|memory|ram|latency)\b",
        ),
        unless=DENIED,
    ),
    told(
        "wrong-results",
        r"\ballclose\([^\n]{1,80}\)\W{0,3} (?:\w+ )?(?:fails|failed|(?:is|are|was) false)\b",
        along=ON_MPS,
    ),
    told(
        "wrong-results",
        sentence(
            APPLE_GPU,
            rf"{_RANDOM}|{_AGAIN}|{_ASTRAY}",
            without=r"\b(?:no longer|on purpose|fix(?:es|ed) (?:the|this|it|in)|packages?|modules?"
            r"|imports?|dependenc\w+|files?)\b",
        ),
        needles=(
            *words("random repeat forever endless infinite again always collaps miss colo runs"),
            *words("ignores brown yellow orange reddish bluish greenish dark tint cast hue beep"),
            *words("hum buzz click hiss silence crackl broken unusable deformed distorted"),
            *words("mangled melted blurry upside inverted mirrored flipped rotated transposed"),
            *words(
                "negative loses drops skips ignores forgets overwrites zeroes zeros clobbers flat"
            ),
            *("over and over", "reproducible", " 0", "run to run", "every run", "each run"),
            *("nothing like", "in the wrong", "wrong ", "unsorted", "indices ", "indexes "),
            *("into ", "to noise", "to garbage"),
        ),
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "odd-on-gpu-only",
        rf"{APPLE_GPU}[^\n]{{0,100}}(?:[,;.]|\b(?:but|while|whereas)) ?(?:on|with|in|using) (?:the "
        rf"|my )?{_OTHER}(?!{_UNTIL_END}{_OF_COST_OR_BOTH}){_UNTIL_END}{_DOES_WELL}",
        along=_TELLS_OF_RESULTS,
    ),
    told("wrong-results", sentence(APPLE_GPU, _OTHER, _FAR_APART, without=_OF_COST), along=ON_MPS),
    told(
        "wrong-results",
        sentence(r"\b(?:mps|torch|pytorch)\b", _TWO_VERSIONS),
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "wrong-results",
        sentence(APPLE_GPU, _OTHER, _FAILS_TO_LEARN, without=_OF_COST),
        along=ON_MPS,
    ),
    told(
        "wrong-results",
        r"\b(?:learns?|trains?|converges?|improves?|detects?|finds?|recogni[sz]es?|segments?"
        r"|transcribes?)\b[^\n.]{0,30}\b(?:on|with|using) (?:the )?(?:cpu|cuda)\b[^\n.]{0,12}"
        rf"\b(?:but|and)? ?not (?:on|with|using) (?:the |my )?{APPLE_GPU}",
        needles=("but not ", "and not ", ", not "),
        along=ON_MPS,
    ),
    told(
        "wrong-results",
        sentence(
            _MEASURE,
            r"\b(?:higher|lower|worse|larger|smaller|bigger|different|poorer|weaker)\b[^\n.]{0,40}"
            rf"\bthan\b[^\n.]{{0,24}}(?:{_OTHER}|{APPLE_GPU})",
            APPLE_GPU,
            without=rf"{_OF_COST}|\bno (?:worse|lower|higher|larger)\b",
        ),
        needles=(" than ",),
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "wrong-results",
        sentence(
            APPLE_GPU,
            rf"{_MEASURE}|\b(?:images?|pictures?|outputs?|audio|voices?|masks?|transcri\w+|videos?"
            r"|texts?|predictions?|segmentations?|reconstructions?)\b",
            r"(?:\b(?:is|are|was|were|looks?|sounds?|gets?|comes? out|turns? out) (?:\w+ ){0,2}?"
            r"|\b(?:gives?|yields?|produces?|makes) (?:\w+ ){0,2}?)worse\b",
            without=rf"{_OF_COST}|\b(?:no|not|never|any|even) (?:\w+ )?worse\b|n't\b",
        ),
        along=MPS_AND_ANOTHER,
        unless=DENIED,
    ),
    told("wrong-results", sentence(APPLE_GPU, _OTHER, _NOT_THERE), along=ON_MPS, unless=DENIED),
    told(
        "wrong-results",
        sentence(APPLE_GPU, _ALIKE, without=r"\b(?:not|never|no longer)\b|n't\b"),
        along=ON_MPS,
        unless=DENIED,
    ),
    told("wrong-results", _NO_SENSE, along=ON_MPS, unless=DENIED),
    told(
        "spoilt-images",
        _PICTURED,
        along=r"\bmps\b|\bapple silicon\b|\bm[1-5](?: ?(?:pro|max|ultra))?\b",
        unless=DENIED,
    ),
    told(
        "wrong-results",
        sentence(
            r"\bmps\b",
            r"\bscor(?:es?|ed|ing)\b (?:\w+ly )?(?:much |far |way |a lot )?(?:lower|worse)\b"
            r"|\b(?:significantly|considerably|notably|noticeably|markedly|much|far) (?:lower"
            r"|worse) (?:\w+ )?(?:scores?|accurac(?:y|ies))\b",
            _TRAINED,
            without=_OF_COST,
        ),
        unless=DENIED,
    ),
    told(
        "wrong-results",
        sentence(
            _MEASURE,
            f"{_apart(0, _OTHER, APPLE_GPU)}|{_apart(2, APPLE_GPU, _OTHER)}",
            without=_OF_COST,
        ),
        needles="f1 loss accura score map iou dice auc bleu wer similar recall precision hit ndcg "
        "mrr",
        along=ON_MPS,
    ),
)
