"""Symptoms that are told rarely, or rarely so: each in one sentence, of any subject.

They stand after those of environments and before those of set-ups: of what tells two of them, the
first one leads.
"""

from __future__ import annotations

from mps_doctor.sources.pasted.symptom_kinds import sentence, told
from mps_doctor.sources.pasted.symptom_words import (
    COMPANION,
    DENIED,
    NOT,
    ON_MAC,
    ON_MPS,
    RELEASES,
    TORCH,
)

_FAILS = (
    rf"(?:{NOT}|\b(?:stop(?:s|ped)?|dies|break(?:s|ing)?|broke|crash\w*|raises?|refuse[sd]?)\b)"
)
_AMOUNT = r"\d[\d.,]* ?[gm]i?b\b"
_WORKS = r"\b(?:works?|worked|is ok(?:ay)?|is fine|are fine|imports?|succeeds?|true)\b"
_NAMED = (
    r"[`'\"]?(?:mac ?os[ -]?(?:1[1-9]|2[0-9])(?:\.\d{1,2}){0,2}|monterey|ventura|sonoma|sequoia"
    r"|tahoe)[`'\"]?"
)
_GOOD_ON = r"\b(?:fine|ok|works?|pass(?:es)?|correct|right) (?:on|under|in|with)"
_BAD = (
    r"\b(?:wrong|nans?|garbage|noise|black|other numbers|different|incorrect|broken|bad|blurry"
    r"|corrupt\w*)\b"
)
_MACOS = (
    rf"(?:(?:mac ?os )?(?:{RELEASES})(?: [12]\d(?:\.\d)*)?|(?:mac ?os )?(?:1[2-5]"
    r"|2[67])\.\d(?:\.\d)?(?![\d.]*\d))"
)
_OTHER = r"(?:the )?(?:cpu|cuda|nvidia)\b"
_EITHER = r"(?:the )?(?:cpu|cuda|nvidia|mps|gpu|metal)"
_TROUBLE = (
    r"\b(?:crash\w*|fail\w*|errors?|happen\w*|occur\w*|problem|issue|bug|hangs?|reproduc\w*)\b"
)
_ELSEWHERE_TOO = (
    rf"{_TROUBLE}[^\n.;]{{0,60}}\bboth (?:on |with |for )?{_EITHER}(?: devices?)? and (?:on "
    rf"|with )?{_EITHER}\b|: ?both {_EITHER} and {_EITHER}[ \t]*$"
    rf"|{_TROUBLE}[^\n.;]{{0,40}}\b(?:on|with|using|under) {_OTHER},? (?:too|as well|also|alike)\b"
    rf"|\b(?:same|identical) (?:error|crash|problem|issue|thing|traceback|exception|failure)\b"
    rf"[^\n.;]{{0,24}}\b(?:on|with|using|under) {_OTHER}"
    rf"|{_TROUBLE}[^\n.;]{{0,40}}\b(?:regardless|independent\w*|irrespective|no matter) (?:of )?"
    r"(?:the |which |what )?(?:device|backend)\b"
)
"""What a program does on another device as well is no matter of mps."""

