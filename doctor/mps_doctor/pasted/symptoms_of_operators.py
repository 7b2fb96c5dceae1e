"""Symptoms of operators that are not there on the GPU of a Mac, or need a newer macOS.

"Please bring `trace` to Apple GPUs", "eigh has to be computed on the CPU because Metal lacks it",
"torch.stft on mps needs Sonoma".  The names are those of torch's operators
(aten/src/ATen/native/native_functions.yaml); which macOS an operator needs is said by the checks in
aten/src/ATen/native/mps/operations.  `FAILING`: what fails may be lacking.
"""

from __future__ import annotations

from mps_doctor.knowledge.macos import macos_by_name
from mps_doctor.pasted.symptom_kinds import sentence, speaking, told, words
from mps_doctor.pasted.symptom_words import (
    APPLE_GPU,
    DENIED,
    FOR_MPS,
    GOOD,
    MAC_GPU,
    ON_MAC,
    ON_MPS,
    TROUBLE,
)
from mps_doctor.pasted.symptoms_of_limits import (
    GRANTED,
    LACKING,
    MPS_OR_CHIP,
    ON_IT,
    UNSUPPORTED,
    failing,
    lacking,
)

_OPERATION = (
    r"(?:\b(?:aten |torch )?(?:ops?|operators?|operations?|layers?|kernels?|functions?)\b"
    r"|\b(?:i?s?tft|i?r?fft|stft|ffts?|(?:\w+ )?convolutions?|backward(?: pass)?|(?:\w+ )?pooling"
    r"|interpolation|upsampling|sorting|cumsum|histograms?)\b|\b(?:linalg|nn|f|torch)\.[a-z]\w*)"
)
_ABSENT = (
    rf"{_OPERATION}[^\n.;,]{{0,24}}(?:\b(?:is|are)(?: not|n't)(?: (?:there|available|present"
    rf"|implemented|supported|offered))?(?: (?:for|on|in|with|by))? {APPLE_GPU}|\b(?:is"
    rf"|are) (?:unsupported|missing|absent|unavailable) (?:for|on|in|with|by|from) {APPLE_GPU}"
    r"|\b(?:has"
    rf"|have) no (?:\w+ )?(?:implementation|kernel|version) (?:for|on|in) {APPLE_GPU}|\b(?:that "
    rf"|which )?{APPLE_GPU}(?: \w+)? (?:(?:does not|doesn't|do not|don't) (?:have|know|support"
    rf"|offer|implement)|lacks|misses)\b)"
    rf"|{_OPERATION}, (?:which|that) {APPLE_GPU}(?: \w+)? (?:(?:does not|doesn't|do not"
    r"|don't) (?:have"
    rf"|know|support|offer|implement)|lacks|misses)\b"
)
OPERATORS = (
    r"\b(?:aten::\w+|torch\.(?!compile|distributed|cuda|mps|backends|float|bfloat|complex)[\w.]+"
    r"|linalg\.\w+|conv(?:_?transpose)?_?[123]d|grid_sampl\w+|(?:bicubic|trilinear|nearest)"
    r"(?: \w+)?|interpolat\w+|operat(?:ors?|ions?)|ops|functions|layers|generators?)\b"
)
_INTEGERS = r"\bu?int(?:8|16|32|64)\b"
OPERATORS_TOLD_BY = words(
    "aten conv svd linalg torch. operat interpol sampler kernel generator functions layers ops "
    "bicubic trilinear nearest"
)
_IDENTIFIER = (
    r"(?<![\w.`'\"-])[`'\"]?_?(?!pin_|load_|map_|device|low_|torch_|flash_|is_|has_|use_|mps_|no_"
    r"|attn_|data_|num_|batch_|set_|get_|requires_|auto_|to_)[a-z][a-z0-9]*_[a-z0-9_]{2,40}"
    r"(?:\(\))?[`'\"]?(?![\w.=])"
)
"""A name as operators have it: more than one word, joined by underscores."""

