"""What a text is about, and what form it has: the words by which the gate knows."""

import re

TORCH = (
    "*torch*|diffus*|comfy*|*transformers*|*webui*|web ui|a1111*|*lightning*|fastai*"
    "|accelerate|yolo*|ultralytics*|safetensors|huggingface*|hugging face*|sdxl|whisper|inductor*"
    "|detectron*|bitsandbytes|xformers|flash attn*|flash_attn*|deepspeed|vllm|triton|decord|natten"
    "|autogptq|flair|ignite|invokeai*|invoke ai|cellpose*"
)
OF_TORCH = "pytorch|mps|bitsandbytes|xformers|flash attn"
"""What only programs with torch name, whatever other runtimes they name."""

GPU = "graphics device*|mpsgraph*|mpsndarray*|metal|apple silicon|apple gpu*"
MAC = (
    "mac|macs|macos*|os x|mac os|macbook*|macosx*|imac|imacs|osx|darwin|apple|m1|m2|m3|m4|m5|m1pro"
    "|m1max"
)
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

NVIDIA_CARD = re.compile(r"gtx|rtx|geforce|tesla|quadro|\d{3,4} ?ti\b")
MPS = re.compile(
    r"mps(?<![a-z\d-]mps)(?![\w-]*\.(?:cpp|h)\b)(?!graph|ndarray|matrix|kernel|core|apply)"
)
"""The device and what torch calls after it, and not Apple's own classes."""

GPU_OF_A_MAC = re.compile(
    r"gpus? (?:of|on|in) (?:an? |the |my )?(?:apple|mac|m[1-5])"
    r"|m(?:ac(?:book)?|[1-5])(?: (?:pro|max|ultra|air|mini|studio))?(?:'s)? gpus?\b"
)
TORCH_CODE = re.compile(
    r"\btorch\.\w|\btorch[=:]{1,2}|/torch/|\bimport torch\b|device ?=? ?[\"']?mps\b|\bto\([\"']mps"
    r"|PYTORCH_\w|\btorch \d",
    re.MULTILINE,
)
CHANGE_TITLE = re.compile(
    r"\W{0,4}(?:(?:update|create|delete) [\w./-]+\.(?:txt|md|py|toml|ya?ml|cfg|ipynb|json)\b"
    r"|bump \S+ from \d\S* to \d|revert(?:s|ed)? \w)"
)
CHANGE_LINE = re.compile(
    r"\n\W{0,4}(?:(?:pull request resolved|stack from ghstack|co-authored-by"
    r"|signed-off-by|differential revision)\b"
    r"|(?:clos|fix|resolv)(?:es|ed|e)? (?:#|https://\S{1,80}/issues/)\d+\b"
    r"|(?:before|after) this (?:pr|change|patch|commit)\b)"
)
"""What only the notes on a change have, whatever error texts they quote."""

CHANGE_PREFIX = re.compile(
    r"\W{0,4}(?:feat(?:ure)?|docs?|chore|refactor|perf|style|ci|workflows?|deps)"
    r"(?:\([^)\n]{1,40}\))?!?: "
)
"""A conventional commit; "fix: …" may be a bug's as well."""

LIKE_A_CHANGE_TITLE = re.compile(
    r"\W{0,4}(?:fix|build|tests?|perf|feat(?:ure)?|chore|docs?|refactor|ci|style|revert)"
    r"(?:\([^)\n]{1,40}\))?!?: "
    r"|[^\n]{4,120} \(#\d+\)[ \t]*(?:\n|\Z)"
)
CHANGE_IN_THE_IMPERATIVE = re.compile(
    r"\W{0,4}(?:\[[^\]\n]{1,30}\] ?)?(?:add(?:s|ed|ing)?|enable[sd]?|support|implement\w*"
    r"|introduce[sd]?|allows?|update[sd]?|upgrade|bump|remove[sd]?|replace[sd]?|refactor\w*|make"
    r"|use|switch|improve[sd]?|ensure|handle|collect|skip|avoid|disable[sd]?|default|detect|prefer"
    r"|rename|document|expose|extend|optimi[sz]e\w*|unify|port|migrate|simplify|guard|set) "
    r"(?!for\b)(?![^\n]{0,120}(?:\b(?:fail|error|crash|cannot|can not|does not|broken|wrong|issue"
    r"|problem|bug|slow|hang|nan|oom|out of memory|leads? to|causes?|gives?|results? in)|n't\b))"
)
"""A title that says what a change does, or what somebody wants, and of no trouble."""
CHANGE_OF_TROUBLE = re.compile(
    r"\W{0,4}(?:\[[^\]\n]{1,30}\] ?)?(?:fix(?:e[sd])?|revert(?:s|ed)?|drop(?:s|ped)?"
    r"|removes?|downgraded?) (?!this\b|please\b|it\b|not\b)[^\n?]{4,120}(?:\n|\Z)"
)
"""A title that says which trouble a change takes away, whatever trouble it names."""
OF_THE_WRITER = re.compile(r"\b(?:on|with|of) my\b|\bi (?:get|have|am|run|use|tried)\b")
"""What a report says of its writer's computer, and a note on a change does not."""

