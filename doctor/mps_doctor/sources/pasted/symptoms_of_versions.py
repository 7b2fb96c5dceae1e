"""Symptoms of versions, told in words: what began with a macOS, what a newer one mended or needs.

What began with a macOS says nothing by itself: it tells why a program crashes or is wrong.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import DENIED, FLAGS, ON_MPS, Speaking, sentence, told

_NUMBER = r"(?:1[1-6]|2[67])(?:\.\d{1,2}){0,2}(?![\d.]*\d)"
_MACOS = (
    rf"(?:(?:mac ?os[ -]?)?(?:monterey|ventura|sonoma|sequoia|tahoe)(?: {_NUMBER})?"
    rf"|mac ?os[ -]?(?:version )?{_NUMBER}|(?:1[2-6]|2[67])\.\d{{1,2}}(?:\.\d)?(?![\d.]*\d))"
)
_BROUGHT = r"(?:updat|upgrad|install|mov|switch|chang)(?:ed|ing)|went|going|got"
_SYSTEM = r"(?:mac ?os|the (?:operating )?system|the os|my (?:mac\w*|os|system|laptop))"
_WELL = (
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

VERSIONS = (
    told(
        "began-with-a-macos",
        "updat upgrad install mov switch chang went going got stay still back macos sonoma sequoia "
        "tahoe ventura monterey not since only works fine downgrad stable",
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
        along=_WORK,
    ),
    told(
        "crash-beside-mps",
        "panic reboot restart windowserver",
        r"\bkernel[- ]panic(?:s|ked|king)?\b|\b(?:reboots|rebooted|restarts|panics|takes down)"
        r" (?:the|my) (?:whole )?(?:mac\w*|machine|system|computer)\b"
        r"|\bwindowserver (?:to )?(?:crash\w*|dies|die|hangs?)",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "fixed-by-macos-update",
        "updat upgrad",
        rf"\b{_WELL}\b[^\n.;]{{0,20}}\b(?:after|once|when|as soon as|since|by|with|following)\b"
        rf"[^\n.;]{{0,12}}\b(?:updat|upgrad)\w+ (?:to )?(?:{_SYSTEM}|{_MACOS})"
        rf"|\b(?:after|once|when|by) (?:i |we )?(?:had )?(?:updat|upgrad)\w+ (?:to )?(?:{_SYSTEM}"
        rf"|{_MACOS})[^\n.;]{{0,24}}?\b{_WELL}\b"
        r"|\b(?:once|after|when|as soon as) (?:mac ?os|the (?:operating )?(?:system|os)) (?:was"
        r"|had been|is|has been) (?:updated|upgraded)\b"
        rf"|\b(?:updat|upgrad)ing (?:to )?(?:{_SYSTEM}|{_MACOS})[^\n.;]{{0,8}} {_WELL}\b",
        along=Speaking(
            (ON_MPS, late(_TROUBLE, FLAGS)),
            late(r"\bis_available\b|\bmps (?:is |was |became )?(?:not )?available\b", FLAGS),
        ),
        unless=r"(?:\b(?:not|never|still)\b|n't\b)[^\n.;,]{0,24}$",
    ),
    told(
        "operation-needs-newer-macos",
        "macos mac",
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
        "10.16 16.0",
        r"\bmac_ver\b(?:\(\))?[\s\S]{0,60}?(?<![\d.])(?:10\.16|16\.0)(?![\d.]*\d)"
        r"|\bpython[\d.]* -m platform\s{1,4}macos-(?:10\.16|16\.0)-"
        r"|\b(?:python|conda|pip|torch|it|system|program|process)\b[^\n.]{0,24}\b(?:believes?"
        r"|claims?|thinks?|is told|is convinced|assumes?|pretends?)\b(?:[^\n.]"
        r"|\.(?! )){0,24}(?<![\d.])(?:10\.16|16\.0)(?![\d.]*\d)",
        by_line=False,
    ),
    told(
        "macos-told-otherwise",
        "10.16 16.0",
        sentence(
            r"(?<![\d.])(?:10\.16|16\.0)(?![\d.]*\d)(?!-x86_64)",
            r"\b(?:mac_ver|platform|python|sys|conda|torch)\b|__osx\b",
            r"\b(?:tahoe|sequoia|sonoma|ventura|monterey|big sur|mac ?os (?:1[1-5]|26))\b",
            without=r"\b(?:xcode|sdk|clang)\b|\bis_available\b[^\n]{0,6}\btrue\b",
        ),
    ),
)
"""In the order in which they are tried, before what tells of operators in general."""
