"""Kernels and packages that are for CUDA only."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="cuda-library-not-loadable",
        cause="app-requires-cuda",
        literals=("libcuda", "libcublas", "libcudnn", "libnvrtc"),
        pattern=(
            r"(?:dlopen\(|could not load library |cannot open shared object file.{0,40}"
            r"|image not found.{0,40})[^)\n]{0,80}lib(?:cudart|cuda|cublas\w{0,80}|cudnn\w{0,80}"
            r"|nvrtc)\b"
        ),
        meaning="A package looks for the CUDA libraries, which do not exist on a Mac.",
        fix="Leave that package out, or use a version for the CPU or for Metal.",
        source="https://github.com/bitsandbytes-foundation/bitsandbytes/issues/252",
        examples=(
            "OSError: dlopen(libcudart.dylib, 0x0006): tried: 'libcudart.dylib' (no such file)",
        ),
        near_misses=("libcudart.so.12 loaded",),
    ),
    ErrorText(
        id="package-not-compiled-with-cuda",
        cause="app-requires-cuda",
        literals=("not compiled with cuda support",),
        pattern=r"\bnot compiled with cuda support\b(?!,? (?:using|falling|use cpu)|! using)",
        meaning=(
            "A package of the program was built without CUDA, as all are for a Mac, and was told "
            "to use it."
        ),
        fix="Tell the program to use the CPU: the device, and a number format that the CPU has.",
        source="https://github.com/OpenNMT/CTranslate2/issues/1562",
        examples=(
            "ValueError: This CTranslate2 package was not compiled with CUDA support",
            "RuntimeError: made_up was not compiled with CUDA support!",
        ),
        near_misses=(
            "It appears dlib was not compiled with CUDA support! Using CPU for dlib detections...",
            "the wheel is not compiled with CUDA, which is fine",
        ),
    ),
    ErrorText(
        id="nvml-library-not-found",
        cause="app-requires-cuda",
        literals=("nvml",),
        pattern=r"\bnvmlerror_librarynotfound\b",
        meaning="The program asks NVIDIA's driver about the GPU; there is none on a Mac.",
        fix="Leave the part out that reads the state of an NVIDIA GPU, or guard it.",
        source="https://docs.nvidia.com/deploy/nvml-api/",
        examples=(
            "pynvml.NVMLError_LibraryNotFound: NVML Shared Library Not Found",
            "pynvml.nvml.NVMLError_LibraryNotFound: NVML Shared Library Not Found",
        ),
        near_misses=(
            "WARNING - Could not fetch GPU stats: NVML Shared Library Not Found",
            "import pynvml",
        ),
    ),
    ErrorText(
        id="libcuda-not-found",
        cause="app-requires-cuda",
        literals=("libcuda",),
        pattern=(
            r"\blibcuda\.(?:so(?:\.1)?|dylib)\b:?[^\n]{0,24}(?:cannot (?:be )?found|not found"
            r"|cannot open shared object)"
        ),
        meaning="The program asks for an NVIDIA GPU, or a package in it does.",
        fix="Choose the device in the program: mps where available, otherwise cpu.",
        source="https://github.com/triton-lang/triton/issues/1955",
        examples=(
            "AssertionError: libcuda.so cannot found!",
            "OSError: libcuda.so.1: cannot open shared object file: No such file or directory",
        ),
        near_misses=("found libcuda.so in /usr/lib",),
    ),
    ErrorText(
        id="cuda-extension-not-installed",
        cause="app-requires-cuda",
        kind="warning",
        literals=("cuda extension not installed",),
        meaning="The quantised model needs kernels that are written in CUDA.",
        fix="Take the model in another format (full precision, GGUF, MLX).",
        source="https://github.com/AutoGPTQ/AutoGPTQ/issues/249",
        alone=True,
        examples=("WARNING:CUDA extension not installed.",),
        near_misses=("the CUDA extension is not needed",),
    ),
    ErrorText(
        id="vllm-no-device",
        cause="app-requires-cuda",
        literals=("failed to infer device type",),
        meaning=(
            "vLLM finds no device that this build of it can use; its packages are for NVIDIA GPUs."
        ),
        fix="On a Mac build vLLM from source for the CPU, or take a server that knows Metal.",
        source="https://docs.vllm.ai/en/latest/getting_started/installation/cpu.html",
        on="known-mac",
        examples=("RuntimeError: Failed to infer device type",),
        near_misses=("the device type was inferred: cpu",),
    ),
    ErrorText(
        id="cpm-kernels-platform",
        cause="app-requires-cuda",
        literals=("unknown platform: darwin",),
        pattern=r"unknown platform: darwin",
        meaning=(
            "The quantised model needs cpm_kernels, which knows CUDA on Linux and Windows alone."
        ),
        fix="Take the model that is not quantised, on mps in float16.",
        source="https://github.com/zai-org/ChatGLM-6B/issues/6",
        alone=True,  # the model's code logs it, and goes on
        examples=("RuntimeError: Unknown platform: darwin",),
        near_misses=("Unknown platform: linux",),
    ),
    ErrorText(
        id="cuda-kernel-package-missing",
        cause="app-requires-cuda",
        literals=("no module named",),
        beside=(
            "auto_gptq",
            "gptqmodel",
            "causal_conv1d_",
            "awq_inference_engine",
            "awq_ext",
            "exllama",
            "sgl_kernel",
            "vllm._c",
            "deep_gemm",
            "flashinfer",
            "diff_gaussian_rasterization",
            "simple_knn",
            "flash_attn_",
            "apex",
            "xformers",
        ),
        pattern=(
            r"no module named '?(?:auto_gptq|gptqmodel|causal_conv1d_\w{1,8}|awq_inference_engine"
            r"|awq_ext|exllama\w{0,20}|sgl_kernel|vllm\._c|deep_gemm|flashinfer"
            r"|diff_gaussian_rasterization|simple_knn|flash_attn_(?!2_cuda)\w{1,20}|apex"
            r"|xformers)(?![\w-])"
        ),
        meaning="The missing module is a CUDA extension; there is none for a Mac.",
        fix=(
            "Choose mps or cpu in the program's settings, or use a version or another program that "
            "knows MPS."
        ),
        source="https://github.com/Dao-AILab/flash-attention/blob/main/setup.py",
        examples=(
            "ModuleNotFoundError: No module named 'auto_gptq'",
            "No module named 'causal_conv1d_x'",
            "ModuleNotFoundError: No module named 'awq_inference_engine'",
            "No module named 'awq_ext'",
            "No module named 'exllamav2_kernels'",
            "No module named 'sgl_kernel'",
            "No module named 'vllm._C'",
            "No module named 'deep_gemm'",
            "No module named 'flashinfer'",
            "No module named 'diff_gaussian_rasterization'",
            "No module named 'simple_knn'",
            "No module named 'flash_attn_3'",
            "No module named 'apex'",
            "ModuleNotFoundError: No module named 'xformers'",
        ),
        near_misses=(
            "ModuleNotFoundError: No module named 'torch.cuda'",
            "No module named 'apexcharts'",
        ),
    ),
    ErrorText(
        id="kernel-build-for-cuda",
        cause="app-requires-cuda",
        literals=(
            "has a build matching the current",
            "should work with",
            "nvcc (cuda compiler) not found",
            "triton_kernels is required",
            "triton is stubbed out",
            "only cuda device is supported",
            "enough gpu ram to fit the quantized model",
            "8bit and moving it to mps",
            "4bit and moving it to mps",
            "needs at least one usable cuda device",
        ),
        pattern=(
            r"\bhas a build matching the current (?:torch/cuda|pytorch and cuda)"
            r"|\b'cuda' does not seem to be correctly installed"
            r"|\bshould work with '\w{1,8}', but 'cuda' does not|\bnvcc \(cuda compiler\) not found"
            r"|\btriton_kernels is required\b|\bwhere triton is stubbed out\b"
            r"|\bonly cuda device is supported\b|\benough gpu ram to fit the quantized model\b"
            r"|\b[48]bit and moving it to mps\b|\bneeds at least one usable cuda device\b"
        ),
        meaning="What the program loads exists for CUDA only.",
        fix="Load the model unquantised or in GGUF, or choose another attention or backend.",
        source=(
            "https://github.com/huggingface/transformers/tree/main/src/transformers/integrations"
        ),
        examples=(
            "ImportError: check that it has a build matching the current torch/CUDA.",
            "ImportError: it has a build matching the current PyTorch and CUDA versions.",
            (
                "which should work with 'fp16', but 'cuda' does not seem to be correctly installed "
                "on your machine"
            ),
            "RuntimeError: nvcc (CUDA compiler) not found.",
            "RuntimeError: triton_kernels is required for it",
            "NotImplementedError: it was called where triton is stubbed out",
            "AssertionError: Only cuda device is supported for PyTorch version < 2.4.0.",
            "ValueError: Make sure you have enough GPU RAM to fit the quantized model.",
            "loaded in `x` 8bit and moving it to mps via `.to()`",
            "loaded in 4bit and moving it to mps",
            "block swap needs at least one usable CUDA device",
        ),
        near_misses=("It should work with mps", "There is enough GPU RAM here"),
    ),
)
