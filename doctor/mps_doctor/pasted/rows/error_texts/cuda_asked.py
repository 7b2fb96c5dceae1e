"""Programs that ask for CUDA in words of their own."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="autocast-cuda-not-available",
        cause="app-requires-cuda",
        kind="warning",
        literals=(
            "user provided device_type of 'cuda', but cuda is not available",
            "or torch_xla is imported",
        ),
        pattern=(
            r"user provided device_type of 'cuda', but cuda is not available"
            r"|cuda is not available or torch_xla is imported"
        ),
        meaning="The program switches on autocast for cuda; on a Mac it has no effect.",
        fix='Use device_type="mps", or leave autocast out.',
        source="torch 2.7.1 for macOS: torch/amp/autocast_mode.py",
        verbatim="User provided device_type of 'cuda', but CUDA is not available. Disabling",
        examples=(
            (
                "UserWarning: User provided device_type of 'cuda', but CUDA is not available. "
                "Disabling"
            ),
            "UserWarning: CUDA is not available or torch_xla is imported. Disabling autocast.",
        ),
        near_misses=(
            "UserWarning: User provided device_type of 'mps'",
            "torch_xla is imported here",
        ),
    ),
    ErrorText(
        id="cuda-not-available-words",
        cause="app-requires-cuda",
        literals=("cuda is not available",),
        pattern=(
            r"(?:error|exception)\b[^\n]{0,80}?\bcuda is not available(?! ?[:=]"
            r"|[,.;]? (?:so )?(?:using|falling back|switching|defaulting))"
            r"|\bcuda is not available (?:but|for|to)\b"
        ),
        meaning="The program or a package of it works with NVIDIA GPUs only.",
        fix="Use another back end of the program for Macs, or the CPU.",
        source="https://github.com/huggingface/transformers/tree/main/src/transformers/quantizers",
        examples=("RuntimeError: GPU support is missing. CUDA is not available.",),
        near_misses=(
            "CUDA is not available: False",
            "no error here. cuda not available, using device mps",
        ),
    ),
    ErrorText(
        id="cuda-unavailable-words",
        cause="app-requires-cuda",
        literals=("cuda not available", "cuda is not available"),
        pattern=(
            r"(?:error|exception)\b[^\n]{0,80}?\bcuda (?:is )?not available(?! ?[:=]"
            r"|[,.;]? (?:so )?(?:using|falling back|switching|defaulting))"
        ),
        meaning="The program or a package of it works with NVIDIA GPUs only.",
        fix="Use another back end of the program for Macs, or the CPU.",
        source="https://github.com/huggingface/transformers/tree/main/src/transformers/quantizers",
        examples=("AssertionError: CUDA not available",),
        near_misses=(
            "CUDA not available (this is normal on a Mac)",
            "no error here. cuda not available, using device mps",
        ),
    ),
    ErrorText(
        id="cuda-required-words",
        cause="app-requires-cuda",
        literals=("cuda is required",),
        meaning="The program or a package of it works with NVIDIA GPUs only.",
        fix="Use another back end of the program for Macs, or the CPU.",
        source="https://github.com/huggingface/transformers/tree/main/src/transformers/quantizers",
        examples=("AssertionError: CUDA is required but not available for bitsandbytes",),
        near_misses=("CUDA is requested",),
    ),
    ErrorText(
        id="requires-cuda-words",
        cause="app-requires-cuda",
        literals=("requires",),
        pattern=(
            r"(?<!fsdp )\brequires (?:a |an )?(?:nvidia|cuda)\b[ -]?(?:gpu|device|capable|enabled"
            r"|toolkit)?(?![^\n;]{0,16}\bon (?:my |a |the )?(?:windows|linux)\b)"
        ),
        meaning="The program or a package of it works with NVIDIA GPUs only.",
        fix="Use another back end of the program for Macs, or the CPU.",
        source="https://github.com/huggingface/transformers/tree/main/src/transformers/quantizers",
        unless=("fp16-requires-gpu",),
        rule="requires-cuda",
        examples=("RuntimeError: This model requires a CUDA GPU",),
        near_misses=("accelerate requires torch", "RuntimeError: FSDP requires CUDA for streams"),
    ),
    ErrorText(
        id="cuda-error-words",
        cause="app-requires-cuda",
        literals=("cuda error:",),
        meaning="The program calls CUDA, which a Mac does not have.",
        fix="Choose the device in the program: mps where available, otherwise cpu.",
        source="https://github.com/pytorch/pytorch/blob/main/c10/cuda/CUDAException.cpp",
        on="near-mac",
        any_program=True,
        examples=("RuntimeError: CUDA error: invalid device ordinal",),
        near_misses=("cuda errors are listed below",),
    ),
    ErrorText(
        id="device-mps-not-supported-words",
        cause="app-requires-cuda",
        literals=("support",),
        beside=("mps",),
        pattern=(
            r"(?<!mps )\b(?:does not|doesn't|do not|don't|no) (?:currently |yet "
            r"|really )?support (?:for )?(?:the )?['\"`]?mps['\"`]? (?:devices?|accelerators?"
            r"|gpus?)\b"
        ),
        meaning="The program or package is said to have no support for mps.",
        fix="Run it on the CPU, or ask its authors for mps.",
        source="https://github.com/dmlc/dgl/issues/4274",
        examples=("This library currently does not support `mps` devices",),
        near_misses=("It does not support mps tensors of rank 20",),
    ),
    ErrorText(
        id="torch-not-compiled-cuda-words",
        cause="app-requires-cuda",
        literals=("not compiled with cuda support",),
        pattern=r"torch (?:was |is )?not compiled with cuda support\b",
        meaning="The program calls CUDA, which no torch for the Mac has.",
        fix='Look for the program\'s device option, or replace "cuda" by "mps" in its code.',
        source="https://pytorch.org/docs/stable/notes/cuda.html",
        examples=("PyTorch was not compiled with CUDA support",),
        near_misses=("The viewer was not compiled with CUDA supporting files",),
    ),
    ErrorText(
        id="cuda-wanted-in-error",
        cause="app-requires-cuda",
        literals=(
            "cuda device",
            "cuda required",
            "cuda or rocm",
            "be cuda",
            "on cuda",
            "require cuda",
            "'cuda' device",
            "cuda gpu device",
            "cuda extension",
            "no cuda toolkit",
            "not availabe",
            "cuda driver library",
            "cuda-capable",
            "cuda-only",
            "be allocated on cuda",
            "cpu' or 'cuda'",
        ),
        pattern=(
            r"(?:error|exception|exit)\W{1,3}(?:(?!error\b"
            r"|\bautocast).){0,140}?(?:\bcuda required\b|\bcuda device (?:is )?required\b"
            r"|\bcuda or rocm device required\b|\b(?:must|should|to) be (?:cuda"
            r"|(?:\w+ )?on cuda)\b(?! for nccl)|\bneeded to be on a 'cuda' device\b"
            r"|\bmust be (?:either )?'cpu' or 'cuda'(?! but| or|,)|\brun with a cuda device\b"
            r"|\bworks? only on cuda\b|\brequire cuda\b"
            r"|\brequires? an? (?:[\w./+*-]+ ){1,4}cuda device\b|\b(?:access|single|one"
            r"|without) (?:an? )?cuda devices?\b|\bcomprised of 'cuda' devices?\b"
            r"|\bno cuda(?: gpu)? devices? (?:is |are )?(?:available|detected|found)\b"
            r"|\bcuda is not availabe\b|\bcuda driver library\b|\bno cuda-capable device\b"
            r"|\bcuda-only code\b|\bcuda extension (?:\w+ )?(?:is )?not (?:available|installed"
            r"|found)\b)|\bno cuda toolkit found\b"
        ),
        meaning="The program wants a CUDA device; a Mac has none, and nothing is wrong with it.",
        fix=(
            "Choose mps or cpu in the program's settings, or use a version or another program that "
            "knows MPS."
        ),
        source="https://github.com/nerfstudio-project/gsplat/tree/main/gsplat/cuda",
        examples=(
            "RuntimeError: CUDA required for made-up rasterization.",
            "SystemExit: CUDA or ROCm device required",
            "AssertionError: Input tensor must be CUDA",
            "AssertionError: value should be on CUDA",
            "ValueError: MadeUp works only on CUDA devices.",
            "RuntimeError: made_up camera ops require CUDA",
            "RuntimeError: it requires an SM100 / Blackwell CUDA device.",
            "ValueError: Please make sure torch can access a CUDA device.",
            "ValueError: set device_map comprised of 'cuda' devices.",
            "ValueError: No CUDA GPU devices detected",
            "AssertionError: CUDA is not availabe on this machine.",
            "OSError: Could not load CUDA driver library from any known path",
            "LogicError: cuInit failed: no CUDA-capable device is detected",
            "NotImplementedError: the caller hit a CUDA-only code path",
            "RuntimeError: made_up CUDA extension is not available (not built).",
            "made_up: No CUDA toolkit found. It will be disabled.",
            "RuntimeError: tensors must be allocated on CUDA",
            "AssertionError: the device must be either 'cpu' or 'cuda'",
        ),
        near_misses=(
            "CUDA extension not installed.",
            "Is CUDA available: False",
            "No CUDA device: the CPU is used",
            "The CUDA device of my other machine works",
            "ValueError: User specified autocast device_type must be cuda or cpu, but got mps",
            "AssertionError: the device must be 'cpu' or 'cuda' or 'mps'",
        ),
    ),
    ErrorText(
        id="device-mps-unknown-to-program",
        cause="app-requires-cuda",
        literals=(
            "unsupported",
            "unknown",
            "unrecognized device",
            "does not support device",
            "unexpected device",
            "unhandled device",
            "invalid device",
            "target device: mps",
        ),
        beside=("mps",),
        pattern=(
            r"\b(?:unsupported|unknown) (?:\w+ ){0,2}device(?: type)?:? ['\"`]?mps\b(?!.{0,200}\bin"
            r"ductor\b)|\bunrecognized device mps\b|\bdoes not support device ['`\"]mps"
            r"|\b(?:unknown|unsupported) device type: mps\b|\b(?:unexpected|unhandled"
            r"|invalid) device(?: type)?:? ['\"`]?mps\b|\btarget device: mps\b"
        ),
        meaning="The program does not know the device mps.",
        fix=(
            "Choose mps or cpu in the program's settings, or use a version or another program that "
            "knows MPS."
        ),
        source="https://github.com/ModelCloud/GPTQModel/tree/main/gptqmodel/utils",
        any_program=True,
        examples=(
            "ValueError: Unsupported execution device: mps",
            "ValueError: Unknown device type: mps.",
            "NotImplementedError: MadeUpTensor does not support device 'mps' yet.",
            "ValueError: unrecognized device mps",
            "ValueError: unknown device: 'mps'",
            "ValueError: unsupported device mps",
            "RuntimeError: Unexpected device type: mps",
            "ValueError: Invalid target device: mps",
        ),
        near_misses=(
            "Using device: mps",
            "RuntimeError: Expected one of cpu, cuda device type at start of device string: mps",
        ),
    ),
    ErrorText(
        id="cuda-device-in-traceback",
        cause="app-requires-cuda",
        literals=('device="cuda', "device='cuda", 'device = "cuda', "device = 'cuda"),
        pattern=(
            r"\bline \d{1,5}, in \S{1,80} (?:(?! file \").){0,200}?"
            r"\bdevice ?= ?[\"']cuda(?::0)?[\"'](?! if\b)"
        ),
        meaning="The program asks for the device cuda by name, which no Mac has.",
        fix="Choose mps or cpu in the program's settings, or change that line to the device mps.",
        source="https://docs.pytorch.org/docs/stable/notes/mps.html",
        alone=True,
        on="known-mac",
        examples=('File "demo.py", line 4, in main\n    net = build(path, device="cuda:0")',),
        near_misses=(
            'net = build(path, device="cuda:0")',
            'File "demo.py", line 4, in main\n    run(device="cuda" if has_cuda else "cpu")',
        ),
    ),
)
