"""Symptoms of a program that ends on the GPU of a Mac: it crashes, aborts, raises, is gone.

`CRASHES`: with the GPU in the same breath.  `ABORTS` and `ENDS`: more loosely, beside a device on
which all is well, where the text tells of nothing else.
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import anywhere, sentence, speaking, told, words
from mps_doctor.pasted.symptom_words import DENIED, GPU, MPS_AND_ANOTHER, ON_MPS, UNDENIED
from mps_doctor.pasted.symptoms_of_mistakes import OF_ANYTHING
from mps_doctor.pasted.symptoms_of_updates import A_MACOS, ABOUT_COMPUTING, UPDATE

_OF_IT = (
    r"(?:(?!\b(?:no|not|never|without|fix\w*|avoid\w*|cuda|instead|unlike|fewer|less|had|until)\b"
    r"|n't\b)[^\n.])"
)
_CRASHES = (
    r"(?:dies|crash(?:es|ed|ing)?|aborts?|segfaults?|reboots?|restarts|freezes|kernel panics?"
    r"|bus error|(?:ends|kills|takes down) (?:the )?(?:interpreter|process|python|kernel))\b"
)
_CRASH_WITH_A_RELEASE = (
    rf"\b{_CRASHES}[^\n.;]{{0,60}} (?:since|after|(?:started|began) with) (?:the |my |i |we )?"
    rf"(?:installed |updated to |upgraded to )?(?:the )?{UPDATE}\b"
    rf"|\b(?:since|after|installing|installed) (?:the |my )?(?:(?:updat|upgrad)\w+ to )?{UPDATE}\b"
    rf"[^\n.;]{{0,60}}\b{_CRASHES}"
    rf"|\b{A_MACOS} (?:runs?|works?|computes?|handles|does)\b[^\n.;,]{{0,16}}[,;] (?:but |while "
    rf"|and )?{A_MACOS} {_CRASHES}"
)
_HANGS_WITH_MPS = anywhere(
    MPS_AND_ANOTHER.pattern,
    without=r"\bcpu\b\W{1,4}(?:to\W{1,3})?mps\b[^\n.]{0,60}\b(?:normal|fast\w*|fix\w*|solve[sd]"
    r"|resolve[sd]|works?)\b",
)
"""What names mps and another device, and tells of no cure by mps itself."""

CRASHES = (
    told(
        "crash-on-gpu",
        r"\b(?:bus error|segfault|segmentation fault|kernel (?:crash|die)\w*|crash(?:es|ed)?)\b"
        r"[^\n.]{0,60}\b(?:with|on|using|in) (?:the )?(?:apple(?:'s)? )?mps(?:graph)?\b"
        r"|\babort(?:s|ed|ing)? (?:in|inside|within) (?:the )?(?:mpsgraph|mps|metal)\b"
        rf"|\bmps(?:graph)?\b{_OF_IT}{{0,60}}\b(?:crash(?:es|ed)|keeps crashing|segfaults"
        rf"|core dumps|aborts)\b(?! (?:before|earlier|reports?|logs?))"
        r"|\bmps\b[^\n.]{0,30}\b(?:causes?|triggers?|leads to|results in)\b"
        rf"{UNDENIED}{{0,40}}\b(?:crash(?:es)?|segfaults?|aborts?)\b",
        unless=DENIED,
    ),
    told(
        "crash-on-gpu",
        _CRASH_WITH_A_RELEASE,
        needles="dies crash abort segfault reboot restart freez panic bus",
        along=ABOUT_COMPUTING,
        unless=DENIED,
    ),
    told(
        "crash-on-gpu",
        r"\b(?:hangs|freezes|is hanging|gets stuck|(?:runs|running) forever|never (?:returns"
        r"|finish(?:es)?)|(?:can't|cannot|does not|doesn't) finish)\b|卡住|卡死|崩溃|闪退",
        along=_HANGS_WITH_MPS,
    ),
    told(
        "fails-on-gpu-only",
        rf"^{_OF_IT}{{0,80}}\b(?<!kernel )(?:fail(?:s|ed)?|errors?|exceptions?|raises?)\b"
        rf"{_OF_IT}{{0,60}}\b(?:on|with|using|when) (?:the )?(?:device ?= ?)?['\"]?mps\b"
        r"|\b(?:not|n't) (?:work|run|train|function)(?:s|ing|ning)?\b[^\n.]{0,40}\bmps\b",
        needles="fail error exception raise work run",
        along=(
            r"\b(?:works?|runs?|succeed(?:s|ed)|no (?:errors?|problems?))\b[^\n.]{0,60}\bcpu\b"
            r"|\bcpu\b[^\n.]{0,24}\b(?:works?|runs?|succeed(?:s|ed)|fine|ok|no (?:errors?"
            r"|problems?))\b"
        ),
    ),
    told(
        "crash-beside-mps",
        r"\bkernel[- ]panic(?:s|ked|king)?\b|\b(?:reboots|rebooted|restarts|panics|takes down)"
        r" (?:the|my) (?:whole )?(?:mac\w*|machine|system|computer)\b"
        r"|\bwindowserver (?:to )?(?:crash\w*|dies|die|hangs?)",
        needles="panic reboot restart windowserver",
        along=ON_MPS,
        unless=DENIED,
    ),
)
_NO_STOP = (
    r"\b(?:loss|accuracy|download\w*|install\w*|pip|conda|import(?:s|ing)? torch|queue|progress bar"
    r"|hot|warm|fans?|no|not|never (?!returns|finish|complete|end)|without|fix(?:es|ed)?|avoid\w*"
    r"|prevent\w*)\b|\bcpu\b\W{1,4}(?:to\W{1,3})?mps|n't\b"
)
_STOPS = (
    r"\b(?:hangs?|hung|is hanging|(?:freez(?:es?|ing)|froze)(?! (?:the|all|my|some|first|last"
    r"|layers?|weights?|it|them|its)\b)|(?:is|was|gets?|got) (?:frozen|stuck)|deadlock(?:s|ed)?"
    r"|unresponsive|never (?:returns?|finish(?:es)?|completes?|ends?)|reboots?|rebooted|(?:infinite"
    r"|endless) loops?|kernel panics?|panics? (?:the|my) (?:kernel|mac|system)|beach ?ball"
    r"|(?:blocks|waits) forever)\b"
    r"|\b(?:stuck|sits|sitting|stays|spins|spinning|forever|hours)\b[^\n.!?]{0,24}\b100 ?% gpu\b"
    r"|\b100 ?% gpu\b[^\n.!?]{0,40}\b(?:forever|hours|nothing|no output|stuck|never)\b"
)
_ABORTS = (
    r"\b(?:internal assert(?:ion)?s?|assertion (?:errors?|failures?|failed)|sigabrt|sigsegv|sigtrap"
    r"|abort(?:s|ed|ing)?(?! (?:the )?(?:download|install|request|run)\w*)|core dumped|(?:kills?"
    r"|terminates?|takes down) (?:the )?(?:process|python|interpreter|kernel))\b"
)

ABORTS = (
    told(
        "crash-on-gpu",
        sentence(
            r"\bmpsgraph\w*|\bmps(?:stream|event)\w*|\b_?mtlcommandbuffer\b"
            r"|\bwaituntilcompleted\b",
            r"\b(?:hangs?|hung|hanging|stuck|deadlock\w*|blocked|parked|wedged|frozen|freezes)\b",
            without=r"\b(?:fix\w*|no longer|solv\w+|avoid\w*|prevent\w*)\b",
        ),
    ),
    told(
        "crash-on-gpu",
        r"\bterminating (?:with|due to) (?:an )?uncaught exception\b"
        r"|\bbuffer is not large enough\b",
        along=ON_MPS,
    ),
    told(
        "crash-on-gpu",
        sentence(GPU, rf"{_STOPS}|{_ABORTS}", without=_NO_STOP),
        needles=(
            *words("hang hung freez froz deadlock responsive stuck reboot panic beach infinite"),
            *words(
                "abort dumped endless assert sigabrt sigsegv sigtrap kills terminate forever 100%"
            ),
            *("never returns", "never finish", "never complete", "never ends", "100 % gpu"),
            "takes down",
        ),
        along=ON_MPS,
        unless=DENIED,
    ),
)
_ENDS_IN = (
    r"\b(?:hard[- ]crash\w*|abort trap|bus error|trace/bpt trap|segmentation fault|segfaults?"
    r"|floating point exception: \d|kill(?:s|ing) (?:the )?kernel|takes python down|(?:interpreter"
    r"|process|python) (?:goes|went) down|exc_crash)\b"
)
_AN_OPERATION_ON_A_MAC = speaking(
    r"\b(?:f|nn|torch\.nn\.functional|torch)\.[a-z]\w+|\b(?:topk|softmax|conv\w*\dd|scatter\w*"
    r"|gather|cumsum|index\w*|grid_sample|interpolate|cross attention|sort|argmax|matmul|lstm)\b"
    r"|\b_mps\w+",
    r"\bmps\w*|\b_mps\w+|\bm[1-5]\b|\bmac(?:s|os|book)?\b|\bsonoma\b|\bventura\b",
    without=(
        r"\b(?:import\w*|libomp|libiomp\w*|openmp|faiss|sklearn|lightgbm|xgboost|cuda|linux|windows"
        r"|docker|rosetta|x86_64|illegal instruction|conda install|pip3? install|numpy"
        r"|on (?:the )?cpu (?:too|as well|also))\b"
    ),
)
_BY_NAME = r"\b(?:runtime|type|value|index|notimplemented|assertion)error"
_FAILING = (
    r"\b(?:fail(?:s|ed|ing|ures?)?(?! back\b)|breaks(?: down)?|broke|raises?|throws?|throwing"
    r"|crash(?:es|ed|ing)?|rais(?:es|ed|ing) an? (?:error|exception)|errors (?:out|with)|(?:errors?"
    r"|exceptions?) (?:on|when|while) (?:trying|running|using|training)|(?:does|do|did|may"
    r"|will)(?: not|n't) (?:work|accept|handle)|can(?:not| not|'t) (?:handle|cope with|deal with)"
    r"|not (?:working|running) (?:with|on|using|in)|not able to (?:run|train|use|load|infer))\b"
    r"|\b(?:gets?|got|getting|gives?|have|throws) (?:[\w']+ ){0,4}?(?:errors?|exceptions?)\b"
    r"|\bmps (?:devices? |backend )?(?:(?:is|are|was) (?:unable|not able) to\b|(?:cannot|can't"
    r"|can not) (?!be\b))|\bmps[^\n.:]{0,40}\b(?:runtimeerror|hangs?)\b|报错|失败"
    r"|出现错误|出错"
)
_CRASHING = (
    r"\b(?<!cuda )(?<!cpu )(?<!linux )(?<!windows )(?<!dog )(?<!dog just )(?:crash(?:es|ed|ing)?"
    r"|quits? unexpectedly)\b(?! (?:reports?|logs?|course|(?:the )?party|(?:on|with"
    r"|under) (?:windows|linux|cuda|(?:the )?cpu)|dumps?)\b)"
    r"|\b(?:says?|said|prints?|shows?) (?:just |only )?['\"`]?abort\b"
    r"|闪退|崩溃|クラッシュ|強制終了|(?:python|アプリ|プロセス)が落ち|강제 ?종료|튕[기겨김]"
    r"|\bse (?:cierra|cae|bloquea) (?:inesperadamente|solo|la app)"
    r"|\bst(?:ü|ue)rzt\b[^\n.]{0,24}\bab\b"
    r"|\babst(?:ü|ue)rz\w*|\bplante\b"
)
_OTHER_PROGRAM = (
    r"\b(?:browser|chrome|safari|firefox|docker|windows|finder|pycharm|vs ?code|dialog|button"
    r"|page)\b"
)
_NO_EXCEPTION = anywhere(
    ON_MPS.pattern,
    without=rf"\b(?!no |any )\w*(?:error|exception):|{_OTHER_PROGRAM}|\b(?:no module named"
    rf"|traceback|out of memory|oom|killed|install\w*|import\w*|mlx|core ?ml|gguf|ollama)\b",
)
_PROGRAM = (
    r"(?:(?:the |my |our |its |whole |entire |jupyter |python |notebook |notebook's |worker )*"
    r"(?:process|interpreter|python|kernel|notebook|session|program|script|app|server|worker"
    r"|yolo)(?: of (?:the|my) notebook)?)"
)
_BROUGHT_DOWN = (
    rf"\b(?:brings?|brought|takes?|took|taking|bringing) down {_PROGRAM}\b"
    rf"|\b(?:brings?|brought|takes?|took|taking|bringing) {_PROGRAM} down\b"
    rf"|\bkill(?:s|ed) {_PROGRAM}\b"
    rf"|\b{_PROGRAM}\b[^\n.;]{{0,30}}\b(?:goes down|went down|is gone|vanishes|disappears|dies"
    rf"|died|ends with (?:exit code|a signal|sig\w+))\b"
    r"|\bsig(?:bus|segv|abrt|ill|trap)\b|\bexit code (?:-?1[01]|13[0-9])\b|\$\? (?:is |prints "
    r"|gives |says |= ?)?13\d\b|\bseg(?:v|faults?)\b"
    r"|\b(?:ends|exit(?:s|ed)?|terminated|killed) (?:with|by) (?:a )?signal (?:4|5|6|7|10|11)\b"
    r"|\baborts;|\b(?:closes|quits) with an abort\b|\babort on every\b"
)
_ON_CHIP = anywhere(
    rf"{ON_MPS.pattern}|\bm[1-5]\b[\s\S]*?\b(?:cpu|backward|nn\.\w+)\b"
    r"|\bbackward\b[\s\S]*?\bm[1-5]\b",
    without=r"\b(?:killed: 9|out of memory|salad|gibberish|nonsense|rubbish|noise|more gb"
    r"|\d+ ?gi?b of swap|linux|docker|windows)\b",
)
_RAISES = (
    r"\bon mps: \w*error\b|\b(?:raises?|ends in an? [`\w]*error|breaks?|fails?|stops?)\b[^\n]{0,80}"
    r"\b(?:mps|apple|m[1-5]|mac'?s?|gpu)\b|\bf\.\w+\([^\n)]*\)[^\n]{0,8}# raises"
)
_BESIDE_ANOTHER = speaking(
    ON_MPS,
    r"\b(?:cpu|processor|cuda|nvidia|cluster|host|others?|f\.\w+)\b[^\n]{0,40}\b(?:ok|fine"
    r"|works?|worked|no (?:problems?|trouble|issues?|such)|comes out|as expected|can)\b"
    r"|\bnot on the cpu\b",
    without=(
        r"\b(?:slow\w*|install\w*|import\w*|float64|double|complex|bfloat16|sparse|no such file"
        r"|is_available|cuda is not|not compiled|nccl|distributed|triton|feature|support\w*)\b"
    ),
)
_WELL_ON_CPU = (
    r"\b(?:cpus?|cuda|nvidia)\b['`\")]{0,2}[ :=,]{0,3}(?:(?:device|it|this|everything|the same|also"
    r"|all|mode|just|version|run|is|was|runs?) ){0,3}(?:works?|worked|working|fine|ok(?:ay)?"
    r"|succeeds?|passes|no (?:errors?|problems?|issues?)|as expected|correct(?:ly)?|good)\b"
    r"|\b(?:works?|worked|working|fine|ok(?:ay)?|succeeds?|passes|no (?:errors?|problems?|issues?))"
    r"(?: \w+)? (?:on|with|using|in|under|for) (?:the |a |my )?(?:device ?=? ?)?['`\"]?(?:cpus?"
    r"|cuda|nvidia)\b(?! (?:mode|only))"
    r"|\bonly (?:on|with|using|under|for|when (?:on|using)) (?:the )?(?:device ?=? ?)?['`\"]?mps\b"
    r"|\b(?:not|never) (?:on|with|using|under) (?:the )?(?:device ?=? ?)?['`\"]?(?:cpus?|cuda)\b"
)
_ERROR_BESIDE_MPS = speaking(
    r"\bmps\b",
    r"\b(?:(?:runtime|index|value|type|assertion|attribute|notimplemented|linalg|accelerator"
    r"|zerodivision|overflow)?error|exception): ",
    without=(
        r"\b(?:modulenotfound|import|filenotfound|key|syntax|connection|http|permission|name"
        r"|json\w*|os|memory|timeout|unicode\w*|pickl\w+)error\b"
        r"|\b(?:is_available|no such file|not compiled|nccl|pip3? install|cuda out of memory"
        r"|slow\w*|faster|how (?:do|can|to))\b"
    ),
)
"""What holds an exception, in words that no list has, and names mps."""

_THEN_ON_CPU = (
    r"\bmps\b[\s\S]{0,1500}?\bcpu\b[^\n]{0,80}\n(?:[^\n]{0,100}\n){0,3}[^\n]{0,12}\btensor\("
)
_OLDER_TORCH_WORKS = (
    r"\b(?:downgrad\w+|revert\w*|roll(?:ed|ing)? back|go(?:ing|es)? back|went back|switch\w* back"
    r"|pinn?(?:ed|ing)|force?d? (?:re)?install\w*)\b[^\n.;]{0,24}\b(?:py)?torch\b[^\n.;]{0,12}?"
    r"[12]\.\d{1,2}[^\n]{0,60}\b(?:works?|worked|fix\w*|resolv\w+|solv\w+|help(?:s|ed)|did the"
    r" trick)\b"
    r"|\b(?:downgrad\w+|revert\w*|roll(?:ed|ing)? back|go(?:ing|es)? back|went back)\b[^\n.;]{0,12}"
    r" to [12]\.\d{1,2}(?:\.\d)?\b[^\n]{0,40}\b(?:works?|worked|fix\w*|resolv\w+|solv\w+|help(?:s"
    r"|ed))\b"
)
_ABOUT_RUNNING = speaking(
    ON_MPS,
    without=(
        r"\b(?:slow\w*|faster|speed\w*|no module|import\w*error|dlopen|symbol not|is_available"
        r"|numpy|wheels?|distribution found|cuda out|memory)\b"
    ),
)
"""What speaks of mps, and neither of speed nor of what is installed."""

_ERROR_ONLY_THERE = r"\b(?:errors?|exceptions?|failures?|fails?|crash\w*|problem|issue)\b"
_NOT_ON_ANOTHER = (
    r"\b(?:cpus?|cuda|nvidia)\b[^\n.;]{0,24}\b(?:do|does|did|is|are|was|were|has|have)(?: not"
    r"|n't)\b"
    r"|(?:\b(?:not|never)|n't)\b[^\n.;]{0,16}\b(?:on|with|using|under) (?:the )?(?:cpus?|cuda)\b"
    r"|\b(?:goes|went|go) away\b[^\n.;]{0,40}\bcpu\b|\b(?:disappears?|vanish\w*|is gone)\b"
    r"[^\n.;]{0,40}\bcpu\b"
)

ENDS = (
    told("crash-beside-mps", _ENDS_IN, along=_AN_OPERATION_ON_A_MAC, unless=DENIED),
    told(
        "crash-beside-mps",
        rf"{_BY_NAME} (?:when|while|using|with|on|in|for|during)\b[^\n.:]{{0,60}}\bmps\b",
    ),
    told(
        "fails-beside-mps",
        sentence(r"\bmps\b|\bmetal\b", _FAILING, without=OF_ANYTHING),
        unless=DENIED,
    ),
    told(
        "crash-beside-mps",
        _CRASHING,
        needles="crash abort 闪退 崩溃 落ち 終了 종료 튕 cierra bloquea rzt abst plante quit",
        along=_NO_EXCEPTION,
        unless=DENIED,
    ),
    told("crash-beside-mps", _BROUGHT_DOWN, along=_ON_CHIP, unless=DENIED),
    told("fails-beside-mps", _RAISES, along=_BESIDE_ANOTHER, unless=DENIED),
    told("fails-beside-mps", _WELL_ON_CPU, needles="cpu cuda nvidia only", along=_ERROR_BESIDE_MPS),
    told("fails-beside-mps", _THEN_ON_CPU, by_line=False, along=_ERROR_BESIDE_MPS),
    told(
        "fails-beside-mps",
        _OLDER_TORCH_WORKS,
        needles="downgrad revert back pin force",
        along=_ABOUT_RUNNING,
    ),
    told(
        "fails-beside-mps",
        sentence(r"\bmps\b", _ERROR_ONLY_THERE, _NOT_ON_ANOTHER),
        along=_ABOUT_RUNNING,
        unless=DENIED,
    ),
)
