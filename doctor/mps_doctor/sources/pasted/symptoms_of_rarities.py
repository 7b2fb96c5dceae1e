"""Symptoms of rare causes, told in one sentence beside or without an error text."""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import (
    DENIED,
    FLAGS,
    NOT,
    ON_MAC,
    ON_MPS,
    SENTENCE,
    TORCH,
    Symptom,
    sentence,
    words,
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
    r"(?:(?:mac ?os )?(?:monterey|ventura|sonoma|sequoia|tahoe)(?: [12]\d(?:\.\d)*)?"
    r"|(?:mac ?os )?(?:1[2-5]|2[67])\.\d(?:\.\d)?(?![\d.]*\d))"
)
_OTHER = r"(?:the )?(?:cpu|cuda|nvidia)\b"
_EITHER = r"(?:the )?(?:cpu|cuda|nvidia|mps|gpu|metal)"
_TROUBLE = (
    r"\b(?:crash\w*|fail\w*|errors?|happen\w*|occur\w*|problem|issue|bug|hangs?|reproduc\w*)\b"
)
_ELSEWHERE_TOO = (
    rf"{_TROUBLE}[^\n.;]{{0,60}}\bboth (?:on |with |for )?{_EITHER}(?: devices?)? and (?:on "
    rf"|with )?"
    rf"{_EITHER}\b|: ?both {_EITHER} and {_EITHER}[ \t]*$"
    rf"|{_TROUBLE}[^\n.;]{{0,40}}\b(?:on|with|using|under) {_OTHER},? (?:too|as well|also|alike)\b"
    rf"|\b(?:same|identical) (?:error|crash|problem|issue|thing|traceback|exception|failure)\b"
    rf"[^\n.;]{{0,24}}\b(?:on|with|using|under) {_OTHER}"
    rf"|{_TROUBLE}[^\n.;]{{0,40}}\b(?:regardless|independent\w*|irrespective|no matter) (?:of )?"
    r"(?:the |which |what )?(?:device|backend)\b"
)
"""What a program does on another device as well is no matter of mps."""

