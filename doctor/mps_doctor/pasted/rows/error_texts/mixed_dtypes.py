"""Two dtypes that meet, as torch says it."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="mixed-dtype-expected",
        cause="mixed-dtype-on-mps",
        literals=("the same dtype",),
        pattern=r"(?:to have|must have|have) the same dtype,? but got",
        since="1.12",
        meaning="Two dtypes meet in one matrix product.",
        fix="Bring model and inputs to one dtype.",
        source="https://github.com/pytorch/pytorch/issues/78879",
        examples=(
            "RuntimeError: expected m1 and m2 to have the same dtype, but got: c10::Half != float",
        ),
        near_misses=("RuntimeError: expected m1 and m2 to have the same shape",),
    ),
    ErrorText(
        id="mixed-dtype-input-bias",
        cause="mixed-dtype-on-mps",
        literals=("should be the same",),
        pattern=(
            r"(?:mps|torch\.mps\.)\w{0,80}type\) and (?:bias|weight) type \((?:mps"
            r"|torch\.mps\.)\w{1,80}\) should be the same"
        ),
        since="1.12",
        meaning="The input and the weights have different dtypes.",
        fix="Bring model and inputs to one dtype.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim=") and bias type (",
        examples=(
            (
                "RuntimeError: Input type (MPSHalfType) and bias type (MPSFloatType) should be the "
                "same"
            ),
            (
                "RuntimeError: Input type (MPSHalfType) and weight type (MPSFloatType) should be "
                "the same"
            ),
        ),
        near_misses=(
            "RuntimeError: bias must be a vector",
            (
                "RuntimeError: Input type (MPSHalfType) and weight type (torch.HalfTensor) should "
                "be the same"
            ),
        ),
    ),
    ErrorText(
        id="expected-equal-dtypes",
        cause="mixed-dtype-on-mps",
        literals=("to be true, but got false",),
        pattern=(
            r"expected \w{1,40}\.(?:dtype|scalar_type)\(\) == \w{1,40}\.(?:dtype"
            r"|scalar_type)\(\) to be true, but got false"
        ),
        meaning="Two tensors of one operator have two dtypes.",
        fix="Convert one of them to the dtype of the other.",
        source="https://github.com/huggingface/transformers/issues/37423",
        examples=(
            (
                "RuntimeError: Expected elements.dtype() == test_elements.dtype() to be true, but "
                "got false.  (Could this error message be improved?)"
            ),
        ),
        near_misses=("RuntimeError: Expected a.device() == b.device() to be true, but got false.",),
    ),
    ErrorText(
        id="expected-scalar-type",
        cause="mixed-dtype-on-mps",
        literals=("expected scalar type", "expected type mps"),
        pattern=(
            r"expected scalar type (?:c10::)?(?:half|float|bfloat16"
            r"|double) but found (?:c10::)?(?:half|float|bfloat16|double)|expected type mps(?:float"
            r"|half|bfloat16)type but got mps(?:float|half|bfloat16)type"
        ),
        meaning="Two floating-point dtypes meet in one operator.",
        fix="Bring model and inputs to one dtype.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="expected scalar type ",
        examples=(
            "RuntimeError: expected scalar type Half but found Float",
            "RuntimeError: expected scalar type half but found c10::BFloat16",
            (
                "RuntimeError: Function MmBackward0 returned an invalid gradient at index 0 - "
                "expected type MPSFloatType but got MPSHalfType"
            ),
        ),
        near_misses=(
            "RuntimeError: expected scalar type Long but found Int",
            "expected type MPSFloatType",
        ),
    ),
    ErrorText(
        id="mat-dtypes-differ",
        cause="mixed-dtype-on-mps",
        literals=("must have the same dtype",),
        pattern=(
            r"(?:mat1 and mat2|query, key, and value|self and mat2"
            r"|\w{1,80} and \w{1,80}) must have the same dtype"
        ),
        meaning="Two dtypes meet in one matrix product.",
        fix="Bring model and inputs to one dtype.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="must have the same dtype",
        examples=("RuntimeError: mat1 and mat2 must have the same dtype, but got Half and Float",),
        near_misses=("RuntimeError: all tensors must have the same shape",),
    ),
    ErrorText(
        id="qkv-mixed-dtypes-mps",
        cause="mixed-dtype-on-mps",
        literals=("mixed dtypes for query, key, value",),
        meaning="Query, key and value of attention have different dtypes.",
        fix="Bring query, key and value to one dtype.",
        source="https://github.com/pytorch/pytorch/blob/main/torch/nn/attention/flex_attention.py",
        examples=("NotImplementedError: Mixed dtypes for query, key, value not supported on MPS",),
        near_misses=("Query, key, value have the same dtype",),
    ),
    ErrorText(
        id="mixed-dtype-input-and-weight",
        cause="mixed-dtype-on-mps",
        literals=("should be the same",),
        pattern=(
            r"(?:\bmps\b.{0,200})?input type \((?:c10::half|c10::bfloat16|float|double"
            r"|half)\) and (?:bias|weight) type \((?:c10::half|c10::bfloat16|float|double"
            r"|half)\) should be the same(?:.{0,240}?\bmps\b)?"
        ),
        meaning="Input and weights of a layer have two dtypes.",
        fix="Convert the input or the model, so that both are float32 or both float16.",
        source="https://github.com/pytorch/pytorch/issues/88978",
        on="near-mac",
        examples=(
            (
                "device mps\n"
                "RuntimeError: Input type (c10::Half) and bias type (float) should be the same"
            ),
            "RuntimeError: Input type (float) and bias type (c10::Half) should be the same",
        ),
        near_misses=(
            (
                "Input type (torch.cuda.FloatTensor) and weight type (torch.FloatTensor) should be "
                "the same"
            ),
        ),
    ),
    ErrorText(
        id="mixed-dtype-of-operands",
        cause="mixed-dtype-on-mps",
        literals=(
            "expected attn_mask dtype to be bool",
            "expected input and grid to have the same type",
            "mask dtype must match query dtype",
            "expected all tensors to have the same dtype",
            "index put requires the source",
            "expected self.dtype to be equal",
            "input dtypes must be the same",
            "mixed dtype (cpu)",
            "expected both inputs to be half",
            "can't be cast to the desired output type",
            "expected dtype ",
        ),
        pattern=(
            r"(?:\bmps\b.{0,200})?(?:expected attn_mask dtype to be bool or"
            r"|expected input and grid to have the same type|mask dtype must match query dtype"
            r"|_backward: expected all tensors to have the same dtype"
            r"|index put requires the source and destination dtypes match"
            r"|expected self\.dtype to be equal to src\.dtype|input dtypes must be the same, got"
            r"|mixed dtype \(cpu\): expect|expected both inputs to be half, float or double"
            r"|result type (?:float|double|half"
            r"|bfloat16) can't be cast to the desired output type (?:half|bfloat16|float)"
            r"|expected dtype (?:float|double|c10::half|c10::bfloat16) for )"
        ),
        since="1.13",
        meaning="Two dtypes meet in one operator.",
        fix="Bring model and inputs to one dtype.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="expected input and grid to have the same type, but got ",
        on="near-mac",
        examples=(
            (
                "RuntimeError: Expected attn_mask dtype to be bool or float or to match query "
                "dtype, but got attn_mask.dtype: c10::Half and  query.dtype: float instead."
            ),
            "RuntimeError: sdpa prefill:float mask dtype must match query dtype",
            (
                "RuntimeError: Index put requires the source and destination dtypes match, got "
                "Float for the destination and Half for the source."
            ),
            "RuntimeError: scatter(): Expected self.dtype to be equal to src.dtype",
            (
                "RuntimeError: Input dtypes must be the same, got: input float, batch1: c10::Half, "
                "batch2: c10::Half"
            ),
            "RuntimeError: expected dtype float for `end` but got dtype c10::Half",
            "RuntimeError: result type Float can't be cast to the desired output type Half",
        ),
        near_misses=(
            "the dtype of the mask must be bool",
            "RuntimeError: result type Float can't be cast to the desired output type Long",
        ),
    ),
)
