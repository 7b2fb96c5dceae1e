"""Two dtypes that meet in MPSGraph or in a Metal kernel."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="mixed-dtype-broadcast",
        cause="mixed-dtype-on-mps",
        kind="abort",
        literals=("are not broadcast compatible",),
        pattern=(
            r"input types 'tensor<(?:[\dx?*]{0,80}x)?([a-z]{1,80}\d{1,80})>' and 'tensor<(?:[\dx?*]"
            r"{0,80}x)?(?!\1>)[a-z]{1,80}\d{1,80}>' are not broadcast compatible"
        ),
        meaning="Two dtypes meet in one MPSGraph operation, and the process aborts.",
        fix=(
            "Bring model and inputs to one dtype (all float32, or all float16), or use a newer "
            "torch."
        ),
        source="https://github.com/zai-org/ChatGLM-6B/issues/951",
        examples=(
            (
                "error: input types 'tensor<1x154x1xf16>' and 'tensor<1xf32>' are not broadcast "
                "compatible"
            ),
            (
                "error: input types 'tensor<2x1280xf32>' and 'tensor<*xf16>' are not broadcast "
                "compatible"
            ),
        ),
        near_misses=(
            (
                "error: input types 'tensor<1x7xf32>' and 'tensor<1x9xf32>' are not broadcast "
                "compatible"
            ),
        ),
    ),
    ErrorText(
        id="mixed-dtype-element-type",
        cause="mixed-dtype-on-mps",
        kind="abort",
        literals=(
            "requires the same element type for all operands and results",
            "op failed to verify that all of",
            "operands of different element types",
        ),
        pattern=(
            r"requires the same element type for all operands and results"
            r"|op failed to verify that all of \{[^}\n]{1,80}\} have same element type"
            r"|'mps\.\w{1,40}' op (?:\w{1,12} ){0,3}operands of different element types"
        ),
        meaning="Two dtypes meet in one MPSGraph operation, and the process aborts.",
        fix="Bring model and inputs to one dtype.",
        source="https://github.com/pytorch/pytorch/issues/136822",
        examples=(
            "error: 'mps.multiply' op requires the same element type for all operands and results",
            (
                "error: 'mps.select' op failed to verify that all of {a_value, b_value, result} "
                "have same element type"
            ),
            "'mps.divide' op detected operands of different element types f16 and f32",
            'it says "requires the same element type for all operands and results"',
        ),
        near_misses=(
            "op requires the same shape for all operands",
            (
                "error: 'mps.select' op failed to verify that all of {a_value, b_value, result} "
                "have same shape"
            ),
            "'arith.addi' op detected operands of different element types",
        ),
    ),
    ErrorText(
        id="mixed-dtype-destination",
        cause="mixed-dtype-on-mps",
        kind="abort",
        literals=("destination datatype must be",),
        pattern=r"destination datatype must be (?:fp|int|f|i)\d{1,80}",
        meaning="A kernel of MPS got two dtypes that it cannot mix, and the process aborts.",
        fix="Bring model and inputs to one dtype.",
        source="https://github.com/pytorch/pytorch/issues/88331",
        examples=("failed assertion `Destination datatype must be fp32'",),
        near_misses=("destination must be a directory",),
    ),
    ErrorText(
        id="mixed-dtype-accumulator",
        cause="mixed-dtype-on-mps",
        kind="abort",
        literals=("destination ndarray and accumulator ndarray cannot have different datatype",),
        meaning="A matrix product on mps was given two dtypes, and the process aborts.",
        fix="Bring both operands to one dtype.",
        source="https://github.com/pytorch/pytorch/issues/110975",
        examples=(
            (
                "failed assertion `Destination NDArray and Accumulator NDArray cannot have "
                "different datatype in MPSNDArrayMatrixMultiplication'"
            ),
        ),
        near_misses=("NDArray datatype is float32",),
    ),
    ErrorText(
        id="metal-two-dtypes",
        cause="mixed-dtype-on-mps",
        literals=("program_source:",),
        pattern=(
            r"program_source:(?:\d{1,80}:){0,2} ?error: (?:cannot (?:initialize|convert)"
            r"|assigning to|no viable conversion|invalid operands)[^']{0,60}'(?:const )?(?:half"
            r"|bfloat|float)\b.{0,60}'(?:const )?(?:half|bfloat|float)\b"
        ),
        since="2.0",
        meaning=(
            "An operator met two floating-point dtypes, and torch has no Metal kernel for that "
            "pair."
        ),
        fix="Bring all inputs to one dtype, for example `.float()`, or use a newer torch.",
        source="https://github.com/invoke-ai/InvokeAI/issues/7951",
        rule="metal-source",
        examples=(
            (
                "RuntimeError: Failed to create metal library, error: Error "
                'Domain=MTLLibraryErrorDomain Code=3 "program_source:7:12: error: cannot '
                "initialize return object of type 'half' with an lvalue of type 'const bfloat'"
            ),
            "program_source:40:8: error: assigning to 'bfloat' from incompatible type 'float'",
            (
                "program_source:31:9: error: invalid operands to binary expression ('half' and "
                "'bfloat')"
            ),
        ),
        near_misses=(
            "program_source:31:9: error: invalid operands to binary expression ('long' and 'bool')",
            (
                "model.metal:7:12: error: cannot initialize return object of type 'half' with an "
                "lvalue of type 'const bfloat'"
            ),
        ),
    ),
    ErrorText(
        id="broadcast-without-types",
        cause="mixed-dtype-on-mps",
        kind="abort",
        literals=("are not broadcast compatible",),
        pattern=r"input types are not broadcast compatible",
        meaning=(
            "Two dtypes, or two shapes, meet in one MPSGraph operation, and the process aborts."
        ),
        fix=(
            "Bring model and inputs to one dtype (all float32, or all float16), or use a newer "
            "torch."
        ),
        source="https://github.com/zai-org/ChatGLM-6B/issues/951",
        alone=True,
        examples=('Exited with a "input types are not broadcast compatible" on Mac',),
        near_misses=(
            (
                "error: input types 'tensor<1x4x1xf32>' and 'tensor<1x8xf32>' are not broadcast "
                "compatible"
            ),
        ),
    ),
)
