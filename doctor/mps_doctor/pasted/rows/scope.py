"""What a text is about, and what form it has: the words by which the gate knows."""

import re

TORCH = (
    "*torch*|diffus*|comfy*|*transformers*|*webui*|web ui|a1111*|*lightning*|fastai*|accelerate"
    "|yolo*|ultralytics*|safetensors|huggingface*|hugging face*|sdxl|whisper|inductor*|detectron*"
    "|bitsandbytes|xformers|flash attn*|flash attention*|flash_attn*|deepspeed"
    "|vllm|triton|decord|natten|autogptq"
    "|easyocr|demucs|stable baselines*|openvoice|pyannote*|nerfstudio|pyg|flair|txtai|ignite"
    "|invokeai*|invoke ai|cellpose*|*esrgan*|gfpgan*|codeformer*|animatediff*|*cyclegan*"
    "|*stylegan*|rvc|so vits svc|sovits|gpt sovits|f5 tts|xtts*|coqui*|tortoise|kokoro*"
    "|chatterbox*|musicgen*|audiocraft*|stable audio|stable video|hunyuan*|ltx*|wan2*|kohya*"
    "|swinir*|segment anything|sam2|mmdet*|mmseg*|openmmlab*|mmpose*|open_clip*|timm|nanogpt*"
    "|gpytorch*|botorch*|monai|nnunet*|totalsegmentator*|scvi*|esmfold*|openfold*|boltz*"
    "|rfdiffusion*|proteinmpnn*|fairseq*|espnet*|speechbrain*|silero*|midas|depth anything*"
    "|marigold|zoedepth*|gsplat*|gaussian splatting|dgl|sb3|cleanrl|skorch|bertopic*|gliner*"
    "|colbert*|doctr|trocr|docling*|hifigan*|hifi gan|vocos|controlnet*|lora|loras|sd15|sd 1.5"
    "|sd1.5|ksampler*|clip skip|ip adapter*|textual inversion|dreambooth|unet|torchrun|dev20*"
    "|resnet*|vits|wav2vec*|hubert|encodec|bert|roberta*|distilbert*|gpt2|gpt 2|qwen*|cumprod"
    "|logits|libc10*|torchdynamo|huggingface_hub|peft|trl|axolotl|unsloth"
)
OF_TORCH = (
    "pytorch|torch|torch.*|bitsandbytes|xformers|flash attn|sentence transformers|pyannote*"
    "|comfyui|comfy|invokeai"
)
"""What only programs with torch name, whatever other runtimes they name."""

NO_RUNTIME = re.compile(r"\bonnxruntime[ _]gpu")
"""A package that pip finds no file of for a Mac: who names it need not run it."""

GPU = "graphics device*|mpsgraph*|mpsndarray*|metal|apple gpu*"
MAC = (
    "mac|macs|macos*|os x|mac os|macbook*|macosx*|imac|imacs|osx|darwin|apple silicon|apple m*"
    "|apple chip*|apple gpu*|m1|m2|m3|m4|m5|m1pro|m1max|m2max|m3max|m4max|sonoma|sequoia|tahoe"
    "|ventura|monterey|big sur|catalina|mojave|homebrew|brew|xcrun*|xcode*|thunderbolt"
)
COMPUTES = (
    "train*|inference|cuda|nvidia|tensor|sampler*|checkpoint*|tts|transcri*|llm|llms|epoch|epochs"
    "|embedding*|bf16|bfloat16|fp16|float16|float32|float64|quantiz*|stable diffusion"
    "|diffusion|cpu mode|denois*|dtype*|weights|lstm|ocr|gradient*|vae|neural*|nccl"
    "|deep learning|machine learning|generat*..image*|image generat*|model..gpu"
    "|graphics device*|mpsgraph*|mpsndarray*|.cuda()|*.cuda()|aten*|float8*|fp8*|complex64"
    "|complex128|notimplemented*|view_as_complex"
)
"""What people compute with torch on a Mac."""

INSTALLS = (
    "pip|conda|docker|container*|anaconda|miniconda|libomp*|kmp_*|faiss*"
    "|python interpreter|python .. rosetta"
)
"""What they install for it: by itself it says nothing of what is computed."""

