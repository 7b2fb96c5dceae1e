"""Operators that are not there on the GPU of a Mac, told freely; and what a newer macOS brings.

`KERNELS`: "Please bring `trace` to Apple GPUs", "deformable convolutions have no implementation
there".  `COUNTERPARTS`: "nms has no mps version", "eigh has to be computed on the CPU because Metal
lacks it", "torch.stft on mps needs Sonoma, I have Ventura".  The names are those of torch's
operators (aten/src/ATen/native/native_functions.yaml); which macOS an operator needs is said by the
checks in aten/src/ATen/native/mps/operations.
"""

from __future__ import annotations

from mps_doctor.knowledge.macos import macos_by_name
from mps_doctor.sources.pasted.symptom_kinds import sentence, speaking, told
from mps_doctor.sources.pasted.symptom_words import DENIED, GOOD, ON_MAC, ON_MPS
from mps_doctor.sources.pasted.symptoms_of_limits import FAILS, LACKING, SOME, THINGS, TO_A_PROJECT

_STEM = (
    r"(?:\w+_(?:backward|forward)(?:_\w+)?|grid_sampl\w+|roi_align\w*|embedding_bag|ctc_loss"
    r"|index_(?:copy|put|add|reduce|fill)\w*|scatter_\w+|segment_reduce|upsample_\w+|linalg_\w+"
    r"|fft_\w+|conv\w*_?[123]d|conv_transpose\w*|avg_pool\w*|max_pool\w*|adaptive_\w*pool\w*"
    r"|masked_\w+|deform_conv2d|grid_sample|affine_grid|unique_\w+|_?cdist\w*|log_?softmax\w*"
    r"|bucketize|batch_nms|nms_\w+|ps_roi_\w+|lstm_mps|repeat_interleave"
    r"|scaled_dot_product_attention)"
)
OPERATOR = (
    r"(?:\baten::\w+|\btorch(?:vision|audio)?::\w+|\btorch\.(?!cuda|mps|float|bfloat|half|double"
    r"|compile|distributed|backends|device|amp|autocast|complex|sparse|load|save|jit|hub|nn\b)"
    rf"[\w.]+|\btorchvision\.ops\.\w+|`?\b_?{_STEM}\b|\b(?:nms|roi[ -]?align|cdist|eigh?|svd|lu|qr"
    rf"|lstsq|cholesky|stft|istft|fft|ffts|unfold|cumsum|cumprod|topk|einsum|multinomial"
    r"|cumulative (?:sums?|products?)|histc?|isin|searchsorted|nonzero|grid[ -]sampl\w+|ctc loss"
    r"|embedding bag|upsampl\w+|interpolat\w+|padding mode|(?:\w+ )?convolutions?|conv[123]d"
    r"|deconvolutions?|(?:\w+ )?pooling|loss function|operators?|operations?|ops?|kernels?)\b)"
)
_GPU = (
    r"\b(?:mps|metal|apple(?:'s)? gpus?|apple silicon(?:'s)?(?: gpus?)?|(?:mac(?:book)?s?"
    r"|m[1-5])(?: \w+)?(?:'s)? gpus?|gpus? (?:of|on|in) (?:an? |the |my )?(?:apple"
    r"|mac\w*|m[1-5]))\b(?!\.\w)"
)
_NOT_THERE = (
    r"(?:(?:\b(?:is|are|was|were)(?: not|n't)|\bnot|\bthat is not) (?:yet |even |just |currently )?"
    r"(?:there|on (?:the )?mps|in (?:the )?(?:mps|metal)|part of|among|usable|ready|covered"
    r"|done yet|ported)\b|\b(?:has|have|had|with|there is|there's"
    r"|there are) no (?:\w+ )?(?:counterpart|version|equivalent|kernels?|implementation|path"
    r"|variant|port|support)\b|\b(?:cannot|can't|can not|could not|couldn't) (?:be )?(?:done"
    r"|computed|run|executed|evaluated|used|performed|calculated|taken)\b|\b(?:is|are)(?: not"
    r"|n't) (?:yet |currently )?supported (?:by|on|in|for|with)\b|\b(?:has|have|had|needs?"
    r"|needed) to (?:be (?:computed|run|done|evaluated|executed|calculated|taken|moved)|run|go|stay"
    r"|happen) (?:on|through|via|over|to) (?:the )?cpu\b|\bfalls? back (?:to|on) (?:the )?cpu\b"
    r"|\bfell back (?:to|on) (?:the )?cpu\b|\b(?:metal|mps|apple(?:'s)? gpus?) (?:lacks?|misses"
    r"|does not have|doesn't have) (?:it|this|that|them|these)\b|\b(?:are|is) (?:still )?(?:missing"
    r"|absent) (?:on|in|from|for)\b|\b(?:unsupported|unimplemented|not supported|not implemented"
    r"|not to exist|not exist)\b|\bnot (?:yet |so far )?(?:for|on) (?:the )?(?:mps|metal)\b"
    r"|(?:\b(?:does|do|can|could) not|\bcannot|\b(?:does|do|ca|could)n't) (?:know|offer|provide"
    r"|handle|do|implement|compute|run|perform)\b)"
)
_OTHERWISE = (
    rf"{GOOD}|\b(?:float64|double|bf16|bfloat16|fp8|float8|complex\w*|sparse\w*|autocast|amp"
    r"|distributed|memory|cuda kernels?|nccl|driver|docs|documentation|wheels?|package|install\w*"
    r"|operating|file|disk|menu|app|kernel panics?|no error|degrades?|gracefully|installer|only the"
    r"|all others?)\b"
)
_PLANNED = (
    r"\b(?:is|are) there (?:any |a )?(?:plans?|chance|eta|timeline|roadmap|work|intention)\b"
    r"|\b(?:any|what) (?:plans?|eta|timeline) (?:for|to|on)\b|\b(?:planned|coming|on the roadmap)\b"
)
_BRING = (
    r"\b(?:bring\w*|port\w*|add\w*|implement\w*|get\w*|hav(?:e|ing)|support\w*)\b|\bfor (?:the )?"
    r"(?:mps|metal)\b"
)
_NAMED = (
    r"(?:\baten::\w+|\btorch(?:vision|audio)?::\w+|\btorch\.(?:linalg|fft|special)\.\w+"
    rf"|`?\b_?{_STEM}\b|\b(?:nms|roi[ -]?align|cdist|ctc loss|embedding bag|istft|stft|svd|eigh)\b)"
)

