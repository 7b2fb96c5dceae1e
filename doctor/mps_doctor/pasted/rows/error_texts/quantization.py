"""Quantised models, whose kernels are for CUDA."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="gpu-required-to-quantize",
        cause="app-requires-cuda",
        literals=("gpu is required to",),
        meaning="The quantisation of this library needs an NVIDIA GPU.",
        fix="Load an unquantised model, or a GGUF or MLX version of it.",
        source="https://github.com/huggingface/transformers/tree/main/src/transformers/quantizers",
        examples=("RuntimeError: GPU is required to quantize or run quantize model.",),
        near_misses=("A GPU is recommended",),
    ),
    ErrorText(
        id="no-gpu-found-quantization",
        cause="app-requires-cuda",
        literals=("no gpu found",),
        pattern=(
            r"no gpu found\b(?!\. an? gpu is needed for fp8|,? (?:so )?(?:using|falling|training on"
            r"|switching)|[.;] ?(?:using|falling|assuming))"
        ),
        meaning="The quantisation of this library needs an NVIDIA GPU.",
        fix="Load an unquantised model, or a GGUF or MLX version of it.",
        source=(
            "https://github.com/huggingface/transformers/blob/main/src/transformers/quantizers/quan"
            "tizer_bnb_4bit.py"
        ),
        examples=("RuntimeError: No GPU found. A GPU is needed for quantization.",),
        near_misses=(
            "GPU found: Apple M1",
            "No GPU found, using MPS instead.",
            "No GPU found. A GPU is needed for FP8 quantization.",
        ),
    ),
    ErrorText(
        id="quantization-gpu-only",
        cause="app-requires-cuda",
        literals=("quantiz", "mxfp4"),
        pattern=(
            r"quantization is only supported on (?:gpus?|cuda)\b|quantization requires (?:triton"
            r"|a gpu)\b|using mxfp4 (?:quantized models )?requires model on cuda"
        ),
        meaning="The quantisation of this library needs an NVIDIA GPU.",
        fix="Load an unquantised model, or a GGUF or MLX version of it.",
        source="https://github.com/huggingface/transformers/tree/main/src/transformers/quantizers",
        examples=(
            (
                "RuntimeError: HIGGS quantization is only supported on GPU. Please use a different "
                "quantizer."
            ),
            (
                "MXFP4 quantization requires Triton: CUDA requires Triton >= 3.4.0, XPU/CPU "
                "requires Triton >= 3.5.0."
            ),
            (
                "RuntimeError: Quantizing a model using MXFP4 requires model on cuda/xpu/cpu, but "
                "found mps. To use mxfp4, please disable the current accelerator."
            ),
            "ValueError: AWQ quantization requires a GPU",
        ),
        near_misses=("INT8 quantization is only supported in inference mode",),
    ),
    ErrorText(
        id="gptq-kernels-not-built",
        cause="app-requires-cuda",
        literals=("autogptq_cuda",),
        pattern=(
            r"(?:cannot import name|no module named|name) '?autogptq_cuda\w{0,8}'?(?: |$|\b)(?!_)"
        ),
        meaning="The quantised model needs kernels that are written in CUDA.",
        fix="Take the model in another format (full precision, GGUF, MLX).",
        source="https://github.com/AutoGPTQ/AutoGPTQ/issues/249",
        examples=(
            "ImportError: cannot import name 'autogptq_cuda'",
            "NameError: name 'autogptq_cuda_64' is not defined",
        ),
        near_misses=("import autogptq_cuda_256",),
    ),
    ErrorText(
        id="quantization-kernels-missing",
        cause="app-requires-cuda",
        literals=(
            "c++/cuda dependencies",
            "kernels are not properly installed",
            "awq kernels could not be loaded",
            "fast mamba kernels",
            "check that a build matches the current torch",
            "which needs a torch device exposing",
            "cannot run on apple silicon",
        ),
        pattern=(
            r"could not import the c\+\+/cuda dependencies"
            r"|\bexternal \w+(?: \w+)? kernels are not properly installed"
            r"|\bawq kernels could not be loaded|\bfast mamba kernels are not available"
            r"|\bcheck that a build matches the current torch/cuda"
            r"|\bwhich needs a torch device exposing\b|\bcannot run on apple silicon\b"
        ),
        meaning="The program has its kernels for CUDA only.",
        fix=(
            "Choose mps or cpu in the program's settings, or use a version or another program that "
            "knows MPS."
        ),
        source="https://github.com/casper-hansen/AutoAWQ/tree/main/awq/modules/linear",
        examples=(
            "ValueError: could not import the C++/CUDA dependencies with the following error: x",
            "ModuleNotFoundError: External Made kernels are not properly installed.",
            "AWQ kernels could not be loaded. Please install them",
            "ValueError: Fast Mamba kernels are not available.",
            "ImportError: check that a build matches the current torch/CUDA.",
            "which needs a torch device exposing mem_get_info",
            "ValueError: 'x' cannot run on Apple Silicon: no way",
        ),
        near_misses=("The kernels are properly installed", "It can run on Apple Silicon"),
    ),
)