NVIDIA_CARD = re.compile(
    r"\b(?:[gr]tx\b|[gr]tx ?\d{3,4}|gt ?\d{3,4}m?\b|geforce|tesla\b|quadro|\d{3,4} ?(?:ti"
    r"|super)\b|nvidia-smi\b|\bnvidia/cuda:|\bversion\w* ?[:=] ?\d\.\d+\.\d\+cu1"
    r"|[ahl]100\b)"
)
OTHER_SYSTEMS = (
    ("an NVIDIA GPU", NVIDIA_CARD),
    ("an Ascend NPU", re.compile(r"\btorch[_-]npu\b|\bcann version\b|\bascend ?\d{3}")),
    ("a TPU", re.compile(r"\btorch_xla\b")),
    ("another accelerator", re.compile(r"\bprivateuseone\b|\btorch[_-]directml\b")),
    # Apple calls it arm64.
    ("Linux", re.compile(r"(?<![\w.-])(?:aarch64|armv[67]l)(?![\w.-])|\braspb\w+")),
)
"""What shows that torch runs on no Mac, where nothing speaks of one."""

MPS = re.compile(
    r"mps(?<![a-z\d-]mps)(?<!format mps)(?<!\d mps)(?! files?\b)(?! format)(?! simulat)"
    r"(?![\w-]*\.(?:cpp|h)\b)(?!graph|ndarray|matrix|kernel|core|apply)"
)
"""The device and what torch calls after it, and not Apple's own classes."""

GPU_OF_A_MAC = re.compile(
    r"gpus? (?:of|on|in) (?:an? |the |my )?(?:apple|mac|m[1-5])"
    r"|m(?:ac(?:book)?|[1-5])(?: (?:pro|max|ultra|air|mini|studio))?(?:'s)? (?:gpu|graphics)s?\b"
    r"|(?:apple|metal)(?:'s)? (?:gpu|graphics|backend)s?\b|m-chip gpu"
)
TORCH_CODE = re.compile(
    r"\btorch\.\w|\btorch[=:]{1,2}|/torch/|\bimport torch\b|PYTORCH_\w|\btorch \d",
    re.MULTILINE,
)
ON_MPS = re.compile(r"device ?=? ?[\"']?mps\b|\bto\([\"']mps")
# Each of these is searched in a text that begins with the end of a line: `\A\n` is its title.
CHANGES = (
    re.compile(
        r"(?i)\A\n\W{0,4}(?:(?:update|create|delete) [\w./-]+\.(?:txt|md|py|toml|ya?ml|cfg|ipynb"
        r"|json)\b(?![\s\S]*\bi (?:had|got|get)\b)|bump \S+ from \d\S* to \d|revert(?:s|ed)? \w)"
    ),
    # A conventional commit, and GitHub's form for wishes; "fix: …" may be a bug's as well.
    re.compile(
        r"(?i)\A\n\W{0,4}(?:(?:\[[^\]\n]{1,30}\] ?)?(?:feat(?:ure)?|docs?|chore|refactor|perf"
        r"|style|ci|workflows?|deps)(?:\([^)\n]{1,40}\))?!?: "
        r"|\[(?:chore|refactor|draft)\])|\n\W{0,8}describe the solution you'd like"
    ),
    re.compile(
        r"(?i)\n\W{0,4}(?:(?:pull request resolved|stack from \[?ghstack|@pytorchbot merge"
        r"|co-authored-by"
        r"|signed-off-by)\b"
        r"|(?:clos|fix|resolv)(?:es|ed|e)? (?:#|https://\S{1,80}/issues/)\d+\b"
        r"|(?:before|after) this (?:pr|change|patch|commit)\b)"
        r"|differential revision: D\d|ghstack-poisoned|\boriginal commit changeset\b"
        r"|\bautomatically marked as stale\b|\bcla signed\b"
        r"|\A\n\W{0,4}(?:faqs?|tutorial|review(?: of #\d|:))"
    ),
)
"""What only the notes on a change have, and a form for wishes, whatever they quote."""