_SYSTEM = r"(?:mac ?os(?: x)?|os ?x)"
_RELEASES = rf"(?:{'|'.join(macos_by_name())})"
_NEWER = rf"(?:{_SYSTEM} (?:\w+ )?1[2-6](?:\.\d+)*|{_SYSTEM} 26|{_RELEASES})\b"
_NEEDED = (
    rf"(?:\b(?:needs?|requires?|wants?|asks? for|expects?|only (?:\w+ ){{0,3}}?(?:on|from|with"
    rf"|in|since)|comes? (?:only )?with|available (?:\w+ )?(?:from|since|on|in)|(?:there|works?"
    rf"|exists?) (?:\w+ )?(?:from|since)|(?:begins?|starts?|came|arrived) with)\b (?:at least "
    rf"|a newer |the newer )?{_NEWER})"
)
_FEATURE = (
    rf"(?:{OPERATOR}|\b(?:bf16|bfloat16|complex(?: \w+|64|float)?|int64|int32|uint8|conv3d|sort"
    r"|reductions?|dtype|fft)\b)"
)
_GONE = (
    r"\b(?:gone|went away|disappear\w*|vanish\w*|fixed|solved|works? now|now works|helped|cured"
    r"|no longer (?:appears|there|raised)|runs? now|it works|now it works)\b"
)
_UPDATED = (
    rf"\b(?:upgrad|updat)\w+\b[^\n.!?]{{0,40}}(?:\b{_SYSTEM}\b|\b{_RELEASES}\b|\bto 1[2-6]\.\d)"
)

_OF_INSTALLING = r"\b(?:wheel|xcode|install\w*)\b"

_NOT_FOR_IT = (
    r"\bno (?:\w+ )?(?:kernels?|implementation) (?:of|for) [`'\"]?[\w.:]{3,40}[`'\"]? (?:for"
    r"|on) (?:this|that|the) device\b"
    r"|\b(?:the|an|one) (?:operator|operation|op)\b(?: is| was|'s) (?:still )?(?:missing|not"
    r" implemented|unimplemented|not there)\b"
)

