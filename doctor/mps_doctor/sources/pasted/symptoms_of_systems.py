"""Symptoms of versions of macOS: what began with one, what a newer one mended or needs.

`SYSTEMS` tells of one that does well beside one that does not.  What began with a macOS says
nothing by itself: it tells to which of its causes a crash or a wrong result belongs, that the same
text tells of.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import FLAGS, Apart, sentence, speaking, told, words
from mps_doctor.sources.pasted.symptom_words import DENIED, ON_MPS, RELEASES
from mps_doctor.sources.pasted.systems import NAMED_MACOS

_NUMBER_ALONE = r"(?:1[1-6]|2[67])(?:\.\d{1,2}){0,2}(?![\d.]*\d)"
_MACOS = (
    rf"(?:(?:mac ?os[ -]?)?(?:{RELEASES})(?: {_NUMBER_ALONE})?"
    rf"|mac ?os[ -]?(?:version )?{_NUMBER_ALONE}|(?:1[2-6]|2[67])\.\d{{1,2}}(?:\.\d)?(?![\d.]*\d))"
)
_BROUGHT = r"(?:updat|upgrad|install|mov|switch|chang)(?:ed|ing)|went|going|got"
_SYSTEM = r"(?:mac ?os|the (?:operating )?system|the os|my (?:mac\w*|os|system|laptop))"
_MENDED = (
    r"(?:gone|went away|disappear\w*|vanish\w*|solve[sd]|fixe[sd]|resolve[sd]|cure[sd]"
    r"|no longer (?:happens|occurs|there|appears)|(?<!mps )(?:ran|runs|works|worked"
    r"|went through)(?! (?:before|until|slower)))"
)
_TROUBLE = (
    r"\b(?:fail\w*|errors?|refus\w+|stop(?:s|ped)|unsupported|exceptions?|not (?:supported"
    r"|implemented)|crash\w*|limit|wrong)\b|\b\w+error\b"
)
_WORK = r"\b(?:mps|gpu|torch|pytorch|train\w*|models?|inference|diffusion)\b"
_OPERATION = (
    r"\b(?:mps|op|ops|operators?|kernels?|conv\w*|fft\w*|topk|sort\w*|cumsum|bfloat16|bf16|int64"
    r"|complex\w*|upsampl\w+|interpolat\w+|bicubic|matmul|linalg\w*|lstm|dtypes?|autocast)\b"
)
_OTHER_NEEDS = (
    r"\b(?:apps?|application|installer|xcode|program|gui|homebrew|docker|driver|(?:py)?torch"
    r"(?: \d[\d.]*)?|(?<!on )(?:mps|metal)(?: backend| support| device)?) (?:needs?|requires?"
    r"|asks? for|wants?)\b"
)

_NAMES_MACOS = (
    r"\b(?:mac ?os|os ?x)[ :(-]{0,3}(?:version )?(?:1[1-5]|2[67])\b"
    rf"|\b(?:big sur|{RELEASES})\b"
)
_TAGS_OF_10_16 = (
    r"\b(?:tags?|sys_tags\W|pip3? debug|pip (?:detects?|sees|finds|thinks|takes)|get_platform)\b"
    r"(?:(?!not a supported wheel|\.whl)[\s\S]){0,400}?\bmacosx?[-_]10[_.]16(?!\d)"
    r"|\bmacosx_10_16_\w+\s{1,12}\w{2,6}-\w{2,6}-macosx_10_16_"
)
_TAG_OF_TODAY = r"\bmacosx[-_](?:1[1-9]|2\d)[_.]\d|\bxcode\b"
"""What pip lists first where it is told the truth; 10_16 follows it on every Intel Mac.

