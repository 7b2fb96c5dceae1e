"""Operators that do not have this mode or shape."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="conv3d-not-on-mps",
        cause="op-not-implemented",
        literals=("conv3d is not supported on mps",),
        since="1.13",
        until="2.2",
        meaning="torch below 2.3 has no 3-D convolution on mps.",
        fix="Install torch 2.3 or newer, with macOS 13.2 or newer.",
        source="torch 2.2.2 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Conv3D is not supported on MPS",
        examples=("RuntimeError: Conv3D is not supported on MPS",),
        near_misses=("RuntimeError: Conv3D is only supported on MPS for MacOS_13_2 or newer",),
    ),
    ErrorText(
        id="conv-transpose3d",
        cause="op-not-implemented",
        literals=("convtranspose 3d",),
        pattern=r"convtranspose 3d (?:with bf16 or fp16 types )?is not supported on mps",
        since="2.0",
        meaning=(
            "3-D transposed convolution is missing on mps (up to torch 2.7), or takes float32 only."
        ),
        fix="Use float32 with torch 2.8 or newer, or run that layer on the CPU.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="ConvTranspose 3D is not supported on MPS",
        examples=("RuntimeError: ConvTranspose 3D is not supported on MPS",),
        near_misses=("RuntimeError: ConvTranspose 2D output is too small",),
    ),
    ErrorText(
        id="adaptive-pool-divisible",
        cause="op-not-implemented",
        literals=("adaptive pool mps:",),
        since="2.0",
        meaning="Adaptive pooling on mps wants sizes that divide.",
        fix="Run that layer on the CPU, or choose sizes that divide.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Adaptive pool MPS: input sizes must be divisible by output sizes.",
        examples=(
            (
                "RuntimeError: Adaptive pool MPS: input sizes must be divisible by output sizes. "
                "Non-divisible input sizes are not implemented on MPS device yet."
            ),
        ),
        near_misses=("RuntimeError: adaptive_avg_pool2d(): Expected 3D or 4D tensor",),
    ),
    ErrorText(
        id="fft-dimensions",
        cause="op-not-implemented",
        literals=("mps fft only supports transforming up to 4 dimensions",),
        since="2.14",
        meaning="Fourier transforms on mps take at most four dimensions.",
        fix="Transform in steps, or on the CPU.",
        source="torch 2.15.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPS FFT only supports transforming up to 4 dimensions",
        examples=(
            "RuntimeError: MPS FFT only supports transforming up to 4 dimensions, but got 5",
        ),
        near_misses=("RuntimeError: FFT operations are only supported on MacOS 14+",),
    ),
    ErrorText(
        id="border-padding",
        cause="op-not-implemented",
        literals=("mps: unsupported", "mps: unrecognised"),
        pattern=(
            r"mps: unsupported (?:border padding|bicubic interpolation|\w{1,80} (?:padding"
            r"|interpolation|mode))|mps: unrecognised (?:padding|interpolation) mode"
        ),
        since="2.0",
        until="2.10",
        meaning="grid_sample on mps lacks this mode in this torch.",
        fix="Use a newer torch, another mode, or the CPU for that call.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPS: Unsupported Border padding mode",
        examples=(
            "RuntimeError: MPS: Unsupported Border padding mode",
            "RuntimeError: MPS: Unrecognised Padding Mode: 3",
        ),
        near_misses=("RuntimeError: unsupported padding mode", "mps: unrecognised device"),
    ),
    ErrorText(
        id="padding-dims",
        cause="op-not-implemented",
        kind="warning",
        literals=("mps: the constant padding of more than 3 dimensions",),
        since="1.13",
        until="2.13",
        meaning="Padding of more than three dimensions takes a slower path on mps.",
        fix="Nothing has to be done.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim=(
            "MPS: The constant padding of more than 3 dimensions is not currently supported "
            "natively. "
        ),
        advice=True,
        examples=(
            (
                "UserWarning: MPS: The constant padding of more than 3 dimensions is not currently "
                "supported natively. It uses View Ops default implementation to run."
            ),
        ),
        near_misses=("UserWarning: constant padding is slow",),
    ),
    ErrorText(
        id="scatter-reduce-mean",
        cause="op-not-implemented",
        literals=("supported in mps",),
        pattern=r"(?:scatter reduce mean mode|sparse_grad) not (?:yet )?supported in mps",
        since="1.13",
        until="2.8",
        meaning="This mode of the operator is missing on mps in this torch.",
        fix="Run it on the CPU, or use a newer torch.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Scatter reduce mean mode not yet supported in MPS",
        examples=("RuntimeError: Scatter reduce mean mode not yet supported in MPS",),
        near_misses=("RuntimeError: mode not yet supported",),
    ),
    ErrorText(
        id="mps-only-supports-mode",
        cause="op-not-implemented",
        literals=("on mps only supports",),
        meaning="The operator, or this mode of it, has no kernel for mps.",
        fix="Run it on the CPU, or use a newer torch.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="backward on MPS only supports bilinear and nearest interpolation",
        examples=(
            (
                "RuntimeError: grid_sampler_3d backward on MPS only supports bilinear and nearest "
                "interpolation"
            ),
        ),
        near_misses=("my tool on MPS supports all modes",),
    ),
    ErrorText(
        id="linalg-lu-pivot",
        cause="op-not-implemented",
        literals=("mps doesn't allow pivot",),
        meaning="The operator, or this mode of it, has no kernel for mps.",
        fix="Run it on the CPU, or use a newer torch.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPS doesn't allow pivot == False.",
        examples=("RuntimeError: linalg.lu_factor(): MPS doesn't allow pivot == False.",),
        near_misses=("pivot == False is allowed",),
    ),
    ErrorText(
        id="generator-api-mps",
        cause="op-not-implemented",
        literals=("torch.generator() api",),
        pattern=r"device type mps is not supported for torch\.generator\(\) api",
        meaning="This torch has no random generator on mps.",
        fix="Make the generator on the CPU, or take torch 2.0 or newer.",
        source="https://github.com/pytorch/pytorch/issues/80070",
        examples=("RuntimeError: Device type MPS is not supported for torch.Generator() api.",),
        near_misses=("torch.Generator() api of CUDA",),
    ),
    ErrorText(
        id="mps-mode-missing",
        cause="op-not-implemented",
        literals=(
            "batch norm is not supported with mps",
            "log_softmax for bool is not supported for mps",
            "half to float conversion is not supported on mps",
            "mps device does not support linear backward",
        ),
        pattern=(
            r"long batch norm is not supported with mps"
            r"|log_softmax for bool is not supported for mps"
            r"|softmax with half to float conversion is not supported on mps"
            r"|mps device does not support linear backward for non-float inputs"
        ),
        since="2.10",
        meaning="The operator has no kernel on MPS for this dtype or mode.",
        fix="Run this step on the CPU, or give it a dtype that MPS has (float32, float16).",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Long batch norm is not supported with MPS",
        examples=(
            "RuntimeError: Long batch norm is not supported with MPS",
            "RuntimeError: log_softmax for bool is not supported for MPS",
            "RuntimeError: softmax with half to float conversion is not supported on MPS",
            "RuntimeError: MPS device does not support linear backward for non-float inputs",
        ),
        near_misses=("RuntimeError: batch norm is not supported with an empty input",),
    ),
    ErrorText(
        id="convolution-overrideable",
        cause="op-not-implemented",
        literals=("backend other than cpu/cuda/mkldnn", "convolution_overrideable not implemented"),
        pattern=(
            r"convolution_overrideable not implemented"
            r"|backend other than cpu/cuda/mkldnn, if this is intended"
        ),
        meaning=(
            "No kernel of the device takes this convolution: its inputs are on two devices, or of "
            "a dtype or rank that mps does not take."
        ),
        fix="Bring input and weights to mps in one float dtype, or run that layer on the CPU.",
        source="https://github.com/pytorch/pytorch/blob/main/aten/src/ATen/native/Convolution.cpp",
        examples=(
            (
                "NotImplementedError: convolution_overrideable not implemented. You are likely "
                "triggering this with tensor backend other than CPU/CUDA/MKLDNN"
            ),
            (
                "convolution_backward_overrideable: You are likely triggering this with tensor "
                "backend other than CPU/CUDA/MKLDNN, if this is intended, please use "
                "TORCH_LIBRARY_IMPL to override this function"
            ),
        ),
        near_misses=("convolution_overrideable is registered for this backend",),
    ),
    ErrorText(
        id="int-packed-matmul",
        cause="op-not-implemented",
        literals=("pack_mm",),
        pattern=r"\b_weight_int[48]pack_mm\w{0,12} ?: ?(?:expect|innerktiles)",
        since="2.2",
        meaning=(
            "The product with packed 4-bit or 8-bit weights takes other dtypes or shapes than it "
            "was given, on mps or where the CPU stands in for it."
        ),
        fix="Use bfloat16 or float16 activations as the text says, or weights that are not packed.",
        source="torch 2.3.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim=" : expect A to be bfloat16 tensor.",
        on="mac",
        examples=("RuntimeError: _weight_int4pack_mm_cpu : expect A to be bfloat16 tensor.",),
        near_misses=("torch._weight_int4pack_mm is fast",),
    ),
)
