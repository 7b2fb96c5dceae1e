"""Calls of torch.cuda, and NVIDIA's drivers."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="torch-not-compiled-with-cuda",
        cause="app-requires-cuda",
        literals=("torch not compiled with cuda enabled",),
        pattern=r"torch not compiled with cuda enabled(?!['\"]?, memory monitor disabled)",
        meaning="The program asks for cuda by name; no Mac build of torch has it.",
        fix=(
            "Choose the device in the program: mps where "
            "`torch.backends.mps.is_available()`, otherwise cpu."
        ),
        source="torch 2.13.0 for macOS: torch/cuda/__init__.py",
        verbatim="Torch not compiled with CUDA enabled",
        rule="cuda-or-compiler",
        examples=("AssertionError: Torch not compiled with CUDA enabled",),
        near_misses=(
            "AssertionError: Torch not compiled with XPU enabled",
            (
                "Warning: caught exception 'Torch not compiled with CUDA enabled', memory monitor "
                "disabled"
            ),
        ),
    ),
    ErrorText(
        id="cuda-test-of-launcher",
        cause="app-requires-cuda",
        literals=("torch is not able to use gpu",),
        meaning="The launcher asserts torch.cuda.is_available(), which is False on every Mac.",
        fix="Start it by its script for macOS, or with --skip-torch-cuda-test.",
        source=(
            "https://github.com/AUTOMATIC1111/stable-diffusion-webui/wiki/Installation-on-Apple-Sil"
            "icon"
        ),
        on="mac",
        examples=(
            (
                "RuntimeError: Torch is not able to use GPU; add --skip-torch-cuda-test to "
                "COMMANDLINE_ARGS"
            ),
        ),
        near_misses=("torch is able to use the GPU",),
    ),
    ErrorText(
        id="cuda-module-missing",
        cause="app-requires-cuda",
        literals=("no module named", "cannot import name"),
        beside=(
            "_cuda",
            "cuda_",
            "nvdiffrast",
            "spconv",
            "tinycudann",
            "mamba_ssm",
            "causal_conv1d",
            "pycuda",
            "cupy",
            "tensorrt",
            "minkowskiengine",
            "transformer_engine",
            "simple_knn",
            "torchsparse",
        ),
        pattern=(
            r"(?:no module named|cannot import name) ['\"]?(?:[\w.]{1,60}_cuda(?:_\w{1,20})?\b"
            r"|cuda_\w{1,30}\b|nvdiffrast\b|spconv\b|tinycudann\b|mamba_ssm\b|causal_conv1d\b"
            r"|pycuda\b|cupy\b|tensorrt\b|minkowskiengine\b|transformer_engine\b|simple_knn\b"
            r"|torchsparse\b)"
        ),
        meaning=(
            "The program imports an extension that is built with CUDA, of which there is none for "
            "Macs."
        ),
        fix="Use a version or a setting of the program that does without it.",
        source="https://github.com/state-spaces/mamba/pull/265",
        on="known-mac",
        examples=(
            "ModuleNotFoundError: No module named 'knn_points_cuda'",
            "ImportError: cannot import name '_ext_cuda' from 'roi_ops'",
            "ModuleNotFoundError: No module named 'spconv'",
        ),
        near_misses=(
            "ModuleNotFoundError: No module named 'einops'",
            "ImportError: cannot import name 'is_mps_available' from 'transformers'",
        ),
    ),
    ErrorText(
        id="cuda-name-undefined",
        cause="app-requires-cuda",
        literals=("nameerror: name",),
        pattern=r"nameerror: name '\w{0,40}cuda\w{0,40}' is not defined",
        meaning="A compiled CUDA module was not there, and the program calls it all the same.",
        fix="Take a model or a package that needs no CUDA kernels.",
        source="https://github.com/PromtEngineer/localGPT/issues/145",
        examples=("NameError: name 'my_ops_cuda_64' is not defined",),
        near_misses=("NameError: name 'cpu_ops' is not defined",),
    ),
    ErrorText(
        id="cuda-call-in-a-stack",
        cause="app-requires-cuda",
        literals=("torch.cuda.", "torch/cuda/__init__.py", "torch/nn/modules/module.py"),
        pattern=(
            r"\bfile \"[^\"\n]{1,200}\", line \d{1,6}, in [\w<>]{1,60} "
            r"(?:(?!file \")[^#\n]){0,120}?\btorch\.cuda\."
            r"(?:current_device|get_device_\w{4,12}|mem_get_info|set_device)\("
            r"|torch/cuda/__init__\.py\", line \d{1,6}, in _lazy_init"
            r"|torch/nn/modules/module\.py\", line \d{1,6}, in cuda\b"
        ),
        meaning="The program asks CUDA for its GPU, which stops on a Mac.",
        fix="Choose the device in the program: mps where available, otherwise cpu.",
        source="https://github.com/pytorch/pytorch/blob/main/torch/cuda/__init__.py",
        on="known-mac",
        alone=True,
        examples=(
            'File "/made/up/device.py", line 8, in pick\n    return '
            "torch.device(torch.cuda.current_device())",
            'File "/made/up/memory.py", line 12, in <module>\n    size = '
            "torch.cuda.get_device_properties(0).total_memory",
        ),
        near_misses=(
            "return torch.device(torch.cuda.current_device())",
            'File "/made/up/device.py", line 8, in pick\n    if torch.cuda.is_available():',
        ),
    ),
    ErrorText(
        id="scaler-cuda-warning",
        cause="fp16-amp-unsupported-on-mps",
        kind="warning",
        literals=("torch.cuda.amp.gradscaler is enabled, but cuda is not available",),
        meaning="The program uses CUDA's gradient scaler; on a Mac it does nothing.",
        fix="Leave mixed precision out on mps.",
        source="torch 2.2.2 for macOS: torch/cuda/amp/grad_scaler.py",
        verbatim="torch.cuda.amp.GradScaler is enabled, but CUDA is not available",
        examples=(
            (
                "UserWarning: torch.cuda.amp.GradScaler is enabled, but CUDA is not available. "
                "Disabling."
            ),
        ),
        near_misses=("GradScaler is enabled on CUDA",),
    ),
    ErrorText(
        id="data-parallel-without-cuda",
        cause="app-requires-cuda",
        literals=("module 'torch._c' has no attribute '_",),
        pattern=r"module 'torch\._c' has no attribute '_(?:scatter|gather|broadcast\w{0,20})'",
        meaning=(
            "DataParallel spreads a model over several GPUs of CUDA, which this torch does not "
            "have."
        ),
        fix="Leave DataParallel out: a Mac has one GPU.",
        source="https://github.com/pytorch/pytorch/issues/105093",
        examples=(
            "AttributeError: module 'torch._C' has no attribute '_scatter'",
            "AttributeError: module 'torch._C' has no attribute '_broadcast_coalesced'",
        ),
        near_misses=(
            "AttributeError: module 'torch._C' has no attribute '_scatter_add_x'",
            "AttributeError: module 'torch' has no attribute '_scatter'",
        ),
    ),
    ErrorText(
        id="cuda-lazy-init-frame",
        cause="app-requires-cuda",
        literals=("in _lazy_init",),
        pattern=(
            r'torch/cuda/__init__\.py", line \d{1,6}, in _lazy_init\s{1,12}raise assertionerror'
        ),
        meaning="The program asks for CUDA, which this torch does not have.",
        fix="Choose the device mps or cpu.",
        source="https://github.com/pytorch/pytorch/blob/main/torch/cuda/__init__.py",
        alone=True,
        examples=(
            (
                '  File "/a/torch/cuda/__init__.py", line 284, in _lazy_init\n'
                "    raise AssertionError("
            ),
        ),
        near_misses=(
            (
                '  File "/a/torch/cuda/__init__.py", line 284, in _lazy_init\n'
                "    torch._C._cuda_init()"
            ),
        ),
    ),
    ErrorText(
        id="cuda-tensor-not-enabled",
        cause="app-requires-cuda",
        literals=("torch.cuda.",),
        pattern=r"torch\.cuda\.\w{1,20}tensor is not (?:enabled|available)",
        meaning="The program makes tensors of CUDA; no Mac build of torch has it.",
        fix="Choose the device in the program: mps where available, otherwise cpu.",
        source="https://github.com/pytorch/pytorch/blob/main/torch/csrc/tensor/python_tensor.cpp",
        examples=("RuntimeError: torch.cuda.FloatTensor is not enabled.",),
        near_misses=("torch.cuda.FloatTensor is enabled",),
    ),
    ErrorText(
        id="cuda-backend-of-others",
        cause="app-requires-cuda",
        literals=("cuda' backend",),
        pattern=(
            r"could not run '(?:prims?|quantized)::[\w:.]{1,80}' with arguments from the '(?:quanti"
            r"zed)?cuda' backend|could not run 'aten::[\w.]{1,80}' with arguments from the '(?:spar"
            r"se|quantized|autograd)cuda' backend"
        ),
        meaning="The program works with tensors of CUDA, which this torch does not have.",
        fix="Use the device mps or cpu, and leave out pin_memory() and .cuda().",
        source="https://github.com/karpathy/nanoGPT/issues/120",
        examples=(
            "Could not run 'quantized::linear' with arguments from the 'CUDA' backend",
            (
                "Could not run 'aten::empty.memory_format' with arguments from the 'SparseCUDA' "
                "backend"
            ),
        ),
        near_misses=(
            "Could not run 'torchvision::nms' with arguments from the 'CUDA' backend",
            "Could not run 'aten::empty_strided' with arguments from the 'MPS' backend",
        ),
    ),
    ErrorText(
        id="dummy-base-class",
        cause="app-requires-cuda",
        literals=("tried to instantiate dummy base class",),
        meaning=(
            "The program makes an event, stream or graph of CUDA's, which a build without CUDA has "
            "only as an empty name."
        ),
        fix="Leave out the CUDA events and streams, or use torch.mps.Event.",
        source="torch 2.13.0 for macOS: torch/_utils.py",
        verbatim="Tried to instantiate dummy base class",
        examples=("RuntimeError: Tried to instantiate dummy base class Event",),
        near_misses=("class Dummy is a base class",),
    ),
    ErrorText(
        id="cuda-asserted",
        cause="app-requires-cuda",
        literals=("assert torch.cuda.is_available()",),
        pattern=(
            r"\bassert torch\.cuda\.is_available\(\)(?:, ?[^\n]{1,80}?)?\s{1,12}(?:[\^~]{1,90}\s"
            r"{1,12})?assertionerror"
        ),
        meaning="The program asks for an NVIDIA GPU, or a package in it does.",
        fix="Choose the device in the program: mps where available, otherwise cpu.",
        source="https://github.com/svc-develop-team/so-vits-svc/blob/4.1-Stable/train.py",
        examples=(
            "    assert torch.cuda.is_available()\nAssertionError",
            (
                '    assert torch.cuda.is_available(), "made up text"\n'
                "           ^^^^^^^^^^^^^^^^^^^^^^^^^\nAssertionError: made up text"
            ),
        ),
        near_misses=(
            "    assert torch.cuda.is_available() is False\n    print('no AssertionError here')",
        ),
    ),
    ErrorText(
        id="type-or-place-cuda",
        cause="app-requires-cuda",
        literals=(
            "of type cuda",
            "live on cuda",
            "no gpu resources available",
            "only gpu devices are supported",
            "unsupported device value: mps",
            "torch cuda is unavailable",
            "torch cuda version not installed",
            "found no cuda devices",
            "ggml cuda support",
            "no accelerator (cuda",
            "on `cudaaccelerator`",
            "cupy is not installed",
            "to be on the same gpu, but",
        ),
        pattern=(
            r"(?:error|exception|exit)\W{1,3}(?:(?!error\b).){0,120}?(?:\bmust (?:be of type"
            r"|live on) cuda\b|\bno gpu resources available\b|\bonly gpu devices are supported\b"
            r"|\bunsupported device value: mps\b"
            r"|\btorch cuda (?:is unavailable|version not installed)\b"
            r"|\bfound no cuda devices\b|\bwithout ggml cuda support\b|\bno accelerator \(cuda\b"
            r"|\bonly supported on `cudaaccelerator`|\bcannot use gpu, cupy is not installed\b"
            r"|\bneed to be on the same gpu, but\b)"
        ),
        meaning="The program works with CUDA alone; a Mac has none, and nothing is wrong with it.",
        fix=(
            "Choose mps or cpu in the program's settings, or use a version or another program that "
            "knows MPS."
        ),
        source="https://github.com/deepspeedai/DeepSpeed/blob/master/deepspeed/launcher/runner.py",
        examples=(
            "ValueError: The made up tensor must be of type CUDA!",
            "ValueError: x must live on CUDA",
            "RuntimeError: Unable to proceed, no GPU resources available",
            "ValueError: Only GPU devices are supported for now",
            "ValueError: made up contains an unsupported device value: mps.",
            "RuntimeError: Torch CUDA is unavailable.",
            "Error: TORCH CUDA version not installed/working.",
            "RuntimeError: made up found no CUDA devices.",
            "RuntimeError: it was built without GGML CUDA support.",
            "RuntimeError: No accelerator (CUDA, XPU, HPU) is available.",
            "ValueError: it is only supported on `CUDAAccelerator`, but another is used.",
            "ValueError: Cannot use GPU, CuPy is not installed",
            "TypeError: Input tensors need to be on the same GPU, but found the following",
        ),
        near_misses=("CuPy is not installed, NumPy is used", "found no CUDA devices, using mps"),
    ),
)
