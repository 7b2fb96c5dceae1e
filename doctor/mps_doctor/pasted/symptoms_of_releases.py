"""Symptoms of a certain release of torch: too old for MPS or for a program, or broken itself.

"It wants torch 2.6, pip finds none", "torch.mps has no such function", "yesterday's nightly was
fine", "2.9.0 cannot be imported, 2.8.0 can".
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import sentence, told
from mps_doctor.pasted.symptom_words import BUILD, IMPORT_TORCH, NEWER_TORCH, TORCH

_NAMED = r"['`\"]?\btorch\.mps\.\w+(?:\(\))?['`\"]?"
_NO_SUCH_FUNCTION = (
    r"\btorch\.mps\b(?!\.)['`\"]?(?: module| namespace)?(?: is failing (?:because|as|since) it)?"
    r" (?:still |currently |it )?(?:has no|lacks|misses|is missing|does(?: not|n't) have) (?:an? "
    r"|the |any )?['`\"]?[a-z]\w+"
    rf"|{_NAMED}(?: function| method| attribute)? (?:does(?: not|n't) exist|is missing|missing from"
    r"|is(?: not|n't) (?:available|defined|present|there|in|part of|known)|only (?:exists|came))\b"
    r"(?! (?:in|from) (?:the|our|your|this) )"
    rf"|\b(?:no|there's no|without|missing) {_NAMED}"
    rf"|{_NAMED}[^\n.;]{{0,30}}\b(?:function|method|attribute) (?:is|was)(?: not|n't) (?:yet )?"
    r"(?:in|part of|available in) (?:py)?torch\b"
    r"|\b(?:but not|has no|have no|had no|without|lacks?) torch\.mps\b(?![.\w])"
)
_OF_AN_OLDER_TORCH = sentence(
    rf"{_NAMED}",
    rf"\b(?:older|old|earlier|previous) (?:versions? of )?{TORCH}|{TORCH} (?:below|before|older"
    r" than|<) ?\d",
    r"\b(?:crash\w*|raises?|fail\w*|errors?|attributeerror|missing|break\w*|broke)\b"
    r"|(?:\bnot|n't) (?:be )?(?:there|exist|known|defined|available)\b",
)
_RELEASE = r"(?:1\.1\d|2\.\d{1,2})\.\d"

RELEASES = (
    told(
        "torch-release-broken",
        sentence(
            rf"{TORCH}|\bnightl(?:y|ies) (?:builds?|wheels?|binar\w+|(?:of [\w]+ )?can(?:not"
            rf"|'t) be imported)\b|\b(?:1\.1\d|2\.\d{{1,2}})\.\d\b",
            r"\b(?:wheels?|binar(?:y|ies)|nightl(?:y|ies))\b",
            r"\b(?:brok(?:e|en)|is bad|corrupt\w*|(?:wrong|bad) (?:rpath|path|link)|links? (?:to "
            r"|against )?(?:the )?(?:wrong|missing)|erroneous\w*|cannot be imported"
            r"|can't be imported|mis(?:built|packaged))\b",
            without=r"\bnightly of (?:the|my|our)\b",
        )
        + r"|(?:\bcannot|\bcan't|\bcould not|\bunable to|\bfails? to) import (?:py)?torch\b"
        r"[^\n.!?]{0,30}\bnightly\b"
        r"|\bimport(?:ing)? (?:py)?torch\b[^\n]{0,24}\b(?:fails?|failed|crash\w*|errors?|raises?"
        r"|broken|segfaults?)\b[^\n]{0,24}\b(?:since|with|in|on|after|from) (?:(?:py)?torch "
        r"|version |v)?(1\.1\d|2\.\d{1,2})\.\d\b[^\n]{0,120}\b(?!\1)(?:1\.1\d|2\.\d{1,2})(?:\.\d)?"
        r" (?:works?|is fine|was fine|is ok|worked|imports)\b",
        along=(
            r"\bimport (?:py)?torch\b[^\n]{0,30}\bnightly\b|\bnightl(?:y|ies)\b[^\n]{0,40}\b(?:brok"
            r"|fail)|\b(?:fix(?:ed|es)|works?|worked|fine|ok|good|previous|yesterday's|earlier)\b"
            r"[^\n]{0,40}(?:\d\.\d|nightl|release|in |is )|\d\.\d+(?:\.\d)?[^\n]{0,24}\b(?:fix(?:ed"
            r"|es)|works?|is fine|is good)\b|\byesterday's\b[^\n]{0,20}\bworks?\b"
        ),
    ),
    told("torch-mps-function-missing", f"{_NO_SUCH_FUNCTION}|{_OF_AN_OLDER_TORCH}"),
    told(
        "mps-function-newer",
        r"\btorch\.mps\.\w+\b[^\n]{0,60}(?:n't know|does not know|\bis unknown\b|\bdoes(?: not"
        r"|n't) (?:exist|have)\b|\bis missing\b(?! (?:in|from|on) (?:the|our|your) (?:docs?"
        r"|documentation|list|page|table))|\battributeerror\b|\bnot (?:there|in) (?:yet"
        r"|my|this)\b)",
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
        "mps-function-newer",
        r"\btorch\.mps\.\w+\b[^\n]{0,24}\b(?:fails?|breaks|stops) (?:with|in|on|under) (?:torch )?"
        r"(?:1|2)\.\d{1,2}\b[^\n]{0,12}\bno attribute\b",
    ),
    told(
        "newer-torch-not-found",
        sentence(NEWER_TORCH, r"(?:\b(?:not|no|cannot|unable|unavailable|fail\w*)\b|n't\b)", BUILD),
        needles=("torch 2.", "torch==2.", "torch>=2.", "torch >= 2.", "torch version 2."),
        beside=("not", "no ", "n't", "una", "fail"),
    ),
    told(
        "newer-torch-not-found",
        r"\b(?:(?:re)?solv(?:e[sd]?|ing|er)|resolution|locking|lock(?: ?file)?|sync\w*|install(?:s"
        r"|ing|ation|er)?|requirements?[\w.]{0,5}|dependenc\w+)\b(?:(?!\b(?:works?|fine|ok|succe\w+"
        r"|train\w*)\b)[^\n.;]){0,60}\b(?:fails?|failed|failing|stops?|stopped|breaks?|broke|dies"
        r"|aborts?|chokes?|stuck) (?:\w+ )?(?:at|on|with|because of|due to|for"
        r"|over) (?:the )?['\"`]?(?:py)?torch(?:vision|audio)?\b(?![-_.]\w)",
    ),
    told(
        "nightly-broken",
        sentence(
            r"\b(?:nightl(?:y|ies)|2\.\d{1,2}\.\d\.dev20\d{6})\b",
            r"\b(?:brok(?:e|en)|breaks?|regress\w*|no longer|stopped|fail(?:s|ed|ing)?|crash\w*"
            r"|errors?|raises?|missing)\b",
        ),
        along=(
            r"\b(?:works?|worked|fine|ok|no (?:problem|issue|error)s?)\b[^\n]{0,60}\b(?:stable"
            r"|releases?|previous|earlier|older|last|dev20\d{6})\b"
            r"|\b(?:stable|releases?|previous|earlier|older|downgrad\w+|roll\w* back|dev20\d{6})\b"
            r"[^\n]{0,60}\b(?:works?|worked|fine|ok|solve[sd]|fix(?:es|ed)|helps?|helped)\b"
            r"|\b(?:the day before|yesterday|a (?:day|week) (?:ago|earlier|before))\b[^\n]{0,24}"
            r"\b(?:works?|worked|fine|ok)\b"
        ),
    ),
    told(
        "newer-torch-required",
        sentence(NEWER_TORCH, r"\b(?:requires?d?|needs?|needed|minimum|wants?|asks? for)\b")
        + r"|\b(?:minimum|required) (?:py)?torch is 2\.(?:[3-9]|[1-9]\d)",
        needles=(
            "torch 2.",
            "torch==2.",
            "torch>=2.",
            "torch >= 2.",
            "torch version 2.",
            "torch is 2.",
        ),
        along=r"\binstall\w*\b|\bpip3?\b|\buv\b|\bpoetry\b",
    ),
    told(
        "mps-functions-missing",
        r"\btorch(?: v?\d[\w.]*)? (?:has|had|have) no (?:(?:attribute|module|namespace"
        r"|submodule) [`'\"]?mps\b|[`'\"]?mps[`'\"]? (?:attribute|module|namespace|submodule)\b)"
        r"|\btorch\.(?:mps\.\w+|backends\.mps\.is_macos\w+)(?:\(\))?[`'\"]?(?: function)?"
        r"[^\n.;]{0,24}?(?:\b(?:does|did)(?: not|n't) (?:yet )?exist\b|\b(?:is|was) (?:missing"
        r"|undefined|unknown|not (?:defined|there|known))\b(?! (?:from|in) (?:the )?doc)"
        r"|\battributeerror\b|\bno such (?:attribute|function)\b"
        r"|\bnot (?:yet )?(?:available )?in (?:py)?torch\b)",
        needles="torch.mps. backends.mps. attribute namespace module",
    ),
    told(
        "torch-before-mps",
        r"\btorch\.has_mps\b[^\n.;]{0,24}\b(?:does(?: not|n't) exist|no (?:such )?attribute|missing"
        r"|unknown)\b|\btorch\.backends (?:has no|lacks|misses|does(?: not|n't) have)"
        r" (?:an? )?[`'\"]?mps\b|"
        + sentence(
            r"\b(?:py)?torch ?(?:<|before|below|older than|prior to) ?=? ?1\.1[0-2]\b"
            r"|\b(?:py)?torch ?[>=~]=? ?(?:0\.\d|1\.(?:\d|1[01]))(?:\.\d)?(?![\d.]*\d)",
            r"\bbackends\b[^\n!?]{0,6}\bmps\b",
            r"\b(?:hasattr|attribute\w*|raises?|missing|guard\w*|fails?|crash\w*|not there)\b",
        )
        + "|"
        + sentence(
            r"\b(?:py)?torch\b[^\n.!?]{0,24}\b(?:0\.\d|1\.(?:\d|1[01]))(?:\.\d)?(?![\d.]*\d)",
            r"\b(?:upgrad\w+|updat\w+|bump\w*|pin\w*|predat\w+|too old|older|no|not|lacks?|without"
            r"|unknown|missing|invalid)\b|n't\b|\?",
            r"\b(?:mps|apple(?:'s)? gpus?|metal|m1 gpu)\b"
            r"|\bgpu (?:for|on|of) (?:my |the )?m[1-5]\b",
            without=r"\b(?:crash\w*|wrong|no (?:problems?|issues?|errors?|trouble))\b",
        ),
        needles="torch",
    ),
    told(
        "torch-release-broken",
        rf"{TORCH}[^\n.]{{0,8}}({_RELEASE})[^\n;]{{0,40}}\b(?:broke|breaks|broken|fails?|failed"
        rf"|crash\w*)\b[^\n;]{{0,40}}\bimport\w*\b[^\n]{{0,60}}(?!\1){_RELEASE} (?:works?"
        r"|worked|is (?:fine|ok|good)|was (?:fine|ok|good)|imports)\b"
        rf"|{IMPORT_TORCH}[^\n]{{0,24}}\b(?:fails?|failed|crash\w*|errors?|raises?|broken"
        rf"|segfaults?)\b[^\n]{{0,24}}\b(?:since|with|in|on|after|from) (?:{TORCH} |version "
        rf"|v)?({_RELEASE})\b[^\n]{{0,120}}(?!\2){_RELEASE} (?:works?|worked|is (?:fine|ok"
        r"|good)|was (?:fine|ok|good)|imports)\b"
        r"|\b(?:dev20\d{6}|nightl(?:y|ies))\b[^\n]{0,24}\b(?:is|are) broken\b[^\n]{0,40}\b(?:use"
        r"|take|pin|go back to) [^\n]{0,12}dev20\d{6}"
        r"|\b(?:conda )?(?:build|package)\b[^\n.]{0,24}\b(?:of|for) (?:py)?torch\b"
        r"[^\n.;]{0,40}\bis broken\b[^\n]{0,24}\bbuild\b[^\n]{0,8}\bis (?:good|fine|ok)\b",
        needles="wheel release nightly broke import package build",
    ),
    told(
        "torch-release-broken",
        sentence(
            rf"{TORCH}|\bwheels?\b|\brelease\b",
            r"\b(?:wheels?|import\w*|rpath|published)\b|\blib(?:omp|torch\w*|c10|shm)\b",
            rf"{_RELEASE}[^\n;]{{0,60}}\b(?:broken?|breaks|fails?|crash\w*|lacks?|misses|missing"
            r"|wrong|bad|cannot|symbol not found)\b",
            rf"(?:[,;]|\b(?:and|but|while|whereas)\b) ?(?:with |pip install torch==)?{_RELEASE}"
            r" (?:works?|worked|is (?:fine|ok|good)|was (?:fine|ok|good)|has (?:it|them)"
            r"|fixe[sd] (?:it|that|this)|imports)\b",
            without=r"\b(?:slow\w*|noise|black|images?|pictures?|loss|our (?:package|library))\b",
        ),
        along=TORCH,
    ),
    told(
        "nightly-broken",
        r"\bnightl(?:y|ies)\b[^\n]{0,60}\b(?:last week's|yesterday's|the previous|the one"
        r" before|an? (?:older|earlier))\b[^\n.]{0,24}\b(?:(?:was|is|were|are) (?:still )?"
        r"(?:fine|ok|good|right)|works|worked)\b",
    ),
    told(
        "torch-release-broken",
        sentence(
            r"\b(?:missing|absent) (?:from|in)\b[^\n.!?]{0,8}(?:[^\n!?]){0,16}\bwheels?\b",
            r"\blib(?:omp|torch\w*|c10|shm)\b",
            r"\b(?:2|1)\.\d{1,2}\.\d\b[^\n!?]{0,16}\b(?:is (?:fine|ok|good)|works?|fix\w*)\b",
        ),
    ),
    told(
        "torch-before-mps",
        r"\btorch ?<=? ?1\.1[0-2]\b[^\n.!?]{0,40}\b(?:prevents?|forbids?|rules out|blocks?|no"
        r"|without)\b[^\n.!?]{0,24}\b(?:mps|gpu)\b",
        needles=("torch<1.1", "torch <1.1", "torch < 1.1", "torch<=1.1"),
    ),
    told(
        "newer-torch-required",
        r"\b(?:wants?|requires?|needs?|says?|asks? for) (?:at least )?(?:(?:py)?torch ?)?(?:>= ?)?"
        r"2\.(?:[3-9]|1\d)(?:\.\d)?\b(?! ?(?:[gmk]i?b?\b|s\b|x\b|%|seconds|times))",
        needles="wants requires needs says",
        along=TORCH + r"|\btorch\.load\b",
    ),
)
