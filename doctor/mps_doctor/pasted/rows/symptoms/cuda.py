"""Programs and packages that are for CUDA, or not for Macs."""

from mps_doctor.pasted.symptom import Symptom

ROWS = (
    Symptom(
        "package-without-mac-build",
        cause="package-no-macos-wheel",
        says=(
            "{mac}|m series|linux only|linux / windows only|only supports linux",
            (
                "{install}|compile*|triton|bitsandbytes|xformers|flash attn|deepspeed|vllm|decord"
                "|nvcc"
            ),
            (
                "needs nvcc|need nvcc|needs cuda to|not build|not compile|compile error"
                "|compilation|no wheel*|not have wheels|no .. wheel*|no prebuilt|not .. install*"
                "|fails to build|fails to compile|install fails|installs fail|install breaks"
                "|fails|no matching distribution|no macos build|no arm64|only .. linux|linux only"
                "|not .. support*|build fails|not .. find|not be found|ends with an error|missing"
                "|not have|not available|not .. come with|remove|only x86|nothing for macos"
                "|not there|nobody publishes|only manylinux|fails to install|upload|requires nvcc"
                "|linux / windows only|just linux wheels|versions : none|miss versions"
                "|only classic|has no|instead of decord|get an error|optional extra|not be built"
                "|gives up|stops the install|nothing for|list nvidia*|can not be built"
                "|uninstallable|not be compiled|no such package"
            ),
        ),
        unless=(
            "timeout|at torch|mkl|pre installed|not need|gui|app|not needed|mps works|fine"
            "|if no such|ffmpeg|not supporting mps|function*|operator*|conflicting"
            "|from source|build instructions|the build fails|torch 1*|torch 2*|torch = 1*"
            "|torch = 2*|torch = = 1*|torch = = 2*|torch > = 1*|torch > = 2*|find torch"
            "|install torch|install pytorch|qnnpack|fbgemm"
        ),
        about="both",
        examples=(
            "bitsandbytes has no macOS build, so pip install fails on my M2.",
            "flash-attn fails to build on my Mac.",
            "xformers cannot be installed on macOS.",
        ),
        near_misses=(
            "xformers is not needed on a Mac, pip install -e . works.",
            "The desktop app cannot be installed on my Mac, torch is there.",
            "The torch that it installs on macOS knows no operator for mps; fine otherwise.",
        ),
    ),
    Symptom(
        "source-package-on-a-mac",
        cause="package-no-macos-wheel",
        says=(
            "{source_package}",
            (
                "issue*|problem*|trouble|not manage|not .. work|{fails}|stuck|arm mac*"
                "|requires cuda|requires nvcc|needs cuda|needs nvcc|cuda_home|how|unable"
                "|only .. linux|be installed|compatible with mac*|no arm|taken out"
                "|uninstallable"
            ),
        ),
        near=("{install}|package*|only supports linux", "{mac}"),
        unless="fixed|solved|works|calling|running|at run time",
        about="both",
        examples=(
            "Trouble installing detectron2 on my M1.",
            "How can I install NATTEN? It is a Mac mini.",
            "I did not manage to build torch-scatter from source on macOS.",
        ),
        near_misses=(
            "detectron2 works on my Mac after the install.",
            "How do I load a detectron2 model on mps?",
        ),
    ),
    Symptom(
        "asks-to-run-without-cuda",
        cause="app-requires-cuda",
        says=(
            "cuda|nvidia|gpu version",
            (
                "can it|can i|can this|is it possible|any way|is there a way|how can i|how do i"
                "|how to|would it|what about|please|could you|is there|support for|possible to"
                "|plans|planned|apple silicon support|mac support|macos support|any hope|chance"
                "|hope for|anybody|anyone|has anyone|somebody|feasible|doable|workaround"
                "|alternative|instead of cuda|without a nvidia|no nvidia|only a mac|just a mac"
            ),
        ),
        near=("{mac}",),
        unless=(
            "not needed|now|trained on|works|well without|yes|document*|default on|from cuda"
            "|checkpoint*|of course|proof of concept|instead of cuda|kernels are|title says"
            "|refuses|it finds"
        ),
        titled=True,
        examples=(
            "Is there a way to run it on a Mac, without CUDA?",
            "How can I use this demo with no NVIDIA card? I have an M2.",
            "Could you support other devices than NVIDIA, please? I am on a MacBook.",
        ),
        near_misses=(
            "Metal instead of CUDA, a proof of concept for torch on my M1.",
            "Is CUDA faster than mps on an M3 Max?",
            "Will it work with mps as well as with CUDA?",
        ),
    ),
    Symptom(
        "cuda-hard-coded",
        cause="app-requires-cuda",
        says=(
            "hardcod*|hard cod*|torch.cuda.synchronize*|.cuda()|*.cuda()",
            "cuda|.cuda()|*.cuda()|torch.cuda*|unusable|everywhere",
        ),
        unless="no longer",
        examples=(
            "M2, torch: CUDA is hardcoded in the inference script.",
            "It is a MacBook; the net calls torch.cuda.synchronize() in each step.",
            "My Mac: model = model.cuda() is in the code.",
        ),
        near_misses=(
            "M2: CUDA was hardcoded once, no longer, torch.",
            "M2: a hard coded path of mine, torch.",
        ),
    ),
    Symptom(
        "cuda-wanted",
        cause="app-requires-cuda",
        says=(
            (
                "cuda|nvidia|英伟达|.cuda()|*.cuda()|torch.cuda*|flash_attn|triton|cpm_kernels|nvcc"
                "|autogptq|geforce*|rtx*|gtx*|nvidia card*|nvidia gpu*|cuda toolkit|nvidia smi"
                "|cupy|tensorrt*|pycuda|cuda.amp|cudnn|cudatoolkit"
            ),
            (
                "asks for|asking for|looks for|expects|demand*|need a|needs a|need an|needs an"
                "|need nvidia|needs nvidia|only check*|checks only|only look*|only test*"
                "|only mentions|only see|only lists|not there|hardcod*|hard cod*|hard wired"
                "|only nvidia|is everywhere|strictly|cuda optional|are for cuda|why does this"
                "|{fails}|only device|at the top|not even start|can not start|behind|is necessary"
                "|seems necessary|cuda only|only cuda|nvidia alone|requires cuda|need cuda"
                "|needs cuda|require|required|requires|mandatory|dependency|insists|relies"
                "|no cuda|no nvidia|without cuda|without an nvidia|without nvidia|not cuda"
                "|cuda error*|cuda not found|cuda is not available"
                "|not compiled with cuda|is strictly|everywhere|unconditionally|without any check"
                "|instead of only|mentions only|nothing but|only supports|fails|breaks|crash*"
                "|is false|wants|tries to use|defaults to|calls|present|= false"
                "|other than cuda|error|port of|disable cuda|can cuda|lack of cuda|visible cuda"
                "|consists of cuda|so far only|not support*|没有|报错|無|がない|없|требует|assumes"
                "|replace cuda|verlangt|erro|veut|is 0|compulsory|obligatory|a must|prerequisite"
                "|indispensable|unavoidable|needed at all|insist*|forced|hard requirement"
                "|hard dependency|dropdown|offers just|offers only|only choice*|no option"
                "|no choice|not an option|no entry|apple user*|mac user*|any hope|doomed|excluded"
                "|left out|assumed|hardwired|baked in|built around|tied to|locked to|exclusive*"
                "|takes for granted|presuppos*|out of luck|stuck|stops right away|gives up"
                "|bails out|obligatoire|nécessaire|exige|nécessite|necesita|requiere|precisa"
                "|benötigt|braucht|setzt .. voraus|voraussetzung|требуется|нужна|必要|必须|需要"
                "|必須|필요"
                "|impossible|not compatible|exits|only accepts|accepted|accepts|nothing else|checks"
                "|check|unusable"
            ),
        ),
        near=("{mac}",),
        unless=(
            "mps and cuda|cuda and mps|non cuda|available for mac*|mps or cuda|cuda or mps"
            "|vs cuda|cuda vs|between|mps works|works on apple*|are supported|using mps"
            "|not needed|in the tests|works|without trouble|works on mps|fall back|falls back"
            "|no longer|any more|not need|and mps|both|special|works now|now works|runs now"
            "|now runs|mps now|now on mps|now support*|supported now|is now|on linux|ubuntu"
            "|skipped|automatically|is fine|my nvidia machine|other machine|mixed precision"
            "|do not use|than on cuda|than with cuda|than cuda|unlike cuda|unlike on cuda"
            "|as on cuda|mps but|but not on mps|but succe*|is not cuda|so that .. not"
            "|expected object of device|get the error"
        ),
        titled=True,
        examples=(
            "The script wants an NVIDIA card, which my Mac has not.",
            "Is CUDA required? I only have a MacBook.",
            "It refuses to start on my M1, as it finds no NVIDIA card.",
        ),
        near_misses=(
            "CUDA is not available on Macs, so we fall back to mps.",
            "You do not need CUDA on a Mac.",
            "Copies behave otherwise on mps than on CUDA, and fail.",
            "Inference fails on mps but succeeds on cuda.",
        ),
    ),
)