LIKE_A_CHANGE_BEGINNING = re.compile(
    r"(?:[^\n]{0,160}\n{1,3}){0,2}\W{0,6}(?:this|the|these|a small) (?:pr|pull request|commit"
    r"|patch|change(?: ?set)?|mr|changes)\b"
)
LIKE_A_CHANGE_LINE = re.compile(
    r"[.;:,]\s{1,2}this (?:fixes|adds|enables|removes|changes) (?:it|that|this|the|support)\b|"
    r"\n\W{0,6}(?:this (?:pr|pull request|commit|patch) |(?:test plan|release notes|changelog)\b"
    r"|what does this (?:pr|pull request) do\b|full changelog\b)"
    r"|\n#{1,4} +(?:what'?s (?:changed|new)|(?:bug ?)?fix(?:es|ed)?|highlights|release notes"
    r"|changelog|changes(?: made)?|added|changed|fixed|test plan|testing|why|what changed"
    r"|how (?:has this been|was this) tested|type of change|summary of changes"
    r"|proposed changes|description of changes)[^\w\n]{0,3}(?:\n|\Z)"
)
"""How the notes on a change begin, and the lines that they have.

A checklist is a form's.
"""

WISH = re.compile(
    r"\W{0,4}(?:feature request|\[?feature\]?|proposal|rfc|enhancement|idea|suggestion"
    r"|documentation|docs|readme|typo)\b[^\n]{0,12}?[:\]]"
    r"|(?:just )?a (?:small |short )?note on\b|[^\n]{8,60}\bfix: "
    r"|[\s\S]{0,1500}?(?:\bwould be (?:welcome|(?:nice|great|good|cool|helpful|useful) (?:to|if))\b"
    r"|\bplease (?:provide|consider)\b|\bshould have its own\b)"
)
SETTLED = (
    "my own fault|my own mistake|my own bug|was my fault|was my mistake|was my bug|was my error"
    "|user error|false alarm|not a bug|my bad|thanks it .. work*|thanks that .. work*|thanks , it "
    "work*|thanks , that work*|thanks , that helped|thanks , that solved|thanks that helped"
    "|closing this|closing as|closing ,|issue resolved|issue is resolved|torch is not involved"
    "|no torch involved|no torch is involved|everything works .. now|everything is .. now"
    "|everything works now|everything is fine now|it works now|it works .. again now"
    "|it works fine now|it works again now|it works well now|all works now|all works .. now"
    "|and got it to work|i got it to work|got it working|it runs now|it runs fine now"
    "|all is fine now|now it .. correctly|now it works|now .. renders correctly"
)
"""How stories end well."""

OWN_ERROR = re.compile(
    r"(?:Name|Key|Syntax|Indentation|UnboundLocal|FileNotFound|JSONDecode|UnicodeDecode"
    r"|UnicodeEncode|Recursion|ModuleNotFound|Permission|HfHubHTTP|Connection)Error\b"
)
"""Errors of a program: its crash is no matter of mps."""

OF_NVIDIA_MPS = re.compile(r"multi-?process service|nvidia-cuda-mps|cuda[ _]mps\b", re.IGNORECASE)
"""NVIDIA's Multi-Process Service."""

MENDED = re.compile(
    r" (?:fix(?:e[sd])?|solve[sd]?|resolve[sd]?|cure[sd]?|gone|no longer|any ?more|agree again"
    r"|went away|not reproduc\w+|no more|works? now|now works?|used to) "
)
"""What says that a trouble is over, or only thought of: loose rows do not count there."""