COUNTERPARTS = (
    told(
        "operator-missing-on-gpu",
        _NOT_FOR_IT,
        along=rf"{ON_MPS.pattern}|\bapple silicon\b",
        unless=DENIED,
    ),
    told(
        "operator-missing-on-gpu",
        sentence(OPERATOR, _GPU, _NOT_THERE, without=_OTHERWISE),
        along=ON_MPS,
    ),
    told(
        "operator-missing-on-gpu",
        sentence(_NAMED, _GPU, _PLANNED, _BRING, without=_OTHERWISE),
        needles="plan chance eta timeline roadmap work intention",
    ),
    told(
        "operator-needs-newer-macos",
        sentence(_FEATURE, _NEEDED, without=_OF_INSTALLING),
        needles="mac os ventura sonoma sequoia monterey tahoe",
        along=ON_MPS,
    ),
    told(
        "operator-came-with-macos",
        sentence(
            _UPDATED,
            _GONE,
            rf"{OPERATOR}|\bint64\b|\bnot supported\b|\bunsupported\b|\bnot implemented\b",
            without=r"\b(?:wrong|nans?|noise|crash\w*|torch (?:to|from)|not|still)\b",
        ),
        along=ON_MPS,
    ),
)


_OPERATOR = (
    r"(?:\baten::[\w.]+|\btorch\.(?!cuda|mps|float|compile|distributed|backends|device)[\w.]+"
    r"|\btorchvision(?:::|\.ops\.)\w+|\b(?:nn|f)\.\w+|`(?!mps|cpu|cuda|metal)[a-z]\w*(?:\.\w+)*`"
    r"|\b(?!pytorch_|load_|map_|use_|is_|set_|torch_)[a-z]+(?:_[a-z0-9]+)+\b|\b(?:transposed "
    r"|deformable |3d |grouped )*convolutions?\b|\b(?:cumsum|cumprod|sort|unique|svd|qr|eigh"
    r"|inverse|pooling|sampling|interpolation|generator))"
)
_NO_KERNEL = (
    r"\b(?:no|lacks? an?|lacked an?) (?:\w+ ){0,2}?(?:kernels?|implementation|generator"
    r"|version for (?:its|the|mps|apple))\b|\bkernels? (?:\w+ ){0,6}?(?:is|are) missing\b"
    r"|\bmissing on (?:mps|metal)\b"
)
_PLEASE = (
    r"\bplease\b(?! (?:note|see|check|read|visit|refer|follow|consult|look|click|go)\b)"
    r"|\b(?:would|i'd) (?:like|be glad|love)\b"
)
_FOR_GPU = (
    r"\b(?:mps|metal|apple(?:'s)? (?:gpus?|silicon|device|graphics)|(?:m[1-5]"
    r"|mac)(?: \w+)?'s gpu)\b"
)
_DOUBLES = r"\b(?:double(?: precision|s)?|float64|64-bit floats?)\b"
_NO_DOUBLES = (
    rf"{_DOUBLES}[^\n.;]{{0,80}}\b(?:absent from|missing (?:from|in|on)|unknown to|not part of)"
    r" (?:the )?(?:metal|mps)\b"
    r"|\b(?:metal|mps|apple hardware|apple gpus?)\b[^\n.;]{0,16}\b(?:lacks?|has no|have no"
    rf"|knows? no|knows only up to 32|only up to 32)\b[^\n.;]{{0,16}}(?:{_DOUBLES}|bits?\b)"
)
_NO_DTYPE = (
    r"\b(?:sparse|csr|coo|complex|bfloat16|float64|double|float8|fp8|autocast|amp|distributed)\b"
)
_NOT_NOW = (
    rf"{_NO_DTYPE}|{TO_A_PROJECT}"
    r"|(?<!for )\b(?:now|fixed|added|merged|import\w*|use mps|device choice)\b"
)

_FOR_DOUBLES = (
    r"(?:\b(?:not|cannot|unable|fail\w*|crash\w*|breaks?|broken|impossible|errors?)\b|n't\b)"
    r"[^\n.;]{0,60}(?:\b(?:due to|because(?: of)?|since|as)\b|:)[^\n.;]{0,32}\b(?:float64|fp64|f64"
    r"|doubles|double(?:[- ]precision)? tensors?|double precision)\b"
)

