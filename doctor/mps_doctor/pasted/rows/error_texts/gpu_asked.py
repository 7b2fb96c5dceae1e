"""Programs that ask for a GPU, and mean NVIDIA's."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="cuda-no-nvidia-driver",
        cause="app-requires-cuda",
        literals=("found no nvidia driver on your system",),
        meaning="The program asks for an NVIDIA GPU.",
        fix="Choose the device in the program: mps where available, otherwise cpu.",
        source="https://github.com/pytorch/pytorch/blob/main/torch/csrc/cuda/Module.cpp",
        examples=(
            (
                "RuntimeError: Found no NVIDIA driver on your system. Please check that you have "
                "an NVIDIA GPU"
            ),
        ),
        near_misses=("NVIDIA driver found",),
    ),
    ErrorText(
        id="no-cuda-gpus",
        cause="app-requires-cuda",
        literals=("no cuda gpus are available",),
        meaning="The program asks for an NVIDIA GPU.",
        fix="Choose the device in the program: mps where available, otherwise cpu.",
        source="https://github.com/pytorch/pytorch/blob/main/c10/cuda/CUDAFunctions.cpp",
        examples=("RuntimeError: No CUDA GPUs are available",),
        near_misses=("CUDA GPUs are available: 2",),
    ),
    ErrorText(
        id="nvidia-smi-missing",
        cause="app-requires-cuda",
        literals=("nvidia-smi",),
        pattern=(
            r"nvidia-smi['\"`]?:? (?:command )?not found|command not found:? ['\"`]?nvidia-smi"
            r"|no such file or directory: '[^']{0,120}nvidia-smi'"
            r"|nvidia-smi['\"`]? is not recognized"
        ),
        meaning="The program asks the driver of NVIDIA for its GPUs; a Mac has none.",
        fix="Leave that step out, or take a program that knows mps.",
        source="https://docs.nvidia.com/deploy/nvidia-smi/index.html",
        on="mac",
        unless=("nvidia-placeholder",),
        examples=(
            "setup.sh: line 12: nvidia-smi: command not found",
            "zsh: command not found: nvidia-smi",
        ),
        near_misses=("nvidia-smi shows two GPUs, and the module was not found",),
    ),
    ErrorText(
        id="docker-nvidia-driver",
        cause="app-requires-cuda",
        literals=("could not select device driver", "nvidia-container-cli:"),
        pattern=(
            r"could not select device driver [\\\"']{0,4}(?:nvidia[\\\"']{0,4} )?(?:[\\\"']{2,4} )?"
            r"with capabilities: \[\[gpu\]\]|nvidia-container-cli: (?:initialization|requirement"
            r"|mount|device) error"
        ),
        meaning="The container asks for an NVIDIA GPU.",
        fix=(
            "Remove the GPU reservation from the compose file; for the Mac's GPU run the program "
            "on macOS itself."
        ),
        source="https://docs.docker.com/compose/how-tos/gpu-support/",
        rule="nvidia-in-docker",
        examples=(
            'could not select device driver "nvidia" with capabilities: [[gpu]]',
            'could not select device driver "" with capabilities: [[gpu]]',
            "nvidia-container-cli: initialization error: load library failed: libnvidia-ml.so.1",
        ),
        near_misses=("could not select device driver for the printer",),
    ),
    ErrorText(
        id="export-needs-gpu",
        cause="app-requires-cuda",
        literals=("gpu, i.e. use",),
        meaning="This export (TensorRT) works with NVIDIA GPUs only.",
        fix="Export to another format on this Mac, such as CoreML or ONNX.",
        source="https://docs.ultralytics.com/modes/export/",
        examples=("AssertionError: export running on CPU but must be on GPU, i.e. use 'device=0'",),
        near_misses=("Select the GPU, that is device 0",),
    ),
    ErrorText(
        id="requested-gpu-none-there",
        cause="app-requires-cuda",
        literals=("but your machine only has",),
        pattern=r"you requested gpus?: \[[\d, ]{1,40}\] but your machine only has: \[\]",
        meaning="Lightning was told to use CUDA devices by number; a Mac has none.",
        fix="Ask for accelerator='mps' or 'auto' and devices=1 instead of gpus=[0].",
        source=(
            "https://github.com/Lightning-AI/pytorch-lightning/blob/master/src/lightning/fabric/uti"
            "lities/device_parser.py"
        ),
        examples=(
            "MisconfigurationException: You requested gpu: [0]\n But your machine only has: []",
            "You requested GPUs: [0, 1] But your machine only has: []",
        ),
        near_misses=("You requested 12 workers, but your machine only has 8 cores",),
    ),
    ErrorText(
        id="no-nvidia-gpu-words",
        cause="app-requires-cuda",
        literals=("nvidia gpu", "runs on cuda devices only"),
        pattern=(
            r"\bno nvidia gpus?\b[^\n]{0,12}(?:found|detected|available|present)"
            r"|needs? (?:the model on )?an? nvidia gpu\b|nvidia gpu is (?:required|needed)"
            r"|\bruns on cuda devices only\b"
        ),
        meaning="The program works with NVIDIA GPUs only.",
        fix="Use another back end of the program for Macs, such as MLX, or the CPU.",
        source="https://docs.unsloth.ai/get-started/fine-tuning-for-beginners/unsloth-requirements",
        examples=(
            (
                "NotImplementedError: Unsloth: No NVIDIA GPU found? Unsloth currently only "
                "supports GPUs!"
            ),
            "RuntimeError: No NVIDIA GPUs detected",
            "RuntimeError: This needs an NVIDIA GPU to run",
            "AssertionError: An NVIDIA GPU is required",
            "ValueError: the export runs on CUDA devices only, got device=mps.",
            "RuntimeError: training in fp8 needs the model on an NVIDIA GPU",
        ),
        near_misses=("The NVIDIA GPU was found", "GPU: none"),
    ),
    ErrorText(
        id="nvidia-only-words",
        cause="app-requires-cuda",
        literals=("nvidia",),
        beside=("only work", "only run", "only support"),
        pattern=(
            r"error: (?:[^\n.:]{0,60}: )?[^\n:]{0,60}\bonly (?:works? (?:on|with)|runs? on"
            r"|supports?) nvidia\b"
        ),
        meaning="The program works with NVIDIA GPUs only.",
        fix="Choose the device in the program: mps where available, otherwise cpu.",
        source="https://github.com/unslothai/unsloth/issues/414",
        examples=(
            "NotImplementedError: Made up currently only works on NVIDIA GPUs and Intel GPUs.",
            "RuntimeError: No NVIDIA GPU found? It only supports NVIDIA GPUs!",
        ),
        near_misses=(
            "tested only on NVIDIA GPUs and on Apple Silicon",
            "it works on NVIDIA GPUs and on Macs",
        ),
    ),
    ErrorText(
        id="gpu-wanted-in-error",
        cause="app-requires-cuda",
        literals=(
            "a gpu",
            "on gpu",
            "1 gpu",
            "one gpu",
            "gpu is not available",
            "no gpu",
            "gpus requested but none",
            "you requested gpu",
            "gpu support",
            "nvidia gpus",
            "implemented on cpu",
            "supported on cpu",
            "any gpu",
            "only for gpu",
            "compatible with gpu",
            "implemented on the cpu",
        ),
        pattern=(
            r"(?:error|exception)\W{1,3}(?:(?!error\b|precision|nccl|fsdp|fp8|float8|deepspeed"
            r"|\bmps\b|no gpu found).){0,140}?(?:\b(?:(?:requires?|needs?|only be used with) (?:a "
            r"|1 |one )|at least 1 )gpu\b(?! accelerator)|\bonly (?:available|supported) on gpus?\b"
            r"|\bno gpus? (?:devices? )?(?:is |are )?(?:available|detected)\b"
            r"|\bcannot find any gpus?\b|\bis only for gpus?\b|\bonly works on gpus?\b"
            r"|\bonly compatible with gpu\b|\bmust be on gpu\b|\bgpus requested but none\b"
            r"|\byou requested gpu: ?\[[\d, ]{0,30}\] but your machine only has\b"
            r"|\bbut gpu is not available\b|\bnot compiled with gpu support\b"
            r"|\bonly (?:\w+ ){0,3}nvidia gpus\b|\bmodel on a gpu by passing\b|\b\w*(?:conv|align"
            r"|nms|roi|pool)\w* is not (?:implemented|supported) on cpus?\b"
            r"|(?<=error: )not implemented on the cpu\b)"
        ),
        meaning="The program wants a GPU, and means one of NVIDIA's; the Mac is fine.",
        fix=(
            "Choose mps or cpu in the program's settings, or use a version or another program that "
            "knows MPS."
        ),
        source=(
            "https://github.com/Lightning-AI/pytorch-lightning/blob/master/src/lightning/fabric/uti"
            "lities/device_parser.py"
        ),
        examples=(
            "ValueError: AWQ is only available on GPU",
            "RuntimeError: MadeUpCache can only be used with a GPU",
            "RuntimeError: Quantizing a model using it requires a GPU",
            "ValueError: You must have at least 1 GPU to use it",
            "MisconfigurationException: You requested gpu: [0, 1] But your machine only has: [0]",
            "MisconfigurationException: You selected it, but GPU is not available.",
            "MisconfigurationException: GPUs requested but none are available.",
            "RuntimeError: No GPUs available.",
            "ValueError: No GPU devices detected",
            "RuntimeError: Not compiled with GPU support",
            "NotImplementedError: made up currently only works on NVIDIA GPUs and Intel GPUs.",
            "ValueError: it is only supported on GPUs with something",
            "ValueError: Please initialise the model on a GPU by passing a device_map",
            "RuntimeError: made_up_conv is not implemented on CPU",
            "NotImplementedError: Made Conv is not supported on CPUs!",
            "AssertionError: no gpu is available",
            "Exception: Cannot find any GPU devices.",
            "AssertionError: the made up implementation is only for GPU!",
            "AssertionError: This made up trainer only works on GPU",
            "AssertionError: --made-up is only compatible with GPU export, so use --device 0",
            "RuntimeError: Not implemented on the CPU",
        ),
        near_misses=(
            "I bought a GPU at last",
            "ValueError: fp16 mixed precision requires a GPU (not 'mps').",
            "GPU available: False, used: False",
            "RuntimeError: NCCL requires a GPU for collectives",
            "the export is compatible with GPU and CPU",
        ),
    ),
    ErrorText(
        id="compute-capability-wanted",
        cause="app-requires-cuda",
        literals=("compute capability",),
        pattern=(
            r"(?:error|exception)\W{1,3}(?:(?!error\b|\bfp8\b|float8).){0,160}?(?:(?:requires?"
            r"|minimum|insufficient|below|only supported on)(?:(?!fp8).){0,60}?compute capability"
            r"|compute capability[^.]{0,30}(?:>=|≥|required|below|insufficient))(?!.{0,60}\bfp8\b)"
        ),
        meaning="The program wants an NVIDIA GPU of a certain compute capability.",
        fix=(
            "Choose mps or cpu in the program's settings, or use a version or another program that "
            "knows MPS."
        ),
        source="https://github.com/ModelCloud/GPTQModel/tree/main/gptqmodel/nn_modules/qlinear",
        examples=(
            (
                "ImportError: Flash Attention 3 requires compute capability >= 9.0, but found mps "
                "with compute capability 0.0."
            ),
            "ValueError: Kernel: it requires compute capability >= 7.5. Detected: None",
            (
                "ValueError: a device of compute capability (0, 0), the minimum compute capability "
                "is 8.0"
            ),
            "RuntimeError: mps cannot run it (compute capability below 8.0).",
        ),
        near_misses=(
            "The compute capability of my card is 8.6",
            "UserWarning: compute capability of (0, 0) which is insufficient for FP8 training",
        ),
    ),
    ErrorText(
        id="nvidia-generation-wanted",
        cause="app-requires-cuda",
        literals=("ampere", "hopper", "blackwell", "sm100"),
        pattern=(
            r"(?:error|exception)\W{1,3}(?:(?!error\b|\bfp8 ).){0,100}?(?:(?:requires?"
            r"|needs?) (?:an? )?(?:\*\*)?(?:[\w./()-]+ ){0,3}?(?:ampere|hopper|blackwell|sm100)\b"
            r"|\bsm100 kernels not available)"
        ),
        meaning="The program wants an NVIDIA GPU of a certain generation.",
        fix=(
            "Choose mps or cpu in the program's settings, or use a version or another program that "
            "knows MPS."
        ),
        source=(
            "https://github.com/huggingface/transformers/blob/main/src/transformers/training_args.p"
            "y"
        ),
        examples=(
            "ValueError: --tf32 requires Ampere or a newer GPU arch, cuda>=11 and torch>=1.7",
            "RuntimeError: It requires Hopper (SM 9.x), got SM0.0.",
            "ImportError: it requires a **Blackwell GPU** and more",
            "AssertionError: SM100 kernels not available.",
        ),
        near_misses=("An Ampere card is faster", "It ran on Hopper, Blackwell and SM100"),
    ),
    ErrorText(
        id="nvidia-gpu-of-generation",
        cause="app-requires-cuda",
        literals=("newer nvidia gpu", "and intel gpus"),
        pattern=(
            r"\brequires an? \w{3,12} or newer nvidia gpu\b"
            r"|\bonly works on nvidia(?:, amd)? and intel gpus\b"
        ),
        meaning="The program wants an NVIDIA GPU of a certain generation.",
        fix="Use a model without that format, or another program.",
        source="https://github.com/huggingface/diffusers/tree/main/src/diffusers/quantizers",
        examples=(
            "ValueError: it requires a Turing or newer NVIDIA GPU.",
            "NotImplementedError: it currently only works on NVIDIA, AMD and Intel GPUs.",
        ),
        near_misses=("A newer NVIDIA GPU is faster",),
    ),
)
