"""Symptoms that come or go with a version of macOS: after an update, on one and not on another.

`UPDATES`: "wrong since Sequoia, fine before", "26.1 fixed it".  `SYSTEMS`: two versions of macOS
and something amiss, which say nothing each by itself.
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import FLAGS, Apart, speaking, told, words
from mps_doctor.pasted.symptom_words import DENIED, ON_MPS, RELEASES
from mps_doctor.pasted.systems import NAMED_MACOS
from mps_doctor.patterns import late

_OTHER_SUBJECT = (
    r"git|passwords?|log(?:ged)? in|login|windows?|docker|wi-?fi|bluetooth|microphone|permissions?"
    r"|homebrew|brew|pip3?|conda|xcode|xcrun|compil\w+|(?:re)?install\w*|ssh|fonts?|keyboard|camera"
    r"|network|internet|vpn|icons?|menus?|battery|fans?|sleep"
)
"""What an update of macOS changes besides."""

_OF_MINE = (
    r"(?:my|the|our|this|an?|it|i|we|just|only|recently|today|yesterday|mac\w*|mini|pro|air|studio"
    r"|imac|laptop|machine|computer|work|office|home|os|osx|x|version|software|operating|system"
    r"|m[1-5]|host|both|and)"
)
"""What a system that is brought up to date is called: another program has a name of its own."""

MACOS_NUMBER = r"(?:1[1-5]|2[6-9])\.\d+(?:\.\d+)?"
A_MACOS = (
    rf"(?:(?:mac ?os )?(?:(?:{RELEASES})(?: {MACOS_NUMBER})?|{MACOS_NUMBER})"
    r"|mac ?os (?:1[1-9]|2\d))"
)
"""A version of macOS that no other version is taken for."""

_FAULT = (
    r"(?:(?:wrong|incorrect|garbage|noise|noisy|nans?|zeros?|black|differs?|different|broken|bad"
    r"|fails?|crash\w*|segfaults?|aborts?|dies|bus error|gibberish|corrupt\w*|kernel panics?"
    r"|reboots?|freezes|washed[ -]out|blotchy|distorted|blurry|weird|strange)\b"
    r"(?![^\n.;]{0,24}\b(?:fix|solv|resolv|gone|cured)\w*))"
)
UPDATE = rf"(?:{A_MACOS}(?: (?:\w+ )?beta)?|the {MACOS_NUMBER} (?:\w+ )?(?:beta|update|upgrade))"
_AT = r"(?:on|in|under|with|running)"
_IN_ORDER = (
    r"(?:right|fine|correct(?:ly)?|good|equal|ok(?:ay)?|stable|passes|pass|never|works?|worked"
    r"|does(?: not|n't) crash|no (?:crash\w*|problems?|issues?|trouble))\b"
)
_WITH_A_RELEASE = (
    rf"\b(?:updat|upgrad)\w+ (?:{_OF_MINE} ){{0,4}}?from {A_MACOS}[^\n.]{{0,12}} to {A_MACOS}\b"
    r"(?![^\n]{0,80}\b(?:still|the same|as before|unchanged|well|no change)\b)"
    rf"|\b{_FAULT}[^\n.;]{{0,40}} (?:since|after|(?:started|began|came|appeared) with) (?:the |my "
    rf"|i |we )?(?:installed |updated to |upgraded to )?(?:the )?{UPDATE}\b"
    rf"|\b(?:since|after|installing|installed|got) (?:the "
    rf"|my )?{UPDATE}\b[^\n.;]{{0,60}}\b{_FAULT}"
    rf"|\b{_FAULT}[^\n]{{0,120}}\b(?:revert|downgrad|roll|go|went)\w*(?: back)? to {A_MACOS}\b"
    r"[^\n.;]{0,12}\b(?:cure|fix|help|solve|work)\w*"
    rf"|\b{_FAULT}[^\n.;]{{0,24}} {_AT} {A_MACOS}(?![^\n]{{0,24}}\bor (?:newer|later))(?![\d.]*\d"
    rf"| (?:and|or) (?:{_AT} )?{A_MACOS})[^\n]{{0,60}}"
    rf"\b{_AT} {A_MACOS}\b[^\n.;]{{0,60}}?\b{_IN_ORDER}"
    rf"|\b{_FAULT} {_AT} {A_MACOS}(?: too| as well)?[,;] (?:but |and )?{_IN_ORDER}(?: again)?"
    rf" {_AT} {A_MACOS}"
    rf"|\b{_IN_ORDER}[^\n.;]{{0,24}} {_AT} {A_MACOS}\b[^\n]{{0,24}}?\b{_FAULT}"
    rf"[^\n.;]{{0,16}} {_AT} {A_MACOS}"
    rf"|\b(?:updat|upgrad)ing to {UPDATE} (?:spoil\w*|ruin\w*|(?:turned|turns|made"
    rf"|makes)\b[^\n.;]{{0,60}}\b{_FAULT})"
    rf"|^{A_MACOS}(?: beta(?: \d)?)?[:,] [^\n]{{0,80}}\b{_FAULT}[^\n]{{0,40}}[.;,]"
    rf" on {A_MACOS}\b[^\n.;]{{0,24}}\b{_IN_ORDER}"
    rf"|^(?:(?!{_FAULT})[^\n]){{0,60}}? {_AT} {A_MACOS} (?:(?!{_FAULT})[^\n]){{0,40}}?[,;]"
    rf" [^\n.;]{{0,24}}\b{_FAULT}[^\n.;]{{0,16}} {_AT} {A_MACOS}"
)
ABOUT_COMPUTING = late(
    rf"{ON_MPS.pattern}|torch|comfyui|diffus\w+|\b(?:models?|train\w*|inference|embeddings?"
    r"|segment\w+|detect\w+|python)\b",
    FLAGS,
)
_NAMED = (
    r"[`'\"]?(?:mac ?os[ -]?(?:1[1-9]|2[0-9])(?:\.\d{1,2}){0,2}|monterey|ventura|sonoma|sequoia"
    r"|tahoe)[`'\"]?"
)
_GOOD_ON = r"\b(?:fine|ok|works?|pass(?:es)?|correct|right) (?:on|under|in|with)"
_SPOILT = (
    r"\b(?:wrong|nans?|garbage|noise|black|other numbers|different|incorrect|broken|bad|blurry"
    r"|corrupt\w*)\b"
)
_ANY_MACOS = (
    rf"(?:(?:mac ?os )?(?:{RELEASES})(?: [12]\d(?:\.\d)*)?|(?:mac ?os )?(?:1[2-5]"
    r"|2[67])\.\d(?:\.\d)?(?![\d.]*\d))"
)
_SYSTEM = r"(?:mac ?os )?(?:1[2-5]|2[67])\.\d(?:\.\d)?(?![\d.]*\d)"
_BAD = r"(?:black|bad|wrong|noise|noisy|broken|garbage|crash\w*|fails?|gr[ae]y|green|nonsense)"
_GOOD = r"(?:good|fine|ok(?:ay)?|correct|right|works?|worked|clean|perfect|runs?|ran)"
_WORK = r"\b(?:mps|gpu|torch|pytorch|train\w*|models?|inference|diffusion)\b"
_BROUGHT = r"(?:updat|upgrad|install|mov|switch|chang)(?:ed|ing)|went|going|got"
_NUMBER_ALONE = r"(?:1[1-6]|2[67])(?:\.\d{1,2}){0,2}(?![\d.]*\d)"
_MACOS = (
    rf"(?:(?:mac ?os[ -]?)?(?:{RELEASES})(?: {_NUMBER_ALONE})?"
    rf"|mac ?os[ -]?(?:version )?{_NUMBER_ALONE}|(?:1[2-6]|2[67])\.\d{{1,2}}(?:\.\d)?(?![\d.]*\d))"
)
_MENDED = (
    r"(?:gone|went away|disappear\w*|vanish\w*|solve[sd]|fixe[sd]|resolve[sd]|cure[sd]"
    r"|no longer (?:happens|occurs|there|appears)|(?<!mps )(?:ran|runs|works|worked"
    r"|went through)(?! (?:before|until|slower)))"
)
_THE_SYSTEM = r"(?:mac ?os|the (?:operating )?system|the os|my (?:mac\w*|os|system|laptop))"
_TROUBLE = (
    r"\b(?:fail\w*|errors?|refus\w+|stop(?:s|ped)|unsupported|exceptions?|not (?:supported"
    r"|implemented)|crash\w*|limit|wrong)\b|\b\w+error\b"
)

UPDATES = (
    told(
        "since-macos-update",
        r"\b(?:was|were) (?:fine|ok|working|good|correct)[^\n.]{0,16} (?:on|in|with|under"
        r"|before) (?:macos|mac os) [12]\d|\bwas (?:fine|working) on [12]\d"
        r"|worked (?:fine |correctly |well )?(?:on|in|with|under|before) (?:macos "
        r"|mac os )?[12]\d(?:\.[\dx]+){0,2}\b(?!\.\d)"
        r"|\bworks (?:fine |correctly |well )?(?:on|in|with|under|before) (?:macos |mac os )?"
        r"[12]\d(?:\.[\dx]+){0,2}\b(?!\.\d)(?=[^\n]{0,160}(?:\b(?:but|not|fail\w*|broke\w*"
        r"|wrong|crash\w*|while)\b|n't\b))"
        r"|\b(?:but|not|fail\w*|broken?|wrong|crash\w*|regress\w*|bug)\b[^\n]{0,120}"
        r"\bworks (?:fine |correctly |well )?(?:on|in|with|under|before) (?:macos |mac os )?"
        r"[12]\d(?:\.[\dx]+){0,2}\b(?!\.\d)"
        r"|(?:after|since)[^\n.]{0,24}(?:updat|upgrad)\w+\b(?! (?:my |the )?(?:py)?torch(?:vision"
        r"|audio)?,? (?:mac|on ))[^\n.]{0,24}(?:macos|sonoma|sequoia|tahoe|ventura|monterey"
        r"|to [12]\d\.|os\b)(?![^\n]{0,120}\b(?:the same|as before|unchanged)\b)"
        rf"(?!(?:[^\n.]|\.\d){{0,80}}\b(?:{_OTHER_SUBJECT})\b)"
        r"|\bmacos \d\d\.\d[^\n]{0,80}\bfails?\b[^\n]{0,120}\bmacos \d\d\.\d[^\n]{0,80}\bwork(?:s"
        r"|ed|ing) (?:fine|correctly|well)\b"
        r"|(?:macos|sonoma|sequoia) ?[12]\d\.\d+ ?(?:->|→) ?[12]\d\.\d+",
        needles=(
            "update",
            "updating",
            "upgrad",
            "was ",
            "were ",
            "worked",
            "works ",
            "working ",
            "->",
            "→",
        ),
    ),
    told(
        "since-macos-update",
        _WITH_A_RELEASE,
        needles=(
            *words("since after install updat upgrad revert beta monterey ventura sonoma"),
            *words("sequoia tahoe macos"),
            *(" got ", "back to ", " on 1", " on 2", "under 1", "under 2", "with the "),
        ),
        along=ABOUT_COMPUTING,
    ),
    told(
        "fixed-by-macos-update",
        r"\b(?:updat|upgrad)\w+ (?:to )?(?:a newer |the latest )?mac ?os[^\n.,;]{0,24}\b(?:fixe[sd]"
        r"|resolve[sd]|solve[sd]|cure[sd])\b"
        r"|\b(?:fixed|resolved|solved|cured) (?:it |this )?(?:by|with|after) (?:updat"
        r"|upgrad)\w+ (?:to )?mac ?os\b",
    ),
    told(
        "since-macos-update",
        rf"\bdiffer\w*[^\n.]{{0,40}}\b(?:on|between|under|in|with) {_NAMED}[^\n;]{{0,16}}\b(?:than"
        rf"|and|vs|versus|from)\b\.? (?:on |in )?{_NAMED}"
        rf"|{_GOOD_ON} {_NAMED}[^\n;]{{0,32}}{_SPOILT}[^\n;]{{0,24}}\b(?:on|under|in|with) {_NAMED}"
        rf"|{_SPOILT}[^\n;]{{0,24}}\b(?:on|under|in"
        rf"|with) {_NAMED}[^\n;]{{0,16}}{_GOOD_ON} {_NAMED}",
        needles="differ other fine work pass correct right wrong nan",
        along=ON_MPS,
    ),
    told(
        "since-macos-update",
        r"\b(?:went|go|going|moved|jumped|came|chang\w+|switch\w*) from (?:mac ?os )?"
        rf"{_ANY_MACOS} to {_ANY_MACOS}"
        r"|\b(?:went|go(?:ing)?|roll(?:ed|ing)?|revert(?:ed|ing)?|downgrad(?:ed|ing)|back)"
        rf"(?: my mac| it)?(?: back)? to {_ANY_MACOS}[^\n.]{{0,60}}\b(?:works?|worked|fine|ok|gone"
        r"|fixed|solve[sd]|helped|correct)\b"
        r"|\b(?:others?|people|colleagues?|friends?|macs?|machines?|users?)\b[^\n.]{0,20}"
        rf"\b(?:with|on|under|running) {_ANY_MACOS}[^\n.]{{0,16}}(?:\b(?:cannot|not)\b|n't\b)"
        r"[^\n.]{0,8}\b(?:reproduce|see it|have (?:it|this|the))\b"
        rf"|\b(?:on|under|with|in) {_ANY_MACOS}[^\n.;]{{0,40}}\b(?:but|while|whereas|and)\b"
        r"[^\n.;]{0,40}\b(?:passes|works|is fine|is ok|is correct|is right)"
        rf" (?:on|under|with|in) {_ANY_MACOS}",
        needles="went go back downgrad revert roll from moved jumped reproduce passes",
    ),
    told(
        "since-macos-update",
        r"\b(?:since|after) (?:the|my|an|i) (?:\w+ )?(?:updat|upgrad)\w+[^\n.]{0,24}\b(?:mac ?os"
        r"|sonoma|sequoia|tahoe|ventura|monterey)\b(?=[^\n]{0,240}\b(?:before|until then|previously"
        r"|earlier)\b[^\n]{0,60}\b(?:perfect\w*|fine|ok|worked|correct\w*|right|good|well)\b)",
    ),
    told(
        "since-macos-update",
        rf"\bfrom {_SYSTEM} to {_SYSTEM}[^\n]{{0,80}}\b{_BAD}\b"
        rf"|\b{_SYSTEM}[^\n.]{{0,60}}\b(?:panic\w*|crash\w*|{_BAD})\b[^\n]{{0,40}}[;,.] ?on "
        rf"{_SYSTEM} (?:it|all|everything) (?:was|is|ran|runs|works|worked)\b"
        rf"|\bsince {_SYSTEM}[^\n]{{0,120}}\b(?:1[2-5]|2[67])\.\d(?:\.\d)?\b[^\n.]{{0,16}}"
        rf"\b{_GOOD}\b"
        rf"|\b{_SYSTEM}[:,]? (?:\w+ )?{_GOOD}\b[^\n]{{0,24}}[,;] ?{_SYSTEM}[:,]? (?:\w+ )?{_BAD}\b"
        r"|\b(?:updat|upgrad)ed\b[^\n.]{0,24}\bto (?:mac ?os )?(?:1[2-5]|2[67]|sonoma|sequoia"
        r"|tahoe|ventura)\b[^\n]{0,60}\b(?:this morning|since then|afterwards|after that|now"
        r"|today)\b[^\n]{0,160}\b(?:still|before)\b",
        needles="since upgraded updated good fine worked ran right clean from on",
    ),
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
        "fixed-by-macos-update",
        rf"\b{_MENDED}\b[^\n.;]{{0,20}}\b(?:after|once|when|as soon as|since|by|with|following)\b"
        rf"[^\n.;]{{0,12}}\b(?:updat|upgrad)\w+ (?:to )?(?:{_THE_SYSTEM}|{_MACOS})"
        r"|\b(?:after|once|when|by) (?:i |we )?(?:had )?(?:updat"
        rf"|upgrad)\w+ (?:to )?(?:{_THE_SYSTEM}"
        rf"|{_MACOS})[^\n.;]{{0,24}}?\b{_MENDED}\b"
        r"|\b(?:once|after|when|as soon as) (?:mac ?os|the (?:operating )?(?:system|os)) (?:was"
        r"|had been|is|has been) (?:updated|upgraded)\b"
        rf"|\b(?:updat|upgrad)ing (?:to )?(?:{_THE_SYSTEM}|{_MACOS})[^\n.;]{{0,8}} {_MENDED}\b",
        needles="updat upgrad",
        along=speaking(
            ON_MPS,
            _TROUBLE,
            without=r"\bis_available\b|\bmps (?:is |was |became )?(?:not )?available\b",
        ),
        unless=r"(?:\b(?:not|never|still)\b|n't\b)[^\n.;,]{0,24}$",
    ),
)
_ALIKE = late(
    r"\b(?:both (?:\w+ ){0,2}?(?:macs|machines|versions|systems|laptops|of them|crash|fail\w*)"
    r"|the same (?:error|crash|result|problem|issue|thing) (?:on|with|under|in)|regardless"
    r"|no matter|independent(?:ly)? of|neither|alike)\b",
    FLAGS,
)
_NAMES = "|".join(NAMED_MACOS)
_NUMBER = r"(?:1[1-5]|2[67])(?:\.(?:\d{1,2}|x)\b){0,2}"
_UNITS = (
    r"(?![\w.]*\d)(?! ?(?:%|[kmgt]i?b?\b|m?s\b|x\b|h\b|w\b|it/s|s/it|fps|sec|min|hours?|steps|tok"
    r"|images?|tflops|million|billion|times|points|inch))"
)
_OF_OTHERS = (
    r"(?<!cuda )(?<!cudnn )(?<!xcode )(?<!clang )(?<!gcc )(?<!llvm )(?<!ubuntu )(?<!fedora )"
    r"(?<!driver )(?<!rocm )(?<!node )(?<!ios )(?<!torch )(?<!numpy )(?<!version )(?<!loss )"
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


_TWO_VERSIONS = Apart(of=late(_version(""), FLAGS), names=NAMED_MACOS, without=_ALIKE)
_V = _version()
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
_NEEDLES = (*NAMED_MACOS, *words("mac os 12. 13. 14. 15. 26. 27."))
_ENDED = (
    r"\b(?:crash(?:es|ed|ing)?|segfault\w*|segmentation fault|bus error|abort(?:s|ed)?|sig(?:segv"
    r"|abrt|bus|ill|trap)|exc_(?:bad|crash)\w*|quits?|kernel panic\w*|panics?|illegal instruction"
    r"|failed assertion|went down|goes down|clos(?:es|ed) itself|dies|died|llvm error|kill(?:s|ed)"
    r"|mtlreleaseassertion\w*|agxmetal\w*)\b"
)
_COMPUTING = late(
    r"\b(?:(?:py)?torch|mps\w*|gpu|metal\w*|libtorch\w*|generat\w+|inference|train\w*|transcri\w+"
    r"|models?|checkpoints?|whisper|diffusion|sdxl|vae|unet|llm|loss|tensors?|seeds?|epochs?"
    r"|comfyui|web ?ui|_?mtl\w+|agx\w+|interpolation|upscal\w+)\b",
    FLAGS,
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
