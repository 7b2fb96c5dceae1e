"""Symptoms of a torch that is there and cannot be imported: it hangs, is killed, is another file.

"import torch never comes back", "Killed: 9", "my own torch.py", "files of it are missing".
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import sentence, told
from mps_doctor.pasted.symptom_words import DENIED, HELPED, IMPORT_TORCH, NOT, ON_MAC, TORCH

_HANGS = (
    r"(?:\b(?:runs?|waits?|sits) for (?:an hour|hours|minutes|ages)\b|卡着|卡在|\b(?:hangs?|hung"
    r"|stuck|freezes?|frozen|stalls?|blocks|forever)\b|(?:\b(?:never|not)|n't) (?:\w+ )?(?:returns?"
    r"|finish\w*|ends?|complete\w*|come back|get past|gets past|got past)\b|\bnothing (?:happens"
    r"|more|comes)\b|卡住|卡死|没有反应|固まる)"
)

IMPORTS = (
    told(
        "import-hangs",
        r"import torch`?[^\n.]{0,40}\b(?:hangs?|stuck|freezes?|never (?:returns?|finishes)"
        r"|does not (?:return|come back)|takes forever)"
        r"|(?:hangs?|stuck|freezes?)(?:(?!\bafter\b)[^\n.]){0,30}import torch",
    ),
    told(
        "bus-error",
        r"\bsigbus\b|\bbus error\b|\b(?:z|ba)?sh: (?:abort|segmentation fault|trace trap)\b",
    ),
    told(
        "torch-said-to-be-installed",
        r"\bpip3? (?:list|show|freeze)\b[^\n.]{0,40}\b(?:shows?|says?|lists?|has)\b[^\n.]{0,20}"
        r"\btorch\b"
        r"|\btorch (?:is|was|has been) (?:already |successfully |correctly )?installed\b"
        r"|\b(?:already|successfully|did|have) (?:pip )?install(?:ed)? (?:py)?torch\b",
    ),
    told(
        "torch-files-missing",
        sentence(
            r"\blib(?:torch\w*|c10\w*|shm)\.(?:dylib|so)\b|\btorch/lib\b",
            r"\b(?:missing|incomplete|corrupt\w*)\b",
        )
        + "|"
        + sentence(
            r"\bimport(?:ing)? torch\b",
            r"\b(?:missing|incomplete|interrupted|corrupt\w*|half[- ](?:installed|removed"
            r"|deleted))\b",
            r"\b(?:fail\w*|errors?|cannot|stops?)\b",
        )
        + "|"
        + sentence(
            r"\b(?:two|both|several|mixed|duplicate|leftover|old)\b[^\n.]{0,24}\btorch\b"
            r"[^\n.]{0,24}\b(?:installs?|installations?|copies|versions?)\b",
            r"\b(?:same|one) (?:env\w*|venv|site-packages)\b|\bconda and pip\b|\bpip and conda\b",
        ),
        needles=("missing", "incomplete", "corrupt", "interrupted", "two ", "both ", "several "),
    ),
    told(
        "killed-at-import",
        sentence(
            r"\b(?:import(?:ing)? (?:py)?torch|torch import)\b",
            r"\b(?:sigkill|trace/bpt trap|quits unexpectedly|killed(?:: 9)?|sigill|sigtrap|sigabrt"
            r"|abort trap|trace trap|sigsegv|exc_bad_(?:access|instruction)|exit(?:s"
            r"|ed)? (?:with )?(?:code |status |signal )?-?(?:139|134|133|132|138|11|10|6|5|4)"
            r"|libc\+\+abi: terminating|(?:python|interpreter|process) (?:crash\w*|dies|quits?))\b"
            r"|\bkills? (?:the )?(?:python|interpreter|process|kernel)\b",
            without=r"\bmemory\b",
        ),
        needles=("import torch", "importing torch", "torch import", "import pytorch"),
    ),
    told(
        "file-shadows-module",
        sentence(
            r"(?<![\w/])(?:torch|numpy|typing|random|types)\.py\b|\bfolder (?:named|called) "
            r"torch\b",
            r"\b(?:my|own|local|same|project|working|current|renam\w+|named|called|shadow\w*)\b",
            rf"(?:{HELPED}|{NOT}|\b(?:instead|shadow\w*|broke|breaks)\b)",
        ),
        along=r"\bimport\w*\b[\s\S]{0,400}\btorch\b|\btorch\b[\s\S]{0,400}\bimport",
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
        "killed-at-import",
        rf"(?:{IMPORT_TORCH})['\"`)]{{0,3}}[^\n]{{0,24}}(?:\n[^\n]{{0,20}})?\b(?:echo \$\?"
        r"|exit(?:ed|s)?"
        r"(?: with)?(?: code| status)?)\W{1,6}-?(?:13[2-9]|4|5|6|9|10|11)\b",
        needles=("import torch", "importing torch"),
        by_line=False,
    ),
    told(
        "import-hangs",
        rf"\b(?:blocks|sits|waits|hangs|is stuck|got stuck|stalls) (?:in|at|on|during) [`'\"]?"
        rf"(?:{IMPORT_TORCH})|(?:{IMPORT_TORCH})[`'\"]? (?:takes|took) (?:forever|ages|hours"
        r"|half an hour)",
        needles=("import torch", "importing torch"),
    ),
    told(
        "import-raises",
        rf"(?:{IMPORT_TORCH})[`'\"]?[^\n.]{{0,12}}\b(?:raises|throws|gives|fails with"
        r"|ends (?:with|in)"
        r"|stops with)\b[^\n.]{0,8}\b(?:value|type|runtime|os|system|syntax|name|key|assertion"
        r"|memory|unicode\w{0,12}|index|recursion|notimplemented|permission)(?:error)?\b",
        needles=("import torch", "importing torch"),
    ),
    told(
        "import-hangs",
        sentence(
            IMPORT_TORCH,
            _HANGS,
            without=r"\b(?:mps|cuda|after import\w*|download\w*|training|dataloader|workers?)\b"
            r"|\b(?:no longer|used to) (?:hang|freeze|block)",
        ),
        needles="import",
        unless=DENIED,
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
        "torch-forgotten",
        r"\bforg[oe]t(?:ten)? to (?:pip )?install (?:py)?torch\b(?!\w)",
        needles="forgot",
    ),
    told(
        "torch-files-missing",
        r"\buninstall torch\b[^\n]{0,60}\b(?:fixed|solved|helped|resolved)\b[^\n]{0,16}"
        r"(?:\bimporterror\b|\bdlopen\b|\blibrary not loaded\b)"
        r"|\b(?:conda and pip|pip and conda)\b[^\n.!?]{0,24}\binstalled torch\b[^\n.!?]{0,60}"
        r"\b(?:mixed|import fails|broken|fails|conflict\w*)\b",
    ),
    told(
        "killed-at-import",
        r"\b(?:python|interpreter|kernel|process)\b[^\n.!?]{0,12}\b(?:crash\w*|dies|quits|aborts?)"
        r"\b[^\n.!?]{0,24}\b(?:when|as soon as|once|after|on) (?:\w+ )?(?:py)?torch is imported\b"
        r"|\bbus error\b[^\n.!?]{0,16}\b(?:when|while|on|at|after) import(?:ing)? torch\b",
    ),
    told("torch-forgotten", r"\b(?:shipped|built|frozen|bundled|packed) without torch\b"),
)
