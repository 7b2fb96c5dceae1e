"""Operators that are not there on the GPU of a Mac, told freely; and what a newer macOS brings.

"nms has no mps version", "eigh has to be computed on the CPU because Metal lacks it", "torch.stft
on mps needs Sonoma, I have Ventura".  The names are those of torch's operators
(aten/src/ATen/native/native_functions.yaml); which macOS an operator needs is said by the checks
in aten/src/ATen/native/mps/operations.
"""

from __future__ import annotations

from mps_doctor.knowledge.macos import macos_by_name
from mps_doctor.sources.pasted.symptom_kinds import DENIED, ON_MPS, sentence, told
from mps_doctor.sources.pasted.symptoms_of_precision import GOOD

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
        "kernel implement op",
        _NOT_FOR_IT,
        along=rf"{ON_MPS.pattern}|\bapple silicon\b",
        unless=DENIED,
    ),
    told(
        "operator-missing-on-gpu",
        "mps metal gpu silicon",
        sentence(OPERATOR, _GPU, _NOT_THERE, without=_OTHERWISE),
        along=ON_MPS,
    ),
    told(
        "operator-missing-on-gpu",
        "plan chance eta timeline roadmap work intention",
        sentence(_NAMED, _GPU, _PLANNED, _BRING, without=_OTHERWISE),
    ),
    told(
        "operator-needs-newer-macos",
        "mac os ventura sonoma sequoia monterey tahoe",
        sentence(_FEATURE, _NEEDED, without=_OF_INSTALLING),
        along=ON_MPS,
    ),
    told(
        "operator-came-with-macos",
        "upgrad updat",
        sentence(
            _UPDATED,
            _GONE,
            rf"{OPERATOR}|\bint64\b|\bnot supported\b|\bunsupported\b|\bnot implemented\b",
            without=r"\b(?:wrong|nans?|noise|crash\w*|torch (?:to|from)|not|still)\b",
        ),
        along=ON_MPS,
    ),
)
"""After the kinds of numbers, whose sentences name operators too."""
