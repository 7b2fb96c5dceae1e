"""Symptoms of what torch cannot do with mps: compile for it, share work on it, load to it."""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import FLAGS, sentence, speaking, told
from mps_doctor.sources.pasted.symptom_words import DENIED, ON_MAC

_MPS = r"\b(?:mps\w*|metal|macs?|macbooks?|apple|m[1-5](?: (?:pro|max|ultra))?|m-series)\b"
_ON_A_MAC = late(_MPS, FLAGS)

_COMPILED = (
    r"(?:\b(?:torch[._ ]?compile\w*|inductor\w*|mpsinductor|torchinductor|compiled?|compile ?="
    r"|use_compile|--compile|jit-compiled|test_compile|max-autotune|output_code)\b)"
)
_COMPILER = r"(?:\b(?:torch[._ ]?compile\w*|\w*inductor\w*|loweringexception)\b)"
_NO_COMPILING = (
    rf"{_COMPILER}[^\n;]{{0,60}}(?:\b(?:not|isn't|no|without|cannot)\b|n't\b)[^\n.;]{{0,40}}{_MPS}"
    r"|\b(?:mps|metal|apple|macs?)\b[^\n.;]{0,24}(?:\b(?:is not|not|isn't|aren't)\b)[^\n.;]{0,24}"
    r"\b(?:covered|supported|known|handled)\b[^\n.;]{0,16}\b(?:compiler|inductor|torch\.compile)\b"
    rf"|\b(?:no|without) (?:\w+ )?{_MPS}[^\n.;]{{0,16}}\bfor inductor\b"
    r"|\b(?:mps|apple gpu) ?\+ ?compile\b[^\n.;]{0,24}(?:n't|\bnot|\bimpossible)\b"
    r"|\bcompile\b[^\n.;]{0,24}\bfor (?:the )?cpu\b[^\n.;]{0,24}\bnot for (?:the )?mps\b"
    rf"|{_COMPILER}[^\n;]{{0,60}}\bnonetype\b"
    r"|\b(?:compile|use_compile|torch_compile|--compile) ?=? ?true\)?(?: on [^\n;,.]{1,24}?)?"
    r"[^\n;,.]{0,24}\b(?:fail(?:s|ed)?|breaks|errors?(?: out)?|dies|crash\w*|throws|raises"
    r"|(?:does )?not work\w*)\b"
    r"|\btorch_compile ?= ?true\b[^\n]{0,60}\bnot working\b"
    r"|\bdevice not supported by inductor\b"
    r"|\bgenerates? only c\+\+[^\n]{0,40}\btriton\b[^\n]{0,40}\bmps\b"
    r"|\btest_compile\w*\.py\b[^\n]{0,120}\bmps\b"
    rf"|{_COMPILER}\([^\n)]{{0,80}}\)[^\n.;]{{0,60}}\.? [^\n.;]{{0,40}}\bbreaks\b"
    r"|\bcompile\b[^\n.;]{0,30}\bconditional\b"
)
_SOURCE = (
    r"(?:\b(?:shaders?|msl|metal (?:source|code|compiler|kernels?|syntax)|metal::\w+|(?:generated"
    r"|fused|compiled) (?:\w+ ){0,2}?(?:metal|kernels?|code|shader)|generated_kernel|program_source"
    r"|threadgroup|compiler of metal|metal refuses?)\b)"
)
_ILL_FORMED = (
    r"(?:\b(?:undeclared|ambiguous|redefin\w+|rejects?|rejected|refuses?|invalid|wrong|unresolved"
    r"|overload|syntax|expected (?:'|expression)|does(?: not|n't) (?:build|compile)|not compile"
    r"|cannot (?:be|initialize)|more than 3[12]|exceeds|out of range|no member|lacks a barrier"
    r"|where a literal)\b|expected ';')"
)
_BY_COMPILER = speaking(
    _COMPILED,
    r"\b(?:mps\w*|metal\w*|m[1-5]|macbook|mac)\b",
    without=r"\bllama\.cpp\b|\bggml\w*\b|\bmlx\b|\bxcode\b|\bswift\b",
)
_COMPILED_WORSE = (
    r"\bcompiled\b[^\n.;]{0,60}\b(?:goes flat|diverges|other numbers|wrong|nan|differs?|garbage"
    r"|different)\b|\b(?:max-autotune|torch\.compile)\b[^\n.;]{0,24}\b(?:gives|produce[sd]|returns?"
    r"|yields)\b[^\n.;]{0,16}\b(?:nans?|wrong|garbage|other|inf)\b"
    r"|\bwrong \w+ (?:after|with|under) torch\.compile\b"
)
_BESIDE_EAGER = r"\b(?:eager|not[- ]compiled|uncompiled|without (?:compil\w+|torch\.compile))\b"