Source: https://github.com/pypa/packaging/blob/main/src/packaging/tags.py
"""
VERSIONS = (
    told(
        "began-with-a-macos",
        rf"\b(?:since|after|once|when|until|as soon as) (?:i|we|it|my \w+|the (?:mac|system"
        rf"|machine)) (?:(?:had|have|was|were|just|recently|also) ){{0,2}}(?:{_BROUGHT})\b"
        rf"[^\n.;]{{0,40}}?\b{_MACOS}"
        rf"|\b(?:since|after|following|from|until|with|by) (?:{_BROUGHT})\b[^\n.;]{{0,24}}?"
        rf"\b{_MACOS}"
        r"|\b(?:since|after|following|until|with|from) (?:[\w'-]+ ){0,3}?(?:updates?|upgrade"
        rf"|move)(?: of [\w ]{{1,16}})? (?:to )?(?:the )?{_MACOS}"
        r"|\b(?:since|after|following|until|with|from) (?:[\w'-]+ ){0,3}?(?:mac ?os|system|os"
        rf"|{_MACOS}) (?:sonoma |sequoia |tahoe |ventura |[12]\d[\d.]* )?(?:update|upgrade|beta)\b"
        r"|\b(?:beg[aiu]n\w*|start(?:s|ed)|appear(?:s|ed)|came|broke) (?:\w+ )?(?:with|after"
        rf"|since|in|on|under) (?:(?:the|my|an) )?(?:(?:update|upgrade|move) to )?{_MACOS}"
        rf"|\b{_MACOS} (?:\w+ )?(?:breaks|broke|crashe[sd]|kill(?:s|ed))\b"
        rf"|\b(?:stayed|stays|staying|still|remains?|is|are) on {_MACOS}[^\n.]{{0,24}}"
        r"\b(?:no (?:problem|issue|trouble|crash|nan)\w*|fine|works?|not)\b"
        rf"|\b(?:not|never) (?:on|under|with|in) {_MACOS}|\b(?:on|under|with|in) {_MACOS},? "
        r"(?:(?:the same [\w ]{1,16}?|it|this|everything|all|that) )?(?:is|was|were|ran|runs"
        r"|works|worked) (?:ok|fine|good|stable|well|correct\w*|without)\b(?![^\n.]{0,8}\b(?:too"
        r"|also|as well)\b)"
        rf"|\b{_MACOS} (?:machines?|macs?|users?|systems?|installs?) (?:are (?:fine|ok)|is (?:fine"
        r"|ok)|do not|don't|have no|work)\b"
        rf"|\bsince (?:(?:i'm|i am|we're|we are|being) on )?{_MACOS}|\bon {_MACOS} only\b"
        rf"|\bdowngrad\w+(?: \w+)? to (?:{_MACOS}|1[2-6]\b|2[67]\b)[^\n.]{{0,12}}\b(?:solve[sd]"
        r"|helps|helped|fixe[sd]|cure[sd])\b"
        r"|\b(?:updated|upgraded) (?:my |the |this |our )?(?:mac\w*|system|machine|os|laptop)"
        rf"[^\n.;]{{0,12}}? to {_MACOS}"
        r"|\b(?:roll\w*|going|went|go|revert\w*|downgrad\w*|back)(?: it| my \w+)?(?: back)? to "
        rf"{_MACOS}[^\n.]{{0,40}}\b(?:gone|away|works?|worked|fixe[sd]|helps|helped|solve[sd]"
        r"|fine|ok)\b",
        needles=(
            "updat upgrad install mov switch chang went going got stay still back macos sonoma "
            "sequoia tahoe ventura monterey not since only works fine downgrad stable"
        ),
        along=_WORK,
    ),
    told(
        "crash-beside-mps",
        r"\bkernel[- ]panic(?:s|ked|king)?\b|\b(?:reboots|rebooted|restarts|panics|takes down)"
        r" (?:the|my) (?:whole )?(?:mac\w*|machine|system|computer)\b"
        r"|\bwindowserver (?:to )?(?:crash\w*|dies|die|hangs?)",
        needles="panic reboot restart windowserver",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "fixed-by-macos-update",
        rf"\b{_MENDED}\b[^\n.;]{{0,20}}\b(?:after|once|when|as soon as|since|by|with|following)\b"
        rf"[^\n.;]{{0,12}}\b(?:updat|upgrad)\w+ (?:to )?(?:{_SYSTEM}|{_MACOS})"
        rf"|\b(?:after|once|when|by) (?:i |we )?(?:had )?(?:updat|upgrad)\w+ (?:to )?(?:{_SYSTEM}"
        rf"|{_MACOS})[^\n.;]{{0,24}}?\b{_MENDED}\b"
        r"|\b(?:once|after|when|as soon as) (?:mac ?os|the (?:operating )?(?:system|os)) (?:was"
        r"|had been|is|has been) (?:updated|upgraded)\b"
        rf"|\b(?:updat|upgrad)ing (?:to )?(?:{_SYSTEM}|{_MACOS})[^\n.;]{{0,8}} {_MENDED}\b",
        needles="updat upgrad",
        along=speaking(
            ON_MPS,
            _TROUBLE,
            without=r"\bis_available\b|\bmps (?:is |was |became )?(?:not )?available\b",
        ),
        unless=r"(?:\b(?:not|never|still)\b|n't\b)[^\n.;,]{0,24}$",
    ),
    told(
        "operation-needs-newer-macos",
        sentence(
            r"\b(?:needs?|requires?|asks? for|wants?|only (?:supported|works?|available) (?:on|in"
            r"|from|since|with)|not (?:supported|available|implemented) (?:before|below|until"
            r"|prior to|on less than)|supported (?:on|from|since)) (?:at least )?mac ?os \d\d",
            _OPERATION,
            without=_OTHER_NEEDS,
        ),
    ),
    told(
        "macos-told-otherwise",
        r"\bmac_ver\b(?:\(\))?[\s\S]{0,60}?(?<![\d.])(?:10\.16|16\.0)(?![\d.]*\d)"
        r"|\bpython[\d.]* -m platform\s{1,4}macos-(?:10\.16|16\.0)-"
        r"|\b(?:python|conda|pip|torch|it|system|program|process)\b[^\n.]{0,24}\b(?:believes?"
        r"|claims?|thinks?|is told|is convinced|assumes?|pretends?)\b(?:[^\n.]"
        r"|\.(?! )){0,24}(?<![\d.])(?:10\.16|16\.0)(?![\d.]*\d)",
        needles="10.16 16.0",
        by_line=False,
    ),
    told(
        "macos-told-otherwise",
        sentence(
            r"(?<![\d.])(?:10\.16|16\.0)(?![\d.]*\d)(?!-x86_64)",
            r"\b(?:mac_ver|platform|python|sys|conda|torch)\b|__osx\b",
            r"\b(?:tahoe|sequoia|sonoma|ventura|monterey|big sur|mac ?os (?:1[1-5]|26))\b",
            without=r"\b(?:xcode|sdk|clang)\b|\bis_available\b[^\n]{0,6}\btrue\b",
        ),
    ),
    told(
        "macos-told-otherwise",
        _TAGS_OF_10_16,
        by_line=False,
        along=speaking(_NAMES_MACOS, without=_TAG_OF_TODAY),
    ),
)


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
    told("began-with-a-macos", _SAME, along=_TWO_VERSIONS),
    told(
        "began-with-a-macos",
        rf"{_ONLY}|{_CAME_WITH}|{_ITS_FAULT}",
        needles=(*_NEEDLES, "apple", "torch thing", "torch bug", "torch problem"),
        beside=(
            *words("only after since when once install updat upgrad -> → from until till before"),
            *words("brok break fault bug defect regress problem blam suspect"),
            "the os",
        ),
    ),
    told("end-told", _ENDED, along=_COMPUTING, unless=DENIED),
    told("amiss-told", _AMISS, along=_COMPUTING, unless=DENIED),
)
"""Say nothing by themselves: see `symptom_terms.py`."""
