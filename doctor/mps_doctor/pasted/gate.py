"""Says what a text is about, and whether it counts as a report: one function, `judge_scope`.

Symptoms and facts of the host count only where a text concerns torch or mps, and is no note on a
change, no wish, and no story that ended well.  Of a text with a known error text, or with a pasted
environment, only one thing is asked: whether it is another runtime's.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

from mps_doctor.pasted.phrases import holds
from mps_doctor.pasted.rows.runtimes import RUNTIMES
from mps_doctor.pasted.sentences import words_of
from mps_doctor.pasted.symptom import Topic

Form: TypeAlias = Literal["report", "change", "wish", "settled"]
"""A report of trouble, a note on a change, a wish, or a story that ended well."""

SEEN = 20_000
"""Characters of a text that are looked at: what it is about stands near its beginning."""

_I = re.IGNORECASE | re.MULTILINE

TORCH = (
    "*torch*|mpsgraph*|diffus*|comfy*|*transformers*|*webui*|web ui|a1111*|*lightning*|fastai*"
    "|accelerate|yolo*|ultralytics*|safetensors|huggingface*|hugging face*|sdxl|whisper|inductor*"
    "|flair|ignite|invokeai*|invoke ai|cellpose*"
)
GPU = "mpsgraph*|mpsndarray*|metal|apple silicon|apple gpu*"
MAC = "mac|macs|macos*|macbook*|macosx*|imac|imacs|osx|darwin|apple|m1|m2|m3|m4|m5|m1pro|m1max"
COMPUTES = (
    "model|models|train*|inference|tensor|tensors|neural|generat*|prompt|prompts|sampler*"
    "|checkpoint*|lora|loras|tts|transcri*|llm|llms|img2img|animatediff|inpaint*|epoch|epochs"
    "|embedding*|segmentation*|detection*|numpy|pip|conda|cuda|nvidia|nvcc|wheel|wheels|arm64"
    "|bf16|bfloat16|fp16|fp8*|float8*|float16|float32|float64|complex64|complex128|libomp*|openmp"
    "|omp_num_threads|kmp_*|faiss*|xgboost|kmeans|scikit learn|sklearn|triton|xformers|vllm"
    "|deepspeed|bitsandbytes|flash attn|flash_attn|quantiz*|matmul|mac_ver*|docker|container*"
    "|gpu|gpus|precision|runner|runners|macosx_*"
)
"""What people compute with torch on a Mac, and install for it."""
_NVIDIA_CARD = re.compile(r"gtx|rtx|geforce|tesla|quadro|\d{3,4} ?ti\b")
_MPS = re.compile(r"mps(?<![a-z\d-]mps)(?![\w-]*\.(?:cpp|h)\b)")
_GPU_OF_A_MAC = re.compile(
    r"gpus? (?:of|on|in) (?:an? |the |my )?(?:apple|mac|m[1-5])"
    r"|m(?:ac(?:book)?|[1-5])(?: (?:pro|max|ultra|air|mini|studio))?(?:'s)? gpus?\b"
)
_TORCH_CODE = re.compile(
    r"\btorch\.\w|\btorch[=:]{1,2}|/torch/|\bimport torch\b|device ?=? ?[\"']?mps\b|\bto\([\"']mps"
    r"|PYTORCH_\w|\btorch \d",
    re.MULTILINE,
)
_OF_NVIDIA_MPS = re.compile(r"multi-?process service|nvidia-cuda-mps|cuda[ _]mps\b", _I)
_CHANGE_TITLE = re.compile(
    r"\W{0,4}(?:(?:update|create|delete) [\w./-]+\.(?:txt|md|py|toml|ya?ml|cfg|ipynb|json)\b"
    r"|bump \S+ from \d\S* to \d)"
)
_CHANGE_LINE = re.compile(
    r"\n\W{0,4}(?:(?:pull request resolved|co-authored-by|signed-off-by|differential revision)\b"
    r"|(?:clos|fix|resolv)(?:es|ed|e)? (?:#|https://\S{1,80}/issues/)\d+\W{0,4}(?:\n|\Z)"
    r"|(?:before|after) this (?:pr|change|patch|commit)\b)"
)
"""What only the notes on a change have, whatever error texts they quote."""
_LIKE_A_CHANGE_TITLE = re.compile(
    r"\W{0,4}(?:fix|build|tests?|perf|feat(?:ure)?|chore|docs?|refactor|ci|style|revert)"
    r"(?:\([^)\n]{1,40}\))?!?: "
    r"|[^\n]{4,120} \(#\d+\)[ \t]*(?:\n|\Z)"
)
_LIKE_A_CHANGE_BEGINNING = re.compile(
    r"(?:[^\n]{0,160}\n{1,3}){0,2}\W{0,6}(?:this|the|these|a small) (?:pr|pull request|commit"
    r"|patch|change(?: ?set)?|mr|changes)\b"
)
_LIKE_A_CHANGE_LINE = re.compile(
    r"\n\W{0,6}(?:this (?:pr|pull request|commit|patch) |(?:test plan|release notes|changelog)\b"
    r"|what does this (?:pr|pull request) do\b|full changelog\b)"
    r"|\n#{1,4} +(?:what'?s (?:changed|new)|(?:bug ?)?fix(?:es|ed)?|highlights|release notes"
    r"|changelog|changes(?: made)?|added|changed|fixed|test plan|testing|why|what changed"
    r"|how (?:has this been|was this) tested|type of change|summary of changes"
    r"|proposed changes|description of changes)[^\w\n]{0,3}(?:\n|\Z)"
)
"""How the notes on a change begin, and the lines that they have.