RARITIES = (
    Symptom(
        "sparse-on-gpu",
        ("torch.sparse", "sparse_coo", "sparse_csr", "to_sparse"),
        late(
            sentence(
                r"\btorch\.sparse\.\w+|\bsparse_(?:coo|csr)\w*|\bto_sparse\b",
                r"\bmps\b",
                _FAILS,
                without=r"\bto_dense\b[^\n]{0,24}\b(?:helps?|works?|solve[sd]?)",
            ),
            FLAGS | SENTENCE,
        ),
        unless=DENIED,
    ),
    Symptom(
        "complex-on-gpu",
        ("torch.polar", "view_as_complex", "view_as_real", "torch.complex"),
        late(
            sentence(
                r"\btorch\.(?:polar|complex)\b|\bview_as_(?:complex|real)\b",
                rf"(?:{NOT}|\b(?:possible|impossible)\b)",
                r"\b(?:mps|gpu|metal)\b",
                without=r"\bcuda\b",
            ),
            FLAGS | SENTENCE,
        ),
        along=ON_MPS,
    ),
    Symptom(
        "float64-on-gpu",
        ("double", "float64", "64-bit float"),
        late(
            sentence(
                r"\bdoubles\b|\bdouble[- ](?:precision|tensors?|dtype|type|values?|arrays?)\b"
                r"|\bfloat64\b",
                r"\bmps\b",
                r"\b(?:stops?|dies|breaks?|raises|refuse[sd]?|rejects?|chokes|fails?|failed)\b",
                without=r"\b(?:float32|fp16|half)\b[^\n]{0,16}\b(?:fails?|too|also)\b",
            ),
            FLAGS | SENTENCE,
        ),
        unless=DENIED,
    ),
    Symptom(
        "metal-shader-of-compile",
        ("torch.compile", "inductor"),
        late(
            sentence(
                r"\b(?:torch\.compile\w*|inductor)\b",
                r"\bmetal (?:shader|kernel|code)s?\b|\b(?:shader|kernel)s? (?:in|of) metal\b"
                r"|\bshaders?\b",
                r"\b(?:errors?|fails?|failed|wrong|invalid|exceeds?|undeclared|does(?: not|n't)"
                r"|differs?)\b",
                without=r"\bno errors?\b",
            ),
            FLAGS | SENTENCE,
        ),
        along=ON_MPS,
    ),
    Symptom(
        "memory-grows",
        words("memory allocated rss ram footprint"),
        late(
            rf"\b(?:memory|\w*allocated\w*|rss|ram|footprint)\b[^\n]{{0,60}}?(?:{_AMOUNT}"
            rf"(?:,|;| ?->| ?→| ?>| then| and)? ?){{3,12}}[^\n]{{0,16}}"
            r"\b(?:until|killed|oom|and so on|each|every|per|etc)\b"
            rf"|\b(?:each|every|per)\b[^\n]{{0,40}}:? ?(?:{_AMOUNT}(?:,| ?->| ?→| then) ?){{3,12}}",
            FLAGS,
        ),
        along=ON_MPS,
        unless=DENIED,
    ),
    Symptom(
        "memory-grows",
        ("leak",),
        late(
            r"\bleaks? (?:in|of|with|from|when"
            r"|during)\b[^\n.;]{0,60}\bmps\b(?![^\n]{0,40}\bfixed\b)",
            FLAGS,
        ),
        unless=DENIED,
    ),
    Symptom(
        "since-macos-update",
        words("differ other fine work pass correct right wrong nan"),
        late(
            rf"\bdiffer\w*[^\n.]{{0,40}}\b(?:on|between|under|in|with) {_NAMED}[^\n;]{{0,16}}"
            rf"\b(?:than|and|vs|versus|from)\b\.? (?:on |in )?{_NAMED}"
            rf"|{_GOOD_ON} {_NAMED}[^\n;]{{0,32}}{_BAD}[^\n;]{{0,24}}\b(?:on|under|in|with) "
            rf"{_NAMED}"
            rf"|{_BAD}[^\n;]{{0,24}}\b(?:on|under|in|with) {_NAMED}[^\n;]{{0,16}}{_GOOD_ON} "
            rf"{_NAMED}",
            FLAGS,
        ),
        along=ON_MPS,
    ),
    Symptom(
        "since-macos-update",
        words("went go back downgrad revert roll from moved jumped reproduce passes"),
        late(
            r"\b(?:went|go|going|moved|jumped|came|chang\w+|switch\w*) from (?:mac ?os )?"
            rf"{_MACOS} to {_MACOS}"
            r"|\b(?:went|go(?:ing)?|roll(?:ed|ing)?|revert(?:ed|ing)?|downgrad(?:ed|ing)|back)"
            rf"(?: my mac| it)?(?: back)? to {_MACOS}[^\n.]{{0,60}}"
            r"\b(?:works?|worked|fine|ok|gone|fixed|solve[sd]|helped|correct)\b"
            r"|\b(?:others?|people|colleagues?|friends?|macs?|machines?|users?)\b[^\n.]{0,20}"
            rf"\b(?:with|on|under|running) {_MACOS}[^\n.]{{0,16}}(?:\b(?:cannot|not)\b|n't\b)"
            r"[^\n.]{0,8}\b(?:reproduce|see it|have (?:it|this|the))\b"
            rf"|\b(?:on|under|with|in) {_MACOS}[^\n.;]{{0,40}}\b(?:but|while|whereas|and)\b"
            r"[^\n.;]{0,40}\b(?:passes|works|is fine|is ok|is correct|is right)"
            rf" (?:on|under|with|in) {_MACOS}",
            FLAGS,
        ),
    ),
    Symptom(
        "since-macos-update",
        words("since after"),
        late(
            r"\b(?:since|after) (?:the|my|an|i) (?:\w+ )?(?:updat|upgrad)\w+[^\n.]{0,24}"
            r"\b(?:mac ?os|sonoma|sequoia|tahoe|ventura|monterey)\b"
            r"(?=[^\n]{0,240}\b(?:before|until then|previously|earlier)\b[^\n]{0,60}"
            r"\b(?:perfect\w*|fine|ok|worked|correct\w*|right|good|well)\b)",
            FLAGS,
        ),
    ),
    Symptom(
        "kernel-of-another-python",
        words("kernel jupyter notebook vscode vs code"),
        late(
            sentence(
                r"\b(?:jupyter\w*|notebook|kernel|vs ?code|spyder|pycharm)\b",
                TORCH,
                r"(?:\bcan(?:not|'t)|\bcould(?: not|n't)|\bdoes(?: not|n't)|\bunable to) (?:find"
                r"|see|import|know)\b|\bno module\b|\bmodulenotfounderror\b",
            ),
            FLAGS | SENTENCE,
        ),
        along=late(
            r"\b(?:terminal|shell|command line|outside)\b[^\n]{0,60}"
            + _WORKS
            + "|"
            + _WORKS
            + r"[^\n]{0,40}\b(?:terminal|shell|command line|outside)\b",
            FLAGS,
        ),
    ),
    Symptom(
        "watermark-refused",
        words("watermark"),
        late(
            r"\bwatermark\b[^\n.]{0,24}(?:\b(?:ratio|value|variable)\b)?(?:[^\n.]|\.(?=\d)){0,40}"
            r"\b(?:is|are|as|was|be) (?:\w+ )?(?:invalid|refused|rejected|too (?:high|low|large"
            r"|small))\b",
            FLAGS,
        ),
        unless=DENIED,
    ),
    Symptom(
        "mps-function-newer",
        ("torch.mps.", "torch.backends.mps."),
        late(
            r"\btorch\.mps\.\w+\b[^\n]{0,60}(?:n't know|does not know|\bis unknown\b|\bdoes(?: not"
            r"|n't) (?:exist|have)\b|\bis missing\b(?! (?:in|from|on) (?:the|our|your) "
            r"(?:docs?|documentation|list|page|table))|\battributeerror\b|\bnot (?:there|in) (?:yet"
            r"|my|this)\b)",
            FLAGS,
        ),
    ),
    Symptom(
        "import-hangs",
        ("import torch",),
        late(
            r"\bimport torch['\"`)]{0,3} (?:line )?(?:just )?(?:stays|sits|stalls|blocks"
            r"|waits|hangs"
            r"|freezes|gets stuck|never (?:returns|ends|comes back)|does(?: not|n't) (?:end|return"
            r"|come back|finish))\b|\b(?:hangs|stalls|freezes|stops) at (?:the )?(?:line )?['\"`]?"
            r"import torch\b",
            FLAGS,
        ),
    ),
    Symptom(
        "killed-at-import",
        ("torch is imported", "imports torch", "import of torch", "importing torch"),
        late(
            sentence(
                r"\btorch (?:is|gets|was) (?:being )?imported\b|\b(?:imports?|importing) torch\b"
                r"|\bimport of torch\b",
                r"\b(?:bus error|segfaults?|segmentation fault|abort trap|illegal instruction"
                r"|sig(?:bus|abrt|ill|trap|kill)|dies with|is killed|gets killed"
                r"|kernel (?:dies|died|crashe[sd]))\b",
            ),
            FLAGS | SENTENCE,
        ),
        along=ON_MAC,
    ),
    Symptom(
        "companion-of-a-source-tree",
        ("imported from", "loaded from"),
        late(
            r"\btorch(?:vision|audio|text)\b[^\n]{0,24}\b(?:imported|loaded) from ['\"`]?"
            r"(?!\S{0,200}(?:site|dist)-packages)\S{0,200}torch(?:vision|audio|text)\b",
            FLAGS,
        ),
    ),
    Symptom(
        "file-shadows-module",
        ("torch.__file__", "torch/__init__.py"),
        late(
            r"\btorch\.__file__\)?[^\n/]{0,24}(?!/\S{0,200}(?:site|dist)-packages)/\S{1,200}?"
            r"(?:/torch/__init__|/torch)\.py\b",
            FLAGS,
        ),
    ),
    Symptom(
        "pip-too-old-for-tags",
        ("pip 1", "pip 2", "pip version 1", "pip version 2", "old pip", "newer pip"),
        late(
            r"\b(?:old )?pip(?: version)? (?:1\d|2[01])(?:\.\d{1,2}){0,2}\b[^\n]{0,80}"
            r"(?:\bno\b|\bnot\b|n't\b|\bcannot\b)[^\n]{0,60}\b(?:tags?|wheels?|macosx_1\d)"
            r"|\b(?:newer|upgrad\w+|updat\w+|old) pip\b[^\n]{0,60}\b(?:macosx_\d\d|tags?)\b",
            FLAGS,
        ),
        along=late(TORCH, FLAGS),
    ),
    Symptom(
        "loaded-elsewhere",
        ("map_location",),
        late(
            r"\b(?:until|without|unless|needs?|had to|have to|must|only with|missing)\b[^\n.]{0,24}"
            r"\bmap_location\b",
            FLAGS,
        ),
        along=late(
            r"\b(?:torch\.load|checkpoint|weights|load\w*)\b[\s\S]{0,300}\b(?:fail\w*|cannot|error"
            r"|can't|refus\w+)\b",
            FLAGS,
        ),
    ),
    Symptom(
        "old-xcode-of-builder",
        ("xcode",),
        late(
            r"\bxcode (?:version )?(?:[4-9](?:\.\d){0,2}|1[0-2](?:\.\d){0,2}|13(?:\.[0-2]){0,2})"
            r"(?![\d.]*\d)",
            FLAGS,
        ),
        along=late(
            r"\bfrom source\b|\bsetup\.py (?:develop|install|bdist_wheel|build)\b|\buse_mps\b"
            r"|\b(?:build|built|compil)\w* (?:py)?torch\b|\bcmake\b",
            FLAGS,
        ),
    ),
    Symptom(
        "numpy-2-with-old-torch",
        ("numpy",),
        late(
            sentence(
                r"\bnumpy\b[^\n\d.]{0,24}\b(?:now|is|at|to|upgraded)\b[^\n\d]{0,12}\b2\.\d",
                TORCH,
                _FAILS,
                without=r"\btorch (?:is |version )?(?:2\.[3-9]|2\.1\d)",
            ),
            FLAGS | SENTENCE,
        ),
        along=late(TORCH, FLAGS),
    ),
    Symptom(
        "nightly-broken",
        (".dev20", "dev20", "nightly"),
        late(
            r"\bdev20\d{6}\b[^\n]{0,24}\b(?:is|was|works?|worked|still) (?:still )?(?:fine|ok|works"
            r"|worked|good|well|true)\b|\byesterday's (?:nightly|build|wheel|one)?[^\n.]{0,12}"
            r"\b(?:true|was (?:still )?(?:fine|ok|good|right|true)|worked|works|fine|ok)\b",
            FLAGS,
        ),
        along=late(r"\b(?:nightl(?:y|ies)|dev build)\b|\.dev20\d{6}\b", FLAGS),
    ),
    Symptom(
        "wrong-on-cpu",
        words("cpu processor nan"),
        late(
            r"\b(?:nans?|inf|wrong|black|garbage|noise|bad|gibberish)\b[^\n.,;:]{0,24}\bon "
            r"(?:both )?"
            r"(?:the )?(?:cpu|processor)(?: and| as well as)(?: on)?(?: the)? (?:mps|gpu|metal)\b"
            r"(?! (?:differ|disagree))"
            r"|\bnans?\b(?: values?)? in (?:my|the|our) (?:\w+ )?(?:data\w*|csv|inputs?|labels?"
            r"|features?|files?|tables?|columns?|rows?)\b",
            FLAGS,
        ),
    ),
    Symptom(
        "fails-elsewhere-too",
        words("both same too well also alike regardless independent irrespective matter"),
        late(_ELSEWHERE_TOO, FLAGS),
        along=ON_MPS,
    ),
    Symptom(
        "nothing-runs-on-gpu",
        words("nothing even very first already"),
        late(
            r"\bnothing (?:at all )?(?:can be|is|gets|could be) (?:computed|calculated|run"
            r"|executed)"
            r"\b[^\n.]{0,16}\b(?:mps|gpu)\b"
            r"|\b(?:even|very first|already)\b[^\n]{0,16}\btorch\.(?:ones|zeros|rand|randn|empty"
            r"|tensor)\([^\n]{0,50}\bmps\b[^\n]{0,24}"
            rf"{_FAILS}"
            r"|\btorch\.(?:ones|zeros|rand|randn|empty|tensor)\([^\n)]{0,30}\bmps\b[^\n)]{0,4}\)"
            rf" already[^\n.]{{0,8}}{_FAILS}",
            FLAGS,
        ),
    ),
    Symptom(
        "patched-macos",
        ("opencore", "legacy patcher", "patched"),
        late(r"\bopencore(?:[ -]legacy)?(?:[ -]patcher)?\b|\boclp\b|\bpatched (?:to|sur)\b", FLAGS),
        along=ON_MAC,
    ),
)
"""Before what is told of operators in general."""
