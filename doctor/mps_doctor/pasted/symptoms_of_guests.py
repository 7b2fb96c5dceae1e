"""Symptoms of places where a Mac's GPU is hidden: containers, virtual machines, sandboxes.

"docker does not see mps", "the runner has no Metal", "in the sandbox it is false".
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import sentence, speaking, told
from mps_doctor.pasted.symptom_words import DENIED, NOT, ON_MAC

_CONTAINER = r"\b(?:docker\w*|containers?|dev ?containers?|podman|orbstack|colima)\b"

GUESTS = (
    told(
        "mps-missing-in-guest",
        r"(?:graphics|gpu|metal|mps)[^\n]{0,30}(?:none listed|not listed|not visible)"
        r"|no (?:mps|metal|gpu)\b[^\n.]{0,20}(?:in|inside) (?:the |a )?(?:vm|guest)",
    ),
    told(
        "graphics-missing-in-guest",
        r"\b(?:no|without|lacks?|lack of|missing|not|n't)\b[^\n.]{0,24}\b(?:graphics?|gpu|3d"
        r"|hardware|metal)(?: acceleration| support| device)?\b"
        r"|\b(?:graphics?|gpu|3d|hardware|metal)(?: acceleration| support| device)?\b[^\n.]{0,16}"
        r"(?:\b(?:not|missing|unavailable|unsupported)\b|n't\b)"
        r"|\bfall(?:s|ing)? back (?:on|to) (?:the )?cpu\b|\bcpu only\b"
        r"|\bonly (?:on |uses )?(?:the )?cpu\b"
        r"|\bnone of\b[^\n.]{0,40}\buses? (?:the )?gpu\b",
        needles="graphic gpu metal acceleration cpu",
        along=(
            r"\b(?:vms?|guest|virtual|virtuali[sz]\w+|vmware|qemu|kvm|paravirt\w*|docker[- ]osx)\b"
        ),
    ),
    told(
        "metal-fails-in-guest",
        r"(?:\bapple ?paravirt\w*|\bmpsgraph|\bmtl\w+|\bggml_metal\w*|\bnewcomputepipeline\w*"
        r"|\bmetal(?: device| shaders?| compiler)?)\b[^\n]{0,80}\b(?:errors?|fail(?:s|ed)"
        r"|failed assertion|not support(?:ed)?|unsupported)\b"
        r"|\bfailed assertion\b[^\n]{0,80}\bparavirt\w*"
        r"|\btried to allocate \d[\d.]* \w{1,5} on (?:shared|private) pool",
        along=r"\b(?:\w*paravirt\w*|runners?|vms?|virtual|hosted|ci|guest)\b",
        unless=DENIED,
    ),
    told(
        "container-without-gpu",
        sentence(
            _CONTAINER,
            r"\b(?:mps|gpus?|metal|cpu)\b",
            rf"(?:{NOT}|\b(?:only|just|slow\w*|is there a way|how (?:can|do|to)|possible|issues?"
            rf"|false|problems?|trouble)\b|\?)",
            without=r"\b(?:docker|containers?) (?:is|are) not (?:needed|necessary|required)\b"
            r"|\b(?:nvidia|cuda|rocm|not in|without (?:docker|an? container),? (?:and|but)\b|"
            r"outside|natively|runners?|executors?|docker-osx|mac ?os-in-docker)\b",
        )
        + "|"
        + sentence(_CONTAINER, r"\bslow\w*\b", r"\bnative(?:ly)?\b", without=r"\bnvidia\b")
        + rf"|{_CONTAINER}[\s\S]{{0,120}}?\b(?:(?:using|uses|runs? on|on) (?:the )?cpu"
        r" only\b|using device:? ?['\"]?cpu\b)",
        needles="docker container podman orbstack colima",
        along=ON_MAC,
    ),
    told(
        "agent-hides-gpu",
        sentence(
            r"\b(?:claude(?: code)?(?:'s)?|codex|cursor|(?:coding )?agents?|sandbox\w*)\b",
            r"\b(?:mps|metal|is_available|mtl\w+)\b",
            rf"(?:{NOT}|\b(?:false|nil|empty|zero)\b)",
            without=r"\boutside\b[^\n.]{0,30}(?:\bnot\b|n't\b)|\bsuggest\w*|\bwrote\b|\btells?\b",
        ),
        along=(
            r"\b(?:mps|metal|gpu|torch|is_available)\b[\s\S]{0,400}\b(?:i?term(?:inal)?2?|shell"
            r"|outside|unsandboxed)\b"
            r"|\b(?:terminal|shell|outside|unsandboxed|sandbox-exec)\b[\s\S]{0,400}\b(?:mps|metal"
            r"|mtl\w+|gpu|torch)\b"
        ),
    ),
    told(
        "sandbox-hides-gpu",
        sentence(
            r"\b(?:sandbox\w*|seatbelt)\b",
            r"\b(?:metal|mps|iokit|mtl\w+|agx\w+)\b",
            r"(?:\b(?:block(?:s|ed|ing)?|den(?:y|ies|ied)|unavailable|not|nil|restrict\w+|fail\w*"
            r"|no|crash\w*|hidden|hides|false|empty|none)\b|n't\b"
            r"|\bkeeps?\b[^\n.!?]{0,20}\bfrom\b)",
            without=r"\b(?:outside|without|out) (?:of )?(?:the |a |any )?(?:sandbox|seatbelt)",
        ),
        needles="sandbox seatbelt",
    ),
    told(
        "mps-fails-in-guest",
        sentence(
            r"\b(?:runners?|(?:build|ci|hosted|azure|cloud|jenkins)(?: mac\w*)? agents?"
            r"|(?:para)?virtuali[sz](?:ed|ation)|virtual (?:machines?|macos|gpu)|vms?|ci"
            r"|git ?hub actions?|circleci|azure pipelines|bitrise|cirrus|macos-(?:latest|1[3-9]"
            r"|2\d))\b",
            r"\b(?:mps|mpp|metal\w*)\b",
            r"\b(?:mac\w*|m[1-5]|github|hosted|arm64|apple)\b",
            r"(?:\b(?:not|cannot|fail\w*|hang(?:s|ing)?|ooms?|out of memory|crash\w*|tiny|bugs?"
            r"|unable|unavailable|unsupported|limit\w*|without|lacks?)\b|n't\b|\bno (?:real "
            r"|actual |working )?(?:mps|metal|gpus?)\b(?! tests?| jobs?| code)|\berrors? (?:when|if"
            r"|as soon as)\b[^\n.!?]{0,24}\ballocat)",
            without=r"\bself[- ]hosted\b|\bno mps tests?\b"
            r"|\bfix\w*(?:\([^)\n]{1,30}\))?:? (?:\w+ ){0,2}ci\b"
            r"|\(#\d{1,6}\)"
            r"|\bbare[- ]metal\b(?![^\n.!?]{0,24}\b(?:pass|work|fine))"
            r"|\bci\b[^\n.!?]{0,16}\b(?:uses?|runs? on|is on|only)\b[^\n.!?]{0,12}(?:\b(?:linux"
            r"|ubuntu|lint)|$)|(?:\bnot|n't) (?:see|notice|catch|show|hit|cover) (?:it|this|that"
            r"|the (?:issue|problem|bug|failure|error))\b",
        )
        + "|"
        + sentence(
            r"\bmps\b(?:[^\n.!?]|\.(?=\w)){0,24}(?:\b|_)available\b[^\n.!?]{0,24}\b(?:but|yet"
            r"|though|although)\b[^\n.!?]{0,24}(?:\b(?:not|cannot|fail\w*)\b|n't\b)",
            r"\b(?:runners?|ci|vms?|virtual machines?)\b",
        ),
        needles="runner virtual vm ci agent hosted github macos- bitrise",
    ),
    told(
        "container-without-gpu",
        r"\bmetal (?:is not|isn't|is never) (?:exposed|passed|available|visible)[^\n.]{0,24}"
        r"\b(?:docker|containers?)\b"
        r"|\b(?:in|inside|within) (?:docker|(?:an? |the )?containers?) on (?:my |an? )?(?:mac\w*"
        r"|m[1-5])\b[^\n.]{0,40}\bdevice:? ?['\"]?cpu\b"
        r"|\bcompose\b[^\n.]{0,40}\bmac\w*\b[^\n.]{0,24}\bonly the cpu\b",
    ),
    told(
        "container-without-gpu",
        r"\b(?:containers?|docker|orbstack|podman|colima)\b[\s\S]{0,240}?(?:\bis_available\b"
        r"[^\n]{0,24}\bfalse\b|\bfalse, false\b|\bgpu (?:is not|isn't|cannot be|can't be)"
        r" (?:reachable|reached|visible|seen) from (?:in )?(?:there|inside)\b)",
        by_line=False,
        along=speaking(
            r"\b(?:mac\w*|m[1-5]|apple)\b", without=r"\b(?:nvidia|cuda|without docker)\b"
        ),
    ),
    told(
        "graphics-missing-in-guest",
        r"\bparavirtual\w*\b[\s\S]{0,240}?\b(?:fails?|dies|crash\w*|hardly any|no family"
        r"|supports metal false)\b",
        by_line=False,
    ),
)
