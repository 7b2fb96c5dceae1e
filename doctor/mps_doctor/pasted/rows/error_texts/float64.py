"""float64 and float8."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="op-double-scalar",
        cause="float64-unsupported",
        literals=("op with scalar type: double",),
        since="2.0",
        until="2.8",
        meaning="The operator was given float64, which mps does not have.",
        fix="Convert to float32 first.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPS does not support lgamma_out op with scalar type: Double",
        examples=("RuntimeError: MPS does not support lgamma_out op with scalar type: Double",),
        near_misses=("RuntimeError: expected scalar type Float but found Double",),
    ),
    ErrorText(
        id="float64-mps-tensor",
        cause="float64-unsupported",
        literals=("the mps framework doesn't support float64",),
        since="1.12",
        meaning="mps has no 64-bit floats; data from NumPy and Python lists is float64 by default.",
        fix="Convert to float32 before moving to mps: `.float()` or dtype=torch.float32.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim=(
            "Cannot convert a MPS Tensor to float64 dtype as the MPS framework doesn't support "
            "float64. Please use float32 instead."
        ),
        examples=(
            (
                "TypeError: Cannot convert a MPS Tensor to float64 dtype as the MPS framework "
                "doesn't support float64. Please use float32 instead."
            ),
        ),
        near_misses=("TypeError: Cannot convert a MPS Tensor to complex128",),
    ),
    ErrorText(
        id="float64-not-on-mps",
        cause="float64-unsupported",
        literals=("float64 is not supported",),
        pattern=r"float64 is not supported (?:on|by) mps",
        since="2.0",
        meaning="mps has no 64-bit floats.",
        fix="Convert to float32 first.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="float64 is not supported on MPS",
        examples=("RuntimeError: float64 is not supported on MPS",),
        near_misses=("RuntimeError: float64 is not supported on this device",),
    ),
    ErrorText(
        id="float64-convert-double",
        cause="float64-unsupported",
        literals=("trying to convert double to the mps backend",),
        since="1.12",
        meaning="mps has no 64-bit floats.",
        fix="Convert to float32 before moving to mps.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim=" to the MPS backend but it does not have support for that dtype.",
        examples=(
            (
                "TypeError: Trying to convert Double to the MPS backend but it does not have "
                "support for that dtype."
            ),
        ),
        near_misses=(
            (
                "TypeError: Trying to convert BFloat16 to the MPS backend but it does not have "
                "support for that dtype."
            ),
        ),
    ),
    ErrorText(
        id="fp8-convert",
        cause="fp8-unsupported",
        literals=("to the mps backend",),
        pattern=r"trying to convert float8_\w{1,80} to the mps backend",
        since="2.1",
        meaning="mps has no 8-bit floats.",
        fix="Use a float16 or bfloat16 version of the model, or a GGUF quantisation.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim=" to the MPS backend but it does not have support for that dtype.",
        examples=(
            (
                "TypeError: Trying to convert Float8_e4m3fn to the MPS backend but it does not "
                "have support for that dtype."
            ),
        ),
        near_misses=(
            (
                "TypeError: Trying to convert ComplexFloat to the MPS backend but it does not have "
                "support for that dtype."
            ),
        ),
    ),
    ErrorText(
        id="fp8-undefined",
        cause="fp8-unsupported",
        literals=(
            "float8_e",
            "promotion for float8",
            "to be float8 matrix",
            "mps does not support swizzle",
            "mps _scaled_mm",
        ),
        pattern=(
            r"(?:undefined type '?|expected mat_[ab] to be |not implemented for '?"
            r"|does not support '?|unsupported (?:data ?type|dtype"
            r"|type):? '?)(?:torch\.)?float8_e\dm\d\w{0,80}|\bfloat8_e\dm\d\w{0,20}['\"`]? (?:is "
            r"|dtype |type ){0,2}(?:not supported|unsupported)"
            r"|promotion for float8 types is not supported|expected mat[12] to be float8 matrix"
            r"|\bmps does not support swizzle|\bmps _scaled_mm\w{0,4} only supports"
        ),
        since="2.1",
        meaning="mps has no 8-bit floats.",
        fix="Use a float16 or bfloat16 version of the model.",
        source="https://github.com/Comfy-Org/ComfyUI/issues/6859",
        examples=(
            "RuntimeError: \"mul_mps\" not implemented for 'Float8_e4m3fn'",
            "RuntimeError: Undefined type Float8_e4m3fn",
            'the loader says "Float8_e5m2" unsupported',
            "RuntimeError: Expected mat_a to be Float8_e4m3fn matrix got Float8_e5m2",
            (
                "RuntimeError: Promotion for Float8 Types is not supported, attempted to promote "
                "Float8_e4m3fn and Float"
            ),
            "RuntimeError: MPS does not support swizzle.",
            (
                "RuntimeError: MPS _scaled_mm_v2 only supports TensorWise or RowWise scaling with "
                "one Float scale per operand, got recipe_a=2 and recipe_b=2"
            ),
        ),
        near_misses=(
            "loading weights in torch.float8_e4m3fn",
            "float8_e4m3fn weights were cast to float16",
            "torch.float8_e4m3fn is a dtype",
            "float8 types are small",
            "the swizzle of mps",
        ),
    ),
    ErrorText(
        id="fp8-requires-cuda",
        cause="fp8-unsupported",
        literals=("fp8",),
        pattern=(
            r"fp8 (?:quantiz\w{1,80}|quantis\w{1,80})[^.]{0,60}(?:only supported on|requires?"
            r"|needs?)[^.]{0,40}(?:gpu|cuda|compute capability)|\b(?:gpu|xpu|cuda"
            r"|compute capability)[^.]{0,40}\b(?:is |are )?(?:needed|required|necessary) (?:for|by"
            r"|to use) fp8\b"
        ),
        meaning="The fp8 quantisation of this library needs an NVIDIA GPU.",
        fix="Use an unquantised or GGUF version of the model.",
        source=(
            "https://github.com/huggingface/transformers/blob/main/src/transformers/quantizers/quan"
            "tizer_fbgemm_fp8.py"
        ),
        examples=(
            (
                "ValueError: FP8 quantized models is only supported on GPUs with compute "
                "capability >= 8.9 (e.g 4090/H100)"
            ),
            "RuntimeError: No GPU or XPU found. A GPU or XPU is needed for FP8 quantization.",
        ),
        near_misses=("loading fp8 checkpoint", "A GPU is needed for the fp16 model"),
    ),
    ErrorText(
        id="convert-mps-tensor-float64",
        cause="float64-unsupported",
        literals=("convert mps tensor to float64",),
        meaning=(
            "The code asked for a tensor of 64-bit floats on the GPU, which Metal does not have."
        ),
        fix="Make the tensor float32 before it goes to mps.",
        source="https://github.com/pytorch/pytorch/issues/122602",
        examples=("TypeError: Cannot convert MPS Tensor to float64",),
        near_misses=("how to convert MPS Tensor to float32",),
    ),
    ErrorText(
        id="float64-mps-tensor-cut",
        cause="float64-unsupported",
        literals=("cannot convert a mps tensor to float64",),
        since="1.12",
        meaning="mps has no 64-bit floats; data from NumPy and Python lists is float64 by default.",
        fix="Convert to float32 before moving to mps: `.float()` or dtype=torch.float32.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Cannot convert a MPS Tensor to float64 dtype",
        examples=("[BUG] Cannot convert a MPS Tensor to float64 dtype",),
        near_misses=("Cannot convert a CPU Tensor to float64 dtype",),
    ),
    ErrorText(
        id="fp8-words",
        cause="fp8-unsupported",
        literals=("fp8 is not", "insufficient for fp8", "quantization requires", "fp8 not"),
        pattern=(
            r"\bfp8 (?:is )?not (?:yet )?(?:supported|available|implemented) (?:on|for|by"
            r"|with) (?:the )?'?(?:mps|apple|mac)|\bwhich is insufficient for fp8\b"
            r"|\bfloat8 (?:\w+ )?quantization requires\b"
        ),
        meaning="fp8 needs a GPU that computes with it; this one does not.",
        fix="Use float16 or bfloat16 weights.",
        source="https://github.com/huggingface/accelerate/blob/main/src/accelerate/accelerator.py",
        examples=(
            "RuntimeError: FP8 is not supported on MPS",
            (
                "The current device has compute capability of (0, 0) which is insufficient for FP8 "
                "mixed precision training"
            ),
            "AssertionError: Float8 dynamic quantization requires CUDA compute capability 8.9",
            "RuntimeError: float8 quantization requires more",
            "ValueError: fp8 not supported on mps",
        ),
        near_misses=("FP8 is not needed", "fp8 is not supported on my old card"),
    ),
)
