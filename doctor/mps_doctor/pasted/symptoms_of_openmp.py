"""Symptoms of two OpenMP runtimes in one process, or of none: told in words.

"libiomp5 and libomp", "with lightgbm it crashes", "KMP_DUPLICATE_LIB_OK did the trick", "omp.h is
missing".
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import sentence, told
from mps_doctor.pasted.symptom_words import DENIED, HELPED, NOT, TORCH

_OPENMP_USER = r"\b(?:lightgbm|xgboost|catboost|faiss\w*|scikit-learn|sklearn|hdbscan|umap|numba)\b"

OPENMP = (
    told(
        "segfault-with-openmp-package",
        r"\bseg(?:mentation)?[ -]?fault|memory fault|exc_bad_access|sigsegv|\bcode 139\b",
        needles="sklearn scikit-learn faiss libomp openmp omp_num_threads lightgbm xgboost "
        "catboost",
        by_line=False,
    ),
    told(
        "two-openmp-copies",
        r"\bopenmp (?:and|as well as|besides) (?:the )?\w+ openmp\b|\bboth libi?omp\d?\b"
        r"|libi?omp5? copies(?: loaded)?:? ?[2-9]|(?:two|2|several|multiple|second) (?:copies"
        r"|instances|versions|copy) of (?:the )?(?:lib(?:i?omp|gomp)|openmp)"
        r"|\b(?:two|several|multiple|duplicate|second) (?:libi?omp|openmp)s?\b(?! threads)"
        r"|\b(?:libi?omp|openmp)\b[^\n.]{0,20} (?:conflicts?|clash(?:es)?|double[- ]load)\b"
        r"|\(own copy in torch/lib\)|@loader_path/lib(?:i?omp)[\w.]{0,12}",
        needles="libomp libiomp libgomp openmp",
    ),
    told(
        "openmp-workaround",
        r"\bkmp_duplicate_lib_ok\b[^\n]{0,40}\b(?:fix|solv|help|work|avoid|prevent)\w*"
        r"|\b(?:fix|solv|help|work)\w*[^\n]{0,40}\bkmp_duplicate_lib_ok\b",
    ),
    told(
        "openmp-with-torch",
        sentence(
            _OPENMP_USER,
            TORCH,
            r"\b(?:segfault\w*|segmentation fault|crash\w*|kernel (?:dies|died|crash\w*)|hang\w*"
            r"|deadlock\w*|conflict\w*|abort\w*)\b",
            r"\b(?:together|both|same process|one process|same (?:script|program|notebook)"
            r"|before|after|first|openmp|libi?omp\d?|import(?:s|ed|ing)?|own)\b",
            without=r"\b(?:mps|cuda)\b",
        ),
        along=r"\b(?:mac\w*|osx|darwin|m[1-5]|apple|libi?omp\d?|openmp)\b",
    ),
    told(
        "openmp-with-torch",
        sentence(
            r"\b(?:libi?omp\w*|openmp|omp_num_threads)\b",
            r"\b(?:segfault\w*|segmentation|crash\w*|abort\w*|hang\w*|deadlock\w*|conflict\w*"
            r"|access fault)\b",
            r"\b(?:mac\w*|torch|m[1-5]|darwin|another (?:imported |loaded )?(?:package|library"
            r"|module)|other (?:imported |loaded )?(?:packages|libraries|modules))\b",
            without=r"\b(?:mps|cuda|no longer|not (?:installed|found|loaded|hang|crash)"
            r"|no crash\w*)\b",
        ),
    ),
    told(
        "openmp-header-told",
        sentence(
            r"\bomp\.h\b",
            rf"(?:{NOT}|\b(?:needs?|wants?|asks? for|where)\b)",
            without=r"\bno (?:problem|error)s?\b|\bfound it\b",
        ),
        along=rf"{TORCH}|\btorch\.compile\b|\binductor\b",
    ),
    told(
        "openmp-workaround",
        r"\bkmp_duplicate_lib_ok\b[\s\S]{0,200}?\b(?:did the trick|(?<!not )(?<!n't )(?:fixed"
        r"|solved|helped|worked|resolved))\b",
        by_line=False,
    ),
    told(
        "openmp-workaround",
        r"\bkmp_duplicate_lib_ok\b[^\n]{0,24}\b(?:makes?|made|lets?|gets?|got) (?:it|this|me"
        r"|everything|the \w+) (?:\w+ )?(?:run|start|work|import|rid|past)",
    ),
    told(
        "openmp-with-torch",
        sentence(
            r"\b(?:lightgbm|xgboost|catboost|faiss\w*|scikit-learn|sklearn|hdbscan|umap)\b",
            TORCH,
            r"\b(?:segfault\w*|segmentation fault|crash\w*|kernel (?:dies|died|crash\w*)|sigsegv"
            r"|abort\w*|exc_bad_access)\b",
            r"\b(?:in (?:one|the same|a single) (?:notebook|script|process|program|session|env"
            r"|environment)|side by side|with [^\n.!?]{0,16}present|both (?:are|of them)|is present"
            r"|are present|(?:loaded|imported|used) next to)\b",
            without=r"\b(?:mps|cuda)\b",
        ),
    ),
    told(
        "openmp-with-torch",
        sentence(
            r"\bimport(?:s|ed|ing)?\b[^\n.!?]{0,24}\b(?:before|after|first|order)\b",
            TORCH,
            r"\b(?:numpy|scipy|pandas|cv2|opencv|sklearn|scikit-learn|faiss|lightgbm|xgboost"
            r"|matplotlib|onnxruntime|it)\b",
            r"\b(?:works?|worked|helps?|helped|fix(?:es|ed)|avoids?|solves?|solved|crash\w*"
            r"|matters)\b",
            without=r"\b(?:mps|cuda)\b",
        ),
        along=(
            r"\b(?:segfault\w*|segmentation fault|sigsegv|exit code 139|abort trap|kernel d\w+)\b"
        ),
    ),
    told(
        "openmp-with-torch",
        r"\bomp error:? ?#?15\b|"
        + sentence(
            r"\b(?:lightgbm|xgboost|catboost|faiss\w*|scikit-learn|sklearn)\b",
            TORCH,
            r"\bomp_num_threads ?= ?1\b",
            r"\b(?:hang\w*|crash\w*|segfault\w*|deadlock\w*|freez\w*)\b",
        ),
    ),
    told(
        "openmp-with-torch",
        sentence(
            r"\b(?:libi?omp\w*|openmp)\b",
            TORCH,
            r"\bclash\w*\b|\bloaded twice\b|\btwo (?:copies|versions|runtimes)\b",
            without=r"\b(?:mps|cuda)\b",
        ),
    ),
    told(
        "openmp-workaround",
        r"\bkmp_duplicate_lib_ok\b(?=[\s\S]{0,160}?\b(?:now it|price|silenced|since then)\b)"
        r"|\b__kmp_\w+ of two different libraries\b"
        r"|\bsilenced\b[^\n.;]{0,24}\bkmp_duplicate_lib_ok\b",
        needles="kmp_duplicate_lib_ok __kmp_ libomp",
        by_line=False,
    ),
    told(
        "openmp-workaround",
        r"\bkmp_duplicate_lib_ok\b[^\n]{0,24}\b(?:makes?|lets?|(?<!not )needed"
        r"|(?<!not )necessary)\b"
        r"|\b(?:must|have to|had to|need to) (?:write|set|use|put|export|add)\b[^\n]{0,30}"
        r"\bkmp_duplicate_lib_ok\b",
    ),
    told(
        "two-openmp-copies",
        r"\berror ?#15\b|\b(?:omp|openmp|gets?|got|with|gives?|see) error 15\b(?! of)"
        r"|\blibiomp5\b[^\n]{0,80}\b(?:and|vs\.?|versus|both|or)\b[^\n]{0,30}\blibomp\b"
        r"|\blibomp\b[^\n]{0,30}\b(?:and|vs\.?|versus|both|or)\b[^\n]{0,30}\blibiomp5\b"
        rf"|\bnomkl\b[^\n]{{0,120}}(?:{HELPED}|\bno longer\b)",
        needles=("omp", "error 15", "error #15", "error#15"),
        along=(
            r"\b(?:lib(?:i|g)?omp\w*|llvm-openmp|openmp)\b[\s\S]{0,600}\b(?:abort\w*|error|removed"
            r"|same process|crash\w*|duplicate\w*|runtimes?|no longer|ok now)\b"
            r"|\b(?:abort\w*|error|removed|same process|crash\w*)\b[\s\S]{0,600}\b(?:lib(?:i"
            r"|g)?omp\w*|llvm-openmp|openmp)\b"
        ),
        unless=DENIED,
    ),
)
