"""Symptoms of what is told of versions of macOS: one that does well beside one that does not.

None of them says anything by itself: they tell to which of its causes a crash or a wrong result
belongs, that the same text tells of.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import DENIED, FLAGS, Apart, told, words
from mps_doctor.sources.pasted.systems import NAMED_MACOS

_NAMES = "|".join(NAMED_MACOS)
_NUMBER = r"(?:1[1-5]|2[67])(?:\.(?:\d{1,2}|x)\b){0,2}"
_OF_OTHERS = (
    r"(?<!cuda )(?<!cudnn )(?<!xcode )(?<!clang )(?<!gcc )(?<!llvm )(?<!ubuntu )(?<!fedora )"
    r"(?<!driver )(?<!rocm )(?<!node )(?<!ios )(?<!torch )(?<!numpy )(?<!version )(?<!loss )"
)
_UNITS = (
    r"(?![\w.]*\d)(?! ?(?:%|[kmgt]i?b?\b|m?s\b|x\b|h\b|w\b|it/s|s/it|fps|sec|min|hours?|steps|tok"
    r"|images?|tflops|million|billion|times|points|inch))"
)


def _version(group: str = "?:") -> str:
    """Return the pattern of a version of macOS: by name, behind the system's name, or bare.

    With an empty `group` it has a group for each of: the name, its number, the number, the bare.
    """
    return (
        rf"(?:\b({group}{_NAMES})\b(?: (?:\(?v?({group}{_NUMBER})|x\b))?|\b(?:mac ?os(?: x)?|os ?x"
        rf"|os)[ :-]{{1,2}}(?:version )?v?({group}{_NUMBER}){_UNITS}"
        rf"|(?<![\w.,:=/+~$#-]){_OF_OTHERS}({group}(?:1[2-5]|2[67])\.(?:\d{{1,2}}(?:\.\d{{1,2}})?"
        rf"|x(?:\.x)?)\b){_UNITS})"
    )


_V = _version()
_NEEDLES = (*NAMED_MACOS, *words("mac os 12. 13. 14. 15. 26. 27."))


_ALIKE = late(
    r"\b(?:both (?:\w+ ){0,2}?(?:macs|machines|versions|systems|laptops|of them|crash|fail\w*)"
    r"|the same (?:error|crash|result|problem|issue|thing) (?:on|with|under|in)|regardless"
    r"|no matter|independent(?:ly)? of|neither|alike)\b",
    FLAGS,
)
_TWO_VERSIONS = Apart(of=late(_version(""), FLAGS), names=NAMED_MACOS, without=_ALIKE)

_BETWEEN = (
    r"(?:(?!\b(?:(?:py)?torch|cpu|cuda|linux|windows|nvidia|python|both|too|also|nightly"
    r"|only)\b)[^\n.;])"
)
_WELL = (
    r"(?:\b(?:ok(?:ay)?|fine|good|great|works?|worked|working|runs|ran|pass(?:es|ed)?"
    r"|correct(?:ly)?|right|unaffected|sane|clean|sharp|normal|green|perfect(?:ly)?|learns?|trains?"
    r"|gone|pin(?:ned)?|stay(?:s|ed)?|kept|keep|nothing|no|never|(?:do|does|did|is|are|was|has"
    r"|have)(?:n't| not)|not|stable)\b(?! (?:\w+ )?(?:on|with|under) (?:the )?(?:cpu|cuda|linux"
    r"|windows|nvidia)\b)|(?<![\w.])\d(?:\.\d+)?e-0?[4-9]\b)"
)
_SAME = (
    r"\b(?:same|identical|unchanged|no change (?:in|of|to)) (?:\w+ ){0,2}?(?:venv|env\w*|lock ?file"
    r"|wheels?|torch|packages|versions?|image|code|script|seed|model|weights|machine|mac|computer"
    r"|laptop|install\w*|dependencies|m[1-5])\b"
    r"|\btorch (?:\([\d.]+\) )?(?:stayed|(?:is )?unchanged|(?:is )?the same)\b"
    r"|\bboth (?:with )?torch [\d.]+\d\b(?! (?:and|or|to) (?:torch )?\d)|\bboth times\b"
    r"|\bdual[ -]?boot\w*|\bbooted (?:from|in|into)\b"
)
_ONLY = (
    rf"(?<!have )(?<!got )(?<!use )(?<!tried )\bonly (?:(?:on|in|with|under|for|affects|hits"
    rf"|happens (?:on|in|with|under)|the) ){{0,2}}{_V}(?! ?(?:\+|(?:and|or) (?:newer|later|above|up"
    r"|higher|greater)))"
    rf"|\b(?:on|in|with|under) {_V} only\b"
)
_CAME_WITH = (
    r"\b(?:after|since) (?:(?:the|my|an?|i|last|latest|this|recent|newest|(?:last )?[a-z]+'s)"
    r" ){0,3}(?:mac ?os|os|system) (?:updat|upgrad)\w+"
    rf"|(?:^|[.\n] ?)(?:installed|updated to|upgraded to) {_V}"
    rf"|\bafter {_V}|\bwas {_V} (?:until|till|before)\b"
    r"|\b(?:updat|upgrad)\w+ (?:the |my )?(?:mac ?os|os|system) (?:broke|breaks|made|killed|caused)"
    rf"|{_V} ?(?:->|→) ?{_V}|\bfrom {_V} to {_V}"
)
_ITS_FAULT = (
    rf"\b(?:did|does|has|have) {_V} (?:break|broken?)\b|{_V} (?:update )?broke\b"
    rf"|{_V} has an? (?:known )?(?:fault|bug|defect|regression|problem)\b"
    r"|\b(?:it's|it is|it was|blame|suspect|of|from|in) the os\b(?! (?:version|level|name|list))"
    r"|\bthe os's\b|\bsuspect apple\b"
    r"|\bnot a (?:py)?torch (?:thing|bug|problem|issue)\b"
)
_COMPUTING = late(
    r"\b(?:(?:py)?torch|mps\w*|gpu|metal\w*|libtorch\w*|generat\w+|inference|train\w*|transcri\w+"
    r"|models?|checkpoints?|whisper|diffusion|sdxl|vae|unet|llm|loss|tensors?|seeds?|epochs?"
    r"|comfyui|web ?ui|_?mtl\w+|agx\w+|interpolation|upscal\w+)\b",
    FLAGS,
)
_ENDED = (
    r"\b(?:crash(?:es|ed|ing)?|segfault\w*|segmentation fault|bus error|abort(?:s|ed)?|sig(?:segv"
    r"|abrt|bus|ill|trap)|exc_(?:bad|crash)\w*|quits?|kernel panic\w*|panics?|illegal instruction"
    r"|failed assertion|went down|goes down|clos(?:es|ed) itself|dies|died|llvm error|kill(?:s|ed)"
    r"|mtlreleaseassertion\w*|agxmetal\w*)\b"
)
_AMISS = (
    r"(?:\b(?:wrong\w*|incorrect\w*|garbage|gibberish|nonsense|nois[ey]\w*|nans?|inf|black|blurr\w*"
    r"|gr[ae]y|stripes?|blotch\w*|art[ie]facts?|ghosts?|shifted|misplaced|deviat\w*|differ\w*"
    r"|other (?:logits|numbers|results?|values|outputs?)|mismatch\w*|contrast|dull|max(?:imum)?[ _]"
    r"(?:abs[ _]?)?(?:diff\w*|err\w*)|off by|collaps\w+|learns? nothing|worse|corrupt\w*|distort\w*"
    r"|inaccura\w*|zeros)\b|!{4})"
)

SYSTEMS = (
    told(
        "began-with-a-macos",
        _NEEDLES,
        rf"{_V}{_BETWEEN}{{0,48}}{_WELL}|{_WELL}{_BETWEEN}{{0,16}}{_V}"
        rf"|\bthan (?:on|in|under|with) {_V}",
        beside=(
            *words("ok fine good great work runs ran pass correct right unaffected sane clean"),
            *words("sharp normal green perfect learn trains gone pin stay kept keep nothing never"),
            *words("n't e-0 e-4 e-5 e-6 e-7 stable"),
            *("no ", "not ", " than "),
        ),
        along=_TWO_VERSIONS,
    ),
    told(
        "began-with-a-macos",
        "same identical unchanged change stayed both dual booted",
        _SAME,
        along=_TWO_VERSIONS,
    ),
    told(
        "began-with-a-macos",
        (*_NEEDLES, "apple", "torch thing", "torch bug", "torch problem"),
        rf"{_ONLY}|{_CAME_WITH}|{_ITS_FAULT}",
        beside=(
            *words("only after since when once install updat upgrad -> → from until till before"),
            *words("brok break fault bug defect regress problem blam suspect"),
            "the os",
        ),
    ),
    told(
        "end-told",
        "crash fault bus abort sig exc_ quit kill panic illegal assert down itself dies died "
        "llvm agx",
        _ENDED,
        along=_COMPUTING,
        unless=DENIED,
    ),
    told("amiss-told", (), _AMISS, along=_COMPUTING, unless=DENIED),
)
"""Say nothing by themselves: see `symptom_terms.py`."""
