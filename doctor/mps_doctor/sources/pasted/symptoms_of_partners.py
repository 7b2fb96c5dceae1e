"""Symptoms of two things that do not fit: torch and a companion, NumPy, OpenMP, an index.

What people say of the pair, where no error text of it is quoted; the rules ask the facts as well.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import (
    ABOUT_TORCH,
    DENIED,
    FLAGS,
    HELPED,
    INTEL_MAC,
    MAC,
    TORCH,
    Speaking,
    sentence,
    told,
    words,
)

_COMPANION = r"\b(?:torch)?(?:vision|audio)\b"
_NAMED_COMPANION = r"\btorch(?:vision|audio|text)\b"
_FAILS = (
    r"(?:\b(?:fail(?:s|ed|ing)?|errors?|crash\w*|broke|broken|missing|does not|nothing|not)\b"
    r"|n't\b)"
)
_CUDA_INDEX = (
    r"(?:\b(?:whl/|index |source |pytorch-)cu1[0-3]\d\b|\bcu1[0-3]\d (?:index|command|url|wheels?"
    r"|builds?|repo\w*|source)\b|\bcuda \d\d\.\d (?:wheels?|index|builds?|repo\w*)|\b(?:goes to"
    r"|uses?|using|takes?|fetches|picks?|points? (?:at|to)) (?:the )?cu1[0-3]\d\b"
    r"|\btorch ?==? ?[\d.]{3,8}\+cu1[0-3]\d\b)"
)
_NOT_OFFERED = late(
    r"\bno (?:matching |such )?(?:wheels?|distributions?|files?|candidates?)\b|\bfrom versions\b"
    r"|\bcould(?: not|n't) (?:find|install)\b|\bunable to find\b|\binstead of\b[^\n]{0,60}\?"
    r"|\bdoes(?: not|n't) exist\b|\bcandidatenotfound\b",
    FLAGS,
)
_ON_LINUX_ONLY = late(
    r"\bworks? (?:fine|well)\b|sys_platform ?== ?['\"](?:linux|win)|\bon linux\b", FLAGS
)

PARTNERS = (
    told(
        "cuda-build-for-mac",
        ("cu1", "cuda "),
        _CUDA_INDEX,
        along=Speaking((late(MAC, FLAGS), _NOT_OFFERED), _ON_LINUX_ONLY),
        unless=DENIED,
    ),
    told(
        "companions-do-not-match",
        (*words("torchvision torchaudio torchtext vision audio"), "for torch", "with torch"),
        sentence(
            _NAMED_COMPANION,
            r"\b(?:only|just) (?:upgraded|updated) (?:py)?torch\b|\b(?:upgraded?|updated?|upgrading"
            r"|updating) (?:only|just) (?:py)?torch\b"
            rf"|\bforgot {_NAMED_COMPANION}",
        )
        + rf"|\bwhich (?:version of )?{_NAMED_COMPANION}[^\n.?]{{0,24}}"
        r"\b(?:goes|fits|matches|works|belongs|is for)\b[^\n?]{0,30}\?(?=[^\n]*"
        + _FAILS
        + rf")|{_COMPANION} (?:remained|stayed|was left|was kept|is still|stays) (?:at|on) "
        r"(?:version )?\d\.\d"
        rf"|\b(?:missing|undefined) (?:c\+\+ )?symbols? in {_NAMED_COMPANION}"
        r"|\b(?:built|compiled) (?:for|against|with) (?:py)?torch ?v?(\d\.\d{1,2})(?:\.\d)?"
        r"[^\n.]{0,24}\b(?:i have|mine is|i'm on|here is"
        r"|installed is) (?:torch )?(?!\1\b)\d\.\d"
        rf"|\bmatching (?:versions?|pair|releases?)\b[^\n.]{{0,24}}{HELPED}[^\n]{{0,60}}"
        + _NAMED_COMPANION,
        along=ABOUT_TORCH,
    ),
    told(
        "numpy-2-with-old-torch",
        "numpy",
        r"\bnumpy (?:went|moved|jumped|was upgraded|is|got) (?:to|at)? ?(?:version )?(?:2"
        r"|two)\b(?!\.\d*[a-z]| times| orders| ?%)"
        r"|\btorch (?:1\.\d{1,2}|2\.[0-2])(?:\.\d)?\b[^\n.?]{0,24}\b(?:work|run|support|compatible"
        r"|go)\w* with (?:numpy ?)(?:2|two)\b"
        r"|\bnumpy ?(?:==)? ?['\"]?(?:1\.2\d(?:\.[\d*])?"
        r"|<=? ?2)['\"]?[^\n.]{0,24}\bbecause (?:py)?torch\b[^\n]{0,40}(?:\b(?:cannot|refus\w+"
        r"|fails?|breaks?|not)\b|n't\b)",
        along=ABOUT_TORCH,
    ),
    told(
        "openmp-workaround",
        "kmp_duplicate_lib_ok",
        r"\bkmp_duplicate_lib_ok\b[^\n]{0,24}\b(?:makes?|lets?|(?<!not )needed"
        r"|(?<!not )necessary)\b"
        r"|\b(?:must|have to|had to|need to) (?:write|set|use|put|export|add)\b[^\n]{0,30}"
        r"\bkmp_duplicate_lib_ok\b",
    ),
    told(
        "two-openmp-copies",
        ("omp", "error 15", "error #15", "error#15"),
        r"\berror ?#15\b|\b(?:omp|openmp|gets?|got|with|gives?|see) error 15\b(?! of)"
        r"|\blibiomp5\b[^\n]{0,80}\b(?:and|vs\.?|versus|both|or)\b[^\n]{0,30}\blibomp\b"
        r"|\blibomp\b[^\n]{0,30}\b(?:and|vs\.?|versus|both|or)\b[^\n]{0,30}\blibiomp5\b"
        rf"|\bnomkl\b[^\n]{{0,120}}(?:{HELPED}|\bno longer\b)",
        along=(
            r"\b(?:lib(?:i|g)?omp\w*|llvm-openmp|openmp)\b[\s\S]{0,600}\b(?:abort\w*|error|removed"
            r"|same process|crash\w*|duplicate\w*|runtimes?|no longer|ok now)\b"
            r"|\b(?:abort\w*|error|removed|same process|crash\w*)\b[\s\S]{0,600}\b(?:lib(?:i"
            r"|g)?omp\w*|llvm-openmp|openmp)\b"
        ),
        unless=DENIED,
    ),
    told(
        "torch-dropped-intel-macs",
        "intel x86 osx-64 macosx_",
        sentence(
            r"\btorch ?(?:>=|==|version )? ?2\.(?:[3-9]|1\d)",
            rf"{INTEL_MAC}|\b(?:osx|mac ?os) (?:intel|x86_64)\b",
            r"\b(?:optional|exclude|skip|marker|unofficial|share|somebody|anybody|anyone)\b",
            without=r"\bmps\b",
        )
        + r"|\bmacosx_\d\d_\d_arm64\b[^\n]{0,24}\b(?:i have|mine is|i'm on|but)\b[^\n]{0,24}"
        r"\bmacosx_\d\d_\d{1,2}_x86_64\b"
        r"|\b2\.2\.2\b[^\n.]{0,16}\b(?:the )?(?:last|latest|final|highest)(?: one)? for "
        rf"(?:the )?{INTEL_MAC}",
        along=TORCH,
    ),
    told(
        "newer-torch-required",
        "wants requires needs says",
        r"\b(?:wants?|requires?|needs?|says?|asks? for) (?:at least )?(?:(?:py)?torch ?)?(?:>= ?)?"
        r"2\.(?:[3-9]|1\d)(?:\.\d)?\b(?! ?(?:[gmk]i?b?\b|s\b|x\b|%|seconds|times))",
        along=TORCH + r"|\btorch\.load\b",
    ),
)
"""Before what is told of nothing else."""
