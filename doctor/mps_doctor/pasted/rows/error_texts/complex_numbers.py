"""Complex numbers."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="complex-op-on-mps",
        cause="complex-dtype-unsupported",
        literals=("complex",),
        pattern=(
            r"\b\w{1,80} for complex is not supported for mps"
            r"|\b\w{1,80} is not supported for complex(?: datatypes| types)? on mps"
            r"|is not implemented for complex types on mps"
            r"|upsample for mps does not support complex"
            r"|\bop is not supported for complex datatypes|: mps doesn\'t support complex types"
        ),
        since="2.0",
        meaning="The operator does not take complex numbers on mps.",
        fix="Split real and imaginary part, or run that operator on the CPU.",
        source="torch 2.15.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="log_softmax for complex is not supported for MPS",
        examples=(
            "RuntimeError: log_softmax for complex is not supported for MPS",
            "RuntimeError: linalg.lu_factor(): MPS doesn't support complex types.",
        ),
        near_misses=(
            "RuntimeError: log_softmax is not supported for MPS on bool",
            "complex models are supported on mps",
        ),
    ),
    ErrorText(
        id="complex-scatter-gather",
        cause="complex-dtype-unsupported",
        literals=("yet not supported for complex",),
        since="2.5",
        until="2.12",
        meaning="gather or scatter on mps does not take complex numbers in this torch.",
        fix=(
            "Split the tensor with torch.view_as_real for this step, do it on the CPU, or use a "
            "newer torch."
        ),
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Yet not supported for complex",
        examples=("RuntimeError: gather(): Yet not supported for complex",),
        near_misses=("RuntimeError: gather() is not supported for complex autograd here",),
    ),
    ErrorText(
        id="complex-with-real",
        cause="complex-dtype-unsupported",
        literals=("iscomplextype(input.scalar_type())",),
        since="2.2",
        until="2.12",
        meaning=(
            "A complex and a real tensor meet in one mps operation, which this torch does not do."
        ),
        fix="Build the complex tensor with `torch.complex(real, imaginary)`, or use a newer torch.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="isComplexType(input.scalar_type())",
        examples=(
            (
                "RuntimeError: c10::isComplexType(input.scalar_type()) && "
                "c10::isComplexType(other.scalar_type()) INTERNAL ASSERT FAILED"
            ),
        ),
        near_misses=('RuntimeError: isComplexType(dtype) INTERNAL ASSERT FAILED at "Complex.cpp"',),
    ),
    ErrorText(
        id="complex-unsupported-on-mps",
        cause="complex-dtype-unsupported",
        literals=("complex types are unsupported on mps",),
        since="2.1",
        until="2.2",
        meaning="torch 2.1 and 2.2 have no complex numbers on mps.",
        fix="Take torch 2.3 or newer on macOS 14 or newer, or keep complex tensors on the CPU.",
        source="torch 2.2.2 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Complex types are unsupported on MPS",
        examples=("RuntimeError: Complex types are unsupported on MPS",),
        near_misses=("RuntimeError: Complex types are supported on CPU",),
    ),
    ErrorText(
        id="complex-needs-macos-14",
        cause="complex-dtype-unsupported",
        literals=("mps complex types are only supported on macos 14",),
        since="2.3",
        until="2.8",
        meaning="Complex numbers on mps need macOS 14.",
        fix="Update macOS to 14 or newer, or keep complex tensors on the CPU.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPS complex types are only supported on MacOS 14.0 or newer.",
        rule="complex-of-new-macos",
        examples=("RuntimeError: MPS complex types are only supported on MacOS 14.0 or newer.",),
        near_misses=("RuntimeError: complex types are only supported on CUDA",),
    ),
    ErrorText(
        id="complex-convert",
        cause="complex-dtype-unsupported",
        literals=("to the mps backend",),
        pattern=r"trying to convert complex\w{1,80} to the mps backend",
        since="1.12",
        meaning="Complex numbers do not exist on mps in this torch; complex128 never does.",
        fix=(
            "Use complex64 with torch 2.3 or newer on macOS 14, or keep complex tensors on the CPU."
        ),
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim=" to the MPS backend but it does not have support for that dtype.",
        examples=(
            (
                "TypeError: Trying to convert ComplexFloat to the MPS backend but it does not have "
                "support for that dtype."
            ),
        ),
        near_misses=(
            (
                "TypeError: Trying to convert Float8_e4m3fn to the MPS backend but it does not "
                "have support for that dtype."
            ),
        ),
    ),
    ErrorText(
        id="complex-starting-macos-14",
        cause="complex-dtype-unsupported",
        literals=("complex t",),
        pattern=(
            r"complex types are supported starting from macos 14"
            r"|complex tensors conjugation needs macos ?14"
        ),
        since="2.1",
        until="2.8",
        meaning="Complex numbers on mps need macOS 14 or newer.",
        fix="Update macOS, or do that step on the CPU.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Complex types are supported starting from MacOS 14.0+",
        rule="complex-of-new-macos",
        examples=(
            "RuntimeError: Complex types are supported starting from MacOS 14.0+",
            "RuntimeError: MPS complex tensors conjugation needs MacOS14+",
        ),
        near_misses=("Complex types are supported on CUDA",),
    ),
    ErrorText(
        id="mps-op-complex-datatypes",
        cause="complex-dtype-unsupported",
        literals=("op is not supported for complex",),
        since="2.0",
        until="2.8",
        meaning="This operator takes no complex numbers on mps.",
        fix="Do that step on the CPU.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="op is not supported for complex datatypes",
        examples=("RuntimeError: MPS: nonzero op is not supported for complex datatypes",),
        near_misses=("relu is not defined for complex",),
    ),
    ErrorText(
        id="linear-complex-mps",
        cause="complex-dtype-unsupported",
        literals=("does not support complex",),
        pattern=r"\bmps (?:\w{1,30} )?does not support complex (?:types|inputs)",
        since="2.8",
        until="2.10",
        meaning="The operator has no kernel for complex numbers on MPS.",
        fix="Run this step on the CPU, or keep real and imaginary parts in two tensors.",
        source="torch 2.10.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="mps linear does not support complex types",
        examples=(
            "RuntimeError: mps linear does not support complex types",
            "RuntimeError: nansum on MPS does not support complex inputs",
        ),
        near_misses=("RuntimeError: quantile() on cpu does not support complex inputs",),
    ),
    ErrorText(
        id="complex-unsupported-in-words",
        cause="complex-dtype-unsupported",
        literals=("complex",),
        beside=("mps",),
        pattern=(
            r"\bmps\b[^.\n]{0,24}\b(?:does not|doesn't|do not|don't|cannot|can't|lacks?|no|not"
            r"|without) (?:currently |yet |fully )?(?:support(?:ing|s|ed)?(?: for)? |handle |have "
            r"|implement(?:ed)? )?complex (?:number|dtype|tensor|type|value|data|valued)"
            r"|\bcomplex (?:numbers?|dtypes?|tensors?|types?|values?|data) (?:is |are )?(?:not"
            r"|un)(?: yet| currently| fully)? ?support(?:ed)?[^.\n]{0,24}\bmps\b"
            r"|\bmps\b[^.\n]{0,24}\bcomplex(?:float|double|half|64|128)\b['`]? (?:is "
            r"|are )?(?:not supported|unsupported)|\bcomplex(?:float|double|half|64"
            r"|128)\b['`]? (?:is |are )?(?:not supported|unsupported) (?:on|by|for"
            r"|with) (?:the )?mps\b"
        ),
        meaning="MPS is said to lack complex numbers, or an operator on them.",
        fix="Run this step on the CPU, or keep real and imaginary parts in two tensors.",
        source="https://github.com/pytorch/pytorch/issues/78044",
        examples=(
            "As mps doesn't support complex numbers the spectrum has to be made elsewhere",
            "Complex tensors are not yet supported on mps",
            "RuntimeError: ComplexDouble is not supported on MPS",
            "MPS: complex64 is unsupported",
        ),
        near_misses=(
            "The mps code is complex and not supported by us",
            "complex64 is unsupported by this file format, MPS or not",
        ),
    ),
    ErrorText(
        id="complex-byte-size",
        cause="complex-dtype-unsupported",
        literals=("unsupported type byte size", "undefined type complex"),
        pattern=(
            r"unsupported type byte size: complex\w{1,20}|(?:error"
            r"|exception)\W{1,3}undefined type complex\w{1,20}"
        ),
        meaning="An operator on mps was given complex numbers, for which it has no kernel.",
        fix="Keep real and imaginary parts in two tensors, or run this step on the CPU.",
        source=(
            "https://github.com/pytorch/pytorch/blob/main/aten/src/ATen/native/mps/operations/View."
            "mm"
        ),
        examples=(
            "c10::Error: Unsupported type byte size: ComplexFloat",
            "RuntimeError: Undefined type ComplexFloat",
        ),
        near_misses=("Unsupported type byte size: 3", "an undefined type in a complex program"),
    ),
    ErrorText(
        id="complex-moved-to-mps-in-words",
        cause="complex-dtype-unsupported",
        literals=("complex",),
        beside=("mps",),
        pattern=(
            r"\b(?:tr(?:y|ies|ied|ying)|attempt(?:s|ed|ing)?|fail(?:s|ed|ing)?|cannot|can't|unable"
            r"|error)(?: to| when| while)? (?:convert|mov|cast|send|put|transfer|copy)\w{0,4} (?:a "
            r"|an |the )?complex\w{0,8}(?: \w{1,12})? (?:on|to|onto) (?:the )?mps\b(?! backend)"
        ),
        meaning="A program is said to try complex numbers on mps, without success.",
        fix="Keep real and imaginary parts in two tensors, or run this step on the CPU.",
        source="https://github.com/pytorch/pytorch/issues/78044",
        examples=(
            "the filter tries to convert a ComplexFloat to MPS",
            "cannot move complex64 tensors to mps",
        ),
        near_misses=("we try to keep the complex parts out of mps",),
    ),
    ErrorText(
        id="mps-kernel-lacks-complex",
        cause="complex-dtype-unsupported",
        literals=(
            "not supported for complex",
            "not yet supported for complex",
            "complex types are yet not supported",
            "not implemented for complex",
        ),
        pattern=(
            r"\brelu is not supported for complex types|\b(?:linalg_inv|repeat\(\)"
            r"|linalg\.solve\.triangular\(\)|repeat)[:;]? not supported for complex"
            r"|\bnorm ops are not supported for complex yet"
            r"|\bcumulative ops are not yet supported for complex"
            r"|complex types are yet not supported|error: not implemented for complex\b"
        ),
        since="2.0",
        meaning="A kernel that only mps has takes no complex numbers.",
        fix="Split real and imaginary part, use a newer torch, or run that operator on the CPU.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="relu is not supported for complex types",
        on="mac",
        examples=(
            "RuntimeError: relu is not supported for complex types",
            "RuntimeError: linalg_inv: not supported for complex types yet!",
            "RuntimeError: cumulative ops are not yet supported for complex",
            "RuntimeError: index_fill_(): Complex types are yet not supported",
            "RuntimeError: Not implemented for complex",
        ),
        near_misses=(
            "clamp is not yet supported for complex tensors.",
            "floor is not supported for complex inputs",
        ),
    ),
)