_COLLECTIVES = (
    r"\b(?:nccl|gloo|ddp\w*|fsdp\w*|enable_fsdp|all_?reduce|collectives?(?: backend)?"
    r"|init_process_group|init_distributed|process[- ]groups?|distributeddataparallel|deepspeed"
    r"|horovod|hvd\.\w+|torchrun|world_size|multi[- ]process training)\b"
)
_NOT_SHARED = (
    r"(?:\b(?:no|not|cannot|refuse[sd]|rejected|blocked|unsupported|error(?! handling)"
    r"|invalid tensor|raises"
    r"|runtimeerror|(?<!`)none|crash|meaningful|wants|hard-?codes)\b|n't\b)"
)
_SHARED_WELL = (
    r"\b(?:ubuntu|linux|windows|h100|a100)\b[^\n.]{0,40}\b(?:error|fails?|timeout)\b"
    r"|(?:\bnot|n't) (?:needed|necessary|required|used)\b"
    r"|\b(?:unhandled system|connection|timeout|cuda) error\b|\bcuda out\b"
)

_LOADS = (
    r"\b(?:torch\.(?:jit\.)?load|pickle\.load|load(?:s|ed|ing|er)?|open(?:s|ed)?|resume\w*"
    r"|restor\w+|deserializ\w+|unpickl\w+|load_from_checkpoint|map_location)\b"
)
_FILE = (
    r"(?:\b(?:checkpoints?|weights?|models?|state[ _]dict|pickled?|storages?|params|tensors"
    r"|map_location|torch\.load)\b|\.(?:pth?|ckpt|pkl|bin)\b)"
)
_OF_ANOTHER = (
    r"(?:\b(?:saved|trained|written|serialized|pickled|stored|tagged|scripted|exported|made|gave)\b"
    r"[^\n.;]{0,40}\b(?:cuda\w*|gpu|colab|nvidia|rtx|[atv]100|t4|mps|apple silicon|macbook|mac)\b"
    r"|\b(?:cuda|mps) (?:location|tags?|storages?|tensors inside|workstation)\b"
    r"|\btagged with (?:mps|cuda)\b|\bcuda deserialization\b|\bdeserializ\w+ on cuda\b"
    r"|\bstorage location cuda\b|\bmap_location\b)"
)
_NOT_LOADED = (
    r"(?:\b(?:cannot|can't|fail\w*|refuse[sd]?|errors?|exception|asks? for|wants|needs?|unknown"
    r"|failure|no idea|otherwise|blocked|nowhere|don't know how)\b|n't (?:work|load|open)\b)"
)
_NO_OTHER_LOADING = (
    r"\b(?:size mismatch|missing keys?|unexpected keys?|weights_only|no such file|filenotfound"
    r"|out of memory|fp8|float8|bf16|float64|int8|memory|slow\w*|loads in|tf|tensorflow|keras)\b"
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

TOOLS = (
    told("crash-beside-mps", _ENDS_IN, along=_AN_OPERATION_ON_A_MAC, unless=DENIED),
    told(
        "metal-shader-of-compile",
        rf"{_SOURCE}[^\n]{{0,120}}{_ILL_FORMED}|{_ILL_FORMED}[^\n]{{0,80}}{_SOURCE}"
        r"|\binductor\w*\b[^\n]{0,120}" + _ILL_FORMED,
        needles="shader msl metal generated fused compiled program_source threadgroup",
        along=_BY_COMPILER,
        unless=DENIED,
    ),
    told(
        "metal-shader-of-compile",
        _COMPILED_WORSE,
        along=speaking(_BESIDE_EAGER, _ON_A_MAC, without=r"\bcuda\b"),
        unless=DENIED,
    ),
    told(
        "compile-on-gpu",
        _NO_COMPILING,
        needles="compil inductor lowering",
        along=_ON_A_MAC,
        unless=DENIED,
    ),
    told(
        "ddp-on-gpu",
        sentence(_COLLECTIVES, _NOT_SHARED, without=_SHARED_WELL),
        along=speaking(
            _ON_A_MAC,
            without=(
                r"\b(?:slurm\w*|\d ?[x×] ?[avh]100|[34]090|rtx|works on (?:the |my )?mac\w*"
                r"|not (?:installed|need\w*))\b"
            ),
        ),
    ),
    told(
        "loaded-elsewhere",
        rf"{_OF_ANOTHER}[\s\S]{{0,200}}?{_NOT_LOADED}|{_NOT_LOADED}[\s\S]{{0,160}}?{_OF_ANOTHER}",
        needles="load open resum restor deserial pickl storage saved map_location",
        by_line=False,
        along=speaking(_LOADS, _FILE, ON_MAC, without=_NO_OTHER_LOADING),
    ),
)