RARITIES = (
    told(
        "sparse-on-gpu",
        sentence(
            r"\btorch\.sparse\.\w+|\bsparse_(?:coo|csr)\w*|\bto_sparse\b",
            r"\bmps\b",
            _FAILS,
            without=r"\bto_dense\b[^\n]{0,24}\b(?:helps?|works?|solve[sd]?)",
        ),
        unless=DENIED,
    ),
    told(
        "complex-on-gpu",
        sentence(
            r"\btorch\.(?:polar|complex)\b|\bview_as_(?:complex|real)\b",
            rf"(?:{NOT}|\b(?:possible|impossible)\b)",
            r"\b(?:mps|gpu|metal)\b",
            without=r"\bcuda\b",
        ),
        along=ON_MPS,
    ),
    told(
        "float64-on-gpu",
        sentence(
            r"\bdoubles\b|\bdouble[- ](?:precision|tensors?|dtype|type|values?|arrays?)\b"
            r"|\bfloat64\b",
            r"\bmps\b",
            r"\b(?:stops?|dies|breaks?|raises|refuse[sd]?|rejects?|chokes|fails?|failed)\b",
            without=r"\b(?:float32|fp16|half)\b[^\n]{0,16}\b(?:fails?|too|also)\b",
        ),
        unless=DENIED,
    ),
    told(
        "metal-shader-of-compile",
        sentence(
            r"\b(?:torch\.compile\w*|inductor)\b",
            r"\bmetal (?:shader|kernel|code)s?\b|\b(?:shader|kernel)s? (?:in|of) metal\b"
            r"|\bshaders?\b",
            r"\b(?:errors?|fails?|failed|wrong|invalid|exceeds?|undeclared|does(?: not|n't)"
            r"|differs?)\b",
            without=r"\bno errors?\b",
        ),
        along=ON_MPS,
    ),
    told(
        "memory-grows",
        rf"\b(?:memory|\w*allocated\w*|rss|ram|footprint)\b[^\n]{{0,60}}?(?:{_AMOUNT}(?:,|;| ?->"
        rf"| ?→| ?>| then| and)? ?){{3,12}}[^\n]{{0,16}}\b(?:until|killed|oom|and so on|each|every"
        r"|per|etc)\b"
        rf"|\b(?:each|every|per)\b[^\n]{{0,40}}:? ?(?:{_AMOUNT}(?:,| ?->| ?→| then) ?){{3,12}}",
        needles="memory allocated rss ram footprint",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "memory-grows",
        r"\bleaks? (?:in|of|with|from|when|during)\b[^\n.;]{0,60}\bmps\b(?![^\n]{0,40}\bfixed\b)",
        unless=DENIED,
    ),
    told(
        "since-macos-update",
        rf"\bdiffer\w*[^\n.]{{0,40}}\b(?:on|between|under|in|with) {_NAMED}[^\n;]{{0,16}}\b(?:than"
        rf"|and|vs|versus|from)\b\.? (?:on |in )?{_NAMED}"
        rf"|{_GOOD_ON} {_NAMED}[^\n;]{{0,32}}{_BAD}[^\n;]{{0,24}}\b(?:on|under|in|with) {_NAMED}"
        rf"|{_BAD}[^\n;]{{0,24}}\b(?:on|under|in|with) {_NAMED}[^\n;]{{0,16}}{_GOOD_ON} {_NAMED}",
        needles="differ other fine work pass correct right wrong nan",
        along=ON_MPS,
    ),
    told(
        "since-macos-update",
        r"\b(?:went|go|going|moved|jumped|came|chang\w+|switch\w*) from (?:mac ?os )?"
        rf"{_MACOS} to {_MACOS}"
        r"|\b(?:went|go(?:ing)?|roll(?:ed|ing)?|revert(?:ed|ing)?|downgrad(?:ed|ing)|back)"
        rf"(?: my mac| it)?(?: back)? to {_MACOS}[^\n.]{{0,60}}\b(?:works?|worked|fine|ok|gone"
        r"|fixed|solve[sd]|helped|correct)\b"
        r"|\b(?:others?|people|colleagues?|friends?|macs?|machines?|users?)\b[^\n.]{0,20}"
        rf"\b(?:with|on|under|running) {_MACOS}[^\n.]{{0,16}}(?:\b(?:cannot|not)\b|n't\b)"
        r"[^\n.]{0,8}\b(?:reproduce|see it|have (?:it|this|the))\b"
        rf"|\b(?:on|under|with|in) {_MACOS}[^\n.;]{{0,40}}\b(?:but|while|whereas|and)\b"
        r"[^\n.;]{0,40}\b(?:passes|works|is fine|is ok|is correct|is right)"
        rf" (?:on|under|with|in) {_MACOS}",
        needles="went go back downgrad revert roll from moved jumped reproduce passes",
    ),
    told(
        "since-macos-update",
        r"\b(?:since|after) (?:the|my|an|i) (?:\w+ )?(?:updat|upgrad)\w+[^\n.]{0,24}\b(?:mac ?os"
        r"|sonoma|sequoia|tahoe|ventura|monterey)\b(?=[^\n]{0,240}\b(?:before|until then|previously"
        r"|earlier)\b[^\n]{0,60}\b(?:perfect\w*|fine|ok|worked|correct\w*|right|good|well)\b)",
    ),
    told(
        "kernel-of-another-python",
        sentence(
            r"\b(?:jupyter\w*|notebook|kernel|vs ?code|spyder|pycharm)\b",
            TORCH,
            r"(?:\bcan(?:not|'t)|\bcould(?: not|n't)|\bdoes(?: not|n't)|\bunable to) (?:find"
            r"|see|import|know)\b|\bno module\b|\bmodulenotfounderror\b",
        ),
        needles="kernel jupyter notebook vscode vs code",
        along=(
            r"\b(?:terminal|shell|command line|outside)\b[^\n]{0,60}"
            + _WORKS
            + "|"
            + _WORKS
            + r"[^\n]{0,40}\b(?:terminal|shell|command line|outside)\b"
        ),
    ),
    told(
        "watermark-refused",
        r"\bwatermark\b[^\n.]{0,24}(?:\b(?:ratio|value|variable)\b)?(?:[^\n.]|\.(?=\d)){0,40}"
        r"\b(?:is|are|as|was|be) (?:\w+ )?(?:invalid|refused|rejected|too (?:high|low|large"
        r"|small))\b",
        unless=DENIED,
    ),
    told(
        "mps-function-newer",
        r"\btorch\.mps\.\w+\b[^\n]{0,60}(?:n't know|does not know|\bis unknown\b|\bdoes(?: not"
        r"|n't) (?:exist|have)\b|\bis missing\b(?! (?:in|from|on) (?:the|our|your) (?:docs?"
        r"|documentation|list|page|table))|\battributeerror\b|\bnot (?:there|in) (?:yet"
        r"|my|this)\b)",
    ),
    told(
        "import-hangs",
        r"\bimport torch['\"`)]{0,3} (?:line )?(?:just )?(?:stays|sits|stalls|blocks|waits|hangs"
        r"|freezes|gets stuck|never (?:returns|ends|comes back)|does(?: not|n't) (?:end|return"
        r"|come back|finish))\b|\b(?:hangs|stalls|freezes|stops) at (?:the )?(?:line )?['\"`]?"
        r"import torch\b",
    ),
    told(
        "killed-at-import",
        sentence(
            r"\btorch (?:is|gets|was) (?:being )?imported\b|\b(?:imports?|importing) torch\b"
            r"|\bimport of torch\b",
            r"\b(?:bus error|segfaults?|segmentation fault|abort trap|illegal instruction|sig(?:bus"
            r"|abrt|ill|trap|kill)|dies with|is killed|gets killed|kernel (?:dies|died"
            r"|crashe[sd]))\b",
        ),
        needles=("torch is imported", "imports torch", "import of torch", "importing torch"),
        along=ON_MAC,
    ),
    told(
        "companion-of-a-source-tree",
        rf"\b{COMPANION}\b[^\n]{{0,24}}\b(?:imported|loaded) from ['\"`]?(?!\S{{0,200}}(?:site"
        rf"|dist)-packages)\S{{0,200}}{COMPANION}\b",
    ),
    told(
        "file-shadows-module",
        r"\btorch\.__file__\)?[^\n/]{0,24}(?!/\S{0,200}(?:site|dist)-packages)/\S{1,200}?"
        r"(?:/torch/__init__|/torch)\.py\b",
    ),
    told(
        "file-shadows-module",
        r"\b(?:folder|directory|(?:sub)?package|(?:sub)?module|file)s? (?:called |named |is )?"
        r"['\"`]?[\w./-]{0,60}\btorch(?:/|\.py)?['\"`]?(?=[\s,;:.)])[^\n]{0,80}\bimport torch\b"
        r"[^\n]{0,60}\b(?:gets?|got|takes?|took|finds?|found|picks?|picked|loads?|loaded) (?:up )?"
        r"(?:it|that|this|ours|mine|instead|the (?:local|wrong|other))\b",
    ),
    told(
        "pip-too-old-for-tags",
        r"\b(?:old )?pip(?: version)? (?:1\d|2[01])(?:\.\d{1,2}){0,2}\b[^\n]{0,80}(?:\bno\b|\bnot\b"
        r"|n't\b|\bcannot\b)[^\n]{0,60}\b(?:tags?|wheels?|macosx_1\d)"
        r"|\b(?:newer|upgrad\w+|updat\w+|old) pip\b[^\n]{0,60}\b(?:macosx_\d\d|tags?)\b",
        needles=("pip 1", "pip 2", "pip version 1", "pip version 2", "old pip", "newer pip"),
        along=TORCH,
    ),
    told(
        "loaded-elsewhere",
        r"\b(?:until|without|unless|needs?|had to|have to|must|only with|missing)\b[^\n.]{0,24}"
        r"\bmap_location\b",
        along=(
            r"\b(?:torch\.load|checkpoint|weights|load\w*)\b[\s\S]{0,300}\b(?:fail\w*|cannot|error"
            r"|can't|refus\w+)\b"
        ),
    ),
    told(
        "old-xcode-of-builder",
        r"\bxcode (?:version )?(?:[4-9](?:\.\d){0,2}|1[0-2](?:\.\d){0,2}|13(?:\.[0-2]){0,2})"
        r"(?![\d.]*\d)(?! *\|)",
        along=(
            r"\bfrom source\b|\bsetup\.py (?:develop|install|bdist_wheel|build)\b|\buse_mps\b"
            r"|\b(?:build|built|compil)\w* (?:py)?torch\b|\bcmake\b"
        ),
    ),
    told(
        "numpy-2-with-old-torch",
        sentence(
            r"\bnumpy\b[^\n\d.]{0,24}\b(?:now|is|at|to|upgraded)\b[^\n\d]{0,12}\b2\.\d",
            TORCH,
            _FAILS,
            without=r"\btorch (?:is |version )?(?:2\.[3-9]|2\.1\d)",
        ),
        along=TORCH,
    ),
    told(
        "nightly-broken",
        r"\bdev20\d{6}\b[^\n]{0,24}\b(?:is|was|works?|worked|still) (?:still )?(?:fine|ok|works"
        r"|worked|good|well|true)\b|\byesterday's (?:nightly|build|wheel|one)?[^\n.]{0,12}\b(?:true"
        r"|was (?:still )?(?:fine|ok|good|right|true)|worked|works|fine|ok)\b",
        needles=".dev20 dev20 nightly",
        along=r"\b(?:nightl(?:y|ies)|dev build)\b|\.dev20\d{6}\b",
    ),
    told(
        "wrong-on-cpu",
        r"\b(?:nans?|inf|wrong|black|garbage|noise|bad|gibberish)\b[^\n.,;:]{0,24}\bon (?:both )?"
        r"(?:the )?(?:cpu|processor)(?: and| as well as)(?: on)?(?: the)? (?:mps|gpu|metal)\b"
        r"(?! (?:differ|disagree))"
        r"|\bnans?\b(?: values?)? in (?:my|the|our) (?:\w+ )?(?:data\w*|csv|inputs?|labels?"
        r"|features?|files?|tables?|columns?|rows?)\b",
    ),
    told(
        "fails-elsewhere-too",
        _ELSEWHERE_TOO,
        needles="both same too well also alike regardless independent irrespective matter",
        along=ON_MPS,
    ),
    told(
        "nothing-runs-on-gpu",
        r"\bnothing (?:at all )?(?:can be|is|gets|could be) (?:computed|calculated|run|executed)"
        r"\b[^\n.]{0,16}\b(?:mps|gpu)\b"
        r"|\b(?:even|very first|already)\b[^\n]{0,16}\btorch\.(?:ones|zeros|rand|randn|empty"
        r"|tensor)\([^\n]{0,50}\bmps\b[^\n]{0,24}"
        rf"{_FAILS}"
        r"|\btorch\.(?:ones|zeros|rand|randn|empty|tensor)\([^\n)]{0,30}\bmps\b[^\n)]{0,4}\)"
        rf" already[^\n.]{{0,8}}{_FAILS}",
    ),
    told(
        "patched-macos",
        r"\bopencore(?:[ -]legacy)?(?:[ -]patcher)?\b|\boclp\b|\bpatched sur\b"
        r"|\bpatched to (?:run |use |get )?(?:mac ?os|(?:big )?sur|monterey|ventura|sonoma|sequoia"
        r"|tahoe|1[1-5]\b)",
        needles=("opencore", "legacy patcher", "patched"),
        along=ON_MAC,
    ),
)
