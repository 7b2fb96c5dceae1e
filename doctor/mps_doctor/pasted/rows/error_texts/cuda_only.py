"""Programs that are for CUDA only, as they say."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="cuda-only-words",
        cause="app-requires-cuda",
        literals=("cuda",),
        beside=(
            "only support",
            "only for",
            "only use",
            "only work",
            "only run",
            "only available",
            "only implemented",
            "only compatible",
            "support only",
            "supports only",
            "must be",
            "need to be",
            "needs to be",
            "should be",
            "requires all ",
            "expected cuda",
            "expected a cuda",
            "expected an cuda",
            "is not a",
            "currently implemented",
            "needs a cuda",
            "no visible cuda",
        ),
        pattern=(
            r"o(?<!dtensor randomness o)(?<!\wo)(?<!\bamp o)(?<!autocast o)(?<!scaler o)(?<!precisi"
            r"on o)(?<!memory o)(?<!index o)(?<!enabled o)(?<!used o)nly (?:supports?"
            r"|supported (?:on|for|by|with)|for|uses?|works? (?:with|on)|runs? on|available (?:on"
            r"|for|with)|implemented (?:on|for)|compatible with) (?:the )?(?:nvidia "
            r"|single-device )?cuda\b(?!,? (?:and )?falls? back)"
            r"(?!(?: \w{1,8})?[!.,;] (?:setting (?:it|this) to|(?:falling|switching) back)\b)"
            r"|m(?<!device_id parameter m)(?<!\wm)ust be (?:an? |on (?:an? "
            r"|the )?)?(?:contiguous )?cuda (?:tensors?|devices?)\b"
            r"|n(?<!device_id parameter n)(?<!\wn)eeds? to be (?:an? |on (?:an? "
            r"|the )?)?(?:contiguous )?cuda (?:tensors?|devices?)\b"
            r"|s(?<!device_id parameter s)(?<!\ws)hould be (?:an? |on (?:an? "
            r"|the )?)?(?:contiguous )?cuda (?:tensors?|devices?)\b"
            r"|requires all tensors to be on cuda|expected (?:an? )?cuda (?:tensor"
            r"|device)s?\b(?! or cpu)|is not an? cuda tensor|supports? only cuda (?:tensors?"
            r"|devices?|gpus?)|s(?<!\ws)upports only (?:nvidia )?cuda\b"
            r"|c(?<!\wc)urrently implemented (?:for|on|in) cuda\b|n(?<!\wn)eeds a cuda[ -](?:gpu"
            r"|device)\b|n(?<!\wn)o visible cuda devices?\b"
        ),
        meaning="The program or a package of it works with NVIDIA GPUs only.",
        fix="Use another back end of the program for Macs, or the CPU.",
        source="https://github.com/huggingface/transformers/tree/main/src/transformers/quantizers",
        unless=("fp16-trainer-cuda-only", "mixed-precision-gpu-words"),
        rule="cuda-only",
        examples=(
            "RuntimeError: GPTQ only supports CUDA currently",
            "ValueError: this kernel is only implemented for CUDA tensors",
            "AssertionError: attention is only available on CUDA devices",
            "ValueError: Query, key, and value must be on a CUDA device.",
            "RuntimeError: input must be a CUDA tensor",
            "RuntimeError: Calling the kernel requires all tensors to be on CUDA devices.",
            "a rasteriser which is only for CUDA",
            "AttributeError: The made up decorator supports only CUDA and XPU devices",
            "NotImplementedError: MadeUpMixture is currently implemented for CUDA.",
            "ValueError: base_made_up=x needs a CUDA GPU",
            (
                "ValueError: You asked for 2 devices but there are no visible CUDA devices on this "
                "machine."
            ),
        ),
        near_misses=(
            "is_available() looks for CUDA devices first",
            "the CUDA tensor was moved to the CPU",
            (
                "RuntimeError: DTensor randomness only supports cuda/cuda-like device type, but "
                "got mps"
            ),
            "it is currently implemented for CPU, CUDA comes later",
            "autocast stays on, its scaler only for CUDA",
            "The fast sampler only runs on CUDA, falls back to the plain one on a Mac",
            "pin_everything=True is only supported for CUDA devices! Setting it to False",
        ),
    ),
    ErrorText(
        id="cuda-hardcoded-words",
        cause="app-requires-cuda",
        literals=("hardcod", "hard cod", "hard-cod"),
        beside=("cuda",),
        pattern=(
            r"\b(?<!instead of )(?<!rather than )(?<!no longer )(?<!not )(?<!without )(?<!avoids )"
            r"(?<!avoid )(?<!removes )(?<!removed )(?<!remove )hard[- ]?cod(?:ed|es|e"
            r"|ing)\b (?:\w+ ){0,4}?['\"`]?\bcuda\b"
            r"|\bcuda\b(?:\(\))?['\"`]* (?:\w+ ){0,3}?hard[- ]?cod(?:ed|ing)\b"
        ),
        meaning="The program is said to name CUDA in its code, whatever device there is.",
        fix='Ask its authors for a device option, or replace "cuda" by "mps" in its code.',
        source="https://pytorch.org/docs/stable/notes/cuda.html",
        examples=(
            "The example script is hard-coded to CUDA",
            "device cuda is hardcoded in two places",
        ),
        near_misses=(
            "The path is hardcoded, cuda plays no part",
            "takes the device of the model instead of hardcoding 'cuda'",
        ),
    ),
    ErrorText(
        id="cuda-build-asked",
        cause="app-requires-cuda",
        literals=(
            "without aten_cuda library",
            "support for cuda devices",
            "dummy base class",
            "libcudart functions unavailable",
            "cuda driver can't be loaded",
            "nvtx functions not installed",
            "compiled without cuda support",
            "not compiled with nvjpeg",
            "not compiled with gpu decoder",
            "build_cuda_ctc_decoder",
            "failed to find cuda libs",
            "supported in cuda/xpu",
            "access cuda capabilities",
            "storage device not recognized",
            "__cuda_array_interface__ on",
            "_cudadeviceproperties",
            "from the 'cuda' backend",
            "find an active gpu backend",
            "syncbatchnorm expected",
            "only cuda tensors are",
            "tensors need to be on cuda",
            "the params to be cuda",
            "expected a cuda or cpu device",
            "match the current accelerator",
            "no viable backend for",
            "no available kernel",
            "need to provide pin_memory",
            "unable to pin memory on",
            "not built with cuda",
            "without use_cuda",
            "compiled without cuda",
            "preferred backend to",
            "cuda input, got mps",
            "bindings package",
            "cuda.bindings is not",
            "extensions with cuda",
            "device type cuda",
            "building cuda extension",
        ),
        pattern=(
            r"\bwithout aten_cuda library|not linked with support for cuda devices"
            r"|dummy base class (?:\w{0,20}cuda\w{0,40}|stream|event)\b"
            r"|libcudart functions unavailable|cuda driver can't be loaded"
            r"|nvtx functions not installed|compiled without cuda support"
            r"|not compiled with (?:nvjpeg support|gpu decoder support)|build_cuda_ctc_decoder=1"
            r"|failed to find cuda libs|only supported in cuda/xpu|access cuda capabilities"
            r"|storage device not recognized: cuda|__cuda_array_interface__ on non-cuda"
            r"|cannot import name '_cudadeviceproperties'"
            r"|could not run 'aten::[\w.]{1,60}' with arguments from the 'cuda' backend|(?:error"
            r"|exception)\W{1,3}could not find an active gpu backend"
            r"|syncbatchnorm expected input tensor to be on gpu"
            r"|only cuda tensors are (?:currently )?supported|all input tensors need to be on cuda"
            r"|requires all the params to be cuda|expected a cuda or cpu device, but got:? mps"
            r"|\bcuda doesn't match the current accelerator"
            r"|no viable backend for scaled_dot_product_attention"
            r"|no available kernel\. aborting execution|need to provide pin_memory allocator"
            r"|unable to pin memory on a non-unified|pytorch (?:was )?(?:not built with cuda\b"
            r"|compiled without (?:use_)?cuda)|error: built without use_cuda"
            r"|preferred backend to (?:cusolver|magma|cublaslt) if pytorch|\bcuda input, got mps"
            r"|(?:requires the cuda[.-]bindings package|cuda\.bindings is not available)"
            r"|\bneed to compile c\+\+ extensions with cuda\b"
            r"|\bdevice type cuda is not supported for torch\.generator\(\)"
            r"|\bon device type cuda, but this pytorch\b|\bbuilding cuda extension requires\b"
        ),
        since="1.12",
        meaning="The program asks torch for CUDA, which no Mac build of torch has.",
        fix="Choose mps or the CPU in the program, or leave the CUDA part out.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="without ATen_cuda library. ",
        on="mac",
        examples=(
            (
                "RuntimeError: Cannot initialize CUDA without ATen_cuda library. PyTorch splits "
                "its backend into two shared libraries"
            ),
            "RuntimeError: PyTorch is not linked with support for cuda devices",
            "RuntimeError: Tried to instantiate dummy base class CUDAGraph",
            (
                "AssertionError: libcudart functions unavailable. It looks like you have a broken "
                "build?"
            ),
            "RuntimeError: NVTX functions not installed. Are you sure you have a CUDA build?",
            "RuntimeError: PyTorch was compiled without CUDA support",
            "RuntimeError: decode_jpegs_cuda: torchvision not compiled with nvJPEG support",
            "RuntimeError: torch.UntypedStorage(): Storage device not recognized: cuda",
            "ImportError: cannot import name '_CudaDeviceProperties' from 'torch._C'",
            (
                "NotImplementedError: Could not run 'aten::empty.memory_format' with arguments "
                "from the 'CUDA' backend."
            ),
            "RuntimeError: Could not find an active GPU backend",
            "ValueError: SyncBatchNorm expected input tensor to be on GPU",
            "ValueError: Expected a cuda or cpu device, but got: mps",
            "ValueError: cuda doesn't match the current accelerator mps.",
            "RuntimeError: No available kernel. Aborting execution.",
            "RuntimeError: FusedAdam requires all the params to be CUDA, floating point",
            "RuntimeError: PyTorch was not built with cuda",
            "RuntimeError: built without USE_CUDA",
            (
                "RuntimeError: Cannot set preferred backend to cuSOLVER if PyTorch has not been "
                "compiled with cuSOLVER."
            ),
            "AssertionError: need a contiguous CUDA input, got mps",
            "RuntimeError: cuda.bindings is not available",
            (
                "NotImplementedError: Need to compile C++ extensions with CUDA to use "
                "memory_efficient_attention"
            ),
            "RuntimeError: Device type CUDA is not supported for torch.Generator() api.",
            "Building cuda extension requires PyTorch (>=1.13.0) been installed",
        ),
        near_misses=(
            "Could not run 'aten::empty.memory_format' with arguments from the 'MPS' backend.",
            "PyTorch is not linked with support for mps devices",
            "CUDA is not available here",
            "ffmpeg was compiled without CUDA",
            "the CUDA input is large",
            "I compile extensions with CUDA on the other machine",
        ),
    ),
    ErrorText(
        id="device-list-without-mps",
        cause="app-requires-cuda",
        literals=("'cuda'",),
        beside=("mps",),
        pattern=(
            r"(?:error|exception)\W{1,3}(?:(?!error\b"
            r"|precision).){0,120}?[\[({][^\])}]{0,60}'cuda'[^\])}]{0,60}[\])}](?:(?!'mps').){0,60}"
            r"?(?:got:?|found|but|type =|device =) ['`\"]?mps\b"
        ),
        meaning="The program lists the devices it knows, and mps is none of them.",
        fix=(
            "Choose mps or cpu in the program's settings, or use a version or another program that "
            "knows MPS."
        ),
        source="https://github.com/huggingface/transformers/tree/main/src/transformers/generation",
        examples=(
            "ValueError: Only devices in ['cuda', 'xpu'] are supported, got: mps",
            "RuntimeError: it requires a type in ['cuda', 'xpu'] but got device.type = mps",
            "NotImplementedError: X only supports `[<DEVICE.CUDA: 'cuda'>]`: actual device = `mps`",
            "ValueError: one of ('cuda', 'cpu'), found mps",
            "ValueError: one of ('cuda', 'cpu'), got mps",
            "ValueError: one of ('cuda', 'cpu'), got 'mps'",
            "ValueError: only ('cuda', 'cpu') but mps",
        ),
        near_misses=(
            "device = 'cuda' if it is there, but mps",
            "ValueError: one of ('cuda', 'mps'), got cpu",
        ),
    ),
)
