"""Words that rows of symptoms and circumstances share: `{name}` stands for them in a row."""

VOCABULARY = {
    "spoilt": (
        "multiple detections|depend on batch|depends on batch|other outputs|all zero|become"
        " zero|becomes zero|模糊|糊|很糊|solid|one color|single color|majority class|one class"
        "|single class|come out as|comes out as|no better"
        " than|guessing|unsorted|too many|too few|out of order|drops from|drop from|plummet*"
        "|tanks|melting|rubbish|trash|junk|crap|bogus|screwed|hiss*|tiles|tiled|blotch*"
        "|smear*|streak*|patchy|patches"
        "|fuzzy|pixelated|mosaic|psychedelic|melted|unrecogni*|illegible|jumbled|gobbledygook"
        "|mumbl*|robotic|monochrome"
        "|washed out|faded|discolo*|yellow|orange|blue|purple|violet|cyan|magenta|brown"
        "|rainbow|checkerboard|grainy"
        "|kaleidosc*|abstract|ghost*|deform*|disfigur*|crackl*|buzz*|static|screech*|choppy"
        "|stutter*|nonsense"
    ),
    "amiss": (
        "{spoilt}|wrong*|incorrect*|bad|worse|poor|garbage|gibberish|nonsens*|nan|nans|inf"
        "|infinite|noise"
        "|noisy|black|blank|grey|gray|green|pink|purple|corrupt*|garbled|distort*|deformed|broken"
        "|messed|mess|scrambled|inaccura*|misplaced|misaligned|shifted|flipped|mirrored|rotated"
        "|cropped|blurry|blurred|empty|all zeros|zeros|only zeros|is zero|constant|identical"
        "|zeroes|zero matrix|0 matrix|same class|random"
        "|unstable|diverg*|explod*|collapse*|degraded|strange|weird|odd|static"
        "|artifact*|artefact*|hallucinat*|repeat*|nothing|not learn*|not converge*"
        "|not match*|not equal|not the same|not detect*|not recogni*|not random|not reproducib*"
        "|unusable|useless|out of range|negative|overflow*|truncated|unchanged|ignored|ignores"
        "|not decreas*|not improve*|not go down|flat|meaningless|unreadable|unintelligible"
        "|incoherent|flicker*|tint|saturated|oversaturated|glitch*|squares|blocks|stripes|off by"
        "|way off|much lower|much higher"
        "|lower quality|mismatch*|disagree*|bugged|abnormal*|correctness issue*|decrease in"
        "|noticeably lower|does nothing|not update*|not changed|at zero|always gives|should be"
        "|but expected|seams|burned|falsch*|errado|검은|swapped|swaps|transposed|shuffled|reversed"
        "|duplicat*|never changes|nonsensical|does not make sense|no sense|乱码|噪音|噪点|全黑"
        "|non deterministic|nondeterministic|indeterminis*|not deterministic|not propagat*"
        "|disorganized|chaotic|different value*|different result*|different output*"
        "|different number*|different answer*|different shape*|numerical error*|imprecise"
        "|loses precision|lose precision|loss of precision|inconsisten*|erroneous"
        "|warped|mangled|clipped|unexpected value*|unexpected result*|unexpected output*"
        "|不对|错误的|spikes|spiking|instabilit*|instable|dark|darker|too dark"
        "|数值问题|数值异常"
    ),
    "subject": (
        "{picture}|{text}|{number}|{detect}|results|training|seed|colors|colours|song|scores"
        "|boxes|quality|summary|summaries|caption*|forecast*|reconstruction|coordinates|the same"
        "|everything|all|each|every|only|returns|return|gives|give|gets|get|got|produces|yields"
        "|becomes|prints|writes|is|are"
    ),
    "mps": "mps|metal|gpu|gpus|apple silicon",
    "mac": (
        "mps|metal|apple*|mac|macs|macos*|mac os|os x|macbook*|imac*|osx|darwin|m1|m2|m3"
        "|m4|m5|m series"
    ),
    "gpu": "mps|gpu|gpus|metal|mac|macos*|os x|macbook*|m1|m2|m3|m4|m5|apple",
    "chip": "apple silicon|arm64|m1|m2|m3|m4|m5|m series|apple chip*",
    "torch": "torch|pytorch|torchvision|torchaudio|libtorch",
    "other": (
        "cpu|cuda|nvidia|colab|processor|windows|linux|pc|server|rtx*|kaggle|elsewhere|float32|fp32"
    ),
    "lack": (
        "not .. support*|unsupported|no support|lack of|lacks|lacking|missing|not .. available"
        "|unavailable|not .. implement*|unimplemented|no implementation|does not have|do not have"
        "|not have|has no|have no|is no|are no|not there|not exist|can not|not possible"
        "|impossible|not a thing|out of the question|incompatib*|not compatible|not allow*"
        "|not know|not take|not handle|refuse*|reject*|not work*|not run*|not load*|not for"
    ),
    "fails": (
        "unable|not able|fail*|crash*|error*|exception|raise|raises|raised|throws|threw"
        "|abort*|break|breaks|broke"
        "|broken|dies|died|stops|choke*|complain*|typeerror|valueerror|runtimeerror|kill*"
        "|segfault*|assert*|not work*|illegal|segmentation fault|报错|加载失败|失败|エラー"
    ),
    "crash": (
        "crash*|kernel restart*|kernel .. restarts|segfault*|seg fault*|core dump*"
        "|segmentation fault|sigsegv"
        "|sigabrt|sigbus|sigkill|sigtrap|abort|aborts"
        "|aborted|bus error|trace trap|trace/bpt|quits|quit unexpectedly|kernel .. dies"
        "|kernel died|kernel dies|dies|died|kernel panic*|panics|exc_bad_access|deadkernel"
        "|exit code 13*|reboot*|bring* down|takes down|kills|killed|disappears|app closes|closes"
        "|signal 6|signal 11|崩溃|闪退|落ちる|강제"
    ),
    "source_package": (
        "detectron2|detectron 2|natten|torch_sparse*|torch sparse*|torch_scatter*|torch scatter*"
        "|mmcv*|apex|vllm|xformers|flash attn*|flash_attn*|flash attention*|deepspeed|triton"
        "|bitsandbytes|decord|pytorch3d|mamba ssm|causal conv1d"
    ),
    "install": (
        "install*|pip|pip3|uv|poetry|pixi|conda|mamba|wheel*|binar*|resolve*|resolving"
        "|requirement*|build|builds|built|distribution|lock|lockfile|dependenc*|ship*|publish*"
        "|download*|安装|装"
    ),
    "no_build": (
        "no|not|none|never|nothing|can not|fail*|unable|unavailable|unsupported|missing|lacks"
        "|error*|stops|only|stuck|impossible|breaks|dropped|drop|stopped|discontinued|ended|last"
        "|removed|refuse*|wrong|dies|无法|失败|不支持|找不到"
    ),
    "wrong": (
        "{spoilt}|wrong|incorrect*|garbage|gibberish|nonsens*|nan|nans|noise|noisy|black"
        "|blank|corrupt*"
        "|garbled|distort*|deformed|zeros|zero|noirs|noires|scrambled|inaccura*|misplaced|off|bad"
        "|random|differ*|darker|mess|unusable|broken|odd|strange|weird|inf|infinite"
    ),
    "good": (
        "fine|correct|correctly|right|ok|okay|good|normal*|natural|works|worked|work|perfect*"
        "|sharp|clean|great|expected|proper*|well|learns|succeed*|no problem*|no issue*|no such"
        "|meaningful|sensible|plausible|better|consistent|stable|agree|match*|sings|normal|正常"
        "|对的|正确|就好|bien|richtig|bon"
    ),
    "release": (
        "monterey|ventura|sonoma|sequoia|tahoe|big sur|macos 1*|macos 2*|macos beta|new macos"
        "|older macos|macos update|system update|os update|update of macos|macos upgrade"
        "|os upgrade"
    ),
    "since": (
        "since|after|updat*|upgrad*|installing|moving|went from|began with|started with|until"
        "|downgrad*|only on|under"
    ),
    "picture": (
        "image*|picture*|photo*|video*|frame*|mask*|face*|output*|preview|render*|generation*"
        "|depth*|latent*|png|img2img|inpaint*|texture*|map|maps|decoded|sample|samples|图|画像"
        "|画面|视频"
        "|imagen|imágenes|imagens|bild|изображение"
    ),
    "text": (
        "text|ocr|paragraph*|tts|llm|whisper|large v3|word*|sentence*|answer*|token*"
        "|transcri*|translation*|chat|response*|reply|replies"
        "|speech|voice|audio|sound|wav|song|vocals|generation|output*|model|llm|decoder|phrase"
        "|subtitles|语音|音频|回答|输出|结果"
    ),
    "number": (
        "loss*|accuracy|f1|auc|r2|dice|bleu|wer|perplexity|reward*|score*|metric*|gradient*"
        "|result*|value*|number*|output*|prediction*"
        "|logits|embedding*|similarit*|vector*|sum|mean|variance|prob*|numeric*|argmax|softmax"
        "|matmul"
        "|distance*|weights|answers|rows|tensor*|训练|数值"
    ),
    "detect": (
        "detect*|box*|object*|keypoint*|landmark*|pose*|class|classes|label*|segment*|prediction*"
        "|predict*|mask*|hands"
    ),
    "memory": (
        "memory|vram|ram|rss|ru_maxrss|swap|gb|mb|gib|内存|显存|allocated_memory*"
        "|torch.mps.current_allocated_memory()|*allocated_memory()"
    ),
    "seen_missing": (
        "no mps|no metal|no gpu|not .. available|unavailable|not .. see|not .. find|not found"
        "|not there|false|no access|not .. use|not used|only .. cpu|uses the cpu|falls back|slow*"
        "|missing|not exposed|hidden|hides|empty|is none|lacks"
    ),
    "openmp": (
        "libomp*|libiomp*|openmp|omp error*|omp : error*|kmp_duplicate_lib_ok*|omp_num_threads*"
        "|__kmp*"
    ),
    "takes_cpu": (
        "cpu only|only .. cpu|the cpu|is cpu|on cpu|chooses cpu|gives cpu|returns cpu|: cpu|= cpu"
        "|type = ' cpu|not used|idle*|unused|never .. mps|not .. mps|no mps"
    ),
}
