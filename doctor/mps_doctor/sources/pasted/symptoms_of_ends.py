"""Symptoms of a program that ends: brought down, gone, without a word for a crash.

Judged only where the text tells of nothing else.
"""

from __future__ import annotations

from mps_doctor.sources.pasted.symptom_kinds import anywhere, sentence, speaking, told
from mps_doctor.sources.pasted.symptom_words import DENIED, ON_MPS

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

_OTHER_PROGRAM = (
    r"\b(?:browser|chrome|safari|firefox|docker|windows|finder|pycharm|vs ?code|dialog|button"
    r"|page)\b"
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
_NO_EXCEPTION = anywhere(
    ON_MPS.pattern,
    without=rf"\b(?!no |any )\w*(?:error|exception):|{_OTHER_PROGRAM}|\b(?:no module named"
    rf"|traceback|out of memory|oom|killed|install\w*|import\w*|mlx|core ?ml|gguf|ollama)\b",
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
