"""Symptoms of an environment that a text tells by its remedy: what was pinned, removed, moved.

Titles of changes and closing words of a thread name what was done ("hold torch at 2.2.2 on
darwin x86_64"), and what was wrong follows from it.
"""

from __future__ import annotations

from mps_doctor.sources.pasted.symptom_kinds import anywhere, sentence, told
from mps_doctor.sources.pasted.symptom_words import (
    FOR_MACS,
    HELPED,
    INTEL_MAC,
    MAC,
    NOT,
    ON_MAC,
    TORCH,
    TWO_PYTHONS,
)

_LAST_OF_INTEL = r"\b(?:py)?torch[ `]{0,2}(?:==|>=|<=|~=|at|to)? ?v?2\.[0-2](?:\.\d)?(?![\d.]*\d)"
_BARE_PYTHON = r"(?:python ?|cp)?3\.?(?:[7-9]|1[0-4])(?![.\d]|th\b)"
_OTHER = (
    r"\b(?!(?:it|we|you|they|this|that|there|which|app|project|torch|pytorch|mps|metal|gpu|cuda|gui"
    r"|plug-?in|extension|game|client|dmg|tool|program|version|images?|docker|containers?)\b)"
    r"[\w][\w.-]{1,39}"
)

REMEDIES = (
    told(
        "torch-dropped-intel-macs",
        sentence(
            _LAST_OF_INTEL,
            INTEL_MAC,
            r"\b(?:hold|keep|stuck|lock\w*|restrict\w*|allow\w*|relax\w*|lower|accept\w*"
            r"|constrain\w*|fall(?:s|ing)? back)\b",
            without=r"\b(?:numpy|mps|gpus?|pass(?:es|ed)?|works?|fine)\b",
        )
        + "|"
        + sentence(
            INTEL_MAC,
            r"\b(?:py)?torch\b",
            r"\b(?:wheels?|builds?|channel|binar(?:y|ies)|packages?)\b",
            r"\b(?:gone|exclud\w+|skip\w*|disappear\w*|vanish\w*|not on|missing)\b",
            without=r"\b(?:own|numpy|mps|gpus?|cuda)\b",
        ),
        needles="intel x86 x64 osx-64",
    ),
    told(
        "native-python-helped",
        sentence(
            r"\b(?:uninstall\w*|remov\w+|delet\w+|replac\w+|got rid of)\b[^\n.!?]{0,16}"
            r"\b(?:x86(?:[-_]64)?|intel)\b[^\n.!?]{0,8}\b(?:homebrew|brew|python|conda|anaconda"
            r"|miniconda|miniforge|terminal|version)\b",
            r"\b(?:now|then|finally|after(?:wards)?)\b[^\n.!?]{0,12}\b(?:mps|torch|it) (?:is "
            r"(?:found|available|there|detected|used)|works?|worked|showed up)\b",
        )
        + "|"
        + sentence(r"\b(?:subdir|conda_subdir)\b[ =:]{1,2}osx-arm64\b", HELPED),
    ),
    told(
        "mps-said-missing",
        r"\bskip\w* (?:the |all |our )?mps\b|\bmps tests? (?:are |is )?skipped\b"
        r"|\bno (?:real|usable|actual|physical) gpu\b",
    ),
    told(
        "another-python-helped",
        r"\b(?:with|on|under) (?:python ?)?3\.\d{1,2},? (?:it|torch|everything|that) (?:works?"
        r"|worked|is fine)\b",
        along=anywhere(
            TORCH,
            r"\b(?:no matching distribution|could not find a version|(?:cannot|can't|couldn't"
            r"|could not) (?:be )?(?:install|find)|no wheels?)\b",
            TWO_PYTHONS,
        ),
    ),
    told(
        "torch-not-for-python",
        rf"{TORCH}[^\n.!?]{{0,16}}(?:[^\n.!?]|\.\d){{0,12}}(?:\bnot|n't) (?:yet )?(?:published"
        rf"|released|built|there|available|out|ready) (?:for|on|with|under) {_BARE_PYTHON}"
        r"|(?:<|\bbelow |\bunder )=? ?3\.1\d\b[^\n!?]{0,40}\btorch\b[^\n.!?]{0,12}(?:\bnot"
        r"|n't) (?:yet )?(?:released|built|published|there|supported|ready|available)"
        rf"|\bpython ?3\.\d{{1,2}} (?:is|was) too (?:old|new|recent) (?:to|for)\b[^\n.!?]{{0,16}}"
        rf"{TORCH}"
        r"|\bpip3\.1\d install torch\b[^\n]{0,16}\bno (?:versions?|matching)",
        needles="3.1 3.7 3.8 3.9 python",
    ),
    told(
        "companions-do-not-match",
        sentence(
            r"\btorch(?:vision|audio|text|data|codec)\b",
            TORCH,
            r"(?:\bnot|n't) (?:go|fit|belong|work) together\b|\bundefined symbols?\b"
            rf"|\bsymbol not found\b|\breinstall\w* both\b[^\n.!?]{{0,40}}{HELPED}",
        ),
        needles="torchvision torchaudio torchtext torchcodec",
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
        "package-not-for-mac",
        rf"{_OTHER} won't (?:install|build|compile) {FOR_MACS}"
        rf"|{_OTHER} has no (?:apple[ -]silicon|mac ?os|macosx|mac|arm64|osx-arm64|darwin)"
        r"(?: arm64)? (?:builds?|wheels?|binar(?:y|ies))\b"
        rf"|\b(?:could not|couldn't|cannot|can't) build (?:the )?wheels? for {_OTHER} {FOR_MACS}"
        r"|\b(?:onnxruntime-gpu|faiss-gpu\w*|tensorflow-text|decord|triton|xformers|vllm"
        r"|bitsandbytes)\b (?:is|are) (?:linux|windows|cuda|for cuda)(?:[/ ,]|and|linux|windows"
        r"|nvidia){0,6} ?only\b[^\n.!?]{0,40}\bmac"
        r"|\b(?:onnxruntime-gpu|faiss-gpu\w*|triton|xformers|vllm|bitsandbytes)\b (?:is|are) "
        r"(?:only for|for) (?:cuda|linux|nvidia)\b[^\n.!?]{0,24}\binstall\w*\b[^\n.!?]{0,12}"
        r"\bmac\w*[^\n.!?]{0,12}\b(?:errors?|fails?|breaks?)",
        needles="install build wheel binar linux",
    ),
    told(
        "package-not-for-mac",
        r"\b(?:triton|xformers|bitsandbytes|flash[-_ ]?att(?:n|ention)|decord|deepspeed|vllm)\b"
        r"[^\n.]{0,40}\b(?:missing|needed|required|not (?:found|installed))\b[^\n.]{0,40}"
        r"\binstall\w*\b[^\n.]{0,40}(?:\b(?:errors?|fail\w*|cannot|not|unable)\b|n't\b)",
        along=ON_MAC,
    ),
    told(
        "cuda-build-for-mac",
        r"\btorch\S{0,12}\+cu1[0-3]\d\b[^\n]{0,60}(?:\bnot|n't|\bfails?(?: to)?|\bcannot"
        rf"|\bimpossible to) (?:be )?(?:install\w*|resolv\w*|work\w*|found"
        rf"|available)?[^\n]{{0,16}}{FOR_MACS}"
        r"|\+cu1[0-3]\d\b[\s\S]{0,120}\bmac(?: ?os)? users? (?:cannot|can't|are unable to) "
        r"install\b"
        r"|\bcudatoolkit\b[^\n]{0,24}(?:\bnot|n't) (?:available|there|found)\b[^\n]{0,16}\b(?:osx-"
        r"|mac)",
    ),
    told(
        "other-index-for-mac", sentence(r"\btorch(?:vision|audio)? ?==? ?\d[\d.]*\+cpu\b", MAC, NOT)
    ),
    told(
        "mps-after-macos-update",
        sentence(
            r"\b(?:updat|upgrad)\w+\b[^\n.!?]{0,16}\b(?:mac ?os|os|monterey|ventura|sonoma"
            r"|1[1-5]\.\d)\b",
            r"\bma(?:de|kes) mps (?:available|work|usable|appear)\b",
        ),
    ),
    told(
        "command-line-tools-needed",
        sentence(
            r"\bxcode-select --install\b",
            r"\b(?:was (?:necessary|needed|required)|had to)\b",
            r"\b(?:build\w*|compil\w*|wheels?|install(?:ed|ing|ation)?)\b",
        )
        + "|"
        + sentence(
            r"\bcommand[ -]line tools (?:were|was|are|had) (?:gone|removed|deleted|lost|missing"
            r"|broken|outdated)\b",
            r"\b(?:pip|clang|compil\w*|build\w*|wheels?)\b",
            NOT,
        ),
    ),
    told(
        "torch-files-missing",
        sentence(
            rf"\bre-?install\w*\b[^\n.!?]{{0,12}}{TORCH}"
            rf"|{TORCH}[^\n.!?]{{0,12}}\bre-?install\w*",
            HELPED,
            r"\b(?:dlopen|image not found|no attribute|library not loaded|not import\w*)",
            without=r"\btorch(?:vision|audio|text|codec)\b|\b(?:arm64|native|nightly)\b",
        )
        + "|"
        + sentence(
            r"\binterrupted\b[^\n.!?]{0,24}\b(?:pip|conda|install\w*|upgrade|download)\b",
            TORCH,
            r"\bno attribute\b|\bimport\w*\b",
        )
        + "|"
        + sentence(
            r"\b(?:two|both|several|mixed|duplicate|leftover|old)\b[^\n.]{0,24}\btorch\b",
            r"\bsite-packages\b",
            r"\b(?:delet|remov)\w+\b",
            HELPED,
        ),
        needles="reinstall re-install interrupted deleting removing moving",
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
        "file-shadows-module",
        sentence(
            r"\b(?:director(?:y|ies)|folder|package) (?:named |called )?torch\b",
            r"\bimported (?:that|it|this|mine) instead\b|\binstead of the (?:package|library"
            r"|real|installed)\b",
        )
        + "|"
        + sentence(
            r"(?<![\w/])(?:torch|numpy|typing|random|types)\.py\b",
            r"\b(?:named|called|renam\w+)\b",
            r"\btorch (?:then )?import(?:ed|s)\b|\bimported (?:itself|that|mine|it)\b",
        ),
        needles="torch.py torch/ typing.py random.py types.py numpy.py",
    ),
    told(
        "python-managed-by-another",
        sentence(
            r"\bpep ?668\b",
            r"\b(?:refus\w+|error|venv|break-system-packages|fail\w*|block\w*|prevent\w*|forbid\w*"
            r"|stop(?:s|ped)|(?:does|will|would) not let|(?:does|wo)n't let)\b",
            r"\b(?:homebrew|brew|mac\w*|torch)\b",
        ),
    ),
    told(
        "kernel-of-another-python",
        sentence(
            r"\bno module named '?torch\b|\bmodulenotfounderror\b",
            r"\b(?:al)?though\b|\bbut\b|\beven though\b|\bwhile\b|\bhence\b",
            r"\bpip3? (?:show torch|list (?:shows|has|lists))\b"
            r"|\bpip3? installed torch (?:into|in|for)\b",
            without=r"\bsudo\b",
        )
        + "|"
        + sentence(
            r"\bkernel (?:wasn't|was not|isn't|is not) (?:that of )?(?:my|the|in my|using)\b",
            TORCH,
            r"(?:\bcould not|\bcouldn't|\bcannot|\bnot) (?:be )?(?:import|found|find)",
        )
        + "|"
        + sentence(
            r"\bsys\.executable\b|\bwhich python3?\b",
            r"\b(?:different|another|other) (?:python|interpreter)\b",
            rf"\bwith {TORCH}|{TORCH} is (?:in|installed)|\bhas {TORCH}",
        ),
        needles="kernel sys.executable pip modulenotfounderror module",
    ),
    told(
        "torch-forgotten",
        r"\bforg[oe]t(?:ten)? to (?:pip )?install (?:py)?torch\b(?!\w)",
        needles="forgot",
    ),
)