A title that begins with "Fix" is a bug's as often as a change's, and a checklist is a form's.
"""
_WISH = re.compile(
    r"\W{0,4}(?:feature request|\[?feature\]?|proposal|rfc|enhancement|idea|suggestion"
    r"|documentation|docs|readme|typo)\b[^\n]{0,12}?[:\]]"
)
SETTLED = (
    "my own fault|my own mistake|my own bug|was my fault|was my mistake|was my bug|was my error"
    "|user error|false alarm|not a bug|my bad|thanks it .. work*|thanks that .. work*|thanks , it "
    "work*|thanks , that work*|thanks , that helped|thanks , that solved|thanks that helped"
    "|closing this|closing as|closing ,|issue resolved|issue is resolved|torch is not involved"
    "|no torch involved|no torch is involved|everything works .. now|everything is .. now"
    "|everything works now|everything is fine now|it works now|it works .. again now"
    "|it works fine now|it works again now|it works well now|all works now|all works .. now"
    "|it runs now|it runs fine now|all is fine now"
)
"""How stories end well."""
_OWN_ERROR = re.compile(
    r"(?:Name|Key|Syntax|Indentation|UnboundLocal|FileNotFound|JSONDecode|UnicodeDecode"
    r"|UnicodeEncode|Recursion|ModuleNotFound|Permission|HfHubHTTP|Connection)Error\b"
)
"""Errors of a program: its crash is no matter of mps."""


class Scope(NamedTuple):
    """What a text is about, and how far it counts."""

    about: str = ""
    """The other runtime that it is about; empty for torch."""
    form: Form = "report"
    topics: frozenset[Topic] = frozenset()
    """What it speaks of: nothing of torch or a Mac where it is empty."""
    has_own_error: bool = False

    @property
    def counts(self) -> bool:
        """Whether what it says in words is a report about torch on a Mac."""
        return not self.about and self.form == "report" and bool(self.topics)


def judge_scope(
    text: str, *, errors: bool = False, environment: bool = False, elsewhere: str = ""
) -> Scope:
    """Return what a clean text is about.

    `errors` is whether it holds known error texts of torch's, `environment` whether somebody has
    pasted the facts of an environment with torch, `elsewhere` the system that it is from, where
    that is known.
    """
    text = text[:SEEN]
    lowered = text.lower()
    mps = _MPS.search(lowered) is not None
    code = errors or environment or _TORCH_CODE.search(text) is not None
    # Of an error of mps, or an environment with it, nothing is asked of the words.
    words = "" if mps and (errors or environment) else words_of(text)
    torch = mps or holds(TORCH, words)
    gpu = mps or holds(GPU, words) or _GPU_OF_A_MAC.search(lowered) is not None
    mac = gpu or holds(MAC, words)
    about = _runtime_of(text, words, of_torch=code)
    if elsewhere not in ("", "Darwin") and not (mac or environment):
        about = about or f"{'PyTorch on ' if torch or errors else ''}{elsewhere}"
    topics: set[Topic] = {"torch"} if torch else set()
    computes = gpu or torch or (holds(COMPUTES, words) and not _NVIDIA_CARD.search(lowered))
    if mac and computes:
        topics.add("mac")
    form = _form_of(text, lowered, words, sure=errors or environment)
    return Scope(about, form, frozenset(topics), bool(_OWN_ERROR.search(text)))


def _form_of(text: str, lowered: str, words: str, *, sure: bool) -> Form:
    """Return what a text is; where it is sure to tell of trouble, only a change is none."""
    lines = f"\n{lowered}"
    if _CHANGE_TITLE.match(lowered) or _CHANGE_LINE.search(lines):
        return "change"
    if sure:
        return "report"
    # "fix: …" is a commit's, "Fix: …" a person's.
    title = _LIKE_A_CHANGE_TITLE.match(text) or _LIKE_A_CHANGE_BEGINNING.match(lowered)
    if title or _LIKE_A_CHANGE_LINE.search(lines):
        return "change"
    if _WISH.match(lowered):
        return "wish"
    return "settled" if holds(SETTLED, words) else "report"


def _runtime_of(text: str, words: str, *, of_torch: bool) -> str:
    """Return the runtime that a text is about where that is not torch; empty for torch."""
    if of_torch:
        return ""
    if _OF_NVIDIA_MPS.search(text):
        return "NVIDIA's Multi-Process Service"
    torch = holds("pytorch|mps", words)
    for row in RUNTIMES:
        at_work = any(term in text for term in row.own_terms.split("|") if term)
        if at_work or (not torch and holds(row.names, words)):
            return row.name
    return ""