LIKE_A_CHANGE = (
    re.compile(r"(?i)\A\n[^\n]{0,60}\b(?:bug ?fixes|release notes|change ?log|what's new)\b"),
    re.compile(
        r"(?i)\A\n\W{0,4}(?:(?:troubleshooting(?! - )|poll|survey|(?:tracking"
        r"|meta) issue"
        r"|tracker|roadmap|chapter|docs?)\b[^\n?]{0,40}(?:[:\]\n(]|\Z)"
        r"|(?:\[\w+\] ?)?(?:emit|route|lower|wire|hook|teach|return|register|cache|raise|cast"
        r"|upcast|promote|propagate|respect|honor|gate|align|tidy|clean|split|merge|convert"
        r"|let|reduce|increase|fall back|patch|correct|stop) (?:[^\n?]{4,120})(?:\n|\Z)"
        r"(?![\s\S]*\b(?:my|i)\b))"
    ),
    re.compile(r"\A\n\W{0,4}(?:修复|新增|添加|增加|优化|更新)[^\n?？吗]{2,60}(?:\n|\Z)"),
    # "fix: …" is a commit's, "Fix: …" a person's.
    re.compile(
        r"\A\n\W{0,4}(?:(?:fix|build|tests?|revert)(?:\([^)\n]{1,40}\))?!?: "
        r"|(?!(?i:[\s\S]*\b(?:my (?:m\d|i?mac)|i (?:get|got|see|patched)\b)))[\s\S]*\n```diff\n"
        r"|[^\n]{4,120} \(#\d+\)[ \t]*(?:\n|\Z))"
    ),
    # A title that says what a change does, or what somebody wants, and of no trouble.
    re.compile(
        r"(?i)\A\n\W{0,4}(?:\[[^\]\n]{1,30}\] ?)?(?:add(?:s|ed|ing)?|enable[sd]?|support"
        r"|implement\w*|introduce[sd]?|allows?|update[sd]?|upgrade|bump|remove[sd]?|replace[sd]?"
        r"|refactor\w*|make|use|switch|improve[sd]?|ensure|handle|collect|skip|avoid|disable[sd]?"
        r"|default|detect|prefer|rename|document|expose|extend|optimi[sz]e\w*|unify|port|migrate"
        r"|simplify|generali[sz]e\w*|finali[sz]e\w*|guard|set|move|test) (?!for\b|\S{0,8}environ)"
        r"(?![^\n]{0,120}(?:\b(?:fail|error|crash|breaks|broke"
        r"|cannot|can not"
        r"|does not|should not|wrong|issue|problem|bug|slow|hang|nan|oom|out of memory|leads? to"
        r"|causes?|gives?|results? in)|n't\b))"
    ),
    # A title that says which trouble a change takes away, and not from the writer's computer.
    re.compile(
        r"(?i)\A\n\W{0,4}(?:\[[^\]\n]{1,30}\] ?)?(?:fix(?:e[sd])?|resolve[sd]?|revert(?:s|ed)?"
        r"|drop(?:s|ped)?"
        r"|removes?|downgraded?) (?!this\b|please\b|it\b|not\b|[\"'`])[^\n?]{4,120}(?:\n|\Z)"
        r"(?![\s\S]*(?:\b(?:on|with|of) my\b|\bi (?:get|am|run|use|tried"
        r"|have (?!searched|read|checked|verified|looked))\b))"
    ),
    re.compile(
        r"(?i)\A\n(?:[^\n]{0,160}\n{1,3}){0,2}\W{0,6}(?:this|the|these|a small) (?:pr|pull request"
        r"|commit|patch|change(?: ?set)?|mr|changes)\b"
    ),
    re.compile(
        r"(?i)\n(?:so )?\W{0,6}(?:this (?:pr|pull request|commit|patch)\b(?! seems | broke "
        r"| breaks )"
        r"|(?:test plan|release notes"
        r"|changelog)\b|what does this (?:pr|pull request) do\b|full changelog\b)"
        r"|[.;:,]\s{1,2}this (?:fixes|adds|enables|removes|changes) (?:it|that|this|the|support)\b"
    ),
)
"""How the notes on a change begin, and the lines that they have.

A checklist is a form's.
"""

HEADING_OF_A_CHANGE = re.compile(
    r"(?i)(?:\n {0,4}#{1,6} +|(?!\A)\n\W{0,3})(summary|motivation|tested|what'?s (?:changed|new)"
    r"|(?:bug ?)?fix(?:es|ed)?|highlights"
    r"|release notes"
    r"|changelog|changes(?: made)?|added|changed|fixed|test plan|testing|why|what changed"
    r"|how (?:has this been|was this) tested|type of change|summary of changes"
    r"|proposed changes|description of changes|things done)(?:[^\w\n]{0,3}(?=\n|\Z)|: )"
)
"""Two of them make a pull request, whatever it quotes; a report may have a summary as well."""