TO_A_PROJECT = (
    r"\b(?:mps|metal|gpu|apple(?: silicon)?|m[1-5]) (?:device |backend )?support (?:\w+ )?(?:to"
    r"|in|into|for) (?:the )?['\"`]?\w+_\w+"
    r"|\b(?:can|could|does|do|will|would|is|are|make|let) (?:the )?['\"`]?[a-z]\w+_\w+['\"`]? "
    r"(?:also|ever|support\w*|be|follow|run|work|use|get|going)\b"
)
"""What asks a package, whose name is like an operator's, for support of the GPU."""

_NAMED_OPERATION = (
    r"\b(?:(?:torchvision|torchaudio|quantized)::\w+|(?:\w+ )?(?:attention|convolutions?|pooling"
    r"|interpolation|upsampling|resampling|sorting|fft|stft|scatter\w*|gather\w*|histograms?"
    r"|median|cumsum|cumprod|topk|unique|nonzero|einsum|determinant|cholesky|eig\w*|svd|lstsq"
    r"|unfold|nms|roi[_ ]?align|ctc ?loss|lstm|gru|rnn|embedding bag|normali[sz]ation|softmax"
    r"|padding|masked fill|searchsorted|bincount|isin))\b"
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
_NO_DTYPE = (
    r"\b(?:sparse|csr|coo|complex|bfloat16|float64|double|float8|fp8|autocast|amp|distributed)\b"
)
_NOT_NOW = (
    rf"{_NO_DTYPE}|{TO_A_PROJECT}"
    r"|(?<!for )\b(?:now|fixed|added|merged|import\w*|use mps|device choice)\b"
)
_PLEASE = (
    r"\bplease\b(?! (?:note|see|check|read|visit|refer|follow|consult|look|click|go)\b)"
    r"|\b(?:would|i'd) (?:like|be glad|love)\b"
)
_QUANTISED = (
    r"\b(?:fbgemm|qnnpack|noqengine|quantized[._]engine|quanti[sz]ed engine|quanti[sz]e_dynamic"
    r"|(?:linear|conv\dd?)_prepack|(?:dynamic|static|int8) quanti[sz]ation)\b"
)
_ENGINE = r"\b(?:fbgemm|qnnpack|noqengine|quantized[._]engine|quanti[sz]ed engine|engine)\b"
_ENGINE_LACKS = (
    rf"(?:{TROUBLE}|\bis ['\"]?none\b|['\"]none['\"]|\b(?:needs?|needed|must|has to|have to"
    r"|required|requires|only|had to|wants?|set|setting|select\w*|chos\w+)\b)"
)
_NOT_FOR_IT = (
    r"\bno (?:\w+ )?(?:kernels?|implementation) (?:of|for) [`'\"]?[\w.:]{3,40}[`'\"]? (?:for"
    r"|on) (?:this|that|the) device\b"
    r"|\b(?:the|an|one) (?:operator|operation|op)\b(?: is| was|'s) (?:still )?(?:missing|not"
    r" implemented|unimplemented|not there)\b"
)
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
_NAMED = (
    r"(?:\baten::\w+|\btorch(?:vision|audio)?::\w+|\btorch\.(?:linalg|fft|special)\.\w+"
    rf"|`?\b_?{_STEM}\b|\b(?:nms|roi[ -]?align|cdist|ctc loss|embedding bag|istft|stft|svd|eigh)\b)"
)
_PLANNED = (
    r"\b(?:is|are) there (?:any |a )?(?:plans?|chance|eta|timeline|roadmap|work|intention)\b"
    r"|\b(?:any|what) (?:plans?|eta|timeline) (?:for|to|on)\b|\b(?:planned|coming|on the roadmap)\b"
)
_BRING = (
    r"\b(?:bring\w*|port\w*|add\w*|implement\w*|get\w*|hav(?:e|ing)|support\w*)\b|\bfor (?:the )?"
    r"(?:mps|metal)\b"
)
_FEATURE = (
    rf"(?:{OPERATOR}|\b(?:bf16|bfloat16|complex(?: \w+|64|float)?|int64|int32|uint8|conv3d|sort"
    r"|reductions?|dtype|fft)\b)"
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
_OF_INSTALLING = r"\b(?:wheel|xcode|install\w*)\b"
_UPDATED = (
    rf"\b(?:upgrad|updat)\w+\b[^\n.!?]{{0,40}}(?:\b{_SYSTEM}\b|\b{_RELEASES}\b|\bto 1[2-6]\.\d)"
)
_GONE = (
    r"\b(?:gone|went away|disappear\w*|vanish\w*|fixed|solved|works? now|now works|helped|cured"
    r"|no longer (?:appears|there|raised)|runs? now|it works|now it works)\b"
)

KERNELS = (
    told(
        "operator-missing-on-gpu",
        _ABSENT,
        unless=rf"{DENIED.pattern}|\b(?:any|all|other|some|every|each|those|which) $",
    ),
    told(
        "operator-missing-on-gpu",
        lacking(rf"{OPERATORS}|{_INTEGERS}", lacks=LACKING),
        needles=(*OPERATORS_TOLD_BY, "int8", "int16", "int32", "int64"),
        along=ON_MPS,
    ),
    told(
        "operator-missing-on-gpu",
        lacking(_IDENTIFIER, lacks=LACKING),
        needles=(
            *words("support implement availab working missing lack"),
            *("not work", "n't work", "not run", "n't run", "not exist", "n't exist"),
            *("has no ", "have no "),
        ),
        along=ON_MPS,
    ),
    told(
        "operator-missing-on-gpu",
        r"\bmps (?:does|do)(?: not|n't) have (?:it|them|this|that)\b(?! (?:problem|issue))"
        r"|\bno mps (?:kernels?|implementation)\b"
        r"|\bmps (?:implementations?|kernels?|versions?) (?:is|are)(?: not|n't| missing)\b"
        r"|(?:\bnot|n't) (?:yet |currently )?implemented (?:for|on|in|by) (?:the )?(?:mps|metal)\b"
        r"|\bmps (?:does|do)(?: not|n't) have an? (?:\w+ )?implementation of\b"
        r"|\b(?:on|with) mps,? (?:\w+ )?(?:since|because|as) (?:\w+ )?not implemented\b"
        r"|\bmps (?:does|do)(?: not|n't) (?:yet |currently )?implement (?:it|this|that)\b|"
        r"\b[a-z]\w{2,40} (?:is|are) not (?:yet |currently )?implemented (?:for|on|in|by)"
        rf" (?:the )?{MPS_OR_CHIP}|\bnotimplementederror\b[^\n.:]{{0,60}}{MPS_OR_CHIP}",
        needles="implement kernel have",
    ),
    told(
        "operator-missing-on-gpu",
        sentence(
            rf"\baten::\w+|\btorch\.(?:linalg|fft|nn|special)\.\w+|\b_?linalg_\w+"
            rf"|\bconv(?:_?transpose)?_?[123]d\b|\btorchvision::\w+|{_IDENTIFIER}",
            r"\b(?:add(?:ing)?|support(?:ing)?|implement\w*|would (?:like|love)|please|want"
            r"|wish|vot(?:e|ing)|request\w*|missing)\b",
            r"\b(?:support\w*|implement\w*|work|to (?:be able to )?run|kernels?|vot(?:e|ing)"
            r"|request\w*)\b",
            ON_IT,
            without=f"{GRANTED}|{TO_A_PROJECT}",
        ),
        needles=(
            *words("support implement kernel vote voting"),
            *(" to work", " to run", "request for", "requested", "requesting", "feature request"),
        ),
        along=ON_MPS,
    ),
    told(
        "operator-missing-on-gpu",
        r"\bmps\b[^\n.;]{0,40}\bfail(?:s|ed)? (?:for|with|on) (?:\w+ ){0,3}(?:u?int(?:8|16|32|64)"
        r"|bool|boolean|half|float16|long|integers?)\b",
    ),
    told(
        "operator-missing-on-gpu",
        rf"(?:{OPERATORS}) (?:\w+ )?(?:falls?|fell|falling) back (?:to|on) (?:the )?cpu\b",
        needles=OPERATORS_TOLD_BY,
        along=ON_MPS,
        unless=r"\b(?:only|no|not)\b[^,;.\n]{0,36}$",
    ),
    told(
        "operator-missing-on-gpu",
        rf"{_NAMED_OPERATION}(?: \w+)? (?:is|are|was|were)? ?{UNSUPPORTED} (?:\w+ "
        rf"){{0,2}}?{FOR_MPS}",
        needles=(
            "vision:: audio:: quantized:: attention convolution pooling polation sampling sorting "
            "fft scatter gather histogram median cumsum cumprod topk unique nonzero einsum "
            "determinant cholesky eig svd lstsq unfold nms align ctc lstm gru rnn embedding "
            "normali softmax padding masked searchsorted bincount isin"
        ),
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "operator-missing-on-gpu",
        r"\b(?:needs?|needed|had to|have to|has to|must|requires?|required|only (?:works?"
        r"|runs?) (?:with|by)|(?:fails?|crash\w*|errors?) without)\b"
        r"[^\n.;]{0,24}pytorch_enable_mps_fallback",
        unless=DENIED,
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
        sentence(_OPERATOR, _PLEASE, APPLE_GPU, r"\b(?:for|to|on)\b", without=_NOT_NOW),
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
            rf"\bmps\b|{APPLE_GPU}",
            without=r"\b(?:abstract|base class|method|subclass\w*|fix\w*|no longer|instead)\b",
        ),
        unless=DENIED,
    ),
    told(
        "no-quantized-engine",
        sentence(
            _QUANTISED,
            _ENGINE,
            _ENGINE_LACKS,
            rf"{MAC_GPU}|\barm(?:64)?\b",
            without=r"\b(?:android|ios|linux|jetson)\b",
        ),
        along=ON_MAC,
    ),
    told(
        "operator-missing-on-gpu",
        _NOT_FOR_IT,
        along=rf"{ON_MPS.pattern}|\bapple silicon\b",
        unless=DENIED,
    ),
    told(
        "operator-missing-on-gpu",
        sentence(OPERATOR, APPLE_GPU, _NOT_THERE, without=_OTHERWISE),
        along=ON_MPS,
    ),
    told(
        "operator-missing-on-gpu",
        sentence(_NAMED, APPLE_GPU, _PLANNED, _BRING, without=_OTHERWISE),
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

FAILING = (
    told(
        "operator-fails-on-gpu",
        rf"^(?:title: )?(?:\[\w+\] )?(?:{OPERATORS}|{_IDENTIFIER}) (?:on|for|with) (?:the )?mps"
        r"(?: (?:backend|devices?|support))?[.!]?$"
        r"|\baten::\w+ (?:is )?(?:still )?missing (?:from|on|for|in) (?:the )?mps\b"
        r"|^(?:\[\w+\] )?implement `(?!mps)\w+`[^\n]{0,60}\b(?:for|on|in) (?:the )?mps\b"
        r"|\bmissing operators?(?: support)? (?:for|on|in) (?:the )?mps\b",
    ),
    told("operator-fails-on-gpu", failing(OPERATORS), needles=OPERATORS_TOLD_BY, along=ON_MPS),
    told(
        "operator-fails-on-gpu",
        failing(_IDENTIFIER),
        needles="fails failed breaks raises errors",
        along=ON_MPS,
    ),
)
"""What fails may be lacking: it counts after what the text tells of results and crashes."""