KERNELS = (
    told("float64-on-gpu", _NO_DOUBLES, needles="double float64 64-bit 32", unless=DENIED),
    told(
        "float64-on-gpu",
        _FOR_DOUBLES,
        along=ON_MAC,
        unless=r"\b(?:no longer|fix\w*|solv\w+)\b[^,;:.\n]{0,24}$",
    ),
    told(
        "complex-on-gpu",
        sentence(
            r"\bcomplex(?:float|double|half|32|64|128)\b",
            rf"\bmps\b|{_FOR_GPU}",
            r"\b(?:not|cannot|unable|fail\w*|crash\w*|errors?|unsupported|problems?)\b|n't\b",
            without=r"\b(?:fix\w*|now|already|no longer|works?|added|wrong|nans?)\b",
        ),
    ),
    *(
        told(
            name,
            rf"(?:\[mps\]|(?<![\w.])mps:) [^\n.;]{{0,24}}(?:{thing}){SOME}(?:{LACKING}|{FAILS})",
            needles=needles,
            unless=DENIED,
        )
        for name, needles, thing in THINGS
        if name != "cuda-needed"
    ),
    told(
        "ddp-on-gpu",
        sentence(
            r"\b(?:c10d|torch\.distributed|dist\.\w+|init_process_group|all_?(?:reduce|gather)"
            r"|torchrun|nproc_per_node)\b",
            r"(?:\b|_)mps(?:\b|_)|\bapple silicon\b",
            r"\b(?:broken|breaks?|fail\w*|errors?|wrong|unchanged|hangs?|stuck|deadlocks?|ignored"
            r"|nothing)\b|n't\b",
        ),
        needles="c10d distributed process reduce gather broadcast torchrun nproc",
    ),
    told(
        "float64-on-gpu",
        r"\b(?:needs?|requires?|wants?|expects?|takes?|accepts?|(?:must|has to|have to|should) be"
        r"|use|cast\w* to|convert\w* to) (?:\w+ )?(?:float32|fp32|f32|float|single)\b"
        r"[^\n.;]{0,12}\b(?:instead of|rather than|not|but (?:gets?|got|is|finds?))\b"
        r"[^\n.;]{0,12}\b(?:float64|fp64|f64|doubles?)\b"
        r"|\b(?:lack of|lacking|no|without|missing|absence of) (?:\w+ )?(?:float64|fp64|f64"
        r"|double(?: precision)?) support\b"
        r"|(?:\b(?:not|cannot|unable to|not being able to|fails? to)|n't) (?:\w+ )?(?:convert"
        r"|cast|mov)\w*[^\n.;]{0,20} (?:to|into) (?:float64|fp64|f64|double)\b"
        r"|\b(?:float64|fp64|f64|doubles?)\b[^\n;]{0,40}\b(?:cast|convert\w*|chang\w*) to "
        r"(?:float32|float|fp32|single)\b[^\n;]{0,24}\bmps\b",
        along=ON_MPS,
    ),
    told(
        "operator-missing-on-gpu",
        sentence(_OPERATOR, _NO_KERNEL, without=_NOT_NOW),
        along=(
            rf"{ON_MPS.pattern}|\b(?:m[1-5]|mac)(?: \w+)?'s gpu\b|\bmetal\b"
            r"|\bm[1-5]\b[^\n]{0,80}\bgpu\b"
            r"|\bapple(?:'s)? (?:gpus?|device)"
        ),
        unless=DENIED,
    ),
    told(
        "operator-missing-on-gpu",
        sentence(_OPERATOR, _PLEASE, _FOR_GPU, r"\b(?:for|to|on)\b", without=_NOT_NOW),
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "operator-fails-on-gpu",
        r"\b(?:raises?|throws?|gives?|ends? (?:in|with)) (?:an? )?notimplementederror\b",
        along=speaking(ON_MPS, without=r"\b(?:abstract|base class|method|subclass\w*|no longer)\b"),
        unless=DENIED,
    ),
    told(
        "operator-fails-on-gpu",
        sentence(
            r"\bnotimplementederror\b",
            rf"\bmps\b|{_FOR_GPU}",
            without=r"\b(?:abstract|base class|method|subclass\w*|fix\w*|no longer|instead)\b",
        ),
        unless=DENIED,
    ),
)