WISH = re.compile(
    r"(?i)\A\n(?:[^\n]{1,60}\bshould (?:also (?:work|run|support|be)|support)\b"
    r"|\W{0,4}(?:feature request|feature|fr|vorschlag|propuesta|proposal|rfc|enhancement|idea"
    r"|suggestion"
    r"|documentation|docs|readme|typo)\b[^\n]{0,12}?[:\]]"
    r"|(?:just )?a (?:small |short )?note on\b|[^\n]{8,60}\bfix: )"
    r"|\bwould be (?:welcome|(?:nice|great|good|cool|helpful|useful) (?:to (?:have|see|support)"
    r"\b(?! (?:this|it|that) (?:fixed|solved|resolved|work))"
    r"|if [^.\n]{0,60}\bsupport))\b"
    r"|\bplease (?:provide|publish|ship|offer) (?:wheels?|builds?|binar\w+|packages?|support)\b"
    r"|\bas an? [\w ]{3,40}, i want\b|希望(?:能)?(?:支持|加上|增加)|能否支持"
    r"|\bsupport for [^.\n]{1,40}\bplease\b|\bwould be a dream\b"
    r"|\bany plans?(?: for\b|\?)|\n#{1,4} (?:use case|motivation)\b"
)
SETTLED = (
    "my own fault|my own mistake|my own bug|was my fault|was my mistake|was my bug|was my error"
    "|user error|false alarm|my bad|thanks it .. work*|thanks that .. work*|thanks , it "
    "work*|thanks , that work*|thanks , that helped|thanks , that solved|thanks that helped"
    "|closing this|closing as|closing ,|issue resolved|issue is resolved|torch is not involved"
    "|no torch involved|no torch is involved|everything works .. now|everything is .. now"
    "|everything works now|everything is fine now|it works now|it works .. again now"
    "|it works fine now|it works again now|it works well now|all works now|all works .. now"
    "|solved :|wanted to say|works like a charm|and got it to work|i got it to work"
    "|got it working|it runs now|it runs fine now"
    "|all is fine now|now it .. correctly|now it works|now .. renders correctly"
)
"""How stories end well."""

OTHER_TORCH = (
    "downgrad* .. torch|downgrad* .. pytorch|back to torch|back to pytorch|older torch"
    "|older pytorch|older version of torch|older version of pytorch|previous torch"
    "|torch downgrade|pytorch downgrade"
)
"""How a story ends well that yet tells of a torch that does not work."""

OWN_ERROR = re.compile(
    r"(?:Name|Key|Syntax|Indentation|UnboundLocal|FileNotFound|JSONDecode|UnicodeDecode"
    r"|UnicodeEncode|Recursion|ModuleNotFound|Permission|HfHubHTTP|Connection)Error\b"
)
"""Errors of a program: its crash is no matter of mps."""

OF_NVIDIA_MPS = re.compile(
    r"(?i)multi-?process service|nvidia-cuda-mps|(?<!use_)cuda[ _]mps\b"
    r"|nvidia.{0,9} mps control|control daemon on socket"
)
"""NVIDIA's Multi-Process Service."""

OF_SPEED = re.compile(
    r"(?i)\A(?![^\n]*\b(?:wrong|incorrect\w*|nans?|garbage|accuracy|results?|outputs?)\b)"
    r"[^\n]*\b(?:slow\w*|faster|performance(?! shader)|speed\w*|throughput|latency"
    r"|tak(?:es|ing) [^\n]{0,20}(?:hour|minute)s?)\b"
)
"""A title about time: what comes out is not its matter."""

MENDED = re.compile(
    r" (?:fix(?:e[sd])?|solve[sd]?|resolve[sd]?|cure[sd]?|gone|no longer|any ?more|agree again"
    r"|may|might|could|would|went away|not reproduc\w+|no more|works? now|now works?|used to) "
)
"""What says that a trouble is over, or only thought of: loose rows do not count there."""
